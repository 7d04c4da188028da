"""Flops of the library that are being solved: one at a time, each in a process of its own."""

from collections.abc import Callable
from typing import Any

from fivebet.study.library.flops import solve_flop
from fivebet.web.jobs.job_queue import JobQueue, ProcessJob


class FlopJob(ProcessJob):
    """A flop that is solved for the library."""

    def __init__(self, pot: str, board: str) -> None:
        super().__init__()
        self.pot, self.board = pot, board

    def command(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        """Return what the child process does."""
        return solve_flop, (self.pot, self.board)


class FlopQueue(JobQueue[str, FlopJob]):
    """The flops that are being solved, by their charts."""

    def __init__(self) -> None:
        super().__init__("flops")

    def make(self, chart: str, client: str) -> tuple[FlopJob, str]:
        """Solve a flop when its turn comes; return it with the token that stops it.

        The token is empty if somebody else has it solved already.
        """
        known = self.jobs.get(chart)
        if known and not known.over:
            return known, ""
        self.check_capacity(client)
        pot, _, board = chart.partition("-")
        job = self.start(chart, FlopJob(pot, board), client)
        return job, job.token
