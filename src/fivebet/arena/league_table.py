"""What a league comes to: who won how much from whom, and two rankings.

Both are those of the computer poker competition: by *total bankroll*, what one
wins from all others on average, and by *instant run-off*, in which the last by
bankroll among those left is struck off, round by round, so that nobody ranks
high by exploiting the weak alone.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.learning import LearningCurve, first_deals, learning_curves, repeat_spread
from fivebet.arena.match_series import SeriesReducer
from fivebet.arena.ratings import Rating, ratings
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import Interval, averaged, interval
from fivebet.notebook import table_html

if TYPE_CHECKING:
    from fivebet.arena.league import League

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
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
    """The share of the standard deviation that is left without luck, over all tables."""
    failures: tuple[int, ...]
    early: "EarlyFigures | None" = None
    """The figures of the first deals of each match, if the league adds them up apart."""
    learning: tuple[LearningCurve, ...] = ()
    """The curves of the agents that remember, if the league draws them."""
    repeat_spread: Interval | None = None
    """How far repeats of matches in which anybody remembers lie apart, by their deals' spread."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one mapping for each agent, best first, as `pandas.DataFrame` takes them."""
        runoff = self.by_runoff()
        return [
            {
                "agent": self._name(player),
                "mbb_per_hand": self.bankrolls[player].mean,
                "low": self.bankrolls[player].low,
                "high": self.bankrolls[player].high,
                "elo": self.ratings[player].points,
                "runoff_rank": runoff.index(player) + 1,
                "failures": self.failures[player],
            }
            for player in self.by_bankroll()
        ]

    def cross_rows(self) -> list[dict[str, Any]]:
        """Return what each agent has won from each other, one mapping for each pair."""
        return [
            {
                "agent": self._name(i),
                "opponent": self._name(j),
                "mbb_per_hand": won.mean,
                "low": won.low,
                "high": won.high,
            }
            for (i, j), won in self.cross.items()
        ]

    def _name(self, player: int) -> str:
        return self.league.agents[player].removeprefix("local::")

    def __repr__(self) -> str:
        won = (f"{row['agent']} {row['mbb_per_hand']:+,.0f}" for row in self.rows())
        return (
            f"<LeagueTable of {self.hands} hands of {self.league.game}: {', '.join(won)} mbb/hand>"
        )

    def _repr_html_(self) -> str:
        caption = f"{self.league.game}, {self.hands:,} hands, mbb/hand with 95 % intervals"
        return table_html(self.rows(), caption)

    def matrix(self) -> NDArray[np.float64]:
        """Return the means of the cross table, with zeros on the diagonal."""
        n = len(self.league.agents)
        means = np.zeros((n, n))
        for (i, j), won in self.cross.items():
            means[i, j] = won.mean
        return means

    def errors(self) -> NDArray[np.float64]:
        """Return the standard errors of the cross table."""
        n = len(self.league.agents)
        errors = np.zeros((n, n))
        for (i, j), won in self.cross.items():
            errors[i, j] = won.standard_error
        return errors

    def by_bankroll(self) -> list[int]:
        """Return the players, best first."""
        return sorted(range(len(self.bankrolls)), key=lambda i: -self.bankrolls[i].mean)

    def by_runoff(self) -> list[int]:
        """Return the players, best first."""
        return instant_runoff(self.matrix())


@dataclass(frozen=True)
class EarlyFigures:
    """What a league comes to if matches in which anybody remembers end early."""

    cross: dict[tuple[int, int], Interval]
    bankrolls: tuple[Interval, ...]


class LeagueReducer(SeriesReducer):
    """Adds up a league, chunk by chunk."""

    def __init__(self, league: "League") -> None:
        super().__init__(league, league.by_match)
        self.league = league

    def result(self) -> LeagueTable:
        """Return the table, once everybody has played everybody."""
        return _add_up(self.league, self.results())


