"""A hostile client against the card room while people play at ten tables: they notice nothing.

From an address of its own it floods heavy questions, opens and closes tables, seats agents with
every option that the registry knows, forges hosts and origins, breaks the WebSockets' protocol,
tries to stop what others have started, and keeps 600 connections half-open. The players' actions
are shown within 250 ms, 99 times of a hundred, and none of their hands is lost. They also play
before the attack begins, so that a machine that is busy with other work is not taken for it.
"""

import asyncio
import json
import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from tests.web.servers import CardRoom
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from fivebet.store.runs import Runs
from stress.programs import LostError

ADDRESS = "127.0.0.2"
"""Of the attacker; players have 127.0.0.1."""
HALF_OPEN = 600
PLAYERS = 10
SLOWEST_MS = 250.0
QUIET_SHARE = 0.2
"""Of the attack's time: so long the players play before it begins."""
WORST = ("/etc/shadow", "/etc/passwd", "/dev/zero", "-1", "1e999", "9" * 30, "../../x", "☠", "")
"""What options are given besides their defaults."""


def run(folder: Path, seconds: float, seed: int, slowest_ms: float = SLOWEST_MS) -> None:
    """Attack and play for so many seconds, then look at what the players saw and what is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    room = CardRoom(folder)
    quiet, before = asyncio.run(_play_all(room, seconds * QUIET_SHARE))
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[dict[str, int] | str] = context.Queue()
    attacker = context.Process(target=_attack, args=(room.url, seconds, seed, results))
    attacker.start()
    try:
        waits, ended = asyncio.run(_play_all(room, seconds))
        statuses = results.get(timeout=120 + seconds)
    finally:
        attacker.join(30)
        attacker.kill()
        answers = httpx.get(f"{room.api}/tables", timeout=60).status_code
        room.close()
    if isinstance(statuses, str):
        raise LostError(statuses)
    if answers != 200:
        raise LostError(f"after the attack the card room answers {answers}")
    _compare(folder, before | ended)
    p50, p99 = np.percentile(waits, [50, 99])
    quiet_p99 = np.percentile(quiet, 99)
    print(f"attack: {sum(statuses.values()):,} attacks: {_summary(statuses)}", flush=True)
    print(
        f"attack: {len(waits):,} actions at {PLAYERS} tables, p50 {p50:.0f} ms, p99 {p99:.0f} ms, "
        f"slowest {max(waits):.0f} ms, p99 before the attack {quiet_p99:.0f} ms; "
        f"{sum(ended.values())} hands, all kept",
        flush=True,
    )
    if p99 > slowest_ms:
        raise LostError(
            f"99 of a hundred actions were shown within {p99:.0f} ms only, "
            f"and within {quiet_p99:.0f} ms before the attack"
        )


async def _play_all(room: CardRoom, seconds: float) -> tuple[list[float], dict[int, int]]:
    """Return how long actions took in milliseconds, and how many hands each table has ended."""
    waits: list[float] = []
    ended: dict[int, int] = {}
    until = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for number in range(PLAYERS):
            group.create_task(_play(room, until, waits, ended, number))
    return waits, ended


async def _play(
    room: CardRoom, until: float, waits: list[float], ended: dict[int, int], number: int
) -> None:
    """Play at a table of one's own, a few actions a second, and never miss a hand."""
    draw = random.Random(number)
    async with httpx.AsyncClient(base_url=room.api, timeout=60) as http:
        asked = {"opponents": [["call"], ["fair"], ["tight", "loose"]][number % 3]}
        opened = await http.post("/tables", json=asked | {"pace": "instant"})
        table = opened.raise_for_status().json()
    ended[table["table"]] = 0
    sent: tuple[int, int, float] | None = None
    address = room.socket(table["table"])
    async with connect(address, open_timeout=120, ping_interval=None) as line:
        hello = {"v": 1, "type": "hello", "token": table["seats"][0]["token"]}
        await line.send(json.dumps(hello))
        async for text in line:
            message = json.loads(text)
            if message["type"] == "shuffle":
                seed = {"type": "seed", "hand": message["hand"], "seed": "abc"}
                await line.send(json.dumps(seed))
            if message["type"] == "closed":
                raise LostError(f"a player's table was closed: {message['why']}")
            state = message.get("state")
            if not state:
                continue
            if sent and (state["hand"], state["turn"]) > sent[:2]:
                waits.append(1e3 * (time.monotonic() - sent[2]))
                sent = None
            if state["over"]:
                ended[table["table"]] = state["hand"]
                if time.monotonic() > until:
                    return
            if state["legal"] and sent is None:
                await asyncio.sleep(draw.uniform(0.05, 0.4))
                where = {"hand": state["hand"], "turn": state["turn"]}
                kind = "call" if state["legal"]["call"] else "check"
                act = {"type": "act", "id": f"{state['hand']}.{state['turn']}", "action": kind}
                sent = state["hand"], state["turn"], time.monotonic()
                await line.send(json.dumps(act | where))


