"""Ten domains in which tasks come round again, with answers worked out by hand."""

from collections.abc import Callable
from math import exp, inf, isclose, log

import pytest

from fivebet.errors import PlanningError
from fivebet.planning import (
    NEUTRAL,
    BestPlan,
    CustomUtility,
    Dynamic,
    Exponential,
    Plan,
    Utility,
)
from fivebet.planning.monitor import Monitor, MonitorResponse
from tests.planning.asking import planner_of, problem_of


def best(
    elements: str, tasks: str, utility: Utility = NEUTRAL, state: str = "", **how: object
) -> BestPlan:
    return planner_of(elements).best(
        problem_of(state, tasks),
        utility,
        effects="policy",
        **how,  # type: ignore[arg-type]
    )


def proved(found: BestPlan) -> Plan:
    assert found.optimal
    assert found.plan is not None
    return found.plan


TRY = """
    (:operator (!try) () () ((0.5 ((done))) (0.5 ())) -1)
    (:method (get) ((done)) ())
    (:method (get) ((not (done))) ((!try) (get)))
"""
BUY = "(:operator (!buy) () () ((done)) {price}) (:method (get) ((not (done))) ((!buy)))"


def test_trying_again_costs_two_on_average_and_beats_buying_for_five() -> None:
    plan = proved(best(TRY + BUY.format(price=-5), "(get)"))
    assert isclose(plan.cost, -2)  # 1 / 0.5
    assert str(plan.steps[0]) == "(!try)"
    assert plan.loops


def test_trying_again_is_a_plan_where_nothing_else_is() -> None:
    assert isclose(proved(best(TRY, "(get)")).cost, -2)


def test_buying_is_best_below_the_mean_of_trying() -> None:
    plan = proved(best(TRY + BUY.format(price=-1.9), "(get)"))
    assert [str(step) for step in plan.steps] == ["(!buy)"]
    assert not plan.loops


@pytest.mark.parametrize("alpha", [0.1, 0.5, 0.69])
def test_the_averse_value_of_trying_again_is_that_of_a_geometric_number(alpha: float) -> None:
    # E e^(αN) = e^α/2 / (1 - e^α/2) for N tries, as long as e^α < 2.
    plan = proved(best(TRY, "(get)", Exponential(-1, alpha)))
    grown = exp(alpha) / 2
    assert isclose(plan.equivalent, -log(grown / (1 - grown)) / alpha, rel_tol=1e-9)
    assert isclose(plan.cost, -2)


def test_who_is_too_averse_buys_at_any_price() -> None:
    utility = Exponential(-1, 0.8)  # e^0.8 > 2: trying again is infinitely bad
    plan = proved(best(TRY + BUY.format(price=-500), "(get)", utility))
    assert str(plan.steps[0]) == "(!buy)"
    alone = proved(best(TRY, "(get)", utility))
    assert alone.equivalent == -inf
    assert isclose(alone.cost, -2)


def test_who_seeks_risk_values_the_short_series() -> None:
    alpha = 0.4
    shrunk = exp(-alpha) / 2
    plan = proved(best(TRY, "(get)", Exponential(1, alpha)))
    assert isclose(plan.equivalent, log(shrunk / (1 - shrunk)) / alpha, rel_tol=1e-9)


GAMBLER = """
    (:operator (!bet) ((money ?n)) ((money ?n))
        ((0.4 ((money (call + ?n 1)))) (0.6 ((money (call - ?n 1))))) ((0.4 1) (0.6 -1)))
    (:method (play) ((money ?n) (call = ?n 0)) ())
    (:method (play) ((money ?n) (call = ?n 5)) ())
    (:method (play) ((money ?n) (call > ?n 0) (call < ?n 5)) ((!bet) (play)))
"""


@pytest.mark.parametrize("start", [1, 2, 4])
def test_the_gamblers_ruin(start: int) -> None:
    ratio = 0.6 / 0.4
    wins = (ratio**start - 1) / (ratio**5 - 1)
    plan = proved(best(GAMBLER, "(play)", state=f"(money {start})"))
    assert isclose(plan.cost, 5 * wins - start, rel_tol=1e-9)


def test_a_walk_on_a_line_takes_the_square_of_its_length() -> None:
    walk = """
        (:operator (!step) ((at ?n)) ((at ?n))
            ((0.5 ((at (call + ?n 1)))) (0.5 ((at (call Least ?n))))) -1)
        (:method (walk) ((at ?n) (call = ?n 6)) ())
        (:method (walk) ((at ?n) (call < ?n 6)) ((!step) (walk)))
    """
    below: dict[str, Callable[..., object]] = {"Least": lambda n: max(n - 1, 0.0)}
    found = planner_of(walk, functions=below).best(problem_of("(at 0)", "(walk)"), effects="policy")
    # With a wall that holds at 0 it is n·(n + 1) steps.
    assert isclose(proved(found).cost, -6 * 7, rel_tol=1e-9)


