"""Drills from reviews: what a player got wrong, as puzzles to be played again."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from fivebet.study.decisions import ReviewedDecision
from fivebet.study.drills import own
from fivebet.study.drills.decision import Drill
from fivebet.study.review import Review
from fivebet.web.api.dependencies import JobsDependency, QuestionsDependency
from fivebet.web.api.drills import LEAST_TOKEN, DrillResponse, DrillSetResponse, solve_request
from fivebet.web.api.reviews import ReviewDependency, read_job
from fivebet.web.jobs.reviews import ReviewJob
from fivebet.web.tables.participants import digest

router = APIRouter(tags=["drills"])

_MOST_AT_ONCE = 50

MadeDrill = tuple[str, dict[str, Any], dict[str, Any]]
"""The name of a drill, what is kept of it, and its question."""


class ReviewDrillsRequest(BaseModel):
    """The decisions of a review that become drills, and the person who keeps them."""

    decisions: list[Annotated[int, Field(ge=0, lt=2**31)]] = Field(
        min_length=1, max_length=_MOST_AT_ONCE
    )
    """By their numbers in the review."""
    person: str = Field(min_length=LEAST_TOKEN, max_length=200)
    """The token of the person's drills: that of the request opens the review."""


@router.post("/reviews/{number}/drills", status_code=201)
async def make_drills(
    request: ReviewDrillsRequest,
    review: ReviewDependency,
    jobs: JobsDependency,
    questions: QuestionsDependency,
) -> DrillSetResponse:
    """Make drills from reviewed decisions, keep them, and return them as a set."""
    assert jobs.drills is not None  # there are no reviews without a store
    known = (review.result or {}).get("decisions", ())
    if unknown := [each for each in request.decisions if each >= len(known)]:
        raise HTTPException(404, f"this review has no decision {unknown[0]}")
    job = review.job if isinstance(review, ReviewJob) else read_job(review)
    decisions = [known[each] for each in request.decisions]
    made = await questions.ask(make_own_drills, job, decisions)
    kept = {name: decision for name, decision, _ in made}
    await asyncio.to_thread(jobs.drills.add_own, digest(request.person), kept)
    return DrillSetResponse(
        name=own.KIND,
        day=datetime.now(UTC).date(),
        total=len(made),
        drills=[DrillResponse(**question) for _, _, question in made],
    )


def make_own_drills(review: Review, decisions: Sequence[dict[str, Any]]) -> list[MadeDrill]:
    """Return the drills of some decisions of a review."""
    made = []
    for each in map(ReviewedDecision.from_dict, decisions):
        decision = own.decision_of_review(each, review.record(each.hand))
        if "spot" in decision.study:
            solve_request(decision.study)  # so that it can be studied
        drill = Drill(decision, 0)
        made.append((drill.id, own.decision_to_dict(decision), drill.question()))
    return made
