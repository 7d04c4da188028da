"""Plans and policies from what a search has found."""

from dataclasses import replace
from math import fsum

from fivebet.planning.best import Aggregate, Link, Way
from fivebet.planning.network import Network
from fivebet.planning.plan import Outcome, Plan, Step
from fivebet.planning.search import Deed, Reduction
from fivebet.planning.utility import Utility, expected_utility

__all__ = ["plan_of", "step_of"]


def step_of(deed: Deed) -> Step:
    """A step of a plan from what was done in the search."""
    return Step(deed.name, deed.arguments, deed.lottery, deed.chance, deed.outcome, deed.after)


def plan_of(
    network: Network,
    way: Way,
    utility: Utility,
    aggregate: Aggregate,
    made: dict[int, Plan] | None = None,
) -> Plan:
    """The plan, or the policy, that the search for the best has found.

    Branches that come to the same place share what follows: `made` has their plans.
    """
    made = {} if made is None else made
    if way is not None and id(way) in made:
        return made[id(way)]
    steps: list[Step] = []
    trail: list[Deed | Reduction] = []
    rest = way
    while isinstance(rest, Link):
        trail.append(rest.what)
        if isinstance(rest.what, Deed):
            steps.append(step_of(rest.what))
        rest = rest.then
    if rest is None:
        worth, sure = expected_utility(utility, [step.lottery for step in steps], aggregate)
        cost = sum(step.cost for step in steps)
        plan = Plan(tuple(steps), cost, worth, sure, network=network, trail=tuple(trail))
    else:
        deed = rest.what
        steps.append(replace(step_of(deed), lottery=((1.0, 0.0),)))
        trail.append(deed)
        outcomes = tuple(
            Outcome(
                each.chance,
                each.cost,
                plan_of(deed.after, each.then, utility, aggregate, made),
                each.place,
            )
            for each in rest.branches
        )
        cost = fsum(step.cost for step in steps) + fsum(
            each.chance * (each.cost + each.plan.cost) for each in outcomes
        )
        plan = Plan(tuple(steps), cost, 0.0, 0.0, outcomes, network, tuple(trail))
        worth, sure = _policy_worth(plan, utility, aggregate)
        plan = replace(plan, utility=worth, equivalent=sure)
    if way is not None:
        made[id(way)] = plan
    return plan


def _policy_worth(plan: Plan, utility: Utility, aggregate: Aggregate) -> tuple[float, float]:
    """Expected utility and certainty equivalent of a policy."""
    before = [step.lottery for step in plan.steps]
    if utility.additive:
        rest = tuple((each.chance, each.cost + each.plan.equivalent) for each in plan.outcomes)
        sure = fsum(map(utility.equivalent, before)) + utility.equivalent(rest)
        worth = utility.of(sure)
    else:
        worth, sure = utility.expected(plan.lottery), utility.equivalent(plan.lottery)
    if aggregate == "sum":
        worth = fsum(map(utility.expected, before[:-1])) + fsum(
            each.chance * (utility.of(each.cost) + each.plan.utility) for each in plan.outcomes
        )
    return worth, sure
