"""The compiled planner finds what the slow one finds, plan by plan, in the same order."""

import pytest

from fivebet.errors import PlanningError
from fivebet.planning import Planner, parse_domain, parse_problems
from tests.planning.random_domains import Maker
from tests.planning.slow_planner import SlowPlanner, TooLongError

LIMIT = 25
BUDGET = 20_000
DOMAINS = 90


def compare(seed: int, open_terms: bool, compat: bool) -> int:
    """How many plans both have found; -1 where the slow one gives up or cannot go on."""
    maker = Maker(seed, open_terms)
    domain = parse_domain(maker.domain())
    (problem,) = parse_problems(maker.problem())
    try:
        expected = SlowPlanner(domain, compat, BUDGET).plans(problem, LIMIT)
    except TooLongError:
        return -1
    except (TypeError, KeyError, AttributeError):
        # A word where a number must stand, or an atom that is none.
        with pytest.raises(PlanningError):
            Planner(domain, compat="jshop2" if compat else None).plans(problem, LIMIT)
        return -1
    planner = Planner(domain, compat="jshop2" if compat else None)
    found = planner.plans(problem, LIMIT).plans
    assert [(plan.cost, [str(step) for step in plan.steps]) for plan in found] == expected
    return len(expected)


@pytest.mark.parametrize("compat", [False, True], ids=["manual", "jshop2"])
@pytest.mark.parametrize("open_terms", [False, True], ids=["bound", "open"])
@pytest.mark.parametrize("part", range(3))
def test_random_domains_give_the_same_plans(part: int, open_terms: bool, compat: bool) -> None:
    counts = [compare(seed, open_terms, compat) for seed in range(part * 30, (part + 1) * 30)]
    assert sum(count > 0 for count in counts) >= 4
