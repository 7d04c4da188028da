"""Policies of random graphs with loops against all policies, one by one."""

from itertools import product
from math import exp, inf, isclose, log

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivebet.errors import PlanningError
from fivebet.planning.policy_iteration import (
    Action,
    PolicyGraph,
    best_exponential,
    best_mean,
    proper_actions,
)

_END = 3


@st.composite
def graphs(draw: st.DrawFn, most: int = -1) -> PolicyGraph:
    """Three nodes with up to three actions each, and an end."""
    actions: list[list[Action]] = []
    for _ in range(_END):
        listed = []
        for _ in range(draw(st.integers(1, 3))):
            weights = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
            listed.append(
                tuple(
                    (
                        weight / sum(weights),
                        float(draw(st.integers(-4, most))),
                        draw(st.integers(0, _END)),
                    )
                    for weight in weights
                )
            )
        actions.append(listed)
    return PolicyGraph([*actions, []], {_END: 0.0})


def _policies(graph: PolicyGraph) -> list[list[Action]]:
    return [list(each) for each in product(*graph.actions[:_END])]


def _chances(policy: list[Action]) -> NDArray[np.float64]:
    matrix = np.zeros((_END, _END + 1))
    for node, action in enumerate(policy):
        for chance, _, after in action:
            matrix[node, after] += chance
    return matrix


def _reaches(policy: list[Action]) -> list[int]:
    """The nodes that a policy may visit from node 0."""
    seen = [0]
    for node in seen:
        if node != _END:
            seen += [after for _, _, after in policy[node] if after not in seen]
    return sorted(set(seen) - {_END})


def _is_proper(policy: list[Action]) -> bool:
    """Whether the end comes for sure from node 0: no part of the chance is lost."""
    nodes = _reaches(policy)
    matrix = _chances(policy)[np.ix_(nodes, nodes)]
    left = np.linalg.matrix_power(matrix, 4096)
    return bool(left.sum() < 0.5)


def _simulated_worth(policy: list[Action], rate: float) -> float:
    """The certainty equivalent of a proper policy from node 0, by summing over its steps."""
    nodes = _reaches(policy)
    size = len(nodes)
    step, out = np.zeros((size, size)), np.zeros(size)
    for row, node in enumerate(nodes):
        for chance, gain, after in policy[node]:
            factor = chance * exp(rate * gain)
            if after == _END:
                out[row] += factor
            else:
                step[row, nodes.index(after)] += factor
    if max(abs(np.linalg.eigvals(step)), default=0.0) >= 1 - 1e-9:
        return -inf
    total, left = np.zeros(size), out
    for _ in range(100_000):
        total = total + left
        left = step @ left
        if left.max() <= 1e-16 * total.max():
            break
    return log(total[0]) / rate


def _mean(policy: list[Action]) -> float:
    nodes = _reaches(policy)
    matrix = np.eye(len(nodes)) - _chances(policy)[np.ix_(nodes, nodes)]
    gains = [sum(chance * gain for chance, gain, _ in policy[node]) for node in nodes]
    return float(np.linalg.solve(matrix, gains)[0])


@settings(max_examples=80, deadline=None)
@given(graphs())
def test_no_policy_has_a_higher_mean(graph: PolicyGraph) -> None:
    proper = [_mean(each) for each in _policies(graph) if _is_proper(each)]
    found = best_mean(graph)
    if not proper:
        assert found is None
    else:
        assert found is not None
        assert isclose(found.values[0], max(proper), rel_tol=1e-9)


@settings(max_examples=50, deadline=None)
@given(graphs(), st.sampled_from([0.05, 0.3, 0.7]))
def test_no_policy_is_safer(graph: PolicyGraph, alpha: float) -> None:
    worths = [_simulated_worth(each, -alpha) for each in _policies(graph) if _is_proper(each)]
    found = best_exponential(graph, -alpha)
    if not worths:
        assert found is None
    else:
        assert found is not None
        best = max(worths)
        assert found.values[0] == best or isclose(found.values[0], best, rel_tol=1e-6)


@settings(max_examples=50, deadline=None)
@given(graphs(), st.sampled_from([0.05, 0.3, 0.7]))
def test_no_policy_is_more_daring(graph: PolicyGraph, alpha: float) -> None:
    worths = [_simulated_worth(each, alpha) for each in _policies(graph) if _is_proper(each)]
    assume(worths)
    found = best_exponential(graph, alpha)
    assert found is not None
    assert isclose(found.values[0], max(worths), rel_tol=1e-9)


@settings(max_examples=50, deadline=None)
@given(graphs(most=3))
def test_where_loops_may_gain_the_best_is_the_best_or_there_is_none(graph: PolicyGraph) -> None:
    policies = _policies(graph)
    proper = [_mean(each) for each in policies if _is_proper(each)]
    assume(proper)
    try:
        found = best_mean(graph)
    except PlanningError:
        # Some loop among the nodes that still have a way out gains for ever.
        usable = proper_actions(graph)
        assert any(_gains(each) and _within(each, graph, usable) for each in policies)
    else:
        assert found is not None
        assert isclose(found.values[0], max(proper), rel_tol=1e-9, abs_tol=1e-9)


def _gains(policy: list[Action]) -> bool:
    """Whether a policy goes round for ever and gains by it, on average, from some node."""
    matrix = _chances(policy)[:, :_END]
    gains = np.array([sum(chance * gain for chance, gain, _ in each) for each in policy])
    visits = sum(np.linalg.matrix_power(matrix, 5000 + each) for each in range(12)) / 12
    return bool((visits @ gains > 1e-9).any())


