"""The parser of JSHOP2's input language, with the alternatives that risk adds to operators.

Whatever is not in the language is a FormatError that names the file, the line,
the column and what was expected there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from fivebet.errors import FormatError
from fivebet.files import read_bounded
from fivebet.planning.expressions import ExpressionReader, is_form
from fivebet.planning.language import (
    Alternative,
    Atom,
    Axiom,
    Domain,
    Effects,
    ForAllEffect,
    Method,
    MethodBranch,
    Operator,
    Pattern,
    Precondition,
    Problem,
    Protection,
    Task,
    TaskList,
    VariableAtom,
)
from fivebet.planning.s_expressions import SyntaxNode, read_forms

_SURE = 1.0

_Parsed = TypeVar("_Parsed")


def read_domain(path: Path | str) -> Domain:
    """Read the domain of a file."""
    return parse_domain(_text(Path(path)), str(path))


def read_problems(path: Path | str) -> tuple[Problem, ...]:
    """Read the problems of a file: one for each pair of a state and a task list."""
    return parse_problems(_text(Path(path)), str(path))


def parse_domain(text: str, source: str = "") -> Domain:
    """Parse the domain of a text.

    >>> parse_domain("(defdomain d ((:operator (!go ?x) () () ((at ?x)))))").operators[0].name
    '!go'
    """
    return _guarded(lambda: _Parser(source).domain(_single(text, source, "defdomain")), source)


def parse_problems(text: str, source: str = "") -> tuple[Problem, ...]:
    """Parse the problems of a text.

    >>> [len(each.state) for each in parse_problems("(defproblem p d ((a)) ((t)) ((a) (b)) ())")]
    [1, 2]
    """
    return _guarded(lambda: _Parser(source).problems(_single(text, source, "defproblem")), source)


def _text(path: Path) -> str:
    try:
        return read_bounded(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start} is no UTF-8 text", str(path)) from error


def _guarded(work: Callable[[], _Parsed], source: str) -> _Parsed:
    try:
        return work()
    except RecursionError:
        raise FormatError("parentheses are nested too deeply to be read", source) from None


def _single(text: str, source: str, what: str) -> SyntaxNode:
    forms = read_forms(text, source)
    if not forms:
        raise FormatError(f"the file is empty: expected ({what} …)", source)
    if len(forms) > 1:
        extra = forms[1]
        raise FormatError(
            f"{extra.shown()} follows the end: expected one ({what} …) and nothing else",
            source,
            extra.line,
            extra.column,
        )
    return forms[0]


class _Parser(ExpressionReader):
    """Parses files of domains and of problems."""

    def domain(self, form: SyntaxNode) -> Domain:
        what = "(defdomain name (operator, method or axiom …))"
        if not is_form(form, "defdomain") or len(form.items) != 3:
            self.fail(form, what)
        name = self.word(form.items[1], "the domain's name")
        if not form.items[2].is_list or not form.items[2].items:
            self.fail(form.items[2], "a list of operators, methods and axioms")
        operators, methods, axioms = [], [], []
        for element in form.items[2].items:
            head = element.items[0].text if element.is_list and element.items else ""
            self.variables = {}
            if head == ":operator":
                operators.append(self.operator(element))
            elif head == ":method":
                methods.append(self.method(element))
            elif head == ":-":
                axioms.append(self.axiom(element))
            else:
                self.fail(element, "(:operator …), (:method …) or (:- …)")
        return Domain(
            name,
            tuple(operators),
            tuple(methods),
            tuple(axioms),
            self.source,
            frozenset(self.symbols),
        )

    def problems(self, form: SyntaxNode) -> tuple[Problem, ...]:
        what = "(defproblem name domain (atom …) (task …) …)"
        if not is_form(form, "defproblem") or len(form.items) < 5:
            self.fail(form, what)
        name = self.word(form.items[1], "the problem's name")
        domain = self.word(form.items[2], "the domain's name")
        pairs = form.items[3:]
        if len(pairs) % 2:
            self.fail(pairs[-1], f"a state and then its task list, as in {what}")
        found = []
        # JSHOP2 counts the variables of all problems of a file together.
        for state, tasks in zip(pairs[::2], pairs[1::2], strict=True):
            atoms = tuple(self.ground_atom(node) for node in self.items(state, "a list of atoms"))
            found.append(Problem(name, domain, atoms, self.task_list(tasks), self.source))
        return tuple(found)

    # Elements of a domain.

    def operator(self, node: SyntaxNode) -> Operator:
        what = "(:operator (!name term …) precondition delete add [cost])"
        if len(node.items) not in (5, 6):
            self.fail(node, f"{what}: {len(node.items) - 1} parts are not 4 or 5")
        name, head = self.head(node.items[1], "operator", "!name")
        precondition = self.precondition(node.items[2])
        delete = self.alternatives(node.items[3], self.effects, "a list of atoms to delete")
        add = self.alternatives(node.items[4], self.effects, "a list of atoms to add")
        cost: tuple[Alternative[Pattern], ...] = (Alternative(_SURE, 1.0),)
        if len(node.items) == 6:
            cost = self.alternatives(node.items[5], self.term, "a cost")
        return Operator(name, head, precondition, delete, add, cost, self.location(node))

    def method(self, node: SyntaxNode) -> Method:
        what = "(:method (name term …) [label] precondition (task …) …)"
        if len(node.items) < 4:
            self.fail(node, what)
        name, head = self.head(node.items[1], "word", "name")
        branches: list[MethodBranch] = []
        rest: Sequence[SyntaxNode] = node.items[2:]
        while rest:
            label, rest = self.label(rest)
            if len(rest) < 2:
                self.fail(
                    rest[0] if rest else node, f"a precondition and a task list, as in {what}"
                )
            branches.append(
                MethodBranch(
                    label or f"branch {len(branches) + 1}",
                    self.precondition(rest[0]),
                    self.task_list(rest[1]),
                )
            )
            rest = rest[2:]
        return Method(name, head, tuple(branches), self.location(node))

    def axiom(self, node: SyntaxNode) -> Axiom:
        what = "(:- (predicate term …) [label] precondition …)"
        if len(node.items) < 3:
            self.fail(node, what)
        name, head = self.head(node.items[1], "word", "predicate")
        self.symbols.add(name)
        branches: list[tuple[str, Precondition]] = []
        rest: Sequence[SyntaxNode] = node.items[2:]
        while rest:
            label, rest = self.label(rest)
            if not rest:
                self.fail(node, f"a precondition after the label {label}, as in {what}")
            branches.append((label or f"branch {len(branches) + 1}", self.precondition(rest[0])))
            rest = rest[1:]
        return Axiom(name, head, tuple(branches), self.location(node))

    def head(self, node: SyntaxNode, kind: str, shown: str) -> tuple[str, tuple[Pattern, ...]]:
        if not node.is_list or not node.items or node.items[0].kind != kind:
            self.fail(node, f"({shown} term …)")
        if kind == "word":
            self.word(node.items[0], f"({shown} term …)")
        return node.items[0].text, tuple(map(self.term, node.items[1:]))

    def label(self, nodes: Sequence[SyntaxNode]) -> tuple[str, Sequence[SyntaxNode]]:
        """Split off a branch's name, if it has one: `nil` is a precondition."""
        if nodes[0].kind == "word" and nodes[0].text != "nil":
            return nodes[0].text, nodes[1:]
        return "", nodes

    # Effects.

    def alternatives(
        self, node: SyntaxNode, read: Callable[[SyntaxNode], _Parsed], what: str
    ) -> tuple[Alternative[_Parsed], ...]:
        """Parse (p part) …, or one part that is sure; see section 4.2.4 of Smith's thesis."""
        if not _has_alternatives(node):
            return (Alternative(_SURE, read(node)),)
        found = []
        for item in node.items:
            if not item.is_list or len(item.items) != 2:
                self.fail(item, f"(probability part), where the part is {what}")
            found.append(Alternative(self.term(item.items[0]), read(item.items[1])))
        return tuple(found)

    def effects(self, node: SyntaxNode) -> Effects:
        if node.kind == "variable":
            return self.variable(node)
        return tuple(map(self.effect, self.items(node, "a list of atoms, nil or ?variable")))

    def effect(self, node: SyntaxNode) -> Atom | VariableAtom | Protection | ForAllEffect:
        if is_form(node, ":protection"):
            if len(node.items) != 2:
                self.fail(node, "(:protection atom)")
            return Protection(self.atom(node.items[1]))
        if is_form(node, "forall"):
            if len(node.items) != 4:
                self.fail(node, "(forall (?variable …) expression (atom …))")
            self.quantified(node.items[1])
            condition = self.expression(node.items[2])
            atoms = self.items(node.items[3], "a list of atoms")
            return ForAllEffect(condition, tuple(map(self.atom, atoms)))
        return self.atom(node)

    # Tasks.

    def task_list(self, node: SyntaxNode) -> TaskList:
        items = self.items(node, "a list of tasks or nil")
        ordered = not (items and items[0].text == ":unordered")
        parts = tuple(map(self.task, items if ordered else items[1:]))
        return TaskList(parts, ordered)

    def task(self, node: SyntaxNode) -> Task | TaskList:
        what = "a task: (name term …), (!name term …) or (:immediate name term …)"
        if node.text == "nil":
            return TaskList(())
        if not node.is_list:
            self.fail(node, what)
        first = node.items[0] if node.items else None
        if first is None or first.is_list or first.text in (":unordered", "nil"):
            return self.task_list(node)
        immediate = first.text == ":immediate"
        words = node.items[1:] if immediate else node.items
        if not words or words[0].kind not in ("word", "operator"):
            self.fail(words[0] if words else node, what)
        if words[0].kind == "word":
            self.word(words[0], "a task's name")
        return Task(words[0].text, tuple(map(self.term, words[1:])), immediate, self.location(node))


def _has_alternatives(node: SyntaxNode) -> bool:
    """Return whether a list holds (probability part) pairs, which no atom looks like."""
    if not node.is_list or not node.items:
        return False
    first = node.items[0]
    return (
        first.is_list
        and bool(first.items)
        and (first.items[0].is_list or first.items[0].kind in ("number", "variable"))
    )
