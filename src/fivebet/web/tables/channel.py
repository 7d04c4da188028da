"""What one seat is told, in numbered messages.

A client that comes back says which number it has seen last and gets the rest. What
is no longer kept is not needed: the client gets the table as it is now. Nothing
waits for a slow client and nothing grows for an absent one.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Any

__all__ = ["PROTOCOL", "Channel"]

PROTOCOL = 1
_KEPT = 128


class Channel:
    """The messages for one seat, or for everybody who only watches."""

    def __init__(self) -> None:
        self.epoch = secrets.token_hex(4)
        """Numbers of another epoch, before the card room was started anew, mean nothing."""
        self.last = 0
        """The number of the last message."""
        self.listeners = 0
        self._kept: deque[tuple[int, str]] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()

    def publish(self, type_: str, content: Mapping[str, Any]) -> None:
        """Send a message, now or when its receiver asks for it."""
        self.last += 1
        text = message_text(type_, content, self.last)
        self._kept.append((self.last, text))
        self._news.set()
        self._news = asyncio.Event()

    def since(self, seen: int) -> list[tuple[int, str]] | None:
        """The messages after one, by number; None if that cannot be told any more."""
        if seen == self.last:
            return []
        first = self._kept[0][0] if self._kept else self.last + 1
        if not first - 1 <= seen <= self.last:
            return None
        return [(number, text) for number, text in self._kept if number > seen]

    def acknowledge(self, seen: int) -> None:
        """Forget what has arrived."""
        while self._kept and self._kept[0][0] <= seen:
            self._kept.popleft()

    def hello(self, fresh: bool) -> str:
        """What a client is told first; fresh, if the table as it is follows."""
        return message_text("hello", {"epoch": self.epoch, "fresh": fresh})

    async def news(self, seen: int) -> None:
        """Wait until there is something after a message."""
        while self.last <= seen:
            await self._news.wait()


def message_text(type_: str, content: Mapping[str, Any], number: int | None = None) -> str:
    """A message as it goes over the line."""
    told: dict[str, Any] = {"v": PROTOCOL, "type": type_}
    if number is not None:
        told["seq"] = number
    return json.dumps(told | dict(content), separators=(",", ":"), allow_nan=False)