def _within(policy: list[Action], graph: PolicyGraph, usable: dict[int, list[int]]) -> bool:
    return all(
        action in [graph.actions[node][index] for index in usable[node]]
        for node, action in enumerate(policy)
        if node in usable
    )


def test_sure_costs_of_any_size_do_not_overflow() -> None:
    graph = PolicyGraph([[((0.5, -9000.0, 1), (0.5, -9000.0, 0))], []], {1: 0.0})
    assert best_exponential(graph, -1.0).values[0] == -inf  # type: ignore[union-attr]
    once = PolicyGraph([[((1.0, -9000.0, 1),)], [((0.5, 0.0, 2), (0.5, 0.0, 1))], []], {2: 0.0})
    assert best_exponential(once, -1.0).values[0] == pytest.approx(-9000.0)  # type: ignore[union-attr]


@pytest.mark.parametrize("rate", [-0.1, 0.1])
@pytest.mark.parametrize("price", [-50.0, -50_000.0, -1e9])
def test_a_poor_alternative_leaves_the_best_policy_as_good(price: float, rate: float) -> None:
    # Trying again costs 1 and succeeds half the time: W = e^-rate / (2 - e^-rate).
    retry = ((0.5, -1.0, 1), (0.5, -1.0, 0))
    found = best_exponential(PolicyGraph([[((1.0, price, 1),), retry], []], {1: 0.0}), rate)
    assert found is not None
    assert isclose(found.values[0], log(exp(-rate) / (2 - exp(-rate))) / rate, rel_tol=1e-9)


def test_a_rare_disaster_in_a_loop_counts_beyond_the_powers_of_doubles() -> None:
    again = ((0.5, -1.0, 2), (0.499, -1.0, 0), (0.001, -1.0, 1))
    graph = PolicyGraph([[again], [((1.0, -1e6, 2),)], []], {2: 0.0})
    found = best_exponential(graph, -0.01)
    assert found is not None
    disaster = 10_000 + log(0.001 * exp(0.01) / (1 - 0.499 * exp(0.01)))
    assert isclose(found.values[0], disaster / -0.01, rel_tol=1e-9)


def test_money_that_is_lent_and_given_back_in_a_loop_is_no_risk() -> None:
    graph = PolicyGraph([[((1.0, -1e6, 1),)], [((0.5, 1e6, 2), (0.5, 1e6 - 1, 0))], []], {2: 0.0})
    for rate in (-0.01, 0.01):
        found = best_exponential(graph, rate)
        assert found is not None
        assert isclose(found.values[0], log(0.5 / (1 - 0.5 * exp(-rate))) / rate, rel_tol=1e-7)


@pytest.mark.parametrize(("chance", "length"), [(0.1, 12), (0.1, 18), (0.5, 60), (0.5, 200)])
def test_successes_in_a_row_are_exact_however_rare(chance: float, length: int) -> None:
    flip = [((chance, -1.0, run + 1), (1 - chance, -1.0, 0)) for run in range(length)]
    found = best_mean(PolicyGraph([*([each, each] for each in flip), []], {length: 0.0}))
    assert found is not None
    assert isclose(found.values[0], -(chance**-length - 1) / (1 - chance), rel_tol=1e-12)


def test_prizes_after_rare_ends_are_weighed_exactly_by_every_attitude() -> None:
    # A free round ends once in 10^15, and then with a prize of 1 or of 3.
    rare = ((1 - 1e-15, 0.0, 0), (5e-16, 1.0, 1), (5e-16, 3.0, 1))
    graph = PolicyGraph([[rare], []], {1: 0.0})
    for rate in (-0.5, 0.5):
        found = best_exponential(graph, rate)
        assert found is not None
        assert isclose(found.values[0], log((exp(rate) + exp(3 * rate)) / 2) / rate, rel_tol=1e-9)


def test_a_walk_of_ten_thousand_steps_is_solved() -> None:
    length = 10_000
    steps = [[((0.5, -1.0, at + 1), (0.5, -1.0, max(at - 1, 0)))] for at in range(length)]
    found = best_mean(PolicyGraph([*steps, []], {length: 0.0}))
    assert found is not None
    assert isclose(found.values[0], -length * (length + 1), rel_tol=1e-9)


def test_an_end_too_rare_for_a_double_is_an_error_and_no_proof() -> None:
    flip = [((1e-9, -1.0, run + 1), (1 - 1e-9, -1.0, 0)) for run in range(40)]
    with pytest.raises(PlanningError, match="beyond a double: its end comes too rarely"):
        best_mean(PolicyGraph([*([each] for each in flip), []], {40: 0.0}))


@pytest.mark.parametrize("unit", [1.0, 1e-9, 1e-15])
def test_the_best_mean_does_not_depend_on_the_unit_of_costs(unit: float) -> None:
    buy, again = ((1.0, -5 * unit, 1),), ((0.5, -unit, 1), (0.5, -unit, 0))
    found = best_mean(PolicyGraph([[buy, again], []], {1: 0.0}))
    assert found is not None
    assert isclose(found.values[0], -2 * unit, rel_tol=1e-12)


@pytest.mark.parametrize("rate", [-1e-9, 1e-9, -1e-11, 1e-11])
def test_who_is_nearly_neutral_does_as_the_neutral(rate: float) -> None:
    buy, again = ((1.0, -2.1, 1),), ((0.5, -1.0, 1), (0.5, -1.0, 0))
    found = best_exponential(PolicyGraph([[buy, again], []], {1: 0.0}), rate)
    assert found is not None
    assert found.policy == {0: 1}
    assert isclose(found.values[0], -2, rel_tol=1e-4)
