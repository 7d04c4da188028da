"""A program at the other end of two pipes: lines out, lines in, each with a deadline.

Both directions are waited for at once, so that a program which does not read
cannot block us, and what it writes to standard error is read on the way: the
last of it is quoted when the program fails.
"""

import math
import os
import resource
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from fivebet.agents.hosting.failures import FailureKind, SeatError

_AT_ONCE = 1 << 16
_LONGEST_LINE = 1 << 22
_STDERR_KEPT = 2000
_QUOTED = 3  # lines of it
_LONGEST_WAIT = 1e6  # seconds at once; a limit beyond it is none
_TIME_TO_DIE = 1.0  # seconds between a goodbye and the end


class PipeClock(Protocol):
    """Tells the time, and waits for pipes."""

    def now(self) -> float:
        """Return the seconds since some moment; they never go back."""
        ...

    def wait(self, pipes: select.poll, seconds: float) -> list[tuple[int, int]]:
        """Return the pipes that are ready, none when the time is up."""
        ...


class SystemPipeClock:
    """Tells the time of the system, and waits for pipes in it."""

    def now(self) -> float:
        """Return the seconds since some moment."""
        return time.monotonic()

    def wait(self, pipes: select.poll, seconds: float) -> list[tuple[int, int]]:
        """Return the pipes that are ready, none when the time is up."""
        return pipes.poll(math.ceil(1000 * min(seconds, _LONGEST_WAIT)))


class Deadline(NamedTuple):
    """The moment when a number of seconds is over."""

    seconds: float
    until: float

    @classmethod
    def after(cls, seconds: float, clock: PipeClock) -> "Deadline":
        """Return the deadline that many seconds from now."""
        return cls(seconds, clock.now() + seconds)


class ProgramProcess:
    """A running program; its failures are SeatErrors, after which it has ended."""

    def __init__(self, command: Sequence[str], memory: int, clock: PipeClock) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # a script and what it has started end together
        )
        self._end = weakref.finalize(self, _end, self._process)
        # A program that eats all memory is the first to be ended, not the arena.
        with suppress(OSError):
            Path(f"/proc/{self._process.pid}/oom_score_adj").write_text("1000")
        if memory:
            with suppress(ProcessLookupError):
                limit = memory << 20
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (limit, limit))
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe)
        os.set_blocking(self._in, False)
        self._clock = clock
        self._heard, self._complaints = b"", b""
        self._answers, self._room = select.poll(), select.poll()
        self._answers.register(self._out, select.POLLIN)
        for waited in (self._answers, self._room):
            waited.register(self._err, select.POLLIN)
        self._room.register(self._in, select.POLLOUT)

    @property
    def ended(self) -> bool:
        """Whether it was found to have died, or was killed."""
        return not self._end.alive

    @property
    def is_running(self) -> bool:
        """Whether its process is alive."""
        return not self.ended and self._process.poll() is None

    def send(self, data: bytes, deadline: Deadline) -> None:
        """Write all of the data, by the deadline.

        A program that no longer reads may have said why: whoever receives will see.
        """
        while True:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                return
            if not data:
                return
            self._wait(self._room, self._in, deadline, "does not read what it is sent")

    def receive(self, deadline: Deadline) -> bytes:
        """Return the next line, by the deadline."""
        while b"\n" not in self._heard:
            self._wait(self._answers, self._out, deadline, "has not answered")
            data = os.read(self._out, _AT_ONCE)
            if not data:
                raise self._gone()
            self._heard += data
            if len(self._heard) > _LONGEST_LINE:
                raise self._killed(FailureKind.NONSENSE, "writes a line without end")
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def hang_up(self, goodbye: bytes) -> None:
        """Say goodbye and close the program's input, without waiting for its end."""
        assert self._process.stdin
        if not self.ended and not self._process.stdin.closed:
            with suppress(OSError):
                os.write(self._in, goodbye)
            self._process.stdin.close()

    def close(self, goodbye: bytes = b"", patience: float = _TIME_TO_DIE) -> None:
        """Let the program end within that many seconds, then kill it."""
        if self.ended:
            return
        self.hang_up(goodbye)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._end()

    def _wait(self, pipes: select.poll, wanted: int, deadline: Deadline, complaint: str) -> None:
        while True:
            left = deadline.until - self._clock.now()
            ready = dict(self._clock.wait(pipes, max(left, 0)))
            if self._err in ready:
                self._listen()
            if left <= 0:  # whatever it writes: one that never stops writing hangs too
                raise self._killed(FailureKind.HUNG, f"{complaint} in {deadline.seconds:g} s")
            if wanted in ready:
                return

    def _listen(self) -> None:
        data = os.read(self._err, _AT_ONCE)
        self._complaints = (self._complaints + data)[-_STDERR_KEPT:]
        if not data:
            for pipes in (self._answers, self._room):
                pipes.unregister(self._err)

    def _gone(self) -> SeatError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_TIME_TO_DIE)
        code = self._process.poll()
        how = "has closed its output"
        if code is not None:
            how = f"ended with code {code}" if code >= 0 else f"was ended by signal {-code}"
        return self._killed(FailureKind.DIED, how)

    def _killed(self, kind: FailureKind, what: str) -> SeatError:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        os.set_blocking(self._err, False)
        with suppress(OSError):
            self._complaints += os.read(self._err, _AT_ONCE)
        self._end()
        text = self._complaints[-_STDERR_KEPT:].decode("utf-8", "backslashreplace")
        said = " | ".join([line.strip() for line in text.splitlines() if line.strip()][-_QUOTED:])
        return SeatError(kind, what + (f"; it said: {said}" if said else ""))


def _end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()
    process.wait()