def _compare(folder: Path, ended: dict[int, int]) -> None:
    runs = Runs(f"sqlite:///{folder / 'fivebet.db'}")
    for table, hands in ended.items():
        kept = [hand.serial for hand in runs.hands(table)]
        if kept[:hands] != list(range(1, hands + 1)):
            raise LostError(f"table {table} has ended {hands} hands, and {len(kept)} are stored")
    runs.close()


def _summary(statuses: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(statuses.items()))


def _attack(url: str, seconds: float, seed: int, results: Any) -> None:
    """Attack in a process of its own; report what was answered, or the first wrong answer."""
    os.nice(5)  # on another machine it would not take time from the card room
    attacker = _Attacker(url, seed)
    try:
        asyncio.run(attacker.run(seconds))
        results.put(dict(attacker.answers))
    except LostError as lost:
        results.put(str(lost))


class _Attacker:
    """Everything that somebody with bad intentions may send."""

    def __init__(self, url: str, seed: int) -> None:
        self.url, self.api = url, f"{url}/api/v1"
        self.answers: Counter[str] = Counter()
        self._draw = random.Random(seed)
        self._agents: list[dict[str, Any]] = []
        transport = httpx.AsyncHTTPTransport(
            local_address=ADDRESS, limits=httpx.Limits(max_connections=200)
        )
        self._http = httpx.AsyncClient(transport=transport, base_url=self.api, timeout=60)

    async def run(self, seconds: float) -> None:
        attacks: tuple[Callable[[], Awaitable[None]], ...] = (
            self._flood,
            self._open_and_close,
            self._seat_with_options,
            self._forge,
            self._stop_others,
            self._break_protocol,
            self._half_open,
            self._ask_agents,
        )
        async with self._http:
            self._agents = (await self._http.get("/agents")).json()
            until = asyncio.get_running_loop().time() + seconds
            try:
                async with asyncio.TaskGroup() as group:
                    for attack in attacks:
                        group.create_task(self._repeat(attack, until))
            except* LostError as lost:
                raise lost.exceptions[0] from None

    async def _repeat(self, attack: Callable[[], Awaitable[None]], until: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                while True:
                    await attack()
                    await asyncio.sleep(0.01)

    async def _send(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        """Send a request; what is answered is counted, and must be no failure of the server."""
        try:
            answer = await self._http.request(method, path, **more)
        except httpx.HTTPError as error:  # the server may hang up
            self.answers[type(error).__name__] += 1
            return None
        self.answers[str(answer.status_code)] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            raise LostError(f"{method} {path} was answered with {answer.status_code}")
        if answer.status_code == 429 and "retry-after" not in answer.headers:
            raise LostError(f"{method} {path} was refused without the time to wait")
        if "root:" in answer.text:
            raise LostError(f"{method} {path} {more} was answered with a file")
        return answer

    async def _flood(self) -> None:
        """45 push or fold tables of nine at once, and as many charts and equities."""
        stacks = [self._draw.uniform(2, 40) for _ in range(9)]
        heavy = [self._send("POST", "/pushfold/table", json={"stacks": stacks}) for _ in range(45)]
        charts = [self._send("GET", f"/pushfold/chart?ante={i / 100}") for i in range(20)]
        odds = {"players": ["random"] * 6}
        equities = [self._send("POST", "/equity", json=odds) for _ in range(20)]
        await asyncio.gather(*heavy, *charts, *equities)

    async def _open_and_close(self) -> None:
        """Tables that are left as soon as their agents begin to think."""
        names = [agent["name"] for agent in self._agents if not agent["problem"]]
        opened = await asyncio.gather(
            *(
                self._send("POST", "/tables", json={"opponents": [name], "pace": "instant"})
                for name in self._draw.sample(names, min(8, len(names)))
            )
        )
        for answer in opened:
            if answer is None or answer.status_code != 201:
                continue
            table = answer.json()
            path = f"/tables/{table['table']}"
            seat = {"authorization": f"Bearer {table['seats'][0]['token']}"}
            await self._send("GET", f"{path}/messages", headers=seat)
            await self._send("POST", f"{path}/seed", json={"hand": 1, "seed": "x"}, headers=seat)
            await self._send("DELETE", path, headers=seat)

    async def _seat_with_options(self) -> None:
        """Each agent with each of its options, and with what no option should be."""
        for agent in self._draw.sample(self._agents, len(self._agents)):
            for option, default in agent["options"].items():
                for value in (default, self._draw.choice(WORST)):
                    name = f"{agent['name']}:{option}={value}"[:120]
                    asked = {"opponents": [name], "pace": "instant"}
                    answer = await self._send("POST", "/tables", json=asked)
                    if answer is not None and answer.status_code == 201:
                        seat = answer.json()["seats"][0]["token"]
                        path = f"/tables/{answer.json()['table']}"
                        headers = {"authorization": f"Bearer {seat}"}
                        await self._send("DELETE", path, headers=headers)

    async def _forge(self) -> None:
        """Other hosts and other origins, by requests and by WebSockets."""
        for headers in (
            {"host": "evil.example"},
            {"host": "localhost.evil.example:8055"},
            {"host": "203.0.113.9"},
            {"origin": "http://evil.example"},
            {"origin": "null"},
        ):
            answer = await self._send("GET", "/tables", headers=headers)
            if answer is not None and answer.status_code not in (403, 421, 429, 503):
                raise LostError(f"{headers} was answered with {answer.status_code}")
            socket = f"{self.api.replace('http', 'ws', 1)}/tables/1/socket"
            try:
                async with connect(socket, additional_headers=headers, local_addr=(ADDRESS, 0)):
                    raise LostError(f"a WebSocket with {headers} was accepted")
            except InvalidStatus as refused:
                self.answers[f"socket {refused.response.status_code}"] += 1
            except (OSError, WebSocketException):
                self.answers["socket closed"] += 1

    async def _stop_others(self) -> None:
        """Start long work, and stop that of others."""
        await self._send("POST", "/matches", json={"agents": ["fair", "tight"], "deals": 10**6})
        for number in range(1, 6):
            answer = await self._send("DELETE", f"/contests/{number}")
            if answer is not None and answer.status_code == 200:
                raise LostError(f"anybody can stop contest {number}")
            forged = {"authorization": "Bearer forged"}
            await self._send("DELETE", f"/tables/{number}", headers=forged)
        await asyncio.sleep(0.2)

    async def _break_protocol(self) -> None:
        """WebSockets that say anything, and too much of it."""
        socket = f"{self.api.replace('http', 'ws', 1)}/tables/1/socket"
        for texts in (["x" * 100_000], ['{"v":1,"type":"hello"}'] * 2000, ["[" * 3000], []):
            try:
                async with connect(socket, local_addr=(ADDRESS, 0)) as line:
                    for text in texts:
                        await line.send(text)
                    async with asyncio.timeout(1):
                        await line.recv()
                    self.answers["socket answered"] += 1
            except (OSError, TimeoutError, WebSocketException):
                self.answers["socket closed"] += 1

    async def _half_open(self) -> None:
        """600 connections, on half of which a request begins and never ends."""
        host, port = self.url.removeprefix("http://").split(":")
        async with AsyncExitStack() as stack:
            for number in range(HALF_OPEN):
                try:
                    opened = asyncio.open_connection(host, int(port), local_addr=(ADDRESS, 0))
                    _, writer = await opened
                except OSError:
                    self.answers["connection refused"] += 1
                    continue
                stack.callback(writer.close)
                if number % 2:
                    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                self.answers["half-open"] += 1
            await asyncio.sleep(2)

    async def _ask_agents(self) -> None:
        """Views that are none, and agents that think long, many at once."""
        names = [agent["name"] for agent in self._agents]
        asked = {"view": {"hand": 1}, "game": "nolimit-2p", "seconds": 60}
        await asyncio.gather(
            *(self._send("POST", f"/agents/{name}/decide", json=asked) for name in names)
        )
