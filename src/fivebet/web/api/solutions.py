"""Solutions: heads-up spots after the flop, solved in a process of their own."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from pydantic import BaseModel, Field

from fivebet.solving import Spot
from fivebet.web.api.job_dependencies import After, DeskHere, Wait
from fivebet.web.jobs.live_job import Status
from fivebet.web.jobs.solver import Task
from fivebet.web.jobs.solving import Solve

router = APIRouter(tags=["solutions"])

Hands = Annotated[str, Field(max_length=20_000)]
Sizes = Annotated[str, Field(max_length=200)]
_MOST_CHIPS = 10**9


class SpotAsked(BaseModel):
    """Two ranges on a board, a pot, chips behind, and what may be bet."""

    board: str = Field(max_length=40, examples=["Td9d6h"])
    pot: int = Field(ge=1, le=_MOST_CHIPS, examples=[200])
    stack: int = Field(ge=1, le=_MOST_CHIPS, examples=[900])
    oop: Hands = Field(examples=["66+, A8s+, AJo+"])
    ip: Hands = Field(examples=["QQ-22, A2s+, ATo+"])
    bets: Sizes = "50%, 100%"
    raises: Sizes = "100%"
    sizes: dict[Annotated[str, Field(max_length=40)], Sizes] = Field({}, max_length=40)
    """Others for a street, a player or both: `{"bets flop": "33%", "raises ip river": "a"}`."""
    add_all_in: float = Field(0.0, ge=0, le=100)
    force_all_in: float = Field(0.0, ge=0, le=100)
    merge: float = Field(0.0, ge=0, le=100)
    rake: float = Field(0.0, ge=0, lt=100)
    """Percent."""
    rake_cap: float = Field(0.0, ge=0, le=_MOST_CHIPS)
    target: float = Field(0.5, ge=0.01, le=100)
    """Exploitability to reach, in percent of the pot."""
    iterations: int = Field(2_000, ge=1, le=100_000)
    small: bool = False
    """Numbers in 16 bits: half the memory."""

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


class PointTold(BaseModel):
    """Exploitability, in percent of the pot, after so many iterations."""

    iterations: int
    seconds: float
    exploitability_pct: float


class SolveTold(BaseModel):
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
    ev: list[float] | None
    """Chips of the pot that OOP and IP win."""
    points: list[PointTold]


class NodeTold(BaseModel):
    """A node of a tree: who acts, how often each action is taken, and each hand's part in it."""

    path: list[str]
    board: list[str]
    street: str
    pot: int
    stacks: list[int]
    player: str | None
    over: bool
    steps: list[dict[str, Any]]
    """The way here: who could do what, and what was done."""
    cards: list[str] = []
    """That may come, where one does."""
    actions: list[dict[str, Any]]
    classes: list[dict[str, Any]]
    """All 169, row by row from the aces: weight, shares of the actions, value, equity."""
    hands: list[dict[str, Any]]
    """Every hand that may be held: weight, shares and values of the actions, value, equity."""
    ev: float | None = None
    equity: float | None = None


def _solve(id_: Annotated[str, Path(alias="id", max_length=40)], desk: DeskHere) -> Solve:
    found = desk.solves.find(id_)
    if found is None:
        raise HTTPException(404, f"there is no solution {id_!r}")
    return found


SolveHere = Annotated[Solve, Depends(_solve)]


@router.post("/solutions", status_code=202)
async def solve(asked: SpotAsked, desk: DeskHere) -> SolveTold:
    """Solve a spot; one that was solved before is gone on with, if the target is lower."""
    spot = Spot.create(
        asked.board,
        asked.pot,
        asked.stack,
        asked.oop,
        asked.ip,
        asked.bets,
        asked.raises,
        sizes=asked.sizes,
        add_all_in=asked.add_all_in,
        force_all_in=asked.force_all_in,
        merge=asked.merge,
        rake=asked.rake / 100,
        rake_cap=asked.rake_cap,
    )
    return _told(desk.solves.ask(Task(spot, asked.target, asked.iterations, asked.small)))


@router.get("/solutions")
async def solutions(desk: DeskHere) -> list[SolveTold]:
    """All that are being solved or were, those of now first."""
    return [_told(each) for each in desk.solves.listed()]


@router.get("/solutions/{id}")
async def solution(solve: SolveHere, after: After = -1, wait: Wait = 0.0) -> SolveTold:
    """How far one is, waiting for news if that is asked for."""
    await solve.wait_for_news(after, wait)
    return _told(solve)


@router.get("/solutions/{id}/node")
async def node(
    solve: SolveHere,
    desk: DeskHere,
    path: Annotated[
        str, Query(max_length=400, description="Like `check, bet 100, call, 2c`.")
    ] = "",
) -> NodeTold:
    """A node of the tree, also while it is being solved."""
    return NodeTold(**await desk.solves.node(solve, path))


@router.delete("/solutions/{id}")
async def stop(solve: SolveHere, desk: DeskHere) -> SolveTold:
    """Leave off solving; what was learnt is kept, and the same spot goes on from there."""
    desk.solves.stop(solve)
    return _told(solve)


def _told(solve: Solve) -> SolveTold:
    return SolveTold(
        id=solve.id,
        status=solve.status,
        error=solve.error,
        version=solve.version,
        spot=solve.task.spot.to_dict(),
        target=solve.task.target,
        iterations=solve.iterations,
        exploitability_pct=solve.exploitability_pct,
        seconds=solve.seconds,
        memory_mb=solve.memory_mb,
        ev=list(solve.ev) if solve.ev else None,
        points=[
            PointTold(
                iterations=point.iterations,
                seconds=point.seconds,
                exploitability_pct=point.exploitability_pct,
            )
            for point in solve.points
        ],
    )
