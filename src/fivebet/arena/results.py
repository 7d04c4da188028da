"""What came of an event: winnings with their intervals, raw and less luck, and from whom."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.arena.luck import Luck, count_terms
from fivebet.arena.luck_adjustment import adjust, spread_left
from fivebet.arena.statistics import Interval, interval
from fivebet.game import Game
from fivebet.game.chips import CHIP_FRACTIONS

if TYPE_CHECKING:
    from fivebet.arena.match import Event

__all__ = ["EventTally", "Result", "Standing", "failures_of", "plain_failures"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did: chips a hand, over independent blocks."""

    name: str
    chips: Fraction
    per_hand: Interval
    failures: Failures
    adjusted: Interval | None = None
    """The same less luck, if that was asked for."""
    spread_left: float = 1.0
    """The standard deviation that is left without luck, as a share."""

    def mbb_per_hand(self, game: Game) -> Interval:
        """In thousandths of a big blind."""
        return self.per_hand.scaled(1000 / game.big_blind)

    def adjusted_mbb_per_hand(self, game: Game) -> Interval | None:
        """Less luck, in thousandths of a big blind."""
        return self.adjusted and self.adjusted.scaled(1000 / game.big_blind)


@dataclass(frozen=True)
class Result:
    """What came of an event, or of as much of it as was played."""

    event: "Event"
    deals: int
    """How many were played, over all matches."""
    hands: int
    standings: tuple[Standing, ...]
    winnings: Floats = field(repr=False)
    """Chips a hand, by unit and player."""
    adjusted: Floats | None = field(default=None, repr=False)
    """The same less luck."""
    from_whom: Floats | None = field(default=None, repr=False)
    """Chips that each player (row) has won from each other (column)."""
    unit: Literal["deal", "match"] = "deal"
    """What is independent of what: intervals rest on it."""
    stopped_by: str = ""
    """What a rule that stopped the run has to say."""

    @property
    def mbb(self) -> Floats:
        """Thousandths of a big blind a hand, by unit and player, less luck if that is known."""
        best = self.winnings if self.adjusted is None else self.adjusted
        return best * (1000 / self.event.game.big_blind)

    @property
    def note(self) -> str:
        """What has to be known of the intervals, if anything."""
        notes = [self.stopped_by] if self.stopped_by else []
        if (self.event.remembers or self.event.carried) and self.unit == "deal":
            notes.append(
                "one match was played in order: intervals are within it and take its "
                "deals as independent"
            )
        return "; ".join(notes)


class EventTally:
    """Adds up an event, piece by piece."""

    def __init__(self, event: "Event", by_match: bool) -> None:
        self._event, self._by_match = event, by_match
        players = len(event.agents)
        self._parts = [0] * players
        self._failures = [Failures() for _ in range(players)]
        self._blocks: list[Floats] = []
        self._terms: list[Floats] = []
        self._matches: list[NDArray[np.intp]] = []
        self._flows = np.zeros((players, players))

    def add(self, data: Mapping[str, Any]) -> None:
        """Some deals of a match."""
        blocks = np.array(data["parts"], dtype=np.int64)
        for player, failures in enumerate(self._failures):
            self._parts[player] += int(blocks[:, player].sum())
            failures.merge(failures_of(data["failures"][player]))
        self._blocks.append(blocks / CHIP_FRACTIONS)
        self._matches.append(np.full(len(blocks), data["match"]))
        self._flows += np.array(data["flows"])
        if self._event.luck is not Luck.NONE:
            shape = len(blocks), count_terms(self._event.luck), len(self._parts)
            self._terms.append(np.array(data["luck"], dtype=np.float64).reshape(shape))

    def result(self) -> Result:
        """The standings so far."""
        event = self._event
        turns = len(event.seatings(0))
        blocks = np.concatenate(self._blocks) / turns
        matches = np.concatenate(self._matches)
        winnings = self._units(blocks, matches)
        adjusted, left = None, np.ones(len(event.agents))
        if self._terms:
            found = adjust(
                blocks,
                np.concatenate(self._terms) / turns,
                matches if self._by_match else None,
                fitted=event.luck is not Luck.ALL_IN,
            )
            adjusted = self._units(found.winnings, matches)
            left = spread_left(winnings, adjusted)
        standings = tuple(
            Standing(
                name,
                Fraction(self._parts[i], CHIP_FRACTIONS),
                interval(winnings[:, i]),
                Failures(Counter(self._failures[i].kinds), self._failures[i].first),
                None if adjusted is None else interval(adjusted[:, i]),
                float(left[i]),
            )
            for i, name in enumerate(event.agents)
        )
        return Result(
            event=event,
            deals=len(blocks),
            hands=len(blocks) * turns,
            standings=standings,
            winnings=winnings,
            adjusted=adjusted,
            from_whom=self._flows.copy(),
            unit="match" if self._by_match else "deal",
        )

    def _units(self, blocks: Floats, matches: NDArray[np.intp]) -> Floats:
        if not self._by_match:
            return blocks
        return np.array([blocks[matches == match].mean(axis=0) for match in np.unique(matches)])


def plain_failures(failures: Failures) -> dict[str, Any]:
    """As JSON has it."""
    return {"kinds": {kind.value: n for kind, n in failures.kinds.items()}, "first": failures.first}


def failures_of(plain: Mapping[str, Any]) -> Failures:
    """The way back."""
    kinds = Counter({FailureKind(kind): times for kind, times in plain["kinds"].items()})
    return Failures(kinds, plain["first"])
