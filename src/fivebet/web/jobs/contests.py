"""The contests of a card room: matches, rings, leagues and tournaments between agents.

A contest is a run of the store. Worker processes do its chunks while a thread reduces
their results; observers get the result so far a few times a second. A stopped contest
can be resumed, here or by `fivebet runs resume`.
"""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

from fivebet.arena.kinds import KINDS
from fivebet.errors import FivebetError, GameError
from fivebet.runs.executors import Pool
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Job, Reducer
from fivebet.runs.runner import JobStopped
from fivebet.store.tables import Run
from fivebet.web.jobs.live_job import LiveJob, Status

__all__ = ["CONTEST_KINDS", "Contest", "Contests", "read_job"]

CONTEST_KINDS = ("match", "ring", "league", "tournament")

_AT_ONCE = 2
_MOST_WAITING = 20
_MOST_REMEMBERED = 50
_SECONDS_BETWEEN_RESULTS = 0.4


def read_job(run: Run) -> Job[Any]:
    """Return the job of a run."""
    return KINDS[run.kind].read(run.settings["contest"])


class Contest(LiveJob):
    """A contest that is played, or was since the card room opened."""

    def __init__(self, number: int, kind: str, job: Job[Any], record_every: int) -> None:
        super().__init__()
        self.number, self.kind, self.job = number, kind, job
        self.record_every = record_every
        self.result: dict[str, Any] | None = None
        self.hands = 0
        self.seconds = 0.0
        self.stopping = False


class Contests:
    """Plays contests, two at a time, the others in turn."""

    def __init__(self, store: str | None) -> None:
        self._store = store
        self.contests: dict[int, Contest] = {}
        self._numbers = count(1)
        self._threads = ThreadPoolExecutor(_AT_ONCE, "contests")

    async def start(
        self, kind: str, job: Job[Any], record_every: int, run: int | None = None
    ) -> Contest:
        """Play a contest, or resume the run of that number."""
        waiting = sum(not each.over for each in self.contests.values())
        if waiting >= _MOST_WAITING:
            raise GameError(f"{waiting} contests are being played: come back later")
        open_run = partial(
            RunHandle, record_every=record_every if self._store else 0, fresh=run is None, run=run
        )
        handle = await asyncio.to_thread(open_run, kind, job, self._store)
        number = handle.run or next(self._numbers)
        self._forget()
        contest = self.contests[number] = Contest(number, kind, job, record_every)
        self._threads.submit(_play, contest, handle, asyncio.get_running_loop())
        return contest

    def _forget(self) -> None:
        """Forget the oldest results; the store has them."""
        over = [number for number, each in self.contests.items() if each.over]
        for number in over[: max(0, len(over) - _MOST_REMEMBERED)]:
            del self.contests[number]

    def stop(self, number: int) -> bool:
        """Stop a contest, and return whether it was being played."""
        contest = self.contests.get(number)
        if contest is None or contest.over:
            return False
        contest.stopping = True
        return True

    async def close(self) -> None:
        """Stop all contests; each can be resumed."""
        for contest in self.contests.values():
            contest.stopping = True
        await asyncio.to_thread(self._threads.shutdown)


def _play(contest: Contest, handle: RunHandle[Any], loop: asyncio.AbstractEventLoop) -> None:
    """Play a contest in this thread, to its end or until it is stopped."""
    kind = KINDS[contest.kind]
    started = last_shown = time.monotonic()

    def become(status: Status, error: str = "") -> None:
        loop.call_soon_threadsafe(contest.become, status, error)

    def show(result: dict[str, Any]) -> None:
        nonlocal last_shown
        last_shown = time.monotonic()
        contest.hands, contest.seconds = result["hands"], last_shown - started
        rate = contest.hands / max(contest.seconds, 1e-9)
        timing = {"seconds": contest.seconds, "hands_per_second": rate}
        contest.result = result | {"timing": timing}
        become("working")

    def on_progress(share: float) -> None:
        contest.progress = share

    def on_result(reducer: Reducer[Any]) -> None:
        if time.monotonic() - last_shown >= _SECONDS_BETWEEN_RESULTS:
            show(kind.unfinished(reducer))

    with handle:
        try:
            become("working")
            workers = max(1, (os.cpu_count() or 1) // _AT_ONCE)
            result = handle.execute(
                Pool(min(workers, contest.job.chunks)),
                on_progress=on_progress,
                on_result=on_result,
                should_stop=lambda: contest.stopping,
            )
            show(kind.with_curve(result))
            handle.finish(contest.result or {})
            become("finished")
        except JobStopped:
            become("stopped")
        except FivebetError as error:
            become("failed", str(error))
        except Exception as error:  # a thread that dies would leave everybody waiting
            become("failed", f"the contest broke off: {type(error).__name__}: {error}")
            raise
