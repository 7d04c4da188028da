"""Child processes of the card room: who starts one may be cancelled at any time."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from fivebet.web.processes import ChildProcess, ParentConnection


def never(_: ParentConnection) -> None:
    raise AssertionError("nobody waits for this process any more")


def test_who_is_cancelled_before_a_thread_is_free_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends: list[socket.socket] = []
    pair = socket.socketpair

    def kept_pair() -> tuple[socket.socket, socket.socket]:
        ends.extend(pair())
        return ends[-2], ends[-1]

    async def cancel_in_the_queue() -> None:
        loop, is_over = asyncio.get_running_loop(), Event()
        loop.set_default_executor(ThreadPoolExecutor(1))
        busy = loop.run_in_executor(None, is_over.wait)
        monkeypatch.setattr(socket, "socketpair", kept_pair)
        starting = asyncio.create_task(ChildProcess().start(never))
        while not ends:
            await asyncio.sleep(0)
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        is_over.set()
        await busy

    asyncio.run(cancel_in_the_queue())
    assert [end.fileno() for end in ends] == [-1, -1]
