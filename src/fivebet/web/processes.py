"""Child processes of the card room, and the messages between them and it.

A child may have processes of its own, in one group with it: when the card room is gone
or kills the child, the whole group ends.
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


class ParentConnection:
    """The child's end of the connection."""

    def __init__(self, connection: socket.socket) -> None:
        self._stream = connection.makefile("rwb")
        self._received: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, message: Any) -> None:
        """Send a message to the card room."""
        self._stream.write(pack_message(message))
        self._stream.flush()

    def receive(self) -> Any:
        """Wait for the next message and return it."""
        return self._received.get()

    def poll(self) -> Any | None:
        """Return the next message if it has arrived already."""
        try:
            return self._received.get_nowait()
        except Empty:
            return None

    def _read(self) -> None:
        with suppress(EOFError, ConnectionError):
            while True:
                self._received.put(read_message(self._stream))
        os.killpg(0, signal.SIGKILL)


class ChildProcess:
    """The card room's end of the connection."""

    def __init__(self) -> None:
        self._process: Any = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def start(
        self,
        work: Callable[..., None],
        *arguments: Any,
        niceness: int = 0,
        may_fork: bool = False,
    ) -> None:
        """Call `work` in a new process with its ParentConnection and these arguments.

        Only a process that `may_fork` may start processes of its own.
        """
        ours, theirs = socket.socketpair()
        context = get_context("forkserver")
        context.set_forkserver_preload(["fivebet.web.agents.worker"])
        process = context.Process(
            target=_run, args=(theirs, niceness, work, arguments), daemon=not may_fork
        )

        claim = threading.Lock()  # on the process's end, which whoever has it closes

        def start() -> None:
            if not claim.acquire(blocking=False):
                return
            try:
                process.start()
            finally:  # not before: nobody may wait any more, and this thread still needs it
                theirs.close()

        try:
            await asyncio.to_thread(start)
        except BaseException:  # the process ends when it finds its connection closed
            ours.close()
            if claim.acquire(blocking=False):  # no thread has come to it, and none will
                theirs.close()
            raise
        self._process = process
        self._reader, self._writer = await asyncio.open_connection(sock=ours)

    @property
    def was_started(self) -> bool:
        """Whether it has been started; it may have ended since."""
        return self._writer is not None

    @property
    def is_open(self) -> bool:
        """Whether messages can be sent, and nothing says that the process has ended."""
        if self._reader is None or self._writer is None:
            return False
        return not self._writer.is_closing() and not self._reader.at_eof()

    def send(self, message: Any) -> None:
        """Send a message to the process."""
        assert self._writer is not None
        self._writer.write(pack_message(message))

    async def receive(self) -> Any:
        """Wait for the next message; raise ConnectionError if the process has ended."""
        assert self._reader is not None
        try:
            return await receive_message(self._reader)
        except asyncio.IncompleteReadError as error:
            raise ConnectionError("lost its process") from error

    def kill(self) -> None:
        """Kill the process and its children, whatever they are doing."""
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            with suppress(ProcessLookupError):  # it has not formed its group yet, or has ended
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()


def _run(
    connection: socket.socket, niceness: int, work: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    os.setpgrp()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the card room says when to stop
    os.nice(niceness)
    work(ParentConnection(connection), *arguments)
