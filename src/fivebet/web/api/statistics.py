"""Statistics: how the players of a table play, with the sizes of the samples (FR-014)."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from fivebet.game.game import STREETS
from fivebet.game.positions import POSITIONS
from fivebet.opponents.definitions import DEFINITIONS, Definition
from fivebet.opponents.statistics import Statistics
from fivebet.web.api.dependencies import PlayerDependency, TableDependency
from fivebet.web.tables.live_tournament import LiveTournament
from fivebet.web.tables.settings import MOST_ENTRANTS

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
    """Those that there was an opportunity for, as for positions: pages load them often."""
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
async def table_statistics(
    table: TableDependency,
    player: PlayerDependency,
    at: Annotated[int, Query(ge=-1, lt=MOST_ENTRANTS, description="The table to watch.")] = -1,
) -> list[PlayerStatisticsResponse]:
    """Return the statistics of a table's players since it was opened; they need no hidden cards.

    In a tournament these are the players of your table, or of the one that you watch.
    """
    here = set(table.settings.names)
    if isinstance(table, LiveTournament):
        seen = table.table_at(at) if player is None else table.table_of(player)
        here = {table.settings.names[each] for each in seen.session.places}
    tally = table.tally
    return [player_statistics(str(name), tally[name]) for name in tally if str(name) in here]


def player_statistics(name: str, statistics: Statistics) -> PlayerStatisticsResponse:
    """Return all statistics of one player."""
    return PlayerStatisticsResponse(
        name=name,
        hands=round(statistics.hands),
        aggression_factor=statistics.aggression_factor,
        bb_per_100=statistics.bb_per_100.mean,
        ratios=_ratios(statistics),
        streets={street: _known_ratios(statistics.on(street)) for street in STREETS},
        positions={
            position: _known_ratios(at)
            for position in POSITIONS
            if (at := statistics.at(position)).hands
        },
    )


def _ratios(statistics: Statistics) -> Ratios:
    return {name: RatioResponse.model_validate(statistics.ratio(name)) for name in DEFINITIONS}


def _known_ratios(statistics: Statistics) -> Ratios:
    return {name: ratio for name, ratio in _ratios(statistics).items() if ratio.opportunities}
