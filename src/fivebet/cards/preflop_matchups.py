"""Heads-up before the flop: every hand against every other, exact, by look-up.

All 47,008 matchups that differ by more than suits are counted on first use, in a
fraction of a second, and spread over the 1,326 × 1,326 pairs of combos. Their sums
over the 169 classes ship with the package; `fivebet tables class-matchups` makes
them anew.
"""

from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from fivebet._core import PREFLOP_BOARDS, matchup_table
from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS
from fivebet.machine import core_count

CLASS_FILE = "class_matchups.npz"


class Matchups:
    """Square tables of hands by hands: deals, and how many of them are won, tied and shared."""

    def __init__(self, stack: NDArray[np.float64]) -> None:
        stack.setflags(write=False)
        self.stack = stack
        self.deals, self.won, self.tied, self.share = stack

    @property
    def equity(self) -> NDArray[np.float64]:
        """Return the equity of each row against each column; NaN where the two share a card."""
        with np.errstate(invalid="ignore"):
            equity: NDArray[np.float64] = self.share / self.deals
        return equity


@cache
def matchups() -> Matchups:
    """Return the matchups of all combos; 0 where two share a card."""
    wins, ties = matchup_table(core_count())
    stack = np.empty((4, 1326, 1326))
    disjoint = (COMBO_MASKS[:, None] & COMBO_MASKS[None, :]) == 0
    np.multiply(disjoint, float(PREFLOP_BOARDS), out=stack[0])
    stack[1], stack[2] = wins, ties
    np.divide(ties, 2, out=stack[3])
    stack[3] += stack[1]
    return Matchups(stack)


@cache
def class_matrix() -> Matchups:
    """Return the matchups of all classes, summed over their combos, from the shipped table."""
    file = resources.files("fivebet.data").joinpath(CLASS_FILE)
    with file.open("rb") as stream, np.load(stream) as kept:
        pairs, won, tied = (kept[name].astype(np.float64) for name in ("pairs", "won", "tied"))
    return Matchups(np.stack([pairs * PREFLOP_BOARDS, won, tied, won + tied / 2]))


def count_class_matrix() -> Matchups:
    """Count the matchups of all classes anew, from those of their combos."""
    by_class = np.argsort(CLASS_OF_COMBO, kind="stable")
    starts = np.searchsorted(CLASS_OF_COMBO[by_class], np.arange(169))
    return Matchups(np.stack([_sum_blocks(pairs, by_class, starts) for pairs in matchups().stack]))


def _sum_blocks(
    pairs: NDArray[np.float64], order: NDArray[np.intp], starts: NDArray[np.intp]
) -> NDArray[np.float64]:
    rows = np.add.reduceat(pairs[order], starts, axis=0)
    blocks: NDArray[np.float64] = np.add.reduceat(rows[:, order], starts, axis=1)
    return blocks