def instant_runoff(winnings: NDArray[np.float64]) -> list[int]:
    """Return the players by the round in which they are struck off, the last one left first.

    >>> instant_runoff(np.array([[0, -1, 9], [1, 0, 2], [-9, -2, 0]]))
    [1, 0, 2]
    """
    left = list(range(len(winnings)))
    struck: list[int] = []
    while left:
        totals = winnings[np.ix_(left, left)].sum(axis=1)
        struck.append(left.pop(int(np.argmin(totals))))
    return struck[::-1]


def _add_up(league: "League", results: list[tuple[tuple[int, ...], MatchResult]]) -> LeagueTable:
    n = len(league.agents)
    wins = np.zeros((n, n))
    failures = [0] * n
    for table, result in results:
        for place, player in enumerate(table):
            failures[player] += result.standings[place].failures.times
        for (a, i), (b, j) in combinations(enumerate(table), 2):
            wins[i, j], wins[j, i] = np.array((wins[i, j], wins[j, i])) + _games_won(result, a, b)
    return LeagueTable(
        league=league,
        hands=sum(result.hands for _, result in results),
        cross=cross_table(results),
        bankrolls=_bankrolls(league, [(table, result.mbb) for table, result in results]),
        ratings=ratings(wins),
        spread_left=_spread_left([result for _, result in results]),
        failures=tuple(failures),
        early=_early(league, results) if league.early else None,
        learning=learning_curves(league.agents, league.spans, results) if league.spans else (),
        repeat_spread=None if league.by_match else repeat_spread(results),
    )


def _bankrolls(
    league: "League", played: Sequence[tuple[tuple[int, ...], Floats]]
) -> tuple[Interval, ...]:
    """Return each agent's average from what was won at each table, by unit and player."""
    won: list[list[Floats]] = [[] for _ in league.agents]
    for table, mbb in played:
        for place, player in enumerate(table):
            won[player].append(mbb[:, place])
    duels = league.game.seats == 2
    return tuple(_average(parts, duels) for parts in won)


def _early(
    league: "League", results: Sequence[tuple[tuple[int, ...], MatchResult]]
) -> EarlyFigures:
    played = []
    cross: dict[tuple[int, int], Interval] = {}
    for table, result in results:
        mbb = first_deals(result, league.early_deals(result.match.agents))
        played.append((table, mbb))
        if len(table) == 2:
            i, j = table
            cross[i, j], cross[j, i] = interval(mbb[:, 0]), interval(mbb[:, 1])
    return EarlyFigures(cross, _bankrolls(league, played))


def _spread_left(results: Sequence[MatchResult]) -> float:
    raw = sum(float(result.winnings.var(axis=0).sum()) for result in results)
    best = (result.winnings if result.adjusted is None else result.adjusted for result in results)
    left = sum(float(each.var(axis=0).sum()) for each in best)
    return float((left / raw) ** 0.5) if raw else 1.0


def cross_table(
    results: list[tuple[tuple[int, ...], MatchResult]],
) -> dict[tuple[int, int], Interval]:
    """Return what each has won from each other at these tables, in mbb/hand, both ways round."""
    won: dict[tuple[int, int], list[Floats]] = defaultdict(list)
    for table, result in results:
        for (a, i), (b, j) in combinations(enumerate(table), 2):
            won[i, j].append(_pair(result, a, b))
            won[j, i].append(-won[i, j][-1])
    return {pair: interval(np.concatenate(parts)) for pair, parts in won.items()}


def _pair(result: MatchResult, a: int, b: int) -> Floats:
    """Return what one won from another: by unit heads-up, else over the whole match, with luck."""
    if len(result.standings) == 2:
        return result.mbb[:, a]
    assert result.from_whom is not None
    return np.array([result.from_whom[a, b] * 1000 / result.match.game.big_blind / result.hands])


def _games_won(result: MatchResult, a: int, b: int) -> tuple[float, float]:
    more = result.winnings[:, a] - result.winnings[:, b]
    drawn = 0.5 * float((more == 0).sum())
    return float((more > 0).sum()) + drawn, float((more < 0).sum()) + drawn


def _average(parts: Sequence[Floats], duels: bool) -> Interval:
    # At bigger tables the company weighs more than the cards: a table is the unit.
    if duels:
        return averaged([interval(part) for part in parts])
    return interval([part.mean() for part in parts])
