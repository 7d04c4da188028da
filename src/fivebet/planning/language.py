"""A planning domain and its problems as data, as they are written.

What a domain means is decided by the compiler; here it is only taken apart. A
variable's number is its index among the variables of its method, operator or
axiom, in the order in which they appear: plans show unbound ones by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from fivebet.planning.terms import Term

__all__ = [
    "Alternative",
    "And",
    "Assign",
    "Atom",
    "Axiom",
    "CallCondition",
    "CallTerm",
    "Domain",
    "Effects",
    "Expression",
    "ForAll",
    "ForAllEffect",
    "ListTerm",
    "Method",
    "MethodBranch",
    "Not",
    "Operator",
    "Or",
    "Pattern",
    "Precondition",
    "Problem",
    "Protection",
    "SourceLocation",
    "Task",
    "TaskList",
    "Variable",
    "VariableAtom",
]


What = TypeVar("What")


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """Where something is written."""

    source: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}" if self.source else f"line {self.line}"


@dataclass(frozen=True, slots=True)
class Variable:
    """?name, with its number."""

    name: str
    index: int


@dataclass(frozen=True, slots=True)
class ListTerm:
    """A list with a variable or a call in it; lists of constants are terms as they are."""

    items: tuple["Pattern", ...]
    tail: "Pattern | None" = None


@dataclass(frozen=True, slots=True)
class CallTerm:
    """(call function term*)."""

    function: str
    arguments: tuple["Pattern", ...]
    location: SourceLocation


Pattern = Term | Variable | ListTerm | CallTerm


@dataclass(frozen=True, slots=True)
class Atom:
    """(predicate term*)."""

    name: str
    arguments: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class VariableAtom:
    """A variable that stands for a whole atom."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class And:
    """All of them; none at all is true."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Each of them, one after the other."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """No way to satisfy it."""

    part: "Expression"


@dataclass(frozen=True, slots=True)
class ForAll:
    """Every solution of the premise satisfies the conclusion."""

    premise: "Expression"
    conclusion: "Expression"


@dataclass(frozen=True, slots=True)
class Assign:
    """(assign ?variable term)."""

    variable: Variable
    value: Pattern


@dataclass(frozen=True, slots=True)
class CallCondition:
    """A call as a condition: it holds unless it gives `nil`."""

    call: CallTerm


Expression = Atom | VariableAtom | And | Or | Not | ForAll | Assign | CallCondition


@dataclass(frozen=True, slots=True)
class Precondition:
    """An expression; perhaps only its first solution, or its solutions sorted."""

    expression: Expression
    first: bool = False
    sort_by: Variable | None = None
    order: CallTerm | None = None
    """The function to sort by; by size if there is none."""


@dataclass(frozen=True, slots=True)
class Protection:
    """(:protection atom)."""

    atom: Atom | VariableAtom


@dataclass(frozen=True, slots=True)
class ForAllEffect:
    """(forall (?variable*) expression (atom*))."""

    condition: Expression
    atoms: tuple[Atom | VariableAtom, ...]


Effects = Variable | tuple[Atom | VariableAtom | Protection | ForAllEffect, ...]
"""What an operator deletes or adds; a variable stands for a list of atoms."""


@dataclass(frozen=True, slots=True)
class Alternative(Generic[What]):
    """One of several things that may happen, and how likely it is."""

    probability: Pattern
    what: What


@dataclass(frozen=True, slots=True)
class Operator:
    """A primitive task. Its parts are alternatives; a sure one is its only alternative."""

    name: str
    head: tuple[Pattern, ...]
    precondition: Precondition
    delete: tuple[Alternative[Effects], ...]
    add: tuple[Alternative[Effects], ...]
    cost: tuple[Alternative[Pattern], ...]
    location: SourceLocation

    @property
    def outcomes(self) -> int:
        """How many different things may happen."""
        return max(len(self.delete), len(self.add), len(self.cost))


@dataclass(frozen=True, slots=True)
class Task:
    """(name term*) in a task list."""

    name: str
    arguments: tuple[Pattern, ...]
    immediate: bool
    location: SourceLocation

    @property
    def primitive(self) -> bool:
        """Whether an operator does it."""
        return self.name.startswith("!")


@dataclass(frozen=True, slots=True)
class TaskList:
    """Tasks and lists of tasks, in order or in any order."""

    parts: tuple["Task | TaskList", ...]
    ordered: bool = True

    def all_tasks(self) -> Iterator[Task]:
        """Its tasks and those of the lists in it."""
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
    """How a compound task may be decomposed."""

    name: str
    head: tuple[Pattern, ...]
    branches: tuple[MethodBranch, ...]
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class Axiom:
    """What makes an atom true that is not in the state."""

    name: str
    head: tuple[Pattern, ...]
    branches: tuple[tuple[str, Precondition], ...]
    location: SourceLocation


@dataclass(frozen=True)
class Domain:
    """Operators, methods and axioms, in file order."""

    name: str
    operators: tuple[Operator, ...]
    methods: tuple[Method, ...]
    axioms: tuple[Axiom, ...]
    source: str = ""
    symbols: frozenset[str] = field(default=frozenset(), repr=False)
    """Every constant and predicate that occurs in it."""


@dataclass(frozen=True)
class Problem:
    """A state of the world and what is to be done in it."""

    name: str
    domain: str
    state: tuple[tuple[str, tuple[Term, ...]], ...]
    tasks: TaskList
    source: str = ""
