"""Code generation for terms and patterns: how values are built, matched and found.

What is bound is known while compiling. A variable is *bound* to a term without
variables, or free, or, rarely, *loose*: only when planning is it seen whether it is
bound, and it is None or a term that may hold variables. Which arguments of tasks
and atoms may be loose is found by compiling until nothing new turns up.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning.code_writer import CodeWriter
from fivebet.planning.functions import OF_TWO, STANDARD
from fivebet.planning.language import (
    And,
    Assign,
    Atom,
    Axiom,
    CallCondition,
    CallTerm,
    Domain,
    ForAll,
    ListTerm,
    Not,
    Or,
    Pattern,
    Variable,
    VariableAtom,
)
from fivebet.planning.terms import Unbound

Key = tuple[str, int]
"""A predicate or a task: its name and its number of arguments."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable's name in the code, and whether its value may be missing or open."""

    name: str
    loose: bool = False


Scope = dict[Variable, Bound]


@dataclass
class LooseArguments:
    """Arguments that may hold variables: of tasks, of atoms of the state, of proofs."""

    tasks: set[tuple[str, int, int]]
    atoms: set[Key] = field(default_factory=set)
    proofs: set[tuple[str, str, int]] = field(default_factory=set)
    every_atom: bool = False

    @property
    def size(self) -> int:
        """Return the number of loose arguments known so far; it only grows."""
        return len(self.tasks) + len(self.atoms) + len(self.proofs) + self.every_atom

    def has(self, key: Key) -> bool:
        """Return whether atoms of a relation may hold variables."""
        return self.every_atom or key in self.atoms


class PatternCompiler:
    """The base of the compiler: names, terms and patterns."""

    def __init__(
        self,
        domain: Domain,
        table: Mapping[str, Any],
        loose: LooseArguments,
        compat: bool,
        independent: bool,
    ) -> None:
        self.domain = domain
        self.table = table
        self.loose = loose
        self.compat = compat
        self.independent = independent
        self.functions: list[CodeWriter] = []
        self.constants: dict[str, Any] = {}
        self.indices: dict[Key, dict[str, str]] = {}
        self.proofs: dict[tuple[str, str, bool, bool], str] = {}
        self.provers: dict[Key, str] = {}
        self.kinds: dict[tuple[str, int, bool], str] = {}
        self.alternatives: dict[Key, list[str]] = {}
        self.pending: list[Callable[[], None]] = []
        self.axioms: dict[Key, list[Axiom]] = {}
        self.shifting = False
        """Whether atoms may vanish during iteration, as in JSHOP2's version of a forall."""
        self.shifting_names: set[str] = set()
        self._count = 0
        for axiom in domain.axioms:
            self.axioms.setdefault((axiom.name, len(axiom.head)), []).append(axiom)

    # Names.

    def fresh(self, prefix: str) -> str:
        """Return a new name."""
        self._count += 1
        return f"{prefix}{self._count}"

    def writer(
        self, prefix: str, parameters: Sequence[str], fail: str, every: bool = True
    ) -> CodeWriter:
        """Begin a new function."""
        writer = CodeWriter(self.fresh(prefix), parameters, fail, every)
        self.functions.append(writer)
        return writer

    def relation(self, key: Key) -> str:
        """Return a relation's name in the code; prefixed with `s` it is the set of its atoms."""
        self.indices.setdefault(key, {})
        return relation_name(key)

    def function(self, call: CallTerm) -> str:
        """Return the name of a function in the code."""
        if call.function not in self.table:
            known = ", ".join(sorted(set(self.table) - set(STANDARD))) or "none"
            raise PlanningError(
                f"{call.location}: there is no function {call.function!r}; registered are: {known}"
            )
        name = f"f_{_safe(call.function)}"
        if len(call.arguments) == 2 and call.function in OF_TWO:
            name += "2"
            self.constants[name] = OF_TWO[call.function]
        else:
            self.constants[name] = self.table[call.function]
        return name

    # Terms.

    def ground(self, term: Pattern, scope: Scope) -> bool:
        """Return whether a term is known to hold no variable when the code runs."""
        match term:
            case Variable():
                return term in scope and not scope[term].loose
            case ListTerm(items, tail):
                return all(self.ground(item, scope) for item in items) and (
                    tail is None or self.ground(tail, scope)
                )
            case CallTerm():
                return all(self.ground(each, scope) for each in term.arguments)
        return True

    def term(self, term: Pattern, scope: Scope) -> str:
        """Return the code that builds a term; a variable that is free becomes an `Unbound`."""
        match term:
            case Variable():
                bound = scope.get(term)
                if bound is not None and not bound.loose:
                    return bound.name
                name = f"V{term.index}"
                self.constants[name] = Unbound(term.index)
                return f"({name} if {bound.name} is None else {bound.name})" if bound else name
            case ListTerm(items, tail):
                listed = self.terms(items, scope)
                return listed if tail is None else f"cons({listed}, {self.term(tail, scope)})"
            case CallTerm():
                function = self.function(term)
                if self.ground(term, scope):
                    arguments = ", ".join(self.term(each, scope) for each in term.arguments)
                    return f"{function}({arguments})"
                where = repr(f"{term.location}: (call {term.function} …)")
                return f"call_open({function}, {self.terms(term.arguments, scope)}, {where})"
        return repr(term)

    def terms(self, terms: Iterable[Pattern], scope: Scope) -> str:
        """Return the code of a tuple of terms."""
        return f"({''.join(f'{self.term(term, scope)}, ' for term in terms)})"

    def receive(
        self, out: CodeWriter, pattern: Pattern, value: str, loose: bool, scope: Scope
    ) -> None:
        """Write code that matches a value with a pattern and binds the pattern's variables."""
        if loose:
            self._receive_loose(out, pattern, value, scope)
            return
        match pattern:
            case Variable() if pattern not in scope:
                if not value.isidentifier():
                    name = self.fresh("v")
                    out.line(f"{name} = {value}")
                    value = name
                scope[pattern] = Bound(value)
            case Variable() if scope[pattern].loose:
                out.require(f"fits({scope[pattern].name}, {value})")
                del scope[pattern]
                self.receive(out, pattern, value, False, scope)
            case ListTerm(items, None) if not self.ground(pattern, scope):
                out.require(f"{value}.__class__ is tuple and len({value}) == {len(items)}")
                for index, item in enumerate(items):
                    self.receive(out, item, f"{value}[{index}]", False, scope)
            case ListTerm(items, tail) if tail is not None and not self.ground(pattern, scope):
                parts = self.fresh("b")
                out.line(f"{parts} = split({value}, {len(items)})")
                out.require(f"{parts} is not None")
                for index, item in enumerate(items):
                    self.receive(out, item, f"{parts}[0][{index}]", False, scope)
                self.receive(out, tail, f"{parts}[1]", False, scope)
            case _:
                out.require(f"{value} == {self.term(pattern, scope)}")

    def _receive_loose(self, out: CodeWriter, pattern: Pattern, value: str, scope: Scope) -> None:
        found = self.fresh("b")
        out.line(f"{found} = {{}}")
        out.require(f"{value} is None or unify({self.term(pattern, scope)}, {value}, {found})")
        for variable in find_variables(pattern):
            if not self.ground(variable, scope):
                known = scope[variable].name if variable in scope else "None"
                name = self.fresh("v")
                out.line(f"{name} = {found}.get({variable.index}, {known})")
                scope[variable] = Bound(name, loose=True)

    def walk(self, atom: Atom, scope: Scope, name: str) -> "Walk":
        """Plan how to find the atoms that fit an atom with free variables."""
        walk = Walk(name)
        for index, argument in enumerate(atom.arguments):
            if self.shifting:
                walk.rest.append((argument, f"{name}[{index}]"))
            else:
                self._visit(walk, argument, f"[{index}]", scope)
        return walk

    @contextmanager
    def while_shifting(self, shifting: bool) -> Iterator[None]:
        """Write what is inside the block for a state that may change meanwhile, or cannot."""
        before, self.shifting = self.shifting, shifting
        yield
        self.shifting = before

    def _visit(self, walk: "Walk", pattern: Pattern, path: str, scope: Scope) -> None:
        if self.ground(pattern, scope):
            walk.paths.append(path)
            walk.values.append(self.term(pattern, scope))
        elif isinstance(pattern, ListTerm) and pattern.tail is None:
            walk.shapes.append((path, len(pattern.items)))
            for index, item in enumerate(pattern.items):
                self._visit(walk, item, f"{path}[{index}]", scope)
        else:
            walk.rest.append((pattern, f"{walk.name}{path}"))

    def listed(self, key: Key, walk: "Walk") -> str:
        """Return the code of the list of atoms that agree with what is bound."""
        if self.shifting:
            self.shifting_names.add(key[0])
            return f"shifting({key[0]!r}, {key[1]})"
        found = self.indices[key]
        expression = walk.key()
        if expression not in found:
            prefix = "l" if expression == "()" else "i"
            found[expression] = f"{prefix}{relation_name(key)}_{len(found)}"
        name = found[expression]
        return name if name.startswith("l") else f"{name}.get({walk.value()}, ())"


