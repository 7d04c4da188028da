"""Monitoring a plan: the world is compared with what the plan expects.

When they differ, the rest of the plan is repaired, if its steps can still be done
one after the other, or else planned anew for the tasks that are left; and if these
cannot be done in the present world, for all tasks again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning.language import (
    ListTerm,
    Pattern,
    Problem,
    Task,
    TaskList,
    Variable,
)
from fivebet.planning.network import Group, Network
from fivebet.planning.plan import Plan, Step
from fivebet.planning.planner import Planner
from fivebet.planning.program import LoadedProgram
from fivebet.planning.runtime import Lottery
from fivebet.planning.state import Arguments, Log, undo
from fivebet.planning.terms import Dotted, Term, Unbound, is_ground
from fivebet.planning.utility import Utility, expected_utility

Fact = tuple[str, Arguments]


class MonitorResponse(StrEnum):
    """The monitor's response to an observed world."""

    AS_PLANNED = "as planned"
    REPAIRED = "repaired"
    REPLANNED = "replanned"
    RESTARTED = "restarted"
    FAILED = "failed"


@dataclass(frozen=True)
class Observation:
    """The differences between world and plan, and what became of the plan."""

    response: MonitorResponse
    missing: frozenset[Fact]
    """Facts that the plan expects and the world lacks."""
    surprising: frozenset[Fact]
    """Facts of the world that the plan does not expect."""
    plan: Plan | None
    """The rest of the plan."""


class Monitor:
    """Follows a plan, or a policy, step by step.

    `next_step` is what to do; when it was done, `observe(world)` compares.
    """

    def __init__(
        self, planner: Planner, problem: Problem, plan: Plan, utility: Utility, **search: Any
    ) -> None:
        self.planner = planner
        self.problem = problem
        self.utility = utility
        self.search = search
        """The options of `Planner.best` for the search for a new plan."""
        self.plan = plan
        self._parts = plan.parts
        self.world: frozenset[Fact] = frozenset(problem.state)

    @property
    def next_step(self) -> Step | None:
        """Return the next step, or None when all is done."""
        return self.plan.steps[0] if self.plan.steps else None

    def observe(self, world: Iterable[Fact]) -> Observation:
        """Compare the world after the next step with what the plan expects."""
        step = self.next_step
        if step is None:
            raise PlanningError("the plan is done: there is no next step to observe")
        seen = frozenset(world)
        before, self.world = self.world, seen
        missing, surprising = seen, frozenset[Fact]()
        for expected, rest in self._expected(before, step):
            if expected == seen:
                self.plan = rest
                return Observation(MonitorResponse.AS_PLANNED, frozenset(), frozenset(), rest)
            lacks, extra = expected - seen, seen - expected
            if len(lacks) + len(extra) < len(missing) + len(surprising) or missing is seen:
                missing, surprising = lacks, extra
        repaired = self._repaired(replace(self.plan, steps=self.plan.steps[1:]), seen)
        if repaired is not None and len(self.plan.steps) > 1:
            self.plan = repaired
            return Observation(MonitorResponse.REPAIRED, missing, surprising, repaired)
        here = replace(self.problem, state=tuple(seen))
        for response, problem in (
            (MonitorResponse.REPLANNED, replace(here, tasks=_as_tasks(step.after))),
            (MonitorResponse.RESTARTED, here),
        ):
            found = self.planner.best(problem, self.utility, **self.search).plan
            if found is not None:
                self.plan, self._parts = found, found.parts
                return Observation(response, missing, surprising, found)
        self.plan = replace(self.plan, steps=(), outcomes=())
        return Observation(MonitorResponse.FAILED, missing, surprising, None)

    def _expected(self, world: frozenset[Fact], step: Step) -> Iterator[tuple[Any, Plan]]:
        """Yield the worlds that a step may lead to, and the plan in each."""
        rest = replace(self.plan, steps=self.plan.steps[1:])
        if len(self.plan.steps) > 1 or not self.plan.outcomes:
            after = self._done(world, step)
            if after is not None:
                yield after, rest
            return
        for outcome in self.plan.outcomes:
            after = self._done(world, replace(step, outcome=outcome.index))
            if after is not None:
                yield after, self._parts.get(outcome.plan.back, outcome.plan)

    def _done(self, world: frozenset[Fact], step: Step) -> frozenset[Fact] | None:
        return world_after(self.planner, self.problem, world, step, step.outcome)

    def _repaired(self, plan: Plan, world: frozenset[Fact]) -> Plan | None:
        """Return the same steps with what they cost now, if they can still be done in order."""
        if plan.outcomes:
            return None
        loaded = _loaded(self.planner, self.problem, world)
        steps = []
        for step in plan.steps:
            lottery = _do(loaded, step)
            if lottery is None:
                return None
            steps.append(replace(step, lottery=lottery))
        utility = self.utility.at(world)
        worth, sure = expected_utility(utility, [step.lottery for step in steps])
        cost = sum(step.cost for step in steps)
        return replace(plan, steps=tuple(steps), cost=cost, utility=worth, equivalent=sure)


def world_after(
    planner: Planner,
    problem: Problem,
    world: frozenset[Fact],
    step: Step,
    outcome: int | None,
) -> frozenset[Fact] | None:
    """Return the world after a step and one of its outcomes, or None if the step cannot be done."""
    loaded = _loaded(planner, problem, world)
    return None if _do(loaded, replace(step, outcome=outcome)) is None else loaded.state.facts()


def _loaded(planner: Planner, problem: Problem, world: frozenset[Fact]) -> LoadedProgram:
    return planner.start(replace(problem, state=tuple(world), tasks=TaskList(())))[0]


def _do(loaded: LoadedProgram, step: Step) -> Lottery | None:
    """Do a step; return its cost, or None if it cannot be done."""
    for fire in loaded.alternatives.get((step.name, len(step.arguments)), []):
        for _, cost, outcomes in fire(*step.arguments):
            lottery: Lottery = cost if isinstance(cost, tuple) else ((1.0, cost),)
            if outcomes is None:
                return lottery
            index, log = step.outcome, Log()
            if index is not None and index < len(outcomes) and outcomes[index](log):
                return ((1.0, lottery[index][1]),)
            undo(log)
    return None


def _as_tasks(network: Network) -> TaskList:
    """Return a network as a task list."""
    parts: list[Task | TaskList] = []
    left = network
    while left:
        first, left = left
        if isinstance(first, Group):
            parts.append(TaskList(tuple(map(_as_tasks, first.members)), ordered=False))
        else:
            kind, arguments = first
            terms = tuple(map(_written, arguments))
            parts.append(Task(kind.name, terms, kind.immediate))
    return TaskList(tuple(parts))


def _written(term: Term) -> Pattern:
    """Return a term as a problem would write it."""
    match term:
        case Unbound(index):
            return Variable(f"?{index}", index)
        case Dotted(items, tail):
            return ListTerm(tuple(map(_written, items)), _written(tail))
        case tuple() if not is_ground(term):
            return ListTerm(tuple(map(_written, term)))
    return term
