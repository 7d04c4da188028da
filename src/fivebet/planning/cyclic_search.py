"""The search for the best policy where tasks may come round again.

A step that may fail can be tried again, so that what is left to do is the same as before:
such policies are graphs, not trees, and cutting a search where it comes back to a node
misses them. So the nodes that can be reached, a state and the tasks that are left in it,
are collected with all that may be done there, and `policy_iteration` finds the best
policy among all that come to an end. It is proved unless nodes were left out: after a
deadline those not looked at yet count as dead ends, and the policy avoids them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import fsum, inf, isfinite, nan
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning.best_search import (
    NOTHING_YET,
    BestSearch,
    build_step,
)
from fivebet.planning.network import Frame, Network, rejoin
from fivebet.planning.plan import Outcome, Plan, Step
from fivebet.planning.policy_iteration import (
    Action,
    PolicyGraph,
    PolicyValues,
    best_exponential,
    best_mean,
    exponential_values,
    mean_values,
)
from fivebet.planning.runtime import Lottery
from fivebet.planning.search import STEPS_PER_CLOCK_CHECK, AppliedOperator, Reduction
from fivebet.planning.state import Log, undo
from fivebet.planning.utility import Exponential, Neutral, combined, expected_cost

_MOST_NODES = 1_000_000
"""The nodes that fit into memory; a search that meets more is not finished."""
_DEEPER = 3
"""How much deeper than where the limit was reached ways out are looked for."""


@dataclass(slots=True)
class _Edge:
    """An operator that can be applied at a node, or a task that can be decomposed."""

    what: AppliedOperator | Reduction
    branches: list[tuple[int | None, float, float, int]]
    """The index of each outcome, its probability, its cost, and the node it leads to."""


@dataclass(slots=True)
class _SearchNode:
    """A state and the tasks that are left in it."""

    network: Network
    edges: list[_Edge] = field(default_factory=list)
    end: Lottery | None = None
    """What was spent where nothing is left to do and utilities do not add up."""


_Gain = Callable[[_Edge, int | None, float], float]
"""Returns what a branch gains: of an edge, the index of the outcome, its cost."""


@dataclass
class CyclicSearch:
    """One search for the best policy of a problem whose tasks may come round again."""

    search: BestSearch
    """The search that has met a loop, on a state of its own."""

    def __post_init__(self) -> None:
        self.nodes: list[_SearchNode] = []
        """The nodes found; the first is where the problem begins."""
        self._numbers: dict[Any, int] = {}
        self._finished = True
        self._unvisited: set[int] = set()
        """Nodes that were met too deep after the time was up: they may be met again."""

    @property
    def proved(self) -> bool:
        """Return whether all nodes were looked at."""
        return self._finished

    @property
    def seen(self) -> int:
        """Return the number of nodes."""
        return len(self.nodes)

    def run(self, network: Network) -> Plan | None:
        """Return the best policy, or None if there is none."""
        best = self._solve(network)
        return None if best is None else _Builder(self, best).build()

    def by_first_step(self, network: Network) -> dict[str, Plan]:
        """Return the best policy for each step that a policy may begin with, best first."""
        best = self._solve(network)
        if best is None:
            return {}
        builder = _Builder(self, best)
        found: dict[str, Plan] = {}
        for edge, before in self._first_edges():
            if all(after in best.values for _, _, _, after in edge.branches):
                plan = builder.build((*before, edge))
                held = found.get(str(edge.what))
                if held is None or plan.utility > held.utility:
                    found[str(edge.what)] = plan
        return dict(sorted(found.items(), key=lambda each: -each[1].utility))

    # Collecting the nodes.

    def _collect(self, network: Network) -> None:
        """Visit all nodes, depth first, without recursion.

        When the time is up, the nodes being visited get the rest of their alternatives, so
        that ways out of them are known: as many nodes again, and none much deeper.
        """
        search = self.search
        root, new = self._number(network, None, NOTHING_YET)
        stack = [self._expand(root, network, None, NOTHING_YET)] if new else []
        most: float = min(search.nodes, _MOST_NODES)
        deepest = inf
        while stack:
            found = next(stack[-1], None)
            seen = len(self.nodes)
            if found is None:
                stack.pop()
                continue
            if self._finished and (
                seen > most or (seen % STEPS_PER_CLOCK_CHECK == 0 and search.is_late())
            ):
                self._finished = False
                most, deepest = 2 * seen, len(stack) + _DEEPER
            if len(stack) < deepest and seen <= most:
                self._unvisited.discard(found[0])
                stack.append(self._expand(*found))
            else:
                self._unvisited.add(found[0])

    def _number(self, focus: Network, frame: Frame | None, lottery: Lottery) -> tuple[int, bool]:
        """Return the number of a node in the present state, and whether it is new."""
        key = self.search.key(focus, frame, self.search.loaded.state.key(), lottery)
        number = self._numbers.get(key)
        if number is not None:
            return number, number in self._unvisited
        number = self._numbers[key] = len(self.nodes)
        self.nodes.append(_SearchNode(rejoin(focus, frame)))
        if not focus:
            self.nodes[number].end = lottery
        return number, bool(focus)

    def _expand(
        self, number: int, focus: Network, frame: Frame | None, lottery: Lottery
    ) -> Iterator[tuple[int, Network, Frame | None, Lottery]]:
        """Yield the new nodes next to a node, each while the state is as it is there."""
        search, edges = self.search, self.nodes[number].edges
        for task, rest, around, ways in search.alternatives(focus, frame):
            for what, more in ways:
                if not task[0].primitive:
                    inner, outer = (rejoin(rest, around), None) if more is rest else (more, around)
                    after, new = self._number(inner, outer, lottery)
                    if new:
                        yield after, inner, outer, lottery
                    reduction = Reduction(task, what, more, rest)
                    edges.append(_Edge(reduction, [(None, 1.0, 0.0, after)]))
                elif more is None:
                    spent = combined([lottery, what.lottery]) if search.total else lottery
                    after, new = self._number(what.after, None, spent)
                    if new:
                        yield after, what.after, None, spent
                    edges.append(_Edge(what, [(None, 1.0, expected_cost(what.lottery), after)]))
                else:
                    yield from self._outcomes(what, more, lottery, edges)

    def _outcomes(
        self,
        deed: AppliedOperator,
        outcomes: tuple[Any, ...],
        lottery: Lottery,
        edges: list[_Edge],
    ) -> Iterator[tuple[int, Network, Frame | None, Lottery]]:
        branches: list[tuple[int | None, float, float, int]] = []
        for index, ((chance, cost), happen) in enumerate(zip(deed.lottery, outcomes, strict=True)):
            if not chance:
                continue
            log: Log = []
            if not happen(log):
                undo(log)
                return
            spent = combined([lottery, ((1.0, cost),)]) if self.search.total else lottery
            after, new = self._number(deed.after, None, spent)
            if new:
                yield after, deed.after, None, spent
            undo(log)
            branches.append((index, chance, cost, after))
        edges.append(_Edge(deed, branches))

    def _first_edges(self) -> Iterator[tuple[_Edge, tuple[_Edge, ...]]]:
        """Yield the operators with which a policy may begin, and the reductions before each."""
        seen: set[int] = {0}
        left: list[tuple[int, tuple[_Edge, ...]]] = [(0, ())]
        for node, before in left:
            for edge in self.nodes[node].edges:
                if isinstance(edge.what, AppliedOperator):
                    yield edge, before
                elif edge.branches[0][3] not in seen:
                    seen.add(edge.branches[0][3])
                    left.append((edge.branches[0][3], (*before, edge)))

    # Weighing them.

    def _solve(self, network: Network) -> PolicyValues | None:
        search = self.search
        search.begin()
        self._collect(network)
        graph = self.graph(self._gain)
        utility = search.utility
        if isinstance(utility, Exponential) and search.aggregate == "exact":
            return best_exponential(graph, utility.sign * utility.alpha)
        return best_mean(graph)

    def graph(self, gain: _Gain, sums: bool = False) -> PolicyGraph:
        """Return the nodes with what each branch gains; with `sums` ends are worth nothing."""
        actions: list[list[Action]] = []
        for node in self.nodes:
            actions.append(
                [
                    tuple(
                        (chance, gain(edge, index, cost), after)
                        for index, chance, cost, after in edge.branches
                    )
                    for edge in node.edges
                ]
            )
        total = self.search.total and not sums
        ends = {
            number: self.search.utility.expected(node.end) if total else 0.0
            for number, node in enumerate(self.nodes)
            if node.end is not None
        }
        return PolicyGraph(actions, ends)

    def span(self) -> tuple[float, float]:
        """Return the least and the greatest total at any end."""
        totals = [cost for node in self.nodes for _, cost in node.end or ()]
        return min(totals), max(totals)

    def _gain(self, edge: _Edge, index: int | None, cost: float) -> float:
        """Return what a branch adds to the value of a policy."""
        if isinstance(edge.what, Reduction):
            return 0.0
        lottery = edge.what.lottery if index is None else ((1.0, cost),)
        gain = self.search.gain_of(lottery)
        if not isfinite(gain):
            raise PlanningError(
                f"the utility of {edge.what} is beyond a double: give a smaller alpha, "
                "or aggregate='exact'"
            )
        return gain


class _Builder:
    """Builds plans from a policy: a part that comes round again is numbered and referred to."""

    def __init__(self, search: CyclicSearch, best: PolicyValues) -> None:
        self._search = search.search
        self._nodes = search.nodes
        self._best = best
        self._costs = mean_values(search.graph(lambda _, __, cost: cost, sums=True), best.policy)
        self._equivalents = self._certainty_equivalents(search)

    def build(self, first: tuple[_Edge, ...] = ()) -> Plan:
        """Return the plan that begins with these edges, or the best one."""
        self._open: dict[int, int] = {}
        """The nodes whose plans are being built, with the numbers of those referred to."""
        self._parts = 0
        self._built: dict[int, Plan] = {}
        if not first:
            return self._plan(0)
        plan = self._along(0, first)
        cost, utility, equivalent = self._worth_of_edge(first[-1])
        return replace(plan, cost=cost, utility=utility, equivalent=equivalent)

    def _plan(self, node: int) -> Plan:
        """Return the plan from a node on, or a reference to one that is being built."""
        if node in self._built:
            return self._built[node]
        if node in self._open:
            if not self._open[node]:
                self._parts += 1
                self._open[node] = self._parts
            return Plan((), *self._worth(node), back=self._open[node])
        self._open[node] = 0
        plan = self._along(node, ())
        self._built[node] = plan = replace(plan, part=self._open.pop(node))
        return plan

    def _along(self, node: int, first: tuple[_Edge, ...]) -> Plan:
        """Return the plan of the steps that follow each other, up to one with outcomes."""
        start, forced = node, iter(first)
        steps: list[Step] = []
        trail: list[AppliedOperator | Reduction] = []
        outcomes: tuple[Outcome, ...] = ()
        while self._nodes[node].end is None:
            edge = next(forced, None) or self._nodes[node].edges[self._best.policy[node]]
            trail.append(edge.what)
            if isinstance(edge.what, AppliedOperator):
                steps.append(build_step(edge.what))
            if edge.branches[0][0] is not None:
                steps[-1] = replace(steps[-1], lottery=((1.0, 0.0),))
                outcomes = tuple(
                    Outcome(chance, cost, self._plan(after), index)
                    for index, chance, cost, after in edge.branches
                    if index is not None
                )
                break
            node = edge.branches[0][3]
        network = self._nodes[start].network
        return Plan(tuple(steps), *self._worth(start), outcomes, network, tuple(trail))

    def _worth(self, node: int) -> tuple[float, float, float]:
        """Return the expected cost, the utility and the certainty equivalent from a node on."""
        utility, equivalent = self._best.values[node], self._equivalents[node]
        if not (self._search.total or self._search.aggregate == "sum"):
            utility = self._search.utility.value(utility)
        return self._costs[node], utility, equivalent

    def _worth_of_edge(self, edge: _Edge) -> tuple[float, float, float]:
        """Return the same for a step and what follows it."""
        search, values = self._search, self._best.values
        utility, deed = search.utility, edge.what
        assert isinstance(deed, AppliedOperator)
        after = [(chance, cost, node) for _, chance, cost, node in edge.branches]
        cost = fsum(chance * (cost + self._costs[node]) for chance, cost, node in after)
        split = edge.branches[0][0] is not None
        if search.total:
            worth = fsum(chance * values[node] for chance, _, node in after)
            return cost, worth, self._inverse(worth)
        if split:
            sure = utility.equivalent(
                tuple((chance, gain + self._equivalents[node]) for chance, gain, node in after)
            )
        else:
            sure = utility.equivalent(deed.lottery) + self._equivalents[after[0][2]]
        if search.aggregate == "exact":
            return cost, utility.value(sure), sure
        if split:
            worth = fsum(
                chance * (utility.value(gain) + values[node]) for chance, gain, node in after
            )
        else:
            worth = utility.expected(deed.lottery) + values[after[0][2]]
        return cost, worth, sure

    def _certainty_equivalents(self, search: CyclicSearch) -> dict[int, float]:
        """Return what each node is worth for sure; no number where steps are added up otherwise."""
        utility, values = self._search.utility, self._best.values
        if self._search.total:
            self._span = search.span()
            return {node: self._inverse(value) for node, value in values.items()}
        if self._search.aggregate == "exact":
            return values
        if isinstance(utility, Exponential):
            graph = search.graph(
                lambda edge, index, cost: (
                    cost
                    if index is not None or isinstance(edge.what, Reduction)
                    else utility.equivalent(edge.what.lottery)
                )
            )
            return exponential_values(graph, self._best.policy, utility.sign * utility.alpha)
        return self._costs if isinstance(utility, Neutral) else dict.fromkeys(values, nan)

    def _inverse(self, worth: float) -> float:
        """Return the sure total of a utility, by a lottery between the extremes worth as much."""
        low, high = self._span
        utility = self._search.utility
        least, most = utility.value(low), utility.value(high)
        chance = min(max((worth - least) / (most - least), 0.0), 1.0) if most > least else 1.0
        return utility.equivalent(((1 - chance, low), (chance, high)))