@dataclass
class Walk:
    """The way to find the atoms that fit an atom with free variables."""

    name: str
    paths: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    shapes: list[tuple[str, int]] = field(default_factory=list)
    rest: list[tuple[Pattern, str]] = field(default_factory=list)
    """Patterns that are left to match when an atom is found, and the code of their values."""

    def key(self) -> str:
        """Return the expression by which an index finds an atom `a`."""
        places = [f"a{path}" for path in self.paths]
        found = places[0] if len(places) == 1 else f"({', '.join(places)})"
        tests = " and ".join(
            f"a{path}.__class__ is tuple and len(a{path}) == {length}"
            for path, length in self.shapes
        )
        return f"{found} if {tests} else None" if tests else found

    def value(self) -> str:
        """Return the same expression for the wanted values."""
        return self.values[0] if len(self.values) == 1 else f"({', '.join(self.values)})"


def relation_name(key: Key) -> str:
    """Return a relation's name in the code."""
    return f"r_{_safe(key[0])}_{key[1]}"


def find_variables(what: object) -> list[Variable]:
    """Return the variables of an expression or a term, in order, each once."""
    found: dict[Variable, None] = {}
    _gather(what, found)
    return list(found)


def _gather(what: object, found: dict[Variable, None]) -> None:
    match what:
        case Variable():
            found.setdefault(what)
        case Atom(_, parts) | And(parts) | Or(parts) | CallTerm(_, parts):
            for part in parts:
                _gather(part, found)
        case ListTerm(items, tail):
            for item in items:
                _gather(item, found)
            _gather(tail, found)
        case Not(part) | VariableAtom(part) | CallCondition(part):
            _gather(part, found)
        case ForAll(premise, conclusion):
            _gather(premise, found)
            _gather(conclusion, found)
        case Assign(variable, value):
            _gather(value, found)
            _gather(variable, found)


def _safe(name: str) -> str:
    """Return a name as a valid Python identifier."""
    return "".join(
        letter if letter.isalnum() else "__" if letter == "_" else f"_{ord(letter):x}_"
        for letter in name
    )
