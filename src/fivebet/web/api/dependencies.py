"""What all resources ask of a request: the room, and whose seat it is."""

from typing import Annotated

from fastapi import Depends, Header, HTTPException
from starlette.requests import HTTPConnection

from fivebet.web.tables.room import Room
from fivebet.web.tables.table import LiveTable

__all__ = ["RoomHere", "TableHere", "Token", "WhoAsks"]

_MOST_TABLES = 2**31 - 1


def _room(connection: HTTPConnection) -> Room:
    room: Room = connection.app.state.room
    return room


RoomHere = Annotated[Room, Depends(_room)]


async def _table(room: RoomHere, number: int) -> LiveTable:
    table = await room.find(number) if 0 < number <= _MOST_TABLES else None
    if table is None:
        raise HTTPException(404, f"there is no table {number}, or it is closed")
    return table


TableHere = Annotated[LiveTable, Depends(_table)]


def _token(authorization: Annotated[str, Header()] = "") -> str:
    """What a seat is known by: `Authorization: Bearer …`."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


Token = Annotated[str, Depends(_token)]


def _player(table: TableHere, token: Token) -> int | None:
    """The player who asks; None if somebody only watches. A wrong token is refused."""
    if not token:
        return None
    player = table.persons.player_of(token)
    if player is None:
        raise HTTPException(403, f"this token opens no seat of table {table.number}")
    return player


WhoAsks = Annotated[int | None, Depends(_player)]
