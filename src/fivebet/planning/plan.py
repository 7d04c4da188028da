"""Plans: their steps, what they may cost, and their tree of tasks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum, prod

from fivebet.errors import PlanningError
from fivebet.planning.network import Network, TaskNode, iterate_tasks, task_text
from fivebet.planning.runtime import Lottery
from fivebet.planning.search import AppliedOperator, Reduction
from fivebet.planning.terms import Term, atom_text
from fivebet.planning.utility import Utility, combined, expected_cost, expected_utility

_WIDEST = 180
"""The deepest indentation of a tree's lines; plans may be thousands of tasks deep."""


@dataclass(frozen=True)
class Step:
    """An operator with its arguments, and what it may cost."""

    name: str
    arguments: tuple[Term, ...]
    lottery: Lottery
    chance: float = 1.0
    """The probability of the effects from which the plan continues."""
    outcome: int | None = None
    """The index of these effects among the operator's outcomes, where they are uncertain."""
    after: Network = field(default=(), repr=False, compare=False)
    """The tasks that are left after the step."""

    @property
    def cost(self) -> float:
        """Return the expected cost."""
        return expected_cost(self.lottery)

    def __str__(self) -> str:
        return atom_text(self.name, self.arguments)


@dataclass(frozen=True)
class Outcome:
    """What may happen after the last step of a plan, and the plan from there on."""

    chance: float
    cost: float
    plan: "Plan"
    index: int
    """The index of this outcome among the operator's."""


@dataclass(frozen=True)
class Plan:
    """A sequence of steps; a policy continues with a plan for each outcome."""

    steps: tuple[Step, ...]
    cost: float
    """The expected total cost."""
    utility: float
    equivalent: float
    """The certainty equivalent: the sure cost that is worth as much."""
    outcomes: tuple[Outcome, ...] = ()
    network: Network = field(default=(), repr=False, compare=False)
    """The tasks that the plan does."""
    trail: tuple[AppliedOperator | Reduction, ...] = field(default=(), repr=False, compare=False)
    part: int = 0
    """The number by which later outcomes refer to this part of a policy; 0 if none does."""
    back: int = 0
    """If not 0, the number of the part with which a policy continues: it comes round again."""

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))

    @cached_property
    def parts(self) -> dict[int, "Plan"]:
        """Return the parts of a policy to which outcomes refer, by number."""
        found = {self.part: self} if self.part else {}
        for outcome in self.outcomes:
            found |= outcome.plan.parts
        return found

    @cached_property
    def loops(self) -> bool:
        """Return whether something in a policy may come round again."""
        return bool(self.back) or any(outcome.plan.loops for outcome in self.outcomes)

    @cached_property
    def lottery(self) -> Lottery:
        """Return every total cost with its probability."""
        if self.loops:
            raise PlanningError(
                "a policy whose steps may come round again has totals without end: "
                "ask for its cost, utility or certainty equivalent"
            )
        before = combined(step.lottery for step in self.steps)
        if not self.outcomes:
            return before
        totals: dict[float, list[float]] = {}
        for outcome in self.outcomes:
            rest = combined([before, ((1.0, outcome.cost),), outcome.plan.lottery])
            for probability, total in rest:
                totals.setdefault(total, []).append(probability * outcome.chance)
        return tuple((fsum(parts), total) for total, parts in sorted(totals.items()))

    def tree(self, utility: Utility, title: str = "plan", branches: int = 3) -> "PlanTree":
        """Return the tree of tasks, what they were decomposed into, and what each part is worth.

        Of a policy, `branches` nested outcomes are shown; all of them would have no end.
        """
        if self.part or self.back:
            title += f" (part {self.part})" if self.part else f": part {self.back} again"
        # Tasks are identified by `id`: the trail keeps every one of them alive.
        made = {id(each.task): each for each in self.trail}
        found = _node(title, iterate_tasks(self.network), made, utility)
        if not self.outcomes:
            return found
        shown = []
        for number, outcome in enumerate(self.outcomes if branches else (), start=1):
            plan, cost = outcome.plan, outcome.cost
            worth = (
                utility.value(cost + plan.equivalent)
                if utility.additive
                else plan.utility
                if plan.loops
                else utility.expected(combined([((1.0, cost),), plan.lottery]))
            )
            shown.append(
                replace(
                    plan.tree(utility, f"outcome {number}", branches - 1),
                    chance=outcome.chance,
                    cost=cost + plan.cost,
                    utility=worth,
                )
            )
        return replace(
            found, children=(*found.children, *shown), cost=self.cost, utility=self.utility
        )

    def walk(self) -> Iterator[tuple[float, Step]]:
        """Yield every step of every branch, with the probability that it is taken.

        Steps that come round again are yielded once.
        """
        for step in self.steps:
            yield 1.0, step
        for outcome in self.outcomes:
            for chance, step in outcome.plan.walk():
                yield chance * outcome.chance, step


