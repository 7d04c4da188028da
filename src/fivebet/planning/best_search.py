"""The search for the plan, or the policy, of highest expected utility.

The search walks the same choices as the search for any plan: methods, bindings and
orders. It keeps what it has learnt of a state and the tasks that are left there:
for neutral and exponential utilities the best certainty equivalent from there on,
which does not depend on what was won before. For other utilities that is part of the key.

Where no step can gain anything, what is already lost bounds what a branch can
reach, and branches that cannot reach the best plan so far are cut. With a deadline
the best plan found in time is given and `proved` is false.

A plan never gains by a loop, which is cut. A policy may: what failed can be tried again.
So a loop ends the search for a policy with `LoopMet`, and `cyclic_search` takes over.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import fsum, inf
from typing import Any, Literal

from fivebet.errors import PlanningError
from fivebet.planning.network import (
    Frame,
    Network,
    NetworkNumbers,
    TaskNode,
    next_tasks,
    rejoin,
)
from fivebet.planning.plan import Outcome, Plan, Step
from fivebet.planning.program import LoadedProgram
from fivebet.planning.runtime import Lottery
from fivebet.planning.search import (
    STEPS_PER_CLOCK_CHECK,
    AppliedOperator,
    OutcomeChooser,
    Reduction,
    sampled_costs,
)
from fivebet.planning.state import Log, undo
from fivebet.planning.utility import Utility, combined, expected_utility

Aggregate = Literal["exact", "sum"]
_SAME = 1e-12  # a loop that gains no more than this, or than rounding, gains nothing
_ROUNDING = 1e-13
_LATER = 10  # times the limit of nodes, after which only first plans are looked for
_DEEPER = 10_000  # nodes below where the limit was reached; there may be no end
NOTHING_YET: Lottery = ((1.0, 0.0),)


class LoopMet(Exception):  # noqa: N818 - it is no error
    """Signals that a policy's tasks may come round again: see `cyclic_search`."""


class NothingFound(Exception):  # noqa: N818 - it is no error
    """Signals that no plan was found in time, and that the search only goes deeper."""


# Of these, every node makes one; they are not frozen, which takes three times as long.


@dataclass(slots=True)
class OperatorLink:
    """An applied operator, and the best path after it."""

    what: AppliedOperator
    then: "PlanPath"


@dataclass(slots=True)
class ReductionLink:
    """A compound task that was decomposed, and the best path after it; see `Reduction`."""

    task: TaskNode
    label: str
    network: Network
    rest: Network
    then: "PlanPath"


@dataclass(slots=True)
class OutcomeBranch:
    """One outcome of an operator, and the best path after it."""

    index: int
    chance: float
    cost: float
    then: "PlanPath"
    value: float


@dataclass(slots=True)
class PathSplit:
    """An operator with uncertain effects, and the best path after each outcome."""

    what: AppliedOperator
    branches: tuple["OutcomeBranch", ...]


PlanPath = OperatorLink | ReductionLink | PathSplit | None
ValuedPath = tuple[float, PlanPath]


