"""The functions that compiled domains call during planning."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import product
from math import isfinite, prod
from operator import ge, gt, le, lt
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning.functions import Function
from fivebet.planning.network import Group, chain
from fivebet.planning.state import Arguments, State, undo
from fivebet.planning.terms import Dotted, Term, Unbound, cons, is_ground, split, term_text, unify

Lottery = tuple[tuple[float, float], ...]
"""Probabilities and what each outcome costs."""

_TOLERANCE = 1e-9


def matches(atoms: Iterable[Arguments], pattern: Arguments) -> Iterator[dict[int, Term]]:
    """Yield the bindings of each atom that fits a pattern; both may hold variables."""
    for atom in atoms:
        found: dict[int, Term] = {}
        if unify(pattern, atom, found):
            yield found


def fits(one: Term | None, other: Term | None) -> bool:
    """Return whether two terms can be the same; None fits anything."""
    return (
        one is None
        or other is None
        or one == other
        or unify(one, other, {})
        or unify(other, one, {})
    )


def closed(value: Term | None) -> Term | None:
    """Return None for an unbound variable, or else the value."""
    return None if value.__class__ is Unbound else value


def call_if_closed(function: Function, arguments: Arguments) -> Term | None:
    """Call a function; return None if an argument is not bound."""
    return function(*arguments) if is_ground(arguments) else None


def call_open(function: Function, arguments: Arguments, where: str) -> Term:
    """Call a function; raise a PlanningError if an argument is not bound."""
    if not is_ground(arguments):
        raise PlanningError(f"{where} has an argument that is not bound: {term_text(arguments)}")
    return function(*arguments)


def check_open(function: Function, arguments: Arguments, otherwise: bool) -> bool:
    """Return whether a function holds, or what is assumed if an argument is not bound."""
    return function(*arguments) != () if is_ground(arguments) else otherwise


def _comparison(name: str, holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(one: Any, two: Any) -> bool:
        if one.__class__ is float is two.__class__:
            return holds(one, two)
        wrong = two if one.__class__ is float else one
        raise PlanningError(f"(call {name} …) takes numbers, not {term_text(wrong)}")

    return compare


def in_order(
    solutions: Iterable[tuple[Term, ...]], index: int, descending: bool, variable: str
) -> list[tuple[Term, ...]]:
    """Sort solutions by one value; ties keep their order."""
    listed = list(solutions)
    for solution in listed:
        if solution[index].__class__ is not float:
            shown = "nothing" if solution[index] is None else term_text(solution[index])
            raise PlanningError(f"(:sort-by {variable} …) sorts numbers, and found {shown}")
    return sorted(listed, key=lambda solution: solution[index], reverse=descending)  # type: ignore[arg-type,return-value]


def in_order_of(
    solutions: Iterable[tuple[Term, ...]], index: int, function: Function
) -> list[tuple[Term, ...]]:
    """Sort solutions by a user's function, which holds if its first argument comes first."""

    def compare(one: tuple[Term, ...], two: tuple[Term, ...]) -> int:
        if function(one[index], two[index]) != ():
            return -1
        return 1 if function(two[index], one[index]) != () else 0

    return sorted(solutions, key=cmp_to_key(compare))


def atoms_in(value: Term | None, operator: str) -> tuple[tuple[str, Arguments], ...]:
    """Return the atoms of a list that stands for an operator's effects."""
    if value.__class__ is not tuple:
        shown = "nothing" if value is None else term_text(value)
        raise PlanningError(f"{operator} takes a list of atoms as its effects, not {shown}")
    return tuple(atom_in(item, operator) for item in value)


def atom_in(value: Term | None, operator: str) -> tuple[str, Arguments]:
    """Return the atom that a term stands for."""
    if value.__class__ is tuple and value and value[0].__class__ is str:
        return value[0], value[1:]
    shown = "nothing" if value is None else term_text(value)
    raise PlanningError(f"{operator} takes a term as an atom that is none: {shown}")


