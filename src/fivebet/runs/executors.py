"""Who plays the pieces of a contest: this process, a pool of them, or a cluster.

All are a `concurrent.futures.Executor` and a number: how many pieces they are
given at a time. The next piece is with a worker before it has ended the last.
"""

import logging
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from types import FrameType
from typing import Any, ParamSpec, Self, TypeVar

from fivebet.errors import ClusterError, GameError
from fivebet.interrupts import uninterrupted

__all__ = ["Alone", "Cluster", "Crew", "Given", "Lent", "Pool", "crew_of", "default_workers"]

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

_SECONDS_TO_REACH_A_CLUSTER = 10
_THREADS_OF_ALGEBRA = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Processes inherit them: each has a core, and threads of its own would be in the others' way."""
_SECONDS_TO_LEAVE = 3  # before a worker that does not stop is killed


class Crew(ABC):
    """Workers who are ready once the `with` block is entered, and gone at its end."""

    width = 1
    """Pieces given out at a time."""
    died: tuple[type[Exception], ...] = (BrokenExecutor,)
    """What a piece raises whose worker has died."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:  # noqa: B027 - there may be nobody to let go
        """Let go of everybody, at once: what is still being played is not wanted."""

    @abstractmethod
    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Give out some work."""

    def mend(self) -> None:  # noqa: B027 - nor anybody who can die
        """Replace workers who have died."""


class Alone(Crew):
    """Plays in this process."""

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """Done when this returns."""
        future: Future[Answer] = Future()
        future.set_result(work(*args, **kwargs))
        return future


class Given(Crew):
    """Any executor, which stays open."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor, self.width = executor, 2 * workers
        self._given_out: set[Future[Any]] = set()

    def __exit__(self, *_: object) -> None:
        for future in list(self._given_out):
            future.cancel()

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """To be done by some worker."""
        future = self.executor.submit(work, *args, **kwargs)
        self._given_out.add(future)
        future.add_done_callback(self._given_out.discard)
        return future


class Pool(Crew):
    """Processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers, self.width = workers, 2 * workers

    def __enter__(self) -> Self:
        self._pool = self._new()
        return self

    def __exit__(self, *_: object) -> None:
        # Workers may be in the middle of long pieces that nobody waits for.
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
        """To be done by some process."""
        try:
            return self._pool.submit(_on_duty, partial(work, *args, **kwargs))
        except BrokenExecutor as error:
            broken: Future[Answer] = Future()
            broken.set_exception(error)
            return broken

    def mend(self) -> None:
        """Start a new pool."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        for name in _THREADS_OF_ALGEBRA:
            os.environ.setdefault(name, "1")
        return ProcessPoolExecutor(
            self.workers, get_context("forkserver"), initializer=_take_orders
        )


class Lent(Crew):
    """A crew that was there before the contest and stays for the next one."""

    def __init__(self, crew: Crew) -> None:
        self.crew, self.width, self.died = crew, crew.width, crew.died

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """To be done by one of them."""
        return self.crew.submit(work, *args, **kwargs)

    def mend(self) -> None:
        """Replace workers who have died."""
        self.crew.mend()


class Cluster(Crew):
    """Dask's workers, wherever they are: by the scheduler's address, or `local`."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.address, self.workers = address, workers

    def __enter__(self) -> Self:
        try:
            from distributed import Client, KilledWorker, LocalCluster  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise ClusterError(
                "a cluster is played on with Dask: pip install 'fivebet[cluster]'"
            ) from error
        self.died = (*Crew.died, KilledWorker)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say ourselves what is lost
        self._local = None
        if self.address == "local":
            with uninterrupted():
                self._local = LocalCluster(
                    n_workers=self.workers or default_workers(),
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
        try:
            self._client = Client(
                self._local or self.address,
                timeout=_SECONDS_TO_REACH_A_CLUSTER,
                set_as_default=False,
            )
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(
                f"the cluster {self.address!r} cannot be reached: {error}; give local, or the "
                "address of a Dask scheduler, tcp://host:port"
            ) from error
        threads = sum(self._client.nthreads().values())
        if not threads:
            self.__exit__()
            raise ClusterError(f"the cluster {self.address!r} has no workers: start some")
        self.width = 2 * threads
        self._executor = self._client.get_executor(pure=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        if self._local is not None:
            self._local.close()

    def submit(
        self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> "Future[Answer]":
        """To be done by some worker; if it is lost, by another."""
        future: Future[Answer] = self._executor.submit(work, *args, **kwargs)
        return future


def crew_of(workers: int, executor: Executor | None = None, pieces: int | None = None) -> Crew:
    """So many workers of this machine, no more than there are pieces; or those of an executor."""
    if workers < 1:
        raise GameError(f"{workers} workers cannot play: give 1 or more")
    if executor is not None:
        return Given(executor, max(workers, default_workers()))
    if pieces is not None:
        workers = min(workers, pieces)
    return Alone() if workers == 1 else Pool(workers)


def default_workers() -> int:
    """One for each core."""
    return os.cpu_count() or 1


class _Duty:
    """What a worker of a pool is at."""

    playing = False
    over = False


def _take_orders() -> None:
    """Ctrl-C reaches a whole group of processes: the first of them answers it, and tells us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """A worker whose run was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _stop(number: int, _: FrameType | None) -> None:
    _Duty.over = True
    if _Duty.playing:
        raise KeyboardInterrupt(number)


def _on_duty(work: Callable[[], Answer]) -> Answer:
    """Work that is left where it is when the crew is let go, so that agents can clear away."""
    _Duty.playing = True
    try:
        if _Duty.over:
            raise KeyboardInterrupt
        return work()
    finally:
        _Duty.playing = False
