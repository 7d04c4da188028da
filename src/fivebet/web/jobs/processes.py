"""A process that works for the card room and talks with it, message by message.

A helper may have processes of its own, in one group: whose card room is gone ends with all of
them, and who is not wanted any more is killed with all of them.
"""

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from typing import Any

from fivebet.messages import pack_message, read_message, receive_message

__all__ = ["Helper", "Line"]

_NICENESS = 10
"""Live tables come first."""


class Line:
    """The helper's end."""

    def __init__(self, line: socket.socket) -> None:
        self._stream = line.makefile("rwb")
        self._heard: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def say(self, message: Any) -> None:
        """Send a message."""
        self._stream.write(pack_message(message))
        self._stream.flush()

    def hear(self) -> Any:
        """The next message, as soon as there is one."""
        return self._heard.get()

    def heard(self) -> Any | None:
        """The next message, if there is one already."""
        try:
            return self._heard.get_nowait()
        except Empty:
            return None

    def _listen(self) -> None:
        with suppress(EOFError):
            while True:
                self._heard.put(read_message(self._stream))
        os.killpg(0, signal.SIGKILL)


class Helper:
    """The card room's end."""

    def __init__(self) -> None:
        self._process: Any = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def start(self, work: Callable[..., None], *arguments: Any) -> None:
        """Let a process do some work, which takes the line and these arguments."""
        ours, theirs = socket.socketpair()
        context = get_context("forkserver")
        # Daemons may have no processes of their own, and a paper wants all cores.
        process = context.Process(target=_work, args=(theirs, work, arguments), daemon=False)
        await asyncio.to_thread(process.start)
        theirs.close()
        self._process = process
        self._reader, self._writer = await asyncio.open_connection(sock=ours)

    def say(self, message: Any) -> None:
        """Send a message."""
        assert self._writer is not None
        self._writer.write(pack_message(message))

    async def hear(self) -> Any | None:
        """The next message; None if the process is gone."""
        assert self._reader is not None
        try:
            return await receive_message(self._reader)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def end(self) -> None:
        """Kill it and its processes, wherever they are."""
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            with suppress(ProcessLookupError):  # it has not formed its group yet, or has ended
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()


def _work(line: socket.socket, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    os.setpgrp()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the card room says when to stop
    os.nice(_NICENESS)
    work(Line(line), *arguments)
