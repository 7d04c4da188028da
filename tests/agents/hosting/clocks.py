"""Clocks that need not wait."""

import select
import signal


class Clock:
    """Time that passes only when somebody says so."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        """The timer rings."""
        self.time += seconds
        signal.raise_signal(signal.SIGALRM)


class ImpatientClock:
    """Waits for real while it is patient; else the time is up at once, unless all is there."""

    def __init__(self) -> None:
        self.time = 0.0
        self.patient = True

    def now(self) -> float:
        return self.time

    def wait(self, pipes: select.poll, seconds: float) -> list[tuple[int, int]]:
        if self.patient:
            return pipes.poll()
        ready = pipes.poll(0)
        if not ready:
            self.time += seconds
        return ready
