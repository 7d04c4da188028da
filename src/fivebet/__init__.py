"""Fivebet: five published poker agents, and an arena for them and for yours."""

from fivebet.cards import DECK, Card, CardSet
from fivebet.cards.equity import Equity, equity
from fivebet.cards.evaluator import Category, best_five, category, describe, evaluate, evaluate_many
from fivebet.cards.ranges import Range
from fivebet.cards.strength import Strength, strength
from fivebet.errors import CardError, EquityError, FivebetError, RangeError
from fivebet.streams import Stream

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
