"""How long players may think: per action, per hand and over the match."""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class TimeLimits:
    """The seconds that players may think, with the ACPC dealer's defaults."""

    response: float = 600
    """The seconds for one action."""
    hand: float = 600
    """The seconds for all actions of a player in one hand."""
    per_hand: float = 7
    """The seconds for a hand on average; a player has that many times the hands in all."""

    def settings(self) -> tuple[str, ...]:
        """Return the limits as they stand at the top of a log, in milliseconds."""
        return (
            f"--t_response {round(self.response * 1000)}",
            f"--t_hand {round(self.hand * 1000)}",
            f"--t_per_hand {round(self.per_hand * 1000)}",
        )


class DealerClock(Protocol):
    """Tells the time and ends what takes too long."""

    def now(self) -> float:
        """Return the seconds since some moment; they never go back."""
        ...

    async def within(self, seconds: float | None, work: Awaitable[T]) -> T:
        """Return the result of the work, or raise TimeoutError; None waits for ever."""
        ...


class SystemClock:
    """The time in seconds of the epoch, undisturbed by changes of the system's clock."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the seconds of the epoch."""
        return self._start + time.monotonic()

    async def within(self, seconds: float | None, work: Awaitable[T]) -> T:
        """Return the result of the work, or raise TimeoutError."""
        return await asyncio.wait_for(work, seconds)
