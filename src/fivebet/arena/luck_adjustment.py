"""Results less their luck: how much of each term to add, and what that leaves.

Every luck term has mean zero, so that any weights keep the mean; the best are
those of least variance, a regression of the results on the terms. To keep the
estimate unbiased no block helps to find its own weights: blocks are dealt into
five folds, and each fold takes the weights found on the other four.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_FOLDS = 5
_TRUST = 10
"""In how many blocks' worth of data we trust that a term counts once."""
_MOST = 2.0
"""No term counts more: pots grow after the cards, but what asks for more are a few blocks."""
_ROUNDING = 1e-12
"""Of the biggest term's variance."""


@dataclass(frozen=True)
class Adjusted:
    """Results without the luck that could be found."""

    winnings: Floats
    """By block and player."""
    weights: Floats
    """How much each term counted, on average over the folds."""


def adjust(
    winnings: Floats, terms: Floats, units: NDArray[np.intp] | None = None, fitted: bool = True
) -> Adjusted:
    """Take the luck terms (block, term, player) out of winnings (block, player).

    `units` numbers what is independent, if blocks are not: blocks of a unit go into
    one fold. Unless weights are fitted, each term counts once.
    """
    blocks, count, _ = terms.shape
    of_unit = np.arange(blocks) if units is None else units
    if not fitted or count == 0 or blocks < 2 * _FOLDS or len(set(of_unit % _FOLDS)) < _FOLDS:
        return Adjusted(winnings + terms.sum(axis=1), np.ones(count))
    fold_of = of_unit % _FOLDS
    found = np.empty_like(winnings)
    used = np.empty((_FOLDS, count))
    for fold in range(_FOLDS):
        own = fold_of == fold
        used[fold] = _weights(winnings[~own], terms[~own])
        found[own] = winnings[own] + np.einsum("k,bkp->bp", used[fold], terms[own])
    return Adjusted(found, used.mean(axis=0))


def _weights(winnings: Floats, terms: Floats) -> Floats:
    centred = winnings - winnings.mean(axis=0)
    squares = np.einsum("bkp,bjp->kj", terms, terms, optimize=True)
    products = np.einsum("bkp,bp->k", terms, centred, optimize=True)
    scale = np.diag(squares)
    # Rounding is all that is left of terms that cancel, as hole cards do with seats switched:
    # they count once, like those of which little is known.
    known = scale > _ROUNDING * scale.max(initial=0.0)
    trust = np.where(known, scale * _TRUST / _blocks_worth(terms), max(scale.max(initial=0.0), 1.0))
    found: Floats = np.linalg.solve(squares + np.diag(trust), trust - products)
    return found.clip(0.0, _MOST)


def _blocks_worth(terms: Floats) -> Floats:
    """Count the blocks in which each term shows: few, if a few outweigh all others."""
    shown = np.einsum("bkp,bkp->bk", terms, terms)
    fourth: Floats = (shown**2).sum(axis=0)
    squared: Floats = shown.sum(axis=0) ** 2
    worth: Floats = np.divide(squared, fourth, out=np.ones_like(fourth), where=fourth > 0)
    return worth


def spread_left(raw: Floats, adjusted: Floats) -> Floats:
    """Return each player's standard deviation without luck, as a share of the raw one."""
    if len(raw) < 2:
        return np.ones(raw.shape[1])
    before, after = raw.std(axis=0, ddof=1), adjusted.std(axis=0, ddof=1)
    left: Floats = np.divide(after, before, out=np.ones_like(before), where=before > 0)
    return left
