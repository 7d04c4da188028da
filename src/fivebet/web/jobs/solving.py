"""All solves of a card room: one at a time is solved, a few trees are held open to be looked at.

A solve is known by its spot's fingerprint: the same spot is the same solve, and one that is
in the library can be looked at after the card room was closed.
"""

import asyncio
import re
from dataclasses import dataclass
from itertools import count
from typing import Any

from fivebet.errors import FivebetError, SolvingError
from fivebet.solving import Spot
from fivebet.solving.tree_files import ENDING, library_folder, read_header
from fivebet.web.jobs.live_job import LiveJob
from fivebet.web.jobs.processes import Helper
from fivebet.web.jobs.solver import Ask, Reached, Stop, Task, solve_spot

__all__ = ["Point", "Solve", "SolveDesk"]

_MOST_OPEN = 3
_MOST_WAITING = 20
_MOST_POINTS = 400
_MOST_LISTED = 100
_SECONDS_TO_ANSWER = 60.0
_FINGERPRINT = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True, slots=True)
class Point:
    """Exploitability after so many iterations."""

    iterations: int
    seconds: float
    exploitability_pct: float


class Solve(LiveJob):
    """One spot."""

    def __init__(self, id_: str, task: Task) -> None:
        super().__init__()
        self.id = id_
        self.task = task
        self.iterations = 0
        self.exploitability_pct: float | None = None
        self.seconds = 0.0
        self.memory_mb: float | None = None
        self.ev: tuple[float, float] | None = None
        self.points: list[Point] = []
        self.helper: Helper | None = None
        self.started = asyncio.Event()
        """Whether the tree can be asked."""
        self.asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.runner: asyncio.Task[None] | None = None
        self.stopping = False

    def reached(self, now: Reached) -> None:
        """Take note."""
        pct = now.exploitability_pct
        self.iterations, self.memory_mb = now.iterations, now.memory_mb
        self.ev = now.ev or self.ev
        if now.seconds >= 0:
            self.seconds = now.seconds
        if pct is not None and pct != self.exploitability_pct:
            self.exploitability_pct = pct
            self.points.append(Point(now.iterations, self.seconds, pct))
            if len(self.points) > _MOST_POINTS:
                del self.points[1:-1:2]
        self.notify()


