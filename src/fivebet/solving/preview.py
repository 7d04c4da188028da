"""What a solve will take, before it starts: memory, iterations and seconds.

Memory is planned with the tree and known exactly. Time is the iterations that such trees need,
times the numbers that a tree stores, times what a number costs in an iteration on this machine;
that is measured on a small spot, in a fraction of a second.

Iterations follow a rule that was fitted to a river, turns and flops with one to three bet sizes
(14 to 1,032 decisions, 70 to 250 iterations): all lie within a third of it.
"""

import time
from dataclasses import dataclass

from fivebet.solving.gpu_devices import Device, find_device
from fivebet.solving.gpu_solver import GpuSolver
from fivebet.solving.solver import check_target
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree

_ITERATIONS, _BY_DECISIONS = 27.0, 0.29  # to reach 0.3 % of the pot
_TARGET, _BY_TARGET = 0.3, -0.58
_LEAST_TARGET = 1e-4
_SECONDS = 0.15  # of calibration
_USUAL_COST = 2e-9  # seconds of a core for a number in an iteration
_A_FEW_SECONDS = 3.0
_MANY, _FEW = "22+,A2s+,K9s+,QTs+,T8s+,98s,87s,76s,ATo+,KJo+", "66+,A8s+,KTs+,AJo+"
_RIVER = Spot.create("Kh8h3dJc5s", 200, 2000, "random", "random", bets="33%,75%,150%")
_TURN = Spot.create("Kh8h3dJc", 200, 900, _FEW, _MANY, bets="50%")
_LARGE_TURN = Spot.create(
    "Kh8h3dJc", 200, 2000, _FEW, _MANY, bets="33%,75%,150%", raises="50%,100%"
)
_FLOP_FACTOR = 1.2  # numbers of flops cost more than those of turns: there are more boards


_costs: dict[tuple[bool, bool, int, str], float] = {}


@dataclass(frozen=True, slots=True)
class SolvePreview:
    """What a solve will take."""

    memory_mb: float
    iterations: int
    """About how many iterations are left."""
    seconds: float


def preview_solve(
    tree: Tree, target: float = 0.3, iterations: int = 10_000, device: str | Device = "cpu"
) -> SolvePreview:
    """Estimate what solving a tree to a target takes, without taking its memory.

    Iterations that the tree has done are subtracted; there are at most `iterations` in all.
    """
    check_target(target)
    found = find_device(device) if isinstance(device, str) else device
    needed = _iterations(count_decisions(tree), target)
    left = max(0, min(iterations, needed) - tree.iterations)
    if tree.exploitability is not None and 100 * tree.exploitability / tree.spot.pot <= target:
        left = 0
    cost = 0.0
    if left:
        cost = seconds_per_number(tree.spot.street == 2, tree.compressed, tree.threads, found)
    if tree.spot.street == 0 and found is None:
        cost *= _FLOP_FACTOR
    return SolvePreview(tree.memory / 1e6, left, left * stored_numbers(tree) * cost)


def is_long(tree: Tree, target: float, iterations: int = 10_000) -> bool:
    """Return whether a solve may take more than a few seconds, by what usual cores do."""
    check_target(target)
    needed = min(iterations, _iterations(count_decisions(tree), target)) - tree.iterations
    return needed * stored_numbers(tree) * _USUAL_COST / tree.threads > _A_FEW_SECONDS


def count_decisions(tree: Tree) -> int:
    """Return how many decisions the betting has, on one board of each street."""
    solver, open_, decisions = tree._solver, [(tree.spot.street, 0)], 0
    while open_:
        street, number = open_.pop()
        *_, next_tree, children, _, _, _ = solver.node(street, number)
        decisions += bool(children)
        open_ += [(street, child) for child in children]
        if next_tree >= 0:
            open_.append((street + 1, solver.root(street + 1, next_tree)))
    return decisions


def stored_numbers(tree: Tree) -> int:
    """Return how many numbers a tree learns."""
    return tree._solver.bytes_needed // (2 if tree.compressed else 4)


def seconds_per_number(
    river: bool, compressed: bool, threads: int, device: Device | None = None
) -> float:
    """Return what each stored number costs in an iteration, measured once on this machine."""
    key = (river, compressed, threads, device.name if device else "")
    if key not in _costs:
        _costs[key] = _measure_cost(river, compressed, threads, device)
    return _costs[key]


def _measure_cost(river: bool, compressed: bool, threads: int, device: Device | None) -> float:
    spot = _LARGE_TURN if device else _RIVER if river else _TURN
    tree = Tree(spot, compressed=compressed, threads=threads)
    gpu = GpuSolver([tree], device) if device else None

    def ten_iterations() -> None:
        if gpu is not None and device is not None:
            gpu.iterate(10)
            gpu.exploitability()
            device.wait()
            return
        for _ in range(10):
            tree.iterate()
        tree.measure()

    ten_iterations()  # takes memory, and compiles kernels
    done, start = 0, time.perf_counter()
    while not done or time.perf_counter() - start < _SECONDS:
        ten_iterations()
        done += 10
    return (time.perf_counter() - start) / done / stored_numbers(tree)


def _iterations(decisions: int, target: float) -> int:
    by_target = float((max(target, _LEAST_TARGET) / _TARGET) ** _BY_TARGET)
    # In tens: nobody knows it better.
    return 10 * round(_ITERATIONS * float(decisions**_BY_DECISIONS) * by_target / 10 + 0.5)
