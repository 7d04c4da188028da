"""The best policy of a graph in which chance may lead back to where one has been.

A node has actions, an action has branches (a probability, what is gained, the next node),
and some nodes are ends. A policy is *proper* if it comes to an end with probability 1
wherever chance leads; only proper policies are plans. What a policy is worth solves a
system of linear equations, one strongly connected component after the other:

- for the mean, V = Σ p·(g + V');
- for the utility e^(λg), W = Σ p·e^(λg)·W', whose certainty equivalent is log(W)/λ.

Policy iteration changes an action only where another one is worth more. From a proper
policy it can come to an improper one only by a loop that gains; then there is no best
policy. Where it ends, no action of any node is worth more, which proves that no proper
policy is better: the equations then bound every one of them.

Somebody averse to risk may find a policy infinitely bad, such as trying again where the
losses grow faster than their chance falls. So each node may also give up, at a price
above all numbers: W is kept as a pair, how much of that price is paid and the rest.

Actions that differ by rounding alone could take turns for ever, so that a policy that
comes again ends the iteration too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum, inf, isfinite, isinf, log
from typing import TypeVar

from fivebet.errors import PlanningError
from fivebet.planning.policy_equations import (
    LOGARITHMS,
    PLAIN,
    PolicyEquations,
    Term,
    Worth,
    log_sum,
    missing_power,
)

Branch = tuple[float, float, int]
"""A probability above 0, what is gained, and the next node."""
Action = tuple[Branch, ...]
_Value = TypeVar("_Value")

_SAME = 1e-11
"""The relative gain below which two actions are worth the same."""
_SAME_POWER = 1e-13
"""The same for logarithms: of a weak attitude they are all near 0."""
_GIVE_UP = -1
"""The action of giving up."""
_NOWHERE = -1
"""The node to which giving up leads."""
_GIVEN_UP: Worth = (0.0, -inf)
_ENDED: Worth = (-inf, 0.0)
"""Logarithms of what giving up and an end are worth."""


@dataclass(frozen=True)
class PolicyGraph:
    """Nodes with their actions; node 0 is where a policy begins."""

    actions: Sequence[Sequence[Action]]
    """The actions of each node; an end has none."""
    ends: dict[int, float]
    """What each end is worth."""


@dataclass(frozen=True)
class PolicyValues:
    """The best proper policy."""

    policy: dict[int, int]
    """The action of each node that the policy may come to and from which there is one."""
    values: dict[int, float]
    """The mean, or the certainty equivalent, from each node on."""


def proper_actions(graph: PolicyGraph) -> dict[int, list[int]]:
    """Return the nodes from which a proper policy exists, with the actions that stay among them.

    The first action of each node makes a proper policy. A node is left out if it cannot
    reach an end; then all actions that may lead to it are, and so on.
    """
    inside = set(range(len(graph.actions)))
    while True:
        first = _towards_ends(graph, inside)
        if len(first) + len(graph.ends) == len(inside):
            break
        inside = first.keys() | graph.ends.keys()
    found = {}
    for node, chosen in first.items():
        others = [
            index
            for index, action in enumerate(graph.actions[node])
            if index != chosen and all(after in inside for _, _, after in action)
        ]
        found[node] = [chosen, *others]
    return found


def _towards_ends(graph: PolicyGraph, inside: set[int]) -> dict[int, int]:
    """Return for each node that can reach an end an action that may bring it nearer to one."""
    before: dict[int, list[tuple[int, int]]] = {}
    for node in inside:
        for index, action in enumerate(graph.actions[node]):
            if all(after in inside for _, _, after in action):
                for _, _, after in action:
                    before.setdefault(after, []).append((node, index))
    first: dict[int, int] = {}
    reached = list(graph.ends)
    for near in reached:
        for node, index in before.get(near, ()):
            if node not in first and node not in graph.ends:
                first[node] = index
                reached.append(node)
    return first


def best_mean(graph: PolicyGraph) -> PolicyValues | None:
    """Return the proper policy of the highest mean, or None if no policy is proper."""
    usable = _usable(graph)
    if usable is None:
        return None
    policy = {node: actions[0] for node, actions in usable.items()}
    gains = (abs(gain) for node in usable for each in graph.actions[node] for _, gain, _ in each)
    unit = min(1.0, max(gains, default=0.0) or 1.0)
    earlier: set[tuple[int, ...]] = set()
    while True:
        _check_proper(graph, policy)
        values = mean_values(graph, policy)

        def worth(node: int, index: int, values: dict[int, float] = values) -> float:
            branches = graph.actions[node][index]
            return fsum(chance * (gain + values[after]) for chance, gain, after in branches)

        better = _improved(
            usable, policy, worth, lambda new, old: new - old > _SAME * max(unit, abs(old))
        )
        if _comes_again(better, policy, earlier):
            return PolicyValues(policy, values)
        policy = better


def mean_values(graph: PolicyGraph, policy: dict[int, int]) -> dict[int, float]:
    """Return the mean from each node on by a proper policy."""
    equations = PolicyEquations(PLAIN, {node: (value,) for node, value in graph.ends.items()})
    for node, index in policy.items():
        branches = graph.actions[node][index]
        gains = fsum(chance * gain for chance, gain, _ in branches)
        equations.add(
            node, [Term(after, chance, chance) for chance, _, after in branches], (gains,)
        )
    values = {node: value for node, (value,) in equations.solve().items()}
    if not all(map(isfinite, values.values())):
        raise PlanningError("the mean of a policy is beyond a double: its end comes too rarely")
    return values


def best_exponential(graph: PolicyGraph, rate: float) -> PolicyValues | None:
    """Return the proper policy of the highest certainty equivalent for the utility e^(rate·gain).

    A negative rate is averse to risk and a positive one seeks it. None if no policy is
    proper; a certainty equivalent of minus infinity if all proper ones are infinitely bad.
    """
    usable = _usable(graph)
    if usable is None:
        return None
    proper = {node: actions[0] for node, actions in usable.items()}
    seeking = rate > 0
    worths = _exponential_worths(graph, proper, rate)
    policy = {
        node: _GIVE_UP if not seeking and worths[node][1] == inf else index
        for node, index in proper.items()
    }
    earlier: set[tuple[int, ...]] = set()
    while True:
        worths = _exponential_worths(graph, policy, rate)
        if seeking and any(worth[1] == inf for worth in worths.values()):
            raise PlanningError(_NO_BEST)

        def worth(node: int, index: int, worths: dict[int, Worth] = worths) -> Worth:
            if index == _GIVE_UP:
                return _GIVEN_UP
            given_up, rest = -inf, -inf
            for chance, gain, after in graph.actions[node][index]:
                power = log(chance) + rate * gain
                given_up = log_sum(given_up, power + worths[after][0])
                rest = log_sum(rest, power + worths[after][1])
            return given_up, rest

        better = _improved(usable, policy, worth, _more if seeking else _less)
        if _comes_again(better, policy, earlier):
            break
        policy = better
    # Nodes that may come to a loop that gains have no best policy; the others may be good.
    endless = {node for node, each in worths.items() if max(each) == -inf}
    gaining = _leading_to(endless, graph, policy)
    if 0 in gaining:
        raise PlanningError(_NO_BEST)
    # Where every policy is infinitely bad, one is as good as another.
    hopeless = {node for node, each in worths.items() if each[0] > -inf}
    return PolicyValues(
        {
            node: proper[node] if node in hopeless else index
            for node, index in policy.items()
            if node not in gaining
        },
        {
            node: -inf if node in hopeless else _sure(each[1], rate)
            for node, each in worths.items()
            if node not in gaining
        },
    )


def exponential_values(graph: PolicyGraph, policy: dict[int, int], rate: float) -> dict[int, float]:
    """Return the certainty equivalent from each node on by a proper policy."""
    worths = _exponential_worths(graph, policy, rate)
    return {node: _sure(rest, rate) for node, (_, rest) in worths.items()}


_NO_BEST = "there is no best plan: a loop of tasks gains each time it is run through"


def _sure(power: float, rate: float) -> float:
    """Return the certainty equivalent of a logarithm of W; nothing is 0, not -0."""
    return power / rate + 0.0


def _exponential_worths(
    graph: PolicyGraph, policy: dict[int, int], rate: float
) -> dict[int, Worth]:
    """Return the logarithms of W of each node: how often it gives up, and the rest."""
    known = dict.fromkeys(graph.ends, _ENDED) | {_NOWHERE: _GIVEN_UP}
    equations = PolicyEquations(LOGARITHMS, known)
    for node, index in policy.items():
        if index == _GIVE_UP:
            equations.add(node, [Term(_NOWHERE, 1.0, 0.0)], (-inf, -inf))
            continue
        terms = [
            Term(after, chance, log(chance) + rate * gain, chance * missing_power(rate * gain))
            for chance, gain, after in graph.actions[node][index]
        ]
        equations.add(node, terms, (-inf, -inf))
    worths = equations.solve()
    del worths[_NOWHERE]
    return worths


def _less(new: Worth, old: Worth) -> bool:
    """Return whether W is smaller: first the price above all numbers, then the rest."""
    if _exceeds(old[0], new[0]) or _exceeds(new[0], old[0]):
        return new[0] < old[0]
    return _exceeds(old[1], new[1])


def _more(new: Worth, old: Worth) -> bool:
    return _exceeds(new[1], old[1])


def _exceeds(one: float, other: float) -> bool:
    """Return whether a logarithm is greater than another by more than rounding."""
    return one > other and (
        isinf(one) or isinf(other) or one - other > _SAME_POWER * max(1.0, abs(other))
    )


def _usable(graph: PolicyGraph) -> dict[int, list[int]] | None:
    """Return the proper actions of the nodes that can be reached by them."""
    proper = proper_actions(graph)
    if 0 not in proper and 0 not in graph.ends:
        return None
    reached, left = {0}, [0]
    while left:
        node = left.pop()
        for index in proper.get(node, ()):
            for _, _, after in graph.actions[node][index]:
                if after not in reached:
                    reached.add(after)
                    left.append(after)
    return {node: proper[node] for node in sorted(reached) if node in proper}


def _improved(
    usable: dict[int, list[int]],
    policy: dict[int, int],
    worth: Callable[[int, int], _Value],
    better: Callable[[_Value, _Value], bool],
) -> dict[int, int]:
    """Return the policy with the best action of each node where that is worth more."""
    improved = dict(policy)
    for node, actions in usable.items():
        chosen = policy[node]
        held = worth(node, chosen)
        for index in actions:
            if index != chosen:
                found = worth(node, index)
                if better(found, held):
                    improved[node], held = index, found
    return improved


def _comes_again(
    better: dict[int, int], policy: dict[int, int], earlier: set[tuple[int, ...]]
) -> bool:
    """Return whether a policy is the present or an earlier one; remember the present one."""
    earlier.add(tuple(policy.values()))
    return tuple(better.values()) in earlier


def _leading_to(wanted: Iterable[int], graph: PolicyGraph, policy: dict[int, int]) -> set[int]:
    """Return the nodes from which a policy may come to one of those wanted."""
    before: dict[int, list[int]] = {}
    for node, index in policy.items():
        for _, _, after in graph.actions[node][index] if index != _GIVE_UP else ():
            before.setdefault(after, []).append(node)
    reached = list(wanted)
    seen = set(reached)
    for near in reached:
        for node in before.get(near, ()):
            if node not in seen:
                seen.add(node)
                reached.append(node)
    return seen


def _check_proper(graph: PolicyGraph, policy: dict[int, int]) -> None:
    """Reject a policy that may go round for ever: policy iteration comes to one that gains."""
    if not policy.keys() <= _leading_to(graph.ends, graph, policy):
        raise PlanningError(_NO_BEST)
