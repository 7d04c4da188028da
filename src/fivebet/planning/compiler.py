"""From a domain to Python code that fires its operators and decomposes its tasks.

Like JSHOP2, which writes Java, the planner does not interpret a domain but turns
each operator, method and axiom into a function. An operator's function gives, for
each way to satisfy the precondition, the step's arguments, its cost and, where its
effects are uncertain, one function for each outcome; sure effects are made before
it gives and undone when it is asked again. A method's function gives the label of
a branch and the network with the task's decomposition in front.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import CodeType
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning import runtime
from fivebet.planning.conditions import ConditionCompiler
from fivebet.planning.functions import Function, UserFunction, function_table
from fivebet.planning.language import (
    Alternative,
    And,
    Atom,
    Axiom,
    Branch,
    CallTerm,
    Domain,
    Effects,
    Expression,
    ForAll,
    ForAllEffect,
    ListTerm,
    Method,
    Not,
    Operator,
    Or,
    Protection,
    Task,
    TaskList,
    Variable,
    VariableAtom,
    What,
    Written,
)
from fivebet.planning.network import Group, Network, TaskKind, TaskNode, joined
from fivebet.planning.patterns import Key, Loose, Scope, relation_name, variables_of
from fivebet.planning.state import Index, Relation, State, whole_key
from fivebet.planning.terms import Open, Term, cons
from fivebet.planning.writer import Writer

__all__ = ["Loaded", "Program", "compile_domain"]

_NESTED = 20  # tasks written as nested pairs; Python limits how deep parentheses go
_SURE = 1.0


@dataclass(frozen=True)
class Program:
    """A compiled domain."""

    domain: Domain
    source: str
    code: CodeType
    constants: dict[str, Any]
    functions: Mapping[str, Function]
    indices: dict[Key, dict[str, str]]
    """By relation: the key of each index, and its name in the code."""
    kinds: dict[tuple[str, int, bool], str]
    alternatives: dict[Key, list[str]]
    provers: dict[Key, str]
    recursive: bool
    """Whether an axiom may lead to itself: proofs can then be long."""
    shifting: frozenset[str]
    """Predicates whose atoms may go while they are walked through."""

    def load(self) -> "Loaded":
        """The code, at work on an empty state of its own."""
        names: dict[str, Any] = runtime.NAMES | self.constants
        relations = {}
        for key, listed in self.indices.items():
            indices = []
            for expression, name in listed.items():
                if name.startswith("l"):
                    index = Index(whole_key)
                    names[name] = index.lists[()] = []
                else:
                    index = Index(eval(f"lambda a: {expression}", {}))
                    names[name] = index.lists
                indices.append(index)
            relations[key] = Relation(key[0], indices)
        state = State(relations, self.shifting)
        for key, relation in relations.items():
            names[relation_name(key)] = relation
            names[f"s{relation_name(key)}"] = relation.atoms
        prover = runtime.Prover(state)
        kinds = {key: TaskKind(*key) for key in self.kinds}
        names |= {name: kinds[key] for key, name in self.kinds.items()}
        names |= {"relation": state.relation, "shifting": state.shifting}
        names |= {"proofs": prover.proofs, "holds": prover.holds}
        exec(self.code, names)
        prover.axioms = {key: names[name] for key, name in self.provers.items()}
        alternatives = {
            key: [names[name] for name in listed] for key, listed in self.alternatives.items()
        }
        for (name, arity, _), kind in kinds.items():
            kind.alternatives = alternatives.get((name, arity), [])
        return Loaded(state, kinds, alternatives, self.functions)


@dataclass(frozen=True)
class Loaded:
    """A state and the code that works on it."""

    state: State
    kinds: dict[tuple[str, int, bool], TaskKind]
    alternatives: dict[Key, list[Any]]
    functions: Mapping[str, Function]

    def network(self, tasks: TaskList) -> Network:
        """A problem's tasks as a network."""
        parts = [
            (self._task(part), ()) if isinstance(part, Task) else self.network(part)
            for part in tasks.parts
        ]
        parts = [part for part in parts if part]
        if not tasks.ordered and len(parts) > 1:
            return (Group(tuple(parts)), ())
        return joined(parts)

    def _task(self, task: Task) -> TaskNode:
        key = task.name, len(task.arguments), task.immediate
        if key not in self.kinds:
            self.kinds[key] = TaskKind(*key, self.alternatives.get(key[:2], []))
        return self.kinds[key], tuple(map(self._term, task.arguments))

    def _term(self, term: Written) -> Term:
        match term:
            case Variable():
                return Open(term.index)
            case ListTerm(items, tail):
                listed = tuple(map(self._term, items))
                return listed if tail is None else cons(listed, self._term(tail))
            case CallTerm():
                if term.function not in self.functions:
                    raise PlanningError(f"{term.place}: there is no function {term.function!r}")
                return self.functions[term.function](*map(self._term, term.arguments))
        return term


