"""Solutions of heads-up spots after the flop."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from pydantic import BaseModel, Field

from fivebet.solving import Lock, Spot, Tree
from fivebet.solving.locks import lock_tree
from fivebet.solving.preview import preview_solve
from fivebet.solving.tree_files import library_path, read_header, solve_fingerprint
from fivebet.study.range_report import RangeReport
from fivebet.study.runouts import Runout
from fivebet.study.spot_solve import ConvergencePoint, SpotSolve
from fivebet.web.api.dependencies import (
    SEARCHES_STORE,
    After,
    ClientDependency,
    IsLocal,
    JobsDependency,
    QuestionsDependency,
    Token,
    Wait,
)
from fivebet.web.jobs.job_queue import Status
from fivebet.web.jobs.solves import SolveJob

router = APIRouter(tags=["solutions"])

Hands = Annotated[str, Field(max_length=20_000)]
Sizes = Annotated[str, Field(max_length=200)]
_MOST_CHIPS = 10**9


class LockRequest(BaseModel):
    """A decision that is played as given, whatever would be best there."""

    at: str = Field(max_length=400, examples=["check, bet 100"])
    """The path of the node; empty for the first decision."""
    strategy: dict[Annotated[str, Field(max_length=40)], float | Hands] = Field(
        min_length=1, max_length=16, examples=[{"call": 0.5, "raise 500": "AA, KK:0.5"}]
    )
    """The probability of each action, or a range whose weights are probabilities."""


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
    removed: list[Annotated[str, Field(max_length=400)]] = Field([], max_length=100)
    """Actions that are not offered, with the line to each and without cards: `check, bet 100`."""
    locks: list[LockRequest] = Field([], max_length=20)
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
    owner: bool
    """Whether the token also deletes the tree later on: nobody has solved the spot before."""


class PreviewResponse(BaseModel):
    """What a solve will take, before it starts."""

    id: str
    """The id that the solve will have."""
    memory_mb: float
    most_memory_mb: float
    """What a solve may take in this card room."""
    iterations: int
    """About how many iterations are left."""
    seconds: float
    """About how long they take on this machine, if nobody else solves."""
    nodes: int
    """The nodes of the tree, over all boards."""
    exploitability_pct: float | None
    """How far the library's tree of the spot is, if there is one."""


class DeletedResponse(BaseModel):
    """A solution that was deleted."""

    id: str


class RunoutsResponse(BaseModel):
    """What follows every card that may come at a node."""

    path: list[str]
    pot: int
    actions: list[str]
    """What OOP, who acts first, may do after the card."""
    cards: list[Runout]


class WaitingPlayerResponse(BaseModel):
    """The range of the player who waits for the other to act."""

    player: str
    classes: list[dict[str, Any]]
    hands: list[dict[str, Any]]


class NodeResponse(BaseModel):
    """A node of a tree: who acts, how often each action is taken, and what each hand does."""

    path: list[str]
    board: list[str]
    street: str
    pot: int
    stacks: list[int]
    player: str | None
    over: bool
    locked: bool
    """Whether the decision is locked."""
    steps: list[dict[str, Any]]
    """The path to the node: who could do what, and what was done."""
    cards: list[str] = []
    """The cards that may be dealt, where one is."""
    actions: list[dict[str, Any]]
    classes: list[dict[str, Any]]
    """All 169 classes, row by row from the aces: weight, shares of the actions, value, equity."""
    hands: list[dict[str, Any]]
    """Every hand that may be held: weight, shares and values of the actions, value, equity, and
    what it is made of."""
    other: WaitingPlayerResponse | None
    ranges: list[RangeReport]
    """The ranges of OOP and IP: made hands, draws and the distribution of equity; where somebody
    acts."""
    ev: float | None = None
    equity: float | None = None


def _find_solve(
    id_: Annotated[str, Path(alias="id", max_length=40)], jobs: JobsDependency
) -> SolveJob:
    solve = jobs.solves.find(id_)
    if solve is None:
        raise HTTPException(404, f"there is no solution {id_!r}")
    return solve


