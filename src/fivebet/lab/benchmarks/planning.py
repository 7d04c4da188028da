"""How long plans take, beside GTPyhop's on its own encoding of the same problem.

The blocks world with 300 blocks is the yardstick of the field: JSHOP2, warm and
with its tracing removed, takes 0.33 to 0.7 s for such a problem.
"""

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from fivebet.lab.benchmarks.measure import Measurement, seconds
from fivebet.planning import Planner, parse_problems, read_domain

_JSHOP2 = 0.33  # seconds, its best
_TIMES_GTPYHOP = 2
_JSHOP2_ROVERS = 0.21  # seconds, its best at rovers of its own, 571 steps
_ROAD = 21  # places; a plan of 629 steps

Towers = list[list[int]]
"""Blocks from the table up, tower by tower."""


def random_towers(blocks: int, random: Random) -> Towers:
    """Put blocks down one after the other, some thirteen to a tower."""
    towers: Towers = [[1]]
    for block in range(2, blocks + 1):
        if random.random() < 1 / 13:
            towers.append([block])
        else:
            random.choice(towers).append(block)
    return towers


def towers_problem(start: Towers, goal: Towers) -> str:
    """Return the problem of building one from the other, for the domain beside this module."""
    blocks = " ".join(f"(block b{block})" for tower in start for block in tower)
    return f"(defproblem rebuild towers ({blocks} {_atoms(start)}) ((build ({_atoms(goal)}))))"


def _atoms(towers: Towers) -> str:
    atoms = []
    for tower in towers:
        atoms.append(f"(on-table b{tower[0]})")
        atoms += [f"(on b{upper} b{lower})" for lower, upper in pairwise(tower)]
        atoms.append(f"(clear b{tower[-1]})")
    return " ".join(atoms)


def _blocks(name: str, blocks: int) -> Measurement:
    random = Random(7)
    start, goal = random_towers(blocks, random), random_towers(blocks, random)
    planner = Planner(read_domain(Path(__file__).with_name("towers.htn")))
    (problem,) = parse_problems(towers_problem(start, goal))
    ours = seconds(lambda: planner.plans(problem))
    peers = {}
    if find_spec("gtpyhop"):
        peers["gtpyhop"] = _gtpyhop(start, goal)
    limits = [peer / _TIMES_GTPYHOP for peer in peers.values()]
    return Measurement(name, ours, "s", False, min([_JSHOP2 * blocks / 300, *limits]), peers)


def _gtpyhop(start: Towers, goal: Towers) -> float:
    """Time GTPyhop's own example of the domain by the faster of its two ways to search."""
    with redirect_stdout(io.StringIO()):
        gtpyhop: Any = import_module("gtpyhop")
        gtpyhop.current_domain = gtpyhop.Domain("towers")
        import_module("gtpyhop.examples.blocks_htn.actions")
        import_module("gtpyhop.examples.blocks_htn.methods")
        gtpyhop.set_verbose_level(0)
        state = gtpyhop.State("start")
        state.pos, state.clear = _positions(start)
        state.holding = {"hand": False}
        wanted = gtpyhop.Multigoal("goal")
        wanted.pos, _ = _positions(goal)
        took = []
        for strategy in ("iterative_greedy", "iterative_dfs_backtracking"):
            gtpyhop.set_recursive_planning(strategy)
            took.append(seconds(lambda: gtpyhop.find_plan(state, [("achieve", wanted)]), repeats=2))
    return min(took)


def _positions(towers: Sequence[Sequence[int]]) -> tuple[dict[str, str], dict[str, bool]]:
    positions, clear = {}, {}
    for tower in towers:
        below = "table"
        for block in tower:
            positions[f"b{block}"] = below
            clear[f"b{block}"] = block == tower[-1]
            below = f"b{block}"
    return positions, clear


def rovers_problem(places: int) -> str:
    """Return a problem: soil at every other place of a road, the lander at its beginning."""
    road = " ".join(
        f"(link r w{place} w{place - 1}) (link r w{place - 1} w{place})"
        for place in range(1, places)
    )
    soil = " ".join(f"(soil w{place})" for place in range(2, places, 2))
    facts = "(rover r) (store s r) (empty s) (lander w0) (channel free) (sees w1 w0) (at r w1)"
    return f"(defproblem road rovers ({facts} {road} {soil}) ((survey)))"


def _rovers(name: str) -> Measurement:
    planner = Planner(read_domain(Path(__file__).with_name("rovers.htn")))
    (problem,) = parse_problems(rovers_problem(_ROAD))
    return Measurement(name, seconds(lambda: planner.plans(problem)), "s", False, _JSHOP2_ROVERS)


def _compiling(name: str) -> Measurement:
    domain = read_domain(Path(__file__).with_name("towers.htn"))
    return Measurement(name, seconds(lambda: Planner(domain)) * 1e3, "ms", False, 50)


BENCHMARKS: dict[str, Callable[[str], Measurement]] = {
    "planning: blocks world, 300 blocks": lambda name: _blocks(name, 300),
    "planning: compiling its domain": _compiling,
    "planning: rovers, 629 steps": _rovers,
}
