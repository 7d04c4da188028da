"""The pool of worker processes, each of which answers one request at a time.

An agent that remembers nothing is asked in any worker that is free. If all are busy
for longer than a moment, another one is started, so that a slow agent never stalls
another table. Clients for whom the fewest workers work come first, and the last free ones are
kept for those who have none: whoever opens many tables of slow agents stalls nobody else's.
An agent that remembers stays with one worker as long as it is seated;
there are only so many of these, and when all are taken, agents share them. Waiting for
a worker counts as the agent's time. A worker whose agent exceeds its time limit is
killed, and its work is lost.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fivebet.game import View
from fivebet.machine import core_count
from fivebet.web.agents.worker import AgentRequest, AgentResponse, run_worker
from fivebet.web.processes import ChildProcess

T = TypeVar("T")

_MOST_SHARED = 48
_MOST_REMEMBERING = 16  # with those above 64 processes in all
_PATIENCE = 0.25  # seconds to wait for a free worker before another one is started
_SECONDS_TO_START = 60.0  # in which a process has begun to answer


@dataclass(slots=True)
class SeatedAgent:
    """An agent at a table."""

    name: str
    seed: int
    key: str
    remembers: bool = False
    client: str = ""
    """The address of whoever it plays for."""
    worker: "_AgentWorker | None" = field(default=None, repr=False)
    """The worker with which an agent stays if it remembers."""


@dataclass(eq=False, slots=True)
class _Waiter:
    """Somebody who waits for a worker."""

    client: str
    worker: "asyncio.Future[_AgentWorker]"


class _AgentWorker(ChildProcess):
    """One worker process."""

    def __init__(self) -> None:
        super().__init__()
        self.busy = False
        self.turn = asyncio.Lock()
        """Held by the one agent that is asked, where several share a worker."""
        self.agents = 0
        """The agents that stay with this worker because they remember."""
        self.is_dismissed = False
        self._has_answered = False

    @property
    def is_usable(self) -> bool:
        """Whether it can be asked, after it was started if need be."""
        return not self.is_dismissed and (self.is_open or not self.was_started)

    def dismiss(self) -> None:
        """Kill the worker, also if it is still being started."""
        self.is_dismissed = True
        self.kill()

    async def start_and_ask(self, request: AgentRequest, deadline: float) -> Any:
        """Return the response of a worker that may have to be started first."""
        if not self.was_started:
            await self.start(run_worker)
        if self.is_dismissed:
            self.kill()
            raise ConnectionError("has left the table")
        return await self.ask(request, deadline)

    async def ask(self, request: AgentRequest, deadline: float) -> Any:
        """Return the response; kill the worker and raise an error if there is none in time."""
        self.busy = True
        try:
            self.send(request)
            # The first answer of a process waits for its imports, which are not the agent's fault.
            limit = deadline if self._has_answered else deadline + _SECONDS_TO_START
            async with asyncio.timeout_at(limit):
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

    def __init__(
        self,
        workers: int | None = None,
        most_shared: int = _MOST_SHARED,
        most_remembering: int = _MOST_REMEMBERING,
        spare: int = 0,
    ) -> None:
        self.least = workers or max(2, core_count())
        self.spare = spare
        """The last free workers, which only go to clients for whom none works."""
        self.most_shared = max(most_shared, self.least + spare)
        self.most_remembering = most_remembering
        self._free: deque[_AgentWorker] = deque()
        self._shared = 0
        self._waiting: list[_Waiter] = []
        self._working: Counter[str] = Counter()
        """The shared workers that work for each client."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._starting: asyncio.Task[None] | None = None
        self._all: set[_AgentWorker] = set()
        self._remembering: list[_AgentWorker] = []
        self._closed = False

    async def start(self) -> None:
        """Start as many workers as there are cores, and the spare ones."""
        await asyncio.gather(*(self._add() for _ in range(self.least + self.spare)))

    async def close(self) -> None:
        """Kill all workers."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for worker in self._all:
            worker.dismiss()

    @property
    def processes(self) -> int:
        """The number of worker processes, of all kinds."""
        return len(self._all)

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
        except _NoWorkerError:
            failure = f"found no free worker in {seconds:g} s"
        except TimeoutError:
            failure = f"had no answer after {seconds:g} s"
        except ConnectionError as error:
            failure = str(error)
        action = "fold" if view.legal.call else "check"
        return AgentResponse(action, 0, "", failure, seen_by_house=True)

    async def find_problem(self, name: str, seconds: float, client: str = "") -> str:
        """Return why an agent of that name cannot be seated; an empty text if it can."""
        agent = SeatedAgent(name, 0, f"check/{name}", client=client)
        try:
            return (await self._ask(agent, AgentRequest(agent.key, name, 0), seconds)).failure
        except (TimeoutError, ConnectionError):
            return f"{name!r} cannot be seated: it takes more than {seconds:g} s to sit down"

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        """Show an agent that remembers how a hand has ended."""
        if not agent.remembers:
            return
        request = AgentRequest(agent.key, agent.name, agent.seed, view, over=True)
        with suppress(TimeoutError, ConnectionError):
            await self._ask(agent, request, seconds)

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        """Let the agents of a table leave their workers; the last to leave one ends it."""
        for agent in agents.values():
            self._unpin(agent)

    async def _ask(
        self, agent: SeatedAgent, request: AgentRequest, seconds: float
    ) -> AgentResponse:
        deadline = _deadline(seconds)
        response: AgentResponse
        if agent.remembers:
            worker = await self._own_worker(agent, deadline)
            task = self._run(worker.start_and_ask(request, deadline))
            task.add_done_callback(lambda _: worker.turn.release())
            # A table that closes in the middle must not end the memory of those who share it.
            response = await asyncio.shield(task)
            return response
        async with self._shared_worker(agent.client, deadline) as worker:
            response = await worker.ask(request, deadline)
            return response

    async def _own_worker(self, agent: SeatedAgent, deadline: float) -> _AgentWorker:
        """Wait for the turn of an agent in the worker with which it stays."""
        while True:
            if agent.worker is None or not agent.worker.is_usable:
                self._pin(agent)
            worker = agent.worker
            assert worker is not None
            await _in_time(worker.turn.acquire(), deadline)
            if agent.worker is worker and worker.is_usable:
                return worker
            worker.turn.release()

    def _pin(self, agent: SeatedAgent) -> None:
        """Let an agent stay with a new worker, or with the one that has the fewest agents."""
        self._unpin(agent)
        if self._closed:
            raise ConnectionError("has no card room any more")
        for lost in [each for each in self._remembering if not each.is_usable]:
            lost.dismiss()
            self._remembering.remove(lost)
            self._all.discard(lost)
        if len(self._remembering) < self.most_remembering:
            worker = _AgentWorker()
            self._remembering.append(worker)
            self._all.add(worker)
        else:
            worker = min(self._remembering, key=lambda each: each.agents)
        worker.agents += 1
        agent.worker = worker

    def _unpin(self, agent: SeatedAgent) -> None:
        worker, agent.worker = agent.worker, None
        if worker is None:
            return
        worker.agents -= 1
        if not worker.agents:
            worker.dismiss()
            self._all.discard(worker)
            if worker in self._remembering:
                self._remembering.remove(worker)

    @asynccontextmanager
    async def _shared_worker(self, client: str, deadline: float) -> AsyncIterator[_AgentWorker]:
        """Provide a worker for one request of a client; nobody else has it meanwhile."""
        worker = await _in_time(self._acquire(client), deadline)
        try:
            yield worker
        finally:
            self._give_back(worker, client)

    async def _acquire(self, client: str) -> _AgentWorker:
        """Wait for a free worker; start another one if that takes too long."""
        waiter = _Waiter(client, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._hand_out()
        try:
            while not waiter.worker.done():
                done, _ = await asyncio.wait([waiter.worker], timeout=_PATIENCE)
                if not done and self._shared < self.most_shared:
                    self._start_another()
            return waiter.worker.result()
        except BaseException:
            # Whoever is cancelled while waiting must not be given a worker, or keep one.
            if waiter.worker.done():
                self._give_back(waiter.worker.result(), client)
            else:
                self._waiting.remove(waiter)
            raise

    def _hand_out(self) -> None:
        """Give free workers to those who wait: first to clients for whom the fewest work."""
        while self._free and self._waiting:
            following = min(self._waiting, key=lambda each: self._working[each.client])
            if self._working[following.client] and len(self._free) <= self.spare:
                return
            worker = self._free.popleft()
            if not worker.is_open:
                self._discard(worker)
                continue
            self._waiting.remove(following)
            self._working[following.client] += 1
            following.worker.set_result(worker)

    def _give_back(self, worker: _AgentWorker, client: str) -> None:
        self._working[client] -= 1
        self._working = +self._working
        self._release(worker)

    def _release(self, worker: _AgentWorker) -> None:
        """Give a worker to the next who waits, and replace it if it has died."""
        most_free = self.least + self.spare
        if not worker.is_open:
            self._discard(worker)
            if self._shared < most_free and not self._closed:
                self._start_another()
            return
        self._free.append(worker)
        self._hand_out()
        while len(self._free) > most_free:
            self._discard(self._free.pop())

    def _discard(self, worker: _AgentWorker) -> None:
        worker.kill()
        self._shared -= 1
        self._all.discard(worker)

    def _start_another(self) -> None:
        """Start another worker, unless one is being started already."""
        if self._starting is None or self._starting.done():
            self._starting = self._run(self._add())

    def _run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do some work that nobody has to wait for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # those who wait see it; if nobody does, it is of no interest

    async def _add(self) -> None:
        worker = _AgentWorker()
        self._all.add(worker)
        self._shared += 1
        try:
            await worker.start(run_worker)
        except BaseException:
            self._discard(worker)
            raise
        if self._closed:
            worker.kill()
        self._release(worker)


class _NoWorkerError(TimeoutError):
    """Raised when no worker was free in the time of an agent."""


def _deadline(seconds: float) -> float:
    return asyncio.get_running_loop().time() + seconds


async def _in_time(waiting: Awaitable[T], deadline: float) -> T:
    """Return what is waited for, if it comes by the deadline."""
    try:
        async with asyncio.timeout_at(deadline):
            return await waiting
    except TimeoutError as error:
        raise _NoWorkerError from error
