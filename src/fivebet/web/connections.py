"""Limits on connections: how many are open, whose they are, and how long a request's head may be.

A connection is half-open until the headers of a request have arrived. Too many of them do not
keep anybody out: the oldest is closed for the newest, and each after a few seconds. What they
send until then is kept in memory, and has a limit too.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LONGEST_HEADERS = 1 << 16
"""The bytes of a request beside its body: headers, and the trailers that may follow the body."""
_BYTES_BESIDE_A_BYTE = 8  # of the body, where each comes in a chunk of its own
_MOST_BYTES_BESIDE_A_BODY = 1 << 23

_REFUSAL = b"HTTP/1.1 %s\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_LONG = b"431 Request Header Fields Too Large"


@dataclass
class ConnectionLimits:
    """How many connections may be open, and those that are."""

    most_open: int = 2_000
    most_open_of_a_client: int = 500
    most_half_open: int = 250
    most_half_open_of_a_client: int = 60
    seconds_for_headers: float = 10.0
    open: Counter[str] = field(default_factory=Counter)
    """By the client's address."""
    half_open: "dict[Any, str]" = field(default_factory=dict)
    """The connections whose request has not come yet, the oldest first, and their clients."""

    def enter(self, client: str) -> bytes:
        """Count a new connection; return the status with which it is refused, or nothing."""
        self.open[client] += 1
        if self.open[client] > self.most_open_of_a_client:
            return b"429 Too Many Requests"
        if self.open.total() > self.most_open:
            return b"503 Service Unavailable"
        return b""

    def leave(self, client: str) -> None:
        """Forget a connection that is closed."""
        self.open[client] -= 1
        if not self.open[client]:
            del self.open[client]

    def wait_for_headers(self, connection: Any, client: str) -> Any | None:
        """Note that a request has not come yet; return the connection to be closed for it."""
        self.half_open[connection] = client
        mine = [each for each, whose in self.half_open.items() if whose == client]
        if len(mine) > self.most_half_open_of_a_client:
            return mine[0]
        return next(iter(self.half_open)) if len(self.half_open) > self.most_half_open else None

    def got_headers(self, connection: Any) -> None:
        """Note that a request has come, or never will."""
        self.half_open.pop(connection, None)


def limited_protocols(
    limits: ConnectionLimits,
) -> tuple[type[HttpToolsProtocol], type[WebSocketsSansIOProtocol]]:
    """Return uvicorn's protocols for requests and for WebSockets, with limits."""

    class LimitedRequests(HttpToolsProtocol):
        _deadline: asyncio.TimerHandle | None = None
        _beside_body = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if status := limits.enter(self._address):
                transport.write(_REFUSAL % status)
                transport.close()
            else:
                self._await_headers()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            limits.leave(self._address)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            self._beside_body += len(data)
            super().data_received(data)
            if self._beside_body > LONGEST_HEADERS and not self.transport.is_closing():
                self._stop_waiting()
                self.transport.write(_REFUSAL % _TOO_LONG)
                self.transport.close()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._beside_body = 0
            if self._deadline is None:
                self._await_headers()

        def on_header(self, name: bytes, value: bytes) -> None:
            if self._deadline is not None:  # a trailer would be kept, and read by nobody
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self._stop_waiting()
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            beside = self._beside_body - (1 + _BYTES_BESIDE_A_BYTE) * len(body)
            self._beside_body = max(beside, -_MOST_BYTES_BESIDE_A_BODY)
            super().on_body(body)

        @property
        def _address(self) -> str:
            return self.client[0] if self.client else ""

        def _await_headers(self) -> None:
            self._deadline = self.loop.call_later(limits.seconds_for_headers, self._close)
            if (oldest := limits.wait_for_headers(self, self._address)) is not None:
                oldest._close()

        def _stop_waiting(self) -> None:
            limits.got_headers(self)
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _close(self) -> None:
            self._stop_waiting()
            self.transport.close()

    class LimitedWebSockets(WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            limits.leave(self.client[0] if self.client else "")
            super().connection_lost(exc)

    return LimitedRequests, LimitedWebSockets