def number(value: Term, operator: str, what: str = "cost") -> float:
    """Return a value as a number; raise a PlanningError if it is none."""
    if value.__class__ is float and isfinite(value):
        return value
    raise PlanningError(f"the {what} of {operator} is {term_text(value)}: expected a number")


def lottery(operator: str, parts: Sequence[tuple[Term, ...]], costs: tuple[Term, ...]) -> Lottery:
    """Return outcomes with their probabilities, which every part of an operator must agree on."""
    probabilities: Sequence[float] | None = None
    for terms in parts:
        checked = _probabilities(operator, terms)
        if len(checked) == 1 and len(costs) > 1:
            continue  # Sure, whatever else happens.
        if probabilities is not None and any(
            abs(one - two) > _TOLERANCE for one, two in zip(probabilities, checked, strict=True)
        ):
            raise PlanningError(
                f"the parts of {operator} give different probabilities to the same outcome, "
                f"{list(probabilities)} and {list(checked)}: delete, add and cost happen together"
            )
        probabilities = checked
    assert probabilities is not None
    return tuple(
        [
            (
                0.0 if chance < 0.0 else 1.0 if chance > 1.0 else chance,
                cost if cost.__class__ is float and isfinite(cost) else number(cost, operator),
            )
            for chance, cost in zip(probabilities, costs, strict=True)
        ]
    )


def _probabilities(operator: str, terms: tuple[Term, ...]) -> tuple[float, ...]:
    """Return the probabilities of a part's alternatives; raise a PlanningError if they are none."""
    for term in terms:
        # Also false for NaN.
        if not (term.__class__ is float and -_TOLERANCE <= term <= 1 + _TOLERANCE):
            for each in terms:
                number(each, operator, "probability")
            raise PlanningError(f"{operator} has a probability of {term!r}: expected 0 to 1")
    total = sum(terms)  # type: ignore[arg-type]
    if abs(total - 1) > _TOLERANCE:
        raise PlanningError(f"the probabilities of {operator} add up to {total!r}: expected 1")
    return terms  # type: ignore[return-value]


def product_lottery(
    operator: str, parts: Sequence[tuple[Term, ...]], costs: tuple[Term, ...]
) -> Lottery:
    """Return the outcomes of independent lotteries: every combination of theirs."""
    checked = [
        [probability for probability, _ in lottery(operator, [part], (0.0,) * len(part))]
        for part in parts
    ]
    return tuple(
        (prod(combination), number(cost, operator))
        for combination, cost in zip(product(*checked), costs, strict=True)
    )


def repeated(functions: tuple[Any, ...], times: int) -> tuple[Any, ...]:
    """Return each function so many times in a row."""
    return tuple(function for function in functions for _ in range(times))


class Prover:
    """Proves atoms held by variables, whose relation is known only during planning."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.axioms: dict[tuple[str, int], Any] = {}

    def proofs(self, value: Term | None) -> Iterator[None]:
        """Yield once for each proof of the atom."""
        name, arguments = atom_in(value, "a precondition")
        axiom = self.axioms.get((name, len(arguments)))
        if axiom is not None and is_ground(arguments):
            for _ in axiom(*arguments):
                yield None
            return
        for _ in matches(list(self.state.relation(name, len(arguments)).atoms), arguments):
            yield None

    def holds(self, value: Term | None) -> bool:
        """Return whether there is a proof."""
        return any(True for _ in self.proofs(value))


NAMES: dict[str, Any] = {
    each.__name__: each
    for each in (
        Dotted,
        Group,
        Unbound,
        atom_in,
        atoms_in,
        call_if_closed,
        call_open,
        chain,
        check_open,
        closed,
        cons,
        fits,
        in_order,
        in_order_of,
        lottery,
        matches,
        number,
        product_lottery,
        repeated,
        split,
        undo,
        unify,
    )
} | {
    "ONCE": (None,),
    "less": _comparison("<", lt),
    "at_most": _comparison("<=", le),
    "more": _comparison(">", gt),
    "at_least": _comparison(">=", ge),
}
