"""Fivebet: five published poker agents, and the house they play in."""

from fivebet.cards import Card, Cards
from fivebet.errors import FivebetError
from fivebet.evaluator import evaluate

__all__ = ["Card", "Cards", "FivebetError", "evaluate"]
