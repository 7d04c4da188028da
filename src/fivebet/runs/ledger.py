"""The ledger of a run: its pieces as they come, its hands, and in the end its result.

Pieces are written a few times a second, so that a crash costs little and fast
agents wait for nothing. A run that is over before the ledger's patience ends
leaves no trace: playing it again takes no longer than looking it up.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fivebet.interrupts import uninterrupted
from fivebet.store.chunks import Played
from fivebet.store.locations import may_hold_unfinished
from fivebet.store.run_spec import Plan

if TYPE_CHECKING:
    from fivebet.store.runs import Runs

__all__ = ["RunLedger"]

_SECONDS_BETWEEN_WRITES = 0.5
_MOST_HANDS_WAITING = 20_000


class RunLedger:
    """Keeps one run in the store of a URL; the unfinished run of the same plan, if there is one."""

    def __init__(
        self,
        url: str,
        plan: Plan,
        *,
        patience: float = 0.0,
        fresh: bool = False,
        wanted: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.url, self.plan = url, plan
        self.run: int | None = None
        """The run's number, once it has one."""
        self._fresh, self._wanted, self._clock = fresh, wanted, clock
        self._store: Runs | None = None
        self._waiting: dict[int, Played] = {}
        self._hands = 0
        self._last: int | None = None
        self._write_at = clock() + patience
        if not patience or (not fresh and may_hold_unfinished(url, plan.fingerprint)):
            self._open()

    def kept(self) -> Mapping[int, Played]:
        """What was played before the run was interrupted, by number."""
        return self._store.pieces(self.run) if self._store and self.run else {}

    def keep(self, number: int, played: Played) -> None:
        """Keep a piece, now or with the next few."""
        self._waiting[number] = played
        self._hands += len(played.hands)
        if self._clock() >= self._write_at or self._hands >= _MOST_HANDS_WAITING:
            self.write()

    def idle(self) -> None:
        """Nothing has come for a while: write what is waiting, if it is time."""
        if self._waiting and self._clock() >= self._write_at:
            self.write()

    def end(self, last: int) -> None:
        """All is played: pieces after that one do not count."""
        self._last = last

    def write(self) -> None:
        """Write what is waiting, all of it or nothing."""
        with uninterrupted():
            store, run = self._open()
            store.write(run, self._waiting)
            self._waiting, self._hands = {}, 0
            self._write_at = self._clock() + _SECONDS_BETWEEN_WRITES

    def finish(self, result: Mapping[str, Any]) -> None:
        """Keep the result, and no longer the pieces."""
        if self._store is None and not self._hands:
            return
        last = self.plan.pieces - 1 if self._last is None else self._last
        with uninterrupted():
            self._waiting = {n: p for n, p in self._waiting.items() if p.hands}
            self.write()
            store, run = self._open()
            store.finish(run, dict(result), last)

    def interrupt(self) -> bool:
        """Write what there is, and say whether one can go on from it; an empty run is forgotten.

        Whoever interrupts it once more has been heard already.
        """
        kept = False
        if not self._waiting and self._store is None:
            return kept
        with suppress(KeyboardInterrupt), uninterrupted():
            self.write()
            store, run = self._open()
            store.interrupt(run)
            kept = store.one(run).done > 0
            if not kept:
                store.remove(run)
        return kept

    def close(self) -> None:
        """Let go of the store."""
        if self._store is not None:
            self._store.close()

    def _open(self) -> "tuple[Runs, int]":
        from fivebet.store.runs import Runs  # noqa: PLC0415 - loads the database library

        if self._store is None:
            self._store = Runs(self.url)
        if self.run is None:
            self.run = self._store.begin(self.plan, self._fresh, self._wanted)
        return self._store, self.run
