"""Runs that the card room works on, each in a thread, and what observers see of them."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from fivebet.runs.executors import JobExecutor
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Reducer
from fivebet.runs.runner import JobStopped
from fivebet.web.jobs.job_queue import LiveJob, Status

_SECONDS_BETWEEN_RESULTS = 0.4


class LiveRun(LiveJob, ABC):
    """A job of `runs`; observers get its result so far a few times a second.

    One that is stopped can be resumed, here or by `fivebet runs resume`.
    """

    most_seconds = 4 * 3600.0
    """Others wait: a job that takes longer is stopped, and can be resumed."""

    def __init__(self, open_handle: Callable[[], RunHandle[Any]]) -> None:
        super().__init__()
        self._open_handle = open_handle
        self._stopping = False
        self.started = 0.0
        """When the work began, by the clock that only rises."""

    @abstractmethod
    def make_executor(self) -> JobExecutor:
        """Return who does the chunks."""

    @abstractmethod
    def take_part(self, reducer: Reducer[Any]) -> None:
        """Note what is known before the job is finished."""

    @abstractmethod
    def take_result(self, result: Any) -> dict[str, Any]:
        """Note the result, and return it as it is stored."""

    def take_stop(self) -> None:
        """Note that the job was stopped."""

    def abort(self) -> None:
        """Stop it after the chunks in progress, or at once if it waits; it can be resumed."""
        self._stopping = True
        if self.task and not self.has_begun:
            self.task.cancel()

    async def work(self) -> None:
        """Do the job in a thread, to its end or until it is stopped."""
        status = await asyncio.to_thread(self._execute, asyncio.get_running_loop())
        is_late = status == "stopped" and not self._stopping
        late = f"it was stopped after {self.most_seconds / 3600:g} hours, and can be resumed"
        self.become(status, late if is_late else "")

    async def leave(self) -> None:
        """Note in the store that nobody works on the run, before it can be resumed."""
        await asyncio.to_thread(self._pause)

    def _pause(self) -> None:
        with self._open_handle() as handle:
            handle.pause()

    def _execute(self, loop: asyncio.AbstractEventLoop) -> Status:
        self.started = last_shown = time.monotonic()

        def on_progress(share: float) -> None:
            self.progress = share

        def on_result(reducer: Reducer[Any]) -> None:
            nonlocal last_shown
            if time.monotonic() - last_shown >= _SECONDS_BETWEEN_RESULTS:
                self.take_part(reducer)
                loop.call_soon_threadsafe(self.become, "working")
                last_shown = time.monotonic()

        with self._open_handle() as handle:
            loop.call_soon_threadsafe(self.become, "working")
            try:
                result = handle.execute(
                    self.make_executor(),
                    on_progress=on_progress,
                    on_result=on_result,
                    should_stop=self._should_stop,
                )
                handle.finish(self.take_result(result))
            except JobStopped:
                self.take_stop()
                return "stopped"
        return "finished"

    def _should_stop(self) -> bool:
        return self._stopping or time.monotonic() - self.started >= self.most_seconds
