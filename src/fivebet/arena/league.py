"""A league: everybody against everybody, heads-up, each deal with seats switched.

Two rankings of the computer poker competition: by *total bankroll*, what one
wins from all others on average, and by *instant run-off*, in which the last by
bankroll among those left is struck off, round by round, so that nobody ranks
high by exploiting the weak alone.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.event import Event, Result, Seats, play_event
from fivebet.arena.statistics import Interval, interval
from fivebet.errors import GameError
from fivebet.game import Game

__all__ = ["League", "LeagueTable", "instant_runoff", "play_league"]


@dataclass(frozen=True, kw_only=True)
class League:
    """What is to be played: so many deals between each two agents."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    seed: int = 0

    def __post_init__(self) -> None:
        if self.game.seats != 2:
            raise GameError(f"{self.game} has {self.game.seats} seats: a league is played heads-up")
        if len(self.agents) < 2:
            raise GameError(f"{len(self.agents)} agents make no league: give two or more")

    def pairs(self) -> list[tuple[int, int]]:
        """Everybody against everybody else once."""
        n = len(self.agents)
        return [(i, j) for i in range(n) for j in range(i + 1, n)]


@dataclass(frozen=True)
class LeagueTable:
    """Who won how much from whom, in thousandths of a big blind a hand."""

    league: League
    hands: int
    cross: dict[tuple[int, int], Interval]
    """Row's winnings from column, both ways round."""
    bankrolls: tuple[Interval, ...]
    """Each agent's average over its opponents."""
    failures: tuple[int, ...]

    def matrix(self) -> NDArray[np.float64]:
        """Means of the cross table, with zeros on the diagonal."""
        n = len(self.league.agents)
        means = np.zeros((n, n))
        for (i, j), found in self.cross.items():
            means[i, j] = found.mean
        return means

    def by_bankroll(self) -> list[int]:
        """Players, best first."""
        return sorted(range(len(self.bankrolls)), key=lambda i: -self.bankrolls[i].mean)

    def by_runoff(self) -> list[int]:
        """Players, best first."""
        return instant_runoff(self.matrix())


def play_league(
    league: League,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
) -> LeagueTable:
    """Play all matches of a league."""
    pairs = league.pairs()
    results: dict[tuple[int, int], Result] = {}
    for done, (i, j) in enumerate(pairs):
        event = Event(
            game=league.game,
            agents=(league.agents[i], league.agents[j]),
            deals=league.deals,
            seed=league.seed,
            seats=Seats.ROTATED,
        )
        results[i, j] = play_event(
            event,
            workers,
            partial(_report, progress, done, len(pairs)),
            executor,
        )
    return _add_up(league, results)


def _report(progress: Callable[[float], None], done: int, matches: int, part: float) -> None:
    progress((done + part) / matches)


def instant_runoff(winnings: NDArray[np.float64]) -> list[int]:
    """Players by the round in which they are struck off, the last one left first.

    >>> instant_runoff(np.array([[0, -1, 9], [1, 0, 2], [-9, -2, 0]]))
    [1, 0, 2]
    """
    left = list(range(len(winnings)))
    struck: list[int] = []
    while left:
        totals = winnings[np.ix_(left, left)].sum(axis=1)
        struck.append(left.pop(int(np.argmin(totals))))
    return struck[::-1]


def _add_up(league: League, results: dict[tuple[int, int], Result]) -> LeagueTable:
    n = len(league.agents)
    scale = 1000 / league.game.big_blind
    cross: dict[tuple[int, int], Interval] = {}
    blocks: list[list[NDArray[np.float64]]] = [[] for _ in range(n)]
    failures = [0] * n
    for (i, j), result in results.items():
        ours = result.winnings[:, 0] * scale
        cross[i, j], cross[j, i] = interval(ours), interval(-ours)
        blocks[i].append(ours)
        blocks[j].append(-ours)
        for player, standing in zip((i, j), result.standings, strict=True):
            failures[player] += standing.failures.times
    return LeagueTable(
        league=league,
        hands=sum(result.hands for result in results.values()),
        cross=cross,
        bankrolls=tuple(_average(parts) for parts in blocks),
        failures=tuple(failures),
    )


def _average(parts: Sequence[NDArray[np.float64]]) -> Interval:
    # The same deals are dealt in every match: a deal is the unit, over all opponents.
    return interval(np.mean(parts, axis=0))
