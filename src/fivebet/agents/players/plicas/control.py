"""Dynamic preflop range control (4.1.2, algorithm 1): which range to play against theirs.

f weighs what a tighter range wins after the flop against what it gives up before:

    f(r_p, r_o, p) = EV(r_p, r_o) p/2 + (1 - EV(r_p, r_o)) (-p/2) + (r_o - r_p) (-1)

in small bets. EV is exact: the 169 ranges that the order of classes makes, each
against each. As printed, f is highest at the end of the scale, at aces alone, for every
pot of 3 small bets and more (docs/errata.md). The paper speaks of *the local maximum*, so
that end is not meant. Which local maximum is meant is left open, and `Maximum` names the
readings (docs/open-values.md says what speaks for each):

    own        the one next to the range that the rules play, if it dominates r_o, which
               is f >= 0; else one's own range is not adapted
    opponent   the one next to r_o, the end of the scale included
    weighted   the highest of f, with the first two addends counted by how often one plays
"""

from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.class_orders import DEFAULT_ORDER, class_order
from fivebet.cards.combos import CLASS_SIZES
from fivebet.cards.preflop_matchups import class_matrix

Floats = NDArray[np.float64]
Maximum = Literal["own", "opponent", "weighted"]


class Control(NamedTuple):
    """The range to play, and what f promises for it."""

    range: float
    gain: float
    adapted: bool = True
    """Whether f has the maximum that was looked for; if not, one's own range stays."""


@cache
def range_shares(order: str = DEFAULT_ORDER) -> Floats:
    """Return the share of all hands in the best 1, 2, … 169 classes."""
    shares: Floats = np.cumsum(CLASS_SIZES[list(class_order(order))]) / 1326
    shares.setflags(write=False)
    return shares


@cache
def range_equities(order: str = DEFAULT_ORDER) -> Floats:
    """Return EV(r_p, r_o), exact: the best i classes (row) against the best j (column)."""
    matrix, best = class_matrix(), np.ix_(class_order(order), class_order(order))
    share, deals = (
        part[best].cumsum(axis=0).cumsum(axis=1) for part in (matrix.share, matrix.deals)
    )
    equities: Floats = share / deals
    equities.setflags(write=False)
    return equities


def gain(r_p: int, r_o: int, pot: float, weighted: bool = False) -> float:
    """Return the paper's f, for the ranges of so many classes and the average pot in small bets."""
    return float(_gains(r_o, pot, weighted)[r_p - 1])


def _gains(r_o: int, pot: float, weighted: bool) -> Floats:
    shares = range_shares()
    equity = range_equities()[:, r_o - 1]
    after = equity * (pot / 2) + (1 - equity) * (-pot / 2)
    if weighted:
        after = shares * after
    gains: Floats = after + (shares[r_o - 1] - shares) * -1
    return gains


def control_range(
    opponent_range: float, pot: float, maximum: Maximum = "own", own: float = 1.0
) -> Control:
    """Return the range at the maximum of f; `own` is the range that is played without control."""
    shares = range_shares()
    theirs = _nearest_class(opponent_range)
    gains = _gains(theirs + 1, pot, maximum == "weighted")
    if maximum == "weighted":
        at = int(np.argmax(gains))
    elif maximum == "opponent":
        at = _climb(gains, theirs)
    else:
        at = _climb(gains, _nearest_class(own))
        if at == 0 or gains[at] < 0:
            return Control(own, float(gains[_nearest_class(own)]), adapted=False)
    return Control(float(shares[at]), float(gains[at]))


def _nearest_class(share: float) -> int:
    """Return the index of the class with which a range comes to at least this share."""
    return int(np.clip(np.searchsorted(range_shares(), share), 0, 168))


def _climb(gains: Floats, at: int) -> int:
    last = len(gains) - 1
    while True:
        beside = (max(0, at - 1), min(last, at + 1))
        best = max(beside, key=lambda place: gains[place])
        if gains[best] <= gains[at]:
            return at
        at = best
