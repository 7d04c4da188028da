"""How many random hands a holding beats: the one number that players by rules look at.

Before the flop it is the holding's place among the 169 classes, after it the
immediate strength. Against several opponents it counts to the power of their
number after the flop, and of its root before it, where hands are closer.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivebet._core import evaluate_many, strength_counts
from fivebet.cards.class_orders import strengths_before_flop
from fivebet.cards.combos import COMBO_MASKS, COMBOS, combo_index
from fivebet.errors import AgentError
from fivebet.game.view import View

_LOW = np.array([low for low, _ in COMBOS])
_HIGH = np.array([high for _, high in COMBOS])


def relative_strength(view: View) -> float:
    """Return the chance that our hand is the best, if the other hands are random."""
    power = _power(view)
    first, second = view.cards
    if view.board:
        ahead, tied, behind = strength_counts(1 << first | 1 << second, _mask(view))
        share = (ahead + tied / 2) / (ahead + tied + behind)
    else:
        share = float(strengths_before_flop()[combo_index(first, second)])
    strength: float = share**power
    return strength


def relative_strengths(view: View) -> NDArray[np.float64]:
    """Return the relative strength of all 1,326 hole cards; 0 if the board rules them out."""
    return _relative_strengths(_mask(view), _power(view))


def _power(view: View) -> float:
    if view.game.hole_cards != 2:
        raise AgentError(f"a player by rules plays hold'em with two hole cards, not {view.game}")
    opponents = len(view.active) - 1
    return float(opponents) if view.board else opponents**0.5


def _mask(view: View) -> int:
    mask = 0
    for card in view.board:
        mask |= 1 << card
    return mask


@lru_cache(maxsize=64)
def _relative_strengths(board: int, power: float) -> NDArray[np.float64]:
    strengths = strengths_on_board(board) if board else strengths_before_flop()
    if power != 1:
        # Python's power and not NumPy's, which may round otherwise: a policy is exact.
        strengths = np.array([share**power for share in strengths.tolist()])
    strengths.setflags(write=False)
    return strengths


@lru_cache(maxsize=64)
def strengths_on_board(board: int) -> NDArray[np.float64]:
    """Return the strengths of all holdings on a board, as `strength_counts` counts one.

    Those below a holding are all that are worth less, but for those that hold one
    of its two cards; none of these is counted twice, since none holds both.
    """
    mask = np.uint64(board)
    live = np.flatnonzero((COMBO_MASKS & mask) == 0)
    low, high = _LOW[live], _HIGH[live]
    values = evaluate_many(COMBO_MASKS[live] | mask, 1)
    _, place = np.unique(values, return_inverse=True)
    worth = int(place.max()) + 1
    tied = np.zeros((52, worth), dtype=np.int64)
    np.add.at(tied, (low, place), 1)
    np.add.at(tied, (high, place), 1)
    below = np.cumsum(tied, axis=1) - tied
    all_tied = np.bincount(place, minlength=worth)
    all_below = np.cumsum(all_tied) - all_tied
    ahead = all_below[place] - below[low, place] - below[high, place]
    # The holding itself is in all three counts: it is taken away once too often.
    level = all_tied[place] - tied[low, place] - tied[high, place] + 1
    left = 52 - board.bit_count() - 2
    shares = np.zeros(1326)
    shares[live] = (ahead + level / 2) / (left * (left - 1) // 2)
    shares.setflags(write=False)
    return shares
