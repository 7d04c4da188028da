"""A job: work that takes a while, whoever asked for it."""

import asyncio
from typing import Literal

__all__ = ["Job", "Status"]

Status = Literal["waiting", "working", "finished", "stopped", "failed"]


class Job:
    """How far some work is; whoever watches waits for the next version."""

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
        """Whether nobody is at it any more."""
        return self.status in ("finished", "stopped", "failed")

    def tell(self) -> None:
        """Something is different: wake those who watch."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def become(self, status: Status, error: str = "") -> None:
        """Another status."""
        self.status, self.error = status, error
        self.tell()

    async def news(self, after: int, seconds: float) -> None:
        """Wait so long for a version later than one that is known; not at all if it is over."""
        if self.version > after or self.over:
            return
        try:
            async with asyncio.timeout(seconds):
                while self.version <= after:
                    await self._changed.wait()
        except TimeoutError:
            return
