"""Five buckets of hole cards, 65, 14, 11, 7 and 3 % of all deals (section 3.1).

The picture that says which cards are in which is lost. Here the 169 classes are
ordered by equity against five random hands, since the event had six seats, and cut
where those shares end: a class goes where its middle falls.
"""

from bisect import bisect_right
from functools import cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import Card
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, combo_index
from fivebet.cards.strength import immediate_strength

SHARES = (0.65, 0.14, 0.11, 0.07, 0.03)
"""The share of all deals in each bucket (figure 3.2)."""
HOLE_BUCKETS = len(SHARES)
_ENDS = tuple(round(end, 10) for end in accumulate(SHARES))[:-1]


def bucket_at(share: float) -> int:
    """Return the bucket in which the best hands begin, if this share of hands is weaker.

    >>> bucket_at(0.91), bucket_at(0.71)
    (3, 1)
    """
    return bisect_right(_ENDS, round(share, 10))


@cache
def preflop_strengths() -> NDArray[np.float64]:
    """Return, by combo, the share of all combos that its class beats, with ties as half."""
    order = list(class_order("five-random"))
    sizes = CLASS_SIZES[order]
    middles = np.empty(169)
    middles[order] = 1 - (np.cumsum(sizes) - sizes / 2) / 1326
    strengths: NDArray[np.float64] = middles[CLASS_OF_COMBO]
    strengths.setflags(write=False)
    return strengths


@cache
def buckets_by_combo() -> NDArray[np.intp]:
    """Return the bucket of each of the 1,326 hole cards."""
    buckets = np.searchsorted(_ENDS, preflop_strengths(), side="right")
    buckets.setflags(write=False)
    return buckets


def hole_bucket(cards: tuple[Card, ...], _board: tuple[Card, ...] = ()) -> int:
    """Return the bucket of two hole cards, whatever the board.

    >>> hole_bucket((Card("Kh"), Card("Ks"))), hole_bucket((Card("7h"), Card("2s")))
    (4, 0)
    """
    return int(buckets_by_combo()[combo_index(*cards)])


def bucket_shares() -> NDArray[np.float64]:
    """Return the share of all deals that each bucket really holds."""
    return np.bincount(buckets_by_combo(), minlength=HOLE_BUCKETS) / 1326


def strength_bucket(number: int, cards: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Return one of that many even buckets of strength; on a board, by the hands beaten."""
    if not board:
        share = float(preflop_strengths()[combo_index(*cards)])
    else:
        share = immediate_strength(cards, board)
    return min(int(share * number), number - 1)
