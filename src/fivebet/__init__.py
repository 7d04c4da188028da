"""Fivebet: five published poker agents, and the house they play in."""

from fivebet.cards import DECK, Card, Cards
from fivebet.equity import Equity, equity
from fivebet.errors import CardError, EquityError, FivebetError, RangeError
from fivebet.evaluator import Category, best_five, category, describe, evaluate, evaluate_many
from fivebet.ranges import Range
from fivebet.streams import Stream
from fivebet.strength import Strength, strength

__all__ = [
    "DECK",
    "Card",
    "CardError",
    "Cards",
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
