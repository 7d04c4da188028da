"""How live tables are stored: each hand is written before the players see its end.

A table is a run of the store and its hands are the run's hands. A hand that is in
the store has counted; one that is not was never played, and the chips are as before
it. Hands that end at the same time are written together.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from fivebet.store.hands import StoredHand
from fivebet.store.run_spec import RunSpec
from fivebet.store.runs import Runs
from fivebet.web.tables.settings import TableSettings

TABLE_KIND = "table"
"""The kind of runs that are live tables."""

_SECONDS_FOR_A_LOCK = 2.0  # then tables say that they wait, and try again

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class SeatDigests:
    """Digests of what opens a human seat: a token, or an invitation until it is accepted."""

    token: str = ""
    invitation: str = ""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored."""

    number: int
    settings: TableSettings
    seats: tuple[SeatDigests, ...]
    """One for each human player."""
    hands: tuple[StoredHand, ...] = ()


class TableStore:
    """Numbers tables and stores nothing; `SqlTableStore` stores them."""

    def __init__(self) -> None:
        self._tables = 0

    async def create(self, settings: TableSettings, seats: tuple[SeatDigests, ...]) -> int:  # noqa: ARG002
        """Return the number of a new table."""
        self._tables += 1
        return self._tables

    async def update_seats(self, table: int, seats: tuple[SeatDigests, ...]) -> None:
        """Store who has taken a seat."""

    async def rename(self, table: int, settings: TableSettings) -> None:
        """Store the names of a table's players."""

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        """Store a hand; it is safe when this returns."""

    async def claim(self, table: int) -> StoredTable | None:  # noqa: ARG002
        """Take over a table that is stored, not finished, and played by nobody else."""
        return None

    async def release(self, tables: Iterable[int]) -> None:
        """Note that nobody plays some tables, so that others can claim them."""

    async def finish(self, table: int, result: dict[str, object]) -> None:
        """Note that a table is closed for good; its hands stay."""

    async def close(self) -> None:
        """Close the store."""


class SqlTableStore(TableStore):
    """Stores tables in a database."""

    def __init__(self, url: str, seconds_to_wait: float = _SECONDS_FOR_A_LOCK) -> None:
        super().__init__()
        self._runs = Runs(url, seconds_to_wait)
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[int, StoredHand, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def create(self, settings: TableSettings, seats: tuple[SeatDigests, ...]) -> int:
        """Begin a new run; no two tables are the same run."""
        data = {"plan": settings.to_dict(), "table": secrets.token_hex(8)} | _to_dict(seats)
        run = RunSpec(kind=TABLE_KIND, settings=data, players=settings.names, chunks=1)
        return await self._in_thread(self._runs.begin, run, True)

    async def update_seats(self, table: int, seats: tuple[SeatDigests, ...]) -> None:
        """Store who has taken a seat."""

        def update() -> None:
            self._runs.amend(table, self._runs.one(table).settings | _to_dict(seats))

        await self._in_thread(update)

    async def rename(self, table: int, settings: TableSettings) -> None:
        """Store the names of a table's players, those of earlier hands too."""

        def rename() -> None:
            stored = self._runs.one(table).settings | {"plan": settings.to_dict()}
            self._runs.amend(table, stored, settings.names)

        await self._in_thread(rename)

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        """Store a hand together with the others that wait."""
        written = asyncio.get_running_loop().create_future()
        self._waiting.append((table, hand, written))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await written

    async def claim(self, table: int) -> StoredTable | None:
        """Take over a table if nobody else has it."""

        def claim() -> StoredTable | None:
            run = self._runs.claim(table, TABLE_KIND)
            if run is None:
                return None
            settings = TableSettings.from_dict(run.settings["plan"])
            tokens = run.settings["tokens"]
            invitations = run.settings.get("invitations", [""] * len(tokens))
            seats = tuple(map(SeatDigests, tokens, invitations))
            return StoredTable(table, settings, seats, tuple(self._runs.hands(table)))

        return await self._in_thread(claim)

    async def release(self, tables: Iterable[int]) -> None:
        """Note that nobody plays some tables, so that others can claim them."""
        for table in tables:
            await self._in_thread(self._runs.interrupt, table)

    async def finish(self, table: int, result: dict[str, object]) -> None:
        """Note that a table is closed for good; its hands stay."""
        await self._in_thread(self._runs.finish, table, result, 0)

    async def close(self) -> None:
        """Finish writing and close the database."""
        if self._writing is not None:
            await self._writing
        await self._in_thread(self._runs.close)
        self._thread.shutdown()

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            hands = [(table, hand) for table, hand, _ in batch]
            failures: list[Exception | None] = [None] * len(batch)
            try:
                await self._in_thread(self._runs.record, hands)
            except Exception as error:  # it may be the fault of one of them
                failures = [await self._write_again(*each, error, len(hands)) for each in hands]
            for (_, _, written), failure in zip(batch, failures, strict=True):
                if written.done():
                    continue
                if failure:
                    written.set_exception(failure)
                else:
                    written.set_result(None)
        self._writing = None

    async def _write_again(
        self, table: int, hand: StoredHand, failure: Exception, together: int
    ) -> Exception | None:
        """Write a hand alone that could not be written together with others.

        It may also be in the store although that was reported as a failure.
        """
        try:
            if await self._in_thread(self._runs.has_hand, table, hand):
                return None
            if together == 1:
                return failure
            await self._in_thread(self._runs.record, [(table, hand)])
        except Exception as error:  # whoever waits for it gets it
            return error
        return None

    async def _in_thread(self, work: Callable[..., Result], *arguments: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def _to_dict(seats: tuple[SeatDigests, ...]) -> dict[str, list[str]]:
    return {
        "tokens": [seat.token for seat in seats],
        "invitations": [seat.invitation for seat in seats],
    }
