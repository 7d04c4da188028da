"""Hands: those that the store keeps, as a list, step by step, and as files."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, Field

from fivebet.errors import FivebetError, StoreError
from fivebet.formats import WRITERS
from fivebet.store.archive import Archive, HandHit, HandQuery
from fivebet.web.api.dependencies import Token
from fivebet.web.api.job_dependencies import ArchiveHere, DeskHere
from fivebet.web.imports import import_hands
from fivebet.web.replay import SeenHand, seen_hand

router = APIRouter(tags=["hands"])

_MOST_LISTED = 100
_MOST_EXPORTED = 1_000
_MOST_LOOKED_AT = 3_000

Format = Literal["phh", "pokerstars"]
_ENDINGS = {"phh": "phhs", "pokerstars": "txt"}
Street = Literal["", "preflop", "flop", "turn", "river"]
Kind = Literal["", "table", "match", "ring", "league", "tournament", "import"]


class PlayerTold(BaseModel):
    """A player of a hand; cards that nobody but he may know are missing."""

    name: str
    position: str
    cards: list[str] | None
    won: float | None
    you: bool


class HandTold(BaseModel):
    """A hand, for a list of them."""

    run: int
    serial: int
    kind: str
    number: int
    game: str
    big_blind: int
    played: str
    street: str
    board: list[str]
    pot: float
    players: list[PlayerTold]


class HandsTold(BaseModel):
    """Hands, the latest first, and where the list goes on."""

    hands: list[HandTold]
    before: str | None
    """For the next part of the list."""


class ReplayTold(HandTold):
    """A hand step by step."""

    you: int | None
    chairs: int
    frames: list[dict[str, Any]]
    """The table before the first decision and after each, with the number of events so far."""
    events: list[dict[str, Any]]
    reasons: list[dict[str, Any]]
    """Why agents acted, by decision, where that may be known."""
    previous: int | None
    following: int | None
    """The serial numbers of the hands beside it."""


class ImportAsked(BaseModel):
    """A text of hands, as PHH or in PokerStars' layout."""

    text: str = Field(min_length=1, max_length=1_000_000)
    name: str = Field("import", max_length=200)
    """Of the file."""


class ImportTold(BaseModel):
    """What was kept."""

    run: int
    hands: int
    left_out: list[str]
    """Why others were not, one sentence each."""


def _wanted(
    run: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
    kind: Kind = "",
    player: Annotated[str, Query(max_length=80, description="How a name begins.")] = "",
    game: Annotated[str, Query(max_length=80)] = "",
    street: Annotated[Street, Query(description="How far the board was dealt.")] = "",
    before: Annotated[str, Query(pattern=r"^(\d{1,9}\.\d{1,15})?$")] = "",
) -> HandQuery:
    first, _, second = before.partition(".")
    return HandQuery(
        run=run,
        kind=kind,
        player=player,
        game=game,
        street=street,
        before=(int(first), int(second)) if before else None,
    )


WantedHere = Annotated[HandQuery, Depends(_wanted)]
LeastPot = Annotated[float, Query(ge=0, le=1e9, description="In big blinds.")]


@router.get("/hands")
def hands(
    wanted: WantedHere,
    archive: ArchiveHere,
    token: Token,
    pot: LeastPot = 0.0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 30,
) -> HandsTold:
    """The latest hands that fit; those of tables without the cards that nobody saw."""
    found, before = _search(archive, wanted, token, pot, limit)
    return HandsTold(hands=[HandTold(**each.summary()) for each in found], before=before)


@router.get("/hands/text", response_class=PlainTextResponse)
def text(
    wanted: WantedHere,
    archive: ArchiveHere,
    token: Token,
    format_: Annotated[Format, Query(alias="format")] = "phh",
    pot: LeastPot = 0.0,
) -> Response:
    """Up to a thousand hands that fit, as a file; what a format cannot tell is left out."""
    found, _ = _search(archive, wanted, token, pot, _MOST_EXPORTED)
    records = [each.record for each in reversed(found) if _can_be_written(each, format_)]
    written = WRITERS[format_](records)
    name = f"hands.{_ENDINGS[format_]}"
    return PlainTextResponse(
        written, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@router.post("/hands/import", status_code=201)
def keep_hands(asked: ImportAsked, desk: DeskHere) -> ImportTold:
    """Keep the hands of a file."""
    if desk.store is None:
        raise HTTPException(404, "this card room keeps nothing: it was opened with --store none")
    run, kept, left_out = import_hands(desk.store, asked.text, asked.name)
    return ImportTold(run=run, hands=kept, left_out=left_out)


def _hand(
    run: Annotated[int, Path(ge=1, lt=2**31)],
    serial: Annotated[int, Path(ge=0, lt=2**53)],
    archive: ArchiveHere,
) -> HandHit:
    try:
        return archive.one(run, serial)
    except StoreError as error:
        raise HTTPException(404, str(error)) from error


HandHere = Annotated[HandHit, Depends(_hand)]


@router.get("/hands/{run}/{serial}")
def hand(found: HandHere, archive: ArchiveHere, token: Token) -> ReplayTold:
    """One hand, step by step; whoever sat at the table sees his own cards too."""
    previous, following = archive.beside(found.run.id, found.hand.serial)
    told = seen_hand(found, token).replay()
    return ReplayTold(**told, previous=previous, following=following)


@router.get("/hands/{run}/{serial}/text", response_class=PlainTextResponse)
def hand_text(
    found: HandHere,
    token: Token,
    format_: Annotated[Format, Query(alias="format")] = "phh",
) -> str:
    """One hand as PHH or in PokerStars' layout."""
    return WRITERS[format_]([seen_hand(found, token).record])


def _search(
    archive: Archive, wanted: HandQuery, token: str, pot: float, limit: int
) -> tuple[list[SeenHand], str | None]:
    """Hands that fit, and where to go on; a pot's size is known by replaying only."""
    found: list[SeenHand] = []
    looked = 0
    while looked < _MOST_LOOKED_AT:
        part = archive.hands(wanted, limit)
        looked += len(part)
        for each in part:
            seen = seen_hand(each, token)
            if pot and _pot(seen) < pot:
                continue
            found.append(seen)
            if len(found) == limit:
                return found, _place(each)
        if len(part) < limit:
            return found, None
        last = part[-1]
        wanted = replace(wanted, before=(last.run.id, last.hand.serial))
    return found, _place(last)


def _place(found: HandHit) -> str:
    return f"{found.run.id}.{found.hand.serial}"


def _can_be_written(seen: SeenHand, format_: Format) -> bool:
    try:
        return bool(WRITERS[format_]([seen.record]))
    except FivebetError:
        return False


def _pot(seen: SeenHand) -> float:
    told = seen.summary()
    return float(told["pot"]) / max(1, int(told["big_blind"]))
