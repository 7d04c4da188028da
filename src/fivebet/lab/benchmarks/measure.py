"""Timing: the best of several runs, since the machine is shared."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """One figure of ours, the goal for it, and the same of each peer."""

    name: str
    ours: float
    unit: str
    more_is_better: bool
    goal: float | None = None
    peers: dict[str, float] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Tell whether our figure reaches the goal."""
        if self.goal is None:
            return True
        return self.ours >= self.goal if self.more_is_better else self.ours <= self.goal

    def ratio(self, peer: float) -> float:
        """Return how many times better ours is than a peer's figure."""
        return self.ours / peer if self.more_is_better else peer / self.ours

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as JSON data."""
        return {
            "name": self.name,
            "ours": self.ours,
            "unit": self.unit,
            "goal": self.goal,
            "met": self.met,
            "peers": self.peers,
        }


def seconds(work: Callable[[], object], at_least: float = 0.3, repeats: int = 5) -> float:
    """Return the shortest time that one call takes, in blocks long enough to time."""
    work()
    calls, best = 1, float("inf")
    spent, runs = 0.0, 0
    while spent < at_least or runs < repeats:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        took = time.perf_counter() - start
        if took < 1e-3:
            calls *= 4
            continue
        best = min(best, took / calls)
        spent += took
        runs += 1
        if took > at_least and runs >= 2:
            break
    return best


def import_peer(module: str) -> Any:
    """Return the module of a peer, or None if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        return None
