"""A plan at work in a world that does not always do what it expects."""

import pytest

from fivebet.errors import PlanningError
from fivebet.planning import NEUTRAL, Planner
from fivebet.planning.monitor import Fact, Monitor, MonitorResponse
from tests.planning.asking import planner_of, problem_of

DELIVERY = """
    (:operator (!drive ?x ?y) ((at ?x) (road ?x ?y)) ((at ?x)) ((at ?y)) -1)
    (:operator (!unload) ((cargo)) ((cargo)) ((delivered)) 0)
    (:operator (!load) ((at depot)) () ((cargo)) 0)
    (:method (deliver) () ((travel shop) (ensure-cargo) (!unload)))
    (:method (ensure-cargo) ((cargo)) ())
    (:method (travel ?y) ((at ?y)) ())
    (:method (travel ?y) ((at ?x) (road ?x ?z) (not (been ?z))) ((!drive ?x ?z) (travel ?y)))
"""
STATE = "(at depot) (cargo) (road depot mid) (road mid shop) (road depot shop2) (road shop2 shop)"
ROADS: list[Fact] = [
    ("road", ("depot", "mid")),
    ("road", ("mid", "shop")),
    ("road", ("depot", "shop2")),
    ("road", ("shop2", "shop")),
]


def monitor_of(planner: Planner, state: str = STATE, tasks: str = "(deliver)") -> Monitor:
    problem = problem_of(state, tasks)
    plan = planner.best(problem).plan
    assert plan is not None
    return Monitor(planner, problem, plan, NEUTRAL)


def test_a_world_that_follows_the_plan_leaves_it_alone() -> None:
    monitor = monitor_of(planner_of(DELIVERY))
    assert str(monitor.next_step) == "(!drive depot mid)"
    verdict = monitor.observe([("at", ("mid",)), ("cargo", ()), *ROADS])
    assert verdict.response is MonitorResponse.AS_PLANNED
    assert str(monitor.next_step) == "(!drive mid shop)"
    monitor.observe([("at", ("shop",)), ("cargo", ()), *ROADS])
    monitor.observe([("at", ("shop",)), ("delivered", ()), *ROADS])
    assert monitor.next_step is None
    with pytest.raises(PlanningError, match="the plan is done"):
        monitor.observe([])


def test_a_difference_that_does_not_matter_is_repaired() -> None:
    monitor = monitor_of(planner_of(DELIVERY))
    verdict = monitor.observe([("at", ("mid",)), ("cargo", ()), ("rain", ()), *ROADS])
    assert verdict.response is MonitorResponse.REPAIRED
    assert verdict.surprising == {("rain", ())}
    assert not verdict.missing
    assert str(monitor.next_step) == "(!drive mid shop)"


def test_a_difference_that_matters_leads_to_a_new_plan_for_what_is_left() -> None:
    monitor = monitor_of(planner_of(DELIVERY))
    verdict = monitor.observe([("at", ("shop2",)), ("cargo", ()), *ROADS])
    assert verdict.response is MonitorResponse.REPLANNED
    assert verdict.missing == {("at", ("mid",))}
    assert verdict.surprising == {("at", ("shop2",))}
    assert str(monitor.next_step) == "(!drive shop2 shop)"


def test_when_what_is_left_cannot_be_done_all_is_planned_again() -> None:
    again = DELIVERY + "(:method (start) ((at lost)) ((!load2))) (:method (start) () ((deliver)))"
    again += "(:operator (!load2) () () ((delivered)) -9)"
    monitor = monitor_of(planner_of(again), tasks="(start)")
    verdict = monitor.observe([("at", ("lost",)), ("cargo", ()), *ROADS])
    assert verdict.response is MonitorResponse.RESTARTED
    assert str(monitor.next_step) == "(!load2)"


def test_when_nothing_can_be_done_the_plan_has_failed() -> None:
    monitor = monitor_of(planner_of(DELIVERY))
    verdict = monitor.observe([("at", ("nowhere",)), ("cargo", ())])
    assert verdict.response is MonitorResponse.FAILED
    assert verdict.plan is None
    assert monitor.next_step is None


FLIP = """
    (:operator (!flip) () () ((0.5 ((heads))) (0.5 ((tails)))) ((0.5 1) (0.5 -1)))
    (:operator (!cheer) ((heads)) () () 0)
    (:operator (!weep) ((tails)) () () 0)
    (:method (react) ((heads)) ((!cheer)) ((tails)) ((!weep)))
"""


def test_a_policy_goes_on_with_the_outcome_that_the_world_shows() -> None:
    planner, problem = planner_of(FLIP), problem_of("", "(!flip) (react)")
    plan = planner.best(problem, effects="policy").plan
    assert plan is not None
    for fact, step in (("heads", "(!cheer)"), ("tails", "(!weep)")):
        monitor = Monitor(planner, problem, plan, NEUTRAL, effects="policy")
        assert monitor.observe([(fact, ())]).response is MonitorResponse.AS_PLANNED
        assert str(monitor.next_step) == step


def test_a_sampled_plan_is_replanned_when_luck_is_otherwise() -> None:
    planner, problem = planner_of(FLIP), problem_of("", "(!flip) (react)")
    plan = planner.best(problem, seed=1).plan
    assert plan is not None
    expected = "heads" if str(plan.steps[1]) == "(!cheer)" else "tails"
    other = {"heads": "tails", "tails": "heads"}[expected]
    monitor = Monitor(planner, problem, plan, NEUTRAL, seed=1)
    assert monitor.observe([(other, ())]).response is MonitorResponse.REPLANNED
    assert str(monitor.next_step) == {"heads": "(!cheer)", "tails": "(!weep)"}[other]
