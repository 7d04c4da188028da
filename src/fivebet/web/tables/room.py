"""All tables of a card room."""

import asyncio
import secrets
import time
from collections.abc import Callable

from fivebet.errors import AgentError, GameError
from fivebet.web.agents.providers import Thinkers
from fivebet.web.fair_deck import Deck, shuffled_deck
from fivebet.web.tables.persistence import Keeper, KeptSeat
from fivebet.web.tables.persons import digest
from fivebet.web.tables.plan import TablePlan
from fivebet.web.tables.table import LiveTable

__all__ = ["Room"]

_MOST_TABLES = 2_000
_FORGOTTEN_AFTER = 1_800.0  # seconds without anybody; a kept table comes back when asked for
_LOOKED_EVERY = 60.0


class Room:
    """Opens tables, finds them again and lets go of those that nobody is at."""

    def __init__(
        self, thinkers: Thinkers, keeper: Keeper, deck: Callable[[], Deck] = shuffled_deck
    ) -> None:
        self.thinkers, self.keeper = thinkers, keeper
        self.tables: dict[int, LiveTable] = {}
        self._deck = deck
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._finding: dict[int, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the thinkers."""
        await self.thinkers.start()
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop playing: unfinished hands are void, and tables can be taken up again."""
        tasks = [*self._playing.values(), *filter(None, (self._sweeper,))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.keeper.leave([n for n, table in self.tables.items() if not table.closed])
        await self.thinkers.close()
        await self.keeper.close()

    async def open(self, plan: TablePlan, invited: int = 0) -> tuple[LiveTable, tuple[str, ...]]:
        """A new table and what opens each person's seat: the last ones' are invitations."""
        if len(self.tables) >= _MOST_TABLES:
            raise GameError(f"the card room is full: it has {_MOST_TABLES} tables")
        for name in {agent for agent in plan.agents if ":" in agent}:
            if problem := await self.thinkers.crew.check(name, plan.agent_clock):
                raise AgentError(problem)
        openers = tuple(secrets.token_urlsafe(24) for _ in plan.persons)
        known = [digest(opener) for opener in openers]
        here = len(known) - invited
        seats = (
            *(KeptSeat(token=each) for each in known[:here]),
            *(KeptSeat(invitation=each) for each in known[here:]),
        )
        number = await self.keeper.begin(plan, seats)
        table = LiveTable(number, plan, seats, self.thinkers, self.keeper, self._deck)
        self._seat(table)
        return table, openers

    async def find(self, number: int) -> LiveTable | None:
        """The table of a number, taken up again from the store if need be."""
        if number in self.tables:
            return self.tables[number]
        async with self._finding.setdefault(number, asyncio.Lock()):
            if number in self.tables:
                return self.tables[number]
            try:
                kept = await self.keeper.find(number)
            finally:
                self._finding.pop(number, None)
            if kept is None:
                return None
            table = LiveTable.restored(kept, self.thinkers, self.keeper, self._deck)
            self._seat(table)
            return table

    async def shut(self, table: LiveTable) -> None:
        """Close a table for good; its finished hands stay."""
        await self._stop(table.number)
        if not table.closed:
            table.close("it was closed")
            await self.keeper.finish(table.number, {"closed": True})

    def _seat(self, table: LiveTable) -> None:
        self.tables[table.number] = table
        task = asyncio.create_task(table.play())
        self._playing[table.number] = task
        task.add_done_callback(lambda _: self._playing.pop(table.number, None))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_LOOKED_EVERY)
            await self.let_go(time.monotonic() - _FORGOTTEN_AFTER)

    async def let_go(self, before: float) -> None:
        """Forget tables at which nobody has been since."""
        for number, table in list(self.tables.items()):
            persons = table.persons
            if persons.touched > before or any(each.listeners for each in persons.channels):
                continue
            await self._stop(number)
            if not table.closed:
                await self.keeper.leave([number])

    async def _stop(self, number: int) -> None:
        self.tables.pop(number, None)
        if task := self._playing.get(number):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
