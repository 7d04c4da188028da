"""Cards and sets of cards.

A card is a number from 0 (2c) to 51 (As): thirteen times its suit, in the order
c, d, h, s, plus its rank from deuce to ace. A set of cards is one 64-bit word
whose bit i stands for card i, which is what the compiled core works on.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import permutations
from typing import Self

from fivebet.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
BOARD_CARDS = (0, 3, 4, 5)
"""The cards of the board by street: before the flop, on flop, turn and river."""
_SYMBOLS = "♣♦♥♠"
_ALL_CARDS = (1 << 52) - 1

_SUIT_OF = {
    **{letter: suit for suit, letter in enumerate(SUITS)},
    **{letter.upper(): suit for suit, letter in enumerate(SUITS)},
    **{symbol: suit for suit, symbol in enumerate(_SYMBOLS)},
    **{symbol: suit for suit, symbol in enumerate("♧♢♡♤")},
}
_RANK_OF = {
    **{letter: rank for rank, letter in enumerate(RANKS)},
    **{letter.lower(): rank for rank, letter in enumerate(RANKS)},
    "10": 8,
}
_CARD = re.compile(f"(10|[{RANKS}{RANKS.lower()}])([{''.join(_SUIT_OF)}])\ufe0f?")
_BETWEEN = re.compile(r"[\s,;|/\[\]()]*")


class Card(int):
    """One of the 52 cards, usable wherever its number is.

    >>> Card("As"), int(Card("2c")), Card(51).pretty
    (Card('As'), 0, 'A♠')
    """

    __slots__ = ()

    def __new__(cls, card: "str | int") -> Self:
        """Read `As`, `10♠` or a number from 0 to 51."""
        if isinstance(card, str):
            found = _CARD.fullmatch(card.strip())
            if not found:
                raise CardError(
                    f"{card!r} is no card: a card is a rank (2 to 9, T or 10, J, Q, K, A) "
                    "and a suit (c, d, h, s or ♣ ♦ ♥ ♠), like As or 10♥"
                )
            card = 13 * _SUIT_OF[found[2]] + _RANK_OF[found[1]]
        elif isinstance(card, bool) or not hasattr(card, "__index__"):
            raise CardError(f"{card!r} is no card: give a text like As or a number from 0 to 51")
        if not 0 <= card < 52:
            raise CardError(f"{card} is no card: cards are numbered from 0 (2c) to 51 (As)")
        return super().__new__(cls, card)

    @property
    def rank(self) -> int:
        """Return 0 for a deuce to 12 for an ace."""
        return int(self) % 13

    @property
    def suit(self) -> int:
        """Return 0 to 3 for c, d, h, s."""
        return int(self) // 13

    @property
    def pretty(self) -> str:
        """Return the card with its suit's symbol, such as A♠."""
        return RANKS[self.rank] + _SYMBOLS[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def parse_cards(text: str) -> list[Card]:
    """Read cards one after the other, with or without commas and blanks between.

    >>> parse_cards("AsKh, 10♦")
    [Card('As'), Card('Kh'), Card('Td')]
    """
    cards = []
    at = _match_between(text, 0)
    while at < len(text):
        found = _CARD.match(text, at)
        if not found:
            raise CardError(
                f"{text[at : at + 2]!r} at position {at + 1} of {text!r} is no card: "
                "write ranks 2 to 9, T or 10, J, Q, K, A and suits c, d, h, s, like AsKh"
            )
        cards.append(Card(found[0].removesuffix("\ufe0f")))
        at = _match_between(text, found.end())
    return cards


def _match_between(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


class CardSet(Set[Card]):
    """An immutable set of cards, kept as one 64-bit word.

    >>> CardSet("AsKh") | CardSet("Qd"), len(CardSet("AsKh")), Card("As") in CardSet("AsKh")
    (CardSet('AsKhQd'), 2, True)
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, cards: "str | Iterable[Card | str | int]" = ()) -> None:
        if isinstance(cards, CardSet):
            mask = cards.mask
        else:
            mask = 0
            listed = parse_cards(cards) if isinstance(cards, str) else _each_card(cards)
            for card in listed:
                if mask >> card & 1:
                    raise CardError(f"{card} stands twice in {_quote(cards)}")
                mask |= 1 << card
        object.__setattr__(self, "mask", mask)

    @classmethod
    def from_mask(cls, mask: int) -> "CardSet":
        """Return the set whose bit i stands for card i."""
        if not 0 <= mask <= _ALL_CARDS:
            raise CardError(f"{mask:#x} is no set of cards: only bits 0 to 51 may be set")
        made = cls.__new__(cls)
        object.__setattr__(made, "mask", int(mask))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of cards does not change: {name} cannot be set")

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = Card(card)
        return isinstance(card, int) and 0 <= card < 52 and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        """Iterate from the highest rank down, as one reads a hand."""
        numbers = [i for i in range(52) if self.mask >> i & 1]
        return iter(sorted(map(Card, numbers), key=lambda card: (-card.rank, -card.suit)))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __index__(self) -> int:
        return self.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: "Set[object]") -> "CardSet":
        return CardSet.from_mask(self.mask & as_cards(other).mask)

    def __or__(self, other: "Set[object]") -> "CardSet":
        return CardSet.from_mask(self.mask | as_cards(other).mask)

    def __sub__(self, other: "Set[object]") -> "CardSet":
        return CardSet.from_mask(self.mask & ~as_cards(other).mask)

    def __xor__(self, other: "Set[object]") -> "CardSet":
        return CardSet.from_mask(self.mask ^ as_cards(other).mask)

    def __invert__(self) -> "CardSet":
        return CardSet.from_mask(_ALL_CARDS & ~self.mask)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return CardSet.from_mask, (self.mask,)

    def __str__(self) -> str:
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    @property
    def pretty(self) -> str:
        """Return the cards with their suits' symbols, such as A♠ K♥."""
        return " ".join(card.pretty for card in self)


CardsLike = CardSet | str | Iterable[Card | str | int]
"""What functions accept as cards."""

DECK = CardSet.from_mask(_ALL_CARDS)
_NONE = CardSet.from_mask(0)


def as_cards(cards: object) -> CardSet:
    """Return the set of cards given as a set, a text or any collection of cards."""
    if isinstance(cards, CardSet):
        return cards
    if isinstance(cards, str) and not cards:
        return _NONE
    if isinstance(cards, Card):
        return CardSet.from_mask(1 << cards)
    if isinstance(cards, str | Iterable):
        return CardSet(cards)
    raise CardError(f"{cards!r} is no set of cards: give a text like AsKh or a list of cards")


def as_board(cards: object) -> CardSet:
    """Return a board as a set; raise a CardError unless it has 0, 3, 4 or 5 cards."""
    board = as_cards(cards)
    if len(board) not in BOARD_CARDS:
        raise CardError(
            f"{_quote(cards)} is no board: it has {len(board)} cards, "
            "and a board has 0, 3, 4 or 5 (before the flop, flop, turn, river)"
        )
    return board


def canonical_suits(*groups: CardsLike) -> tuple[CardSet, ...]:
    """Rename suits so that sets of cards that differ only in suits become equal.

    >>> canonical_suits("AhKh", "Qh7h2c") == canonical_suits("AsKs", "Qs7s2d")
    True
    """
    sets = [as_cards(group).mask for group in groups]
    best = max(
        tuple(rename_suits(mask, order) for mask in sets) for order in permutations(range(4))
    )
    return tuple(map(CardSet.from_mask, best))


def rename_suits(mask: int, order: Sequence[int]) -> int:
    """Return a set of cards, as a mask, with suit i renamed to `order[i]`."""
    return sum((mask >> 13 * suit & 0x1FFF) << 13 * to for suit, to in enumerate(order))


def _each_card(cards: object) -> Iterator[Card]:
    if not isinstance(cards, Iterable):
        raise CardError(f"{cards!r} is no set of cards: give a text like AsKh or a list of cards")
    yield from map(Card, cards)


def _quote(cards: object) -> str:
    if isinstance(cards, str):
        return repr(cards)
    if isinstance(cards, CardSet):
        return repr(str(cards))
    return repr(" ".join(map(str, cards))) if isinstance(cards, Iterable) else repr(cards)
