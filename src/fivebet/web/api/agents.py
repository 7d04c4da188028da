"""Agents: who can be seated, and what one of them would do."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field, with_config

from fivebet.agents.hosting.failures import SeatError
from fivebet.agents.hosting.registry import AgentInfo, describe_agents
from fivebet.agents.hosting.wire import read_game, read_view
from fivebet.agents.sentences import explain
from fivebet.errors import ActionError
from fivebet.game import Action, Game
from fivebet.web.agents.worker import ActionProbability, AgentResponse
from fivebet.web.agents.worker_pool import SeatedAgent
from fivebet.web.api.dependencies import ASKS_AGENT, ClientDependency, TablesDependency
from fivebet.web.tables.settings import check_agent_name

router = APIRouter(tags=["agents"])

# A response has all fields, also those that have a default.
with_config(ConfigDict(json_schema_serialization_defaults_required=True))(AgentInfo)


class DecideRequest(BaseModel):
    """A view of a hand, as programs get it (docs/agents.md), in a named game or its own."""

    game: str | dict[str, Any] = "nolimit-2p"
    view: dict[str, Any]
    seconds: float = Field(10.0, gt=0, le=60)
    seed: int = Field(0, ge=0, lt=2**63)


class DecideResponse(BaseModel):
    """What an agent would do, how likely each action was, and why."""

    action: str
    to: int
    probabilities: list[ActionProbability]
    sentence: str
    """Why, in words that a player understands."""
    reasons: dict[str, Any]
    failure: str
    load: float
    """The load of this server: requests for each of its workers."""


@router.get("/agents")
def list_agents() -> list[AgentInfo]:
    """List all agents that have names."""
    return describe_agents()


@router.post("/agents/{name}/decide", dependencies=[ASKS_AGENT])
async def decide(
    name: Annotated[str, Path(max_length=200)],
    request: DecideRequest,
    tables: TablesDependency,
    client: ClientDependency,
) -> DecideResponse:
    """Ask an agent what it would do in a spot; it knows no more than the view."""
    try:
        given = request.game
        game = Game.named(given) if isinstance(given, str) else read_game(given)
        check_agent_name(name, game.name)
        view = read_view(request.view, game)
    except (SeatError, OverflowError) as error:
        raise ActionError(str(error)) from error
    if not view.to_act:
        raise ActionError(f"it is not seat {view.seat}'s turn in this view")
    agent = SeatedAgent(name, request.seed, f"decide/{name}/{request.seed}", client=client)
    pool = tables.agents.pool
    answer = await pool.decide(agent, view, request.seconds, with_probabilities=True)
    return decide_response(answer, pool.load)


def decide_response(answer: AgentResponse, load: float) -> DecideResponse:
    """Return a worker's answer as the API does."""
    reasons = json.loads(answer.reasons) if answer.reasons else {}
    return DecideResponse(
        action=answer.action,
        to=answer.to,
        probabilities=list(answer.probabilities),
        sentence=explain(Action(answer.action, answer.to), reasons),
        reasons=reasons,
        failure=answer.failure,
        load=load,
    )
