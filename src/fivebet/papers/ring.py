"""Ring events as competition tables have them: everybody's winnings from everybody.

Events of one experiment are kept in the store until all of them are over, so that an
interrupted experiment goes on where it was.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.contest import play_contest
from fivebet.arena.event import Event
from fivebet.arena.executors import crew_of, default_workers
from fivebet.arena.results import PARTS, EventTally, Result
from fivebet.store.ledger import RunLedger
from fivebet.store.places import store_url
from fivebet.store.plans import Plan

__all__ = ["Experiment", "RingEvent", "RingResult"]

Floats = NDArray[np.float64]

_PATIENCE = 5.0  # seconds: events that are over by then need not be kept


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
        self._deals.setdefault(match, []).append(np.array(data["parts"]) / PARTS)

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


class Experiment:
    """Plays several events; leaving it without an error makes the store forget their pieces."""

    def __init__(self, progress: Callable[[float], None], events: Sequence[RingEvent]) -> None:
        self._progress = progress
        self._whole = sum(event.hands for event in events)
        self._done = 0
        self._ledgers: list[RunLedger] = []
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._open:
            for ledger in self._ledgers:
                if kind is None:
                    ledger.finish({})
                else:
                    ledger.interrupt()

    def play(self, event: RingEvent) -> RingResult:
        """One of the events, on every core."""
        crew = crew_of(default_workers(), pieces=event.matches if event.in_order else event.pieces)
        result = play_contest(
            event,
            crew,
            ledger=self._ledger(event),
            progress=lambda part: self._progress((self._done + part * event.hands) / self._whole),
        )
        self._done += event.hands
        return result

    def _ledger(self, event: RingEvent) -> RunLedger | None:
        url = store_url()
        if url is None:
            return None
        settings = {"contest": event.plain(), "record": 0, "until": "", "files": {}}
        plan = Plan(kind="paper", settings=settings, players=event.players, pieces=event.pieces)
        ledger = RunLedger(url, plan, patience=_PATIENCE)
        self._open.callback(ledger.close)
        self._ledgers.append(ledger)
        return ledger
