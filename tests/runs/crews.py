"""Crews that bring pieces back in any order, and a contest that notices."""

import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Condition, Thread
from typing import Any, Self

from fivebet.store.chunks import Played


@dataclass(frozen=True)
class Toy:
    """Lines of pieces: each adds its number to a chain of hashes, or just hashes it."""

    lengths: tuple[int, ...]
    cannot_leave_off: frozenset[int] = frozenset()
    """Pieces that go on to the end of their line."""
    players: tuple[str, ...] = ("toy",)

    @property
    def pieces(self) -> int:
        return sum(self.lengths)

    def follows(self, number: int) -> bool:
        for length in self.lengths:
            if number < length:
                return number != 0
            number -= length
        raise IndexError(number)

    def may_stop(self, number: int) -> bool:
        return number % 2 == 1

    def play(self, number: int, state: bytes | None, every: int) -> Played:
        assert (state is not None) == self.follows(number)
        assert every == 0
        chain = state or b""
        data = []
        while True:
            chain = blake2b(chain + str(number).encode(), digest_size=4).digest()
            data.append(chain.hex())
            ended = number + 1 == self.pieces or not self.follows(number + 1)
            if ended or number not in self.cannot_leave_off:
                return Played(data, number, None if ended else chain)
            number += 1

    def tally(self) -> "ToyTally":
        return ToyTally([])


@dataclass
class ToyTally:
    seen: list[str]

    def add(self, data: list[str]) -> None:
        self.seen += data

    def result(self) -> tuple[str, ...]:
        return tuple(self.seen)


@dataclass
class Notebook:
    """A ledger in memory."""

    pieces: dict[int, Played] = field(default_factory=dict)
    ended: int | None = None
    idled: bool = False

    def kept(self) -> dict[int, Played]:
        return self.pieces

    def keep(self, number: int, played: Played) -> None:
        assert number not in self.pieces
        self.pieces = self.pieces | {number: played}

    def idle(self) -> None:
        self.idled = True

    def end(self, last: int) -> None:
        self.ended = last


class AnyOrder(Executor):
    """One thread that always takes some piece or other of those it was given."""

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
