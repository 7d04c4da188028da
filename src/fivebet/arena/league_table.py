"""What came of a league: who won how much from whom, and two rankings.

Both are those of the computer poker competition: by *total bankroll*, what one
wins from all others on average, and by *instant run-off*, in which the last by
bankroll among those left is struck off, round by round, so that nobody ranks
high by exploiting the weak alone.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.ratings import Rating, ratings
from fivebet.arena.results import EventTally, Result
from fivebet.arena.statistics import Interval, averaged, interval

if TYPE_CHECKING:
    from fivebet.arena.league import League

__all__ = ["LeagueTable", "LeagueTally", "cross_of", "instant_runoff"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LeagueTable:
    """Who won how much from whom, in thousandths of a big blind a hand."""

    league: "League"
    hands: int
    cross: dict[tuple[int, int], Interval]
    """Row's winnings from column, both ways round, for those who have met."""
    bankrolls: tuple[Interval, ...]
    """Each agent's average over its opponents or tables."""
    ratings: tuple[Rating, ...]
    """A deal in all its seatings is a game, won by whoever won more chips."""
    spread_left: float
    """The standard deviation that is left without luck, as a share, over all tables."""
    failures: tuple[int, ...]

    def matrix(self) -> NDArray[np.float64]:
        """Means of the cross table, with zeros on the diagonal."""
        n = len(self.league.agents)
        means = np.zeros((n, n))
        for (i, j), found in self.cross.items():
            means[i, j] = found.mean
        return means

    def errors(self) -> NDArray[np.float64]:
        """Standard errors of the cross table."""
        n = len(self.league.agents)
        errors = np.zeros((n, n))
        for (i, j), found in self.cross.items():
            errors[i, j] = found.standard_error
        return errors

    def by_bankroll(self) -> list[int]:
        """Players, best first."""
        return sorted(range(len(self.bankrolls)), key=lambda i: -self.bankrolls[i].mean)

    def by_runoff(self) -> list[int]:
        """Players, best first."""
        return instant_runoff(self.matrix())


class LeagueTally:
    """Adds up a league, piece by piece."""

    def __init__(self, league: "League") -> None:
        self.league = league
        self._events: dict[int, EventTally] = {}

    def add(self, data: Mapping[str, Any]) -> None:
        """Some deals of one event."""
        number = data["event"]
        if number not in self._events:
            self._events[number] = self.league.events[number].tally(self.league.by_match)
        self._events[number].add(data)

    def results(self) -> list[tuple[tuple[int, ...], Result]]:
        """Who sits at each table that has played so far, and what came of it."""
        tables = self.league.tables
        return [(tables[number], tally.result()) for number, tally in self._events.items()]

    def result(self) -> LeagueTable:
        """The table, once everybody has played everybody."""
        return _add_up(self.league, self.results())


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


def _add_up(league: "League", results: list[tuple[tuple[int, ...], Result]]) -> LeagueTable:
    n = len(league.agents)
    wins = np.zeros((n, n))
    won: list[list[Floats]] = [[] for _ in range(n)]
    failures = [0] * n
    for table, result in results:
        for place, player in enumerate(table):
            won[player].append(result.mbb[:, place])
            failures[player] += result.standings[place].failures.times
        for (a, i), (b, j) in combinations(enumerate(table), 2):
            wins[i, j], wins[j, i] = np.array((wins[i, j], wins[j, i])) + _games_won(result, a, b)
    duels = league.game.seats == 2
    return LeagueTable(
        league=league,
        hands=sum(result.hands for _, result in results),
        cross=cross_of(results),
        bankrolls=tuple(_average(parts, duels) for parts in won),
        ratings=ratings(wins),
        spread_left=_spread_left([result for _, result in results]),
        failures=tuple(failures),
    )


def _spread_left(results: Sequence[Result]) -> float:
    raw = sum(float(result.winnings.var(axis=0).sum()) for result in results)
    best = (result.winnings if result.adjusted is None else result.adjusted for result in results)
    left = sum(float(each.var(axis=0).sum()) for each in best)
    return float((left / raw) ** 0.5) if raw else 1.0


def cross_of(results: list[tuple[tuple[int, ...], Result]]) -> dict[tuple[int, int], Interval]:
    """What each has won from each other at these tables, in mbb/hand, both ways round."""
    won: dict[tuple[int, int], list[Floats]] = defaultdict(list)
    for table, result in results:
        for (a, i), (b, j) in combinations(enumerate(table), 2):
            won[i, j].append(_pair(result, a, b))
            won[j, i].append(-won[i, j][-1])
    return {pair: interval(np.concatenate(parts)) for pair, parts in won.items()}


def _pair(result: Result, a: int, b: int) -> Floats:
    """What one has won from another: by unit heads-up, else over the whole event, luck and all."""
    if len(result.standings) == 2:
        return result.mbb[:, a]
    assert result.from_whom is not None
    return np.array([result.from_whom[a, b] * 1000 / result.event.game.big_blind / result.hands])


def _games_won(result: Result, a: int, b: int) -> tuple[float, float]:
    more = result.winnings[:, a] - result.winnings[:, b]
    drawn = 0.5 * float((more == 0).sum())
    return float((more > 0).sum()) + drawn, float((more < 0).sum()) + drawn


def _average(parts: Sequence[Floats], duels: bool) -> Interval:
    # At bigger tables the company weighs more than the cards: a table is the unit.
    if duels:
        return averaged([interval(part) for part in parts])
    return interval([part.mean() for part in parts])
