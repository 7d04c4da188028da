"""Solutions of heads-up spots after the flop."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from pydantic import BaseModel, Field

from fivebet.solving import Spot
from fivebet.study.spot_solve import ConvergencePoint, SpotSolve
from fivebet.web.api.dependencies import (
    SEARCHES_STORE,
    After,
    ClientDependency,
    JobsDependency,
    Token,
    Wait,
)
from fivebet.web.jobs.job_queue import Status
from fivebet.web.jobs.solves import SolveJob

router = APIRouter(tags=["solutions"])

Hands = Annotated[str, Field(max_length=20_000)]
Sizes = Annotated[str, Field(max_length=200)]
_MOST_CHIPS = 10**9


class SolveRequest(BaseModel):
    """Two ranges on a board, a pot, chips behind, and what may be bet."""

    board: str = Field(max_length=40, examples=["Td9d6h"])
    pot: int = Field(ge=1, le=_MOST_CHIPS, examples=[200])
    stack: int = Field(ge=1, le=_MOST_CHIPS, examples=[900])
    oop: Hands = Field(examples=["66+, A8s+, AJo+"])
    ip: Hands = Field(examples=["QQ-22, A2s+, ATo+"])
    bets: Sizes = "50%, 100%"
    raises: Sizes = "100%"
    sizes: dict[Annotated[str, Field(max_length=40)], Sizes] = Field({}, max_length=40)
    """Sizes for a street, a player or both: `{"bets flop": "33%", "raises ip river": "a"}`."""
    add_all_in: float = Field(0.0, ge=0, le=100)
    force_all_in: float = Field(0.0, ge=0, le=100)
    merge: float = Field(0.0, ge=0, le=100)
    rake: float = Field(0.0, ge=0, lt=100)
    """The rake in percent of the pot."""
    rake_cap: float = Field(0.0, ge=0, le=_MOST_CHIPS)
    target: float = Field(0.5, ge=0.01, le=100)
    """The exploitability to reach, in percent of the pot."""
    iterations: int = Field(2_000, ge=1, le=100_000)
    small: bool = False
    """Whether numbers are stored in 16 bits, which takes half the memory."""

    model_config = {
        "json_schema_extra": {
            "examples": [
                {
                    "board": "Kh8h3dJc5s",
                    "pot": 200,
                    "stack": 900,
                    "oop": "22+, A2s+, KTs+",
                    "ip": "TT+, AKs, KQs",
                }
            ]
        }
    }


class SolveResponse(BaseModel):
    """How far a solve is."""

    id: str
    """The spot's fingerprint: the same spot has the same solution."""
    status: Status
    error: str
    version: int
    spot: dict[str, Any]
    target: float
    iterations: int
    exploitability_pct: float | None
    seconds: float
    memory_mb: float | None
    device: str
    """Where it was solved: cpu, or a GPU's name."""
    locks: list[dict[str, Any]]
    """The decisions that are locked: the path of each, and how it is played."""
    ev: list[float] | None
    """The chips of the pot that OOP and IP win."""
    points: list[ConvergencePoint]


class StartedSolveResponse(SolveResponse):
    """A solve that was started, and the token that stops it."""

    token: str
    """Sent once; empty if the spot is being solved for somebody else already."""


class NodeResponse(BaseModel):
    """A node of a tree: who acts, how often each action is taken, and what each hand does."""

    path: list[str]
    board: list[str]
    street: str
    pot: int
    stacks: list[int]
    player: str | None
    over: bool
    steps: list[dict[str, Any]]
    """The path to the node: who could do what, and what was done."""
    cards: list[str] = []
    """The cards that may be dealt, where one is."""
    actions: list[dict[str, Any]]
    classes: list[dict[str, Any]]
    """All 169 classes, row by row from the aces: weight, shares of the actions, value, equity."""
    hands: list[dict[str, Any]]
    """Every hand that may be held: weight, shares and values of the actions, value, equity."""
    ev: float | None = None
    equity: float | None = None


def _find_solve(
    id_: Annotated[str, Path(alias="id", max_length=40)], jobs: JobsDependency
) -> SolveJob:
    solve = jobs.solves.find(id_)
    if solve is None:
        raise HTTPException(404, f"there is no solution {id_!r}")
    return solve


SolveDependency = Annotated[SolveJob, Depends(_find_solve)]


@router.post("/solutions", status_code=202)
async def start_solve(
    request: SolveRequest, jobs: JobsDependency, client: ClientDependency
) -> StartedSolveResponse:
    """Solve a spot; one that was solved before is continued if the target is lower."""
    spot = Spot.create(
        request.board,
        request.pot,
        request.stack,
        request.oop,
        request.ip,
        request.bets,
        request.raises,
        sizes=request.sizes,
        add_all_in=request.add_all_in,
        force_all_in=request.force_all_in,
        merge=request.merge,
        rake=request.rake / 100,
        rake_cap=request.rake_cap,
    )
    job = SpotSolve(
        spot=spot,
        target=request.target,
        iterations=request.iterations,
        compressed=request.small,
    )
    solve, token = jobs.solves.solve(job, client)
    return StartedSolveResponse(**solve.to_dict(), token=token)


@router.get("/solutions", response_model=list[SolveResponse], dependencies=[SEARCHES_STORE])
def list_solutions(jobs: JobsDependency) -> list[dict[str, Any]]:
    """List all spots that are being solved or were, the current ones first."""
    return [solve.to_dict() for solve in jobs.solves.list_all()]


@router.get("/solutions/{id}", response_model=SolveResponse)
async def get_solution(
    solve: SolveDependency, after: After = -1, wait: Wait = 0.0
) -> dict[str, Any]:
    """Return how far a solve is; `wait` waits for news first."""
    await solve.wait_for_news(after, wait)
    return solve.to_dict()


@router.get("/solutions/{id}/node", response_model=NodeResponse)
async def get_node(
    solve: SolveDependency,
    jobs: JobsDependency,
    path: Annotated[
        str, Query(max_length=400, description="Like `check, bet 100, call, 2c`.")
    ] = "",
) -> dict[str, Any]:
    """Return a node of the tree, also while it is being solved."""
    return await jobs.solves.node(solve, path)


@router.delete("/solutions/{id}", response_model=SolveResponse)
async def stop_solve(solve: SolveDependency, jobs: JobsDependency, token: Token) -> dict[str, Any]:
    """Stop what you have started; the tree is saved, and the same spot continues from there."""
    jobs.solves.stop(solve.id, token)
    return solve.to_dict()