def compile_domain(
    domain: Domain,
    functions: Mapping[str, UserFunction],
    *,
    compat: bool = False,
    independent: bool = False,
    open_arguments: frozenset[tuple[str, int, int]] = frozenset(),
) -> Program:
    """Compile a domain.

    `open_arguments` are places of tasks (name, number of arguments, place) that
    problems leave unbound. With `independent`, what an operator deletes, adds and
    costs are separate lotteries, as in Smith's thesis, instead of one.
    """
    table = function_table(functions)
    loose = Loose(set(open_arguments))
    while True:
        known = loose.size
        compiler = _Compiler(domain, table, loose, compat, independent)
        compiler.compile()
        if loose.size == known:
            return compiler.program()


class _Compiler(ConditionCompiler):
    """Writes the functions of operators and methods."""

    def __init__(
        self,
        domain: Domain,
        table: Mapping[str, Function],
        loose: Loose,
        compat: bool,
        independent: bool,
    ) -> None:
        super().__init__(domain, table, loose, compat)
        self.independent = independent
        self.kinds: dict[tuple[str, int, bool], str] = {}
        self.alternatives: dict[Key, list[str]] = {}
        self.provers: dict[Key, str] = {}

    def compile(self) -> None:
        """Write all functions, and those of the axioms that they need."""
        for operator in self.domain.operators:
            self.operator(operator)
        for method in self.domain.methods:
            self.method(method)
        for name, arity in self.axioms:
            # Variables that stand for atoms may ask for any axiom.
            self.provers[name, arity] = self.proof(name, "b" * arity, every=True)
        while self.pending:
            self.pending.pop()()

    def program(self) -> Program:
        """What was written, compiled by Python."""
        source = "\n".join(writer.source() for writer in self.functions) + "\n"
        return Program(
            domain=self.domain,
            source=source,
            code=compile(source, f"<plans of {self.domain.name}>", "exec"),
            constants=self.constants,
            functions=self.table,
            indices=self.indices,
            kinds=self.kinds,
            alternatives=self.alternatives,
            provers=self.provers,
            recursive=_is_recursive(self.axioms),
            shifting=frozenset(self.shifting_names),
        )

    def _head(self, name: str, head: Sequence[Written], writer: Writer) -> Scope:
        self.alternatives.setdefault((name, len(head)), []).append(writer.name)
        scope: Scope = {}
        for place, pattern in enumerate(head):
            loose = (name, len(head), place) in self.loose.tasks
            if loose:
                writer.line(f"p{place} = closed(p{place})")
            self.receive(writer, pattern, f"p{place}", loose, scope)
        return scope

    # Operators.

    def operator(self, operator: Operator) -> None:
        """The function that fires an operator."""
        out = self.writer("o", [f"p{place}" for place in range(len(operator.head))], "return")
        scope = self._head(operator.name, operator.head, out)
        outcomes = self._outcomes(operator)
        sure = all(outcome.effects == outcomes[0].effects for outcome in outcomes)

        def fire(inner: Scope) -> None:
            step = self.terms(operator.head, inner)
            cost = self._cost(operator, outcomes, inner)
            if not sure:
                functions = "".join(
                    f"lambda log: {self._effects(operator, outcome.effects, inner, 'log')}, "
                    for outcome in outcomes
                )
                out.line(f"yield {step}, {cost}, ({functions})")
                return
            if any(outcomes[0].effects):
                out.line("log = []")
                effects = self._effects(operator, outcomes[0].effects, inner, "log")
                out.line(f"if {effects}: yield {step}, {cost}, None")
                out.line("undo(log)")
            else:
                out.line(f"yield {step}, {cost}, None")

        self.precondition(out, operator.precondition, scope, fire)

    def _outcomes(self, operator: Operator) -> list["_Outcome"]:
        """What may happen: delete, add and cost together."""
        delete, add, cost = operator.delete, operator.add, operator.cost
        if self.independent:
            return [
                _Outcome((taken.what, given.what), paid.what)
                for taken, given, paid in product(delete, add, cost)
            ]
        sizes = len(delete), len(add), len(cost)
        if any(size not in (1, max(sizes)) for size in sizes):
            raise PlanningError(
                f"{operator.place}: {operator.name} has {sizes[0]} alternatives to delete, "
                f"{sizes[1]} to add and {sizes[2]} costs: they happen together, so that each "
                "part has one alternative or as many as the others"
            )
        return [
            _Outcome((_nth(delete, place).what, _nth(add, place).what), _nth(cost, place).what)
            for place in range(max(sizes))
        ]

    def _cost(self, operator: Operator, outcomes: Sequence["_Outcome"], scope: Scope) -> str:
        """A number, or a lottery."""
        name = repr(operator.name)
        parts = operator.delete, operator.add, operator.cost
        if len(outcomes) == 1 and all(part[0].probability == _SURE for part in parts):
            cost = outcomes[0].cost
            if isinstance(cost, float):
                return repr(cost)
            return f"number({self.term(cost, scope)}, {name})"
        costs = self.terms([outcome.cost for outcome in outcomes], scope)
        uncertain = [part for part in parts if len(part) > 1 or part[0].probability != _SURE]
        _check_written(operator, uncertain)
        probabilities = [
            self.terms([each.probability for each in part], scope) for part in uncertain
        ]
        if self.independent:
            return f"product_lottery({name}, ({', '.join(probabilities)},), {costs})"
        # A part with one alternative must be sure, or it does not add up to 1.
        return f"lottery({name}, ({', '.join(probabilities)},), {costs})"

    def _effects(
        self, operator: Operator, effects: tuple[Effects, Effects], scope: Scope, log: str
    ) -> str:
        """A call that makes the effects and tells whether no protection forbids them."""
        used = [each for part in effects for each in _effect_variables(part)]
        names = list(dict.fromkeys(scope[each].name for each in used if each in scope))
        out = self.writer("e", ["log", *names], "return True")
        delete, add = effects
        self._change(out, operator, delete, scope, adding=False)
        self._change(out, operator, add, scope, adding=True)
        out.line("return True")
        return f"{out.name}({', '.join([log, *names])})"

    def _change(
        self, out: Writer, operator: Operator, effects: Effects, scope: Scope, adding: bool
    ) -> None:
        if isinstance(effects, Variable):
            self._note_loose_atom(effects, scope)
            value = scope[effects].name if effects in scope else None
            with out.loop(f"for name, atom in atoms_in({value}, {operator.name!r}):"):
                self._write_change(out, "relation(name, len(atom))", "atom", adding)
            return
        for effect in effects:
            match effect:
                case Protection(atom):
                    relation, arguments = self._target(out, operator, atom, scope)
                    out.line(f"{relation}.{'protect' if adding else 'release'}({arguments}, log)")
                case ForAllEffect():
                    self._change_all(out, operator, effect, scope, adding)
                case Atom() | VariableAtom():
                    relation, arguments = self._target(out, operator, effect, scope)
                    self._write_change(out, relation, arguments, adding)

    def _change_all(
        self, out: Writer, operator: Operator, effect: ForAllEffect, scope: Scope, adding: bool
    ) -> None:
        # JSHOP2 goes on through a list from which it is deleting, and misses atoms.
        with self.while_shifting(self.compat):
            name, inner = self.query(effect.condition, scope)
        solutions = f"{name}({self.passed(effect.condition, scope)})"
        if not self.compat:
            solutions = f"list({solutions})"
        with out.loop(f"for {self.targets(scope, inner)} in {solutions}:"):
            for atom in effect.atoms:
                relation, arguments = self._target(out, operator, atom, inner)
                self._write_change(out, relation, arguments, adding)

    def _write_change(self, out: Writer, relation: str, arguments: str, adding: bool) -> None:
        if adding:
            out.line(f"{relation}.add({arguments}, log)")
        else:
            out.line(f"if not {relation}.remove({arguments}, log): return False")

    def _target(
        self, out: Writer, operator: Operator, atom: Atom | VariableAtom, scope: Scope
    ) -> tuple[str, str]:
        """The relation and the arguments of an atom that changes."""
        if isinstance(atom, VariableAtom):
            self._note_loose_atom(atom.variable, scope)
            value = scope[atom.variable].name if atom.variable in scope else None
            out.line(f"name, atom = atom_in({value}, {operator.name!r})")
            return "relation(name, len(atom))", "atom"
        key = atom.name, len(atom.arguments)
        if not all(self.ground(each, scope) for each in atom.arguments):
            self.loose.atoms.add(key)
        return self.relation(key), self.terms(atom.arguments, scope)

    def _note_loose_atom(self, variable: Variable, scope: Scope) -> None:
        if variable in scope and scope[variable].loose:
            self.loose.every_atom = True

    # Methods.

    def method(self, method: Method) -> None:
        """The function that decomposes a task."""
        names = [f"p{place}" for place in range(len(method.head))]
        out = self.writer("m", ["rest", *names], "return")
        scope = self._head(method.name, method.head, out)
        several = len(method.branches) > 1
        if several:
            out.line("found = False")
        for number, branch in enumerate(method.branches):
            last = number == len(method.branches) - 1
            if number:
                out.line("if found: return")

            def decompose(inner: Scope, branch: Branch = branch, last: bool = last) -> None:
                if not last:
                    out.line("found = True")
                tail = branch.tasks
                if self.compat and not tail.ordered:
                    tail = TaskList(tail.parts)  # JSHOP2 forgets it here, and only here.
                network = self._network(tail, inner, "rest")
                out.line(f"yield {branch.label!r}, {network}")

            if last:
                self.precondition(out, branch.precondition, scope, decompose)
            else:
                with out.once():
                    self.precondition(out, branch.precondition, scope, decompose)

    def _network(self, tasks: TaskList, scope: Scope, rest: str) -> str:
        """The code of a network that ends in another one."""
        if tasks.ordered:
            parts = self._parts(tasks, scope)
            if len(parts) > _NESTED:
                return f"chain(({', '.join(parts)}), {rest})"
            for part in reversed(parts):
                rest = f"({part}, {rest})"
            return rest
        group = self._group(tasks, scope)
        return f"({group}, {rest})" if group else rest

    def _parts(self, tasks: TaskList, scope: Scope) -> list[str]:
        parts = []
        for part in tasks.parts:
            if isinstance(part, Task):
                parts.append(self._task(part, scope))
            elif part.ordered:
                parts += self._parts(part, scope)
            elif group := self._group(part, scope):
                parts.append(group)
        return parts

    def _group(self, tasks: TaskList, scope: Scope) -> str:
        members = [
            self._network(part if isinstance(part, TaskList) else TaskList((part,)), scope, "()")
            for part in tasks.parts
        ]
        members = [member for member in members if member != "()"]
        return f"Group(({''.join(f'{member}, ' for member in members)}))" if members else ""

    def _task(self, task: Task, scope: Scope) -> str:
        arity = len(task.arguments)
        for place, argument in enumerate(task.arguments):
            if not self.ground(argument, scope):
                self.loose.tasks.add((task.name, arity, place))
        key = task.name, arity, task.immediate
        kind = self.kinds.setdefault(key, f"T{len(self.kinds)}")
        return f"({kind}, {self.terms(task.arguments, scope)})"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """One thing that an operator may do."""

    effects: tuple[Effects, Effects]
    cost: Written


