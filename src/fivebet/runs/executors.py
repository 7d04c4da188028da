"""Executors of jobs: this process, a pool of processes, or a cluster.

Each is a `concurrent.futures.Executor` with a width, the number of chunks in flight
at a time: a worker has its next chunk before it has finished the last.
"""

import logging
import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from types import FrameType
from typing import Any, ParamSpec, Self, TypeVar

from fivebet.agents.hosting.idle_programs import close_idle_programs
from fivebet.errors import ClusterError, GameError
from fivebet.interrupts import end_with_parent, uninterrupted
from fivebet.machine import core_count

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

_SECONDS_TO_REACH_A_CLUSTER = 10
_THREADS_OF_ALGEBRA = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Processes inherit them: each has a core, and threads of its own would be in the others' way."""
_SECONDS_TO_LEAVE = 3  # before a worker that does not stop is killed


class JobExecutor(ABC):
    """Workers that are ready once the `with` block is entered, and gone at its end."""

    width = 1
    """The number of chunks in flight at a time."""
    died: tuple[type[Exception], ...] = (BrokenExecutor,)
    """What a chunk raises whose worker has died."""
    trusts_agents = False
    """Whether agents from files run in the workers, instead of processes of their own."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:  # noqa: B027 - there may be no workers
        """End all workers at once; what they are doing is not wanted any more."""

    @abstractmethod
    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Give work to a worker."""

    def restart(self) -> None:  # noqa: B027 - nor any that can die
        """Replace workers that have died."""


class InProcess(JobExecutor):
    """Does chunks in this process."""

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Do the work before returning."""
        future: Future[Answer] = Future()
        future.set_result(work(*args, **kwargs))
        return future


class Borrowed(JobExecutor):
    """Uses any executor, and leaves it open."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor, self.width = executor, 2 * workers
        self._submitted: set[Future[Any]] = set()

    def __exit__(self, *_: object) -> None:
        for future in list(self._submitted):
            future.cancel()

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Give work to some worker."""
        future = self.executor.submit(work, *args, **kwargs)
        self._submitted.add(future)
        future.add_done_callback(self._submitted.discard)
        return future


class Pool(JobExecutor):
    """Uses processes of this machine."""

    def __init__(self, workers: int, niceness: int = 0) -> None:
        self.workers, self.width, self._niceness = workers, 2 * workers, niceness

    def __enter__(self) -> Self:
        self._pool = self._new()
        return self

    def __exit__(self, *_: object) -> None:
        # Workers may be in the middle of long chunks that nobody waits for.
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        patience = time.monotonic() + _SECONDS_TO_LEAVE
        for process in processes:
            process.join(max(0.0, patience - time.monotonic()))
            if process.is_alive():
                process.kill()
        self._pool.shutdown(wait=True)

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Give work to some process."""
        try:
            return self._pool.submit(_run_task, partial(work, *args, **kwargs))
        except BrokenExecutor as error:
            broken: Future[Answer] = Future()
            broken.set_exception(error)
            return broken

    def restart(self) -> None:
        """Start a new pool."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        for name in _THREADS_OF_ALGEBRA:
            os.environ.setdefault(name, "1")
        context = get_context("forkserver")
        context.set_forkserver_preload(_loaded_modules())
        return ProcessPoolExecutor(
            self.workers,
            context,
            initializer=_init_worker,
            initargs=(self._niceness,),
        )


class Shared(JobExecutor):
    """Uses an executor that was entered before the job and stays for the next one."""

    def __init__(self, executor: JobExecutor) -> None:
        self.executor, self.width, self.died = executor, executor.width, executor.died
        self.trusts_agents = executor.trusts_agents

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Give work to one of its workers."""
        return self.executor.submit(work, *args, **kwargs)

    def restart(self) -> None:
        """Replace workers that have died."""
        self.executor.restart()


