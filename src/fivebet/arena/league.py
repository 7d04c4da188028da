"""A league: everybody against everybody, each deal in rotated seats.

Heads-up each two play a match, on cards of their own: an average over opponents
is surer than on cards that all of them share. At bigger tables as many tables are drawn as make
everybody sit at some number of them, such that all meet about equally often.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from fivebet.arena.league_table import LeagueReducer, LeagueTable
from fivebet.arena.match import DealsJob, Match, Seats, hashed_seed
from fivebet.arena.match_series import MatchSeries
from fivebet.errors import GameError
from fivebet.runs.executors import make_executor
from fivebet.runs.job import ADDED_LATER
from fivebet.runs.runner import run_job
from fivebet.streams import Stream


@dataclass(frozen=True)
class Pace:
    """How much is played at a table where any of some slow agents sits."""

    agents: tuple[str, ...]
    deals: int
    matches: int = 1
    learning: int = 0
    """The deals of a match in which anybody remembers; as many as of the others unless given."""
    early: int = 0
    """As the league's `early`, at these tables."""

    def to_dict(self) -> dict[str, Any]:
        """Return the pace as JSON data; leagues of older versions did not have the last two."""
        return {key: value for key, value in asdict(self).items() if value}


def _read_pace(data: Mapping[str, Any] | None) -> Pace | None:
    return Pace(**{**data, "agents": tuple(data["agents"])}) if data else None


@dataclass(frozen=True, kw_only=True)
class League(MatchSeries[LeagueTable]):
    """A number of deals between each two agents, or at each table."""

    by_deal: bool = False
    """Whether intervals rest on deals even if agents remember those before in a match."""
    slow: Pace | None = None
    """The agents that think for long, and play less."""
    rounds: int = 10
    """The number of tables each agent sits at, if they have more than two seats."""
    spans: tuple[int, ...] = field(default=(), metadata=ADDED_LATER)
    """The hands of a match at which the spans of learning curves end, if any are drawn."""
    early: int = field(default=0, metadata=ADDED_LATER)
    """The first deals of each match that are added up apart, where anybody remembers; 0: none."""

    readers: ClassVar = {**DealsJob.readers, "slow": _read_pace, "spans": tuple}

    def __post_init__(self) -> None:
        if len(self.agents) < self.game.seats:
            raise GameError(
                f"{len(self.agents)} agents make no league of {self.game}: "
                f"give {self.game.seats} or more"
            )
        if self.rounds < 1:
            raise GameError(f"{self.rounds} rounds cannot be played: give 1 or more")

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The players at each table: every pair, or tables that are drawn."""
        players, seats = len(self.agents), self.game.seats
        if seats == 2:
            return tuple(combinations(range(players), 2))
        return _drawn(players, seats, -(-players * self.rounds // seats), self.seed)

    @cached_property
    def table_matches(self) -> tuple[Match, ...]:
        """One match for each table, with deals of its own."""
        return tuple(
            self._match(hashed_seed(f"{self.seed}/table/{number}"), table)
            for number, table in enumerate(self.tables)
        )

    @property
    def remembers(self) -> bool:
        """Whether any agent remembers."""
        return any(match.remembers for match in self.table_matches)

    @property
    def by_match(self) -> bool:
        """Whether intervals rest on repeats, at all tables alike."""
        return self.remembers and self.matches > 1 and not self.by_deal

    def is_checkpoint(self, number: int) -> bool:
        """Return whether everybody has played everybody."""
        return number == self.chunks - 1

    def reducer(self) -> LeagueReducer:
        """Return a new reducer."""
        return LeagueReducer(self)

    def early_deals(self, agents: tuple[str, ...]) -> int:
        """Return how many of the first deals at a table are added up apart."""
        slow = self._pace(agents)
        return slow.early if slow else self.early

    def _pace(self, agents: tuple[str, ...]) -> Pace | None:
        return self.slow if self.slow and not set(agents).isdisjoint(self.slow.agents) else None

    def _match(self, seed: int, table: tuple[int, ...]) -> Match:
        agents = tuple(self.agents[player] for player in table)
        slow = self._pace(agents)
        match = Match(
            game=self.game,
            agents=agents,
            deals=slow.deals if slow else self.deals,
            seed=seed,
            seats=Seats.ROTATED,
            matches=slow.matches if slow else self.matches,
            luck=self.luck,
            clock=self.clock,
        )
        if slow and slow.learning and match.remembers:
            return replace(match, deals=slow.learning)
        return match


def play_league(
    league: League,
    workers: int = 1,
    on_progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
    trust: bool = False,
) -> LeagueTable:
    """Play all matches of a league; `trust` agents from files to run in the workers."""
    workers_of = make_executor(workers, executor, league.chunks, trust=trust)
    return run_job(league, workers_of, on_progress=on_progress)


def _drawn(players: int, seats: int, tables: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Draw tables at which all sit about equally often, and each two together too."""
    sat = np.zeros(players, dtype=np.int64)
    met = np.zeros((players, players), dtype=np.int64)
    drawn = []
    for number in range(tables):
        order = Stream(seed, "tables", number).shuffled(range(players))
        table: list[int] = []
        while len(table) < seats:
            free = (player for player in order if player not in table)
            table.append(min(free, key=lambda player: (sat[player], met[player, table].sum())))
        sat[table] += 1
        met[np.ix_(table, table)] += 1
        drawn.append(tuple(table))
    return tuple(drawn)
