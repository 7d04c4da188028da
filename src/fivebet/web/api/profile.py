"""A profile without an account: what the tokens of a browser's seats open, in one place."""

from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from fivebet.opponents.statistics import Statistics
from fivebet.web.api.dependencies import ArchiveDependency, JobsDependency, QuestionsDependency
from fivebet.web.api.statistics import PlayerStatisticsResponse, player_statistics
from fivebet.web.profile import ME, SeatKey, delete_tables, export_hands, make_profile

router = APIRouter(tags=["profile"])


class SeatKeyRequest(BaseModel):
    """A table and the token of one's seat there."""

    table: int = Field(ge=1, lt=2**31)
    token: str = Field(min_length=1, max_length=64)


class ProfileRequest(BaseModel):
    """All seats that are one's own."""

    seats: Annotated[list[SeatKeyRequest], Field(max_length=100)]

    def keys(self) -> list[SeatKey]:
        """Return the seats, each table once."""
        by_table = {each.table: each.token for each in self.seats}
        return [SeatKey(table, token) for table, token in sorted(by_table.items())]


class CurveResponse(BaseModel):
    """Big blinds won by hands played, with and without the luck of all-ins."""

    played: list[float]
    won: list[float]
    adjusted: list[float]
    mean: float
    spread: float


class MeanResponse(BaseModel):
    """Big blinds per hundred hands, with the 95 % interval."""

    bb_per_100: float
    low: float
    high: float


class RatingResponse(BaseModel):
    """A rating on the Elo scale, where the mean of all who met is 1500, and its standard error."""

    points: float
    error: float


class OpponentResponse(BaseModel):
    """An agent that was met, and what was won from it."""

    name: str
    hands: int
    bb: float
    games: int
    points: float | None


class ProfileResponse(BaseModel):
    """How somebody plays, over all their tables."""

    hands: int
    tables: int
    curve: CurveResponse | None
    won: MeanResponse | None
    adjusted: MeanResponse | None
    statistics: PlayerStatisticsResponse | None
    rating: RatingResponse | None
    hands_a_game: int
    opponents: list[OpponentResponse]


class DeletedTablesResponse(BaseModel):
    """The tables that were deleted with their hands, and why others were not."""

    deleted: list[int]
    kept: list[str]


@router.post("/profile")
async def get_profile(
    request: ProfileRequest,
    jobs: JobsDependency,
    archive: ArchiveDependency,
    questions: QuestionsDependency,
) -> ProfileResponse:
    """Return how the owner of some seats plays."""
    del archive  # it is needed: without a store there are no hands
    found = await questions.ask(make_profile, str(jobs.store), request.keys())
    statistics: Statistics | None = found.pop("statistics")
    shown = None if statistics is None else player_statistics(ME, statistics)
    return ProfileResponse(statistics=shown, **found)


@router.post("/profile/hands", response_class=PlainTextResponse)
async def export_profile(
    request: ProfileRequest,
    jobs: JobsDependency,
    archive: ArchiveDependency,
    questions: QuestionsDependency,
) -> str:
    """Return all hands of one's seats as PHH, without cards that one may not know."""
    del archive
    return await questions.ask(export_hands, str(jobs.store), request.keys())


@router.post("/profile/delete")
async def delete_profile(
    request: ProfileRequest,
    jobs: JobsDependency,
    archive: ArchiveDependency,
    questions: QuestionsDependency,
) -> DeletedTablesResponse:
    """Delete the tables at which one played alone with agents, and all their hands."""
    del archive
    deleted, kept = await questions.ask(delete_tables, str(jobs.store), request.keys())
    return DeletedTablesResponse(deleted=deleted, kept=kept)
