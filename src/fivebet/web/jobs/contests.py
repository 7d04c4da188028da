"""The contests of a card room: matches, rings, leagues and tournaments between agents.

A contest is a run of the store. Worker processes do its chunks while a thread reduces
their results; observers get the result so far a few times a second. A stopped contest
can be resumed, here or by `fivebet runs resume`.
"""

import asyncio
import os
import time
from functools import partial
from itertools import count
from typing import Any

from fivebet.arena.kinds import KINDS
from fivebet.runs.executors import Pool
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Job, Reducer
from fivebet.runs.runner import JobStopped
from fivebet.store.tables import Run
from fivebet.web.jobs.job_queue import NICENESS, JobQueue, LiveJob, Status

CONTEST_KINDS = ("match", "ring", "league", "tournament")

_AT_ONCE = 2
_SECONDS_BETWEEN_RESULTS = 0.4


def read_job(run: Run) -> Job[Any]:
    """Return the job of a run."""
    return KINDS[run.kind].read(run.settings["contest"])


class ContestJob(LiveJob):
    """A contest that is played, or was since the card room opened."""

    most_seconds = 4 * 3600.0
    """Others wait: a contest that takes longer is stopped, and can be resumed."""

    def __init__(self, number: int, kind: str, handle: RunHandle[Any]) -> None:
        super().__init__()
        self.number, self.kind, self.job = number, kind, handle.job
        self.record_every = handle.record_every
        self.result: dict[str, Any] | None = None
        self._handle = handle
        self._stopping = False
        self._started = self._last_shown = 0.0

    def abort(self) -> None:
        """Stop it after the chunks in progress, so that it can be resumed."""
        self._stopping = True

    async def work(self) -> None:
        """Play the contest in a thread, to its end or until it is stopped."""
        status = await asyncio.to_thread(self._play, asyncio.get_running_loop())
        is_late = status == "stopped" and not self._stopping
        late = f"it was stopped after {self.most_seconds / 3600:g} hours, and can be resumed"
        self.become(status, late if is_late else "")

    def _play(self, loop: asyncio.AbstractEventLoop) -> Status:
        kind = KINDS[self.kind]
        self._started = self._last_shown = time.monotonic()

        def show(result: dict[str, Any] | None) -> None:
            if result is not None:
                self._set_result(result)
            loop.call_soon_threadsafe(self.become, "working")

        def on_progress(share: float) -> None:
            self.progress = share

        def on_result(reducer: Reducer[Any]) -> None:
            if time.monotonic() - self._last_shown >= _SECONDS_BETWEEN_RESULTS:
                show(kind.unfinished(reducer))

        with self._handle as handle:
            try:
                show(None)
                workers = max(1, (os.cpu_count() or 1) // _AT_ONCE)
                result = handle.execute(
                    Pool(min(workers, self.job.chunks), NICENESS),
                    on_progress=on_progress,
                    on_result=on_result,
                    should_stop=self._should_stop,
                )
                self._set_result(kind.with_curve(result))
                handle.finish(self.result or {})
            except JobStopped:
                return "stopped"
        return "finished"

    def _should_stop(self) -> bool:
        return self._stopping or time.monotonic() - self._started >= self.most_seconds

    def _set_result(self, result: dict[str, Any]) -> None:
        self._last_shown = time.monotonic()
        seconds = self._last_shown - self._started
        rate = result["hands"] / max(seconds, 1e-9)
        self.result = result | {"timing": {"seconds": seconds, "hands_per_second": rate}}


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
            RunHandle, record_every=record_every if self._store else 0, fresh=run is None, run=run
        )
        handle = await asyncio.to_thread(open_run, kind, job, self._store)
        number = handle.run or next(self._numbers)
        return self.start(number, ContestJob(number, kind, handle), client)
