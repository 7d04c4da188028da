"""What the resources of long work ask of a request: the desk, and the store behind it."""

from typing import Annotated

from fastapi import Depends, HTTPException, Query
from starlette.requests import HTTPConnection

from fivebet.store.archive import Archive
from fivebet.web.jobs.jobs import Desk

__all__ = ["After", "ArchiveHere", "DeskHere", "Wait"]

LONGEST_WAIT = 25.0

After = Annotated[int, Query(ge=-1, lt=2**53, description="The version that is known.")]
Wait = Annotated[
    float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for a later version.")
]


def _desk(connection: HTTPConnection) -> Desk:
    desk: Desk = connection.app.state.desk
    return desk


DeskHere = Annotated[Desk, Depends(_desk)]


def _archive(desk: DeskHere) -> Archive:
    if desk.archive is None:
        raise HTTPException(404, "this card room keeps nothing: it was opened with --store none")
    return desk.archive


ArchiveHere = Annotated[Archive, Depends(_archive)]
