"""Hole cards: the 1,326 combos and the 169 classes.

Combos are numbered so that cards a < b have the index b(b-1)/2 + a. Classes are
numbered like the squares of the 13 × 13 grid, row by row from the aces: pairs on
the diagonal, suited classes right of it, offsuit classes left of it.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.card import RANKS, Card, CardSet, CardsLike, as_cards
from fivebet.errors import CardError


def _class_name(row: int, column: int) -> str:
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def _class_index(low: Card, high: Card) -> int:
    top, bottom = sorted((12 - low.rank, 12 - high.rank))
    return 13 * top + bottom if low.suit == high.suit else 13 * bottom + top


COMBOS: tuple[tuple[Card, Card], ...] = tuple(
    (Card(low), Card(high)) for high in range(52) for low in range(high)
)
"""Every combo at its index, the lower card first."""

CLASSES: tuple[str, ...] = tuple(_class_name(i, j) for i in range(13) for j in range(13))
"""All classes, AA, AKs, … 22, row by row of the grid."""

COMBO_MASKS: NDArray[np.uint64] = np.array([1 << a | 1 << b for a, b in COMBOS], dtype=np.uint64)
CLASS_OF_COMBO: NDArray[np.intp] = np.array([_class_index(a, b) for a, b in COMBOS])
CLASS_SIZES: NDArray[np.intp] = np.bincount(CLASS_OF_COMBO, minlength=169)
for _constant in (COMBO_MASKS, CLASS_OF_COMBO, CLASS_SIZES):
    _constant.setflags(write=False)


def combo_index(first: int, second: int) -> int:
    """Return the index of two cards.

    >>> combo_index(Card("2c"), Card("3c")), combo_index(Card("As"), Card("Ks"))
    (0, 1325)
    """
    low, high = sorted((int(first), int(second)))
    if not 0 <= low < high < 52:
        raise CardError(f"{first} and {second} are no hole cards: give two different cards")
    return high * (high - 1) // 2 + low


def combo_name(index: int) -> str:
    """Return the cards of a combo, the higher one first.

    >>> combo_name(1325)
    'AsKs'
    """
    low, high = COMBOS[index]
    return f"{high}{low}"


@cache
def combos_with_suits(order: tuple[int, ...]) -> NDArray[np.intp]:
    """Return the index of each combo once suit i is renamed to `order[i]`."""
    moved = [13 * order[card // 13] + card % 13 for card in range(52)]
    return np.array([combo_index(moved[low], moved[high]) for low, high in COMBOS])


def class_name(hole: CardsLike) -> str:
    """Return the class of two hole cards: AKs, AKo or AA.

    >>> class_name("AhKh")
    'AKs'
    """
    return CLASSES[int(CLASS_OF_COMBO[combo_index(*as_hole(hole))])]


def combos_of_class(name: str) -> list[int]:
    """Return the indices of a class's combos: 6 of a pair, 4 suited, 12 offsuit."""
    if name not in CLASSES:
        raise CardError(f"{name!r} is no class of hole cards: write AA, AKs or AKo")
    return [int(i) for i in np.flatnonzero(CLASSES.index(name) == CLASS_OF_COMBO)]


def as_hole(cards: object) -> CardSet:
    """Return hole cards as a set; raise a CardError unless there are two."""
    hole = as_cards(cards)
    if len(hole) != 2:
        raise CardError(f"{str(hole)!r} are no hole cards: there are two of them, like AhKh")
    return hole
