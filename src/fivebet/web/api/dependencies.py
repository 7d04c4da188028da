"""What endpoints take from a request: live tables, background jobs, the store, and the caller.

Those that compute nothing are coroutines: others would wait for a thread, and with them every
request at a table.
"""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, ParamSpec, TypeVar

from fastapi import Depends, Header, HTTPException, Query
from starlette.requests import HTTPConnection

from fivebet.store.archive import Archive
from fivebet.web.hosts import is_loopback
from fivebet.web.jobs.background import BackgroundJobs
from fivebet.web.questions import QuestionPool, client_address
from fivebet.web.tables.live_table import LiveTable
from fivebet.web.tables.live_tables import LiveTables

_MOST_TABLES = 2**31 - 1
_LONGEST_WAIT = 25.0

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")

After = Annotated[int, Query(ge=-1, lt=2**53, description="The version that is known.")]
Wait = Annotated[
    float, Query(ge=0, le=_LONGEST_WAIT, description="Seconds to wait for a later version.")
]


async def _tables(connection: HTTPConnection) -> LiveTables:
    tables: LiveTables = connection.app.state.tables
    return tables


TablesDependency = Annotated[LiveTables, Depends(_tables)]


async def _table(tables: TablesDependency, number: int) -> LiveTable:
    table = await tables.find(number) if 0 < number <= _MOST_TABLES else None
    if table is None:
        raise HTTPException(404, f"there is no table {number}, or it is closed")
    return table


TableDependency = Annotated[LiveTable, Depends(_table)]


async def _token(authorization: Annotated[str, Header()] = "") -> str:
    """Return the token that identifies a seat: `Authorization: Bearer …`."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


Token = Annotated[str, Depends(_token)]


async def _player(table: TableDependency, token: Token) -> int | None:
    """Return the player who asks, or None for a spectator; refuse a wrong token."""
    if not token:
        return None
    player = table.participants.find_player(token)
    if player is None:
        raise HTTPException(403, f"this token opens no seat of table {table.number}")
    return player


PlayerDependency = Annotated[int | None, Depends(_player)]


async def _jobs(connection: HTTPConnection) -> BackgroundJobs:
    jobs: BackgroundJobs = connection.app.state.jobs
    return jobs


JobsDependency = Annotated[BackgroundJobs, Depends(_jobs)]


async def _archive(jobs: JobsDependency) -> Archive:
    if jobs.archive is None:
        raise HTTPException(404, "this card room keeps nothing: it was opened with --store none")
    return jobs.archive


ArchiveDependency = Annotated[Archive, Depends(_archive)]


async def _client(connection: HTTPConnection) -> str:
    return client_address(connection)


ClientDependency = Annotated[str, Depends(_client)]
"""The address of whoever asks."""


async def _is_local(connection: HTTPConnection) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it."""
    forwarded = any(name in connection.headers for name in ("forwarded", "x-forwarded-for"))
    return not forwarded and is_loopback(client_address(connection))


IsLocal = Annotated[bool, Depends(_is_local)]


class Questions:
    """Asks heavy questions on behalf of one client."""

    def __init__(self, pool: QuestionPool, client: str) -> None:
        self._pool, self._client = pool, client

    async def ask(
        self,
        function: Callable[Parameters, Answer],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Answer:
        """Call a function of a module in a process for heavy questions, and return its answer."""
        return await self._pool.ask(self._client, function, *arguments, **named)


async def _questions(connection: HTTPConnection, client: ClientDependency) -> Questions:
    return Questions(connection.app.state.questions, client)


QuestionsDependency = Annotated[Questions, Depends(_questions)]


async def _search_turn(connection: HTTPConnection, client: ClientDependency) -> AsyncIterator[None]:
    """Wait for a turn to search the store, and hold it until the request is answered."""
    async with connection.app.state.reading.turn(client):
        yield


SEARCHES_STORE = Depends(_search_turn)
"""For requests that read much of the store in a thread."""


async def _decision_turn(
    connection: HTTPConnection, client: ClientDependency
) -> AsyncIterator[None]:
    """Wait for a turn to ask an agent of the tables' workers, and hold it until it has answered."""
    async with connection.app.state.deciding.turn(client):
        yield


async def _opening_turn(
    connection: HTTPConnection, client: ClientDependency
) -> AsyncIterator[None]:
    """Wait for a turn to open a table: one after the other, they hold up nobody who plays."""
    async with connection.app.state.opening.turn(client):
        yield


OPENS_TABLE = Depends(_opening_turn)

ASKS_AGENT = Depends(_decision_turn)
"""For requests that take a worker from the agents of live tables."""