def _check_written(operator: Operator, parts: Sequence[Sequence[Alternative[Any]]]) -> None:
    """Refuse probabilities that are wrong as they are written, whether or not they are used."""
    for part in parts:
        written = tuple(each.probability for each in part)
        if all(isinstance(each, float) for each in written):
            try:
                runtime.lottery(operator.name, [written], (0.0,) * len(written))  # type: ignore[list-item]
            except PlanningError as error:
                raise PlanningError(f"{operator.place}: {error}") from None


def _nth(alternatives: Sequence[Alternative[What]], place: int) -> Alternative[What]:
    """The alternative of an outcome; one that is sure is that of all."""
    return alternatives[place if len(alternatives) > 1 else 0]


def _effect_variables(effects: Effects) -> list[Variable]:
    if isinstance(effects, Variable):
        return [effects]
    found: list[Variable] = []
    for effect in effects:
        match effect:
            case Protection(atom):
                found += variables_of(atom)
            case ForAllEffect(condition, atoms):
                found += variables_of(condition)
                for atom in atoms:
                    found += variables_of(atom)
            case Atom() | VariableAtom():
                found += variables_of(effect)
    return found


def _is_recursive(axioms: Mapping[Key, Sequence[Axiom]]) -> bool:
    """Whether a proof may need itself; an atom in a variable may need anything."""
    needs = {
        key: {
            need
            for axiom in listed
            for _, precondition in axiom.branches
            for need in _needs(precondition.expression, axioms)
        }
        for key, listed in axioms.items()
    }
    reached = {key: set(found) for key, found in needs.items()}
    for _ in needs:
        for found in reached.values():
            found |= {far for near in list(found) for far in needs[near]}
    return any(key in found for key, found in reached.items())


def _needs(what: Expression, axioms: Mapping[Key, Sequence[Axiom]]) -> set[Key]:
    match what:
        case Atom(name, arguments):
            key = name, len(arguments)
            return {key} if key in axioms else set()
        case VariableAtom():
            return set(axioms)
        case And(parts) | Or(parts):
            return {need for part in parts for need in _needs(part, axioms)}
        case Not(part):
            return _needs(part, axioms)
        case ForAll(premise, conclusion):
            return _needs(premise, axioms) | _needs(conclusion, axioms)
    return set()