def test_six_heads_in_a_row() -> None:
    heads = """
        (:operator (!flip) ((run ?n)) ((run ?n)) ((0.5 ((run (call + ?n 1)))) (0.5 ((run 0)))) -1)
        (:method (flip) ((run ?n) (call = ?n 6)) ())
        (:method (flip) ((run ?n) (call < ?n 6)) ((!flip) (flip)))
    """
    plan = proved(best(heads, "(flip)", state="(run 0)"))
    assert isclose(plan.cost, -(2**7 - 2), rel_tol=1e-9)


def test_the_safe_road_is_taken_where_a_slip_costs_the_way_back() -> None:
    # The cliff: a step along it costs 1 and slips back to the start with 1 in 5; the inland
    # road costs 6 for sure. Two steps along it cost (1 + 0.8) / 0.64 = 2.8125, six 14.07.
    roads = """
        (:operator (!along) ((at ?n)) ((at ?n)) ((0.8 ((at (call + ?n 1)))) (0.2 ((at 0)))) -1)
        (:operator (!inland) ((at ?n) (goal ?g)) ((at ?n)) ((at ?g)) -6)
        (:method (go) ((at ?n) (goal ?n)) ())
        (:method (go) ((at ?n) (goal ?g) (call < ?n ?g)) ((!along) (go)))
        (:method (go) ((at ?n) (goal ?g) (call < ?n ?g)) ((!inland)))
    """
    short = proved(best(roads, "(go)", state="(at 0) (goal 2)"))
    assert isclose(short.cost, -(1 + 0.8) / 0.64, rel_tol=1e-9)
    long = proved(best(roads, "(go)", state="(at 0) (goal 6)"))
    assert [str(step) for step in long.steps] == ["(!inland)"]


def test_a_loop_without_a_way_out_is_no_plan() -> None:
    never = TRY.replace("(0.5 ((done))) (0.5 ())", "(0.5 ((red))) (0.5 ())")
    found = best(never, "(get)")
    assert found.plan is None
    assert found.optimal


def test_a_policy_that_may_break_the_only_tool_is_no_plan() -> None:
    tool = """
        (:operator (!try) ((tool)) () ((0.5 ((done))) (0.4 ()) (0.1 ((broken)))) -1)
        (:method (get) ((done)) ())
        (:method (get) ((not (done)) (not (broken))) ((!try) (get)))
    """
    found = best(tool, "(get)", state="(tool)")
    assert found.plan is None
    assert found.optimal
    mended = tool + "(:operator (!mend) ((broken)) ((broken)) () -3)"
    mended += "(:method (get) ((broken)) ((!mend) (get)))"
    # V = -1 + 0.4·V + 0.1·(V - 3)
    assert isclose(proved(best(mended, "(get)", state="(tool)")).cost, -2.6, rel_tol=1e-9)


def test_waiting_for_ever_is_no_plan_though_it_is_free() -> None:
    waiting = TRY + "(:operator (!wait) () () () 0)"
    waiting += "(:method (get) ((not (done))) ((!wait) (get)))"
    assert isclose(proved(best(waiting, "(get)")).cost, -2)


def test_a_loop_that_gains_on_average_has_no_best_policy() -> None:
    casino = """
        (:operator (!bet) () () () ((0.5 3) (0.5 -2)))
        (:operator (!look) () () ((0.5 ((late))) (0.5 ())) 0)
        (:method (play) () ())
        (:method (play) ((not (late))) ((!bet) (!look) (stay)))
        (:method (stay) ((late)) ())
        (:method (stay) ((not (late))) ((!bet) (stay)))
        (:method (stay) ((not (late))) ())
    """
    with pytest.raises(PlanningError, match="there is no best plan: a loop of tasks gains"):
        best(casino, "(play)")
    # To the averse the bet is bad: E e^(-c) > 1.
    assert proved(best(casino, "(play)", Exponential(-1, 1.0))).steps == ()


def test_free_loops_are_solved_for_every_utility() -> None:
    roulette = """
        (:operator (!spin) () () ((0.25 ((red))) (0.25 ((black))) (0.5 ())) 0)
        (:operator (!pay) ((black)) () () -4)
        (:operator (!cash) ((red)) () () 8)
        (:operator (!leave) () () () 1)
        (:method (play) () ((!spin) (on)))
        (:method (on) ((red)) ((!cash)))
        (:method (on) ((black)) ((!pay)))
        (:method (on) ((not (red)) (not (black))) ((!spin) (on)))
        (:method (play) () ((!leave)))
    """
    assert isclose(proved(best(roulette, "(play)")).cost, 2.0)
    shy = CustomUtility(lambda cost: cost if cost < 0 else cost / 4)
    assert [str(step) for step in proved(best(roulette, "(play)", shy)).steps] == ["(!leave)"]
    bold = Dynamic(0.5, pivot=20.0, atom="stack")
    plan = proved(best(roulette, "(play)", bold, state="(stack 4)"))
    here = bold.at([("stack", (4.0,))])
    assert isclose(plan.utility, (here.value(8.0) + here.value(-4.0)) / 2, rel_tol=1e-9)
    assert isclose(here.value(plan.equivalent), plan.utility, rel_tol=1e-9)


