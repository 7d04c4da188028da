import json
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fivebet._core import add_flows
from fivebet.agents.hosting.registry import make_agent
from fivebet.arena import Luck, Match, Seats, play_match
from fivebet.arena.stopping import hands_to_tell
from fivebet.cli.app import run
from fivebet.errors import GameError
from fivebet.game import Game, Hand
from fivebet.opponents.flows import flows

HERE = Path(__file__).parent
MIXER = f"{HERE}/policies.py::Mixer"


@pytest.mark.parametrize("luck", list(Luck))
def test_luck_changes_nothing_but_the_adjusted_figures(luck: Luck) -> None:
    event = Match(
        game=Game.named("limit-3p"), agents=(MIXER, "tight", "loose"), deals=12, seats=Seats.ROTATED
    )
    raw, adjusted = play_match(event), play_match(replace(event, luck=luck))
    assert (raw.winnings == adjusted.winnings).all()
    assert (adjusted.adjusted is None) == (luck is Luck.NONE)
    assert [each.failures.times for each in adjusted.standings] == [0, 0, 0]
    if adjusted.adjusted is not None:
        assert adjusted.adjusted.sum(axis=1) == pytest.approx(np.zeros(12), abs=1e-8)


def test_aivat_agrees_with_raw_play_and_needs_fewer_hands() -> None:
    event = Match(
        game=Game.named("limit-2p"),
        agents=(MIXER, f"{MIXER}:bold=3"),
        deals=120,
        seats=Seats.ROTATED,
        luck=Luck.AIVAT,
    )
    first, _ = play_match(event, trust=True).standings
    assert first.adjusted is not None
    assert abs(first.adjusted.mean - first.per_hand.mean) < 3.5 * first.per_hand.standard_error
    assert first.spread_left < 0.5


def test_intervals_without_card_luck_hold_the_truth_as_often_as_they_say() -> None:
    # An agent against itself wins nothing; a thousand small matches of sixteen deals.
    event = Match(
        game=Game.named("limit-2p"), agents=("call", "call"), deals=16, matches=1, luck=Luck.CARDS
    )
    held = 0
    means = []
    for seed in range(1000):
        standing = play_match(replace(event, seed=seed)).standings[0]
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
            event = Match(game=Game.named(game), agents=agents, deals=40, seats=seats, samples=2)
            assert event.compiled
            in_python = replace(event, luck=Luck.CARDS)
            assert not in_python.compiled
            fast, slow = play_match(event), play_match(in_python)
            assert (fast.winnings == slow.winnings).all()
            assert fast.from_whom == pytest.approx(slow.from_whom, abs=1e-6)


def test_who_won_from_whom_adds_up_to_what_everybody_won() -> None:
    event = Match(
        game=Game.named("nolimit-4p"), agents=("tight", "loose", "random", "maniac"), deals=60
    )
    result = play_match(event)
    assert result.from_whom is not None
    assert result.from_whom == pytest.approx(-result.from_whom.T)
    assert result.from_whom.sum(axis=1) == pytest.approx(
        [float(each.chips) for each in result.standings]
    )


def test_carried_stacks_pass_chips_on_and_the_broke_buy_in_again() -> None:
    event = Match(
        game=Game.named("nolimit-3p"), agents=("maniac", "raise", "random"), deals=120, carried=True
    )
    recorded = [hand for number in range(event.chunks) for hand in chunks(event)[number].hands]
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


def chunks(event: Match) -> list:  # type: ignore[type-arg]
    found, state = [], None
    for number in range(event.chunks):
        found.append(event.run_chunk(number, state, 1))
        state = found[-1].state
    return found


def test_carried_stacks_are_handed_on_from_piece_to_piece() -> None:
    event = Match(
        game=Game.named("nolimit-2p"), agents=("raise", "random"), deals=1200, carried=True
    )
    assert event.chunks > 1
    assert event.continues(1)
    whole = replace(event, matches=2)
    assert play_match(whole, workers=2).winnings.tolist() == play_match(whole).winnings.tolist()


def test_an_agent_that_dies_is_isolated_and_the_run_goes_on() -> None:
    event = Match(
        game=Game.named("limit-2p"), agents=(f"{HERE}/bad_agents.py::Dies", "call"), deals=30
    )
    result = play_match(event, workers=2)
    assert result.deals == 30
    dying, calling = result.standings
    assert dying.failures.kinds["died"] > 0
    assert calling.failures.times == 0


def test_isolated_play_gives_the_same_result() -> None:
    event = Match(game=Game.named("limit-2p"), agents=(MIXER, "call"), deals=25)
    assert event.isolated().run_chunk(0, None, 0).data == event.run_chunk(0, None, 0).data


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"clock": 0.0}, "a clock of 0.0 seconds is none"),
        ({"game": Game.named("kuhn"), "luck": Luck.CARDS}, "luck is taken out of hold'em"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(changes: dict, says: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(GameError, match=says):
        Match(**{"game": Game.named("limit-2p"), "agents": ("call", "call"), "deals": 5} | changes)


def test_the_power_command_says_how_many_hands_each_way_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["power", "fair", "tight", "--trial", "40", "--difference", "50", "--json"]
    assert run([*command, "--workers", "1"]) == 0
    output = json.loads(capsys.readouterr().out)
    plain, duplicate, luckless = output["ways"]
    assert luckless["name"] == "duplicate, less luck (aivat)"
    assert luckless["hands"] < duplicate["hands"] == 2 * duplicate["deals"]
    assert plain["deals"] == hands_to_tell(50, plain["spread"])


@pytest.mark.parametrize(
    ("options", "says"),
    [(["--trial", "5"], "a trial of 5 deals"), (["--difference", "0"], "a difference of 0")],
)
def test_a_question_without_an_answer_gets_one_sentence(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["power", "call", "fold", *options]) == 2
    assert says in capsys.readouterr().err


def test_opponents_are_known_by_name_whatever_their_seats(tmp_path: Path) -> None:
    spy = tmp_path / "spy.py"
    spy.write_text(
        "from fivebet.game import Decision\n"
        "class Spy:\n"
        "    def act(self, view):\n"
        "        others = {name for name in view.players if name != view.players[view.seat]}\n"
        "        assert others == {'player 2', 'player 3'}, others\n"
        "        return Decision(view.legal.passive)\n"
    )
    event = Match(
        game=Game.named("limit-3p"),
        agents=(f"{spy}::Spy", "call", "random"),
        deals=9,
        seats=Seats.ROTATED,
    )
    assert play_match(event).standings[0].failures.times == 0


def test_flows_of_the_core_are_those_counted_exactly() -> None:
    generator = random.Random(5)
    for number in range(300):
        seats = generator.choice([2, 3, 4, 6, 9])
        game = Game.named(f"{generator.choice(['cash', 'nolimit', 'limit'])}-{seats}p")
        if generator.random() < 0.5:
            game = game.with_big_blind_ante(100)
        stacks = [generator.choice([30, 120, 500, 999, 5000]) for _ in range(seats)]
        hand = Hand(game, seed=number, number=number, stacks=stacks)
        agent = make_agent(f"random:seed={number}")
        while (seat := hand.actor) is not None:
            hand.act(agent.act(hand.view(seat)).action)
        seating = generator.sample(range(seats), seats)
        found = np.zeros((seats, seats))
        add_flows(hand, found, seating)
        exact = np.array([[float(chips) for chips in row] for row in flows(hand)])
        assert found[np.ix_(seating, seating)] == pytest.approx(exact, abs=1e-9)
