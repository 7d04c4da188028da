"""A series of tournaments among the same entrants, and what each of them made of it.

Every tournament starts with fresh agents, so that tournaments are independent;
with rotations, those on the same decks are one block. Entrants of the same name
are counted together.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import isolated_name
from fivebet.agents.hosting.players import HandNotes, Players
from fivebet.agents.hosting.registry import agent_traits, check_plays
from fivebet.agents.hosting.traits import AgentTraits
from fivebet.arena.director import Director
from fivebet.arena.match import hashed_seed
from fivebet.arena.statistics import Interval, interval
from fivebet.arena.tournament import Level, Schedule, Tournament
from fivebet.notebook import table_html
from fivebet.runs.executors import make_executor
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.runs.runner import run_job
from fivebet.store.hands import StoredHand

HANDS_A_TOURNAMENT = 100_000
"""More than are ever played, so that recorded hands have numbers of their own."""
_HANDS_A_PLAYER = 12
"""A guess, for the progress bar alone."""


@dataclass(frozen=True, kw_only=True)
class TournamentSeries(Job["TournamentResult"]):
    """Tournaments among the same entrants, as a job."""

    tournament: Tournament
    clock: float = 60.0
    """The seconds after which an agent from a file is taken to hang."""

    def __post_init__(self) -> None:
        most = min(self.tournament.seats, len(self.players))
        for name, traits in self._traits().items():
            for seats in (2, most):
                check_plays(name, traits, f"tournament-{seats}p")

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all entrants."""
        return self.tournament.agents

    @property
    def hands(self) -> int:
        """About as many hands as will be played."""
        return self.chunks * _HANDS_A_PLAYER * len(self.players)

    @cached_property
    def remembers(self) -> bool:
        """Whether any agent remembers, within a tournament."""
        return any(traits.remembers for traits in self._traits().values())

    @property
    def chunks(self) -> int:
        """One chunk for each tournament."""
        return self.tournament.count * self.tournament.rotations

    def is_checkpoint(self, number: int) -> bool:
        """Return whether all tournaments of the same decks are played."""
        return (number + 1) % self.tournament.rotations == 0

    def isolated(self) -> "TournamentSeries":
        """Return the same series with agents from files in processes of their own."""
        agents = tuple(isolated_name(name, self.clock) for name in self.players)
        return replace(self, tournament=replace(self.tournament, agents=agents))

    def run_chunk(self, number: int, _: bytes | None, record_every: int) -> ChunkResult:
        """Play one tournament."""
        director = Director(self.tournament, number)
        recorded: list[StoredHand] = []
        is_recorded = bool(record_every and number % record_every == 0)
        seeds = [self._agent_seed(number, entrant) for entrant in range(len(self.players))]
        names = [self.tournament.named_prizes(name) for name in self.players]
        with Players.seated(names, seeds, self.clock) as players:
            while not director.over:
                for table in director.deal():
                    serial = number * HANDS_A_TOURNAMENT + table.hand.number
                    notes = HandNotes() if is_recorded else None
                    players.play(table.hand, table.entrants, notes)
                    if notes:
                        recorded.append(
                            StoredHand.from_hand(
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
            "failures": [each.to_dict() for each in players.failures],
        }
        return ChunkResult(data, number, None, tuple(recorded))

    def reducer(self) -> "Collected[TournamentResult]":
        """Return a new reducer."""
        return Collected(partial(_add_up, self))

    def to_dict(self) -> dict[str, Any]:
        """Return the series as JSON data."""
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
    def from_dict(cls, data: Mapping[str, Any]) -> "TournamentSeries":
        """Return the series that `to_dict` has written."""
        schedule = data["schedule"]
        levels = tuple(Level(*level) for level in schedule["levels"])
        return cls(
            tournament=Tournament(
                agents=tuple(data["agents"]),
                count=data["count"],
                seats=data["seats"],
                schedule=Schedule(schedule["name"], schedule["stack"], schedule["hands"], levels),
                payouts=tuple(data["payouts"]),
                buy_in=data["buy_in"],
                rotations=data["rotations"],
                seed=data["seed"],
            ),
            clock=data["clock"],
        )

    def _agent_seed(self, number: int, entrant: int) -> int:
        return hashed_seed(f"{self.tournament.seed}/tournament {number}/agent/{entrant}")

    def _traits(self) -> dict[str, AgentTraits]:
        """Return what the entrants say of themselves, by name."""
        first = {name: entrant for entrant, name in reversed(list(enumerate(self.players)))}
        return {
            name: agent_traits(isolated_name(name, self.clock), self._agent_seed(0, first[name]))
            for name in dict.fromkeys(self.players)
        }


@dataclass(frozen=True)
class Entry:
    """How the entrants of one name did."""

    name: str
    entrants: int
    roi: Interval
    """The return on a buy-in, over blocks of the same decks: 0 breaks even, 1 doubles it."""
    place: Interval
    """The mean place."""
    in_the_money: float
    """How often a prize was won."""
    won: float
    """How often one of them won the tournament."""
    places: tuple[int, ...]
    """How often each place was taken, from the first on."""
    failures: Failures
    pool_share: float = 0.0
    """The share of all prizes that they won together."""
    dealt: float = 0.0
    """The mean number of hands that one of them was dealt."""


@dataclass(frozen=True, repr=False)
class TournamentResult:
    """What a series comes to."""

    series: TournamentSeries
    tournaments: int
    hands: int
    entries: tuple[Entry, ...]
    """One for each name, in the order in which names were given."""
    roi: NDArray[np.float64]
    """The return, by block and entry."""
    rounds: float = 0.0
    """The mean number of hands at the table that played to the end."""
    half_out: float = 0.0
    """The mean number of hands that half of the entrants were dealt at most."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one mapping for each name, as `pandas.DataFrame` takes them."""
        return [
            {
                "agent": entry.name.removeprefix("local::"),
                "entrants": entry.entrants,
                "roi": entry.roi.mean,
                "low": entry.roi.low,
                "high": entry.roi.high,
                "mean_place": entry.place.mean,
                "in_the_money": entry.in_the_money,
                "won": entry.won,
                "failures": entry.failures.times,
            }
            for entry in self.entries
        ]

    def __repr__(self) -> str:
        roi = (f"{row['agent']} {row['roi']:+.0%}" for row in self.rows())
        return f"<TournamentResult of {self.tournaments} tournaments: ROI {', '.join(roi)}>"

    def _repr_html_(self) -> str:
        return table_html(self.rows(), f"{self.tournaments} tournaments, {self.hands:,} hands")


def _add_up(series: TournamentSeries, played: list[Mapping[str, Any]]) -> TournamentResult:
    given = series.tournament
    prizes = np.array([each["prizes"] for each in played])
    places = np.array([each["places"] for each in played])
    dealt = np.array([each["dealt"] for each in played])
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
                failures=_merged_failures(played, own),
                pool_share=float(prizes[:, own].sum() / prizes.sum()),
                dealt=float(dealt[:, own].mean()),
            )
        )
    return TournamentResult(
        series=series,
        tournaments=len(played),
        hands=sum(each["hands"] for each in played),
        entries=tuple(entries),
        roi=np.stack(columns, axis=1),
        rounds=float(np.mean([each["rounds"] for each in played])),
        half_out=float(np.median(dealt, axis=1).mean()),
    )


def _merged_failures(played: list[Mapping[str, Any]], entrants: Sequence[int]) -> Failures:
    failures = Failures()
    for each in played:
        for entrant in entrants:
            failures.merge(Failures.from_dict(each["failures"][entrant]))
    return failures


def play_tournaments(
    series: TournamentSeries,
    workers: int = 1,
    on_progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
    trust: bool = False,
) -> TournamentResult:
    """Play all tournaments of a series; `trust` agents from files to run in the workers."""
    workers_of = make_executor(workers, executor, series.chunks, trust=trust)
    return run_job(series, workers_of, on_progress=on_progress)


def _blocks(values: NDArray[np.float64], rotations: int) -> NDArray[np.float64]:
    """Return means over the tournaments on the same decks; the last block may be short."""
    starts = range(0, len(values), rotations)
    return np.array([values[start : start + rotations].mean(axis=0) for start in starts])


def _histogram(places: NDArray[np.int64], players: int) -> tuple[int, ...]:
    counted = Counter(places.ravel().tolist())
    return tuple(counted[place] for place in range(1, players + 1))
