"""Background jobs of the card room: a queue that runs them, and what observers see of each."""

import asyncio
import secrets
from collections.abc import Callable, Hashable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Generic, Literal, TypeVar

from starlette.exceptions import HTTPException

from fivebet.errors import FivebetError, ServerError
from fivebet.web.processes import ChildProcess, ParentConnection
from fivebet.web.questions import too_many

Status = Literal["waiting", "working", "finished", "stopped", "failed"]

STATUS_OF_RUNS: dict[str, Status] = {
    "running": "working",
    "interrupted": "stopped",
    "finished": "finished",
}
"""How the card room calls the states of runs in the store."""

_MOST_WAITING = 20
_MOST_OF_A_CLIENT = 5
_MOST_REMEMBERED = 100
_LEAST_PROGRESS = 0.005  # that observers are shown
NICENESS = 10  # live tables come first

Key = TypeVar("Key", bound=Hashable)
SomeJob = TypeVar("SomeJob", bound="LiveJob")


class LiveJob:
    """The state of a job; observers wait for its next version."""

    takes_turn = True
    """Whether it waits until the queue has a slot for it."""

    def __init__(self, status: Status = "waiting") -> None:
        self.status: Status = status
        self.progress = 0.0
        """From 0 to 1."""
        self.error = ""
        """A sentence, if the job has failed."""
        self.version = 0
        self.token = secrets.token_urlsafe(24)
        """Sent once, to whoever has started the job, and stops it."""
        self.client = ""
        """The address of whoever has started it."""
        self.has_begun = False
        """Whether its turn has come."""
        self.task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether nobody works on it any more."""
        return self.status in ("finished", "stopped", "failed")

    async def work(self) -> None:
        """Do the job, until it is finished, stopped or failed."""
        raise NotImplementedError

    async def stay_open(self) -> None:
        """Answer questions about a job that is over, until the task is cancelled."""

    async def leave(self) -> None:
        """Let go of what was opened, as the job is stopped before its turn has come."""

    async def release(self) -> None:
        """Let go of processes; the task has ended."""

    def stop(self) -> None:
        """Stop the job."""
        self.abort()

    def abort(self) -> None:
        """Stop the job because the card room closes."""
        if self.task:
            self.task.cancel()

    def notify(self) -> None:
        """Wake the observers: something has changed."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def become(self, status: Status, error: str = "") -> None:
        """Change the status and wake the observers."""
        self.status, self.error = status, error
        if status == "finished":
            self.progress = 1.0
        self.notify()

    async def wait_for_news(self, after: int, seconds: float) -> None:
        """Wait at most that long for a version later than a known one; not at all if it is over."""
        if self.version > after or self.over:
            return
        try:
            async with asyncio.timeout(seconds):
                while self.version <= after:
                    await self._changed.wait()
        except TimeoutError:
            return


class ProcessJob(LiveJob):
    """Work that runs jobs and does more than their chunks, in a child process of its own.

    What is done there is on record as everywhere else, in the store or as files: a process that
    was killed is continued by the next one that is asked for the same.
    """

    process: ChildProcess | None = None

    def command(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        """Return a function and its arguments; it is called with `on_progress` besides."""
        raise NotImplementedError

    async def work(self) -> None:
        """Start the process, and follow it until the job is over."""
        process = self.process = ChildProcess()
        await process.start(run_in_child, *self.command(), niceness=NICENESS, may_fork=True)
        self.become("working")
        try:
            while not self.over:
                self._handle(await process.receive())
        except ConnectionError as error:
            raise ServerError("the job's process has died") from error

    def _handle(self, message: "float | FivebetError | None") -> None:
        """Take a message of the process: the share that is done, an error, or None at the end."""
        if isinstance(message, FivebetError):
            raise message
        if message is None:
            self.become("finished")
        else:
            self.progress = message
            self.notify()

    async def release(self) -> None:
        """Kill the process."""
        if self.process:
            self.process.kill()
        self.process = None


def run_in_child(
    parent: ParentConnection, work: Callable[..., object], arguments: tuple[Any, ...]
) -> None:
    """Do a `ProcessJob` in its process, and send the card room how far it is."""
    sent = 0.0

    def on_progress(share: float) -> None:
        nonlocal sent
        if share - sent >= _LEAST_PROGRESS or share >= 1:
            sent = float(share)
            parent.send(sent)

    try:
        work(*arguments, on_progress=on_progress)
        parent.send(None)
    except FivebetError as error:
        parent.send(error)


class JobQueue(Generic[Key, SomeJob]):
    """Runs jobs of one sort, some at a time and the others in turn; forgets the oldest."""

    def __init__(self, sort: str, at_once: int = 1) -> None:
        self.jobs: dict[Key, SomeJob] = {}
        """By number or name, the oldest first."""
        self._sort = sort
        self._slots = asyncio.Semaphore(at_once)

    def check_capacity(self, client: str) -> None:
        """Refuse a new job if too many are waiting, or too many of them are this client's."""
        waiting = sum(job.status == "waiting" for job in self.jobs.values())
        if waiting >= _MOST_WAITING:
            raise too_many(f"{waiting} {self._sort} are waiting: come back later")
        mine = sum(job.client == client and not job.over for job in self.jobs.values())
        if mine >= _MOST_OF_A_CLIENT:
            raise too_many(f"{mine} of your {self._sort} are not over: wait, or stop one of them")

    def start(self, key: Key, job: SomeJob, client: str = "") -> SomeJob:
        """Run a client's job when its turn comes, in place of another one of the same key."""
        job.client = client
        if old := self.jobs.pop(key, None):
            old.abort()
        ended = [each for each, old in self.jobs.items() if old.task and old.task.done()]
        for number in ended[: max(0, len(ended) - _MOST_REMEMBERED)]:
            del self.jobs[number]
        self.jobs[key] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    def stop(self, key: Key, token: str) -> bool:
        """Stop a job with its token, and return whether it was running or waiting."""
        job = self.jobs.get(key)
        if job is None or job.over:
            return False
        if not secrets.compare_digest(job.token.encode(), token.encode()):
            raise HTTPException(
                403 if token else 401,
                "only who has started it may stop it, with the token that was sent then: "
                "Authorization: Bearer TOKEN",
            )
        job.stop()
        return True

    async def close(self) -> None:
        """Stop all jobs."""
        tasks = [job.task for job in self.jobs.values() if job.task]
        for job in self.jobs.values():
            job.abort()
        await asyncio.gather(*tasks, return_exceptions=True)

    def prepare(self) -> None:
        """Make room for the next job."""

    async def _run(self, job: SomeJob) -> None:
        try:
            await self._take_turn(job)
        except FivebetError as error:
            job.become("failed", str(error))
        except Exception as error:  # a task that dies would leave everybody waiting
            job.become("failed", f"the job broke off: {type(error).__name__}: {error}")
            raise
        finally:
            await job.release()

    async def _take_turn(self, job: SomeJob) -> None:
        slot: AbstractAsyncContextManager[None] = self._slots if job.takes_turn else nullcontext()
        try:
            async with slot:
                job.has_begun = True
                self.prepare()
                await job.work()
            await job.stay_open()
        except asyncio.CancelledError:
            if not job.has_begun:
                await job.leave()
            if not job.over:
                job.become("stopped")
