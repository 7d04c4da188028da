"""Functions that domains call: JSHOP2's own, and those that users register.

Numbers are doubles and behave as in Java: 1/0 is infinite. A function that does
not hold gives `nil`, which is the empty tuple.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from fivebet.errors import FivebetError, PlanningError
from fivebet.planning.terms import Term, term_text, to_python, to_term

Function = Callable[..., Term]
UserFunction = Callable[..., object]

_TRUE = 1.0
_NIL: Term = ()


def _numbers(name: str, values: tuple[Term, ...]) -> tuple[float, ...]:
    for value in values:
        if value.__class__ is not float:
            raise PlanningError(f"(call {name} …) takes numbers, not {term_text(value)}")
    if not values:
        raise PlanningError(f"(call {name}) has no arguments: give one or more numbers")
    return values  # type: ignore[return-value]


def _plus(*values: Term) -> Term:
    return sum(_numbers("+", values), 0.0)


def _minus(*values: Term) -> Term:
    first, *rest = _numbers("-", values)
    for value in rest:
        first -= value
    return first


def _times(*values: Term) -> Term:
    product = 1.0
    for value in _numbers("*", values):
        product *= value
    return product


def _divide(*values: Term) -> Term:
    first, *rest = _numbers("/", values)
    for value in rest:
        first = _quotient(first, value)
    return first


def _quotient(top: float, bottom: float) -> float:
    if bottom:
        return top / bottom
    if math.isnan(top) or not top:
        return math.nan
    return math.copysign(math.inf, top) * math.copysign(1.0, bottom)


def _power(*values: Term) -> Term:
    first, *rest = _numbers("^", values)
    for value in rest:
        first = _raised(first, value)
    return first


def _raised(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        negative = base < 0 and exponent % 2 == 1
        return -math.inf if negative else math.inf
    except ValueError:
        # A negative base with a broken exponent; or zero with a negative one.
        return math.inf if base == 0 else math.nan


def _compared(name: str, holds: Callable[[float, float], bool]) -> Function:
    def compare(*values: Term) -> Term:
        numbers = _numbers(name, values)
        return _TRUE if all(holds(one, two) for one, two in pairwise(numbers)) else _NIL

    return compare


def _equal(*values: Term) -> Term:
    return _TRUE if all(one == two for one, two in pairwise(values)) else _NIL


def _unequal(*values: Term) -> Term:
    return _TRUE if all(one != two for one, two in pairwise(values)) else _NIL


def _member(*values: Term) -> Term:
    if len(values) != 2 or values[1].__class__ is not tuple:
        shown = " ".join(map(term_text, values))
        raise PlanningError(f"(call member {shown}) is not (call member term list)")
    return _TRUE if any(item == values[0] for item in values[1]) else _NIL


STANDARD: dict[str, Function] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _divide,
    "^": _power,
    "<": _compared("<", lambda one, two: one < two),
    "<=": _compared("<=", lambda one, two: one <= two),
    ">": _compared(">", lambda one, two: one > two),
    ">=": _compared(">=", lambda one, two: one >= two),
    "=": _equal,
    "!=": _unequal,
    "member": _member,
}


def _plus_two(one: Term, two: Term) -> Term:
    # A sum begins with 0.0, which -0.0 shows.
    return 0.0 + one + two if one.__class__ is float is two.__class__ else _plus(one, two)


def _minus_two(one: Term, two: Term) -> Term:
    return one - two if one.__class__ is float is two.__class__ else _minus(one, two)


def _times_two(one: Term, two: Term) -> Term:
    return one * two if one.__class__ is float is two.__class__ else _times(one, two)


OF_TWO: dict[str, Function] = {"+": _plus_two, "-": _minus_two, "*": _times_two}
"""The same functions for calls with two arguments, which most are: they need no loop."""


def function_table(registered: Mapping[str, UserFunction]) -> dict[str, Function]:
    """Return all functions by name in lower case; users may not replace the standard ones."""
    table = dict(STANDARD)
    for name, function in registered.items():
        if name.lower() in table:
            raise PlanningError(f"there are two functions {name.lower()!r}: give each its own name")
        table[name.lower()] = _adapted(name, function)
    return table


@dataclass(frozen=True, slots=True)
class NumericFunction:
    """A user's function that takes numbers and gives a float, and so is called as it is."""

    function: Callable[..., float]

    def __call__(self, *values: float) -> float:
        """Call the function."""
        return self.function(*values)


def _adapted(name: str, function: UserFunction) -> Function:
    if isinstance(function, NumericFunction):
        return function.function

    def call(*values: Term) -> Term:
        taken: tuple[object, ...] = values
        for value in values:
            if value.__class__ is not float:
                taken = tuple(map(to_python, values))
                break
        try:
            found = function(*taken)
        except (FivebetError, RecursionError):
            raise
        except Exception as error:
            given = " ".join([name, *map(term_text, values)])
            why = f"{type(error).__name__}: {error}"
            raise PlanningError(f"the function in (call {given}) fails: {why}") from error
        return found if found.__class__ is float else to_term(found, f"the function {name}")

    return call
