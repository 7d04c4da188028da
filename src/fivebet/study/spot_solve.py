"""Solving a spot as a job: its chunks are stretches of iterations, a moment long each.

A tree takes up to gigabytes: it stays in the memory of the process that does the chunks, which
can be asked for it between two of them, and is saved in the library now and then. A chunk that
finds no tree there, since the process is a new one, continues from the library's, and iterates
until it is as far as the chunk's number says.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from fivebet.errors import SolvingError
from fivebet.runs.job import ChunkResult, Job
from fivebet.solving.gpu_devices import find_device
from fivebet.solving.locks import Lock, lock_tree
from fivebet.solving.solver import solve_steps
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree
from fivebet.solving.tree_files import find_tree, library_path, save_tree

_SECONDS_A_CHUNK = 0.25
_SECONDS_BETWEEN_SAVES = 60.0
_MOST_POINTS = 400


@dataclass(frozen=True, slots=True)
class ConvergencePoint:
    """Exploitability, in percent of the pot, after so many iterations."""

    iterations: int
    seconds: float
    exploitability_pct: float


@dataclass(frozen=True)
class SolveResult:
    """How far a spot is solved."""

    iterations: int = 0
    exploitability_pct: float | None = None
    seconds: float = 0.0
    memory_mb: float | None = None
    device: str = "cpu"
    """Where it is solved: cpu, or a GPU's name."""
    ev: tuple[float, float] | None = None
    """The chips of the pot that both players win, once the solve is over."""
    points: tuple[ConvergencePoint, ...] = ()

    @property
    def hands(self) -> int:
        """The number of iterations."""
        return self.iterations


def _read_locks(locks: Sequence[Any]) -> tuple[Lock, ...]:
    return tuple(map(Lock.from_dict, locks))


