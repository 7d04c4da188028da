"""Sections 3.3 and 7.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.agents.players.aki.agent import Values, choose
from fivebet.agents.players.aki.bounds import (
    BOUNDS,
    POOLS,
    aggressive_preflop_value,
    aggressive_raise_value,
    pooled,
    tempered_preflop_value,
)
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, FOLD, Legal, raise_to

FACING = Legal(can_fold=True, call=10, can_raise=True, min_raise=20, max_raise=20)
FREE = Legal(can_fold=False, call=0, can_raise=True, min_raise=10, max_raise=10)
CAPPED = Legal(can_fold=True, call=10, can_raise=False, min_raise=0, max_raise=0)


def test_the_printed_values_of_delta() -> None:
    assert aggressive_preflop_value(0) == -0.2
    assert aggressive_preflop_value(6) == pytest.approx(-0.2 * 1.2**6)
    assert aggressive_preflop_value(6.1) == -0.6  # 'already reached with d ≈ 6'
    assert aggressive_preflop_value(-100) == pytest.approx(0, abs=1e-8)


def test_the_printed_values_of_rho() -> None:
    assert aggressive_raise_value(0) == 1.5
    assert aggressive_raise_value(-50) == 1.5
    assert aggressive_raise_value(100) == pytest.approx(0, abs=0.01)


def test_the_wishes_of_section_7_for_delta() -> None:
    assert tempered_preflop_value(0) == 0
    assert tempered_preflop_value(49.9) > -0.6
    assert tempered_preflop_value(50) == -0.6
    assert tempered_preflop_value(-10) > 0


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.sampled_from(sorted(BOUNDS)))
def test_the_more_somebody_has_lost_the_more_is_risked(a: float, b: float, form: str) -> None:
    delta, rho = BOUNDS[form]
    assert delta(max(a, b)) <= delta(min(a, b))
    assert rho(max(a, b)) <= rho(min(a, b))


def test_the_bound_is_the_average_of_bounds_and_not_the_bound_of_the_average() -> None:
    """A weak and a strong opponent, as in section 7.2."""
    lost = [-16.5, 5.94]
    values = [aggressive_preflop_value(d) for d in lost]
    assert values == [pytest.approx(-0.01, abs=1e-3), pytest.approx(-0.59, abs=1e-3)]
    assert pooled("mean", values, lost) == pytest.approx(-0.3, abs=1e-3)
    assert pooled("mean", values, lost) != pytest.approx(aggressive_preflop_value(sum(lost) / 2))
    assert pooled("max", values, lost) == pytest.approx(-0.01, abs=1e-3)


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=9), st.sampled_from(POOLS))
def test_a_pooled_bound_lies_between_those_of_the_opponents(lost: list[float], pool: str) -> None:
    values = [aggressive_preflop_value(d) for d in lost]
    assert min(values) - 1e-9 <= pooled(pool, values, lost) <= max(values) + 1e-9


def test_weights_lean_towards_the_strong_without_being_the_max() -> None:
    lost = [-20.0, 40.0]
    values = [-0.01, -0.59]
    weighted = pooled("weighted", values, lost)
    assert pooled("mean", values, lost) < weighted < pooled("max", values, lost)


def test_an_unknown_pool_is_refused() -> None:
    with pytest.raises(AgentError, match="mean, max, weighted"):
        pooled("min", [0.0], [0.0])


@pytest.mark.parametrize(
    ("values", "delta", "rho", "legal", "action"),
    [
        (Values(0, -0.1, -0.3, 9), 0, 1.5, FACING, FOLD),
        (Values(0, -0.1, -0.3, 9), -0.2, 1.5, FACING, CALL),  # δ keeps us in
        (Values(0, -0.2, -0.3, 9), -0.2, 1.5, FACING, FOLD),  # not below: not in
        (Values(0, 0.1, -0.3, 9), 0.2, 1.5, FACING, FOLD),  # a δ above 0 asks for more
        (Values(0, 0.5, 0.7, 9), 0, 1.5, FACING, raise_to(20)),
        (Values(0, 0.7, 0.5, 9), 0, 1.5, FACING, CALL),
        (Values(0, 1.5, 0.5, 9), 0, 1.5, FACING, raise_to(20)),  # ρ is reached
        (Values(0, 1.5, None, 9), 0, 1.5, CAPPED, CALL),
        (Values(-2, -2.5, -2.3, 9), 0, 1.5, FACING, FOLD),
        (Values(-2, -2.5, -3, 9), 0, 1.5, FREE, CHECK),  # nobody folds for free
        (Values(-2, 1, 2), 0, 1.5, FACING, FOLD),  # nothing was simulated
        (Values(-2, 1, 2), 0, 1.5, FREE, CHECK),
    ],
)
def test_decisions_after_the_bounds(
    values: Values, delta: float, rho: float, legal: Legal, action: object
) -> None:
    assert choose(values, delta, rho, legal) == action