class SolveDesk:
    """Takes spots, solves them in turn, and looks at their trees."""

    def __init__(self) -> None:
        self._solves: dict[str, Solve] = {}
        """Those that were looked at longest ago first."""
        self._turn = asyncio.Semaphore(1)
        self._numbers = count()

    async def close(self) -> None:
        """End all; what was not finished is lost since the last stop."""
        tasks = [solve.runner for solve in self._solves.values() if solve.runner]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def ask(self, task: Task) -> Solve:
        """Solve a spot, or go on with it."""
        id_ = task.spot.fingerprint
        known = self._solves.get(id_)
        if known and not known.over:
            return known
        waiting = sum(solve.status == "waiting" for solve in self._solves.values())
        if waiting >= _MOST_WAITING:
            raise SolvingError(f"{waiting} spots are waiting to be solved: come back later")
        if known and known.runner:
            known.runner.cancel()
        return self._begin(id_, task)

    def listed(self) -> list[Solve]:
        """Those of now, the latest first, then those of the library."""
        now = list(self._solves.values())[::-1]
        folder = library_folder()
        paths = sorted(folder.glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime)
        others = [path.stem for path in paths if path.stem not in self._solves]
        kept = [self._kept(id_) for id_ in others[:_MOST_LISTED]]
        return now + [solve for solve in kept if solve]

    def find(self, id_: str) -> Solve | None:
        """The solve of a fingerprint, if there is one."""
        return self._solves.get(id_) or self._kept(id_)

    def stop(self, solve: Solve) -> None:
        """Leave off; what was learnt is kept."""
        if solve.over or solve.stopping:
            return
        solve.stopping = True
        if solve.helper and solve.status == "working":
            solve.helper.say(Stop())
        elif solve.runner:
            solve.runner.cancel()

    async def node(self, solve: Solve, path: str) -> dict[str, Any]:
        """What there is at a node; the tree is fetched from the library if need be."""
        if solve.status == "failed":
            raise SolvingError(solve.error)
        if solve.over and solve.helper is None:
            given = solve.task
            solve = self._begin(
                solve.id, Task(given.spot, given.target, given.iterations, look=True)
            )
        self._solves[solve.id] = self._solves.pop(solve.id)
        if solve.status == "waiting" and not solve.task.look:
            raise SolvingError("this spot waits for its turn: there is nothing to look at yet")
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        solve.asked[number] = answer
        try:
            async with asyncio.timeout(_SECONDS_TO_ANSWER):
                await solve.started.wait()
                if solve.helper is None:
                    raise SolvingError(solve.error or "this spot was never solved")
                solve.helper.say(Ask(number, path))
                return await answer
        except TimeoutError:
            raise SolvingError("the solver is too busy to show this node: try again") from None
        finally:
            del solve.asked[number]

    def _begin(self, id_: str, task: Task) -> Solve:
        self._solves.pop(id_, None)
        closed = [key for key, each in self._solves.items() if each.over and not each.helper]
        for key in closed[: max(0, len(closed) - _MOST_LISTED)]:
            del self._solves[key]
        solve = self._solves[id_] = Solve(id_, task)
        solve.runner = asyncio.create_task(self._run(solve))
        return solve

    async def _run(self, solve: Solve) -> None:
        try:
            if solve.task.look:
                await self._work(solve)
            else:
                async with self._turn:
                    await self._work(solve)
            await self._listen(solve)
        except asyncio.CancelledError:
            if not solve.over:
                solve.become("stopped")
        finally:
            self._end(solve)

    async def _work(self, solve: Solve) -> None:
        """Until it is solved, stopped or failed."""
        self._close_others()
        helper = Helper()
        await helper.start(solve_spot, solve.task)
        solve.helper = helper
        solve.become("working")
        solve.started.set()
        await self._listen(solve, until_over=True)

    async def _listen(self, solve: Solve, until_over: bool = False) -> None:
        assert solve.helper is not None
        while not (until_over and solve.over):
            match await solve.helper.hear():
                case Reached() as now:
                    solve.reached(now)
                case "stopped":
                    solve.stopping = True
                case "finished":
                    solve.progress = 1.0
                    solve.become("stopped" if solve.stopping else "finished")
                case FivebetError() as error:
                    solve.become("failed", str(error))
                case (int(number), answer) if number in solve.asked:
                    _settle(solve.asked[number], answer)
                case None:
                    if not solve.over:
                        solve.become("failed", "the solver's process has died")
                    return

    def _end(self, solve: Solve) -> None:
        if solve.helper:
            solve.helper.end()
        solve.helper = None
        solve.started.set()
        for waiting in solve.asked.values():
            _settle(waiting, SolvingError("the tree was closed: try again"))

    def _close_others(self) -> None:
        """Trees take memory: those that were not looked at for longest are closed."""
        held = [solve for solve in self._solves.values() if solve.helper and solve.over]
        for solve in held[: max(0, len(held) - _MOST_OPEN + 1)]:
            if solve.runner:
                solve.runner.cancel()

    def _kept(self, id_: str) -> Solve | None:
        path = library_folder() / f"{id_}{ENDING}"
        try:
            if not _FINGERPRINT.fullmatch(id_) or not path.is_file():
                return None
            header = read_header(path)
            spot = Spot.from_dict(header["spot"])
            solve = Solve(id_, Task(spot, 0.0, int(header["iterations"]), look=True))
            solve.iterations = int(header["iterations"])
            if header["exploitability"] is not None:
                solve.exploitability_pct = 100 * float(header["exploitability"]) / spot.pot
            solve.status, solve.progress = "finished", 1.0
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
