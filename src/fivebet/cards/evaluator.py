"""The value of a hand: the best five of five, six or seven cards.

A value is a number from 1 (7-5-4-3-2 offsuit) to 7462 (a royal flush), one for
each hand that differs in strength: higher is better, equal is a tie.
"""

from enum import IntEnum
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivebet._core import category_starts as _category_starts
from fivebet._core import count_values as _count_values
from fivebet._core import evaluate
from fivebet._core import evaluate_many as _evaluate_many
from fivebet._core import evaluate_on_boards as _evaluate_on_boards
from fivebet.cards.card import Card, CardSet, CardsLike, as_cards
from fivebet.cards.combos import COMBO_MASKS
from fivebet.errors import CardError

__all__ = [
    "Category",
    "best_five",
    "category",
    "count_values",
    "describe",
    "evaluate",
    "evaluate_many",
    "evaluate_on_boards",
]


class Category(IntEnum):
    """The nine kinds of hands, worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


_STARTS = np.array(_category_starts())
_NAMES = [
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]
_PLURALS = [name + ("es" if name == "six" else "s") for name in _NAMES]


def category(value: int) -> Category:
    """Return the kind of hand that has this value."""
    if not 1 <= value <= 7462:
        raise CardError(f"{value} is no hand's value: values go from 1 to 7462")
    return Category(int(np.searchsorted(_STARTS, value, side="right")) - 1)


def evaluate_many(hands: ArrayLike, threads: int = 1) -> NDArray[np.uint16]:
    """Return the values of many hands at once.

    `hands` is an array of 64-bit sets (bit i for card i), or one of card numbers
    with a row of five, six or seven cards for each hand.
    """
    return _evaluate_many(_as_sets(hands, "hands", 5, 7), threads)


def evaluate_on_boards(
    boards: ArrayLike, hands: ArrayLike | None = None, threads: int = 1
) -> NDArray[np.uint16]:
    """Return what hole cards are worth on boards of three to five cards: a row for each board.

    The values are 0 where a hand shares a card with the board. Both are arrays as
    `evaluate_many` takes them; without `hands` they are all 1,326, in the order of
    `fivebet.cards.combos`.

    >>> from fivebet.cards import CardSet
    >>> on_board = evaluate_on_boards([CardSet("Kh8h3dJc5s").mask])
    >>> on_board.shape, int((on_board == 0).sum())
    ((1, 1326), 245)
    """
    held = COMBO_MASKS if hands is None else _as_sets(hands, "hole cards", 2, 2)
    return _evaluate_on_boards(_as_sets(boards, "boards", 3, 5), held, threads)


def _as_sets(given: ArrayLike, what: str, least: int, most: int) -> NDArray[np.uint64]:
    array = np.asarray(given)
    width = f"{least} to {most}" if most > least else str(most)
    if array.ndim == 2 and array.dtype.kind in "iu":
        if not least <= array.shape[1] <= most:
            raise CardError(f"rows of {array.shape[1]} cards are no {what}: those have {width}")
        array = _rows_to_sets(array)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise CardError(
            f"{what} of shape {array.shape} and type {array.dtype} cannot be read: "
            f"give 64-bit sets, or rows of {width} card numbers"
        )
    return np.ascontiguousarray(array, dtype=np.uint64)


def _rows_to_sets(rows: NDArray[np.generic]) -> NDArray[np.uint64]:
    if rows.size and not (int(rows.min()) >= 0 and int(rows.max()) < 52):
        raise CardError("a row holds a number that is no card: cards are 0 (2c) to 51 (As)")
    bits = np.left_shift(np.uint64(1), rows.astype(np.uint64))
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    doubled = np.flatnonzero(np.bitwise_count(sets) != rows.shape[1])
    if len(doubled):
        raise CardError(f"row {doubled[0]} holds a card twice: {rows[doubled[0]].tolist()}")
    return sets


def count_values(cards: int, threads: int = 1) -> NDArray[np.uint64]:
    """Count the hands of 5, 6 or 7 cards that have each value, by value from 0 to 7462."""
    return _count_values(cards, threads)


def best_five(cards: CardsLike) -> tuple[Card, ...]:
    """Return the five cards that make the hand, those that decide first.

    >>> [str(card) for card in best_five("Kh7dKs7c2sQh3d")]
    ['Ks', 'Kh', '7d', '7c', 'Qh']
    """
    hand = as_cards(cards)
    value = evaluate(hand.mask)
    five = next(made for made in combinations(hand, 5) if evaluate(CardSet(made).mask) == value)
    ranks = [card.rank for card in five]
    wheel = (
        category(value) in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and sorted(ranks)[3] == 3
    )
    return tuple(
        sorted(five, key=lambda c: (-ranks.count(c.rank), wheel and c.rank == 12, -c.rank, -c.suit))
    )


def describe(cards: CardsLike) -> str:
    """Describe a hand as players do.

    >>> describe("Kh7dKs7c2sQh3d")
    'two pair, kings and sevens'
    """
    five = best_five(cards)
    kind = category(evaluate(as_cards(cards).mask))
    first, second = five[0].rank, five[3].rank
    match kind:
        case Category.HIGH_CARD:
            return f"{_NAMES[first]} high"
        case Category.PAIR:
            return f"pair of {_PLURALS[first]}"
        case Category.TWO_PAIR:
            return f"two pair, {_PLURALS[first]} and {_PLURALS[five[2].rank]}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_PLURALS[first]}"
        case Category.FULL_HOUSE:
            return f"full house, {_PLURALS[first]} full of {_PLURALS[second]}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_PLURALS[first]}"
        case Category.STRAIGHT_FLUSH if first == 12:
            return "royal flush"
        case _:
            return f"{kind.name.lower().replace('_', ' ')}, {_NAMES[first]} high"
