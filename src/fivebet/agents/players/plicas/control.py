"""Dynamic preflop range control (4.1.2, algorithm 1): which range to play against theirs.

f weighs what a tighter range wins after the flop against what it gives up before:

    f(r_p, r_o, p) = EV(r_p, r_o) p/2 + (1 - EV(r_p, r_o)) (-p/2) + (r_o - r_p) (-1)

in small bets. EV is exact: the 169 ranges that the order of classes makes, each
against each. As printed, f is highest at aces alone, whatever the opponent does,
since what is won after the flop is not counted by how often one gets there
(docs/errata.md). The paper speaks of a local maximum: ours is the one to which one
climbs from the opponent's own range. `weighted` counts play by its frequency.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.class_orders import DEFAULT_ORDER, class_order
from fivebet.cards.combos import CLASS_SIZES
from fivebet.cards.preflop_matchups import class_matrix

Floats = NDArray[np.float64]


class Control(NamedTuple):
    """The range to play, and what f promises for it."""

    range: float
    gain: float


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


def control_range(opponent_range: float, pot: float, weighted: bool = False) -> Control:
    """Return the maximum of f next to the opponent's range, or the highest if weighted."""
    shares = range_shares()
    r_o = int(np.clip(np.searchsorted(shares, opponent_range), 0, 168)) + 1
    gains = _gains(r_o, pot, weighted)
    at = int(np.argmax(gains)) if weighted else _climb(gains, r_o - 1)
    return Control(float(shares[at]), float(gains[at]))


def _climb(gains: Floats, at: int) -> int:
    last = len(gains) - 1
    while True:
        beside = (max(0, at - 1), min(last, at + 1))
        best = max(beside, key=lambda place: gains[place])
        if gains[best] <= gains[at]:
            return at
        at = best