def test_the_thesiss_sum_over_steps_is_solved_too() -> None:
    utility = Exponential(-1, 0.5)
    plan = proved(best(TRY, "(get)", utility, aggregate="sum"))
    assert isclose(plan.utility, 2 * utility.value(-1), rel_tol=1e-9)
    grown = exp(0.5) / 2
    assert isclose(plan.equivalent, -log(grown / (1 - grown)) / 0.5, rel_tol=1e-9)


def test_nothing_is_proved_where_nodes_are_left_out() -> None:
    counted = """
        (:operator (!try ?n) () () ((0.5 ((done))) (0.5 ())) -1)
        (:operator (!rest) ((tired)) ((tired)) () 0)
        (:operator (!run) ((not (tired))) () ((tired)) 0)
        (:operator (!buy) () () ((done)) -5)
        (:method (get ?n) ((done)) ())
        (:method (get ?n) ((not (done))) ((!buy)))
        (:method (get ?n) ((not (done))) ((!run) (!rest) (get ?n)))
        (:method (get ?n) ((not (done))) ((!try ?n) (get (call + ?n 1))))
    """
    found = best(counted, "(get 0)", nodes=60)
    assert not found.optimal
    assert found.plan is not None
    assert -5 <= found.plan.cost < -2
    alone = counted.replace("(:method (get ?n) ((not (done))) ((!buy)))", "")
    assert best(alone, "(get 0)", nodes=60) == BestPlan(
        None, False, best(alone, "(get 0)", nodes=60).nodes
    )


def test_options_weigh_first_steps_that_may_come_round_again() -> None:
    planner = planner_of(TRY + BUY.format(price=-5))
    ranked = planner.options(problem_of("", "(get)"), effects="policy")
    assert {step: each.plan.cost for step, each in ranked.items() if each.plan} == {
        "(!try)": pytest.approx(-2),
        "(!buy)": pytest.approx(-5),
    }
    assert list(ranked) == ["(!try)", "(!buy)"]
    assert all(each.optimal for each in ranked.values())


def test_a_monitor_goes_round_with_the_policy() -> None:
    planner, problem = planner_of(TRY), problem_of("", "(get)")
    found = planner.best(problem, effects="policy")
    monitor = Monitor(planner, problem, proved(found), NEUTRAL, effects="policy")
    for _ in range(5):
        assert str(monitor.next_step) == "(!try)"
        assert monitor.observe([]).response is MonitorResponse.AS_PLANNED
    assert monitor.observe([("done", ())]).response is MonitorResponse.AS_PLANNED
    assert monitor.next_step is None


def test_plans_that_come_round_again_can_be_shown_and_have_no_lottery() -> None:
    plan = proved(best(TRY, "(get)"))
    lines = str(plan.tree(NEUTRAL, "p")).split("\n")
    assert lines[0] == "p (part 1)  cost -2  utility -2"
    assert lines[-1] == "└─ outcome 2: part 1 again  p 0.5  cost -3  utility -3"
    assert [(chance, str(step)) for chance, step in plan.walk()] == [(1.0, "(!try)")]
    with pytest.raises(PlanningError, match="totals without end"):
        _ = plan.lottery


COUNTED = """
    (:operator (!try ?n) () () ((0.5 ((done))) (0.5 ())) -1)
    (:method (get ?n) ((done)) ())
    (:method (get ?n) ((not (done))) ((!try ?n) (get (call + ?n 1))))
"""


def test_a_policy_without_end_is_given_up_for_one_that_ends() -> None:
    found = best(COUNTED, "(get 0)", nodes=100)
    assert found.plan is None
    assert not found.optimal
    buying = COUNTED + BUY.format(price=-5).replace("(get)", "(get ?n)")
    found = best(buying, "(get 0)", nodes=100)
    assert found.plan is not None
    assert not found.optimal
    assert -2.1 < found.plan.cost <= -2
    wealth = Dynamic(0.1, pivot=20.0)
    found = best(TRY + BUY.format(price=-5), "(get)", wealth, state="(stack 5)", nodes=100)
    assert found.plan is not None
    assert not found.optimal


def test_a_plan_without_end_is_given_up_at_the_limit() -> None:
    walk = "(:operator (!go) () () ()) (:method (walk ?n) () ((!go) (walk (call + ?n 1))))"
    found = planner_of(walk).best(problem_of("", "(walk 0)"), nodes=100)
    assert found.plan is None
    assert not found.optimal
