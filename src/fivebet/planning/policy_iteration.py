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
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import PlanningError

Branch = tuple[float, float, int]
"""A probability above 0, what is gained, and the next node."""
Action = tuple[Branch, ...]
Floats = NDArray[np.float64]
_Worth = TypeVar("_Worth")

_SAME = 1e-11
"""The relative gain below which two actions are worth the same."""
_GREATEST_POWER = 700.0
_GIVE_UP = -1
"""The action of giving up."""
_GIVEN_UP: Floats = np.array([1.0, 0.0])
_ENDED: Floats = np.array([0.0, 1.0])


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
    while True:
        _check_proper(graph, policy)
        values = mean_values(graph, policy)

        def worth(node: int, index: int, values: dict[int, float] = values) -> float:
            branches = graph.actions[node][index]
            return fsum(chance * (gain + values[after]) for chance, gain, after in branches)

        if not _improve(usable, policy, worth, lambda new, old: new - old > _margin(old)):
            return PolicyValues(policy, values)


def mean_values(graph: PolicyGraph, policy: dict[int, int]) -> dict[int, float]:
    """Return the mean from each node on by a proper policy."""
    system = _System(graph, policy)
    for node, branches in system.branches():
        gains = fsum(chance * gain for chance, gain, _ in branches)
        system.add(node, [(after, chance) for chance, _, after in branches], (gains,))
    ends = {node: np.array([value]) for node, value in graph.ends.items()}
    return {node: float(value[0]) for node, value in system.solve(ends).items()}


def best_exponential(graph: PolicyGraph, rate: float) -> PolicyValues | None:
    """Return the proper policy of the highest certainty equivalent for the utility e^(rate·gain).

    A negative rate is averse to risk and a positive one seeks it. None if no policy is
    proper; a certainty equivalent of minus infinity if all proper ones are infinitely bad.
    """
    usable = _usable(graph)
    if usable is None:
        return None
    proper = {node: actions[0] for node, actions in usable.items()}
    # Powers are taken relative to the means of a policy, so that sure costs never overflow.
    scales = mean_values(graph, proper)
    seeking = rate > 0
    policy = dict(proper) if seeking else dict.fromkeys(usable, _GIVE_UP)
    while True:
        worths = _exponential_worths(graph, policy, rate, scales)
        if seeking and not all(worth[1] > 0 for worth in worths.values()):
            raise PlanningError(_NO_BEST)

        def worth(node: int, index: int, worths: dict[int, Floats] = worths) -> Floats:
            if index == _GIVE_UP:
                return _GIVEN_UP
            branches = graph.actions[node][index]
            return _sum(
                chance * _power(rate, gain, scales[after], scales[node]) * worths[after]
                for chance, gain, after in branches
            )

        better = _more if seeking else _less
        if not _improve(usable, policy, worth, better):
            break
    # Nodes that may come to a loop that gains have no best policy; the others may be good.
    gaining = _leading_to({node for node, each in worths.items() if not each.any()}, graph, policy)
    if 0 in gaining:
        raise PlanningError(_NO_BEST)
    # Where every policy is infinitely bad, one is as good as another.
    hopeless = {node for node, each in worths.items() if each[0] > 0}
    return PolicyValues(
        {
            node: proper[node] if node in hopeless else index
            for node, index in policy.items()
            if node not in gaining
        },
        {
            node: -inf if node in hopeless else scales[node] + log(each[1]) / rate
            for node, each in worths.items()
            if node not in gaining
        },
    )


def exponential_values(graph: PolicyGraph, policy: dict[int, int], rate: float) -> dict[int, float]:
    """Return the certainty equivalent from each node on by a proper policy."""
    scales = mean_values(graph, policy)
    worths = _exponential_worths(graph, policy, rate, scales)
    return {
        node: scales[node] + log(worth[1]) / rate if worth[1] > 0 else -inf if rate < 0 else inf
        for node, worth in worths.items()
    }


_NO_BEST = "there is no best plan: a loop of tasks gains each time it is run through"


def _exponential_worths(
    graph: PolicyGraph, policy: dict[int, int], rate: float, scales: dict[int, float]
) -> dict[int, Floats]:
    """Return W of each node, relative to its scale: how often it gives up, and the rest."""
    system = _System(graph, policy)
    for node, branches in system.branches():
        powers = [
            (after, chance * _power(rate, gain, scales[after], scales[node]))
            for chance, gain, after in branches
        ]
        system.add(node, powers, (0.0, 0.0) if branches else (1.0, 0.0))
    return system.solve(dict.fromkeys(graph.ends, _ENDED), positive=True)


