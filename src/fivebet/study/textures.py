"""Textures of boards: suits, pairs, the highest card, and straights."""

from collections import Counter
from dataclasses import dataclass

from fivebet.cards import CardSet
from fivebet.cards.card import RANKS
from fivebet.study.made_hands import STRAIGHTS

_SUITS = {
    3: {3: "monotone", 2: "two-tone", 1: "rainbow"},
    4: {4: "monotone", 3: "three of a suit", 2: "two-tone", 1: "rainbow"},
    5: {5: "monotone", 4: "four of a suit", 3: "three of a suit", 2: "no flush"},
}
_PAIRS = {1: "unpaired", 2: "paired", 3: "trips", 4: "quads"}
_HIGH_CARDS = ("A", "K", "Q", "J", "T", "9 or lower")


@dataclass(frozen=True, slots=True)
class Texture:
    """What kind of board it is, each in a word."""

    suits: str
    """Monotone, two-tone or rainbow on a flop."""
    pairs: str
    high_card: str
    straights: str
    """Connected if somebody may hold a straight, draws if somebody may draw to one with two
    cards of the board, and disconnected otherwise."""

    def to_dict(self) -> dict[str, str]:
        """Return the texture as JSON data."""
        return {name: getattr(self, name) for name in DIMENSIONS}


DIMENSIONS = {
    "suits": "Suits",
    "pairs": "Pairs",
    "high_card": "High card",
    "straights": "Straights",
}
"""The fields of a texture, and how tables call them."""


def texture_of(board: CardSet) -> Texture:
    """Return the texture of a flop, a turn or a river.

    >>> texture_of(CardSet("Td9d6h"))
    Texture(suits='two-tone', pairs='unpaired', high_card='T', straights='connected')
    """
    suits = Counter(card.suit for card in board)
    ranks = Counter(card.rank for card in board)
    high = RANKS[max(ranks)]
    mask = sum(1 << rank for rank in ranks)
    most = max((straight & mask).bit_count() for straight in STRAIGHTS)
    return Texture(
        _SUITS[len(board)][max(suits.values())],
        _PAIRS[max(ranks.values())],
        high if high in _HIGH_CARDS else _HIGH_CARDS[-1],
        "connected" if most >= 3 else "draws" if most == 2 else "disconnected",
    )


def texture_order(dimension: str, value: str) -> int:
    """Return where a value stands among those of its dimension, for tables."""
    orders = {
        "suits": [*dict.fromkeys(name for names in _SUITS.values() for name in names.values())],
        "pairs": list(_PAIRS.values()),
        "high_card": list(_HIGH_CARDS),
        "straights": ["connected", "draws", "disconnected"],
    }
    return orders[dimension].index(value)
