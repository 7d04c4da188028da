"""Live tables: opening them, sitting there, and playing by long polling."""

import asyncio
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from fivebet.errors import ActionError
from fivebet.web.api.dependencies import RoomHere, TableHere, WhoAsks
from fivebet.web.tables.plan import MOST_SEATS, Pace, TableFormat, TablePlan
from fivebet.web.tables.table import Command, LiveTable

router = APIRouter(tags=["tables"])

_LONGEST_WAIT = 25.0

Chips = Annotated[int, Field(ge=2, le=10**9)]


class TableAsked(BaseModel):
    """A table as somebody wants it."""

    opponents: list[Annotated[str, Field(max_length=120)]] = Field(
        max_length=MOST_SEATS, examples=[["fair", "random:seed=7"]]
    )
    """Agents by name."""
    names: list[Annotated[str, Field(max_length=40)]] = Field(["You"], max_length=MOST_SEATS)
    """Of the persons who play; without one the agents play among themselves."""
    friends: list[Annotated[str, Field(max_length=40)]] = Field([], max_length=MOST_SEATS)
    """Names of persons who are invited, each by a link of his own."""
    format: TableFormat = "cash"
    betting: Literal["no-limit", "pot-limit", "fixed-limit"] = "no-limit"
    stack: Chips = 10_000
    big_blind: Chips = 100
    schedule: Annotated[str, Field(max_length=40)] = "turbo"
    clock: float = Field(0.0, ge=0, le=600)
    """Seconds for a person's decision; 0 sets no limit."""
    agent_clock: float = Field(10.0, gt=0, le=60)
    pace: Pace = "normal"
    teaching: bool = False


class Seat(BaseModel):
    """A person's seat and what opens it."""

    name: str
    token: str


class Invitation(BaseModel):
    """What a friend takes his seat with, once."""

    name: str
    invitation: str


class TableOpened(BaseModel):
    """A table's number, the persons' seats, and the invitations for others."""

    table: int
    seats: list[Seat]
    invitations: list[Invitation]


class JoinAsked(BaseModel):
    """An invitation, as its link holds it."""

    invitation: str = Field(min_length=1, max_length=64)


class TableTold(BaseModel):
    """A table, for a list of them."""

    table: int
    format: str
    betting: str
    stakes: str
    level: str
    players: list[str]
    persons: int
    hands: int
    teaching: bool
    expected: list[str]
    """Who was invited and has not come yet."""
    watching: int
    closed: str


class ActionAsked(BaseModel):
    """What somebody does, and the moment it is meant for."""

    id: str = Field(min_length=1, max_length=64)
    """Chosen by the client; the same action sent twice counts once."""
    hand: int = Field(ge=0, lt=2**53)
    turn: int = Field(ge=0, lt=2**53)
    action: Literal["fold", "check", "call", "bet", "raise"]
    to: int = Field(0, ge=0, lt=2**53)


class SeedAsked(BaseModel):
    """A seed for the cut of a hand."""

    hand: int = Field(ge=0, lt=2**53)
    seed: str = Field(min_length=1, max_length=64, pattern="^[0-9A-Za-z]+$")


class SittingAsked(BaseModel):
    """Whether one plays, sits out, or wants the next hand now."""

    here: bool | None = None
    ready: bool = False


@router.get("/tables")
def tables(room: RoomHere) -> list[TableTold]:
    """All tables that are open here."""
    return [_told(table) for table in room.tables.values() if not table.closed]


@router.post("/tables", status_code=201)
async def open_table(asked: TableAsked, room: RoomHere) -> TableOpened:
    """Open a table; each person's seat has a token that is told once."""
    settings = asked.model_dump(exclude={"opponents", "names", "friends"})
    persons = (*asked.names, *asked.friends)
    if asked.friends and not asked.names:
        raise ActionError("friends are invited by somebody who plays: give a name of your own")
    plan = TablePlan.seating(
        persons, tuple(asked.opponents), seat_draw=secrets.randbits(32), **settings
    )
    table, openers = await room.open(plan, len(asked.friends))
    here = len(asked.names)
    return TableOpened(
        table=table.number,
        seats=[
            Seat(name=name, token=token)
            for name, token in zip(plan.names[:here], openers[:here], strict=True)
        ],
        invitations=[
            Invitation(name=name, invitation=opener)
            for name, opener in zip(plan.names[here : len(persons)], openers[here:], strict=True)
        ],
    )