def _power(rate: float, gain: float, after: float, before: float) -> float:
    return exp(min(rate * (gain + after - before), _GREATEST_POWER))


def _sum(parts: Iterator[Floats]) -> Floats:
    total = np.zeros(2)
    for part in parts:
        total = total + part
    return total


def _less(new: Floats, old: Floats) -> bool:
    """Return whether W is smaller: first the price above all numbers, then the rest."""
    if abs(new[0] - old[0]) > _SAME * old[0]:
        return bool(new[0] < old[0])
    return bool(old[1] - new[1] > _SAME * old[1])


def _more(new: Floats, old: Floats) -> bool:
    return bool(new[1] - old[1] > _SAME * old[1])


def _margin(value: float) -> float:
    return _SAME * max(1.0, abs(value))


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


def _improve(
    usable: dict[int, list[int]],
    policy: dict[int, int],
    worth: Callable[[int, int], _Worth],
    better: Callable[[_Worth, _Worth], bool],
) -> bool:
    """Give each node its best action where that is worth more; return whether any was."""
    changed = False
    for node, actions in usable.items():
        chosen = policy[node]
        held = worth(node, chosen)
        for index in actions:
            if index != chosen:
                found = worth(node, index)
                if better(found, held):
                    policy[node], held, changed = index, found, True
    return changed


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


class _System:
    """The linear equations x = M·x + b of a policy."""

    def __init__(self, graph: PolicyGraph, policy: dict[int, int]) -> None:
        self._graph = graph
        self._policy = policy
        self._rows: dict[int, list[tuple[int, float]]] = {}
        self._sides: dict[int, Floats] = {}

    def branches(self) -> Iterator[tuple[int, Action]]:
        """Yield the nodes with the branches of their action; none where it gives up."""
        for node, index in self._policy.items():
            yield node, () if index == _GIVE_UP else self._graph.actions[node][index]

    def add(self, node: int, row: list[tuple[int, float]], side: tuple[float, ...]) -> None:
        """Add the equation of a node."""
        self._rows[node] = row
        self._sides[node] = np.array(side)

    def solve(self, known: dict[int, Floats], positive: bool = False) -> dict[int, Floats]:
        """Return the solution, component by component.

        Where nothing may be below 0, a component whose factors grow from round to round
        solves its equations with numbers below 0: its sums have no end, and neither have
        those of the components that lead to it. All these are minus infinity.
        """
        values = dict(known)
        endless: set[int] = set()
        for component in self._components():
            places = {node: place for place, node in enumerate(component)}
            matrix = np.eye(len(component))
            right = np.array([self._sides[node] for node in component])
            finite = True
            for node, place in places.items():
                for after, factor in self._rows[node]:
                    if after in places:
                        matrix[place, places[after]] -= factor
                    elif after in endless:
                        finite = False
                    else:
                        right[place] += factor * values[after]
            solution = _solved(matrix, right) if finite else None
            if solution is None or (positive and (solution < 0).any()):
                endless |= places.keys()
                solution = np.full_like(right, -inf)
            values |= {node: solution[place] for node, place in places.items()}
        return values

    def _components(self) -> list[list[int]]:
        """Return the strongly connected components, each after those it leads to (Tarjan)."""
        found: list[list[int]] = []
        numbers: dict[int, int] = {}
        lowest: dict[int, int] = {}
        stack: list[int] = []
        waiting: set[int] = set()
        for root in self._rows:
            if root in numbers:
                continue
            numbers[root] = lowest[root] = len(numbers)
            stack.append(root)
            waiting.add(root)
            walk = [(root, iter(self._rows[root]))]
            while walk:
                node, rest = walk[-1]
                for after, _ in rest:
                    if after not in self._rows:
                        continue
                    if after not in numbers:
                        numbers[after] = lowest[after] = len(numbers)
                        stack.append(after)
                        waiting.add(after)
                        walk.append((after, iter(self._rows[after])))
                        break
                    if after in waiting:
                        lowest[node] = min(lowest[node], numbers[after])
                else:
                    walk.pop()
                    if walk:
                        lowest[walk[-1][0]] = min(lowest[walk[-1][0]], lowest[node])
                    if lowest[node] == numbers[node]:
                        component = []
                        while True:
                            component.append(stack.pop())
                            waiting.discard(component[-1])
                            if component[-1] == node:
                                break
                        found.append(component)
        return found


def _solved(matrix: Floats, right: Floats) -> Floats | None:
    if len(matrix) == 1:
        return right / matrix[0, 0] if matrix[0, 0] else None
    try:
        return np.asarray(np.linalg.solve(matrix, right), np.float64)
    except np.linalg.LinAlgError:
        return None
