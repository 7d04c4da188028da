"""Parsing of terms, atoms and conditions of the planning language."""

from collections.abc import Sequence
from math import isinf
from typing import NoReturn

from fivebet.errors import FormatError
from fivebet.planning.language import (
    And,
    Assign,
    Atom,
    CallCondition,
    CallTerm,
    Expression,
    ForAll,
    ListTerm,
    Not,
    Or,
    Pattern,
    Precondition,
    SourceLocation,
    Variable,
    VariableAtom,
)
from fivebet.planning.s_expressions import SyntaxNode
from fivebet.planning.terms import Dotted, Term, cons

_CONNECTIVES = frozenset({"and", "or", "not", "imply", "forall", "assign", "call"})
_RESERVED = _CONNECTIVES | {"nil", "member", "defdomain", "defproblem"}
_TRUE = And(())


class ExpressionReader:
    """Parses expressions; knows the variables of the present method, operator or axiom."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.variables: dict[str, int] = {}
        self.symbols: set[str] = set()

    def fail(self, node: SyntaxNode, expected: str) -> NoReturn:
        """Raise a FormatError that says what was found and what was expected."""
        raise FormatError(
            f"found {node.shown()}: expected {expected}", self.source, node.line, node.column
        )

    def location(self, node: SyntaxNode) -> SourceLocation:
        """Return the location of a node, for later error messages."""
        return SourceLocation(self.source, node.line, node.column)

    def precondition(self, node: SyntaxNode) -> Precondition:
        """Parse a condition that may want its first proof only, or an order of proofs."""
        if is_form(node, ":first"):
            # The parentheses of a conjunction may be left out: (:first (a) (b)).
            if len(node.items) == 1:
                self.fail(node, "(:first expression)")
            return Precondition(self._conjunction(node.items[1:]), first=True)
        if not is_form(node, ":sort-by"):
            return Precondition(self.expression(node))
        what = "(:sort-by ?variable [function] expression)"
        if len(node.items) not in (3, 4) or node.items[1].kind != "variable":
            self.fail(node, what)
        order = node.items[2] if len(node.items) == 4 else None
        if order and order.kind not in ("symbol", "word"):
            self.fail(order, f"a function to sort by, as in {what}")
        # JSHOP2 numbers the variable after those of the expression.
        expression = self.expression(node.items[-1])
        variable = self.variable(node.items[1])
        function = CallTerm(order.text, (), self.location(order)) if order else None
        return Precondition(expression, sort_by=variable, order=function)

    def _conjunction(self, nodes: Sequence[SyntaxNode]) -> Expression:
        parts = tuple(map(self.expression, nodes))
        return parts[0] if len(parts) == 1 else And(parts)

    def expression(self, node: SyntaxNode) -> Expression:
        """Parse a condition."""
        if node.kind == "variable":
            return VariableAtom(self.variable(node))
        if node.text == "nil":
            return _TRUE
        if not node.is_list:
            self.fail(node, "a condition: (predicate term …), (and …), (not …), nil, …")
        if not node.items:
            return _TRUE
        first, rest = node.items[0], node.items[1:]
        if first.is_list or first.kind == "variable" or first.text == "nil":
            return self._conjunction(node.items)
        if first.kind == "word" and first.text in _CONNECTIVES:
            return self._connective(node, first.text, rest)
        if first.kind == "keyword":
            self.fail(
                node, f"a condition: {first.text} may stand only at the top of a precondition"
            )
        return self.atom(node)

    def _connective(self, node: SyntaxNode, name: str, rest: list[SyntaxNode]) -> Expression:
        match name:
            case "and":
                return self._conjunction(rest) if rest else _TRUE
            case "or":
                if not rest:
                    self.fail(node, "(or expression …) with one or more expressions")
                parts = tuple(map(self.expression, rest))
                return parts[0] if len(parts) == 1 else Or(parts)
            case "not":
                if len(rest) != 1:
                    self.fail(node, "(not expression)")
                return Not(self.expression(rest[0]))
            case "imply":
                if len(rest) != 2:
                    self.fail(node, "(imply expression expression)")
                premise = self.expression(rest[0])
                return Or((Not(premise), self.expression(rest[1])))
            case "forall":
                if len(rest) != 3:
                    self.fail(node, "(forall (?variable …) expression expression)")
                self.quantified(rest[0])
                premise = self.expression(rest[1])
                return ForAll(premise, self.expression(rest[2]))
            case "assign":
                if len(rest) != 2 or rest[0].kind != "variable":
                    self.fail(node, "(assign ?variable term)")
                value = self.term(rest[1])
                return Assign(self.variable(rest[0]), value)
            case _:
                return CallCondition(self.call(node))

    def quantified(self, node: SyntaxNode) -> None:
        """Check the variables of a forall; as in JSHOP2 they are like others."""
        for item in self.items(node, "a list of variables"):
            if item.kind != "variable":
                self.fail(item, "?variable")

    def atom(self, node: SyntaxNode) -> Atom | VariableAtom:
        """Parse an atom, or a variable that stands for one."""
        if node.kind == "variable":
            return VariableAtom(self.variable(node))
        if not node.is_list or not node.items:
            self.fail(node, "an atom: (predicate term …)")
        name = self.word(node.items[0], "a predicate")
        self.symbols.add(name)
        return Atom(name, tuple(map(self.term, node.items[1:])))

    def ground_atom(self, node: SyntaxNode) -> tuple[str, tuple[Term, ...]]:
        """Parse an atom without variables, which can be part of a state."""
        atom = self.atom(node)
        if not isinstance(atom, Atom) or not all(map(_is_constant, atom.arguments)):
            self.fail(node, "an atom without variables and calls: it is part of a state")
        return atom.name, atom.arguments  # type: ignore[return-value]

    def term(self, node: SyntaxNode) -> Pattern:
        """Parse a term: an argument of a predicate, a task or a function."""
        match node.kind:
            case "variable":
                return self.variable(node)
            case "number":
                return self.number(node)
            case "word" if node.text == "nil":
                return ()
            case "word":
                self.symbols.add(self.word(node, "a term"))
                return node.text
            case "list" if is_form(node, "call"):
                return self.call(node)
            case "list":
                return self._list_term(node)
        return self.fail(node, "a term: a name, a number, ?variable, a list, nil or (call …)")

    def number(self, node: SyntaxNode) -> float:
        """Return a number, which must be one of those that a double holds."""
        value = float(node.text)
        if isinf(value):
            self.fail(node, "a number below 1.8e308")
        return value

    def _list_term(self, node: SyntaxNode) -> Pattern:
        items = node.items
        tail: Pattern | None = None
        dots = [index for index, item in enumerate(items) if item.text == "."]
        if dots:
            if dots != [len(items) - 2] or len(items) < 3:
                self.fail(node, "one term after the dot and one or more before it: (a b . c)")
            items = items[:-2]
        terms = tuple(map(self.term, items))
        if dots:
            tail = self.term(node.items[-1])
        if all(map(_is_constant, terms)) and (tail is None or _is_constant(tail)):
            return terms if tail is None else cons(terms, tail)  # type: ignore[arg-type, return-value]
        if isinstance(tail, ListTerm):
            return ListTerm(terms + tail.items, tail.tail)
        return ListTerm(terms, None if tail == () else tail)

    def call(self, node: SyntaxNode) -> CallTerm:
        """Parse the call of a function."""
        if len(node.items) < 2 or node.items[1].kind not in ("word", "symbol"):
            self.fail(node, "(call function term …)")
        name = node.items[1].text
        if name == "." or (name in _RESERVED and name != "member"):
            self.fail(node.items[1], "the name of a function")
        return CallTerm(name, tuple(map(self.term, node.items[2:])), self.location(node))

    def variable(self, node: SyntaxNode) -> Variable:
        """Return a variable, numbered in the order of first appearance."""
        return Variable(node.text, self.variables.setdefault(node.text, len(self.variables)))

    def word(self, node: SyntaxNode, what: str) -> str:
        """Return a name; reject words of the language."""
        if node.kind != "word":
            self.fail(node, what)
        if node.text in _RESERVED:
            self.fail(node, f"{what}; {node.text} is a word of the language")
        return node.text

    def items(self, node: SyntaxNode, what: str) -> list[SyntaxNode]:
        """Return the items of a list; nil is an empty one."""
        if node.text == "nil":
            return []
        if not node.is_list:
            self.fail(node, what)
        return node.items


def is_form(node: SyntaxNode, word: str) -> bool:
    """Return whether a node is a list that begins with a word."""
    return node.is_list and bool(node.items) and node.items[0].text == word


def _is_constant(term: Pattern) -> bool:
    return isinstance(term, (str, float, tuple, Dotted))
