"""Agents: who can sit down, and what one of them would do."""

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from fivebet.agents.hosting.failures import SeatError
from fivebet.agents.hosting.registry import describe_agents
from fivebet.agents.hosting.wire import read_game, read_view
from fivebet.errors import ActionError
from fivebet.game import Game
from fivebet.web.agents.worker import Answer
from fivebet.web.agents.workers import SeatedAgent
from fivebet.web.api.dependencies import RoomHere
from fivebet.web.tables.plan import check_agent_name

router = APIRouter(tags=["agents"])


class AgentTold(BaseModel):
    """An agent that can be seated."""

    name: str
    about: str
    options: dict[str, Any]
    games: list[str]
    remembers: bool
    policy: bool
    paper: str
    source: str
    problem: str


class Spot(BaseModel):
    """A view of a hand, as programs get it (docs/agents.md), in a named game or its own."""

    game: str | dict[str, Any] = "nolimit-2p"
    view: dict[str, Any]
    seconds: float = Field(10.0, gt=0, le=60)
    seed: int = Field(0, ge=0, lt=2**63)


class Chance(BaseModel):
    """How likely an action is."""

    action: str
    to: int
    probability: float


class Decided(BaseModel):
    """What an agent would do, how likely each action was, and why."""

    action: str
    to: int
    probabilities: list[Chance]
    reasons: dict[str, Any]
    failure: str
    load: float
    """Of this server: questions for each of its workers."""


@router.get("/agents")
def agents() -> list[AgentTold]:
    """All agents that have names."""
    return [AgentTold(**asdict(info)) for info in describe_agents()]


@router.post("/agents/{name}/decide")
async def decide(name: Annotated[str, Path(max_length=200)], spot: Spot, room: RoomHere) -> Decided:
    """What an agent would do in a spot, without knowing more than its view."""
    try:
        game = Game.named(spot.game) if isinstance(spot.game, str) else read_game(spot.game)
        check_agent_name(name, game.name)
        view = read_view(spot.view, game)
    except (SeatError, OverflowError) as error:
        raise ActionError(str(error)) from error
    if not view.to_act:
        raise ActionError(f"it is not seat {view.seat}'s turn in this view")
    agent = SeatedAgent(name, spot.seed, f"decide/{name}/{spot.seed}")
    answer = await room.thinkers.crew.decide(agent, view, spot.seconds, chances=True)
    return decided(answer, room.thinkers.crew.load)


def decided(answer: Answer, load: float) -> Decided:
    """A worker's answer as the API tells it."""
    return Decided(
        action=answer.action,
        to=answer.to,
        probabilities=[Chance(**asdict(each)) for each in answer.chances],
        reasons=json.loads(answer.reasons) if answer.reasons else {},
        failure=answer.failure,
        load=load,
    )
