"""Ring events as competition tables have them: everybody's winnings from everybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.match import Event
from fivebet.arena.results import EventTally, Result
from fivebet.game.chips import CHIP_FRACTIONS

__all__ = ["RingEvent", "RingResult"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RingResult(Result):
    """A result that also tells each match's winnings, from whom and hand by hand."""

    pairs: Floats = field(default_factory=lambda: np.zeros(0), repr=False)
    """Chips a hand that each player (row) has won from each other (column), by match."""
    curves: Floats = field(default_factory=lambda: np.zeros(0), repr=False)
    """Chips won since the beginning, by match, deal and player."""

    @property
    def small_bets(self) -> Floats:
        """Small bets a hand, by match and player."""
        winnings: Floats = self.pairs.sum(axis=2) / self.event.game.raise_sizes[0]
        return winnings


@dataclass(frozen=True, kw_only=True)
class RingEvent(Event):
    """An event of which such a result is wanted."""

    def tally(self, by_match: bool | None = None) -> "RingTally":
        """Adds up pieces."""
        return RingTally(self, self.by_match if by_match is None else by_match)


class RingTally(EventTally):
    """Adds up an event, match by match."""

    def __init__(self, event: RingEvent, by_match: bool) -> None:
        super().__init__(event, by_match)
        self._ring = event
        self._pairs: dict[int, Floats] = {}
        self._deals: dict[int, list[Floats]] = {}

    def add(self, data: Mapping[str, Any]) -> None:
        """Some deals of a match."""
        super().add(data)
        match, flows = data["match"], np.array(data["flows"])
        self._pairs[match] = self._pairs.get(match, 0.0) + flows
        self._deals.setdefault(match, []).append(np.array(data["parts"]) / CHIP_FRACTIONS)

    def result(self) -> RingResult:
        """The standings so far, and whose money it was."""
        plain = super().result()
        matches = sorted(self._pairs)
        turns = len(self._ring.seatings(0))
        deals = [np.concatenate(self._deals[match]) for match in matches]
        shortest = min(map(len, deals))
        return RingResult(
            **{name: getattr(plain, name) for name in Result.__dataclass_fields__},
            pairs=np.array(
                [
                    self._pairs[match] / (turns * len(won))
                    for match, won in zip(matches, deals, strict=True)
                ]
            ),
            curves=np.array([np.cumsum(won[:shortest], axis=0) for won in deals]),
        )
