"""What opponents may hold, read from what they did, and how our hand fares against it.

Each of the 1,326 hole cards starts as likely as any other and is weighed by how
likely it would have done what was seen: weak hands fold, strong ones raise, and
some of those that bet are bluffs. Strength is the share of hands that one beats
on the board as it is. Our chance against each holding is exact, over all cards to
come, so that a plan need not draw them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fivebet._core import heads_up
from fivebet.agents.players.planner.habits import Habits
from fivebet.agents.players.relative_strength import strengths_on_board
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.class_orders import strengths_before_flop
from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS, combo_index
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.game.view import View

Floats = NDArray[np.float64]

_SLIP = 0.05
"""How often a player does what the hand does not suggest."""
_BLUFFS = 0.25
"""The part of the bets that is made with any hand."""
_BLURRED = 0.06
"""How sharply hands are distinguished, in strength."""
_ANYTHING = 0.15
"""How likely it is, in a plan, that a player who stays in holds any other hand."""
_FEWEST = 0.02
"""The least part of the possible hands that an opponent is put on."""
_BETTING = 0.5
"""The part of their range, from the top, with which opponents bet in a plan."""


class Reading:
    """The holdings of an opponent by strength, with our chance against them.

    A *range* is what is left of them: those that beat at least 1 - range of all hands.
    """

    def __init__(self, strengths: Floats, weights: Floats, chances: Floats) -> None:
        order = np.argsort(-strengths, kind="stable")
        order = order[weights[order] > 0]
        weights = weights[order] / weights[order].sum()
        self._weakness: list[float] = (1 - strengths[order]).tolist()
        """The weakness of each holding, the best first."""
        self._weight: list[float] = list(accumulate(weights.tolist(), initial=0.0))
        self._won: list[float] = list(accumulate((weights * chances[order]).tolist(), initial=0.0))

    def chance(self, range_: float = 1.0) -> float:
        """Return how often we win against one who holds one of a range; ties are half."""
        held = self._held(range_)
        within = self._won[held] / self._weight[held]
        return (1 - _ANYTHING) * within + _ANYTHING * self._won[-1]

    def staying(self, range_: float, folds: float) -> float:
        """Return the part of a range that does not fold, if hands below a strength do."""
        return min(1.0, self._weight[self._held(1 - folds)] / self._weight[self._held(range_)])

    def betting(self, range_: float) -> float:
        """Return the range of one who bets."""
        wanted = _BETTING * self._weight[self._held(range_)]
        return self._weakness[max(bisect_left(self._weight, wanted) - 1, 0)]

    def _held(self, range_: float) -> int:
        """Return how many holdings a range has."""
        least = bisect_left(self._weight, _FEWEST)
        return max(bisect_right(self._weakness, range_), least)


def read(
    view: View, habits: Mapping[int, Habits], holdings: Mapping[int, Floats] | None = None
) -> Reading:
    """Return what those who have not folded may hold, taken together.

    How likely each holding would have acted as an opponent did follows from the habits,
    unless it is given.
    """
    board = _mask(view, len(view.board))
    hole = 1 << view.cards[0] | 1 << view.cards[1]
    possible = (COMBO_MASKS & np.uint64(hole | board)) == 0
    weights = np.zeros(1326)
    for likely in (holdings or _weighed(view, habits)).values():
        held = likely * possible
        weights += held / held.sum()
    chances = _chances(combo_index(*view.cards), board)
    return Reading(_strengths(board), weights, chances)


def _weighed(view: View, habits: Mapping[int, Habits]) -> dict[int, Floats]:
    """Return, by opponent, how likely each holding would have acted as the opponent did."""
    weights = {seat: np.ones(1326) for seat in habits}
    pot = float(sum(view.game.blinds) + sum(view.game.antes))
    level, street = [float(blind) for blind in view.game.blinds], 0
    for move in view.moves:
        if move.street != street:
            street, level = move.street, [0.0] * len(level)
        owes = max(level) - level[move.seat]
        if move.seat in weights:
            strengths = _strengths(_mask(view, BOARD_CARDS[street]))
            price = owes / (pot + owes) if owes else 0.0
            kind = move.action.kind
            weights[move.seat] *= _likely(kind, price, strengths, habits[move.seat])
        pot += move.paid
        level[move.seat] += move.paid
    return weights


def _likely(kind: str, price: float, strengths: Floats, habits: Habits) -> Floats:
    """Return how likely holdings of such strengths are to make a move at a price."""
    if price:
        raises = _above(1 - habits.raises, strengths)
        folds = 1 - _above(habits.folds(price), strengths)
        likely = raises if kind in ("bet", "raise") else np.clip(1 - raises - folds, 0, 1)
    else:
        often = habits.bets or 0.0
        bluffs = _BLUFFS * often
        bets = bluffs + (1 - bluffs) * _above(1 - (1 - _BLUFFS) * often, strengths)
        likely = bets if kind in ("bet", "raise") else 1 - bets
    slipped: Floats = _SLIP + (1 - _SLIP) * likely
    return slipped


def _above(bound: float, strengths: Floats) -> Floats:
    """Return whether a hand is stronger than a bound, as a probability."""
    sure: Floats = 1 / (1 + np.exp(np.clip((bound - strengths) / _BLURRED, -50, 50)))
    return sure


def _mask(view: View, cards: int) -> int:
    return sum(1 << card for card in view.board[:cards])


def _strengths(board: int) -> Floats:
    return strengths_on_board(board) if board else strengths_before_flop()


@lru_cache(maxsize=256)
def _chances(hole: int, board: int) -> Floats:
    """Return our chance against every holding, over all cards to come; ties are half."""
    if not board:
        classes = class_matrix()
        row = int(CLASS_OF_COMBO[hole])
        by_class = classes.share[row] / classes.deals[row]
        chances: Floats = by_class[CLASS_OF_COMBO]
        return chances
    ours = np.zeros(1326)
    ours[hole] = 1.0
    deals, _, _, shares = heads_up(ours, np.ones(1326), board, 0, 1)
    theirs: Floats = np.divide(shares[1], deals[1], out=np.ones(1326), where=deals[1] > 0)
    return 1 - theirs
