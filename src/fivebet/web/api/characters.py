"""Agents as characters: how each thinks, plays and fares."""

from dataclasses import asdict

from fastapi import APIRouter
from pydantic import BaseModel

from fivebet.agents.characters import characters

router = APIRouter(tags=["agents"])


class EncounterResponse(BaseModel):
    """What an agent wins from another, heads-up."""

    name: str
    mbb_per_hand: float
    error: float


class LeagueRecordResponse(BaseModel):
    """How an agent has fared in one league of all agents, and its style there."""

    league: str
    vpip: float
    pfr: float
    aggression: float | None
    mbb_per_hand: float
    ci95: list[float] | None
    rank: int
    entrants: int
    hands: int
    loses_to: list[EncounterResponse]
    beats: list[EncounterResponse]


class CharacterResponse(BaseModel):
    """An agent as players get to know it."""

    name: str
    thoughts: str
    records: list[LeagueRecordResponse]
    """Its leagues; none if it has played in none."""
    weakness: str
    """Where it is weak besides, where that is known."""


@router.get("/characters")
def list_characters() -> list[CharacterResponse]:
    """List our agents as characters, with figures of the league of all agents."""
    return [CharacterResponse.model_validate(asdict(each)) for each in characters()]
