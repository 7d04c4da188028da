"""Statistics: how the players of a table play, with the sizes of the samples (FR-014)."""

from fastapi import APIRouter
from pydantic import BaseModel

from fivebet.game.positions import POSITIONS
from fivebet.opponents.definitions import DEFINITIONS, STREETS
from fivebet.opponents.ratio import Ratio
from fivebet.opponents.statistics import Statistics
from fivebet.web.api.dependencies import TableHere

router = APIRouter(tags=["statistics"])


class RatioTold(BaseModel):
    """How often something was done, of how many opportunities."""

    value: float | None
    times: float
    opportunities: float


Ratios = dict[str, RatioTold]


class PlayerStatistics(BaseModel):
    """One player's, in all, by street and by position."""

    name: str
    hands: int
    aggression_factor: float | None
    bb_per_100: float
    ratios: Ratios
    streets: dict[str, Ratios]
    positions: dict[str, Ratios]


class DefinitionTold(BaseModel):
    """What a statistic counts."""

    name: str
    label: str
    times: str
    opportunities: str


@router.get("/statistics")
def definitions() -> list[DefinitionTold]:
    """What each statistic counts."""
    return [
        DefinitionTold(
            name=each.name, label=each.label, times=each.times, opportunities=each.opportunities
        )
        for each in DEFINITIONS.values()
    ]


@router.get("/tables/{number}/statistics")
async def statistics(table: TableHere) -> list[PlayerStatistics]:
    """Those of a table's players since it was opened; they need no hidden cards."""
    return [player_statistics(str(name), table.tally[name]) for name in table.tally]


def player_statistics(name: str, found: Statistics) -> PlayerStatistics:
    """All statistics of one player."""
    return PlayerStatistics(
        name=name,
        hands=round(found.hands),
        aggression_factor=found.aggression_factor,
        bb_per_100=found.bb_per_100.mean,
        ratios=_ratios(found),
        streets={street: _ratios(found.on(street)) for street in STREETS},
        positions={
            position: _ratios(at) for position in POSITIONS if (at := found.at(position)).hands
        },
    )


def _ratios(found: Statistics) -> Ratios:
    return {name: _told(found.ratio(name)) for name in DEFINITIONS}


def _told(ratio: Ratio) -> RatioTold:
    return RatioTold(value=ratio.value, times=ratio.times, opportunities=ratio.opportunities)
