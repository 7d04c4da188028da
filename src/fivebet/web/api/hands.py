"""Stored hands: as a list, step by step, and as files."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, Field

from fivebet.cards import parse_cards
from fivebet.errors import FivebetError, StoreError
from fivebet.formats import WRITERS
from fivebet.store.archive import Archive, HandHit, HandQuery
from fivebet.web.api.dependencies import (
    SEARCHES_STORE,
    ArchiveDependency,
    JobsDependency,
    QuestionsDependency,
    Token,
)
from fivebet.web.imports import import_hands
from fivebet.web.replay import OPEN_KINDS, Replay, make_replay

router = APIRouter(tags=["hands"])

_MOST_LISTED = 100
_MOST_EXPORTED = 1_000
_MOST_READ = 3_000

Format = Literal["phh", "pokerstars"]
_ENDINGS = {"phh": "phhs", "pokerstars": "txt"}
Street = Literal["", "preflop", "flop", "turn", "river"]
Kind = Literal["", "table", "match", "ring", "league", "tournament", "import"]


class HandPlayerResponse(BaseModel):
    """A player of a hand, without cards that the viewer may not know."""

    name: str
    position: str
    cards: list[str] | None
    won: float | None
    you: bool


class HandResponse(BaseModel):
    """A hand in a list of hands."""

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
    currency: str
    """The sign or code of an imported hand's money; empty for chips."""
    scale: int
    """How many decimal places of that money chips stand for: 2 for cents."""
    rake: float
    """In chips."""
    players: list[HandPlayerResponse]


class HandListResponse(BaseModel):
    """Hands, the latest first, and where the list continues."""

    hands: list[HandResponse]
    before: str | None
    """The `before` of the request for the next part of the list."""


class ReplayResponse(HandResponse):
    """A hand step by step."""

    you: int | None
    hero: int | None
    """The place of whoever has saved an imported hand, if that is known."""
    chairs: int
    frames: list[dict[str, Any]]
    """The table before the first decision and after each, with the number of events so far."""
    events: list[dict[str, Any]]
    reasons: list[dict[str, Any]]
    """The reasons of agents' decisions, where the viewer may know them."""
    previous: int | None
    following: int | None
    """The serial numbers of the hands before and after it."""


class ImportRequest(BaseModel):
    """A text of hands, as PHH or in PokerStars' layout."""

    text: str = Field(min_length=1, max_length=1_000_000)
    name: str = Field("import", max_length=200)
    """The name of the file."""
    run: int | None = Field(None, ge=1, lt=2**31)
    """The run that a part of a larger file adds to, with its token."""
    has_more: bool = False
    """Whether other parts follow."""


class ImportResponse(BaseModel):
    """Which hands were stored."""

    run: int
    hands: int
    left_out: list[str]
    """Why other hands were not stored, one sentence each."""
    token: str
    """Adds the next part of the file."""


def _hand_query(
    run: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
    kind: Kind = "",
    player: Annotated[str, Query(max_length=80, description="How a name begins.")] = "",
    game: Annotated[str, Query(max_length=80)] = "",
    street: Annotated[Street, Query(description="How far the board was dealt.")] = "",
    cards: Annotated[
        str, Query(max_length=20, description="Held or on the board, like AhKh: open hands only.")
    ] = "",
    before: Annotated[str, Query(pattern=r"^(\d{1,9}\.\d{1,15})?$")] = "",
) -> HandQuery:
    first, _, second = before.partition(".")
    return HandQuery(
        run=run,
        kind=kind,
        player=player,
        game=game,
        street=street,
        cards=tuple(map(str, parse_cards(cards))) if cards.strip() else (),
        open_kinds=OPEN_KINDS,
        before=(int(first), int(second)) if before else None,
    )


QueryDependency = Annotated[HandQuery, Depends(_hand_query)]
LeastPot = Annotated[float, Query(ge=0, le=1e9, description="In big blinds.")]