class Cluster(JobExecutor):
    """Uses Dask's workers, by the scheduler's address or `local`."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.address, self.workers = address, workers

    def __enter__(self) -> Self:
        try:
            from distributed import Client, KilledWorker, LocalCluster  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ClusterError(
                "a cluster is played on with Dask: pip install 'fivebet[cluster]'"
            ) from error
        self.died = (*JobExecutor.died, KilledWorker)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say ourselves what is lost
        self._local = None
        if self.address == "local":
            with uninterrupted():
                self._local = LocalCluster(
                    n_workers=self.workers or core_count(),
                    threads_per_worker=1,
                    # Any free port: its usual one may be taken, and None stands for that too.
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    silence_logs=logging.CRITICAL,
                )
        self._client = Client.__new__(Client)
        try:
            self._client.__init__(  # type: ignore[misc]
                self._local or self.address,
                timeout=_SECONDS_TO_REACH_A_CLUSTER,
                set_as_default=False,
            )
        except (OSError, ValueError, TypeError) as error:
            # Left to the garbage collector, it might be closed while another client starts, and
            # Dask's lock on all of them would wait for itself for ever.
            self._client.close()
            raise ClusterError(
                f"the cluster {self.address!r} cannot be reached: {error}; give local, or the "
                "address of a Dask scheduler, tcp://host:port"
            ) from error
        threads = sum(self._client.nthreads().values())
        if not threads:
            self.__exit__()
            raise ClusterError(f"the cluster {self.address!r} has no workers: start some")
        self.width = 2 * threads
        if self._local is not None:
            self._client.run(os.dup2, 2, 1)  # what agents print there is no result
        self._executor = self._client.get_executor(pure=False)
        return self

    def __exit__(self, *_: object) -> None:
        if self._client.status == "running":  # a lost cluster would be waited for
            with suppress(Exception):
                self._client.run(close_idle_programs)
        self._client.close()
        if self._local is not None:
            self._local.close()

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Give work to some worker; Dask gives it to another if that one is lost."""
        future: Future[Answer] = self._executor.submit(work, *args, **kwargs)
        return future


def make_executor(
    workers: int,
    executor: Executor | None = None,
    chunks: int | None = None,
    *,
    trust: bool = False,
) -> JobExecutor:
    """Return an executor of that many workers, no more than chunks, or one around an executor.

    Agents from files run in these workers if they are to be trusted.
    """
    if workers < 1:
        raise GameError(f"{workers} workers cannot play: give 1 or more")
    made: JobExecutor
    if executor is not None:
        made = Borrowed(executor, max(workers, core_count()))
    else:
        workers = workers if chunks is None else min(workers, chunks)
        made = InProcess() if workers == 1 else Pool(workers)
    made.trusts_agents = trust
    return made


def _loaded_modules() -> list[str]:
    """Return our modules that are loaded here: workers are forked with them, and import nothing."""
    ours = (name for name in sys.modules if name.startswith("fivebet."))
    return [name for name in ours if not name.startswith("fivebet.cli")]


class _Worker:
    """What a worker process of a pool is doing."""

    is_busy = False
    is_ending = False


def _init_worker(niceness: int) -> None:
    """Leave Ctrl-C, which reaches a whole group of processes, to the first of them.

    Standard output is for the first process too: what an agent prints is no result.
    """
    os.nice(niceness)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    Thread(target=_exit_with_parent, daemon=True).start()
    # A trusted agent may leave copies of its worker behind, which have no such thread.
    os.register_at_fork(after_in_child=end_with_parent)


def _exit_with_parent() -> None:
    """End this worker when its parent ends: it would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _terminate(number: int, _: FrameType | None) -> None:
    _Worker.is_ending = True
    if _Worker.is_busy:
        raise KeyboardInterrupt(number)


def _run_task(work: Callable[[], Answer]) -> Answer:
    """Do a task; SIGTERM interrupts it, so that agents can clean up."""
    _Worker.is_busy = True
    try:
        if _Worker.is_ending:
            raise KeyboardInterrupt
        return work()
    finally:
        _Worker.is_busy = False
