"""The workers: processes that answer one question each at a time.

An agent that keeps no memory is asked in any worker that is free. If all are busy
for longer than a moment, one more is started, so that a slow agent never stalls
another table. An agent that remembers has a worker of its own as long as it sits.
A worker whose agent is past its clock is ended, and what it thought is lost.
"""

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from fivebet.errors import ServerError
from fivebet.game import View
from fivebet.messages import pack_message, receive_message
from fivebet.web.agents.worker import Answer, Failed, Question, Work, think

__all__ = ["Crew", "SeatedAgent"]

_MOST_WORKERS = 64
_PATIENCE = 0.25  # seconds to wait for a free worker before one more is started
_START = 60.0  # seconds in which a process has begun to answer


@dataclass(slots=True)
class SeatedAgent:
    """An agent at a table, as the crew knows it."""

    name: str
    seed: int
    key: str
    remembers: bool = False
    worker: "_Worker | None" = field(default=None, repr=False)
    """Its own, if it remembers."""


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self.busy = False
        self.warm = False
        self._process: Any = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def start(self) -> None:
        ours, theirs = socket.socketpair()
        context = get_context("forkserver")
        context.set_forkserver_preload(["fivebet.web.agents.worker"])
        process = context.Process(target=think, args=(theirs,), daemon=True)
        await asyncio.to_thread(process.start)
        theirs.close()
        self._process = process
        self._reader, self._writer = await asyncio.open_connection(sock=ours)

    async def ask(self, question: Question | Work, seconds: float) -> Any:
        """The answer; TimeoutError or ConnectionError if there is none, and the worker is gone."""
        assert self._reader is not None
        assert self._writer is not None
        self.busy = True
        try:
            self._writer.write(pack_message(question))
            # The first answer of a process waits for its imports, which are not the agent's fault.
            async with asyncio.timeout(seconds if self.warm else seconds + _START):
                answer = await receive_message(self._reader)
            self.warm = True
            return answer
        except asyncio.IncompleteReadError as error:
            self.end()
            raise ConnectionError("lost its process") from error
        except BaseException:
            self.end()  # a worker that is still at it cannot take another question
            raise
        finally:
            self.busy = False

    @property
    def alive(self) -> bool:
        return self._writer is not None and not self._writer.is_closing()

    def end(self) -> None:
        """Kill it: it may be in a loop without end."""
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            self._process.kill()


class Crew:
    """All workers of a card room."""

    def __init__(self, workers: int | None = None) -> None:
        self.least = workers or max(2, os.cpu_count() or 2)
        self._free: deque[_Worker] = deque()
        self._shared = 0
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._all: set[_Worker] = set()
        self._closed = False

    async def start(self) -> None:
        """Start as many as there are cores."""
        await asyncio.gather(*(self._add() for _ in range(self.least)))

    async def close(self) -> None:
        """End them all."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        for worker in self._all:
            worker.end()

    @property
    def thinking(self) -> int:
        """Questions that are being answered or wait for it."""
        return sum(worker.busy for worker in self._all) + len(self._waiting)

    @property
    def load(self) -> float:
        """Questions for each worker that there is by default."""
        return self.thinking / self.least

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, chances: bool = False
    ) -> Answer:
        """What an agent answers; past its clock, or without its process, it checks or folds."""
        question = Question(agent.key, agent.name, agent.seed, view, chances=chances)
        try:
            return await self._ask(agent, question, seconds)
        except TimeoutError:
            failure = f"had no answer after {seconds:g} s"
        except ConnectionError as error:
            failure = str(error)
        action = "fold" if view.legal.call else "check"
        return Answer(action, 0, "", failure, seen_by_house=True)

    async def check(self, name: str, seconds: float) -> str:
        """Why an agent of that name cannot be seated, if it cannot."""
        agent = SeatedAgent(name, 0, f"check/{name}")
        try:
            return (await self._ask(agent, Question(agent.key, name, 0), seconds)).failure
        except (TimeoutError, ConnectionError):
            return f"{name!r} cannot be seated: it takes more than {seconds:g} s to sit down"

    async def work(self, seconds: float, call: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module returns, in a process where it disturbs nobody."""
        worker = await self._get()
        try:
            done = await worker.ask(Work(call, arguments), seconds)
        except (TimeoutError, ConnectionError) as error:
            raise ServerError(f"this takes more than {seconds:g} s here") from error
        finally:
            self._put(worker)
        if isinstance(done, Failed):
            raise ServerError(done.why)
        return done

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        """Show an agent that remembers how a hand has ended."""
        if not agent.remembers:
            return
        try:
            await self._ask(agent, Question(agent.key, agent.name, agent.seed, view, True), seconds)
        except (TimeoutError, ConnectionError):
            agent.worker = None

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        """Let go of the agents of a table."""
        for agent in agents.values():
            if agent.worker is not None:
                agent.worker.end()
                self._all.discard(agent.worker)
                agent.worker = None

    async def _ask(self, agent: SeatedAgent, question: Question, seconds: float) -> Answer:
        if agent.remembers:
            if agent.worker is None or not agent.worker.alive:
                agent.worker = _Worker()
                self._all.add(agent.worker)
                await agent.worker.start()
            own: Answer = await agent.worker.ask(question, seconds)
            return own
        worker = await self._get()
        try:
            answer: Answer = await worker.ask(question, seconds)
            return answer
        finally:
            self._put(worker)

    async def _get(self) -> _Worker:
        while self._free:
            worker = self._free.popleft()
            if worker.alive:
                return worker
            self._lost(worker)
        waiting: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        while True:
            done, _ = await asyncio.wait([waiting], timeout=_PATIENCE)
            if done:
                return waiting.result()
            if self._shared + len(self._starting) < _MOST_WORKERS and not self._starting:
                task = asyncio.create_task(self._add())
                self._starting.add(task)
                task.add_done_callback(self._starting.discard)

    def _put(self, worker: _Worker) -> None:
        if not worker.alive:
            self._lost(worker)
            if self._shared < self.least and not self._closed:
                task = asyncio.create_task(self._add())
                self._starting.add(task)
                task.add_done_callback(self._starting.discard)
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(worker)
                return
        if len(self._free) >= self.least:
            worker.end()
            self._lost(worker)
            return
        self._free.append(worker)

    def _lost(self, worker: _Worker) -> None:
        self._shared -= 1
        self._all.discard(worker)

    async def _add(self) -> None:
        worker = _Worker()
        await worker.start()
        self._shared += 1
        self._all.add(worker)
        self._put(worker)
