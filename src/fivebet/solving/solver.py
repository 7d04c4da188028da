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
    after the first `every` iterations, then when it is expected to reach the target; on a
    GPU (`device="cuda"`) only after multiples of `every`, and where the target is 0 after all
    of them. Solving continues from the state of the tree and ends early after `iterations` in
    all or when `seconds` are over.
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


def check_target(target: float) -> None:
    """Refuse an exploitability that cannot be reached."""
    if not target >= 0:
        raise SolvingError(
            f"a target of {target} cannot be reached: give percent of the pot, 0 or more"
        )


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
    check_target(target)
    if iterations < 1 or every < 1:
        raise SolvingError(
            f"{iterations} iterations, measured every {every}, solve nothing: give 1 or more of "
            "both"
        )
    if seconds is not None and math.isnan(seconds):
        raise SolvingError(f"{seconds} seconds are no time limit")
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
        # When to measure follows from the tree alone: a solve that goes on ends where it
        # would have ended without a break.
        measured = tree.measured[-1][0] if tree.measured else 0
        due = next_measurement(tree.measured, measured, limits.target, limits.every, 1)
        if pct is not None and due <= tree.iterations:
            tree.measured.append((tree.iterations, pct))
            continue
        tree.iterate(min(together, min(due, limits.iterations) - tree.iterations))
        tree.device = "cpu"
        late = limits.late()
        if late or tree.iterations in (due, limits.iterations):
            pct = _percent(tree)
        if pct is not None and tree.iterations == due:
            tree.measured.append((due, pct))
        yield limits.progress(tree.iterations, pct)
        if late:
            break


def _solve_on_device(
    tree: Tree, device: Device, limits: _StopRule, watched: bool
) -> Iterator[SolveProgress]:
    if not tree.resumable:
        raise SolvingError("this tree was saved without its regrets: it cannot be solved further")
    gpu = GpuSolver([tree], device)
    gpu.take_memory()
    measured: list[tuple[int, float]] = []
    downloaded, took = time.perf_counter(), 0.2
    if tree.iterations:
        measured.append((tree.iterations, _percent(tree)))
    try:
        while not measured or measured[-1][1] > limits.target:
            if gpu.iterations >= limits.iterations or limits.late():
                break
            every = limits.every
            expected = next_measurement(measured, gpu.iterations, limits.target, every, every)
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


_FIRST_POWER = 2.4  # of the iterations with which exploitability falls, until it is known
_LEAST_POWER, _MOST_POWER = 1.0, 3.0
_NEAREST, _FARTHEST = 1.015, 1.6  # times the iterations done
_FARTHEST_AT_FIRST = 4.0  # after one measurement
_MOST_AT_ONCE = 10  # times `every`, so that those who watch see progress


def next_measurement(
    measured: list[tuple[int, float]], done: int, target: float, every: int, step: int
) -> int:
    """Return the iteration at which the target may be reached, if progress goes on as it did.

    Where nothing is known it is the next multiple of `every`, and else one of `step`.
    """
    soonest = every * (done // every + 1)
    if not measured or target <= 0 or not 0 < measured[-1][1] < math.inf:
        return soonest
    now, is_ = measured[-1]
    # Exploitability falls like a power of the iterations, roughly, and not evenly.
    before, was = next((each for each in measured[-2::-1] if each[0] <= 0.7 * now), measured[0])
    power = _FIRST_POWER
    if was > is_:
        power = math.log(was / is_) / math.log(now / before)
        power = min(max(power, _LEAST_POWER), _MOST_POWER)
    farthest = _FARTHEST if len(measured) > 1 else _FARTHEST_AT_FIRST
    factor: float = max(1.0, is_ / target) ** (1 / power)
    reached = done * min(max(factor, _NEAREST), farthest)
    reached = min(reached, done + _MOST_AT_ONCE * every)
    return max(step * (done // step + 1), step * round(reached / step))


def _percent(tree: Tree) -> float:
    chips = tree.measure() if tree.exploitability is None else tree.exploitability
    return 100 * chips / tree.spot.pot
