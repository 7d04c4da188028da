"""All solves of a card room: one spot at a time is solved, and a few trees are held open.

A solve is identified by its spot's fingerprint: the same spot is the same solve, and one
that is in the library can be shown after the card room was restarted.
"""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from fivebet.errors import FivebetError, SolvingError
from fivebet.solving import Lock, Spot
from fivebet.solving.locks import locks_to_list
from fivebet.solving.tree_files import ENDING, library_folder, read_header, solve_fingerprint
from fivebet.web.jobs.job_queue import JobQueue, ProcessJob, Status
from fivebet.web.jobs.solver_process import NodeRequest, SolveSettings, SolveUpdate, solve_spot

_MOST_OPEN = 3
_MOST_POINTS = 400
_MOST_LISTED = 100
_SECONDS_TO_ANSWER = 60.0
_FINGERPRINT = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class ConvergencePoint:
    """Exploitability, in percent of the pot, after so many iterations."""

    iterations: int
    seconds: float
    exploitability_pct: float


class SolveJob(ProcessJob):
    """One spot that is being solved, or was."""

    def __init__(self, settings: SolveSettings) -> None:
        super().__init__()
        self.settings = settings
        self.id = solve_fingerprint(settings.spot, settings.locks)
        self.spot = settings.spot.to_dict()
        self.target = settings.target
        self.takes_turn = not settings.read_only
        self.iterations = 0
        self.exploitability_pct: float | None = None
        self.seconds = 0.0
        self.device = settings.device
        self.locks = locks_to_list(settings.locks)
        self.memory_mb: float | None = None
        self.ev: tuple[float, float] | None = None
        self.points: list[ConvergencePoint] = []
        self._ready = asyncio.Event()
        """Set once the tree can be asked for nodes, or never will."""
        self._numbers = count()
        self._requests: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._stopping = False

    def command(self) -> tuple[Any, ...]:
        """Return what the child process does."""
        return solve_spot, self.settings

    def stop(self) -> None:
        """Stop solving; the tree is saved as it is."""
        if self._stopping:
            return
        self._stopping = True
        if self.process and self.status == "working":
            self.process.send("stop")
        else:
            self.abort()

    def handle(self, message: Any) -> None:
        """Take a message of the solver process."""
        self._ready.set()
        match message:
            case SolveUpdate() as update:
                self._update(update)
            case "stopped":
                self._stopping = True
            case "finished":
                self.become("stopped" if self._stopping else "finished")
            case (int(number), answer) if number in self._requests:
                _settle(self._requests[number], answer)
            case _:
                super().handle(message)

    async def stay_open(self) -> None:
        """Answer requests for nodes until the process is killed."""
        with suppress(ConnectionError):
            while self.process:
                self.handle(await self.process.receive())

    def reopen(self, status: Status) -> None:
        """Show a tree of the library as it was left: finished, or stopped before its target."""
        self.status, self.progress = status, 1.0
        self._stopping = status == "stopped"

    def reopened(self) -> "SolveJob":
        """Return a job that shows this one's tree again; what was stopped stays stopped."""
        job = SolveJob(replace(self.settings, read_only=True))
        job._stopping = self.status == "stopped"
        return job

    def release(self) -> None:
        """Kill the process; whoever waits for a node may ask again."""
        super().release()
        self._ready.set()
        for waiting in self._requests.values():
            _settle(waiting, SolvingError("the tree was closed: try again"))

    async def node(self, path: str) -> dict[str, Any]:
        """Return a node of the tree as JSON data."""
        number = next(self._numbers)
        try:
            async with asyncio.timeout(_SECONDS_TO_ANSWER):
                await self._ready.wait()
                if self.process is None:
                    raise SolvingError(self.error or "this spot was never solved")
                answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
                self._requests[number] = answer
                self.process.send(NodeRequest(number, path))
                return await answer
        except TimeoutError:
            raise SolvingError("the solver is too busy to show this node: try again") from None
        finally:
            self._requests.pop(number, None)

    def _update(self, update: SolveUpdate) -> None:
        pct = update.exploitability_pct
        self.iterations, self.memory_mb = update.iterations, update.memory_mb
        self.ev = update.ev or self.ev
        self.device = update.device
        if update.seconds is not None:
            self.seconds = update.seconds
        if pct is not None and pct != self.exploitability_pct:
            self.exploitability_pct = pct
            self.points.append(ConvergencePoint(update.iterations, self.seconds, pct))
            if len(self.points) > _MOST_POINTS:
                del self.points[1:-1:2]
        self.notify()


