"""Reviews: what a player's decisions cost, and the spots of hands for the solver."""

import secrets
from contextlib import closing
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from pydantic import BaseModel, Field

from fivebet.errors import FivebetError
from fivebet.solving import Spot
from fivebet.solving.spot import STREETS
from fivebet.store.archive import Archive
from fivebet.store.tables import Run
from fivebet.study.decisions import why_not_judged
from fivebet.study.line_solving import LineSolver
from fivebet.study.review import Review
from fivebet.web.api.dependencies import (
    SEARCHES_STORE,
    After,
    ArchiveDependency,
    ClientDependency,
    JobsDependency,
    QuestionsDependency,
    Token,
    Wait,
)
from fivebet.web.api.hands import HandDependency
from fivebet.web.jobs.job_queue import STATUS_OF_RUNS, Status
from fivebet.web.jobs.reviews import REVIEW_KIND, ReviewJob
from fivebet.web.replay import make_replay
from fivebet.web.tables.participants import digest

router = APIRouter(tags=["reviews"])

_MOST_HANDS = 1_000
_MOST_SERIAL = 2**53
_ANYBODY = "*"
_BASE = {"bets": "50%, 100%", "raises": "100%"}


class ReviewRequest(BaseModel):
    """A run whose hands are reviewed, and the player; at tables the token names the player."""

    run: int = Field(ge=1, lt=2**31)
    player: str = Field("", max_length=80)


class ReviewResponse(BaseModel):
    """How far a review is, and what it comes to."""

    number: int
    status: Status
    error: str
    version: int
    progress: float
    player: str
    hands: int
    result: dict[str, Any] | None
    """As `fivebet review --json` prints it, of the hands so far."""


class StartedReviewResponse(ReviewResponse):
    """A review that was started, and the token that stops it."""

    token: str
    """Sent once; empty if the same hands were reviewed before."""


class StudySpotResponse(BaseModel):
    """A street of a hand as a spot to be solved, with both ranges at its start."""

    board: str
    pot: int
    stack: int
    oop: str
    ip: str
    bets: str
    raises: str
    sizes: dict[str, str]
    add_all_in: float
    force_all_in: float
    rake: float = 0.0
    rake_cap: float = 0.0


@router.post("/reviews", status_code=202)
async def start_review(
    request: ReviewRequest,
    jobs: JobsDependency,
    archive: ArchiveDependency,
    token: Token,
    client: ClientDependency,
    questions: QuestionsDependency,
) -> StartedReviewResponse:
    """Review the hands of a run; those of a table are reviewed for the seat of the token."""
    del archive  # it is needed: without a store there are no hands
    assert jobs.store is not None
    job = await questions.ask(collect_hands, jobs.store, request.run, request.player, token)
    review, stopping = await jobs.reviews.review(job, client)
    return StartedReviewResponse(**_live_response(review).model_dump(), token=stopping)


def collect_hands(store: str, run: int, player: str, token: str) -> Review:
    """Return the review of a run's hands, as the owner of a token may see them."""
    with closing(Archive(store)) as archive:
        hits = archive.of_run(run, 0, _MOST_SERIAL, _MOST_HANDS)
    if not hits:
        raise FivebetError(f"run {run} has no hands that could be reviewed")
    replays = [make_replay(hit, token) for hit in hits]
    mine = next((each.you for each in replays if each.you is not None), None)
    owner = _ANYBODY
    if mine is not None:
        first = next(each for each in replays if each.you is not None)
        player, owner = first.seat_map.names[mine], digest(token)
    elif not player:
        raise FivebetError("say whose decisions are to be reviewed: give a player's name")
    return Review.of_hands(
        [each.record for each in replays],
        player,
        [f"{hit.run.id}.{hit.hand.serial}" for hit in hits],
        owner=owner,
    )


def _find_review(
    number: Annotated[int, Path(ge=1, lt=2**31)], jobs: JobsDependency, token: Token
) -> ReviewJob | Run:
    """Return a review that the owner of a token may see."""
    found: ReviewJob | Run | None = jobs.reviews.jobs.get(number)
    if found is None and jobs.archive is not None:
        run = jobs.archive.run(number)
        found = run if run is not None and run.kind == REVIEW_KIND else None
    if found is not None:
        job = found.job if isinstance(found, ReviewJob) else read_job(found)
        if job.owner == _ANYBODY or (
            token and job.owner and secrets.compare_digest(job.owner, digest(token))
        ):
            return found
    raise HTTPException(404, f"there is no review {number}, or it is somebody else's")


