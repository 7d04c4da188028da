"""The search for plans in JSHOP2's order: depth first, without recursion."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import fsum, inf
from typing import Any, Protocol

from fivebet.planning.network import Frame, Network, TaskNode, next_tasks, rejoin, task_text
from fivebet.planning.program import LoadedProgram
from fivebet.planning.runtime import Lottery
from fivebet.planning.state import Log, undo
from fivebet.planning.terms import Term, atom_text
from fivebet.planning.utility import expected_cost

STEPS_PER_CLOCK_CHECK = 64  # between two looks at the clock
DEEPEST = 1_000_000
"""The tasks of a plan that fit into memory: those that come round again have no end."""

Trace = Callable[[int, str, str], None]
"""Is called for every step of a search: with its depth, what happens, and the task."""


# These two are made at every node of a search, and frozen ones take three times as long.


@dataclass(slots=True)
class AppliedOperator:
    """An application of an operator: a step of a plan."""

    task: TaskNode
    name: str
    arguments: tuple[Term, ...]
    lottery: Lottery
    """The possible costs, once the outcome of its effects is known."""
    after: Network
    """The tasks that are left when it is done."""
    chance: float = 1.0
    """The probability of the outcome from which the plan continues."""
    outcome: int | None = None
    """The index of that outcome, where effects are uncertain."""

    def __str__(self) -> str:
        return atom_text(self.name, self.arguments)


@dataclass(slots=True)
class Reduction:
    """A compound task that was decomposed."""

    task: TaskNode
    label: str
    network: Network
    rest: Network
    """The part of the network that follows the decomposition."""


class OutcomeChooser(Protocol):
    """Chooses the outcome of an operator with uncertain effects from which a plan continues."""

    def __call__(self, name: str, times: int, lottery: Lottery) -> int:
        """Return the index of the outcome; `times` such steps have been taken before."""
        ...


@dataclass
class Search:
    """One search for plans."""

    loaded: LoadedProgram
    choose: OutcomeChooser
    trace: Trace | None = None
    trail: list[AppliedOperator | Reduction] = field(default_factory=list)
    """Applied operators and reductions in the order in which they were made."""

    running: float = 0.0
    """The cost so far; backtracking subtracts from it."""

    deadline: float = inf
    expired: bool = False
    too_deep: bool = False
    """Whether the search was ended since it went on and on without a plan."""

    def plans(self, network: Network) -> Iterator[float]:
        """Yield the cost of every plan, whose steps are then in the trail."""
        stack = [self._expand(network, None)]
        seen = 0
        while stack:
            seen += 1
            if seen % STEPS_PER_CLOCK_CHECK == 0 and time.perf_counter() > self.deadline:
                self.expired = True
                return
            found = next(stack[-1], None)
            if found is None:
                stack.pop()
            elif not found[0] and found[1] is None:
                yield self.running
            elif len(stack) < DEEPEST:
                stack.append(self._expand(*found))
            else:
                self.too_deep = True
                return

    def _expand(
        self, focus: Network, frame: Frame | None
    ) -> Iterator[tuple[Network, Frame | None]]:
        """Yield the focus and the frame after each alternative for the next task."""
        if not focus:
            # An empty network to begin with is a plan of nothing.
            yield (), None
            return
        first, rest = focus
        single = first.__class__ is tuple
        for task, after, around in [(first, rest, frame)] if single else next_tasks(focus, frame):
            if self.trace:
                self.trace(len(self.trail), "try", task_text(task))
            if task[0].primitive:
                yield from self._fire(task, after, around)
            else:
                yield from self._reduce(task, after, around)
            if self.trace:
                self.trace(len(self.trail), "back", task_text(task))

    def _reduce(
        self, task: TaskNode, rest: Network, frame: Frame | None
    ) -> Iterator[tuple[Network, Frame | None]]:
        kind, arguments = task
        trail = self.trail
        for decompose in kind.alternatives:
            for label, network in decompose(rest, *arguments):
                trail.append(Reduction(task, label, network, rest))
                if self.trace:
                    self.trace(len(trail), "method", f"{task_text(task)} by {label}")
                if network is rest and frame is not None:
                    yield rejoin(rest, frame), None
                else:
                    yield network, frame
                trail.pop()

    def _fire(
        self, task: TaskNode, rest: Network, frame: Frame | None
    ) -> Iterator[tuple[Network, Frame | None]]:
        kind, arguments = task
        trail, name = self.trail, kind.name
        for fire in kind.alternatives:
            for step, cost, outcomes in fire(*arguments):
                after = rest if frame is None else rejoin(rest, frame)
                if outcomes is None:
                    lottery = cost if cost.__class__ is tuple else ((1.0, cost),)
                    trail.append(AppliedOperator(task, name, step, lottery, after))
                    if self.trace:
                        self.trace(len(trail), "operator", str(trail[-1]))
                    spent = cost if cost.__class__ is float else expected_cost(lottery)
                    self.running += spent
                    yield after, None
                    self.running -= spent
                    trail.pop()
                else:
                    yield from self._happen(task, step, cost, outcomes, after)

    def _happen(
        self,
        task: TaskNode,
        step: tuple[Term, ...],
        lottery: Lottery,
        outcomes: tuple[Any, ...],
        rest: Network,
    ) -> Iterator[tuple[Network, Frame | None]]:
        """Apply an operator with uncertain effects; the plan continues from one outcome."""
        name = task[0].name
        times = sum(isinstance(each, AppliedOperator) and each.name == name for each in self.trail)
        index = self.choose(name, times, lottery)
        log: Log = []
        if outcomes[index](log):
            chance, costs = sampled_costs(lottery, outcomes, index)
            self.trail.append(AppliedOperator(task, name, step, costs, rest, chance, index))
            if self.trace:
                self.trace(len(self.trail), "operator", f"{self.trail[-1]} at {chance:g}")
            cost = expected_cost(costs)
            self.running += cost
            yield rest, None
            self.running -= cost
            self.trail.pop()
        undo(log)


def sampled_costs(lottery: Lottery, outcomes: tuple[Any, ...], index: int) -> tuple[float, Lottery]:
    """Return the chance of the effects that were drawn, and what they may still cost.

    Outcomes with the same effects differ in a cost that is a lottery of its own.
    """
    if outcomes.count(outcomes[index]) == 1:
        chance, cost = lottery[index]
        return chance, ((1.0, cost),)
    same = [
        each for each, happen in zip(lottery, outcomes, strict=True) if happen is outcomes[index]
    ]
    chance = fsum(part for part, _ in same)
    return chance, tuple((part / chance, cost) for part, cost in same)
