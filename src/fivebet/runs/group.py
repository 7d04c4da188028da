"""Several jobs that make one experiment.

Their runs stay in the store until all of them are finished, so that an interrupted
experiment resumes where it was when it is asked for again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self

from fivebet.machine import core_count
from fivebet.runs.executors import JobExecutor, make_executor
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Job, Result
from fivebet.store.locations import store_url

_PATIENCE = 5.0  # seconds: jobs that are finished by then are not stored


def executor_on_every_core(job: Job[Any]) -> JobExecutor:
    """Return as many workers as there are cores, and chunks that can be done at once."""
    heads = sum(not job.continues(number) for number in range(job.chunks))
    return make_executor(core_count(), chunks=heads)


class RunGroup:
    """Runs several jobs; leaving it without an error finishes all of them."""

    def __init__(
        self,
        on_progress: Callable[[float], None],
        jobs: Sequence[Job[Any]],
        *,
        kind: str = "paper",
        make_executor: Callable[[Job[Any]], JobExecutor] = executor_on_every_core,
        store: str | None = None,
    ) -> None:
        self._on_progress, self._kind, self._make_executor = on_progress, kind, make_executor
        self._store = store_url(store)
        self._hands = sum(job.hands for job in jobs)
        self._done = 0
        self._handles: list[RunHandle[Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for handle in self._handles:
            with handle:
                if kind is None:
                    handle.finish({})
                else:
                    handle.pause()

    def run(self, job: Job[Result]) -> Result:
        """Do one of the jobs."""
        handle = RunHandle(self._kind, job, self._store, patience=_PATIENCE)
        self._handles.append(handle)
        result = handle.execute(
            self._make_executor(job),
            on_progress=lambda part: self._on_progress(
                (self._done + part * job.hands) / self._hands
            ),
        )
        if handle.run is not None:
            handle.write()  # the last of it: others may take hours before all are finished
        self._done += job.hands
        return result
