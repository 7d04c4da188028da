"""Jobs that a child process of the card room does: what it sends, and how they end."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fivebet.errors import FivebetError
from fivebet.web.jobs.job_queue import JobQueue, ProcessJob, run_in_child


class Parent:
    """A connection that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> None:
        self.sent.append(message)


def work(steps: int, on_progress: Callable[[float], None]) -> None:
    if not steps:
        raise FivebetError("there is nothing to do: give 1 step or more")
    for step in range(steps):
        on_progress((step + 1) / steps)


def test_a_child_sends_how_far_it_is_but_not_every_step() -> None:
    parent = Parent()
    run_in_child(parent, work, (10_000,))  # type: ignore[arg-type]
    *shares, end = parent.sent
    assert end is None
    assert len(shares) <= 201
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_child_sends_an_error_instead_of_its_end() -> None:
    parent = Parent()
    run_in_child(parent, work, (0,))  # type: ignore[arg-type]
    assert [str(each) for each in parent.sent] == ["there is nothing to do: give 1 step or more"]


class Steps(ProcessJob):
    def __init__(self, steps: int) -> None:
        super().__init__()
        self.steps = steps

    def command(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        return work, (self.steps,)


@pytest.mark.parametrize(
    ("steps", "end"), [(2, ("finished", "")), (0, ("failed", "there is nothing to do"))]
)
def test_a_job_ends_as_its_process_does(steps: int, end: tuple[str, str]) -> None:
    async def run() -> Steps:
        job = JobQueue[str, Steps]("steps").start("one", Steps(steps))
        assert job.task
        await job.task
        return job

    job = asyncio.run(run())
    assert (job.status, job.error.partition(":")[0]) == end
    assert job.progress == (1.0 if steps else 0.0)
    assert job.process is None
