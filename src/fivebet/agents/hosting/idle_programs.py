"""Programs that were put aside between the chunks of a job, to be seated again.

They are closed when the job ends, at the latest when the process does.
"""

import atexit
import os
import time
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.util import Finalize
from threading import Lock
from typing import Protocol

from fivebet.agents.hosting.registry import AgentTraits

SECONDS_FOR_GOODBYES = 1.0
"""The time between a goodbye and the end of a program that does not end itself."""
_MOST_IDLE = 16


class _Conversation(Protocol):
    @property
    def is_sound(self) -> bool: ...
    def say_goodbye(self) -> None: ...
    def close(self, patience: float = ...) -> None: ...


class _Seat(Protocol):
    @property
    def key(self) -> tuple[object, ...]: ...
    @property
    def program(self) -> _Conversation: ...


@dataclass
class IdlePrograms:
    """The programs of one process that were put aside, the oldest first."""

    seats: list[_Seat] = field(default_factory=list)
    traits: dict[str, AgentTraits] = field(default_factory=dict)
    """What programs have said of themselves, by name."""

    def put(self, seat: _Seat) -> None:
        """Keep a seat's program; if there are too many, the oldest is closed."""
        _close_at_exit(os.getpid())
        with _LOCK:
            self.seats.append(seat)
            oldest = self.seats.pop(0) if len(self.seats) > _MOST_IDLE else None
        if oldest:
            oldest.program.close()

    def take(self, key: tuple[object, ...]) -> _Seat | None:
        """Return a seat of that key whose program runs, if one was put aside."""
        with _LOCK:
            seat = next((each for each in self.seats if each.key == key), None)
            if seat is None:
                return None
            self.seats.remove(seat)
        if seat.program.is_sound:
            return seat
        seat.program.close()
        return None


_LOCK = Lock()
_BY_PROCESS: dict[int, IdlePrograms] = {}
"""A forked process must leave its parent's programs alone."""


def idle_programs() -> IdlePrograms:
    """Return the programs of this process that were put aside."""
    with _LOCK:
        return _BY_PROCESS.setdefault(os.getpid(), IdlePrograms())


def close_idle_programs() -> None:
    """Close the programs of this process that were put aside."""
    with _LOCK:
        idle = _BY_PROCESS.pop(os.getpid(), IdlePrograms())
    for seat in idle.seats:
        seat.program.say_goodbye()
    end = time.monotonic() + SECONDS_FOR_GOODBYES
    for seat in idle.seats:
        seat.program.close(max(0.0, end - time.monotonic()))


@cache
def _close_at_exit(_process: int) -> None:
    atexit.register(close_idle_programs)  # at the end of the interpreter
    Finalize(None, close_idle_programs, exitpriority=10)  # at the end of a worker
