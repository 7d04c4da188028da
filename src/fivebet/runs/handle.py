"""A run being worked on: started or resumed, observed, paused and finished, on record in the store.

Chunks are written a few times a second, so that a crash costs little and fast agents
wait for nothing. A run that is finished before `patience` is over is not stored:
doing it again takes no longer than looking it up.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self

from fivebet.errors import FivebetError, StoreError
from fivebet.interrupts import uninterrupted
from fivebet.runs.executors import JobExecutor
from fivebet.runs.job import ChunkResult, Job, Reducer, Result
from fivebet.runs.runner import JobStopped, run_job
from fivebet.store.locations import might_have_unfinished
from fivebet.store.run_spec import RunSpec

if TYPE_CHECKING:
    from fivebet.store.runs import Runs

_SECONDS_BETWEEN_WRITES = 0.5
_MOST_HANDS_WAITING = 20_000


def run_spec(kind: str, job: Job[Any], record_every: int = 0, rule: str = "") -> RunSpec:
    """Return how the store identifies a job with its stopping rule and recorded hands."""
    players = job.players
    return RunSpec(
        kind=kind,
        settings={
            "contest": job.to_dict(),
            "record": record_every,
            "until": rule,
            "files": _file_hashes(players),
        },
        players=players,
        chunks=job.chunks,
    )


class RunHandle(Generic[Result]):
    """One run of a job; without a store it is worked on all the same, but not kept.

    The unfinished run of the same job is resumed if there is one, unless `fresh`;
    `run` names one by its number. A run that is paused before anything is done is forgotten,
    unless it is `known` to somebody by its number.
    """

    def __init__(
        self,
        kind: str,
        job: Job[Result],
        store: str | None,
        *,
        record_every: int = 0,
        rule: str = "",
        fresh: bool = False,
        run: int | None = None,
        known: bool = False,
        patience: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.job, self.store, self.record_every = job, store, record_every
        self.run: int | None = None
        """The run's number, once it has one."""
        self.is_resumable = False
        """Whether a paused run can be resumed from the store."""
        self._fresh, self._wanted, self._known, self._clock = fresh, run, known, clock
        self._runs: Runs | None = None
        self._waiting: dict[int, ChunkResult] = {}
        self._hands = 0
        self._last: int | None = None
        self._write_at = clock() + patience
        if store is not None:
            self._spec = run_spec(kind, job, record_every, rule)
            unfinished = not fresh and might_have_unfinished(store, self._spec.fingerprint)
            if not patience or unfinished:
                self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def execute(
        self,
        executor: JobExecutor | None = None,
        *,
        until: Callable[[Result], bool] | None = None,
        on_progress: Callable[[float], None] = lambda _: None,
        on_result: Callable[[Reducer[Result]], None] = lambda _: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> Result:
        """Do what is left of the job and return its result; pause if anything breaks it off."""
        try:
            return run_job(
                self.job,
                executor,
                checkpoints=self,
                record_every=self.record_every,
                until=until,
                on_progress=on_progress,
                on_result=on_result,
                should_stop=should_stop,
            )
        except StoreError:
            raise  # what the store has, it keeps
        except (FivebetError, JobStopped, KeyboardInterrupt):
            self.pause()
            raise

    @property
    def share_done(self) -> float:
        """The share of the job that an earlier attempt has done."""
        chunks = self.stored().items()
        return sum(done.last - number + 1 for number, done in chunks) / self.job.chunks

    def stored(self) -> Mapping[int, ChunkResult]:
        """Return the chunks that an earlier attempt has done, by number."""
        return self._runs.chunks(self.run) if self._runs and self.run else {}

    def add(self, number: int, done: ChunkResult) -> None:
        """Store a chunk, now or with the next few."""
        if self.store is None:
            return
        self._waiting[number] = done
        self._hands += len(done.hands)
        if self._clock() >= self._write_at or self._hands >= _MOST_HANDS_WAITING:
            self.write()

    def idle(self) -> None:
        """Write what is waiting, if it is time."""
        if self._waiting and self._clock() >= self._write_at:
            self.write()

    def end(self, last: int) -> None:
        """Note that chunks after `last` do not count."""
        self._last = last

    def write(self) -> None:
        """Write what is waiting, all of it or nothing."""
        with uninterrupted():
            runs, run = self._open()
            runs.write(run, self._waiting)
            self._waiting, self._hands = {}, 0
            self._write_at = self._clock() + _SECONDS_BETWEEN_WRITES

    def finish(self, result: Mapping[str, Any]) -> None:
        """Store the result in place of the chunks."""
        if self._runs is None and not self._hands:
            return
        last = self.job.chunks - 1 if self._last is None else self._last
        with uninterrupted():
            self._waiting = {n: done for n, done in self._waiting.items() if done.hands}
            self.write()
            runs, run = self._open()
            runs.finish(run, dict(result), last)

    def pause(self) -> None:
        """Write what there is, and note whether the run can be resumed; forget an empty run.

        A second interrupt has no effect: the first is being answered.
        """
        if not self._waiting and self._runs is None:
            return
        with suppress(KeyboardInterrupt), uninterrupted():
            self.write()
            runs, run = self._open()
            runs.interrupt(run)
            self.is_resumable = self._known or runs.one(run).done > 0
            if not self.is_resumable:
                runs.remove(run)

    def close(self) -> None:
        """Close the store."""
        if self._runs is not None:
            self._runs.close()

    def _open(self) -> "tuple[Runs, int]":
        from fivebet.store.runs import Runs  # noqa: PLC0415 - loads the database library

        assert self.store is not None
        if self._runs is None:
            self._runs = Runs(self.store)
        if self.run is None:
            self.run = self._runs.begin(self._spec, self._fresh, self._wanted)
        return self._runs, self.run


def _file_hashes(agents: Sequence[str]) -> dict[str, str]:
    """Return hashes of agents' files: another version of a file makes another run."""
    return {
        name: blake2b(file.read_bytes(), digest_size=16).hexdigest()
        for name in agents
        for file in map(Path, name.split("::")[:-1])
        if file.is_file()
    }
