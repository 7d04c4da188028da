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

from fivebet.agents.hosting.traits import AgentTraits

SECONDS_FOR_GOODBYES = 1.0
"""The time between a goodbye and the end of a program that does not end itself."""
_MOST_IDLE = 16


class _Program(Protocol):
    @property
    def key(self) -> tuple[object, ...]: ...
    @property
    def is_sound(self) -> bool: ...
    def say_goodbye(self) -> None: ...
    def close(self, patience: float = ...) -> None: ...


@dataclass
class IdlePrograms:
    """The programs of one process that were put aside, the oldest first."""

    programs: list[_Program] = field(default_factory=list)
    in_use: dict[tuple[object, ...], _Program] = field(default_factory=dict)
    """Programs of ours in which further agents can be seated, by key and thread."""
    traits: dict[str, AgentTraits] = field(default_factory=dict)
    """What programs have said of themselves, by name."""

    def put(self, program: _Program) -> None:
        """Keep a program; if there are too many, the oldest is closed."""
        _close_at_exit(os.getpid())
        with _LOCK:
            self.programs.append(program)
            oldest = self.programs.pop(0) if len(self.programs) > _MOST_IDLE else None
        if oldest:
            oldest.close()

    def take(self, key: tuple[object, ...]) -> _Program | None:
        """Return a program of that key that runs, if one was put aside."""
        with _LOCK:
            program = next((each for each in self.programs if each.key == key), None)
            if program is None:
                return None
            self.programs.remove(program)
        if program.is_sound:
            return program
        program.close()
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
    for program in idle.programs:
        program.say_goodbye()
    end = time.monotonic() + SECONDS_FOR_GOODBYES
    for program in idle.programs:
        program.close(max(0.0, end - time.monotonic()))


@cache
def _close_at_exit(_process: int) -> None:
    atexit.register(close_idle_programs)  # at the end of the interpreter
    Finalize(None, close_idle_programs, exitpriority=10)  # at the end of a worker
