"""What a card room keeps: tables, and each hand before its end is told.

A table is a run of the store and its hands are the run's hands. A hand that is in
the store has counted; one that is not was never played, and the chips are as before
it. Hands that end at the same time are written together.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeVar

from fivebet.store.hands import StoredHand
from fivebet.store.run_spec import RunSpec
from fivebet.store.runs import Runs
from fivebet.web.tables.plan import TablePlan

__all__ = ["Keeper", "KeptSeat", "KeptTable", "NoKeeper", "StoreKeeper"]

KIND = "table"
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """What opens a person's seat, as digests: a token, or an invitation until it is taken."""

    token: str = ""
    invitation: str = ""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as it is kept."""

    number: int
    plan: TablePlan
    seats: tuple[KeptSeat, ...]
    """For each person."""
    hands: tuple[StoredHand, ...] = ()


class Keeper(Protocol):
    """Keeps tables and their hands."""

    async def begin(self, plan: TablePlan, seats: tuple[KeptSeat, ...]) -> int:
        """A number for a new table."""
        ...

    async def reseat(self, table: int, seats: tuple[KeptSeat, ...]) -> None:
        """Somebody has taken a seat."""
        ...

    async def keep(self, table: int, hand: StoredHand) -> None:
        """Keep a hand; it is safe when this returns."""
        ...

    async def find(self, table: int) -> KeptTable | None:
        """A table that is kept, goes on and is played by nobody else."""
        ...

    async def leave(self, tables: Iterable[int]) -> None:
        """Say that nobody plays some tables for now."""
        ...

    async def finish(self, table: int, result: dict[str, object]) -> None:
        """Say that a table is closed for good."""
        ...

    async def close(self) -> None:
        """Let go of the store."""
        ...


class NoKeeper:
    """Numbers tables and keeps nothing."""

    def __init__(self) -> None:
        self._tables = 0

    async def begin(self, plan: TablePlan, seats: tuple[KeptSeat, ...]) -> int:
        """The next number."""
        del plan, seats
        self._tables += 1
        return self._tables

    async def reseat(self, table: int, seats: tuple[KeptSeat, ...]) -> None:
        """Nothing is kept."""

    async def keep(self, table: int, hand: StoredHand) -> None:
        """Nothing is kept."""

    async def find(self, table: int) -> KeptTable | None:
        """There is none."""
        del table
        return None

    async def leave(self, tables: Iterable[int]) -> None:
        """Nobody minds."""

    async def finish(self, table: int, result: dict[str, object]) -> None:
        """Nobody minds."""

    async def close(self) -> None:
        """There is nothing to let go of."""


class StoreKeeper:
    """Keeps tables in a store."""

    def __init__(self, url: str) -> None:
        self._runs = Runs(url)
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[int, StoredHand, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def begin(self, plan: TablePlan, seats: tuple[KeptSeat, ...]) -> int:
        """A run of its own; no two tables are the same run."""
        told = {"plan": plan.as_dict(), "table": secrets.token_hex(8)} | _plain(seats)
        run = RunSpec(kind=KIND, settings=told, players=plan.names, chunks=1)
        return await self._do(self._runs.begin, run, True)

    async def reseat(self, table: int, seats: tuple[KeptSeat, ...]) -> None:
        """Written before the seat's owner is told."""
        await self._do(self._reseat, table, seats)

    async def keep(self, table: int, hand: StoredHand) -> None:
        """Written with the others that wait."""
        written = asyncio.get_running_loop().create_future()
        self._waiting.append((table, hand, written))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await written

    async def find(self, table: int) -> KeptTable | None:
        """Taken over, if nobody else has it."""
        return await self._do(self._find, table)

    async def leave(self, tables: Iterable[int]) -> None:
        """They can be taken over at once."""
        for table in tables:
            await self._do(self._runs.interrupt, table)

    async def finish(self, table: int, result: dict[str, object]) -> None:
        """The hands stay."""
        await self._do(self._runs.finish, table, result, 0)

    async def close(self) -> None:
        """After what is being written."""
        if self._writing is not None:
            await self._writing
        await self._do(self._runs.close)
        self._thread.shutdown()

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._do(self._runs.record, [(table, hand) for table, hand, _ in batch])
            except Exception as error:  # whoever waits is told
                for _, _, written in batch:
                    if not written.done():
                        written.set_exception(error)
            else:
                for _, _, written in batch:
                    if not written.done():
                        written.set_result(None)
        self._writing = None

    def _find(self, table: int) -> KeptTable | None:
        run = self._runs.claim(table, KIND)
        if run is None:
            return None
        plan = TablePlan.from_dict(run.settings["plan"])
        hands = tuple(self._runs.hands(table))
        tokens = run.settings["tokens"]
        invitations = run.settings.get("invitations", [""] * len(tokens))
        seats = tuple(map(KeptSeat, tokens, invitations))
        return KeptTable(table, plan, seats, hands)

    def _reseat(self, table: int, seats: tuple[KeptSeat, ...]) -> None:
        self._runs.amend(table, self._runs.one(table).settings | _plain(seats))

    async def _do(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def _plain(seats: tuple[KeptSeat, ...]) -> dict[str, list[str]]:
    return {
        "tokens": [seat.token for seat in seats],
        "invitations": [seat.invitation for seat in seats],
    }
