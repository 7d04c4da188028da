"""Games, and the blind schedules of sit-and-gos."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from fivebet.arena.tournament import SCHEDULES
from fivebet.game.games import GAMES

router = APIRouter(tags=["games"])


class GameResponse(BaseModel):
    """A game that has a name."""

    name: str
    structure: str
    seats: int
    big_blind: int
    definition: dict[str, Any]


class ScheduleResponse(BaseModel):
    """How the blinds of a sit-and-go rise."""

    name: str
    stack: int
    hands: int
    big_blinds: list[int]


@router.get("/games")
def list_games() -> list[GameResponse]:
    """List all games that have names."""
    return [
        GameResponse(
            name=game.name,
            structure=game.structure,
            seats=game.seats,
            big_blind=game.big_blind,
            definition=game.to_dict(),
        )
        for game in GAMES.values()
    ]


@router.get("/schedules")
def list_schedules() -> list[ScheduleResponse]:
    """List all blind schedules that have names."""
    return [
        ScheduleResponse(
            name=each.name,
            stack=each.stack,
            hands=each.hands,
            big_blinds=[level.big_blind for level in each.levels],
        )
        for each in SCHEDULES.values()
    ]
