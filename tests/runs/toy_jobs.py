"""An executor that brings chunks back in any order, and a job that notices."""

import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Condition, Thread
from typing import Any, Self

from fivebet.runs.job import ChunkResult, Job


@dataclass(frozen=True)
class Toy(Job[tuple[str, ...]]):
    """Lines of chunks: each adds its number to a chain of hashes, or just hashes it."""

    lengths: tuple[int, ...]
    cannot_leave_off: frozenset[int] = frozenset()
    """Chunks that go on to the end of their line."""

    @property
    def players(self) -> tuple[str, ...]:
        return ("toy",)

    @property
    def chunks(self) -> int:
        return sum(self.lengths)

    def continues(self, number: int) -> bool:
        for length in self.lengths:
            if number < length:
                return number != 0
            number -= length
        raise IndexError(number)

    def is_checkpoint(self, number: int) -> bool:
        return number % 2 == 1

    def run_chunk(self, number: int, state: bytes | None, record_every: int) -> ChunkResult:
        assert (state is not None) == self.continues(number)
        assert record_every == 0
        chain = state or b""
        data = []
        while True:
            chain = blake2b(chain + str(number).encode(), digest_size=4).digest()
            data.append(chain.hex())
            ended = number + 1 == self.chunks or not self.continues(number + 1)
            if ended or number not in self.cannot_leave_off:
                return ChunkResult(data, number, None if ended else chain)
            number += 1

    def reducer(self) -> "ToyReducer":
        return ToyReducer([])

    def to_dict(self) -> dict[str, Any]:
        return {"lengths": self.lengths}


@dataclass
class ToyReducer:
    seen: list[str]

    def add(self, data: list[str]) -> None:
        self.seen += data

    def result(self) -> tuple[str, ...]:
        return tuple(self.seen)


@dataclass
class Notebook:
    """Checkpoints in memory."""

    chunks: dict[int, ChunkResult] = field(default_factory=dict)
    ended: int | None = None
    idled: bool = False

    def stored(self) -> dict[int, ChunkResult]:
        return self.chunks

    def add(self, number: int, done: ChunkResult) -> None:
        assert number not in self.chunks
        self.chunks = self.chunks | {number: done}

    def idle(self) -> None:
        self.idled = True

    def end(self, last: int) -> None:
        self.ended = last


class AnyOrder(Executor):
    """One thread that takes a random chunk of those it was given."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._queue: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._changed = Condition()
        self._open = True
        self.most_waiting = 0
        self._thread = Thread(target=self._work)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        with self._changed:
            self._queue.append((future, lambda: fn(*args, **kwargs)))
            self.most_waiting = max(self.most_waiting, len(self._queue))
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._queue or not self._open)
                if not self._open:
                    return
                future, work = self._queue.pop(self._rng.randrange(len(self._queue)))
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)