@dataclass(frozen=True)
class PlanTree:
    """A task and what it was decomposed into, with what the part of the plan is worth."""

    task: str
    label: str
    """The branch of the method, or nothing for an operator."""
    children: tuple["PlanTree", ...]
    chance: float
    cost: float
    utility: float
    equivalent: float = field(default=0.0, repr=False)
    lotteries: tuple[Lottery, ...] = field(default=(), repr=False)
    """The lotteries of its steps, where utilities do not add up."""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def summary(self) -> str:
        """Return the task in one line, with what it is worth."""
        label = f" by {self.label}" if self.label else ""
        chance = "" if self.chance == 1 else f"  p {self.chance:.3g}"
        return f"{self.task}{label}{chance}  cost {self.cost:.4g}  utility {self.utility:.4g}"

    def lines(self) -> Iterator[str]:
        """Yield the tree drawn with lines, one task in each."""
        yield self.summary()
        left = [("", 0, self.children)]
        while left:
            indent, index, children = left.pop()
            if index == len(children):
                continue
            left.append((indent, index + 1, children))
            last = index == len(children) - 1
            yield f"{indent}{'└─ ' if last else '├─ '}{children[index].summary()}"
            deeper = indent + ("   " if last else "│  ") if len(indent) < _WIDEST else indent
            left.append((deeper, 0, children[index].children))

    def to_dict(self) -> dict[str, object]:
        """Return the tree as JSON data, for reasons and for JSON."""
        return {
            "task": self.task,
            "method": self.label,
            "probability": self.chance,
            "cost": self.cost,
            "utility": self.utility,
            "parts": [child.to_dict() for child in self.children],
        }


def _node(
    title: str,
    tasks: Iterable[TaskNode],
    made: dict[int, AppliedOperator | Reduction],
    utility: Utility,
) -> PlanTree:
    """Build the tree of some tasks without recursion: it may be as deep as the plan is long."""
    growing = [_Growing(title, "", iter(tasks))]
    while True:
        deeper = growing[-1].next_compound(made, utility)
        if deeper is not None:
            growing.append(deeper)
            continue
        grown = growing.pop().grown(utility)
        if not growing:
            return grown
        growing[-1].children.append(grown)


@dataclass(slots=True)
class _Growing:
    """A task whose tree is under construction."""

    task: str
    label: str
    tasks: Iterator[TaskNode]
    children: list[PlanTree] = field(default_factory=list)

    def next_compound(
        self, made: dict[int, AppliedOperator | Reduction], utility: Utility
    ) -> "_Growing | None":
        """Return the next part that was decomposed, after taking the operators before it."""
        for task in self.tasks:
            what = made.get(id(task))  # None for what is left to the branches of a policy
            if isinstance(what, AppliedOperator):
                self.children.append(_leaf(what, utility))
            elif what is not None:
                inner = iterate_tasks(what.network, what.rest)
                return _Growing(task_text(task), what.label, inner)
        return None

    def grown(self, utility: Utility) -> PlanTree:
        """Return the task with all its parts."""
        children = tuple(self.children)
        chance = prod(child.chance for child in children)
        if utility.additive:
            cost = fsum(child.cost for child in children)
            sure = fsum(child.equivalent for child in children)
            worth = utility.value(sure)
            return PlanTree(self.task, self.label, children, chance, cost, worth, sure)
        lotteries = tuple(lottery for child in children for lottery in child.lotteries)
        cost = fsum(map(expected_cost, lotteries))
        worth, sure = expected_utility(utility, lotteries)
        return PlanTree(self.task, self.label, children, chance, cost, worth, sure, lotteries)


def _leaf(deed: AppliedOperator, utility: Utility) -> PlanTree:
    worth, sure = expected_utility(utility, [deed.lottery])
    cost = expected_cost(deed.lottery)
    return PlanTree(str(deed), "", (), deed.chance, cost, worth, sure, (deed.lottery,))