NodePath = Annotated[str, Query(max_length=400, description="Like `check, bet 100, call, 2c`.")]
SolveDependency = Annotated[SolveJob, Depends(_find_solve)]


@router.post("/solutions", status_code=202)
async def start_solve(
    request: SolveRequest,
    jobs: JobsDependency,
    client: ClientDependency,
    questions: QuestionsDependency,
) -> StartedSolveResponse:
    """Solve a spot; one that was solved before is continued if the target is lower."""
    job = await _job_of(request, questions)
    solve, token = jobs.solves.solve(job, client)
    owner = bool(token) and solve.has_owner_token
    return StartedSolveResponse(**solve.to_dict(), token=token, owner=owner)


@router.post("/solutions/preview")
async def preview(
    request: SolveRequest, jobs: JobsDependency, questions: QuestionsDependency
) -> PreviewResponse:
    """Say what memory and time a solve will take, without solving."""
    job = await _job_of(request, questions)
    return await questions.ask(_preview, job, jobs.solves.device)


async def _job_of(request: SolveRequest, questions: QuestionsDependency) -> SpotSolve:
    """Return the job of a request; where the betting has to be looked at, a process does it."""
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
        removed=request.removed,
        rake=request.rake / 100,
        rake_cap=request.rake_cap,
    )
    locks = tuple(Lock(each.at, each.strategy) for each in request.locks)
    if locks or spot.removed:
        locks = await questions.ask(_checked_locks, spot, locks)
    return SpotSolve(
        spot=spot,
        target=request.target,
        iterations=request.iterations,
        compressed=request.small,
        locks=locks,
    )


def _checked_locks(spot: Spot, locks: tuple[Lock, ...]) -> tuple[Lock, ...]:
    """Return locks as a tree has them, or refuse what does not fit it."""
    return lock_tree(partial(Tree, spot, threads=1), locks).locks


def _preview(job: SpotSolve, device: str) -> PreviewResponse:
    tree = lock_tree(
        partial(Tree, job.spot, compressed=job.compressed or device != "cpu"), job.locks
    )
    path = library_path(job.spot, job.locks)
    if path.is_file():
        header = read_header(path)
        tree.iterations, tree.exploitability = header["iterations"], header["exploitability"]
    expected = preview_solve(tree, job.target, job.iterations, device)
    chips = tree.exploitability
    return PreviewResponse(
        id=solve_fingerprint(job.spot, job.locks),
        memory_mb=expected.memory_mb,
        most_memory_mb=job.memory_limit / 1e6,
        iterations=expected.iterations,
        seconds=expected.seconds,
        nodes=tree.nodes,
        exploitability_pct=None if chips is None else 100 * chips / job.spot.pot,
    )


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
    solve: SolveDependency, jobs: JobsDependency, path: NodePath = ""
) -> dict[str, Any]:
    """Return a node of the tree, also while it is being solved."""
    return await jobs.solves.node(solve, path)


@router.get("/solutions/{id}/runouts", response_model=RunoutsResponse)
async def get_runouts(
    solve: SolveDependency, jobs: JobsDependency, path: NodePath = ""
) -> dict[str, Any]:
    """Return what every card does to frequencies, values and equities, where one is dealt."""
    return await jobs.solves.runouts(solve, path)


@router.delete("/solutions/{id}", response_model=SolveResponse)
async def stop_solve(solve: SolveDependency, jobs: JobsDependency, token: Token) -> dict[str, Any]:
    """Stop what you have started; the tree is saved, and the same spot continues from there."""
    jobs.solves.stop(solve.id, token)
    return solve.to_dict()


@router.delete("/solutions/{id}/tree")
async def delete_solution(
    solve: SolveDependency, jobs: JobsDependency, token: Token, is_local: IsLocal
) -> DeletedResponse:
    """Delete a solution and its tree, with the token that was sent to who has solved it first.

    Trees of the command line are deleted without a token, but only from the same machine.
    """
    await jobs.solves.delete(solve, token, is_local)
    return DeletedResponse(id=solve.id)
