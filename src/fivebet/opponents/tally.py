"""Counting while one plays: statistics of everybody at the table, hand by hand.

    tally = Tally()                        # for ever
    tally = Tally(Memory(window=500))      # the last 500 hands of each player
    tally = Tally(Memory(half_life=200))   # what was 200 hands ago counts half
    tally.observe(view, players)           # or tally.observe(record)
    tally["Ann"].vpip

A tally sees what everybody at the table has seen: actions and results, no cards.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivebet._core import HandInfo, count_statistics
from fivebet.errors import GameError
from fivebet.game.positions import SeatPositions, players_by_position
from fivebet.game.record import HandRecord
from fivebet.opponents.statistics import SHAPE, Statistics

Player = Hashable
"""What identifies a player: a name, or a number."""


@dataclass(frozen=True, slots=True)
class Memory:
    """How long hands count: for ever, in a window, or less and less."""

    window: int | None = None
    """The number of the player's last hands that count."""
    half_life: float | None = None
    """The number of the player's hands after which one counts half."""

    def __post_init__(self) -> None:
        if self.window is not None and self.window < 1:
            raise GameError(f"a window of {self.window} hands holds none: give 1 or more")
        if self.half_life is not None and not self.half_life > 0:
            raise GameError(f"a half-life of {self.half_life} hands is none: give more than 0")
        if self.window is not None and self.half_life is not None:
            raise GameError("memory has a window or fades: give one of window and half_life")

    @property
    def keep(self) -> float:
        """What a hand counts for once the next one is played."""
        return 1.0 if self.half_life is None else 0.5 ** (1 / self.half_life)


EVER = Memory()


class Total:
    """A sum over one player's hands, by position, as far as memory goes."""

    __slots__ = ("_kept", "_rows", "memory", "sums")

    def __init__(self, shape: Sequence[int], memory: Memory = EVER) -> None:
        self.memory = memory
        self.sums: NDArray[np.float64] = np.zeros(shape)
        self._rows = list(self.sums)
        self._kept: deque[tuple[int, NDArray[np.float64]]] = deque()

    def add(self, place: int, hand: NDArray[np.float64]) -> None:
        """Add a hand; the one that leaves the window is subtracted."""
        memory = self.memory
        if memory.half_life is not None:
            self.sums *= memory.keep
        self._rows[place] += hand
        if memory.window is not None:
            self._kept.append((place, hand))
            if len(self._kept) > memory.window:
                old_place, old = self._kept.popleft()
                self._rows[old_place] -= old

    def replace(self, other: "Total") -> None:
        """Forget everything but what another total holds."""
        self.sums[:] = other.sums

    def __getstate__(self) -> tuple[Any, ...]:
        return self.memory, self.sums, self._kept

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.memory, self.sums, self._kept = state
        self._rows = list(self.sums)


class HandCounts(NamedTuple):
    """What one hand adds: for each seat the player, the position and the counts."""

    players: tuple[Player, ...]
    positions: tuple[int, ...]
    counts: NDArray[np.float64]


def count(hand: HandInfo | HandRecord, players: Sequence[Player] = ()) -> HandCounts:
    """Count one hand, or what has happened in it so far."""
    found, players = players_by_position(hand, players)
    return count_at(found, hand.replay() if isinstance(hand, HandRecord) else hand, players)


def count_at(found: SeatPositions, hand: HandInfo, players: Sequence[Player]) -> HandCounts:
    """Count one hand of players whose positions are known."""
    counts = count_statistics(hand, found.stealing, found.blinds, found.unit)
    return HandCounts(tuple(players), found.indices, counts)


class Tally(Mapping[Player, Statistics]):
    """The statistics of everybody seen so far, by player."""

    def __init__(self, memory: Memory = EVER) -> None:
        self.memory = memory
        self._totals: dict[Player, Total] = {}

    def observe(self, hand: HandInfo | HandRecord, players: Sequence[Player] = ()) -> None:
        """Count a hand, or what has happened in it so far."""
        self.add(count(hand, players))

    def add(self, counted: HandCounts) -> None:
        """Add a hand that has been counted."""
        totals = self._totals
        for player, place, counts in zip(*counted, strict=True):
            total = totals.get(player)
            if total is None:
                total = totals[player] = Total(SHAPE, self.memory)
            total.add(place, counts)

    def renew(self, player: Player, recent: "Tally") -> None:
        """Forget all of a player but what another tally, with less memory, holds."""
        self._totals[player].replace(recent._totals[player])

    def rows(self) -> list[dict[str, Any]]:
        """Return one mapping for each player, as `pandas.DataFrame` takes them."""
        return [{"player": player, **seen.to_dict()} for player, seen in self.items()]

    def __repr__(self) -> str:
        return f"<Tally of {len(self)} players: {', '.join(map(str, self))}>"

    def __getitem__(self, player: Player) -> Statistics:
        return Statistics(self._totals[player].sums.copy())

    def __iter__(self) -> Iterator[Player]:
        return iter(self._totals)

    def __len__(self) -> int:
        return len(self._totals)

    def __contains__(self, player: object) -> bool:
        return player in self._totals


def statistics(records: Iterable[HandRecord | HandInfo]) -> dict[Player, Statistics]:
    """Return everybody's statistics over some hands, from files, a store or an arena."""
    tally = Tally()
    for record in records:
        tally.observe(record)
    return dict(tally)
