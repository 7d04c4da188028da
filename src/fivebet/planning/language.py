"""The parsed form of planning domains and problems.

The compiler decides what a domain means. A variable's number is its index among the
variables of its method, operator or axiom, in the order in which they appear: plans
show unbound ones by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from fivebet.planning.terms import Term

What = TypeVar("What")


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """A location in a source file."""

    source: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}" if self.source else f"line {self.line}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, ?name, with its number."""

    name: str
    index: int


@dataclass(frozen=True, slots=True)
class ListTerm:
    """A list with a variable or a call in it; lists of constants are terms as they are."""

    items: tuple["Pattern", ...]
    tail: "Pattern | None" = None


@dataclass(frozen=True, slots=True)
class CallTerm:
    """A function call, (call function term*)."""

    function: str
    arguments: tuple["Pattern", ...]
    location: SourceLocation


Pattern = Term | Variable | ListTerm | CallTerm


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom, (predicate term*)."""

    name: str
    arguments: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class VariableAtom:
    """A variable that stands for a whole atom."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction; an empty one is true."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction, whose parts are tried one after the other."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """A negation: there is no solution of its part."""

    part: "Expression"


@dataclass(frozen=True, slots=True)
class ForAll:
    """A condition that every solution of the premise satisfies the conclusion."""

    premise: "Expression"
    conclusion: "Expression"


@dataclass(frozen=True, slots=True)
class Assign:
    """An assignment, (assign ?variable term)."""

    variable: Variable
    value: Pattern


@dataclass(frozen=True, slots=True)
class CallCondition:
    """A call as a condition: it holds unless it gives `nil`."""

    call: CallTerm


Expression = Atom | VariableAtom | And | Or | Not | ForAll | Assign | CallCondition


@dataclass(frozen=True, slots=True)
class Precondition:
    """An expression of which all solutions count, only the first, or all in an order."""

    expression: Expression
    first: bool = False
    sort_by: Variable | None = None
    order: CallTerm | None = None
    """The function to sort by; by size if there is none."""


@dataclass(frozen=True, slots=True)
class Protection:
    """The protection of an atom, (:protection atom)."""

    atom: Atom | VariableAtom


@dataclass(frozen=True, slots=True)
class ForAllEffect:
    """Effects on many atoms, (forall (?variable*) expression (atom*))."""

    condition: Expression
    atoms: tuple[Atom | VariableAtom, ...]


Effects = Variable | tuple[Atom | VariableAtom | Protection | ForAllEffect, ...]
"""What an operator deletes or adds; a variable stands for a list of atoms."""


@dataclass(frozen=True, slots=True)
class Alternative(Generic[What]):
    """One of several alternatives, with its probability."""

    probability: Pattern
    what: What


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator, which does a primitive task; its parts are lists of alternatives."""

    name: str
    head: tuple[Pattern, ...]
    precondition: Precondition
    delete: tuple[Alternative[Effects], ...]
    add: tuple[Alternative[Effects], ...]
    cost: tuple[Alternative[Pattern], ...]
    location: SourceLocation

    @property
    def outcomes(self) -> int:
        """Return the number of outcomes."""
        return max(len(self.delete), len(self.add), len(self.cost))


@dataclass(frozen=True, slots=True)
class Task:
    """A task, (name term*), in a task list."""

    name: str
    arguments: tuple[Pattern, ...]
    immediate: bool = False
    location: SourceLocation = SourceLocation()

    @property
    def primitive(self) -> bool:
        """Return whether an operator does the task."""
        return self.name.startswith("!")


@dataclass(frozen=True, slots=True)
class TaskList:
    """Tasks and lists of tasks, in order or in any order."""

    parts: tuple["Task | TaskList", ...]
    ordered: bool = True

    def all_tasks(self) -> Iterator[Task]:
        """Yield the tasks of this list and of the lists in it."""
        for part in self.parts:
            if isinstance(part, Task):
                yield part
            else:
                yield from part.all_tasks()


@dataclass(frozen=True, slots=True)
class MethodBranch:
    """One way in which a method decomposes its task."""

    label: str
    precondition: Precondition
    tasks: TaskList


@dataclass(frozen=True, slots=True)
class Method:
    """A method: the ways in which a compound task may be decomposed."""

    name: str
    head: tuple[Pattern, ...]
    branches: tuple[MethodBranch, ...]
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class Axiom:
    """An axiom: the conditions that make an atom true that is not in the state."""

    name: str
    head: tuple[Pattern, ...]
    branches: tuple[tuple[str, Precondition], ...]
    location: SourceLocation


@dataclass(frozen=True)
class Domain:
    """A planning domain: operators, methods and axioms, in file order."""

    name: str
    operators: tuple[Operator, ...]
    methods: tuple[Method, ...]
    axioms: tuple[Axiom, ...]
    source: str = ""
    symbols: frozenset[str] = field(default=frozenset(), repr=False)
    """Every constant and predicate that occurs in it."""


@dataclass(frozen=True)
class Problem:
    """A planning problem: a state of the world and the tasks to be done in it."""

    name: str
    domain: str
    state: tuple[tuple[str, tuple[Term, ...]], ...]
    tasks: TaskList
    source: str = ""
