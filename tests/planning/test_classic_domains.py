"""Domains of the kind that JSHOP2 comes with, each against the slow planner."""

from pathlib import Path

import pytest

from fivebet.planning import Planner, read_domain, read_problems
from tests.planning.slow_planner import SlowPlanner

DOMAINS = Path(__file__).parent / "domains"
BENCHMARKS = Path(__file__).parents[2] / "src/fivebet/lab/benchmarks"
FUNCTIONS = {"Empty": lambda value: float(value == [])}
LIMIT = 40


def cases() -> list[tuple[str, int]]:
    """Every problem of every file."""
    return [
        (path.stem.removesuffix("-problems"), place)
        for path in sorted(DOMAINS.glob("*-problems.htn"))
        for place in range(len(read_problems(path)))
    ]


@pytest.mark.parametrize("compat", [False, True], ids=["manual", "jshop2"])
@pytest.mark.parametrize(("name", "place"), cases())
def test_plans_are_those_of_the_slow_planner(name: str, place: int, compat: bool) -> None:
    folder = BENCHMARKS if name in ("rovers", "towers") else DOMAINS
    domain = read_domain(folder / f"{name}.htn")
    problem = read_problems(DOMAINS / f"{name}-problems.htn")[place]
    planner = Planner(domain, FUNCTIONS, compat="jshop2" if compat else None)
    expected = SlowPlanner(domain, compat, budget=2_000_000).plans(problem, LIMIT)
    found = planner.plans(problem, LIMIT)
    assert [(plan.cost, [str(step) for step in plan.steps]) for plan in found.plans] == expected
    assert expected, "a case without a plan tests little"
    first = planner.plans(problem).plans[0]
    assert first.steps == found.plans[0].steps