@dataclass
class BestSearch:
    """One search for the best plan."""

    loaded: LoadedProgram
    utility: Utility
    aggregate: Aggregate = "exact"
    policy: bool = False
    choose: OutcomeChooser | None = None
    gain: float = inf
    """The most that the rest of any plan can gain."""
    deadline: float = inf
    nodes: float = inf
    seen: int = 0
    deepest: float = inf
    """The depth at which the search is given up after the deadline."""
    expired: bool = False
    cut_short: bool = False
    """Whether an earlier part of the search has expired."""
    known: dict[Any, ValuedPath] = field(default_factory=dict)
    """The best plans from the nodes that were searched to the end."""
    bounds: dict[Any, float] = field(default_factory=dict)
    """Values that the plans from a node do not exceed, where it was searched for more."""
    rough: dict[Any, ValuedPath] = field(default_factory=dict)
    """Plans that were found after the deadline, used where there is no time left."""
    dead: set[Any] = field(default_factory=set)
    """Nodes from which there is no plan at all; after the deadline they are not visited again."""
    hopeless: bool = False
    """Whether the node that was left last has no plan at all."""

    @property
    def proved(self) -> bool:
        """Return whether the whole space was searched."""
        return not (self.expired or self.cut_short)

    def run(self, network: Network) -> ValuedPath | None:
        """Return the value and the path of the best plan; None if there is no plan."""
        self.begin()
        self.deepest = float(_DEEPER)
        return self._best(network, None, self.loaded.state.key(), -inf, 0.0, NOTHING_YET)[0]

    def begin(self) -> None:
        """Start anew."""
        self.last_node = self.nodes
        self.last_resort = _LATER * self.nodes
        self.path: dict[Any, tuple[int, float]] = {}
        self.times: dict[str, int] = {}
        self.reducing: set[Any] = set()
        """The networks between the problem and a first step: they may come round again."""
        self.gaining: dict[int, float] = {}
        """What loops gain that come back to the nodes of the path, by depth."""
        self._numbers = NetworkNumbers()
        # What was spent so far counts only where the utility does not add up.
        self.total = self.aggregate == "exact" and not self.utility.additive
        sums = self.aggregate == "sum"
        self._worth = self.utility.expected if sums else self.utility.equivalent
        self._short = self.policy and not self.total
        """Whether the state and the tasks that are left are all that counts, outside of groups."""

    def by_first_step(self, network: Network) -> dict[str, ValuedPath]:
        """Return the value and the path of the best plan for each step that a plan may begin with.

        The limit of nodes holds for each of these steps, so that all are searched alike.
        """
        self.begin()
        found: dict[str, ValuedPath] = {}
        self._first_steps(network, None, (), found)
        return found

    def _first_steps(
        self,
        focus: Network,
        frame: Frame | None,
        before: tuple[tuple[TaskNode, str, Network, Network], ...],
        best: dict[str, ValuedPath],
    ) -> None:
        here = self._numbers.number(focus), self._numbers.of_frames(frame)
        if not focus or here in self.reducing:
            return
        self.reducing.add(here)
        for task, rest, around, ways in self.alternatives(focus, frame):
            for what, more in ways:
                if not task[0].primitive:
                    inner, outer = (rejoin(rest, around), None) if more is rest else (more, around)
                    self._first_steps(inner, outer, (*before, (task, what, more, rest)), best)
                    continue
                self._allow_more_nodes()
                found, _ = self._after(what, more, -inf, 0.0, NOTHING_YET)
                name = str(what)
                if found and (name not in best or found[0] > best[name][0]):
                    for reduction in reversed(before):
                        found = found[0], ReductionLink(*reduction, found[1])
                    best[name] = found
        self.reducing.discard(here)

    def _best(
        self,
        focus: Network,
        frame: Frame | None,
        state: int,
        need: float,
        spent: float,
        lottery: Lottery,
    ) -> tuple[ValuedPath | None, int]:
        """Return the best plan that exceeds `need`, and the depth of the highest loop that was cut.

        What was found below a cut loop may be incomplete unless the loop came back to this
        very node, so that only then it is remembered.
        """
        self.hopeless = False
        if not focus:
            value = self.utility.expected(lottery) if self.total else 0.0
            return ((value, None) if value > need else None), _NO_LOOP
        key = (
            (state, self._numbers.number(focus))
            if self._short and frame is None
            else self.key(focus, frame, state, lottery)
        )
        known = self.known.get(key)
        if known is None and self.expired:
            known = self.rough.get(key)
        if known is not None:
            return (known if known[0] > need else None), _NO_LOOP
        if self.bounds.get(key, inf) <= need or (self.expired and key in self.dead):
            self.hopeless = key in self.dead
            return None, _NO_LOOP
        path = self.path
        if key in path:
            return None, self._cut_loop(*path[key], spent)
        cannot_win = self.gain <= need and not (self.expired or self.total)
        # Long after the limit a plan that was found without this node is enough.
        if cannot_win or (self.seen > self.last_resort and need > -inf):
            return None, _NO_LOOP
        self._look_at_clock()
        depth = len(path)
        path[key] = depth, spent
        best, need, loop = self._of_choices(focus, frame, state, need, spent, lottery)
        del path[key]
        self.hopeless = self.hopeless and loop == _NO_LOOP
        if self.hopeless:
            self.dead.add(key)
        if self.expired:
            if best:
                self.rough[key] = best
        elif loop >= depth:
            loop = _NO_LOOP
            if best:
                self.known[key] = best
            else:
                self.bounds[key] = need
        return best, loop

    def _cut_loop(self, depth: int, before: float, spent: float) -> int:
        """Return the depth of the node to which a path comes back; a policy may gain by that."""
        if self.policy:
            raise LoopMet
        gained = spent - before
        if not self.total and gained > _SAME:
            greatest = max(abs(each) for _, each in self.path.values())
            if gained > _ROUNDING * greatest:
                self.gaining[depth] = gained
        return depth

    def _of_choices(
        self,
        focus: Network,
        frame: Frame | None,
        state: int,
        need: float,
        spent: float,
        lottery: Lottery,
    ) -> tuple[ValuedPath | None, float, int]:
        """Return the best of all alternatives, the value to exceed, and the highest loop cut."""
        best: ValuedPath | None = None
        loop = _NO_LOOP
        enough = False
        hopeless = True
        first, left = focus
        single = first.__class__ is tuple
        for task, rest, around in ((first, left, frame),) if single else next_tasks(focus, frame):
            kind, arguments = task
            primitive = kind.primitive
            after = rest if around is None else rejoin(rest, around)
            for alternative in kind.alternatives:
                if enough and self.expired:
                    break
                ways: Iterator[tuple[Any, Any]] = (
                    self._deeds(task, alternative(*arguments), after)
                    if primitive
                    else alternative(rest, *arguments)
                )
                for what, more in ways:
                    if enough and self.expired:
                        # Exhaust it: a generator that is left half-way would leave its
                        # changes in the state.
                        continue
                    if primitive:
                        found, cut = self._after(what, more, need, spent, lottery)
                    elif more is rest:
                        found, cut = self._best(after, None, state, need, spent, lottery)
                    else:
                        found, cut = self._best(more, around, state, need, spent, lottery)
                    loop = min(loop, cut)
                    hopeless = hopeless and self.hopeless
                    enough = enough or found is not None
                    # Policies, and sums that are rounded, may miss what was needed.
                    if found is not None and found[0] > need:
                        need, then = found
                        best = (
                            found
                            if primitive
                            else (need, ReductionLink(task, what, more, rest, then))
                        )
        self.hopeless = hopeless
        gained = self.gaining.pop(len(self.path) - 1, 0.0) if self.gaining else 0.0
        # A loop that gains is a dead end unless there is a plan, though it be a bad one.
        if gained and (
            best or (need > -inf and self._of_choices(focus, frame, state, -inf, spent, lottery)[0])
        ):
            raise PlanningError(
                f"there is no best plan: a loop of tasks gains {gained:.6g} each time it is "
                "run through"
            )
        return best, need, loop

    def alternatives(
        self, focus: Network, frame: Frame | None
    ) -> Iterator[tuple[TaskNode, Network, Frame | None, Iterator[tuple[Any, Any]]]]:
        """Yield operators and methods for the tasks that may come next.

        Each comes with the task, what is left and around it, and an iterator: of applied
        operators with their outcomes, or of labels with their networks.

        The search goes deeper between these, never within them: errors climb slowly
        out of generators that run in each other.
        """
        for task, rest, around in next_tasks(focus, frame):
            kind, arguments = task
            for alternative in kind.alternatives:
                if kind.primitive:
                    fired = alternative(*arguments)
                    yield task, rest, around, self._deeds(task, fired, rejoin(rest, around))
                else:
                    yield task, rest, around, alternative(rest, *arguments)

    def _deeds(
        self, task: TaskNode, fired: Iterator[Any], after: Network
    ) -> Iterator[tuple[AppliedOperator, tuple[Any, ...] | None]]:
        """Yield the applications of an operator; where effects are sampled, with one outcome."""
        name = task[0].name
        for step, cost, outcomes in fired:
            lottery: Lottery = cost if cost.__class__ is tuple else ((1.0, cost),)
            if outcomes is None or self.policy:
                yield AppliedOperator(task, name, step, lottery, after), outcomes
                continue
            assert self.choose is not None
            index = self.choose(name, self.times.get(name, 0), lottery)
            log: Log = []
            if outcomes[index](log):
                chance, costs = sampled_costs(lottery, outcomes, index)
                self.times[name] = self.times.get(name, 0) + 1
                yield AppliedOperator(task, name, step, costs, after, chance, index), None
                self.times[name] -= 1
            undo(log)

    def _after(
        self,
        deed: AppliedOperator,
        outcomes: tuple[Any, ...] | None,
        need: float,
        spent: float,
        lottery: Lottery,
    ) -> tuple[ValuedPath | None, int]:
        """Return the best plan after a step whose effects are made, unless it has outcomes."""
        if outcomes is not None:
            return self._split(deed, outcomes, spent, lottery)
        if self.total:
            gain, lottery = 0.0, combined([lottery, deed.lottery])
        else:
            gain = self._worth(deed.lottery)
        state = self.loaded.state.key()
        found, cut = self._best(deed.after, None, state, need - gain, spent + gain, lottery)
        if found is None:
            return None, cut
        value = found[0] + gain
        return (value, OperatorLink(deed, found[1])), cut

    def _split(
        self, deed: AppliedOperator, outcomes: tuple[Any, ...], spent: float, lottery: Lottery
    ) -> tuple[ValuedPath | None, int]:
        """Return the best plans after all outcomes of a step; each outcome must have one."""
        branches: list[OutcomeBranch] = []
        loop = _NO_LOOP
        for index, ((chance, cost), happen) in enumerate(zip(deed.lottery, outcomes, strict=True)):
            if not chance:
                continue
            log: Log = []
            found: ValuedPath | None = None
            if happen(log):
                sure: Lottery = ((1.0, cost),)
                gain, before = (
                    (0.0, combined([lottery, sure])) if self.total else (self._worth(sure), lottery)
                )
                state = self.loaded.state.key()
                found, cut = self._best(deed.after, None, state, -inf, spent + gain, before)
                loop = min(loop, cut)
            else:
                self.hopeless = True
            undo(log)
            if found is None:
                return None, loop
            branches.append(OutcomeBranch(index, chance, cost, found[1], found[0]))
        value = self._mixed(branches)
        return (value, PathSplit(deed, tuple(branches))), loop

    def gain_of(self, lottery: Lottery) -> float:
        """Return what a step adds to the value of a plan."""
        return 0.0 if self.total else self._worth(lottery)

    def _mixed(self, branches: list[OutcomeBranch]) -> float:
        if self.total:
            return fsum(each.chance * each.value for each in branches)
        if self.aggregate == "sum":
            return fsum(
                each.chance * (self.utility.value(each.cost) + each.value) for each in branches
            )
        return self.utility.equivalent(
            tuple((each.chance, each.cost + each.value) for each in branches)
        )

    def key(
        self,
        focus: Network,
        frame: Frame | None,
        state: int,
        lottery: Lottery,
    ) -> tuple[Any, ...]:
        """Return the key of a node: the state, the tasks that are left, and what else counts."""
        key: tuple[Any, ...] = state, self._numbers.number(focus)
        if frame is not None:
            key += (self._numbers.of_frames(frame),)
        if not self.policy:
            key += (tuple(sorted(each for each in self.times.items() if each[1])),)
        return (*key, lottery) if self.total else key

    def _allow_more_nodes(self) -> None:
        self.cut_short = self.cut_short or self.expired
        self.last_node = self.seen + self.nodes
        self.last_resort = self.seen + _LATER * self.nodes
        self.expired = self.is_late()

    def _look_at_clock(self) -> None:
        self.seen = seen = self.seen + 1
        if seen > self.last_node or (seen % STEPS_PER_CLOCK_CHECK == 0 and self.is_late()):
            if not self.expired:
                self.deepest += len(self.path)
            self.expired = True
            if len(self.path) > self.deepest:
                raise LoopMet if self.policy else NothingFound

    def is_late(self) -> bool:
        """Look at the clock: return whether the deadline is over."""
        return time.perf_counter() > self.deadline


