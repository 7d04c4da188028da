"""Many spots solved in one call: together on a GPU, side by side on a processor.

On a GPU, spots of one street with the same chips, sizes and rake learn in the same launches, as
many as its memory holds; only their boards and ranges differ. A large tree fills a GPU alone: it is
solved while the processor plans the next. On a processor, small trees take one
thread each, and large ones follow each other with all threads.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np

from fivebet.errors import SolvingError
from fivebet.machine import core_count
from fivebet.solving.gpu_devices import Device, find_device
from fivebet.solving.gpu_solver import GpuSolver, plan_trees
from fivebet.solving.solver import Solution, SolveProgress, next_measurement, solve
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Node, Tree, check_threads

_SMALL = 50_000_000  # bytes of trees that are solved side by side
_MOST_BYTES = 8_000_000_000  # of the trees that a GPU solves together
_LARGE = 100_000_000  # bytes of a tree that fills a GPU
_SHARE_OF_FREE = 0.5
_EVERY = 10

Progress = Callable[[int, int], None]
Decisions = Callable[[Tree], Iterable[Node]]
Plan = dict[str, Any]


def solve_many(
    spots: Iterable[Spot],
    target: float = 0.3,
    iterations: int = 10_000,
    *,
    device: str | Device = "cpu",
    threads: int | None = None,
    fetch: Decisions | None = None,
    progress: Progress = lambda _done, _total: None,
) -> list[Solution]:
    """Solve spots until each is exploitable for at most `target` percent of its pot.

    Solutions come in the order of the spots. `progress` is called with the number of spots
    that are solved and that of all. On a GPU, trees keep their numbers in 16 bits; those
    that are solved together stop together. Copying whole trees from a GPU takes longer than
    solving small ones: `fetch` may say which decisions' strategies are wanted, and no others
    come back.

    >>> boards = ("Kh8h3dJc5s", "Kh8h3dJc2s")
    >>> spots = [Spot.create(board, 100, 100, "AA,QQ", "KK,JJ") for board in boards]
    >>> [round(sum(solution.ev)) for solution in solve_many(spots, target=1)]
    [100, 100]
    """
    check_threads(threads)
    if isinstance(spots, Spot):
        raise SolvingError("one spot is no list of spots: give [spot], or ask solve")
    wanted = list(spots)
    for each in wanted:
        if not isinstance(each, Spot):
            raise SolvingError(f"{each!r} is no spot: make one by Spot.create(board, pot, …)")
    found = find_device(device) if isinstance(device, str) else device
    if not wanted:
        return []
    if found is None:
        return _solve_on_processor(wanted, target, iterations, threads, progress)
    solutions: dict[int, Solution] = {}
    batches = _batches(wanted, found, threads)
    with ThreadPoolExecutor(1) as planner:
        planned = planner.submit(_plan_next, batches)
        while (ready := planned.result()) is not None:
            batch, plan = ready
            planned = planner.submit(_plan_next, batches)
            solved = solve_together(list(batch.values()), found, target, iterations, fetch, plan)
            solutions |= dict(zip(batch, solved, strict=True))
            progress(len(solutions), len(wanted))
    return [solutions[number] for number in range(len(wanted))]


def _solve_on_processor(
    spots: list[Spot], target: float, iterations: int, threads: int | None, progress: Progress
) -> list[Solution]:
    cores = threads or core_count()
    small = [Tree(spot, threads=1).memory <= _SMALL for spot in spots]
    solutions: dict[int, Solution] = {}
    stopped = Event()

    def stop_if_interrupted(_: SolveProgress) -> None:
        if stopped.is_set():
            raise SolvingError("interrupted")

    def solve_alone(number: int) -> None:
        tree = Tree(spots[number], threads=1)
        solutions[number] = solve(tree, target, iterations, progress=stop_if_interrupted)

    with ThreadPoolExecutor(cores) as pool:
        futures = [
            pool.submit(solve_alone, number) for number, is_small in enumerate(small) if is_small
        ]
        try:
            for future in futures:
                future.result()
                progress(len(solutions), len(spots))
        except BaseException:
            stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
    for number, spot in enumerate(spots):
        if not small[number]:
            solutions[number] = solve(Tree(spot, threads=threads), target, iterations)
            progress(len(solutions), len(spots))
    return [solutions[number] for number in range(len(spots))]


def _plan_next(batches: Iterator[dict[int, Tree]]) -> tuple[dict[int, Tree], Plan] | None:
    batch = next(batches, None)
    return None if batch is None else (batch, plan_trees(list(batch.values())))


def _betting_key(spot: Spot) -> object:
    """Return what spots have in common that are solved together: all but board and ranges."""
    model = replace(spot, oop=spot.oop | ~spot.oop, ip=spot.ip | ~spot.ip).to_dict()
    return spot.street, str(sorted((key, str(model[key])) for key in model if key != "board"))


def _batches(spots: list[Spot], device: Device, threads: int | None) -> Iterator[dict[int, Tree]]:
    """Divide spots into trees with the same betting that fit into the device's memory together."""
    groups: dict[object, list[int]] = {}
    for number, spot in enumerate(spots):
        groups.setdefault(_betting_key(spot), []).append(number)
    free = device.free_bytes()
    most = _MOST_BYTES if free is None else min(_MOST_BYTES, _SHARE_OF_FREE * free)
    for numbers in groups.values():
        batch: dict[int, Tree] = {}
        bytes_ = 0
        for number in numbers:
            tree = Tree(spots[number], compressed=True, threads=threads)
            if batch and (tree.memory > _LARGE or bytes_ + tree.memory > most):
                yield batch
                batch, bytes_ = {}, 0
            batch[number] = tree
            bytes_ += tree.memory
        yield batch


def solve_together(
    trees: list[Tree],
    device: Device,
    target: float,
    iterations: int = 10_000,
    fetch: Decisions | None = None,
    plan: Plan | None = None,
) -> list[Solution]:
    """Solve trees with the same betting on a device until the last has reached the target."""
    start = time.perf_counter()
    gpu = GpuSolver(trees, device, plan)
    if fetch is None:
        gpu.take_memory()
    pots = np.array([tree.spot.pot for tree in trees])
    measured: list[tuple[int, float]] = []
    chips = np.full(len(trees), np.inf)
    try:
        while (100 * chips > target * pots).any() and gpu.iterations < iterations:
            expected = next_measurement(measured, gpu.iterations, target, _EVERY, _EVERY)
            gpu.iterate(min(expected, iterations) - gpu.iterations)
            device.wait()
            chips = gpu.exploitability()
            measured.append((gpu.iterations, float((100 * chips / pots).max())))
        won = [gpu.expected(player) for player in (0, 1)]
    finally:
        if fetch is None:
            gpu.download()
    if fetch is not None:
        for number, tree in enumerate(trees):
            gpu.fetch(number, fetch(tree))
    seconds = time.perf_counter() - start
    return [
        Solution(
            tree,
            tree.iterations,
            float(100 * chips[number] / pots[number]),
            (
                float(won[0][number] + pots[number] / 2),
                float(won[1][number] + pots[number] / 2),
            ),
            seconds / len(trees),
        )
        for number, tree in enumerate(trees)
    ]
