"""Solving a tree until exploitability is small."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from fivebet.errors import SolvingError
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


def solve(
    tree: Tree | Spot,
    target: float = 0.3,
    iterations: int = 10_000,
    every: int = 10,
    seconds: float | None = None,
    progress: Callable[[SolveProgress], None] = lambda _: None,
) -> Solution:
    """Iterate until exploitability is at most `target` percent of the pot.

    A spot is solved in a new tree, which the solution holds. Exploitability is measured
    `every` so many iterations. Solving continues from the state of the tree and ends early
    after `iterations` in all or when `seconds` are over.
    """
    if not target >= 0:
        raise SolvingError(
            f"a target of {target} cannot be reached: give percent of the pot, 0 or more"
        )
    if iterations < 1 or every < 1:
        raise SolvingError("a solve takes at least one iteration, and is measured every so many")
    if isinstance(tree, Spot):
        tree = Tree(tree)
    start = time.perf_counter()
    pct: float | None = None
    if tree.iterations:
        pct = _percent(tree)
    while pct is None or (pct > target and tree.iterations < iterations):
        tree.iterate()
        late = seconds is not None and time.perf_counter() - start >= seconds
        if late or tree.iterations % every == 0 or tree.iterations >= iterations:
            pct = _percent(tree)
        progress(SolveProgress(tree.iterations, pct, time.perf_counter() - start))
        if late:
            break
    spent = time.perf_counter() - start
    first = tree.expected(0)
    second = tree.spot.pot - first if not tree.spot.rake else tree.expected(1)
    return Solution(tree, tree.iterations, _percent(tree), (first, second), spent)


def _percent(tree: Tree) -> float:
    chips = tree.measure() if tree.exploitability is None else tree.exploitability
    return 100 * chips / tree.spot.pot
