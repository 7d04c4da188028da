from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.evolved import Evolved
from fivebet.agents.players.networks import Brain, Scaling, weights_needed
from fivebet.arena.compiled_tournaments import (
    HABITS,
    Player,
    TournamentBatch,
    entrant_seeds,
    play_batch,
)
from fivebet.arena.director import Director
from fivebet.arena.tournament import Level, Schedule, Tournament
from fivebet.errors import AgentError, GameError
from fivebet.game.agent import Agent
from fivebet.opponents import Tally

FAST = Schedule("fast", 200, 2, (Level(5, 10, 1), Level(10, 20, 2), Level(25, 50, 5)))
STATIC = ("fold", "call", "raise", "random", "random:mix=moik", "random:mix=1/2/3/4")


def brain(seed: int, layers: tuple[int, ...]) -> Brain:
    weights = np.random.default_rng(seed).normal(0, 1, weights_needed(layers))
    return Brain(layers, weights.astype(np.float32))


def agent(player: Player, seed: int, seen: Tally) -> Agent:
    if isinstance(player, str):
        return make_agent(player, seed=seed)
    evolved = Evolved.__new__(Evolved)
    evolved.brain, evolved.seed, evolved.seen = player, seed, seen
    return evolved


def play_with_the_director(
    tournament: Tournament, players: Sequence[Player], numbers: range
) -> tuple[list[int], list[Director], Tally]:
    """The same sitting in Python, everybody seeing what is done at all tables."""
    seen, trace, played = Tally(), [], []
    for number in numbers:
        director = Director(tournament, number)
        seeds = entrant_seeds(tournament, number)
        agents = [agent(who, int(seed), seen) for who, seed in zip(players, seeds, strict=True)]
        while not director.over:
            for table in director.deal():
                hand = table.hand
                while (seat := hand.actor) is not None:
                    hand.act(agents[table.entrants[seat]].act(hand.view(seat)).action)
                seen.observe(hand, hand.players)
                trace += [table.table, len(table.entrants), len(hand.moves)]
                for entrant, payoff in zip(table.entrants, hand.payoffs, strict=True):
                    trace += [entrant, int(payoff)]
            director.settle()
        played.append(director)
    return trace, played, seen


def check_equal(
    series: TournamentBatch, tournament: Tournament, players: Sequence[Player]
) -> Tally:
    numbers = range(len(series.places))
    trace, directors, seen = play_with_the_director(tournament, players, numbers)
    assert series.trace.tolist() == trace
    for number, director in enumerate(directors):
        finishes = director.finishes()
        assert series.places[number].tolist() == [each.place for each in finishes]
        assert series.prizes[number].tolist() == pytest.approx([each.prize for each in finishes])
        assert series.counts[number, :, 0].tolist() == [each.hands for each in finishes]
    assert series.dealt == sum(director.hands for director in directors)
    return seen


@settings(max_examples=25)
@given(
    field=st.lists(st.sampled_from(STATIC), min_size=2, max_size=34),
    seats=st.integers(2, 10),
    seed=st.integers(0, 10**6),
    rotations=st.integers(1, 2),
)
def test_compiled_tournaments_are_the_directors_hand_by_hand(
    field: list[str], seats: int, seed: int, rotations: int
) -> None:
    tournament = Tournament(
        agents=tuple(field),
        seats=seats,
        schedule=FAST,
        seed=seed,
        rotations=rotations,
        payouts=(0.6, 0.4),
    )
    check_equal(play_batch(tournament, count=3, trace=True), tournament, field)


@pytest.mark.parametrize(
    ("layers", "scaling"),
    [((16, 12, 3), "stretched"), ((40, 22, 3), "unit"), ((40, 7, 5, 3), "stretched")],
)
def test_networks_play_the_same_compiled_and_not(layers: tuple[int, ...], scaling: Scaling) -> None:
    players: list[Player] = [replace(brain(seed, layers), scaling=scaling) for seed in range(12)]
    players += ["fold", "call", "random:mix=moik"]
    tournament = Tournament(agents=("x",) * 15, seats=5, schedule=FAST, seed=5, payouts=(1.0,))
    check_equal(
        play_batch(tournament, players, count=3, exact=True, trace=True), tournament, players
    )


def test_habits_are_those_of_the_shared_statistics() -> None:
    players: list[Player] = [*STATIC, *STATIC, brain(1, (16, 12, 3)), brain(2, (40, 22, 3))]
    tournament = Tournament(agents=("x",) * 14, seats=6, schedule=FAST, seed=8, payouts=(1.0,))
    series = play_batch(tournament, players, count=4, exact=True, trace=True)
    seen = check_equal(series, tournament, players)
    for entrant in range(14):
        counted = dict(zip(HABITS, series.habits[entrant].tolist(), strict=True))
        known = seen[f"player {entrant + 1}"]
        assert (known.vpip.times, known.vpip.opportunities) == (
            counted["entered"],
            counted["decided"],
        )
        assert known.pfr.times == counted["raised_first"] <= counted["entered"]
        acted = counted["raised"] + counted["called"] + counted["folded"]
        aggression = known.aggression_frequency_by_hands
        assert (aggression.times, aggression.opportunities) == (counted["raised"], acted)


@settings(max_examples=30)
@given(players=st.integers(2, 60), seats=st.integers(2, 10), seed=st.integers(0, 10**6))
def test_chips_are_conserved_and_places_a_permutation(players: int, seats: int, seed: int) -> None:
    field = tuple(STATIC[i % len(STATIC)] for i in range(players))
    tournament = Tournament(agents=field, seats=seats, seed=seed, payouts=(1.0,), schedule=FAST)
    series = play_batch(tournament, count=4)
    won, lost = series.counts[:, :, 3], series.counts[:, :, 4]
    assert (won.sum(axis=1) == lost.sum(axis=1)).all()
    for number, places in enumerate(series.places):
        assert sorted(places) == list(range(1, players + 1))
        gained = won[number] - lost[number]
        assert gained[places.argmin()] == 200 * (players - 1)
        assert (gained[places > 1] == -200).all()
    assert series.prizes.sum(axis=1) == pytest.approx(100 * players)


def test_a_batch_is_its_tournaments_one_by_one_where_nobody_looks_at_habits() -> None:
    tournament = Tournament(agents=STATIC * 4, seed=3, schedule=FAST)
    whole = play_batch(tournament, count=5, start=2)
    parts = TournamentBatch.concatenate(
        [play_batch(tournament, start=2, count=2), play_batch(tournament, start=4, count=3)]
    )
    assert (whole.places == parts.places).all()
    assert (whole.counts == parts.counts).all()
    assert (whole.habits == parts.habits).all()


@pytest.mark.parametrize("count", [0, -1])
def test_no_batch_is_empty(count: int) -> None:
    with pytest.raises(GameError, match=f"{count} tournaments cannot be played"):
        play_batch(Tournament(agents=("fold", "call")), count=count)


def test_who_does_not_run_compiled_is_told_so() -> None:
    with pytest.raises(AgentError, match="'tight' does not run compiled"):
        play_batch(Tournament(agents=("tight", "call")))
    with pytest.raises(AgentError, match="3 players for 2 entrants"):
        play_batch(Tournament(agents=("x", "x")), ["call"] * 3)
