"""Hierarchical task network planning with risk: domains in JSHOP2's language.

    planner = Planner(read_domain("travel.htn"))
    problem, = read_problems("trip.htn")
    print(planner.plans(problem).plans[0])
    print(planner.best(problem, attitude("averse", 0.01)).plan)

Nothing here depends on poker.
"""

from fivebet.planning.language import Domain, Problem
from fivebet.planning.parser import parse_domain, parse_problems, read_domain, read_problems
from fivebet.planning.plan import Outcome, Plan, PlanTree, Step
from fivebet.planning.planner import BestPlan, Planner, Plans
from fivebet.planning.utility import (
    NEUTRAL,
    CustomUtility,
    Dynamic,
    Exponential,
    Neutral,
    Utility,
    attitude,
)

__all__ = [
    "NEUTRAL",
    "BestPlan",
    "CustomUtility",
    "Domain",
    "Dynamic",
    "Exponential",
    "Neutral",
    "Outcome",
    "Plan",
    "PlanTree",
    "Planner",
    "Plans",
    "Problem",
    "Step",
    "Utility",
    "attitude",
    "parse_domain",
    "parse_problems",
    "read_domain",
    "read_problems",
]
