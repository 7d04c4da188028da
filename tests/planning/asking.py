"""Short ways to ask for plans in tests."""

from collections.abc import Callable, Mapping

from fivebet.planning import Planner, Problem, parse_domain, parse_problems


def problem_of(state: str, tasks: str) -> Problem:
    """One problem of the domain d."""
    (problem,) = parse_problems(f"(defproblem p d ({state}) ({tasks}))")
    return problem


def planner_of(
    elements: str,
    compat: bool = False,
    functions: Mapping[str, Callable[..., object]] | None = None,
) -> Planner:
    """A planner for a domain of these elements."""
    domain = parse_domain(f"(defdomain d ({elements}))")
    return Planner(domain, functions, compat="jshop2" if compat else None)


def plans(
    elements: str,
    state: str,
    tasks: str,
    compat: bool = False,
    functions: Mapping[str, Callable[..., object]] | None = None,
    limit: int | None = None,
) -> list[str]:
    """All plans, each as the text of its steps."""
    found = planner_of(elements, compat, functions).plans(problem_of(state, tasks), limit)
    return [" ".join(map(str, plan.steps)) for plan in found.plans]


SAY = "(:operator (!say ?x) () () ())"
SAY2 = "(:operator (!say2 ?x ?y) () () ())"
