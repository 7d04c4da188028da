"""The pool of worker processes, each of which answers one request at a time.

An agent that remembers nothing is asked in any worker that is free. If all are busy
for longer than a moment, another one is started, so that a slow agent never stalls
another table. An agent that remembers has a worker of its own as long as it is seated.
A worker whose agent exceeds its time limit is killed, and its work is lost.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fivebet.errors import FivebetError, ServerError
from fivebet.game import View
from fivebet.web.agents.worker import AgentRequest, AgentResponse, FunctionCall, run_worker
from fivebet.web.processes import ChildProcess

_MOST_WORKERS = 64
_PATIENCE = 0.25  # seconds to wait for a free worker before another one is started
_SECONDS_TO_START = 60.0  # in which a process has begun to answer


@dataclass(slots=True)
class SeatedAgent:
    """An agent at a table."""

    name: str
    seed: int
    key: str
    remembers: bool = False
    worker: "_AgentWorker | None" = field(default=None, repr=False)
    """The worker of its own that an agent has if it remembers."""


class _AgentWorker(ChildProcess):
    """One worker process."""

    def __init__(self) -> None:
        super().__init__()
        self.busy = False
        self._has_answered = False

    async def ask(self, request: AgentRequest | FunctionCall, seconds: float) -> Any:
        """Return the response; kill the worker and raise an error if there is none in time."""
        self.busy = True
        try:
            self.send(request)
            # The first answer of a process waits for its imports, which are not the agent's fault.
            limit = seconds if self._has_answered else seconds + _SECONDS_TO_START
            async with asyncio.timeout(limit):
                response = await self.receive()
            self._has_answered = True
            return response
        except BaseException:
            self.kill()  # a worker that is still busy cannot take another request
            raise
        finally:
            self.busy = False


class WorkerPool:
    """All worker processes of a card room."""

    def __init__(self, workers: int | None = None) -> None:
        self.least = workers or max(2, os.cpu_count() or 2)
        self._free: deque[_AgentWorker] = deque()
        self._shared = 0
        self._waiting: deque[asyncio.Future[_AgentWorker]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._all: set[_AgentWorker] = set()
        self._closed = False

    async def start(self) -> None:
        """Start as many workers as there are cores."""
        await asyncio.gather(*(self._add() for _ in range(self.least)))

    async def close(self) -> None:
        """Kill all workers."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        for worker in self._all:
            worker.kill()

    @property
    def load(self) -> float:
        """Requests in progress or waiting, for each worker that there is by default."""
        busy = sum(worker.busy for worker in self._all)
        return (busy + len(self._waiting)) / self.least

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        """Return an agent's decision; check or fold if it is late or has lost its process."""
        request = AgentRequest(
            agent.key, agent.name, agent.seed, view, with_probabilities=with_probabilities
        )
        try:
            return await self._ask(agent, request, seconds)
        except TimeoutError:
            failure = f"had no answer after {seconds:g} s"
        except ConnectionError as error:
            failure = str(error)
        action = "fold" if view.legal.call else "check"
        return AgentResponse(action, 0, "", failure, seen_by_house=True)

    async def find_problem(self, name: str, seconds: float) -> str:
        """Return why an agent of that name cannot be seated; an empty text if it can."""
        agent = SeatedAgent(name, 0, f"check/{name}")
        try:
            return (await self._ask(agent, AgentRequest(agent.key, name, 0), seconds)).failure
        except (TimeoutError, ConnectionError):
            return f"{name!r} cannot be seated: it takes more than {seconds:g} s to sit down"

    async def call(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of a module in a worker process and return its result."""
        worker = await self._acquire()
        try:
            result = await worker.ask(FunctionCall(function, arguments), seconds)
        except (TimeoutError, ConnectionError) as error:
            raise ServerError(f"this takes more than {seconds:g} s here") from error
        finally:
            self._release(worker)
        if isinstance(result, FivebetError):
            raise ServerError(str(result))
        return result

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        """Show an agent that remembers how a hand has ended."""
        if not agent.remembers:
            return
        request = AgentRequest(agent.key, agent.name, agent.seed, view, over=True)
        try:
            await self._ask(agent, request, seconds)
        except (TimeoutError, ConnectionError):
            agent.worker = None

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        """Kill the workers that the agents of a table have of their own."""
        for agent in agents.values():
            if agent.worker is not None:
                agent.worker.kill()
                self._all.discard(agent.worker)
                agent.worker = None

    async def _ask(
        self, agent: SeatedAgent, request: AgentRequest, seconds: float
    ) -> AgentResponse:
        response: AgentResponse
        if agent.remembers:
            if agent.worker is None or not agent.worker.is_open:
                agent.worker = _AgentWorker()
                self._all.add(agent.worker)
                await agent.worker.start(run_worker)
            response = await agent.worker.ask(request, seconds)
            return response
        worker = await self._acquire()
        try:
            response = await worker.ask(request, seconds)
            return response
        finally:
            self._release(worker)

    async def _acquire(self) -> _AgentWorker:
        """Wait for a free worker; start another one if that takes too long."""
        while self._free:
            worker = self._free.popleft()
            if worker.is_open:
                return worker
            self._discard(worker)
        waiting: asyncio.Future[_AgentWorker] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        while True:
            done, _ = await asyncio.wait([waiting], timeout=_PATIENCE)
            if done:
                return waiting.result()
            if self._shared < _MOST_WORKERS and not self._starting:
                self._start_another()

    def _release(self, worker: _AgentWorker) -> None:
        """Give a worker to the next who waits, and replace it if it has died."""
        if not worker.is_open:
            self._discard(worker)
            if self._shared < self.least and not self._closed:
                self._start_another()
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(worker)
                return
        if len(self._free) >= self.least:
            worker.kill()
            self._discard(worker)
            return
        self._free.append(worker)

    def _discard(self, worker: _AgentWorker) -> None:
        self._shared -= 1
        self._all.discard(worker)

    def _start_another(self) -> None:
        task = asyncio.create_task(self._add())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _add(self) -> None:
        worker = _AgentWorker()
        await worker.start(run_worker)
        self._shared += 1
        self._all.add(worker)
        self._release(worker)
