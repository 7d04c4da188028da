"""Statistics: how the players of a table play, with the sizes of the samples (FR-014)."""

from fastapi import APIRouter
from pydantic import BaseModel

from fivebet.game.positions import POSITIONS
from fivebet.opponents.definitions import DEFINITIONS, STREETS, Definition
from fivebet.opponents.statistics import Statistics
from fivebet.web.api.dependencies import TableDependency

router = APIRouter(tags=["statistics"])


class RatioResponse(BaseModel, from_attributes=True):
    """How often something was done, of how many opportunities."""

    value: float | None
    times: float
    opportunities: float


Ratios = dict[str, RatioResponse]


class PlayerStatisticsResponse(BaseModel):
    """The statistics of one player: in all, by street and by position."""

    name: str
    hands: int
    aggression_factor: float | None
    bb_per_100: float
    ratios: Ratios
    streets: dict[str, Ratios]
    positions: dict[str, Ratios]


class DefinitionResponse(BaseModel):
    """What a statistic counts."""

    name: str
    label: str
    times: str
    opportunities: str


@router.get("/statistics", response_model=list[DefinitionResponse])
def list_definitions() -> list[Definition]:
    """List what each statistic counts."""
    return list(DEFINITIONS.values())


@router.get("/tables/{number}/statistics")
async def table_statistics(table: TableDependency) -> list[PlayerStatisticsResponse]:
    """Return the statistics of a table's players since it was opened; they need no hidden cards."""
    return [player_statistics(str(name), table.tally[name]) for name in table.tally]


def player_statistics(name: str, statistics: Statistics) -> PlayerStatisticsResponse:
    """Return all statistics of one player."""
    return PlayerStatisticsResponse(
        name=name,
        hands=round(statistics.hands),
        aggression_factor=statistics.aggression_factor,
        bb_per_100=statistics.bb_per_100.mean,
        ratios=_ratios(statistics),
        streets={street: _ratios(statistics.on(street)) for street in STREETS},
        positions={
            position: _ratios(at) for position in POSITIONS if (at := statistics.at(position)).hands
        },
    )


def _ratios(statistics: Statistics) -> Ratios:
    return {name: RatioResponse.model_validate(statistics.ratio(name)) for name in DEFINITIONS}
