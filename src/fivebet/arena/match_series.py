"""Many matches as one job: their chunks one after the other, their results by table."""

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any, Self

from fivebet.arena.luck import Luck
from fivebet.arena.match import DealsJob, Match, with_luck
from fivebet.arena.results import MatchReducer, MatchResult
from fivebet.runs.job import ChunkResult, Result


@dataclass(frozen=True, kw_only=True)
class MatchSeries(DealsJob[Result]):
    """A job of several matches between agents of a list."""

    matches: int = 1
    """How often each match is repeated, from a fresh start."""
    luck: Luck = Luck.NONE
    """The kind of luck that is taken out of the results."""

    @property
    @abstractmethod
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The players at each table, by their numbers in the list."""

    @property
    @abstractmethod
    def table_matches(self) -> tuple[Match, ...]:
        """The match at each table."""

    @property
    def hands(self) -> int:
        """The number of hands at all tables."""
        return sum(match.hands for match in self.table_matches)

    @property
    def chunks(self) -> int:
        """The number of chunks of all matches, one after the other."""
        return self._starts[-1]

    def with_luck(self, text: str) -> Self:
        """Return the series with the most luck taken out that is of any of its matches."""
        lucks = [with_luck(match, text).luck for match in self.table_matches]
        luck = max(lucks, key=list(Luck).index)
        return replace(self, luck=luck)

    def continues(self, number: int) -> bool:
        """Return whether a chunk needs the state of the one before, in its match."""
        table, part = self._find(number)
        return self.table_matches[table].continues(part)

    def run_chunk(self, number: int, state: bytes | None, record_every: int) -> ChunkResult:
        """Do a chunk of one match; hands have serial numbers over all matches."""
        table, part = self._find(number)
        done = self.table_matches[table].run_chunk(part, state, record_every)
        before = sum(match.hands for match in self.table_matches[:table])
        players = self.tables[table]
        hands = tuple(
            replace(
                hand,
                serial=hand.serial + before,
                seating=tuple(players[player] for player in hand.seating),
            )
            for hand in done.hands
        )
        data = done.data | {"event": table}
        return replace(done, data=data, last=done.last + self._starts[table], hands=hands)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The number of each match's first chunk, and of all chunks."""
        return tuple(accumulate((match.chunks for match in self.table_matches), initial=0))

    def _find(self, number: int) -> tuple[int, int]:
        """Return the table of a chunk, and its number there."""
        table = bisect_right(self._starts, number) - 1
        return table, number - self._starts[table]


class SeriesReducer:
    """Adds up the matches of a series, chunk by chunk."""

    def __init__(self, series: MatchSeries[Any], by_match: bool | None = None) -> None:
        self._series, self._by_match = series, by_match
        self._reducers: dict[int, MatchReducer] = {}

    def add(self, data: Mapping[str, Any]) -> None:
        """Add some deals of one table."""
        number = data["event"]
        if number not in self._reducers:
            self._reducers[number] = self._series.table_matches[number].reducer(self._by_match)
        self._reducers[number].add(data)

    def results(self) -> list[tuple[tuple[int, ...], MatchResult]]:
        """Return the players of each table that has played so far, and its result."""
        tables = self._series.tables
        return [(tables[number], reducer.result()) for number, reducer in self._reducers.items()]
