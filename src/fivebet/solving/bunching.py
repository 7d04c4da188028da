"""Bunching: players who folded held cards, which the others are less likely to hold.

Given that others folded hands of known ranges, a pair of hands counts as often as the folded
hands can be dealt beside it. That weight is taken apart here: each hand of a range is weighted
with the share of every folded range that shares no card with it or the board. So hands of the two
players, and of those who folded, count as independent of each other, which is an approximation:
what is left out is of second order, pairs of hands that block the same cards. A board counts
as often as it leaves the folded hands, too.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import CardSet
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.solving.tree import compatible_weights

_DIGITS = 6  # sums of the same numbers in another order must not tell suits apart


def account_for_folds(range_: Range, folded: Sequence[Range], board: CardSet) -> Range:
    """Return a range as it is after others have folded hands of these ranges.

    >>> after = account_for_folds(Range("AA,77"), [Range("A2o+")], CardSet("Td9d6h"))
    >>> after["AA"] < after["77"]
    True
    """
    weights = range_.weights
    for each in folded:
        shares, _ = shares_left(each, board)
        if not shares.any():
            raise SolvingError(f"nobody can have folded {str(each)!r} on the board {board}")
        weights = weights * np.round(shares / shares.max(), _DIGITS)
    return Range.from_weights(weights)


def shares_left(folded: Range, board: CardSet) -> tuple[NDArray[np.float64], float]:
    """Return the share of a folded range that each combo leaves, and the share the board leaves.

    The first is a share of what the board leaves, and 0 everywhere if that is nothing.
    """
    left = folded.without(board).weights
    total = left.sum()
    if not total:
        return np.zeros(len(left)), 0.0
    return compatible_weights(left) / total, float(total / folded.weights.sum())
