"""All solves of a card room: one spot at a time is solved, and a few trees are held open.

A solve is identified by its spot's fingerprint: the same spot is the same solve, and one
that is in the library can be shown after the card room was restarted. Each has a process of
its own, which does the chunks of the job and shows nodes of the tree, meanwhile and afterwards.
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from starlette.exceptions import HTTPException

from fivebet.errors import FivebetError, SolvingError
from fivebet.runs.executors import Pool, Shared
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Reducer
from fivebet.solving import Lock, Spot
from fivebet.solving.locks import locks_to_list
from fivebet.solving.tree_files import (
    ENDING,
    library_folder,
    library_path,
    read_header,
    solve_fingerprint,
)
from fivebet.store.runs import Runs
from fivebet.study.spot_solve import SolveResult, SpotSolve, close_tree
from fivebet.web.jobs.job_queue import NICENESS, JobQueue
from fivebet.web.jobs.live_run import LiveRun
from fivebet.web.jobs.owners import forget_owner, has_owner, is_owner, note_owner
from fivebet.web.jobs.tree_nodes import show_node, show_runouts

_MOST_OPEN = 3
_MOST_LISTED = 100
_SECONDS_TO_ANSWER = 60.0
_PATIENCE = 1.0  # seconds: spots that are solved by then are not stored as runs
_FINGERPRINT = re.compile(r"[0-9a-f]{24}")

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class SolveJob(LiveRun):
    """One spot that is being solved, or was; one that is only shown takes no turn."""

    def __init__(
        self, job: SpotSolve, store: str | None = None, *, read_only: bool = False
    ) -> None:
        super().__init__(partial(RunHandle, "solve", job, store, patience=_PATIENCE))
        self.job = job
        self.id = solve_fingerprint(job.spot, job.locks)
        self.takes_turn = not read_only
        self.was_stopped = False
        """Whether a tree that is only shown was left before its target."""
        self.has_owner_token = False
        """Whether the token that stops the solve deletes its tree later on."""
        self.figures = SolveResult(device=job.device)
        self.pool: Pool | None = None
        """The process that has the tree."""
        self._ready = asyncio.Event()
        """Set once the process can be asked for nodes, or never will."""
        self._closing = asyncio.Event()

    def to_dict(self) -> dict[str, Any]:
        """Return how far the solve is, as JSON data."""
        return asdict(self.figures) | {
            "id": self.id,
            "status": self.status,
            "error": self.error,
            "version": self.version,
            "spot": self.job.spot.to_dict(),
            "target": self.job.target,
            "locks": locks_to_list(self.job.locks),
        }

    def make_executor(self) -> Shared:
        """Return the process, which stays open afterwards."""
        assert self.pool
        return Shared(self.pool)

    def take_part(self, reducer: Reducer[SolveResult]) -> None:
        """Note how far the solve is."""
        self.figures = reducer.result()

    def take_result(self, result: SolveResult) -> dict[str, Any]:
        """Note what was reached."""
        self.figures = result
        return asdict(result)

    def take_stop(self) -> None:
        """Have the tree saved as it is; when the card room closes, nobody waits for that."""
        assert self.pool
        if self._closing.is_set():
            return
        closed = self.pool.submit(close_tree, self.job, stopped=True)
        self.figures = replace(self.figures, **closed.result())

    def stop(self) -> None:
        """Stop solving; the tree is saved as it is and can still be shown."""
        super().abort()

    def abort(self) -> None:
        """Stop solving and close the tree."""
        self.stop()
        self._closing.set()

    async def work(self) -> None:
        """Solve the spot in a process of its own, or only open its tree there."""
        self.pool = Pool(1, NICENESS).__enter__()
        self._ready.set()
        if self.takes_turn:
            await super().work()
            return
        self.figures = replace(self.figures, **await self._ask(close_tree, must_exist=True))
        self.become("stopped" if self.was_stopped else "finished")

    async def stay_open(self) -> None:
        """Show nodes until the tree is closed."""
        await self._closing.wait()

    async def leave(self) -> None:
        """Leave the store alone: the run is opened when the turn comes."""

    async def release(self) -> None:
        """End the process; whoever waits for a node may ask again."""
        self._ready.set()
        pool, self.pool = self.pool, None
        if pool:
            await asyncio.to_thread(pool.__exit__)

    async def look(
        self, show: Callable[[SpotSolve, str], dict[str, Any]], path: str
    ) -> dict[str, Any]:
        """Return what a function shows of a node of the tree, as JSON data."""
        try:
            async with asyncio.timeout(_SECONDS_TO_ANSWER):
                await self._ready.wait()
                return await self._ask(show, path)
        except TimeoutError:
            raise SolvingError("the solver is too busy to show this node: try again") from None

    async def _ask(
        self,
        function: Callable[Concatenate[SpotSolve, Parameters], Answer],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Answer:
        """Call a function in the process that has the tree, between two chunks."""
        if self.pool is None:
            raise SolvingError(self.error or "this spot was never solved")
        answer = self.pool.submit(function, self.job, *arguments, **named)
        try:
            return await asyncio.wrap_future(answer)
        except asyncio.CancelledError:
            if self.pool:
                raise  # nobody waits for the answer any more
        except (BrokenExecutor, KeyboardInterrupt):  # the process has ended
            if self.over:
                self.abort()
        raise SolvingError("the tree was closed: try again")


class SolveQueue(JobQueue[str, SolveJob]):
    """Solves spots in turn, and shows their trees."""

    def __init__(self, device: str = "cpu", store: str | None = None) -> None:
        super().__init__("spots")
        self._device, self._store = device, store

    def solve(self, job: SpotSolve, client: str) -> tuple[SolveJob, str]:
        """Solve a spot, or continue to solve it; return the solve and the token that stops it.

        There is no token for a spot that is being solved for somebody already.
        """
        known = self.jobs.get(solve_fingerprint(job.spot, job.locks))
        if known and not known.over:
            return known, ""
        self.check_capacity(client)
        solve = SolveJob(replace(job, device=self._device), self._store)
        if not library_path(job.spot, job.locks).is_file():
            note_owner(solve.id, solve.token)
            solve.has_owner_token = True
        self.start(solve.id, solve, client)
        return solve, solve.token

    def list_all(self) -> list[SolveJob]:
        """Return the solves of this card room, the latest first, then those of the library."""
        paths = library_folder().glob(f"*{ENDING}")
        latest = sorted(paths, key=_time_of_change, reverse=True)
        others = [path.stem for path in latest if path.stem not in self.jobs]
        stored = [_read_solve(each) for each in others[:_MOST_LISTED]]
        return [*reversed(list(self.jobs.values())), *filter(None, stored)]

    def find(self, fingerprint: str) -> SolveJob | None:
        """Return the solve of a fingerprint, if there is one."""
        return self.jobs.get(fingerprint) or _read_solve(fingerprint)

    @property
    def device(self) -> str:
        """Where spots are solved: cpu, or a GPU."""
        return self._device

    async def delete(self, solve: SolveJob, token: str, is_local: bool) -> None:
        """Delete a solve with its tree and its runs, for whoever has started it first.

        A tree that nobody has started here, but the command line, is deleted from this machine.
        """
        has_known_owner = has_owner(solve.id)
        if not (is_owner(solve.id, token) if has_known_owner else is_local):
            raise HTTPException(
                401 if has_known_owner and not token else 403,
                "only who has solved it first may delete it, with the token that was sent then: "
                "Authorization: Bearer TOKEN",
            )
        if solve.takes_turn and not solve.over:
            raise HTTPException(409, "it is being solved: stop it first")
        known = self.jobs.pop(solve.id, None)
        if known and known.task:
            known.abort()
            await asyncio.gather(known.task, return_exceptions=True)
        await asyncio.to_thread(delete_stored, solve.job, self._store)

    async def node(self, solve: SolveJob, path: str) -> dict[str, Any]:
        """Return a node as JSON data; the tree is read from the library if need be."""
        return await self._open(solve).look(show_node, path)

    async def runouts(self, solve: SolveJob, path: str) -> dict[str, Any]:
        """Return what follows each card at a node, as JSON data."""
        return await self._open(solve).look(show_runouts, path)

    def _open(self, solve: SolveJob) -> SolveJob:
        """Return a solve whose tree can be looked at."""
        if solve.status == "failed":
            raise SolvingError(solve.error)
        if solve.over and solve.pool is None:
            shown = SolveJob(replace(solve.job, device="cpu"), read_only=True)
            shown.figures, shown.was_stopped = solve.figures, solve.status == "stopped"
            solve = self.start(solve.id, shown)
        self.jobs[solve.id] = self.jobs.pop(solve.id)  # the latest is the last to be closed
        if solve.status == "waiting" and solve.takes_turn:
            raise SolvingError("this spot waits for its turn: there is nothing to look at yet")
        return solve

    def prepare(self) -> None:
        """Close the trees that were not shown for longest: they take memory."""
        held = [solve for solve in self.jobs.values() if solve.pool and solve.over]
        for solve in held[: max(0, len(held) - _MOST_OPEN + 1)]:
            solve.abort()


def delete_stored(job: SpotSolve, store: str | None) -> None:
    """Delete a job's tree from the library, and its runs from the store."""
    library_path(job.spot, job.locks).unlink(missing_ok=True)
    forget_owner(solve_fingerprint(job.spot, job.locks))
    if store is None:
        return
    runs = Runs(store)
    made_of = job.to_dict()
    try:
        for run in runs.listed():
            settings = run.settings.get("contest", {})
            same = all(settings.get(key) == made_of[key] for key in ("spot", "locks"))
            if run.kind == "solve" and same and run.status != "running":
                runs.remove(run.id)
    finally:
        runs.close()


def _time_of_change(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # somebody deletes it now
        return 0.0


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
        job = SpotSolve(spot=spot, target=0.0, iterations=iterations, locks=locks)
        solve = SolveJob(job, read_only=True)
        chips = header["exploitability"]
        solve.figures = SolveResult(
            iterations=iterations,
            exploitability_pct=None if chips is None else 100 * float(chips) / spot.pot,
            device=str(header.get("device", "cpu")),
        )
        solve.id, solve.progress = fingerprint, 1.0
        solve.status = "stopped" if header.get("stopped") else "finished"
    except (FivebetError, OSError, KeyError, TypeError):
        return None  # it is damaged: solving the spot says so
    return solve
