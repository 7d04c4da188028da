"""A job of the card room: how far it is, for all who watch it."""

import asyncio
from typing import Literal

__all__ = ["LiveJob", "Status"]

Status = Literal["waiting", "working", "finished", "stopped", "failed"]


class LiveJob:
    """The state of a job; observers wait for its next version."""

    def __init__(self, status: Status = "waiting") -> None:
        self.status: Status = status
        self.progress = 0.0
        """From 0 to 1."""
        self.error = ""
        """A sentence, if it failed."""
        self.version = 0
        self._changed = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether nobody works on it any more."""
        return self.status in ("finished", "stopped", "failed")

    def notify(self) -> None:
        """Wake the observers: something has changed."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def become(self, status: Status, error: str = "") -> None:
        """Change the status and wake the observers."""
        self.status, self.error = status, error
        self.notify()

    async def wait_for_news(self, after: int, seconds: float) -> None:
        """Wait at most that long for a version later than a known one; not at all if it is over."""
        if self.version > after or self.over:
            return
        try:
            async with asyncio.timeout(seconds):
                while self.version <= after:
                    await self._changed.wait()
        except TimeoutError:
            return
