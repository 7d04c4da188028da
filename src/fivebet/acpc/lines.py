"""Lines of the protocol on a connection: CRLF out, CRLF or LF in, 4,096 bytes at most."""

import asyncio
from contextlib import suppress

__all__ = ["LONGEST_LINE", "Connection"]

LONGEST_LINE = 4096


class Connection:
    """One player's line to the dealer."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._overlong = False

    async def read(self) -> str | None:
        """Return the next line that is no comment; None when the player has gone."""
        while True:
            try:
                raw = await self._reader.readuntil(b"\n")
            except asyncio.LimitOverrunError as error:
                await self._reader.readexactly(error.consumed)
                self._overlong = True
                continue
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            if self._overlong or len(raw) > LONGEST_LINE:
                self._overlong = False
                continue
            line = raw.decode("ascii", "backslashreplace").rstrip("\r\n")
            if not line.startswith(("#", ";")):
                return line

    async def write(self, line: str) -> None:
        """Send a line; ConnectionError when the player has gone."""
        self._writer.write(f"{line}\r\n".encode("ascii"))
        await self._writer.drain()

    def close(self) -> None:
        """Hang up, once what was written is sent."""
        self._writer.close()

    async def closed(self) -> None:
        """Wait until it is sent."""
        with suppress(ConnectionError):
            await self._writer.wait_closed()
