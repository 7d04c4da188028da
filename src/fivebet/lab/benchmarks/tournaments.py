"""Tournaments of networks, and the hand strength that they look at.

The goal for tournaments is Moik's whole first experiment, 200,000 tournaments and
100,000 of evaluation, in an hour on two cores; that for hand strength is the thesis's own
estimate by 1,000 random games, in the same run.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

import numpy as np

from fivebet._core import sampled_strength
from fivebet.agents.players.networks import Brain
from fivebet.arena.compiled_tournaments import play_batch
from fivebet.arena.tournament import Tournament
from fivebet.cards.showdown_strength import strength_table
from fivebet.lab.benchmarks.measure import Measurement, seconds
from fivebet.lab.evolution.experiment import EXPERIMENTS
from fivebet.streams import Stream

_TOURNAMENTS_AN_HOUR = 300_000
_COUNT = 100
_SPOTS = 300
_GAMES = 1000
_MANY_GAMES = 400_000


@cache
def _evolved(name: str) -> tuple[Brain, ...]:
    """Return a population after a few generations: its tournaments are as long as most are."""
    from fivebet.lab.evolution.evolve import evolve  # noqa: PLC0415 - only when measured
    from fivebet.lab.evolution.experiment import experiment_named  # noqa: PLC0415

    strength_table()
    experiment = experiment_named(name, generations=5, tournaments=25)
    *_, (population, _) = evolve(experiment)
    genes = [*population.players, *population.fame]
    return tuple(experiment.brain(each) for each in genes)


def _play(players: Sequence[Brain], start: int) -> int:
    schedule = EXPERIMENTS["base"].schedule
    tournament = Tournament(agents=("network",) * len(players), schedule=schedule, seed=1)
    return play_batch(tournament, players, start=start, count=_COUNT).dealt


def _tournaments(name: str, experiment: str, threads: int, hands: bool) -> Measurement:
    players = _evolved(experiment)
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        dealt = sum(pool.map(partial(_play, players), range(0, threads * _COUNT, _COUNT)))
        took = time.perf_counter() - began
    if hands:
        return Measurement(name, dealt / took, "hands/s", True)
    goal = _TOURNAMENTS_AN_HOUR / 3600 if threads == 2 and experiment == "base" else None
    return Measurement(name, threads * _COUNT / took, "tournaments/s", True, goal)


def _spots() -> list[tuple[list[int], list[int], int]]:
    stream = Stream(2, "benchmark")
    spots = []
    for number in range(_SPOTS):
        deck = stream.shuffled(range(52))
        spots.append((deck[:2], deck[2 : 5 + number % 3], 1 + stream.below(4)))
    return spots


def _by_games(hole: list[int], board: list[int], opponents: int, games: int) -> float:
    """Estimate hand strength as section 4.2.2 does."""
    return sampled_strength(_mask(hole), _mask(board), opponents, games, seed=games)


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


@cache
def _true() -> list[float]:
    return [_by_games(*spot, _MANY_GAMES) for spot in _spots()]


def _speed(name: str) -> Measurement:
    tables, spots = strength_table(), _spots()

    def per_call(work: Callable[[], object]) -> float:
        return 1e6 * seconds(work) / len(spots)

    ours = per_call(lambda: [tables.strength(_mask(h), _mask(b), n) for h, b, n in spots])
    games = per_call(lambda: [_by_games(*spot, _GAMES) for spot in spots])
    return Measurement(name, ours, "µs", False, games, {"1,000 games": games})


def _error(name: str) -> Measurement:
    tables = strength_table()
    ours = [tables.strength(_mask(h), _mask(b), n) for h, b, n in _spots()]
    games = [_by_games(*spot, _GAMES) for spot in _spots()]
    error = 100 * float(np.sqrt(np.mean(np.subtract(ours, _true()) ** 2)))
    of_games = 100 * float(np.sqrt(np.mean(np.subtract(games, _true()) ** 2)))
    return Measurement(
        name, error, "% (root mean square)", False, of_games, {"1,000 games": of_games}
    )


BENCHMARKS: dict[str, Callable[[str], Measurement]] = {
    f"tournament: {experiment}, {unit}, {'one core' if threads == 1 else 'two cores'}": partial(
        _tournaments, experiment=experiment, threads=threads, hands=unit == "hands"
    )
    for experiment in ("base", "hof-opm")
    for threads in (1, 2)
    for unit in ("tournaments", "hands")
} | {
    "hand strength: after the flop, time": _speed,
    "hand strength: after the flop, error": _error,
}