@dataclass(frozen=True, kw_only=True)
class SpotSolve(Job[SolveResult]):
    """A spot to be solved, and when to stop; its tree is that of the library."""

    spot: Spot
    target: float
    """The exploitability to reach, in percent of the pot."""
    iterations: int
    """The most iterations."""
    compressed: bool = False
    device: str = "cpu"
    locks: tuple[Lock, ...] = ()
    """The decisions that are locked in the tree."""
    memory_limit: int = 2_000_000_000

    readers: ClassVar = {"spot": Spot.from_dict, "locks": _read_locks}

    @property
    def chunks(self) -> int:
        """The number of chunks: one for each iteration, most of which are covered by others."""
        return self.iterations

    @property
    def most_workers(self) -> int:
        """One: the tree is in the memory of one process."""
        return 1

    def continues(self, number: int) -> bool:
        """Return whether a chunk continues another: all but the first do."""
        return number > 0

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Iterate for a moment, and until the tree is as far as the number of the chunk."""
        opened = _OpenTree.of(self, anew=number == 0)
        began, last, points = time.perf_counter(), self.chunks - 1, []
        for now in opened.steps:
            seconds = time.perf_counter() - began
            is_new = now.exploitability_pct != opened.measured
            opened.measured = now.exploitability_pct
            if now.iterations <= number:
                continue  # it was done before, in a process that has ended
            if is_new:
                points.append((now.iterations, seconds, now.exploitability_pct))
            if seconds >= _SECONDS_A_CHUNK and now.iterations < self.iterations:
                figures, last = opened.figures(now.iterations), now.iterations - 1
                break
        else:
            figures = opened.close()
        seconds = time.perf_counter() - began
        return ChunkResult(figures | {"seconds": seconds, "points": points}, last)

    def reducer(self) -> "SolveReducer":
        """Return a new reducer."""
        return SolveReducer()


class SolveReducer:
    """The latest figures, and the points of all chunks; of many, every second is forgotten."""

    def __init__(self) -> None:
        self._figures: Mapping[str, Any] = {}
        self._seconds = 0.0
        self._points: list[ConvergencePoint] = []

    def add(self, data: Mapping[str, Any]) -> None:
        """Add the data of the next chunk."""
        self._figures = {key: data[key] for key in data if key not in ("seconds", "points")}
        for iterations, seconds, pct in data["points"]:
            self._points.append(ConvergencePoint(iterations, self._seconds + seconds, pct))
        if len(self._points) > _MOST_POINTS:
            del self._points[1:-1:2]
        self._seconds += data["seconds"]

    def result(self) -> SolveResult:
        """Return how far the spot is solved."""
        return SolveResult(**self._figures, seconds=self._seconds, points=tuple(self._points))


def open_tree(job: SpotSolve) -> Tree:
    """Return a job's tree: the one that this process solves, or the library's."""
    return _OpenTree.of(job).tree


def close_tree(job: SpotSolve, must_exist: bool = False, stopped: bool = False) -> dict[str, Any]:
    """Stop solving a job's tree, save what it has learnt, and return its last figures.

    `stopped` notes in the file that somebody has stopped the solve before its target.
    """
    if must_exist and not library_path(job.spot, job.locks).is_file():
        raise SolvingError("this spot was solved before, but its tree is gone")
    return _OpenTree.of(job).close(stopped)


class _OpenTree:
    """The tree that this process solves, of which there is one at a time."""

    current: "ClassVar[_OpenTree | None]" = None

    def __init__(self, job: SpotSolve) -> None:
        device = find_device(job.device)
        tree = find_tree(job.spot, memory_limit=job.memory_limit, locks=job.locks)
        if tree is None:
            compressed = job.compressed or device is not None
            make_tree = partial(
                Tree, job.spot, compressed=compressed, memory_limit=job.memory_limit
            )
            tree = lock_tree(make_tree, job.locks)
        self.job, self.tree = job, tree
        self.steps = solve_steps(tree, job.target, job.iterations, device=device)
        self.measured = _percent(tree)
        """The exploitability of the last step, in percent of the pot."""
        self._device = device.name if device else "cpu"
        self._saved, self._save_at = tree.iterations, time.monotonic() + _SECONDS_BETWEEN_SAVES
        self._saved_unfinished = False

    @classmethod
    def of(cls, job: SpotSolve, anew: bool = False) -> "_OpenTree":
        """Return a job's tree, in place of another one."""
        if anew or cls.current is None or cls.current.job != job:
            cls.current = None  # before the next one takes memory
            cls.current = cls(job)
        return cls.current

    def figures(self, iterations: int) -> dict[str, Any]:
        """Return how far the solve is; save the tree if it is time."""
        if time.monotonic() >= self._save_at:
            self._save(stopped=True)  # should it end here
        return {
            "iterations": iterations,
            "exploitability_pct": self.measured,
            "memory_mb": self.tree.memory / 1_000_000,
            "device": self._device,
        }

    def close(self, stopped: bool = False) -> dict[str, Any]:
        """Stop solving, save the tree, and return the last figures."""
        self.steps.close()
        tree = self.tree
        if tree.exploitability is None:
            tree.measure()
        self._save(stopped)
        self.measured, self._device = _percent(tree), tree.device
        first = tree.expected(0)
        second = tree.expected(1) if tree.spot.rake else tree.spot.pot - first
        return self.figures(tree.iterations) | {"ev": (first, second)}

    def _save(self, stopped: bool) -> None:
        if self.tree.iterations > self._saved or (self._saved_unfinished and not stopped):
            path = library_path(self.job.spot, self.tree.locks)
            path.parent.mkdir(parents=True, exist_ok=True)
            save_tree(self.tree, path, stopped=stopped)
            self._saved_unfinished = stopped
        self._saved = self.tree.iterations
        self._save_at = time.monotonic() + _SECONDS_BETWEEN_SAVES


def _percent(tree: Tree) -> float | None:
    """Return the exploitability as last measured, in percent of the pot."""
    return None if tree.exploitability is None else 100 * tree.exploitability / tree.spot.pot
