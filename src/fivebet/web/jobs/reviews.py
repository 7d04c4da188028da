"""The reviews of a card room: people's decisions, solved one hand after the other.

A review is a run of the store. Its worker has the lowest priority of all, and one review is
worked on at a time.
"""

import asyncio
from functools import partial
from itertools import count
from typing import Any

from fivebet.runs.executors import Pool
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Reducer
from fivebet.study.review import Review, ReviewResult, review_to_dict
from fivebet.web.jobs.job_queue import JobQueue
from fivebet.web.jobs.live_run import LiveRun

REVIEW_KIND = "review"
"""The kind of runs that are reviews."""

_NICENESS = 19
_WORKERS = 2


class ReviewJob(LiveRun):
    """A review that is worked on, or was since the card room opened."""

    def __init__(self, number: int, handle: RunHandle[ReviewResult], job: Review) -> None:
        super().__init__(lambda: handle)
        self.number, self.job = number, job
        self.result: dict[str, Any] | None = None

    def make_executor(self) -> Pool:
        """Return processes that everybody else comes before."""
        return Pool(min(_WORKERS, self.job.chunks), _NICENESS)

    def take_part(self, reducer: Reducer[ReviewResult]) -> None:
        """Present the decisions that are judged so far."""
        self.result = review_to_dict(reducer.result())

    def take_result(self, result: ReviewResult) -> dict[str, Any]:
        """Present the whole review."""
        self.result = review_to_dict(result)
        return self.result


class ReviewQueue(JobQueue[int, ReviewJob]):
    """Does reviews, one at a time."""

    def __init__(self, store: str | None) -> None:
        super().__init__("reviews")
        self._store = store
        self._numbers = count(1)

    async def review(self, job: Review, client: str) -> tuple[ReviewJob, str]:
        """Review hands for a client; return the review and the token that stops it.

        A review of the same hands that was stopped is continued. One that somebody has started
        is returned as it is, without a token.
        """
        for known in self.jobs.values():
            if known.job == job and known.status not in ("stopped", "failed"):
                return known, ""
        self.check_capacity(client)
        handle = await asyncio.to_thread(partial(RunHandle, REVIEW_KIND, job, self._store))
        number = handle.run or next(self._numbers)
        review = self.start(number, ReviewJob(number, handle, job), client)
        return review, review.token
