"""Benchmarks: each puts our figure beside the peers' in the same run."""

from collections.abc import Callable

from fivebet.lab.benchmarks import (
    aki,
    arena,
    core,
    opponents,
    planning,
    plicas,
    room,
    seats,
    solving,
    store,
    table,
    tournaments,
)
from fivebet.lab.benchmarks.measure import Row

__all__ = ["Row", "run_benchmarks"]

_ALL = {
    **aki.BENCHMARKS,
    **arena.BENCHMARKS,
    **core.BENCHMARKS,
    **opponents.BENCHMARKS,
    **planning.BENCHMARKS,
    **plicas.BENCHMARKS,
    **room.BENCHMARKS,
    **seats.BENCHMARKS,
    **solving.BENCHMARKS,
    **store.BENCHMARKS,
    **table.BENCHMARKS,
    **tournaments.BENCHMARKS,
}


def run_benchmarks(only: str = "", progress: Callable[[float], None] = lambda _: None) -> list[Row]:
    """All benchmarks whose name holds `only`, one after the other."""
    chosen = {name: bench for name, bench in _ALL.items() if only.lower() in name.lower()}
    rows = []
    for done, (name, bench) in enumerate(chosen.items(), start=1):
        rows.append(bench(name))
        progress(done / len(chosen))
    return rows