ReviewDependency = Annotated[ReviewJob | Run, Depends(_find_review)]


@router.get("/reviews/{number}", dependencies=[SEARCHES_STORE])
async def get_review(
    review: ReviewDependency, after: After = -1, wait: Wait = 0.0
) -> ReviewResponse:
    """Return how far a review is; `wait` waits for news first."""
    if isinstance(review, ReviewJob):
        await review.wait_for_news(after, wait)
        return _live_response(review)
    job = read_job(review)
    return ReviewResponse(
        number=review.id,
        status=STATUS_OF_RUNS[review.status],
        error="",
        version=0,
        progress=min(1.0, review.done / review.chunks) if review.status != "finished" else 1.0,
        player=job.player,
        hands=job.hands,
        result=review.result,
    )


@router.get("/reviews/{number}/spots/{decision}", dependencies=[SEARCHES_STORE])
async def get_reviewed_spot(
    review: ReviewDependency, decision: Annotated[int, Path(ge=0, lt=2**31)]
) -> StudySpotResponse:
    """Return the spot of a reviewed decision, as it was solved."""
    decisions = (review.result or {}).get("decisions", ())
    spot = decisions[decision]["spot"] if decision < len(decisions) else None
    if spot is None:
        raise HTTPException(404, f"decision {decision} of this review was not solved")
    return StudySpotResponse(**spot_to_request(Spot.from_dict(dict(spot))))


@router.delete("/reviews/{number}")
async def stop_review(
    number: Annotated[int, Path(ge=1, lt=2**31)], jobs: JobsDependency, token: Token
) -> dict[str, bool]:
    """Stop what you have started, with the token that was sent then; it can be resumed."""
    return {"stopped": jobs.reviews.stop(number, token)}


@router.get("/hands/{run}/{serial}/spot")
async def get_spot(
    hit: HandDependency,
    token: Token,
    questions: QuestionsDependency,
    step: Annotated[int, Query(ge=0, le=1000, description="Actions before the decision.")],
) -> StudySpotResponse:
    """Return the street of a decision as a spot, with the ranges that follow from the line."""
    replay = make_replay(hit, token)
    return StudySpotResponse(**await questions.ask(find_spot, replay.record.replay(), step))


def find_spot(hand: Any, step: int) -> dict[str, Any]:
    """Return the street of a decision as what `POST /solutions` takes."""
    if not step < len(hand.moves):
        raise FivebetError(f"the hand has {len(hand.moves)} decisions: there is no step {step}")
    move = hand.moves[step]
    if reason := why_not_judged(hand):
        raise FivebetError(f"{reason}: there is no spot to study")
    if move.street == 0:
        raise FivebetError("the solver answers spots after the flop")
    return spot_to_request(LineSolver(hand, move.seat, 1.0, quick=True).spot(move.street))


def spot_to_request(spot: Spot) -> dict[str, Any]:
    """Return a spot as what `POST /solutions` takes."""
    sizes = {}
    for name, options in zip(("oop", "ip"), spot.betting, strict=True):
        for street in range(spot.street, len(STREETS)):
            offered = options[street]
            donks = {} if offered.donks is None else {"donks": offered.donks}
            for kind, listed in {"bets": offered.bets, "raises": offered.raises, **donks}.items():
                if str(listed) != _BASE.get(kind):
                    sizes[f"{kind} {STREETS[street]} {name}"] = str(listed)
    return {
        "board": str(spot.board),
        "pot": spot.pot,
        "stack": spot.stack,
        "oop": str(spot.oop),
        "ip": str(spot.ip),
        **_BASE,
        "sizes": sizes,
        "add_all_in": spot.add_all_in,
        "force_all_in": spot.force_all_in,
    }


def _live_response(review: ReviewJob) -> ReviewResponse:
    return ReviewResponse(
        number=review.number,
        status=review.status,
        error=review.error,
        version=review.version,
        progress=review.progress,
        player=review.job.player,
        hands=review.job.hands,
        result=review.result,
    )


def read_job(run: Run) -> Review:
    """Return the review that a run is on record as."""
    return Review.from_dict(run.settings["contest"])
