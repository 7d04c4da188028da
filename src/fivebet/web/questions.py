"""Heavy questions: computed in processes of their own, a few at a time, fairly among clients.

Push or fold, equity and the coach's solver take seconds of a core. They wait in a queue of
their own, from which clients are served in turn, and one client can have only so many in it:
the next is refused with status 429. Live tables and plain requests never wait for them.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from fivebet.errors import FivebetError, ServerError
from fivebet.machine import core_count
from fivebet.web.processes import ChildProcess, ParentConnection

_SECONDS = 60.0
_SECONDS_TO_START = 60.0
_SECONDS_BEFORE_RETRY = 3
_NICENESS = 10  # live tables come first

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def client_address(connection: HTTPConnection) -> str:
    """Return what identifies a client: its address."""
    return connection.client.host if connection.client else ""


def too_many(sentence: str) -> HTTPException:
    """Return the refusal of a client who has asked for too much at once."""
    headers = {"retry-after": str(_SECONDS_BEFORE_RETRY)}
    return HTTPException(429, sentence, headers)


class Quota:
    """Lets a few requests in at a time; the others wait, and clients are served in turn."""

    def __init__(self, at_once: int, of_a_client: int, waiting: int) -> None:
        self.at_once, self.of_a_client, self.most_waiting = at_once, of_a_client, waiting
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait for this client's turn, or refuse the client with status 429."""
        await self._enter(client)
        try:
            yield
        finally:
            self._leave(client)

    async def _enter(self, client: str) -> None:
        mine = self._working[client] + len(self._waiting.get(client, ()))
        if mine >= self.of_a_client:
            raise too_many(f"you have asked {mine} such questions at once: wait for the answers")
        if self._working.total() < self.at_once:
            self._working[client] += 1
            return
        if sum(map(len, self._waiting.values())) >= self.most_waiting:
            raise too_many("too many such questions are waiting: ask again later")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(client)
            raise

    def _leave(self, client: str) -> None:
        """Let the next one in: of the clients who have the least in progress, in turn."""
        self._working[client] -= 1
        self._working = +self._working
        while self._waiting:
            following = min(self._waiting, key=self._working.__getitem__)
            turns = self._waiting.pop(following)
            turn = turns.popleft()
            if turns:
                self._waiting[following] = turns  # behind all others
            if not turn.done():
                self._working[following] += 1
                turn.set_result(None)
                return


class QuestionPool:
    """Processes that answer heavy questions; they are started when they are needed."""

    def __init__(self, quota: Quota | None = None, seconds: float = _SECONDS) -> None:
        workers = max(1, core_count() // 2)
        self.quota = quota or Quota(workers, of_a_client=8, waiting=64)
        self._seconds = seconds
        self._free: list[_QuestionWorker] = []
        self._all: set[_QuestionWorker] = set()

    async def ask(
        self,
        client: str,
        function: Callable[Parameters, Answer],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Answer:
        """Call a function of a module in a process, when it is this client's turn."""
        async with self.quota.turn(client):
            answer = await self._answer((function, arguments, named))
        if isinstance(answer, FivebetError):
            raise answer
        return answer  # type: ignore[no-any-return]

    async def close(self) -> None:
        """Kill all processes."""
        for worker in self._all:
            worker.kill()

    async def _answer(self, question: tuple[Any, ...]) -> Any:
        """Return a worker's answer; a new worker's if the first has ended, perhaps while idle."""
        worker = await self._acquire()
        while True:
            was_idle = worker.has_answered
            try:
                return await worker.ask(question, self._seconds)
            except TimeoutError:
                raise ServerError(f"this takes more than {self._seconds:g} s here") from None
            except ConnectionError:
                if not was_idle:
                    raise ServerError("this takes more memory than there is here") from None
            finally:
                self._release(worker)
            worker = await self._start()

    async def _acquire(self) -> "_QuestionWorker":
        return self._free.pop() if self._free else await self._start()

    async def _start(self) -> "_QuestionWorker":
        worker = _QuestionWorker()
        self._all.add(worker)
        try:
            await worker.start(_answer_questions, niceness=_NICENESS)
        except BaseException:
            worker.kill()
            self._all.discard(worker)
            raise
        return worker

    def _release(self, worker: "_QuestionWorker") -> None:
        if worker.is_open:
            self._free.append(worker)
        else:
            self._all.discard(worker)


class _QuestionWorker(ChildProcess):
    """A process that answers one question at a time."""

    has_answered = False

    async def ask(self, question: tuple[Any, ...], seconds: float) -> Any:
        """Return the answer; kill the process if there is none in time."""
        try:
            self.send(question)
            async with asyncio.timeout(seconds + (0 if self.has_answered else _SECONDS_TO_START)):
                answer = await self.receive()
            self.has_answered = True
            return answer
        except BaseException:
            self.kill()
            raise


def _answer_questions(parent: ParentConnection) -> None:
    """Answer questions until the card room ends this process."""
    while True:
        function, arguments, named = parent.receive()
        try:
            answer = function(*arguments, **named)
        except FivebetError as error:
            answer = error
        except Exception as error:  # the next question can still be answered
            answer = ServerError(f"this cannot be answered: {type(error).__name__}")
        parent.send(answer)
