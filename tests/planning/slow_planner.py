"""A slow planner, written from the numbered semantics: an oracle for the compiled one.

It shares the parser and nothing else. Lists are chains of pairs, bindings are
dictionaries, the state is copied for every operator, the task network is a tree
from which tasks are erased. Everything is recursive and nothing is indexed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fivebet.planning.language import (
    And,
    Assign,
    Atom,
    CallCondition,
    CallTerm,
    Domain,
    ForAll,
    ForAllEffect,
    ListTerm,
    Not,
    Or,
    Problem,
    Protection,
    Task,
    Variable,
    VariableAtom,
)
from fivebet.planning.terms import Dotted

NIL = "nil()"  # no name has parentheses


@dataclass(frozen=True)
class Pair:
    head: Any
    tail: Any


@dataclass(frozen=True)
class Var:
    index: int


@dataclass(frozen=True)
class Call:
    function: str
    arguments: tuple[Any, ...]


def chain(items: list[Any], tail: Any = NIL) -> Any:
    for item in reversed(items):
        tail = Pair(item, tail)
    return tail


def convert(term: Any) -> Any:
    """A written term as pairs, variables and calls."""
    if isinstance(term, Variable):
        return Var(term.index)
    if isinstance(term, CallTerm):
        return Call(term.function, tuple(map(convert, term.arguments)))
    if isinstance(term, ListTerm):
        return chain(
            list(map(convert, term.items)), NIL if term.tail is None else convert(term.tail)
        )
    if isinstance(term, Dotted):
        return chain(list(map(convert, term.items)), convert(term.tail))
    if isinstance(term, tuple):
        return chain(list(map(convert, term)))
    return term


def ground(term: Any) -> bool:
    if isinstance(term, Pair):
        return ground(term.head) and ground(term.tail)
    if isinstance(term, Call):
        return all(map(ground, term.arguments))
    return not isinstance(term, Var)


def match(pattern: Any, value: Any, found: dict[int, Any]) -> bool:
    """One way: variables of the value fit anything and bind nothing."""
    if isinstance(value, Var):
        return True
    if isinstance(pattern, Var):
        if pattern.index not in found:
            found[pattern.index] = value
            return True
        return bool(found[pattern.index] == value)
    if isinstance(pattern, Pair):
        return (
            isinstance(value, Pair)
            and match(pattern.head, value.head, found)
            and match(pattern.tail, value.tail, found)
        )
    return bool(pattern == value)


def show(term: Any) -> str:
    if term == NIL:
        return "NIL"
    if isinstance(term, Var):
        return f"VAR{term.index}"
    if isinstance(term, Pair):
        words = []
        while isinstance(term, Pair):
            words.append(show(term.head))
            term = term.tail
        return f"({' '.join(words)})" if term == NIL else f"({' '.join(words)} . {show(term)})"
    return str(term)


def items(chained: Any) -> list[Any]:
    found = []
    while isinstance(chained, Pair):
        found.append(chained.head)
        chained = chained.tail
    return found


STANDARD: dict[str, Callable[..., bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "member": lambda a, b: a in items(b),
}


def compute(function: str, values: list[Any]) -> Any:
    if function == "empty":
        return 1.0 if values == [NIL] else 0.0
    if function in STANDARD:
        holds = all(STANDARD[function](a, b) for a, b in pairwise(values))
        return 1.0 if holds else NIL
    total = values[0]
    for value in values[1:]:
        total = {
            "+": lambda a, b: a + b,
            "-": lambda a, b: a - b,
            "*": lambda a, b: a * b,
            "/": lambda a, b: a / b,
            "^": lambda a, b: a**b,
        }[function](total, value)
    return total


class TooLongError(Exception):
    """The search has used up its budget."""


class SlowPlanner:
    def __init__(self, domain: Domain, compat: bool, budget: int = 100_000) -> None:
        self.domain = domain
        self.compat = compat
        self.budget = budget

    def plans(self, problem: Problem, limit: int) -> list[tuple[float, list[str]]]:
        state: list[tuple[str, Any]] = []
        for name, arguments in problem.state:
            atom = name, chain(list(map(convert, arguments)))
            if atom not in state and (not self.compat or name in self.domain.symbols):
                state.append(atom)
        found: list[tuple[float, list[str]]] = []
        root = self.network(problem.tasks, {})
        for steps, cost in self.search(root, root, state, {}, [], 0.0):
            found.append((cost, list(steps)))
            if len(found) == limit:
                break
        return found

    # Terms and conditions.

    def bind(self, term: Any, binding: dict[int, Any]) -> Any:
        if isinstance(term, Var):
            return binding.get(term.index, term)
        if isinstance(term, Pair):
            return Pair(self.bind(term.head, binding), self.bind(term.tail, binding))
        if isinstance(term, Call):
            arguments = [self.bind(each, binding) for each in term.arguments]
            if all(map(ground, arguments)):
                return compute(term.function, arguments)
            return Call(term.function, tuple(arguments))
        return term

    def solve(  # noqa: PLR0912 - one case for each kind of condition
        self, what: Any, binding: dict[int, Any], state: list[Any], top: bool = False
    ) -> Iterator[dict[int, Any]]:
        match what:
            case And(parts):
                if not parts:
                    yield binding
                else:
                    for inner in self.solve(parts[0], binding, state):
                        yield from self.solve(And(parts[1:]), inner, state)
            case Or(parts):
                for part in parts:
                    yield from self.solve(part, binding, state, top)
            case Not(part):
                if next(self.solve(part, binding, state), None) is None:
                    yield binding
            case ForAll(premise, conclusion):
                if all(
                    next(self.solve(conclusion, inner, state), None) is not None
                    for inner in self.solve(premise, binding, state)
                ):
                    yield binding
            case Assign(variable, value):
                yield from self.assign(variable, value, binding, top)
            case CallCondition(call):
                result = self.bind(convert(call), binding)
                if result != NIL if not isinstance(result, Call) else self.compat:
                    yield binding
            case VariableAtom(variable):
                atom = binding[variable.index]
                yield from self.prove(atom.head, atom.tail, binding, state)
            case Atom(name, arguments):
                wanted = self.bind(chain(list(map(convert, arguments))), binding)
                yield from self.prove(name, wanted, binding, state)

    def assign(
        self, variable: Variable, value: Any, binding: dict[int, Any], top: bool
    ) -> Iterator[dict[int, Any]]:
        result = self.bind(convert(value), binding)
        if isinstance(result, Var):
            yield binding  # Nothing is known of it.
        elif variable.index in binding and not (top and self.compat):
            if self.compat or binding[variable.index] == result:
                yield binding
        elif isinstance(result, Call):
            if self.compat:
                yield binding
        else:
            yield binding | {variable.index: result}

    def prove(
        self, name: str, wanted: Any, binding: dict[int, Any], state: list[Any]
    ) -> Iterator[dict[int, Any]]:
        self.budget -= 1
        if not self.budget:
            raise TooLongError
        # A predicate's list that shrinks under the iteration, as in JSHOP2, is seen by index.
        place = 0
        while place < len(listed := [each for known, each in state if known == name]):
            place += 1
            found: dict[int, Any] = {}
            if match(wanted, listed[place - 1], found):
                yield found | binding
        for axiom in self.domain.axioms:
            if axiom.name != name:
                continue
            head = self.bind(chain(list(map(convert, axiom.head))), {})
            inside: dict[int, Any] = {}
            if not match(head, wanted, inside):
                continue
            for _, precondition in axiom.branches:
                proved = False
                for inner in self.satisfy(precondition, inside, state):
                    found = {}
                    if match(wanted, self.bind(head, inner), found):
                        proved = True
                        yield found | binding
                if proved:
                    break

    def satisfy(
        self, precondition: Any, binding: dict[int, Any], state: list[Any]
    ) -> Iterator[dict[int, Any]]:
        solutions = self.solve(precondition.expression, binding, state, True)
        if precondition.first:
            first = next(solutions, None)
            if first is not None:
                yield first
        elif precondition.sort_by is not None:
            order = precondition.order.function if precondition.order else "<"
            yield from sorted(
                solutions,
                key=lambda each: each[precondition.sort_by.index],
                reverse=order in (">", ">="),
            )
        else:
            yield from solutions

    # The network: lists [ordered?, parts], tasks [task, primitive name, arguments, immediate].

    def network(self, tasks: Any, binding: dict[int, Any]) -> dict[str, Any]:
        if isinstance(tasks, Task):
            arguments = self.bind(chain(list(map(convert, tasks.arguments))), binding)
            return {"task": tasks, "arguments": arguments, "parts": None, "ordered": True}
        parts = [self.network(part, binding) for part in tasks.parts]
        return {"task": None, "parts": parts, "ordered": tasks.ordered}

    def firsts(self, node: dict[str, Any], found: list[Any]) -> bool:
        if node["parts"] is None:
            if node["task"].immediate:
                found[:] = [node]
                return True
            found.append(node)
            return False
        before = len(found)
        for part in node["parts"]:
            if self.firsts(part, found):
                return True
            if node["ordered"] and len(found) > before:
                return False
        return False

    def search(  # noqa: PLR0912 - operators and methods side by side
        self,
        focus: dict[str, Any],
        root: dict[str, Any],
        state: list[Any],
        protected: dict[Any, int],
        steps: list[str],
        cost: float,
    ) -> Iterator[tuple[list[str], float]]:
        choices: list[dict[str, Any]] = []
        self.firsts(focus, choices)
        if not choices:
            if focus is root:
                yield steps, cost
            else:
                yield from self.search(root, root, state, protected, steps, cost)
            return
        for node in choices:
            task: Task = node["task"]
            if task.primitive:
                node["parts"] = []
                for operator in self.domain.operators:
                    binding: dict[int, Any] = {}
                    head = chain(list(map(convert, operator.head)))
                    if operator.name != task.name or not match(head, node["arguments"], binding):
                        continue
                    for inner in self.satisfy(operator.precondition, binding, state):
                        changed = self.apply(operator, inner, list(state), dict(protected))
                        if changed is None:
                            continue
                        step = Pair(operator.name, self.bind(head, inner))
                        paid = self.bind(convert(operator.cost[0].what), inner)
                        yield from self.search(
                            root, root, *changed, [*steps, show(step)], cost + paid
                        )
                node["parts"] = None
                continue
            for method in self.domain.methods:
                binding = {}
                head = chain(list(map(convert, method.head)))
                if method.name != task.name or not match(head, node["arguments"], binding):
                    continue
                for branch in method.branches:
                    satisfied = False
                    for inner in self.satisfy(branch.precondition, binding, state):
                        satisfied = True
                        made = self.network(branch.tasks, inner)
                        node["parts"] = made["parts"]
                        node["ordered"] = True if self.compat else made["ordered"]
                        yield from self.search(node, root, state, protected, steps, cost)
                        node["parts"], node["ordered"] = None, True
                    if satisfied:
                        break

    def apply(
        self, operator: Any, binding: dict[int, Any], state: list[Any], protected: dict[Any, int]
    ) -> tuple[list[Any], dict[Any, int]] | None:
        def atom_of(atom: Any, inner: dict[int, Any]) -> tuple[str, Any]:
            if isinstance(atom, VariableAtom):
                value = inner[atom.variable.index]
                return value.head, value.tail
            return atom.name, self.bind(chain(list(map(convert, atom.arguments))), inner)

        def delete(atom: tuple[str, Any]) -> bool:
            if protected.get(atom):
                return False
            if atom in state:
                state.remove(atom)
            return True

        def each(effects: Any) -> Iterator[Any]:
            if isinstance(effects, Variable):
                for value in items(binding[effects.index]):
                    yield value.head, value.tail
                return
            for effect in effects:
                if isinstance(effect, ForAllEffect):
                    solutions: Any = self.solve(effect.condition, binding, state, True)
                    for inner in solutions if self.compat else list(solutions):
                        for atom in effect.atoms:
                            yield atom_of(atom, inner)
                elif isinstance(effect, Protection):
                    yield effect
                else:
                    yield atom_of(effect, binding)

        for atom in each(operator.delete[0].what):
            if isinstance(atom, Protection):
                key = atom_of(atom.atom, binding)
                protected[key] = max(0, protected.get(key, 0) - 1)
            elif not delete(atom):
                return None
        for atom in each(operator.add[0].what):
            if isinstance(atom, Protection):
                key = atom_of(atom.atom, binding)
                protected[key] = protected.get(key, 0) + 1
            elif atom not in state:
                state.append(atom)
        return state, protected
