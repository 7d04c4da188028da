"""Utilities against enumeration of everything that may happen."""

from itertools import product
from math import exp, fsum, isclose, log, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import PlanningError
from fivebet.planning import NEUTRAL, CustomUtility, Dynamic, Exponential, Utility, attitude
from fivebet.planning.runtime import Lottery
from fivebet.planning.utility import combined, expected_utility

COSTS = st.integers(-40, 40).map(lambda n: n / 4)


@st.composite
def lotteries(draw: st.DrawFn) -> Lottery:
    weights = draw(st.lists(st.integers(1, 20), min_size=1, max_size=4))
    return tuple((weight / sum(weights), draw(COSTS)) for weight in weights)


PLANS = st.lists(lotteries(), min_size=0, max_size=5)
UTILITIES = st.sampled_from(
    [
        NEUTRAL,
        Exponential(-1, 0.05),
        Exponential(1, 0.05),
        Exponential(-1, 0.3, printed=True),
        Exponential(1, 0.3, printed=True),
        Dynamic(0.1, pivot=5.0, wealth=3.0),
        CustomUtility(lambda cost: cost if cost < 0 else cost / 2),
    ]
)


def enumerated(utility: Utility, plan: list[Lottery]) -> float:
    """The expected utility, one combination of outcomes after the other."""
    return fsum(
        prod(chance for chance, _ in outcomes) * utility.value(fsum(cost for _, cost in outcomes))
        for outcomes in product(*plan)
    )


@given(UTILITIES, PLANS)
def test_expected_utility_agrees_with_enumeration(utility: Utility, plan: list[Lottery]) -> None:
    expected = enumerated(utility, plan)
    found, sure = expected_utility(utility, plan)
    assert isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12)
    assert isclose(utility.value(sure), expected, rel_tol=1e-9, abs_tol=1e-9)


@given(UTILITIES, PLANS)
def test_the_sum_adds_the_steps(utility: Utility, plan: list[Lottery]) -> None:
    expected = fsum(enumerated(utility, [lottery]) for lottery in plan)
    found, _ = expected_utility(utility, plan, "sum")
    assert isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12)


@given(PLANS)
def test_combined_lotteries_hold_every_total_once(plan: list[Lottery]) -> None:
    found = combined(plan)
    totals = [total for _, total in found]
    assert totals == sorted(set(totals))
    assert isclose(fsum(chance for chance, _ in found), 1, abs_tol=1e-12)


@given(UTILITIES, lotteries())
def test_a_certainty_equivalent_lies_within_what_may_happen(
    utility: Utility, lottery: Lottery
) -> None:
    costs = [cost for _, cost in lottery]
    assert min(costs) - 1e-9 <= utility.equivalent(lottery) <= max(costs) + 1e-9


@given(lotteries())
def test_the_averse_pay_to_be_rid_of_risk_and_the_seeking_pay_for_it(lottery: Lottery) -> None:
    averse, neutral, seeking = (
        attitude(name, 0.1).equivalent(lottery) for name in ("averse", "neutral", "seeking")
    )
    assert averse <= neutral + 1e-9
    assert neutral <= seeking + 1e-9


def test_the_thesis_prints_a_utility_that_punishes_every_step() -> None:
    assert Exponential(-1, 0.05).value(0) == 0
    assert Exponential(-1, 0.05, printed=True).value(0) == -40
    assert Exponential(1, 0.05, printed=True).value(0) == 0
    for cost in (-20.0, 0.0, 13.0):
        assert isclose(
            Exponential(-1, 0.05, printed=True).value(cost), (-exp(-0.05 * cost) - 1) / 0.05
        )


def test_sum_and_exact_utility_disagree_about_five_sure_losses() -> None:
    averse = Exponential(-1, 0.05)
    sure: list[Lottery] = [((1.0, -20.0),)] * 5
    risky: list[Lottery] = [((0.1, -107.0), (0.9, 0.0))]
    assert expected_utility(averse, sure, "sum")[0] > expected_utility(averse, risky, "sum")[0]
    assert expected_utility(averse, sure)[0] < expected_utility(averse, risky)[0]
    assert expected_utility(averse, sure)[1] == -100
    assert isclose(expected_utility(averse, risky)[1], -log(0.1 * exp(5.35) + 0.9) / 0.05)


def test_large_amounts_overflow_the_utility_but_not_the_equivalent() -> None:
    seeking = Exponential(1, 0.05)
    lottery: Lottery = ((1e-9, 100_000.0), (1 - 1e-9, 0.0))
    assert seeking.expected(lottery) == float("inf")
    assert isclose(seeking.equivalent(lottery), 100_000 + log(1e-9) / 0.05)
    averse = Exponential(-1, 0.05)
    assert averse.expected(((0.5, -100_000.0), (0.5, 0.0))) == -float("inf")


def test_dynamic_attitudes_seek_risk_when_short_and_avoid_it_when_deep() -> None:
    gamble: Lottery = ((0.5, 50.0), (0.5, -50.0))
    utility = Dynamic(0.01, pivot=500.0)
    short = utility.at([("stack", (100.0,)), ("pot", (10.0,))])
    deep = utility.at([("stack", (2000.0,))])
    assert short.expected(gamble) > 0 > deep.expected(gamble)
    assert short.equivalent(gamble) > 0 > deep.equivalent(gamble)


def test_utilities_refuse_what_they_cannot_take() -> None:
    with pytest.raises(PlanningError, match="alpha is 0"):
        Exponential(-1, 0)
    with pytest.raises(PlanningError, match="a is 2"):
        Exponential(2, 0.1)  # type: ignore[arg-type]
    with pytest.raises(PlanningError, match="there is no attitude 'brave'"):
        attitude("brave")
    with pytest.raises(PlanningError, match="the state has no \\(stack number\\)"):
        Dynamic(0.1, 1.0).at([])
    with pytest.raises(PlanningError, match="must not decrease"):
        CustomUtility(lambda cost: -cost).equivalent(((0.5, 1.0), (0.5, 2.0)))
