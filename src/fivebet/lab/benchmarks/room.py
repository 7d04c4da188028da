"""The card room under load: how long an action waits for its answer, and what hands leave behind.

The server runs in a process of its own, and this process plays one person at each table.
A person thinks for one to three seconds and checks or calls; the time is taken until the
agent has answered: it is the person's turn again, or the hand is over and stored. Server,
agents and persons share the machine.
"""

import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fivebet.errors import ServerError
from fivebet.lab.benchmarks.measure import Measurement

_TABLES = 200
_SECONDS = 20.0
_LEAST_THOUGHT, _MOST_THOUGHT = 1.0, 3.0
_GOAL_MS = 26.0  # what the thesis's server took on average with nobody else connected
_GOAL_P99_MS = 50.0  # a human player notices longer waits
_AT_ONCE = 30  # persons who connect: the server closes the oldest of many half-open connections
_HANDS = 10_000
_WARM_HANDS = 1_000  # until caches are full


@asynccontextmanager
async def _card_room() -> AsyncIterator[tuple[str, int]]:
    """Start a server; yield its address and the number of its process."""
    with TemporaryDirectory() as home:
        start = "from fivebet.cli import main; main()"
        command = [sys.executable, "-c", start, "serve", "--port", "0"]
        store = str(Path(home) / "room.db")
        server = await asyncio.create_subprocess_exec(
            *command, "--store", store, stdout=subprocess.PIPE
        )
        assert server.stdout is not None
        try:
            line = (await server.stdout.readline()).decode()
            address = re.search(r"http://(\S+)", line)
            if address is None:
                raise ServerError(f"the card room did not open: {line!r}")
            yield address[1], server.pid
        finally:
            server.terminate()
            await server.wait()


class _Person:
    """A person who checks and calls, and notes how long each answer took."""

    def __init__(
        self,
        address: str,
        table: int,
        token: str,
        think: Callable[[], float],
        connecting: asyncio.Semaphore | None = None,
    ) -> None:
        self._url = f"ws://{address}/api/v1/tables/{table}/socket"
        self._token, self._think = token, think
        self._connecting = connecting or asyncio.Semaphore()
        self.answers: list[float] = []
        self.hands = 0

    async def play(self, until: Callable[["_Person"], bool]) -> None:
        from websockets.asyncio.client import connect  # noqa: PLC0415 - only this benchmark's

        async with self._connecting:
            connection = await connect(self._url, compression=None, max_queue=None)
        async with connection as line:
            await line.send(json.dumps({"v": 1, "type": "hello", "token": self._token}))
            acted: float | None = None
            while not until(self):
                message: dict[str, Any] = json.loads(await line.recv())
                state = message.get("state")
                if message["type"] == "shuffle":
                    seed = {"type": "seed", "hand": message["hand"], "seed": "bench"}
                    await line.send(json.dumps(seed))
                if message["type"] == "opened":
                    self.hands += 1
                if not state:
                    continue
                if acted is not None and (state["legal"] or state["over"]):
                    self.answers.append(time.perf_counter() - acted)
                    acted = None
                if state["legal"]:
                    if thought := self._think():
                        await asyncio.sleep(thought)
                    kind = "call" if state["legal"]["call"] else "check"
                    act = {"type": "act", "id": f"{state['hand']}.{state['turn']}", "action": kind}
                    act |= {"hand": state["hand"], "turn": state["turn"]}
                    acted = time.perf_counter()
                    await line.send(json.dumps(act))


async def _open(address: str, tables: int) -> list[tuple[int, str]]:
    import httpx  # noqa: PLC0415

    request = {"opponents": ["call"], "pace": "instant"}
    opened = []
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        for _ in range(tables):
            table = (await client.post("/api/v1/tables", json=request)).json()
            opened.append((table["table"], table["seats"][0]["token"]))
    return opened


@cache
def _answers() -> tuple[float, ...]:
    """Return the milliseconds from action to answer over all tables, sorted."""

    async def measure() -> list[float]:
        draw = random.Random(1)
        async with _card_room() as (address, _):
            connecting = asyncio.Semaphore(_AT_ONCE)

            def think() -> float:
                return draw.uniform(_LEAST_THOUGHT, _MOST_THOUGHT)

            persons = [
                _Person(address, table, token, think, connecting)
                for table, token in await _open(address, _TABLES)
            ]
            end = time.monotonic() + _MOST_THOUGHT + _SECONDS
            tasks = [person.play(lambda _: time.monotonic() > end) for person in persons]
            await asyncio.gather(*tasks)
            return [1000 * each for person in persons for each in person.answers]

    return tuple(sorted(asyncio.run(measure())))


def _percentile(share: float, goal: float | None = None) -> Callable[[str], Measurement]:
    def measure(name: str) -> Measurement:
        answers = _answers()
        return Measurement(name, answers[int(share * len(answers))], "ms", False, goal)

    return measure


def _growth(name: str) -> Measurement:
    """Measure the memory that ten thousand hands at one table leave behind in the server."""

    async def measure() -> float:
        async with _card_room() as (address, process):
            ((table, token),) = await _open(address, 1)
            person = _Person(address, table, token, lambda: 0.0)
            await person.play(lambda who: who.hands >= _WARM_HANDS)
            before = _resident(process)
            await person.play(lambda who: who.hands >= _HANDS)
            return _resident(process) - before

    return Measurement(name, asyncio.run(measure()), "MiB", False, goal=8.0)


def _resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None
    return int(resident[1]) / 1024


BENCHMARKS: dict[str, Callable[[str], Measurement]] = {
    f"card room, {_TABLES} tables: action to answer, p50": _percentile(0.5),
    f"card room, {_TABLES} tables: action to answer, p95": _percentile(0.95, _GOAL_MS),
    f"card room, {_TABLES} tables: action to answer, p99": _percentile(0.99, _GOAL_P99_MS),
    f"card room, {_HANDS:,} hands at one table: growth": _growth,
}
