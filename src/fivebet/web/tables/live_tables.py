"""All live tables of a card room."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from fivebet.errors import AgentError, GameError, StoreError
from fivebet.web.agents.service import AgentService
from fivebet.web.fair_deck import Deck, shuffled_deck
from fivebet.web.questions import too_many
from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.live_tournament import LiveTournament
from fivebet.web.tables.participants import digest
from fivebet.web.tables.persistence import SeatDigests, TableStore
from fivebet.web.tables.settings import TableSettings

_MOST_TABLES = 2_000
_MOST_OF_A_CLIENT = 1_000  # tables that it has opened and that are loaded
_SECONDS_IDLE = 1_800.0  # a stored table is loaded again when somebody asks for it
_SECONDS_BETWEEN_SWEEPS = 60.0


class LiveTables:
    """Opens tables, finds them again and unloads those that nobody is at."""

    def __init__(
        self, agents: AgentService, store: TableStore, deck: Callable[[], Deck] = shuffled_deck
    ) -> None:
        self.agents, self.store = agents, store
        self.tables: dict[int, LiveTable] = {}
        self._services = TableServices(agents, store, deck)
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._finding: dict[int, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the agents' processes."""
        await self.agents.start()
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop playing: unfinished hands are void, and tables can be loaded again."""
        tasks = [*self._playing.values(), *filter(None, (self._sweeper,))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError):  # who finds them abandoned may claim them
            await self.store.release([n for n, table in self.tables.items() if not table.closed])
        await self.agents.close()
        await self.store.close()

    async def open_table(
        self, settings: TableSettings, invited: int = 0, client: str = "", shared: int = 0
    ) -> tuple[LiveTable, tuple[str, ...]]:
        """Open a table; return it and each human player's token, or invitation for the last ones.

        The last `invited` players get invitations, and the last `shared` of them the same one:
        each who comes by it takes one of their seats.
        """
        if len(self.tables) >= _MOST_TABLES:
            raise GameError(f"the card room is full: it has {_MOST_TABLES} tables")
        if sum(table.client == client for table in self.tables.values()) >= _MOST_OF_A_CLIENT:
            raise too_many(f"you have opened {_MOST_OF_A_CLIENT} tables: close one of them")
        for name in {agent for agent in settings.agents if ":" in agent}:
            if problem := await self.agents.pool.find_problem(name, settings.agent_clock, client):
                raise AgentError(problem)
        openers = tuple(secrets.token_urlsafe(24) for _ in settings.humans)
        openers = openers[: len(openers) - shared] + openers[-1:] * shared
        digests = [digest(each) for each in openers]
        here = len(digests) - invited
        seats = (
            *(SeatDigests(token=each) for each in digests[:here]),
            *(SeatDigests(invitation=each) for each in digests[here:]),
        )
        number = await self.store.create(settings, seats)
        kind = _table_class(settings)
        table = kind(number, settings, seats, self._services)
        table.set_client(client)
        self._start_playing(table)
        return table, openers

    async def find(self, number: int) -> LiveTable | None:
        """Return the table of a number, loaded from the store if need be."""
        if number in self.tables:
            return self.tables[number]
        async with self._finding.setdefault(number, asyncio.Lock()):
            if number in self.tables:
                return self.tables[number]
            try:
                stored = await self.store.claim(number)
            finally:
                self._finding.pop(number, None)
            if stored is None:
                return None
            kind = _table_class(stored.settings)
            table = kind.restored(stored, self._services)
            self._start_playing(table)
            return table

    async def close_table(self, table: LiveTable) -> None:
        """Close a table for good, which is stored before it is announced; its hands stay."""
        if not table.closed:
            await self.store.finish(table.number, {"closed": True})
        await self._stop_playing(table.number)
        if not table.closed:
            table.close("it was closed")

    async def unload_idle(self, before: float) -> None:
        """Unload the tables at which nobody was active since that time."""
        for number, table in list(self.tables.items()):
            people = table.participants
            if people.last_active > before or any(each.connections for each in people.outboxes):
                continue
            await self._stop_playing(number)
            if not table.closed:
                await self.store.release([number])

    def _start_playing(self, table: LiveTable) -> None:
        self.tables[table.number] = table
        task = asyncio.create_task(table.play())
        self._playing[table.number] = task
        task.add_done_callback(lambda _: self._playing.pop(table.number, None))

    async def _stop_playing(self, number: int) -> None:
        self.tables.pop(number, None)
        if task := self._playing.get(number):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_SWEEPS)
            with suppress(StoreError):  # a table that is not released can be claimed by us
                await self.unload_idle(time.monotonic() - _SECONDS_IDLE)


def _table_class(settings: TableSettings) -> type[LiveTable]:
    return LiveTournament if settings.format == "tournament" else LiveTable
