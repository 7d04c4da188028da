"""Live tables: opening and joining them, and playing by long polling."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from fivebet.errors import ActionError
from fivebet.web import deck_proof
from fivebet.web.api.dependencies import (
    OPENS_TABLE,
    ClientDependency,
    PlayerDependency,
    QuestionsDependency,
    TableDependency,
    TablesDependency,
    Wait,
)
from fivebet.web.tables.human_turn import ActionRequest
from fivebet.web.tables.live_table import LONGEST_LINE, LiveTable
from fivebet.web.tables.live_tournament import LiveTournament
from fivebet.web.tables.settings import (
    MOST_ENTRANTS,
    MOST_SEATS,
    Pace,
    Rebuys,
    TableFormat,
    TableSettings,
)

router = APIRouter(tags=["tables"])

Chips = Annotated[int, Field(ge=2, le=10**9)]
_FRIEND = "Friend"


class OpenTableRequest(BaseModel):
    """The settings of a new table."""

    opponents: list[Annotated[str, Field(max_length=120)]] = Field(
        max_length=MOST_ENTRANTS, examples=[["fair", "random:seed=7"]]
    )
    """The names of agents."""
    names: list[Annotated[str, Field(max_length=40)]] = Field(["Guest"], max_length=MOST_ENTRANTS)
    """The names of people who play; without any the agents play among themselves."""
    friends: list[Annotated[str, Field(max_length=40)]] = Field([], max_length=MOST_ENTRANTS)
    """The names of people who are invited, each by a link of their own."""
    open_seats: int = Field(0, ge=0, lt=MOST_ENTRANTS)
    """The seats that whoever has the one open link takes, each under a name of their own."""
    format: TableFormat = "cash"
    betting: Literal["no-limit", "pot-limit", "fixed-limit"] = "no-limit"
    stack: Chips = 10_000
    big_blind: Chips = 100
    schedule: Annotated[str, Field(max_length=40)] = "turbo"
    table_seats: int = Field(9, ge=2, le=MOST_SEATS)
    """The seats at each table of a tournament."""
    clock: float = Field(0.0, ge=0, le=600)
    """Seconds for a human player's decision; 0 sets no limit."""
    time_bank: float = Field(0.0, ge=0, le=600)
    """Seconds that each player has for all decisions that take longer than the clock."""
    agent_clock: float = Field(10.0, gt=0, le=60)
    pace: Pace = "normal"
    teaching: bool = False
    rebuys: Rebuys = "automatic"
    """Whether people who are broke get a new stack, or are asked for how much they buy in."""


class SeatResponse(BaseModel):
    """A player's name and the token that opens the seat."""

    name: str
    token: str


class InvitationResponse(BaseModel):
    """A friend's name and the invitation that takes the seat, once."""

    name: str
    invitation: str


class OpenTableResponse(BaseModel):
    """A table's number, the seats of those who are here, and the invitations for others."""

    table: int
    seats: list[SeatResponse]
    invitations: list[InvitationResponse]
    open_invitation: str
    """What takes any of the open seats, if there are some."""


class JoinRequest(BaseModel):
    """An invitation, as its link holds it, and a name of one's own."""

    invitation: str = Field(min_length=1, max_length=64)
    name: str = Field("", max_length=40)


class TableResponse(BaseModel):
    """A table in a list of tables."""

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
    """The names of those who were invited and have not come yet."""
    watching: int
    closed: str


class SeedRequest(BaseModel):
    """A seed for the cut of a hand."""

    hand: int = Field(ge=0, lt=2**53)
    seed: str = Field(min_length=1, max_length=64, pattern="^[0-9A-Za-z]+$")


class DeckProofResponse(BaseModel):
    """A proof that the commitments to a deck are to 52 different cards (docs/card-room.md)."""

    hand: int
    commitments: list[str]
    products: list[str]
    first: list[str]
    second: list[str]
    answers: list[str]


class ChatRequest(BaseModel):
    """A line that everybody at the table reads, and that is stored nowhere."""

    text: str = Field(min_length=1, max_length=LONGEST_LINE)


class RebuyRequest(BaseModel):
    """The chips to which you fill up your stack before the next hand."""

    chips: int = Field(ge=1, le=10**9)


class SittingRequest(BaseModel):
    """Whether you play or sit out, and whether you want the next hand now."""

    here: bool | None = None
    ready: bool = False


@router.get("/tables")
async def list_tables(tables: TablesDependency) -> list[TableResponse]:
    """List all tables that are open here."""
    return [_table_response(table) for table in tables.tables.values() if not table.closed]


@router.post("/tables", status_code=201, dependencies=[OPENS_TABLE])
async def open_table(
    request: OpenTableRequest, tables: TablesDependency, client: ClientDependency
) -> OpenTableResponse:
    """Open a table; the tokens of its seats are returned only once."""
    given = request.model_dump(exclude={"opponents", "names", "friends", "open_seats"})
    if request.format != "tournament":
        del given["table_seats"]
    people = (*request.names, *request.friends, *[_FRIEND] * request.open_seats)
    if len(people) > len(request.names) == 0:
        raise ActionError("friends are invited by somebody who plays: give a name of your own")
    settings = TableSettings.seating(
        people, tuple(request.opponents), seat_draw=secrets.randbits(32), **given
    )
    invited = len(people) - len(request.names)
    table, openers = await tables.open_table(settings, invited, client, request.open_seats)
    opened = list(zip(settings.names[: len(people)], openers, strict=True))
    here = len(request.names)
    return OpenTableResponse(
        table=table.number,
        seats=[SeatResponse(name=name, token=token) for name, token in opened[:here]],
        invitations=[
            InvitationResponse(name=name, invitation=invitation)
            for name, invitation in opened[here : here + len(request.friends)]
        ],
        open_invitation=opened[-1][1] if request.open_seats else "",
    )


