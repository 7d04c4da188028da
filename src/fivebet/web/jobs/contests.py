"""The contests of a card room: matches, rings, leagues and tournaments between agents.

A contest is a run of the store: worker processes do its chunks while a thread reduces their
results.
"""

import asyncio
import time
from functools import partial
from itertools import count
from typing import Any

from fivebet.arena.kinds import KINDS
from fivebet.machine import core_count
from fivebet.runs.executors import Pool
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Job, Reducer
from fivebet.store.tables import Run
from fivebet.web.jobs.job_queue import NICENESS, JobQueue
from fivebet.web.jobs.live_run import LiveRun

CONTEST_KINDS = ("match", "ring", "league", "tournament")

_AT_ONCE = 2


def read_job(run: Run) -> Job[Any]:
    """Return the job of a run."""
    return KINDS[run.kind].read(run.settings["contest"])


class ContestJob(LiveRun):
    """A contest that is played, or was since the card room opened."""

    def __init__(self, number: int, kind: str, handle: RunHandle[Any]) -> None:
        super().__init__(lambda: handle)
        self.number, self.kind, self.job = number, kind, handle.job
        self.record_every = handle.record_every
        self.result: dict[str, Any] | None = None

    def make_executor(self) -> Pool:
        """Return processes for as many cores as a contest may have."""
        workers = max(1, core_count() // _AT_ONCE)
        return Pool(min(workers, self.job.chunks), NICENESS)

    def take_part(self, reducer: Reducer[Any]) -> None:
        """Present the result so far."""
        self._present(KINDS[self.kind].unfinished(reducer))

    def take_result(self, result: Any) -> dict[str, Any]:
        """Present the result."""
        return self._present(KINDS[self.kind].with_curve(result))

    def _present(self, result: dict[str, Any]) -> dict[str, Any]:
        seconds = time.monotonic() - self.started
        rate = result["hands"] / max(seconds, 1e-9)
        self.result = result | {"timing": {"seconds": seconds, "hands_per_second": rate}}
        return self.result


class ContestQueue(JobQueue[int, ContestJob]):
    """Plays contests, two at a time, the others in turn."""

    def __init__(self, store: str | None) -> None:
        super().__init__("contests", _AT_ONCE)
        self._store = store
        self._numbers = count(1)

    async def play(
        self,
        kind: str,
        job: Job[Any],
        record_every: int,
        client: str,
        run: int | None = None,
    ) -> ContestJob:
        """Play a contest for a client, or resume the run of that number."""
        self.check_capacity(client)
        open_run = partial(
            RunHandle,
            record_every=record_every if self._store else 0,
            fresh=run is None,
            run=run,
            known=True,
        )
        handle = await asyncio.to_thread(open_run, kind, job, self._store)
        number = handle.run or next(self._numbers)
        return self.start(number, ContestJob(number, kind, handle), client)
