from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fivebet.arena import Event, Luck, Seats, play_event
from fivebet.arena.event import play_isolated
from fivebet.errors import GameError
from fivebet.game import Game

HERE = Path(__file__).parent
MIXER = f"{HERE}/policies.py::Mixer"


@pytest.mark.parametrize("luck", list(Luck))
def test_luck_changes_nothing_but_the_adjusted_figures(luck: Luck) -> None:
    event = Event(
        game=Game.named("limit-3p"), agents=(MIXER, "tight", "loose"), deals=12, seats=Seats.ROTATED
    )
    raw, adjusted = play_event(event), play_event(replace(event, luck=luck))
    assert (raw.winnings == adjusted.winnings).all()
    assert (adjusted.adjusted is None) == (luck is Luck.NONE)
    assert [each.failures.times for each in adjusted.standings] == [0, 0, 0]
    if adjusted.adjusted is not None:
        assert adjusted.adjusted.sum(axis=1) == pytest.approx(np.zeros(12), abs=1e-8)


def test_aivat_agrees_with_raw_play_and_needs_fewer_hands() -> None:
    event = Event(
        game=Game.named("limit-2p"),
        agents=(MIXER, f"{MIXER}:bold=3"),
        deals=300,
        seats=Seats.ROTATED,
        luck=Luck.AIVAT,
    )
    first, _ = play_event(event).standings
    assert first.adjusted is not None
    assert abs(first.adjusted.mean - first.per_hand.mean) < 3.5 * first.per_hand.standard_error
    assert first.spread_left < 0.5


def test_intervals_without_card_luck_hold_the_truth_as_often_as_they_say() -> None:
    # An agent against itself wins nothing; a thousand small matches of sixteen deals.
    event = Event(
        game=Game.named("limit-2p"), agents=("call", "call"), deals=16, matches=1, luck=Luck.CARDS
    )
    held = 0
    means = []
    for seed in range(1000):
        standing = play_event(replace(event, seed=seed)).standings[0]
        assert standing.adjusted is not None
        held += standing.adjusted.low <= 0 <= standing.adjusted.high
        means.append(standing.adjusted.mean)
    assert 930 <= held <= 970
    assert abs(np.mean(means)) < 3.5 * np.std(means) / 1000**0.5


def test_a_hand_is_played_alike_compiled_and_in_python() -> None:
    for game, agents in (
        ("limit-2p", ("random", "call")),
        ("nolimit-3p", ("random", "raise", "random")),
        ("limit-6p", ("fold", "call", "raise", "random", "call", "random")),
    ):
        for seats in Seats:
            if seats is Seats.ALL and len(agents) > 3:
                continue
            event = Event(game=Game.named(game), agents=agents, deals=40, seats=seats, samples=2)
            assert event.compiled
            in_python = replace(event, luck=Luck.CARDS)
            assert not in_python.compiled
            fast, slow = play_event(event), play_event(in_python)
            assert (fast.winnings == slow.winnings).all()
            assert fast.from_whom == pytest.approx(slow.from_whom, abs=1e-6)


def test_who_won_from_whom_adds_up_to_what_everybody_won() -> None:
    event = Event(
        game=Game.named("nolimit-4p"), agents=("tight", "loose", "random", "maniac"), deals=60
    )
    result = play_event(event)
    assert result.from_whom is not None
    assert result.from_whom == pytest.approx(-result.from_whom.T)
    assert result.from_whom.sum(axis=1) == pytest.approx(
        [float(each.chips) for each in result.standings]
    )


def test_carried_stacks_pass_chips_on_and_the_broke_buy_in_again() -> None:
    event = Event(
        game=Game.named("nolimit-3p"), agents=("maniac", "raise", "random"), deals=120, carried=True
    )
    recorded = [hand for number in range(event.pieces) for hand in pieces(event)[number].hands]
    stacks = [
        tuple(int(chips) for chips in (hand.stacks or "20000 20000 20000").split())
        for hand in recorded
    ]
    by_player = [
        [stack[hand.seating.index(player)] for player in range(3)]
        for stack, hand in zip(stacks, recorded, strict=True)
    ]
    rebought = 0
    for (before, after), hand in zip(pairwise(by_player), recorded, strict=False):
        won = [int(each) for each in hand.payoffs.split()]
        for player in range(3):
            left = before[player] + won[hand.seating.index(player)]
            rebought += left == 0
            assert after[player] == (left or 20000)
    assert rebought > 3


def pieces(event: Event) -> list:  # type: ignore[type-arg]
    found, state = [], None
    for number in range(event.pieces):
        found.append(event.play(number, state, 1))
        state = found[-1].state
    return found


def test_carried_stacks_are_handed_on_from_piece_to_piece() -> None:
    event = Event(
        game=Game.named("nolimit-2p"), agents=("raise", "random"), deals=1200, carried=True
    )
    assert event.pieces > 1
    assert event.follows(1)
    whole = replace(event, matches=2)
    assert play_event(whole, workers=2).winnings.tolist() == play_event(whole).winnings.tolist()


def test_an_agent_that_dies_is_isolated_and_the_run_goes_on() -> None:
    event = Event(
        game=Game.named("limit-2p"), agents=(f"{HERE}/bad_agents.py::Dies", "call"), deals=30
    )
    result = play_event(event, workers=2)
    assert result.deals == 30
    dying, calling = result.standings
    assert dying.failures.kinds["died"] > 0
    assert calling.failures.times == 0


def test_isolated_play_gives_the_same_result() -> None:
    event = Event(game=Game.named("limit-2p"), agents=(MIXER, "call"), deals=25)
    assert play_isolated(event, 0, None, 0).data == event.play(0, None, 0).data


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"clock": 0.0}, "a clock of 0.0 seconds is none"),
        ({"game": Game.named("kuhn"), "luck": Luck.CARDS}, "luck is taken out of hold'em"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(changes: dict, says: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(GameError, match=says):
        Event(**{"game": Game.named("limit-2p"), "agents": ("call", "call"), "deals": 5} | changes)
