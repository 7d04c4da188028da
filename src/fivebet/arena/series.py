"""A series of tournaments among the same entrants, and what each of them got out of it.

Every tournament starts with fresh agents, so that tournaments are independent;
with rotations, those on the same decks are one block. Entrants of the same name
are counted together.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.registry import check_plays, make_agent
from fivebet.arena.director import Director
from fivebet.arena.match import hashed_seed, play_isolated
from fivebet.arena.players import Company, Notes, isolated, seat, watching
from fivebet.arena.results import failures_of, plain_failures
from fivebet.arena.statistics import Interval, interval
from fivebet.arena.tournament import Level, Schedule, Tournament
from fivebet.runs.executors import crew_of
from fivebet.runs.job import Played, play_contest
from fivebet.store.hands import KeptHand, kept_hand

__all__ = ["HANDS_A_TOURNAMENT", "Entry", "Series", "SeriesResult", "play_series"]

HANDS_A_TOURNAMENT = 100_000
"""More than are ever played: recorded hands are numbered on from tournament to tournament."""
_USUAL_HANDS = 12
"""A player: for the progress bar alone."""


@dataclass(frozen=True, kw_only=True)
class Series:
    """Tournaments to be played, as a contest."""

    tournament: Tournament
    clock: float = 60.0
    """Seconds after which an agent from a file is taken to hang."""

    def __post_init__(self) -> None:
        most = min(self.tournament.seats, len(self.players))
        for name in dict.fromkeys(self.players):
            agent = make_agent(name)
            for seats in (2, most):
                kinds = ("tournament", "nolimit", "cash")
                check_plays(name, agent, *(f"{kind}-{seats}p" for kind in kinds))

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody's names."""
        return self.tournament.agents

    @property
    def hands(self) -> int:
        """About as many as will be played."""
        return self.pieces * _USUAL_HANDS * len(self.players)

    @cached_property
    def remembers(self) -> bool:
        """Whether any agent does: within a tournament."""
        return any(getattr(make_agent(name), "remembers", False) for name in set(self.players))

    @property
    def pieces(self) -> int:
        """One for each tournament."""
        return self.tournament.count * self.tournament.rotations

    def follows(self, _: int) -> bool:
        """No tournament goes on from another."""
        return False

    def may_stop(self, number: int) -> bool:
        """After all of the same decks."""
        return (number + 1) % self.tournament.rotations == 0

    def isolated(self) -> "Series":
        """The same with foreign agents in processes of their own."""
        agents = tuple(isolated(name, self.clock) for name in self.players)
        return replace(self, tournament=replace(self.tournament, agents=agents))

    def play(self, number: int, _: bytes | None, every: int) -> Played:
        """One tournament."""
        director = Director(self.tournament, number)
        kept: list[KeptHand] = []
        with (
            watching(self.players, self.clock) as watch,
            Company(self._seated(number), watch) as company,
        ):
            while not director.over:
                for table in director.deal():
                    serial = number * HANDS_A_TOURNAMENT + table.hand.number
                    recorded = bool(every and number % every == 0)
                    notes = Notes() if recorded else None
                    company.play(table.hand, table.entrants, notes)
                    if notes:
                        kept.append(
                            kept_hand(
                                table.hand,
                                serial=serial,
                                seed=self.tournament.seed,
                                seating=table.entrants,
                                decisions=[(at, taken.reasons) for at, taken in notes.decisions],
                            )
                        )
                director.settle()
        finishes = director.finishes()
        data = {
            "places": [each.place for each in finishes],
            "prizes": [each.prize for each in finishes],
            "dealt": [each.hands for each in finishes],
            "hands": director.hands,
            "rounds": director.round,
            "failures": [plain_failures(each) for each in company.failures],
        }
        return Played(data, number, None, tuple(kept))

    def tally(self) -> "SeriesTally":
        """Adds up tournaments."""
        return SeriesTally(self)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        given, schedule = self.tournament, self.tournament.schedule
        return {
            "game": {"name": "tournament", "structure": "no-limit"},
            "agents": list(given.agents),
            "count": given.count,
            "seats": given.seats,
            "schedule": {
                "name": schedule.name,
                "stack": schedule.stack,
                "hands": schedule.hands,
                "levels": [
                    [level.small_blind, level.big_blind, level.ante] for level in schedule.levels
                ],
            },
            "payouts": list(given.payouts),
            "buy_in": given.buy_in,
            "rotations": given.rotations,
            "seed": given.seed,
            "clock": self.clock,
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Series":
        """The way back."""
        told = plain["schedule"]
        levels = tuple(Level(*level) for level in told["levels"])
        return cls(
            tournament=Tournament(
                agents=tuple(plain["agents"]),
                count=plain["count"],
                seats=plain["seats"],
                schedule=Schedule(told["name"], told["stack"], told["hands"], levels),
                payouts=tuple(plain["payouts"]),
                buy_in=plain["buy_in"],
                rotations=plain["rotations"],
                seed=plain["seed"],
            ),
            clock=plain["clock"],
        )

    def _seated(self, number: int) -> list[Any]:
        start = f"{self.tournament.seed}/tournament {number}/agent/"
        return [
            seat(name, hashed_seed(f"{start}{entrant}"), self.clock)
            for entrant, name in enumerate(self.players)
        ]


@dataclass(frozen=True)
class Entry:
    """How the entrants of one name did."""

    name: str
    entrants: int
    roi: Interval
    """Return on a buy-in: 0 breaks even, 1 doubles the money. Over blocks of the same decks."""
    place: Interval
    """The mean place."""
    in_the_money: float
    """How often a prize was won."""
    won: float
    """How often the tournament was, by one of them."""
    places: tuple[int, ...]
    """How often each place was taken, from the first on."""
    failures: Failures


@dataclass(frozen=True)
class SeriesResult:
    """What came of a series."""

    series: Series
    tournaments: int
    hands: int
    entries: tuple[Entry, ...]
    """By name, in the order in which names were given."""
    roi: NDArray[np.float64]
    """By block and entry."""


class SeriesTally:
    """Adds up tournaments."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._played: list[Mapping[str, Any]] = []

    def add(self, data: Mapping[str, Any]) -> None:
        """One tournament more."""
        self._played.append(data)

    def result(self) -> SeriesResult:
        """What came of those so far."""
        given = self._series.tournament
        prizes = np.array([each["prizes"] for each in self._played])
        places = np.array([each["places"] for each in self._played])
        roi = _blocks(prizes / given.buy_in - 1, given.rotations)
        mean_place = _blocks(places.astype(np.float64), given.rotations)
        entries = []
        columns = []
        for name in dict.fromkeys(given.agents):
            own = [i for i, agent in enumerate(given.agents) if agent == name]
            columns.append(roi[:, own].mean(axis=1))
            entries.append(
                Entry(
                    name=name,
                    entrants=len(own),
                    roi=interval(columns[-1]),
                    place=interval(mean_place[:, own].mean(axis=1)),
                    in_the_money=float((prizes[:, own] > 0).mean()),
                    won=float((places[:, own] == 1).any(axis=1).mean()),
                    places=_histogram(places[:, own], len(given.agents)),
                    failures=self._failures(own),
                )
            )
        return SeriesResult(
            series=self._series,
            tournaments=len(self._played),
            hands=sum(each["hands"] for each in self._played),
            entries=tuple(entries),
            roi=np.stack(columns, axis=1),
        )

    def _failures(self, entrants: Sequence[int]) -> Failures:
        found = Failures()
        for played in self._played:
            for entrant in entrants:
                found.merge(failures_of(played["failures"][entrant]))
        return found


def play_series(
    series: Series,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
) -> SeriesResult:
    """Play all tournaments of a series."""
    crew = crew_of(workers, executor, series.pieces)
    return play_contest(series, crew, progress=progress, rescue=play_isolated)


def _blocks(values: NDArray[np.float64], rotations: int) -> NDArray[np.float64]:
    """Means over the tournaments on the same decks; the last block may be short."""
    starts = range(0, len(values), rotations)
    return np.array([values[start : start + rotations].mean(axis=0) for start in starts])


def _histogram(places: NDArray[np.int64], players: int) -> tuple[int, ...]:
    counted = Counter(places.ravel().tolist())
    return tuple(counted[place] for place in range(1, players + 1))
