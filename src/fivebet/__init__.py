"""Fivebet: five published poker agents, and the arena, solver and card room around them.

Names are imported when they are first used, so that `import fivebet` itself takes no time.
"""

from importlib import import_module

TYPE_CHECKING = False  # as typing's, whose import would take half of the time
if TYPE_CHECKING:
    from fivebet.cards import DECK, Card, CardSet
    from fivebet.cards.equity import Equity, equity
    from fivebet.cards.evaluator import (
        Category,
        best_five,
        category,
        describe,
        evaluate,
        evaluate_many,
    )
    from fivebet.cards.ranges import Range
    from fivebet.cards.strength import Strength, strength
    from fivebet.errors import CardError, EquityError, FivebetError, RangeError
    from fivebet.streams import Stream

__version__ = "0.1.0"

_MODULES = {
    "fivebet.cards": ("DECK", "Card", "CardSet"),
    "fivebet.cards.equity": ("Equity", "equity"),
    "fivebet.cards.evaluator": (
        "Category",
        "best_five",
        "category",
        "describe",
        "evaluate",
        "evaluate_many",
    ),
    "fivebet.cards.ranges": ("Range",),
    "fivebet.cards.strength": ("Strength", "strength"),
    "fivebet.errors": ("CardError", "EquityError", "FivebetError", "RangeError"),
    "fivebet.streams": ("Stream",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "DECK",
    "Card",
    "CardError",
    "CardSet",
    "Category",
    "Equity",
    "EquityError",
    "FivebetError",
    "Range",
    "RangeError",
    "Stream",
    "Strength",
    "best_five",
    "category",
    "describe",
    "equity",
    "evaluate",
    "evaluate_many",
    "strength",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