@router.post("/tables/{number}/join")
async def join_table(request: JoinRequest, table: TableDependency) -> SeatResponse:
    """Take the seat of an invitation, or one of those of the open link; return its token."""
    taken = await table.join(request.invitation, request.name)
    if taken is None:
        raise HTTPException(
            403, f"this invitation opens no seat of table {table.number}, or it was used before"
        )
    player, token = taken
    return SeatResponse(name=table.settings.names[player], token=token)


@router.get("/tables/{number}")
async def get_table(table: TableDependency) -> TableResponse:
    """Return one table."""
    return _table_response(table)


@router.get("/tables/{number}/messages", response_model=list[dict[str, Any]])
async def get_messages(
    table: TableDependency,
    player: PlayerDependency,
    epoch: Annotated[str, Query(max_length=40)] = "",
    after: Annotated[int, Query(ge=-1, lt=2**53)] = -1,
    wait: Wait = 0.0,
    at: Annotated[int, Query(ge=-1, lt=MOST_ENTRANTS, description="The table to watch.")] = -1,
) -> Response:
    """Return the messages after a number, or the whole table; `wait` waits for one first."""
    if isinstance(table, LiveTournament) and player is None:
        table = table.table_at(at)
    outbox = table.participants.outbox(player)
    table.participants.mark_active(player)
    outbox.connections += 1
    try:
        backlog = outbox.since(after) if epoch == outbox.epoch else None
        if backlog == [] and wait:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await outbox.wait_after(after)
            backlog = outbox.since(after)
    finally:
        outbox.connections -= 1
    texts = [outbox.hello(fresh=backlog is None)]
    texts += table.snapshot(player) if backlog is None else [text for _, text in backlog]
    return Response(f"[{','.join(texts)}]", media_type="application/json")


@router.get("/tables/{number}/hands/{hand}/proof")
async def prove_deck(
    hand: Annotated[int, Path(ge=1, lt=2**53)],
    table: TableDependency,
    questions: QuestionsDependency,
) -> DeckProofResponse:
    """Prove that a deck holds 52 different cards; the proof is made once, and shows no card."""
    deal = table.find_deal(hand)
    if deal is None:
        raise HTTPException(404, f"hand {hand} was not dealt at this table, or it is too long ago")
    if not deal.proofs:
        deck = deal.deck
        deal.proofs.append(
            await questions.ask(deck_proof.prove_deck, [int(c) for c in deck.cards], deck.salts)
        )
    return DeckProofResponse(hand=hand, commitments=list(deal.deck.commitments), **deal.proofs[0])


@router.post("/tables/{number}/actions")
async def act(
    request: ActionRequest, table: TableDependency, player: PlayerDependency
) -> dict[str, str]:
    """Fold, check, call, bet or raise."""
    with _refusing_with_conflict():
        table.act(_require_seat(table, player), request)
    return {"accepted": request.id}


@router.post("/tables/{number}/seed")
async def cut_deck(
    request: SeedRequest, table: TableDependency, player: PlayerDependency
) -> dict[str, int]:
    """Cut the deck of the next hand."""
    with _refusing_with_conflict():
        table.cut(_require_seat(table, player), request.hand, request.seed)
    return {"accepted": request.hand}


@router.post("/tables/{number}/sitting")
async def change_sitting(
    request: SittingRequest, table: TableDependency, player: PlayerDependency
) -> dict[str, bool]:
    """Sit out, come back, or ask for the next hand."""
    seated = _require_seat(table, player)
    if request.here is not None:
        table.sit(seated, request.here)
    if request.ready:
        table.ready(seated)
    return {"accepted": True}


@router.post("/tables/{number}/chat")
async def send_chat(
    request: ChatRequest, table: TableDependency, player: PlayerDependency
) -> dict[str, bool]:
    """Say something to everybody at the table; five lines in ten seconds at most."""
    with _refusing_with_conflict():
        table.send_chat(_require_seat(table, player), request.text)
    return {"accepted": True}


@router.post("/tables/{number}/rebuy")
async def buy_in(
    request: RebuyRequest, table: TableDependency, player: PlayerDependency
) -> dict[str, bool]:
    """Fill up your stack before the next hand of a cash game."""
    with _refusing_with_conflict():
        table.rebuy(_require_seat(table, player), request.chips)
    return {"accepted": True}


@router.delete("/tables/{number}")
async def close_table(
    table: TableDependency, player: PlayerDependency, tables: TablesDependency
) -> dict[str, bool]:
    """Close a table at which you are the only human player."""
    _require_seat(table, player)
    if len(table.seats) - len(table.expected) > 1:
        raise HTTPException(409, f"others sit at table {table.number}: sit out instead")
    await tables.close_table(table)
    return {"closed": True}


def _require_seat(table: LiveTable, player: int | None) -> int:
    """Return the player; refuse a spectator."""
    if player is None:
        raise HTTPException(
            401, f"say which seat of table {table.number} is yours: Authorization: Bearer TOKEN"
        )
    table.participants.mark_active(player)
    return player


@contextmanager
def _refusing_with_conflict() -> Iterator[None]:
    """Answer an action that does not count with status 409."""
    try:
        yield
    except ActionError as error:
        raise HTTPException(409, str(error)) from error


def _table_response(table: LiveTable) -> TableResponse:
    settings = table.settings
    return TableResponse(
        table=table.number,
        format=settings.format,
        betting=settings.betting,
        stakes=settings.stakes,
        level=table.session.level,
        players=list(settings.names),
        persons=len(settings.humans),
        hands=table.session.dealt,
        teaching=settings.teaching,
        expected=list(table.expected),
        watching=table.spectators.connections,
        closed=table.closed,
    )