_NO_LOOP = 1 << 60


def build_step(deed: AppliedOperator) -> Step:
    """Return the step of a plan for an operator that the search has applied."""
    return Step(deed.name, deed.arguments, deed.lottery, deed.chance, deed.outcome, deed.after)


def build_plan(
    network: Network,
    way: PlanPath,
    utility: Utility,
    aggregate: Aggregate,
    made: dict[int, Plan] | None = None,
) -> Plan:
    """Return the plan, or the policy, for a path that the search has found.

    Branches that come to the same node share what follows: `made` has their plans.
    """
    made = {} if made is None else made
    if way is not None and id(way) in made:
        return made[id(way)]
    steps: list[Step] = []
    trail: list[AppliedOperator | Reduction] = []
    rest = way
    while isinstance(rest, OperatorLink | ReductionLink):
        if isinstance(rest, OperatorLink):
            trail.append(rest.what)
            steps.append(build_step(rest.what))
        else:
            trail.append(Reduction(rest.task, rest.label, rest.network, rest.rest))
        rest = rest.then
    if rest is None:
        worth, sure = expected_utility(utility, [step.lottery for step in steps], aggregate)
        cost = sum(step.cost for step in steps)
        plan = Plan(tuple(steps), cost, worth, sure, network=network, trail=tuple(trail))
    else:
        deed = rest.what
        steps.append(replace(build_step(deed), lottery=((1.0, 0.0),)))
        trail.append(deed)
        outcomes = tuple(
            Outcome(
                each.chance,
                each.cost,
                build_plan(deed.after, each.then, utility, aggregate, made),
                each.index,
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
    """Return the expected utility and the certainty equivalent of a policy."""
    before = [step.lottery for step in plan.steps]
    if utility.additive:
        rest = tuple((each.chance, each.cost + each.plan.equivalent) for each in plan.outcomes)
        sure = fsum(map(utility.equivalent, before)) + utility.equivalent(rest)
        worth = utility.value(sure)
    else:
        worth, sure = utility.expected(plan.lottery), utility.equivalent(plan.lottery)
    if aggregate == "sum":
        worth = fsum(map(utility.expected, before[:-1])) + fsum(
            each.chance * (utility.value(each.cost) + each.plan.utility) for each in plan.outcomes
        )
    return worth, sure
