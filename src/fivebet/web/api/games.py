"""Games: what is played, and how blinds rise in a sit-and-go."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from fivebet.arena.tournament import SCHEDULES
from fivebet.game.games import GAMES

router = APIRouter(tags=["games"])


class GameTold(BaseModel):
    """A game of the registry."""

    name: str
    structure: str
    seats: int
    big_blind: int
    definition: dict[str, Any]


class ScheduleTold(BaseModel):
    """How a sit-and-go's blinds rise."""

    name: str
    stack: int
    hands: int
    big_blinds: list[int]


@router.get("/games")
def games() -> list[GameTold]:
    """All games that have names."""
    return [
        GameTold(
            name=game.name,
            structure=game.structure,
            seats=game.seats,
            big_blind=game.big_blind,
            definition=game.to_dict(),
        )
        for game in GAMES.values()
    ]


@router.get("/schedules")
def schedules() -> list[ScheduleTold]:
    """All schedules that have names."""
    return [
        ScheduleTold(
            name=each.name,
            stack=each.stack,
            hands=each.hands,
            big_blinds=[level.big_blind for level in each.levels],
        )
        for each in SCHEDULES.values()
    ]
