"""Terms during planning: the values of variables and the arguments of steps.

A constant is a string, a number a float, a list a tuple and `nil` the empty
tuple. Two kinds are rare: a list that does not end in `nil`, and a variable that
nothing was bound to, which plans show as `VARn`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from math import isinf, isnan

from fivebet.errors import PlanningError


@dataclass(frozen=True, slots=True)
class Unbound:
    """An unbound variable, by its index in its method or operator."""

    index: int


@dataclass(frozen=True, slots=True)
class Dotted:
    """A list that ends in something else than `nil`: (a b . c)."""

    items: tuple["Term", ...]
    tail: "Term"


Term = str | float | tuple["Term", ...] | Dotted | Unbound


def cons(items: tuple[Term, ...], tail: Term) -> Term:
    """Return a list of items followed by a tail."""
    if tail.__class__ is tuple:
        return items + tail
    if isinstance(tail, Dotted):
        return Dotted(items + tail.items, tail.tail)
    return Dotted(items, tail)


def split(value: Term, count: int) -> tuple[tuple[Term, ...], Term] | None:
    """Split a list after `count` items; return None if it has fewer."""
    if value.__class__ is tuple:
        return (value[:count], value[count:]) if len(value) >= count else None
    if isinstance(value, Dotted) and len(value.items) >= count:
        rest = value.items[count:]
        return value.items[:count], cons(rest, value.tail) if rest else value.tail
    return None


def is_ground(value: Term) -> bool:
    """Return whether no variable is left in a term."""
    if value.__class__ is tuple:
        return all(map(is_ground, value))
    if isinstance(value, Dotted):
        return all(map(is_ground, value.items)) and is_ground(value.tail)
    return value.__class__ is not Unbound


def unify(pattern: Term, value: Term, found: dict[int, Term]) -> bool:
    """Bind the pattern's variables so that it equals the value.

    As in JSHOP2 it goes one way: a variable in the value fits anything and binds
    nothing.
    """
    if isinstance(value, Unbound):
        return True
    if isinstance(pattern, Unbound):
        known = found.setdefault(pattern.index, value)
        return known is value or known == value
    if isinstance(pattern, Dotted):
        parts = split(value, len(pattern.items))
        if parts is None:
            return False
        return unify(pattern.items, parts[0], found) and unify(pattern.tail, parts[1], found)
    if isinstance(pattern, tuple):
        if value.__class__ is tuple:
            return len(pattern) == len(value) and all(
                unify(one, other, found) for one, other in zip(pattern, value, strict=True)
            )
        # (a b) against (a . VAR): the rest of the pattern meets a variable.
        if isinstance(value, Dotted) and isinstance(value.tail, Unbound):
            count = len(value.items)
            return len(pattern) >= count and unify(pattern[:count], value.items, found)
        return False
    return pattern == value


def term_text(value: Term) -> str:
    """Return a term as JSHOP2 prints it.

    >>> term_text((1.0, "a", ("b", ())))
    '(1.0 a (b NIL))'
    """
    match value:
        case str():
            return value
        case float():
            return _number_text(value)
        case ():
            return "NIL"
        case tuple():
            return f"({' '.join(map(term_text, value))})"
        case Dotted(items, tail):
            return f"({' '.join(map(term_text, items))} . {term_text(tail)})"
        case Unbound(index):
            return f"VAR{index}"


def atom_text(name: str, arguments: Iterable[Term]) -> str:
    """Return an atom, a task or a step of a plan as JSHOP2 prints it.

    >>> atom_text("!stack", ("b1", 2.0))
    '(!stack b1 2.0)'
    """
    return f"({' '.join([name, *map(term_text, arguments)])})"


def to_python(value: Term) -> object:
    """Return a term as Python data, for functions that users register: lists are lists."""
    if isinstance(value, tuple):
        return [to_python(item) for item in value]
    if isinstance(value, Dotted):
        raise PlanningError(
            f"{term_text(value)} is no list that a function can take: it ends in a dot"
        )
    return value


def to_term(value: object, whose: str) -> Term:
    """Return the term for a result of a user's function; False and None are `nil`."""
    match value:
        case bool() | None:
            return 1.0 if value else ()
        case int() | float():
            return float(value)
        case str():
            return value.lower()
        case list() | tuple():
            return tuple(to_term(item, whose) for item in value)
        case Dotted() | Unbound():
            return value
    raise PlanningError(
        f"{whose} gave back {value!r}: a function gives a number, a word, a list, "
        "True, False or None"
    )


def _number_text(number: float) -> str:
    """Return a number as Java writes doubles: 1.0, 1.0E7, 1.0E-4."""
    if isnan(number):
        return "NaN"
    if isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0 or 1e-3 <= abs(number) < 1e7:
        return repr(number)
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    first, rest = digits[0], "".join(map(str, digits[1:])) or "0"
    return f"{'-' if sign else ''}{first}.{rest}E{len(digits) + int(exponent) - 1}"