@router.post("/tables/{number}/join")
async def join(asked: JoinAsked, table: TableHere) -> Seat:
    """Take the seat of an invitation; its token is told once, and the invitation is used up."""
    taken = await table.join(asked.invitation)
    if taken is None:
        raise HTTPException(
            403, f"this invitation opens no seat of table {table.number}, or it was used before"
        )
    player, token = taken
    return Seat(name=table.plan.names[player], token=token)


@router.get("/tables/{number}")
async def one_table(table: TableHere) -> TableTold:
    """One table."""
    return _told(table)


@router.get("/tables/{number}/messages", response_model=list[dict[str, Any]])
async def messages(
    table: TableHere,
    player: WhoAsks,
    epoch: Annotated[str, Query(max_length=40)] = "",
    after: Annotated[int, Query(ge=-1, lt=2**53)] = -1,
    wait: Annotated[float, Query(ge=0, le=_LONGEST_WAIT)] = 0.0,
) -> Response:
    """What there is after a message, waiting for it so long; else the table as it is."""
    channel = table.persons.channel(player)
    table.persons.heard(player)
    channel.listeners += 1
    try:
        backlog = channel.since(after) if epoch == channel.epoch else None
        if backlog == [] and wait:
            try:
                async with asyncio.timeout(wait):
                    await channel.news(after)
            except TimeoutError:
                pass
            backlog = channel.since(after)
    finally:
        channel.listeners -= 1
    told = [channel.hello(fresh=backlog is None)]
    told += table.snapshot(player) if backlog is None else [text for _, text in backlog]
    return Response(f"[{','.join(told)}]", media_type="application/json")


@router.post("/tables/{number}/actions")
async def act(asked: ActionAsked, table: TableHere, player: WhoAsks) -> dict[str, str]:
    """Fold, check, call, bet or raise."""
    seated = _seated(table, player)
    try:
        table.act(seated, Command(**asked.model_dump()))
    except ActionError as error:
        raise HTTPException(409, str(error)) from error
    return {"accepted": asked.id}


@router.post("/tables/{number}/seed")
async def cut(asked: SeedAsked, table: TableHere, player: WhoAsks) -> dict[str, int]:
    """Cut the deck of the next hand."""
    seated = _seated(table, player)
    try:
        table.cut(seated, asked.hand, asked.seed)
    except ActionError as error:
        raise HTTPException(409, str(error)) from error
    return {"accepted": asked.hand}


@router.post("/tables/{number}/sitting")
async def sitting(asked: SittingAsked, table: TableHere, player: WhoAsks) -> dict[str, bool]:
    """Sit out, come back, or ask for the next hand."""
    seated = _seated(table, player)
    if asked.here is not None:
        table.sit(seated, asked.here)
    if asked.ready:
        table.ready(seated)
    return {"accepted": True}


@router.delete("/tables/{number}")
async def close_table(table: TableHere, player: WhoAsks, room: RoomHere) -> dict[str, bool]:
    """Close a table that one sits at alone."""
    _seated(table, player)
    if len(table.seats) - len(table.expected) > 1:
        raise HTTPException(409, f"others sit at table {table.number}: sit out instead")
    await room.shut(table)
    return {"closed": True}


def _seated(table: LiveTable, player: int | None) -> int:
    if player is None:
        raise HTTPException(
            401, f"say which seat of table {table.number} is yours: Authorization: Bearer TOKEN"
        )
    table.persons.heard(player)
    return player


def _told(table: LiveTable) -> TableTold:
    plan = table.plan
    return TableTold(
        table=table.number,
        format=plan.format,
        betting=plan.betting,
        stakes=plan.stakes,
        level=table.session.level,
        players=list(plan.names),
        persons=len(plan.persons),
        hands=table.session.dealt,
        teaching=plan.teaching,
        expected=list(table.expected),
        watching=table.watching.listeners,
        closed=table.closed,
    )