class SolveQueue(JobQueue[str, SolveJob]):
    """Solves spots in turn, and shows their trees."""

    def __init__(self, device: str = "cpu") -> None:
        super().__init__("spots")
        self._device = device

    def solve(self, settings: SolveSettings, client: str) -> tuple[SolveJob, str]:
        """Solve a spot, or continue to solve it; return the solve and the token that stops it.

        There is no token for a spot that is being solved for somebody already.
        """
        known = self.jobs.get(settings.spot.fingerprint)
        if known and not known.over:
            return known, ""
        self.check_capacity(client)
        settings = replace(settings, device=self._device)
        solve = self.start(settings.spot.fingerprint, SolveJob(settings), client)
        return solve, solve.token

    def list_all(self) -> list[SolveJob]:
        """Return the solves of this card room, the latest first, then those of the library."""
        paths = library_folder().glob(f"*{ENDING}")
        latest = sorted(paths, key=lambda path: -path.stat().st_mtime)
        others = [path.stem for path in latest if path.stem not in self.jobs]
        stored = [_read_solve(each) for each in others[:_MOST_LISTED]]
        return [*reversed(list(self.jobs.values())), *filter(None, stored)]

    def find(self, fingerprint: str) -> SolveJob | None:
        """Return the solve of a fingerprint, if there is one."""
        return self.jobs.get(fingerprint) or _read_solve(fingerprint)

    async def node(self, solve: SolveJob, path: str) -> dict[str, Any]:
        """Return a node as JSON data; the tree is read from the library if need be."""
        if solve.status == "failed":
            raise SolvingError(solve.error)
        if solve.over and solve.process is None:
            solve = self.start(solve.id, solve.reopened())
        self.jobs[solve.id] = self.jobs.pop(solve.id)  # the latest is the last to be closed
        if solve.status == "waiting" and solve.takes_turn:
            raise SolvingError("this spot waits for its turn: there is nothing to look at yet")
        return await solve.node(path)

    def prepare(self) -> None:
        """Close the trees that were not shown for longest: they take memory."""
        held = [solve for solve in self.jobs.values() if solve.process and solve.over]
        for solve in held[: max(0, len(held) - _MOST_OPEN + 1)]:
            solve.abort()


def _read_solve(fingerprint: str) -> SolveJob | None:
    """Return the solve of a fingerprint from the library, if it is there."""
    path = library_folder() / f"{fingerprint}{ENDING}"
    try:
        if not _FINGERPRINT.fullmatch(fingerprint) or not path.is_file():
            return None
        header = read_header(path)
        spot = Spot.from_dict(header["spot"])
        iterations = int(header["iterations"])
        locks = tuple(map(Lock.from_dict, header.get("locks", ())))
        solve = SolveJob(SolveSettings(spot, 0.0, iterations, locks=locks, read_only=True))
        solve.id, solve.iterations = fingerprint, iterations
        solve.device = str(header.get("device", solve.device))
        if header["exploitability"] is not None:
            solve.exploitability_pct = 100 * float(header["exploitability"]) / spot.pot
        solve.reopen("stopped" if header.get("stopped") else "finished")
    except (FivebetError, OSError, KeyError, TypeError):
        return None  # it is damaged: solving the spot says so
    return solve


def _settle(waiting: "asyncio.Future[dict[str, Any]]", answer: Any) -> None:
    if waiting.done():
        return
    if isinstance(answer, Exception):
        waiting.set_exception(answer)
    else:
        waiting.set_result(answer)
