"""Solving a tree until exploitability is small."""

import math
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from html import escape

from fivebet.errors import SolvingError
from fivebet.solving.gpu_devices import Device, find_device
from fivebet.solving.gpu_solver import GpuSolver
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """The progress of a solve."""

    iterations: int
    exploitability_pct: float | None
    """Exploitability in percent of the pot, as last measured."""
    seconds: float


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """A solved tree and how long it took."""

    tree: Tree
    iterations: int
    exploitability_pct: float
    """Half of what both best responses gain together, in percent of the pot."""
    ev: tuple[float, float]
    """Chips of the pot that OOP and IP win; without rake they add up to it."""
    seconds: float

    def __repr__(self) -> str:
        return f"<Solution {self._summary()}>"

    def _repr_html_(self) -> str:
        return f"<div>{escape(self._summary())}</div>{self.tree.root._repr_html_()}"

    def _summary(self) -> str:
        oop, ip = self.ev
        return (
            f"{self.tree.spot.board}, pot {self.tree.spot.pot}: OOP wins {oop:.2f}, IP {ip:.2f}; "
            f"exploitability {self.exploitability_pct:.2f}% of the pot "
            f"after {self.iterations} iterations"
        )


_BYTES_TOGETHER = 4 << 20  # trees smaller than this iterate several times in one step
_SHARE_OF_DOWNLOADS = 0.1  # of the time; they bring what a GPU has learnt into the tree


def solve(
    tree: Tree | Spot,
    target: float = 0.3,
    iterations: int = 10_000,
    every: int = 10,
    seconds: float | None = None,
    progress: Callable[[SolveProgress], None] = lambda _: None,
    device: str | Device = "cpu",
) -> Solution:
    """Iterate until exploitability is at most `target` percent of the pot.

    A spot is solved in a new tree, which the solution holds. Exploitability is measured
    `every` so many iterations; on a GPU (`device="cuda"`) some measurements that would come
    too early are left out. Solving continues from the state of the tree and ends early
    after `iterations` in all or when `seconds` are over.
    """
    start = time.perf_counter()
    found = find_device(device) if isinstance(device, str) else device
    if isinstance(tree, Spot):
        tree = Tree(tree, compressed=found is not None)
    steps = solve_steps(tree, target, iterations, every, seconds, found, watched=False)
    with closing(steps):
        for now in steps:
            progress(now)
    spent = time.perf_counter() - start
    first = tree.expected(0)
    second = tree.spot.pot - first if not tree.spot.rake else tree.expected(1)
    return Solution(tree, tree.iterations, _percent(tree), (first, second), spent)


def solve_steps(
    tree: Tree,
    target: float = 0.3,
    iterations: int = 10_000,
    every: int = 10,
    seconds: float | None = None,
    device: Device | None = None,
    *,
    watched: bool = True,
) -> Generator[SolveProgress, None, None]:
    """Solve a tree step by step, as `solve` does; between two steps it may be looked at.

    Every iteration of a tree that is `watched` is a step, else a small tree takes several at
    once. What a GPU has learnt is brought into a watched tree now and then, else at the end.
    """
    if not target >= 0:
        raise SolvingError(
            f"a target of {target} cannot be reached: give percent of the pot, 0 or more"
        )
    if iterations < 1 or every < 1:
        raise SolvingError("a solve takes at least one iteration, and is measured every so many")
    limits = _StopRule(target, iterations, every, seconds, time.perf_counter())
    if device is None:
        yield from _solve_on_processor(tree, limits, watched)
    else:
        yield from _solve_on_device(tree, device, limits, watched)


@dataclass(frozen=True, slots=True)
class _StopRule:
    """When to measure and when to stop."""

    target: float
    iterations: int
    every: int
    seconds: float | None
    start: float

    def late(self) -> bool:
        return self.seconds is not None and time.perf_counter() - self.start >= self.seconds

    def progress(self, iterations: int, pct: float | None) -> SolveProgress:
        return SolveProgress(iterations, pct, time.perf_counter() - self.start)


def _solve_on_processor(tree: Tree, limits: _StopRule, watched: bool) -> Iterator[SolveProgress]:
    pct = _percent(tree) if tree.iterations else None
    together = 1
    if not watched and limits.seconds is None:
        together = max(1, _BYTES_TOGETHER // (tree._solver.bytes_needed + 1))
    while pct is None or (pct > limits.target and tree.iterations < limits.iterations):
        due = limits.every * (tree.iterations // limits.every + 1)
        tree.iterate(max(1, min(together, min(due, limits.iterations) - tree.iterations)))
        tree.device = "cpu"
        late = limits.late()
        if late or tree.iterations % limits.every == 0 or tree.iterations >= limits.iterations:
            pct = _percent(tree)
        yield limits.progress(tree.iterations, pct)
        if late:
            break


def _solve_on_device(
    tree: Tree, device: Device, limits: _StopRule, watched: bool
) -> Iterator[SolveProgress]:
    if not tree.resumable:
        raise SolvingError("this tree was saved without its regrets: it cannot be solved further")
    gpu = GpuSolver([tree], device)
    measured: list[tuple[int, float]] = []
    downloaded, took = time.perf_counter(), 0.2
    if tree.iterations:
        measured.append((tree.iterations, _percent(tree)))
    try:
        while not measured or measured[-1][1] > limits.target:
            if gpu.iterations >= limits.iterations or limits.late():
                break
            expected = next_measurement(measured, gpu.iterations, limits.target, limits.every)
            until = min(limits.iterations, expected)
            while gpu.iterations < until and not limits.late():
                gpu.iterate(min(limits.every, until - gpu.iterations))
                device.wait()
            pct = 100 * float(gpu.exploitability()[0]) / tree.spot.pot
            measured.append((gpu.iterations, pct))
            since = time.perf_counter() - downloaded
            if watched and since > took / _SHARE_OF_DOWNLOADS:
                gpu.download()
                took = time.perf_counter() - downloaded - since
                downloaded = time.perf_counter()
            yield limits.progress(gpu.iterations, pct)
    finally:
        if gpu.iterations > tree.iterations:
            gpu.download()


def next_measurement(
    measured: list[tuple[int, float]], done: int, target: float, every: int
) -> int:
    """Return the iteration at which the target may be reached, if progress goes on as it did."""
    soonest = every * (done // every + 1)
    if len(measured) < 2 or target <= 0:
        return soonest
    (before, was), (now, is_) = measured[-2:]
    if not 0 < is_ < was:
        return soonest
    # Exploitability falls like a power of the iterations, roughly: near the target, short steps.
    power = math.log(was / is_) / math.log(now / before)
    most = 2 if is_ > 4 * target else 1.4
    reached: float = done * min(most, (is_ / target) ** (1 / power))
    return max(soonest, every * math.floor(reached / every))


def _percent(tree: Tree) -> float:
    chips = tree.measure() if tree.exploitability is None else tree.exploitability
    return 100 * chips / tree.spot.pot
