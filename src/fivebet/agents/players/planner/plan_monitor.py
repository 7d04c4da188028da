"""Whether the table does what a plan provides for.

From the plan that was followed, every situation is worked out in which it would be
our turn again, up to the next street; cards are left out of the comparison, since
nobody expects to guess them.
"""

from collections.abc import Iterator

from fivebet.agents.players.planner.situation import Situation, is_decision
from fivebet.planning import Plan, Planner, Problem
from fivebet.planning.monitor import Fact, world_after

_TOLERANCE = 0.5
"""How far the pot and the amount to call may be off, in parts of the pot."""

ExpectedTurn = tuple[float, float, float]
"""The opponents, pot and amount to call when it is our turn again."""


def departs_from_plan(planner: Planner, before: Situation, plan: Plan, now: Situation) -> bool:
    """Return whether no situation that the plan provides for is like the one at the table."""
    problem = before.problem(planner.domain.name)
    return not any(
        opponents == now.opponents
        and abs(pot - now.pot) <= _TOLERANCE * now.pot
        and abs(call - now.call) <= _TOLERANCE * now.pot
        for opponents, pot, call in expected_turns(planner, problem, plan)
    )


def expected_turns(planner: Planner, problem: Problem, plan: Plan) -> Iterator[ExpectedTurn]:
    """Return the turns that a plan expects after its first step."""
    yield from _turns(planner, problem, frozenset(problem.state), plan, first=True)


def _turns(
    planner: Planner, problem: Problem, world: frozenset[Fact], plan: Plan, first: bool
) -> Iterator[ExpectedTurn]:
    for place, step in enumerate(plan.steps):
        if is_decision(step) and not first:
            numbers = {
                name: facts[0] for name, facts in world if facts and isinstance(facts[0], float)
            }
            yield numbers["number-of-opponents"], numbers["pot"], numbers["amount-to-call"]
            return
        first = False
        if place == len(plan.steps) - 1 and plan.outcomes:
            for outcome in plan.outcomes:
                after = world_after(planner, problem, world, step, outcome.index)
                if after is not None:
                    yield from _turns(planner, problem, after, outcome.plan, first=False)
            return
        moved = world_after(planner, problem, world, step, step.outcome)
        if moved is None:
            return
        world = moved
