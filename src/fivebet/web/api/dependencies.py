"""What endpoints take from a request: live tables, background jobs, the store, and the caller."""

from typing import Annotated

from fastapi import Depends, Header, HTTPException, Query
from starlette.requests import HTTPConnection

from fivebet.store.archive import Archive
from fivebet.web.jobs.background import BackgroundJobs
from fivebet.web.tables.live_table import LiveTable
from fivebet.web.tables.live_tables import LiveTables

_MOST_TABLES = 2**31 - 1
_LONGEST_WAIT = 25.0

After = Annotated[int, Query(ge=-1, lt=2**53, description="The version that is known.")]
Wait = Annotated[
    float, Query(ge=0, le=_LONGEST_WAIT, description="Seconds to wait for a later version.")
]


def _tables(connection: HTTPConnection) -> LiveTables:
    tables: LiveTables = connection.app.state.tables
    return tables


TablesDependency = Annotated[LiveTables, Depends(_tables)]


async def _table(tables: TablesDependency, number: int) -> LiveTable:
    table = await tables.find(number) if 0 < number <= _MOST_TABLES else None
    if table is None:
        raise HTTPException(404, f"there is no table {number}, or it is closed")
    return table


TableDependency = Annotated[LiveTable, Depends(_table)]


def _token(authorization: Annotated[str, Header()] = "") -> str:
    """Return the token that identifies a seat: `Authorization: Bearer …`."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


Token = Annotated[str, Depends(_token)]


def _player(table: TableDependency, token: Token) -> int | None:
    """Return the player who asks, or None for a spectator; refuse a wrong token."""
    if not token:
        return None
    player = table.participants.find_player(token)
    if player is None:
        raise HTTPException(403, f"this token opens no seat of table {table.number}")
    return player


PlayerDependency = Annotated[int | None, Depends(_player)]


def _jobs(connection: HTTPConnection) -> BackgroundJobs:
    jobs: BackgroundJobs = connection.app.state.jobs
    return jobs


JobsDependency = Annotated[BackgroundJobs, Depends(_jobs)]


def _archive(jobs: JobsDependency) -> Archive:
    if jobs.archive is None:
        raise HTTPException(404, "this card room keeps nothing: it was opened with --store none")
    return jobs.archive


ArchiveDependency = Annotated[Archive, Depends(_archive)]