@router.get("/hands", dependencies=[SEARCHES_STORE])
def list_hands(
    query: QueryDependency,
    archive: ArchiveDependency,
    token: Token,
    pot: LeastPot = 0.0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 30,
) -> HandListResponse:
    """List the latest matching hands, without cards that you may not know."""
    replays, before = _search(archive, query, token, pot, limit)
    return HandListResponse(
        hands=[HandResponse(**each.summary()) for each in replays], before=before
    )


@router.get("/hands/text", dependencies=[SEARCHES_STORE], response_class=PlainTextResponse)
def export_hands(
    query: QueryDependency,
    archive: ArchiveDependency,
    token: Token,
    format_: Annotated[Format, Query(alias="format")] = "phh",
    pot: LeastPot = 0.0,
) -> Response:
    """Download up to a thousand matching hands; those that the format cannot hold are left out."""
    replays, _ = _search(archive, query, token, pot, _MOST_EXPORTED)
    records = [each.record for each in reversed(replays) if _can_be_written(each, format_)]
    name = f"hands.{_ENDINGS[format_]}"
    return PlainTextResponse(
        WRITERS[format_](records),
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.post("/hands/import", status_code=201)
async def import_file(
    request: ImportRequest, jobs: JobsDependency, questions: QuestionsDependency, token: Token
) -> ImportResponse:
    """Store the hands of a file, or of a part of one: the token of the first adds the others."""
    if jobs.store is None:
        raise HTTPException(404, "this card room keeps nothing: it was opened with --store none")
    part = await questions.ask(
        import_hands,
        jobs.store,
        request.text,
        request.name,
        run=request.run,
        token=token,
        has_more=request.has_more,
    )
    return ImportResponse(**vars(part))


def _find_hand(
    run: Annotated[int, Path(ge=1, lt=2**31)],
    serial: Annotated[int, Path(ge=0, lt=2**53)],
    archive: ArchiveDependency,
) -> HandHit:
    try:
        return archive.one(run, serial)
    except StoreError as error:
        raise HTTPException(404, str(error)) from error


HandDependency = Annotated[HandHit, Depends(_find_hand)]


@router.get("/hands/{run}/{serial}")
def get_hand(hit: HandDependency, archive: ArchiveDependency, token: Token) -> ReplayResponse:
    """Return a hand step by step; its players see their own cards too."""
    previous, following = archive.beside(hit.run.id, hit.hand.serial)
    replay = make_replay(hit, token).to_dict()
    return ReplayResponse(**replay, previous=previous, following=following)


@router.get("/hands/{run}/{serial}/text", response_class=PlainTextResponse)
def get_hand_text(
    hit: HandDependency,
    token: Token,
    format_: Annotated[Format, Query(alias="format")] = "phh",
) -> str:
    """Return a hand as PHH or in PokerStars' layout."""
    return WRITERS[format_]([make_replay(hit, token).record])


def _search(
    archive: Archive, query: HandQuery, token: str, pot: float, limit: int
) -> tuple[list[Replay], str | None]:
    """Return matching hands and where to continue; a pot's size is known only by replaying."""
    found: list[Replay] = []
    read = 0
    while read < _MOST_READ:
        hits = archive.hands(query, limit)
        read += len(hits)
        for hit in hits:
            replay = make_replay(hit, token)
            if pot and _pot_in_big_blinds(replay) < pot:
                continue
            found.append(replay)
            if len(found) == limit:
                return found, _cursor(hit)
        if len(hits) < limit:
            return found, None
        last = hits[-1]
        query = replace(query, before=(last.run.id, last.hand.serial))
    return found, _cursor(last)


def _cursor(hit: HandHit) -> str:
    return f"{hit.run.id}.{hit.hand.serial}"


def _can_be_written(replay: Replay, format_: Format) -> bool:
    try:
        return bool(WRITERS[format_]([replay.record]))
    except FivebetError:
        return False


def _pot_in_big_blinds(replay: Replay) -> float:
    summary = replay.summary()
    return float(summary["pot"]) / max(1, int(summary["big_blind"]))
