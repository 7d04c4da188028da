"""Cards, hole cards, ranges, and what they are worth: the typed face of the compiled core."""

from fivebet.cards.card import (
    DECK,
    RANKS,
    SUITS,
    Card,
    CardSet,
    CardsLike,
    as_board,
    as_cards,
    canonical_suits,
    parse_cards,
)

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "Card",
    "CardSet",
    "CardsLike",
    "as_board",
    "as_cards",
    "canonical_suits",
    "parse_cards",
]
