"""One HTTP/1.1 connection that is kept open: a request costs a fraction of a general client's."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode, urlsplit


@dataclass(frozen=True)
class HttpAnswer:
    """What was answered, as it came."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        """Return the data of an answer."""
        return json.loads(self.text)


class HttpLine:
    """Asks one question after another; a connection that was closed meanwhile is opened again."""

    def __init__(self, api: str, token: str | None = None) -> None:
        address = urlsplit(api)
        self._host, self._port, self._root = address.hostname, address.port, address.path
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._head = f"host: {address.netloc}\r\n"
        if token:
            self._head += f"authorization: Bearer {token}\r\n"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer:
            self._writer.close()

    async def get(self, path: str, **query: Any) -> HttpAnswer:
        return await self._ask("GET", f"{path}?{urlencode(query)}" if query else path, b"")

    async def post(self, path: str, content: Any) -> HttpAnswer:
        return await self._ask("POST", path, json.dumps(content).encode())

    async def delete(self, path: str) -> HttpAnswer:
        return await self._ask("DELETE", path, b"")

    async def _ask(self, method: str, path: str, body: bytes) -> HttpAnswer:
        request = (
            f"{method} {self._root}{path} HTTP/1.1\r\n{self._head}"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        ).encode() + body
        while True:
            was_open = self._writer is not None
            try:
                return await self._exchange(request)
            except (ConnectionError, asyncio.IncompleteReadError):
                self._reader = self._writer = None
                if not was_open:
                    raise

    async def _exchange(self, request: bytes) -> HttpAnswer:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)
        }
        content = await self._reader.readexactly(int(headers["content-length"]))
        return HttpAnswer(int(first.split()[1]), headers, content.decode())
