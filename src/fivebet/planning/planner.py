"""The planner: finds plans for the problems of a compiled domain."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import inf
from typing import Literal

from fivebet.errors import PlanningError
from fivebet.planning.best_search import (
    Aggregate,
    BestSearch,
    LoopMet,
    NothingFound,
    build_plan,
    build_step,
)
from fivebet.planning.compiler import compile_domain
from fivebet.planning.cyclic_search import CyclicSearch
from fivebet.planning.execution import fewer_collections, with_deadline, with_deep_stack
from fivebet.planning.functions import UserFunction
from fivebet.planning.language import Domain, Problem, TaskList
from fivebet.planning.network import Network
from fivebet.planning.patterns import find_variables
from fivebet.planning.plan import Plan
from fivebet.planning.program import CompiledDomain, LoadedProgram
from fivebet.planning.runtime import Lottery
from fivebet.planning.search import (
    DEEPEST,
    AppliedOperator,
    OutcomeChooser,
    Reduction,
    Search,
    Trace,
)
from fivebet.planning.utility import NEUTRAL, Utility, expected_utility

Compat = Literal["jshop2"]
Effects = Literal["sampled", "policy"]

_LEAST_PATIENCE = 2.0  # seconds after the deadline in which a step may still be ended


@dataclass(frozen=True)
class Plans:
    """Plans in the order in which they were found."""

    plans: tuple[Plan, ...]
    complete: bool
    """Whether all plans were found."""


@dataclass(frozen=True)
class BestPlan:
    """The best plan that was found, if any."""

    plan: Plan | None
    optimal: bool
    """Whether it is proved that none is better, or that there is none."""
    nodes: int
    """The number of nodes that the search has visited."""


class Planner:
    """Finds plans for the problems of one domain.

    >>> from fivebet.planning import parse_domain, parse_problems
    >>> domain = parse_domain("(defdomain d ((:operator (!go ?x) ((way ?x)) () ((at ?x)))))")
    >>> problem, = parse_problems("(defproblem p d ((way a) (way b)) ((!go ?where)))")
    >>> [str(plan) for plan in Planner(domain).plans(problem, limit=None).plans]
    ['(!go a)', '(!go b)']
    """

    def __init__(
        self,
        domain: Domain,
        functions: Mapping[str, UserFunction] | None = None,
        *,
        compat: Compat | None = None,
        independent: bool = False,
    ) -> None:
        if compat not in (None, "jshop2"):
            raise PlanningError(f"there is no compat {compat!r}: expected 'jshop2' or nothing")
        self.domain = domain
        self.functions = dict(functions or {})
        self.compat = compat
        self.independent = independent
        self._programs: dict[frozenset[tuple[str, int, int]], CompiledDomain] = {}
        self._program(frozenset())

    def __repr__(self) -> str:
        return f"<Planner of the domain {self.domain.name!r}>"

    def plans(
        self,
        problem: Problem,
        limit: int | None = 1,
        *,
        utility: Utility = NEUTRAL,
        aggregate: Aggregate = "exact",
        seed: int = 0,
        seconds: float | None = None,
        trace: Trace | None = None,
    ) -> Plans:
        """Return the first plans in JSHOP2's order; all of them without a limit.

        Outcomes are drawn by the seed, the same for every plan. After so many seconds the
        plans found so far are returned.
        """
        if limit is not None and limit < 1:
            raise PlanningError(f"{limit} plans cannot be sought: give 1 or more, or no limit")
        deadline, last = _deadlines(seconds)
        found: list[Plan] = []

        def work() -> Plans:
            loaded, network = self.start(problem)
            worth = utility.at(problem.state)
            search = Search(loaded, sampler(seed), trace, deadline=deadline)
            found.clear()
            for running in search.plans(network):
                found.append(self._plan(network, search.trail, worth, aggregate, running))
                if limit is not None and len(found) >= limit:
                    return Plans(tuple(found), False)
            if search.too_deep and not found:
                raise PlanningError(
                    f"no plan was found within {DEEPEST:,} tasks: tasks that come round again "
                    "may have no end"
                )
            return Plans(tuple(found), not (search.expired or search.too_deep))

        return with_deep_stack(
            lambda: with_deadline(last, work, lambda: Plans(tuple(found), False))
        )

    def best(
        self,
        problem: Problem,
        utility: Utility = NEUTRAL,
        *,
        aggregate: Aggregate = "exact",
        effects: Effects = "sampled",
        seed: int = 0,
        seconds: float | None = None,
        nodes: int | None = None,
        gain: float | None = None,
    ) -> BestPlan:
        """Return the plan of highest expected utility, or the policy.

        Outcomes are drawn by the seed, the same for every plan, or are all provided for in
        a policy. `gain` is the most that the rest of a plan can gain; by default it is 0
        where no operator gains anything. After so many seconds or nodes the best plan found
        so far is returned, or none if finding a first one takes as long again.
        """
        deadline, last = _deadlines(seconds)

        def started() -> tuple[BestSearch, Network, Utility]:
            return self._search(problem, utility, aggregate, effects, seed, deadline, nodes, gain)

        def work() -> BestPlan:
            search, network, worth = started()

            def best() -> BestPlan:
                try:
                    found = search.run(network)
                except NothingFound:
                    return BestPlan(None, False, search.seen)
                except LoopMet:
                    # The state is left as it was in the middle of the search.
                    again, tasks, _ = started()
                    cyclic = CyclicSearch(again)
                    policy = cyclic.run(tasks)
                    return BestPlan(policy, cyclic.proved, search.seen + cyclic.seen)
                search.loaded.give_back()
                plan = build_plan(network, found[1], worth, aggregate) if found else None
                return BestPlan(plan, search.proved, search.seen)

            return with_deadline(last, best, lambda: BestPlan(None, False, search.seen))

        with fewer_collections():
            return with_deep_stack(work)

    def options(
        self,
        problem: Problem,
        utility: Utility = NEUTRAL,
        *,
        aggregate: Aggregate = "exact",
        effects: Effects = "sampled",
        seed: int = 0,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> dict[str, BestPlan]:
        """Return the best plan for each step that a plan may begin with, best first."""
        deadline, _ = _deadlines(seconds)

        def started() -> tuple[BestSearch, Network, Utility]:
            return self._search(problem, utility, aggregate, effects, seed, deadline, nodes, inf)

        def work() -> dict[str, BestPlan]:
            search, network, worth = started()
            try:
                found = search.by_first_step(network)
            except LoopMet:
                again, tasks, _ = started()
                cyclic = CyclicSearch(again)
                policies = cyclic.by_first_step(tasks)
                seen = search.seen + cyclic.seen
                return {
                    step: BestPlan(policy, cyclic.proved, seen) for step, policy in policies.items()
                }
            search.loaded.give_back()
            ranked = sorted(found.items(), key=lambda each: -each[1][0])
            made: dict[int, Plan] = {}
            return {
                step: BestPlan(
                    build_plan(network, way, worth, aggregate, made), search.proved, search.seen
                )
                for step, (_, way) in ranked
            }

        with fewer_collections():
            return with_deep_stack(work)

    def _search(
        self,
        problem: Problem,
        utility: Utility,
        aggregate: Aggregate,
        effects: Effects,
        seed: int,
        deadline: float,
        nodes: int | None,
        gain: float | None,
    ) -> tuple[BestSearch, Network, Utility]:
        if effects not in ("sampled", "policy"):
            raise PlanningError(f"effects are {effects!r}: expected 'sampled' or 'policy'")
        if aggregate not in ("exact", "sum"):
            raise PlanningError(f"aggregate is {aggregate!r}: expected 'exact' or 'sum'")
        loaded, network = self.start(problem)
        worth = utility.at(problem.state)
        search = BestSearch(
            loaded,
            worth,
            aggregate,
            policy=effects == "policy",
            choose=sampler(seed),
            gain=self._greatest_gain() if gain is None else gain,
            deadline=deadline,
            nodes=inf if nodes is None else nodes,
        )
        return search, network, worth

    def undefined(self, problem: Problem) -> list[str]:
        """Return the tasks of a problem and of the domain that no operator or method does."""
        defined = {(each.name, len(each.head)) for each in self.domain.operators}
        defined |= {(each.name, len(each.head)) for each in self.domain.methods}
        lists = [problem.tasks]
        lists += [branch.tasks for each in self.domain.methods for branch in each.branches]
        asked = {(task.name, len(task.arguments)) for tasks in lists for task in tasks.all_tasks()}
        return [f"{name}/{arity}" for name, arity in sorted(asked - defined)]

    def _program(self, open_arguments: frozenset[tuple[str, int, int]]) -> CompiledDomain:
        if open_arguments not in self._programs:
            self._programs[open_arguments] = compile_domain(
                self.domain,
                self.functions,
                compat=self.compat == "jshop2",
                independent=self.independent,
                open_arguments=open_arguments,
            )
        return self._programs[open_arguments]

    def start(self, problem: Problem) -> tuple[LoadedProgram, Network]:
        """Load the program with a problem's state; return it and the network of tasks."""
        if problem.domain != self.domain.name:
            raise PlanningError(
                f"the problem {problem.name} is one of {problem.domain!r}, "
                f"not of the domain {self.domain.name!r}"
            )
        loaded = self._program(frozenset(_open_arguments(problem.tasks))).load()
        for name, arguments in problem.state:
            # JSHOP2 drops atoms whose predicates its domain does not use.
            if self.compat is None or name in self.domain.symbols:
                loaded.state.relation(name, len(arguments)).add(arguments, [])
        return loaded, loaded.network(problem.tasks)

    def _plan(
        self,
        network: Network,
        trail: Sequence[AppliedOperator | Reduction],
        utility: Utility,
        aggregate: Aggregate,
        running: float,
    ) -> Plan:
        """Return the plan of a search's trail."""
        steps = tuple(
            map(build_step, (each for each in trail if isinstance(each, AppliedOperator)))
        )
        worth, sure = expected_utility(utility, [step.lottery for step in steps], aggregate)
        # JSHOP2 subtracts what it backtracks over, and its rounding with it.
        cost = running if self.compat else sum(step.cost for step in steps)
        return Plan(steps, cost, worth, sure, network=network, trail=tuple(trail))

    def _greatest_gain(self) -> float:
        """Return the most that any rest of a plan can gain: nothing, if no operator gains."""
        costs = [
            alternative.what for operator in self.domain.operators for alternative in operator.cost
        ]
        return 0.0 if all(isinstance(cost, float) and cost <= 0 for cost in costs) else inf


