"""Numbered messages for one seat.

A client that reconnects says which number it has seen last and gets the rest. If the
rest is not kept any more, the client gets the table as it is now. Nothing waits for a
slow client and nothing grows for an absent one.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Any

PROTOCOL = 1
_MOST_KEPT = 128


class Outbox:
    """The messages for one seat, or for all spectators."""

    def __init__(self) -> None:
        self.epoch = secrets.token_hex(4)
        """Message numbers of another epoch, before a restart, mean nothing."""
        self.last = 0
        """The number of the last message."""
        self.connections = 0
        """The clients that are connected now."""
        self._kept: deque[tuple[int, str]] = deque(maxlen=_MOST_KEPT)
        self._published = asyncio.Event()

    def publish(self, type_: str, content: Mapping[str, Any]) -> None:
        """Add a message, to be sent now or when the client asks for it."""
        self.last += 1
        self._kept.append((self.last, encode_message(type_, content, self.last)))
        self._published.set()
        self._published = asyncio.Event()

    def since(self, seen: int) -> list[tuple[int, str]] | None:
        """Return the messages after a number; None if they are not kept any more."""
        if seen == self.last:
            return []
        first = self._kept[0][0] if self._kept else self.last + 1
        if not first - 1 <= seen <= self.last:
            return None
        return [(number, text) for number, text in self._kept if number > seen]

    def acknowledge(self, seen: int) -> None:
        """Forget the messages that have arrived."""
        while self._kept and self._kept[0][0] <= seen:
            self._kept.popleft()

    def hello(self, fresh: bool) -> str:
        """Return the first message for a client; `fresh` if the whole table follows."""
        return encode_message("hello", {"epoch": self.epoch, "fresh": fresh})

    async def wait_after(self, seen: int) -> None:
        """Wait until there is a message after that number."""
        while self.last <= seen:
            await self._published.wait()


def encode_message(type_: str, content: Mapping[str, Any], number: int | None = None) -> str:
    """Return a message as JSON text."""
    message: dict[str, Any] = {"v": PROTOCOL, "type": type_}
    if number is not None:
        message["seq"] = number
    return json.dumps(message | dict(content), separators=(",", ":"), allow_nan=False)
