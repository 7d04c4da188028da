"""The researcher's bench: agents that the host registers, and how many hands a question takes."""

import secrets
from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from fivebet.agents.hosting.registered import (
    RegisteredAgent,
    register_agent,
    registered_agents,
    remove_agent,
)
from fivebet.arena.power import plan_from_trial
from fivebet.web.api.contests import ContestDependency
from fivebet.web.api.dependencies import QuestionsDependency, Token

router = APIRouter(tags=["bench"])


class RegisterRequest(BaseModel):
    """An agent from a file of the host, or a program that answers by HTTP."""

    name: str = Field(min_length=1, max_length=40, examples=["mybot"])
    kind: Literal["file", "http"]
    target: str = Field(min_length=1, max_length=1_000, examples=["bots/mybot.py::MyBot"])
    """`path/to/file.py::Class` on the host's machine, or a URL."""
    seconds: float = Field(5.0, gt=0, le=60)
    """The time for one decision."""
    about: str = Field("", max_length=200)


class RegisteredResponse(BaseModel):
    """A registered agent, as guests may know it: not where it is."""

    name: str
    full_name: str
    """The name by which it is seated, which changes when the agent does."""
    kind: Literal["file", "http"]
    digest: str
    """SHA-256 of the file, or of the URL."""
    seconds: float
    about: str
    games: list[str]
    remembers: bool
    policy: bool
    registered: str
    problem: str
    """Why it cannot be seated now, if it cannot."""


class PlanResponse(BaseModel):
    """What it takes to tell a difference from nothing, four times in five."""

    difference: float
    spread: float
    """The standard deviation of a block, in mbb/hand."""
    blocks: int
    """Deals, or matches where agents remember."""
    hands: int
    unit: str
    seconds: float
    """The time that this takes at the speed of the trial."""


async def _check_host(connection: HTTPConnection, token: Token) -> None:
    """Refuse whoever does not have the secret that was printed when the card room was opened."""
    secret: str | None = connection.app.state.host_secret
    if secret is None or not secrets.compare_digest(secret.encode(), token.encode()):
        raise HTTPException(
            403 if token else 401,
            "only the host registers agents, with the secret that fivebet serve prints: "
            "Authorization: Bearer SECRET",
        )


HOST_ONLY = Depends(_check_host)


@router.get("/bench/agents")
def list_registered() -> list[RegisteredResponse]:
    """List the agents that the host has registered."""
    return [_response(each) for each in registered_agents().values()]


@router.post("/bench/agents", status_code=201, dependencies=[HOST_ONLY])
async def register(request: RegisterRequest, questions: QuestionsDependency) -> RegisteredResponse:
    """Register an agent once it could be seated; one of the same name is replaced.

    Only the host can, with the secret as the bearer's token.
    """
    agent = await questions.ask(
        register_agent,
        request.name,
        request.kind,
        request.target,
        seconds=request.seconds,
        about=" ".join(request.about.split()),
    )
    return _response(agent)


@router.delete("/bench/agents/{name}", dependencies=[HOST_ONLY])
def remove(name: Annotated[str, Path(max_length=80)]) -> list[RegisteredResponse]:
    """Remove a registered agent, and list those that are left; only the host can."""
    remove_agent(name)
    return list_registered()


@router.get("/contests/{number}/plan")
def get_plan(
    contest: ContestDependency,
    number: int,
    difference: Annotated[float, Query(gt=0, le=1e6, description="In mbb/hand.")] = 20.0,
) -> PlanResponse:
    """Say how many hands show a difference, taking a match or a ring as the trial."""
    result = contest.result
    if contest.kind not in ("match", "ring") or not result:
        raise HTTPException(409, f"contest {number} is no match or ring with a result: no plan")
    plan = plan_from_trial(result, difference)
    speed = result["timing"]["hands_per_second"]
    return PlanResponse(**asdict(plan), unit=result["unit"], seconds=plan.hands / max(speed, 1e-9))


def _response(agent: RegisteredAgent) -> RegisteredResponse:
    shown = {key: each for key, each in asdict(agent).items() if key != "target"}
    return RegisteredResponse(**shown, full_name=agent.full_name, problem=agent.problem)
