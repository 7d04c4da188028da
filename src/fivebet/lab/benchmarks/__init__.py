"""Benchmarks: each puts our figure beside the peers' in the same run."""

from collections.abc import Callable

from fivebet.lab.benchmarks import (
    agents,
    arena,
    core,
    formats,
    planning,
    room,
    solving,
    table,
    tournaments,
)
from fivebet.lab.benchmarks.measure import Measurement

__all__ = ["Measurement", "run_benchmarks"]

_MODULES = (agents, arena, core, formats, planning, room, solving, table, tournaments)
_ALL = {name: run for module in _MODULES for name, run in module.BENCHMARKS.items()}


def run_benchmarks(
    only: str = "", on_progress: Callable[[float], None] = lambda _: None
) -> list[Measurement]:
    """Run all benchmarks whose name contains `only`, one after the other."""
    chosen = {name: bench for name, bench in _ALL.items() if only.lower() in name.lower()}
    rows = []
    for done, (name, bench) in enumerate(chosen.items(), start=1):
        rows.append(bench(name))
        on_progress(done / len(chosen))
    return rows