def sampler(seed: int) -> OutcomeChooser:
    """Return a function that draws outcomes by seed, operator and its earlier applications.

    Neither its arguments nor what else a plan has done matter, so that plans that are
    compared meet the same luck: a lucky number stays lucky for a bet of any size.
    """

    def choose(name: str, times: int, lottery: Lottery) -> int:
        text = f"{seed}/{times}/{name}".encode()
        left = int.from_bytes(blake2b(text, digest_size=8).digest(), "big") / 2**64
        for index, (probability, _) in enumerate(lottery):
            left -= probability
            if left < 0 and probability:
                return index
        return max(index for index, (probability, _) in enumerate(lottery) if probability)

    return choose


def _deadlines(seconds: float | None) -> tuple[float, float]:
    """Return when a search stops by itself, and when it is ended in the middle of a proof."""
    if seconds is None:
        return inf, inf
    if not seconds >= 0:
        raise PlanningError(f"nothing is planned in {seconds} seconds: give 0 or more, or none")
    deadline = time.perf_counter() + seconds
    return deadline, deadline + max(_LEAST_PATIENCE, seconds)


def _open_arguments(tasks: TaskList) -> Iterator[tuple[str, int, int]]:
    """Yield the arguments of a problem's tasks that are not bound."""
    for task in tasks.all_tasks():
        for index, argument in enumerate(task.arguments):
            if find_variables(argument):
                yield task.name, len(task.arguments), index
