"""Tournaments of several tables: how they stand."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path
from pydantic import BaseModel

from fivebet.store.tables import Run
from fivebet.web.api.dependencies import SEARCHES_STORE, JobsDependency, TablesDependency
from fivebet.web.tables.live_tournament import LiveTournament
from fivebet.web.tables.persistence import TABLE_KIND
from fivebet.web.tables.sessions import make_director
from fivebet.web.tables.settings import TableSettings

router = APIRouter(tags=["tables"])


class TournamentSeatResponse(BaseModel):
    """A player who still has chips."""

    chair: int
    name: str
    agent: bool
    stack: int


class TournamentTableResponse(BaseModel):
    """A table that is left, by its number in the tournament."""

    number: int
    seats: list[TournamentSeatResponse]


class TournamentFinishResponse(BaseModel):
    """A player who is out, or has won."""

    name: str
    place: int
    prize: float


class TournamentResponse(BaseModel):
    """How a tournament stands."""

    table: int
    """The number under which it is played and stored."""
    round: int
    """The rounds of hands that were settled: all tables play a hand at a time."""
    level: str
    next_level: str
    hands_to_next: int
    """The hands until the next level, at each table."""
    entrants: int
    left: int
    stack: int
    """The chips with which everybody has started."""
    prizes: list[float]
    """From the first place down."""
    tables: list[TournamentTableResponse]
    finishes: list[TournamentFinishResponse]
    expected: list[str]
    """The names of those who were invited and have not come yet."""
    closed: str
    """Why it is closed; empty while it is open."""


@router.get("/tables/{number}/standings", dependencies=[SEARCHES_STORE])
async def get_standings(
    number: Annotated[int, Path(ge=1, lt=2**31)], tables: TablesDependency, jobs: JobsDependency
) -> TournamentResponse:
    """Return the standings of a tournament, also of one that is over."""
    table = await tables.find(number)
    if isinstance(table, LiveTournament):
        return TournamentResponse.model_validate(table.standing())
    run = jobs.archive.run(number) if table is None and jobs.archive is not None else None
    if (
        run is not None
        and run.kind == TABLE_KIND
        and run.settings["plan"]["format"] == "tournament"
    ):
        return _finished(run)
    raise HTTPException(404, f"there is no tournament {number}")


def _finished(run: Run) -> TournamentResponse:
    """Return the standings of a tournament that is over, or was closed before its end."""
    settings = TableSettings.from_dict(run.settings["plan"])
    tournament = make_director(settings).tournament
    finishes = (run.result or {}).get("finishes") or []
    known = [(name, each) for name, each in zip(settings.names, finishes, strict=False) if each]
    return TournamentResponse(
        table=run.id,
        round=max((each["hands"] for _, each in known), default=0),
        level="",
        next_level="",
        hands_to_next=0,
        entrants=len(settings.names),
        left=len(settings.names) - len(known),
        stack=settings.stack,
        prizes=[tournament.prize(place + 1) for place in range(len(tournament.payouts))],
        tables=[],
        finishes=[
            TournamentFinishResponse(name=name, place=each["place"], prize=each["prize"])
            for name, each in known
        ],
        expected=[],
        closed="it is over" if known else "it was closed",
    )
