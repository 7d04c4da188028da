"""Security headers of every response, and the limits on the size of requests and their time."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MOST_BYTES = 1 << 20
"""The largest request body; hand histories are the longest."""
SECONDS_FOR_A_BODY = 30.0
"""In which it has arrived."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]


class HeadersAndLimits:
    """Middleware that adds the headers and refuses requests that are too long or too slow."""

    def __init__(self, app: App, seconds: float = SECONDS_FOR_A_BODY) -> None:
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen, complete = 0, False
        deadline = asyncio.get_running_loop().time() + self._seconds

        async def limited() -> Message:
            nonlocal seen, complete
            if complete:  # what follows is the end of the connection, which may take its time
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, f"a question arrives within {self._seconds:g} s") from None
            seen += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if seen > MOST_BYTES:
                raise HTTPException(413, f"a question has at most {MOST_BYTES:,} bytes")
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, limited, with_headers)
