"""The runner: does the chunks of a job on an executor and reduces their results in order."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Protocol

from fivebet.agents.hosting.idle_programs import close_idle_programs
from fivebet.errors import AgentError, ClusterError
from fivebet.runs.executors import InProcess, JobExecutor
from fivebet.runs.job import ChunkResult, Job, Reducer, Result

_SECONDS_UNTIL_IDLE = 0.5
_LINES_AHEAD = 8  # for each worker: how far others may run ahead of the slowest


class JobStopped(Exception):  # noqa: N818 - nothing went wrong
    """Raised when `should_stop` says so; what was done until then is stored."""


class Checkpoints(Protocol):
    """Where chunks are stored until the job is finished; `RunHandle` is one."""

    def stored(self) -> Mapping[int, ChunkResult]:
        """Return the chunks that were done before, by number."""
        ...

    def add(self, number: int, done: ChunkResult) -> None:
        """Store a chunk; it may be later than others that are still in flight."""
        ...

    def idle(self) -> None:
        """Use a moment in which nothing has arrived."""
        ...

    def end(self, last: int) -> None:
        """Note that chunks after `last` do not count."""
        ...


def run_job(
    job: Job[Result],
    executor: JobExecutor | None = None,
    *,
    checkpoints: Checkpoints | None = None,
    record_every: int = 0,
    until: Callable[[Result], bool] | None = None,
    on_progress: Callable[[float], None] = lambda _: None,
    on_result: Callable[[Reducer[Result]], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Result:
    """Do a job and return its result.

    `until` is a stopping rule: it looks at the result so far and ends the job.
    `on_progress` hears which share of the chunks is done, in whatever order they arrive.
    `on_result` sees the reducer after each chunk. `should_stop` is asked whenever a
    chunk arrives or none does, and breaks the job off by `JobStopped`.
    """
    with ExitStack() as ending, executor or InProcess() as all_workers:
        ending.callback(close_idle_programs)
        job, workers = job.on_workers(all_workers, on_progress)
        schedule = _Schedule(job, workers, checkpoints, record_every, on_progress, should_stop)
        reducer = job.reducer()
        for done in schedule:
            reducer.add(done.data)
            on_progress(schedule.done / job.chunks)
            on_result(reducer)
            if until and job.is_checkpoint(done.last) and until(reducer.result()):
                break
        if checkpoints:
            checkpoints.end(done.last)
        return reducer.result()


def run_chunk(
    job: Job[Any], number: int, state: bytes | None, record_every: int, isolate: bool
) -> ChunkResult:
    """Do one chunk, as a worker does."""
    return (job.isolated() if isolate else job).run_chunk(number, state, record_every)


@dataclass(frozen=True, slots=True)
class _Task:
    number: int
    state: bytes | None
    isolate: bool
    attempt: int = 1


@dataclass
class _Schedule:
    """Iterates over chunks in the order of their numbers, while workers do those to come."""

    job: Job[Any]
    executor: JobExecutor
    checkpoints: Checkpoints | None
    record_every: int
    on_progress: Callable[[float], None]
    should_stop: Callable[[], bool]
    _stored: dict[int, ChunkResult] = field(default_factory=dict)
    _in_flight: dict[Future[ChunkResult], _Task] = field(default_factory=dict)
    _ready: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Chunks that continue one that has arrived."""
    _arrived: dict[int, ChunkResult] = field(default_factory=dict)
    """Chunks that are done and wait for their turn."""
    _lost: list[_Task] = field(default_factory=list)
    """Chunks whose workers have died."""
    _attempt: int = 1
    """From the second attempt on chunks are isolated, also where agents are trusted."""
    _lines: int = 0
    """Lines of continuing chunks that are begun and not yet reduced."""
    done: int = 0
    """The number of chunks that have arrived, also those that wait for their turn."""

    def __iter__(self) -> Iterator[ChunkResult]:
        self._stored = dict(self.checkpoints.stored()) if self.checkpoints else {}
        total = self.job.chunks
        heads = (number for number in range(total) if not self.job.continues(number))
        number = 0
        while number < total:
            while number not in self._arrived:
                if self.should_stop():
                    raise JobStopped
                done_before = self.done
                self._send(heads)
                self._collect(number)
                if self.done > done_before and number not in self._arrived:
                    self.on_progress(self.done / total)
            done = self._arrived.pop(number)
            number = done.last + 1
            self._lines -= number == total or not self.job.continues(number)
            yield done

    def _send(self, heads: Iterator[int]) -> None:
        """Give the workers enough to do, beginning with what is waited for."""
        while len(self._in_flight) < self.executor.width:
            if self._ready:
                self._begin(*heappop(self._ready))
            elif self._lines < _LINES_AHEAD * self.executor.width:
                head = next(heads, None)
                if head is None:
                    return
                self._lines += 1
                self._begin(head, None)
            else:
                return

    def _begin(self, number: int, state: bytes | None) -> None:
        if number in self._stored:
            self._arrive(number, self._stored.pop(number))
        else:
            isolate = self._attempt > 1 or not self.executor.trusts_agents
            self._submit(_Task(number, state, isolate, self._attempt))

    def _submit(self, task: _Task) -> None:
        future = self.executor.submit(
            run_chunk, self.job, task.number, task.state, self.record_every, task.isolate
        )
        self._in_flight[future] = task

    def _collect(self, wanted: int) -> None:
        if wanted in self._arrived or not self._in_flight:
            return
        done = wait(self._in_flight, _SECONDS_UNTIL_IDLE, return_when=FIRST_COMPLETED).done
        if self.checkpoints and not done:
            self.checkpoints.idle()
        for future in done:
            task = self._in_flight.pop(future)
            try:
                result = future.result()
            except CancelledError as error:
                raise ClusterError("the workers were lost in mid-run") from error
            except self.executor.died as error:
                self._lost.append(task)
                cause = error
                continue
            if self.checkpoints:
                self.checkpoints.add(task.number, result)
            self._arrive(task.number, result)
        if self._lost:
            self._retry_lost(cause)

    def _arrive(self, number: int, done: ChunkResult) -> None:
        self._arrived[number] = done
        following = done.last + 1
        if following < self.job.chunks and self.job.continues(following):
            heappush(self._ready, (following, done.state))
        self.done += following - number

    def _retry_lost(self, cause: Exception) -> None:
        """Retry chunks whose worker died; nobody can tell which chunk has ended it."""
        if any(task.attempt == self.job.attempts for task in self._lost):
            raise self._given_up() from cause
        self._attempt = 2
        if isinstance(cause, BrokenExecutor):
            # The pool is gone, and with it all that was in flight.
            self._lost += self._in_flight.values()
            self._in_flight.clear()
            self.executor.restart()
        for task in self._lost:
            self._submit(_Task(task.number, task.state, True, task.attempt + 1))
        self._lost.clear()

    def _given_up(self) -> Exception:
        if not self.job.players:
            return ClusterError(f"workers died {self.job.attempts} times with the same chunk")
        return AgentError(
            f"a worker died while {' and '.join(self.job.players)} were playing: "
            "one of them ends its process"
        )
