"""An agent that states its policy: it mixes by the rank of its hand, more boldly if `bold`."""

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.combos import COMBO_MASKS, COMBOS, combo_index
from fivebet.cards.evaluator import evaluate_many
from fivebet.game import FOLD, Action, Decision, View, raise_to
from fivebet.streams import Stream

Floats = NDArray[np.float64]

_PAIRED = np.array([low.rank == high.rank for low, high in COMBOS])
_HIGH = np.array(
    [max(low.rank, high.rank) + 0.5 * min(low.rank, high.rank) for low, high in COMBOS]
)


class Mixer:
    """Folds weak hands sometimes, raises strong ones often."""

    def __init__(self, seed: int = 0, bold: float = 1.0) -> None:
        self.seed = seed
        self.bold = bold

    def policy(self, view: View) -> dict[Action, Floats]:
        """Fold, passive and one raise, by percentile."""
        legal = view.legal
        rank = _percentiles(sum(1 << card for card in view.board or ()))
        folding = np.clip(0.45 - rank, 0, 1) * (1.5 if legal.call else 0)
        raising = np.clip((rank - 0.5) * 1.4 * self.bold, 0.05, 0.9) * legal.can_raise
        passive = np.maximum(0, 1 - folding - raising)
        total = folding + passive + raising
        options = {legal.passive: passive / total}
        if legal.call:
            options[FOLD] = folding / total
        if legal.can_raise:
            pot = view.pot + legal.call
            options[raise_to(min(legal.max_raise, max(legal.min_raise, pot)))] = raising / total
        return options

    def act(self, view: View) -> Decision:
        """Drawn from the policy."""
        left = Stream(self.seed, "mixer", view.number, len(view.moves)).uniform()
        own = combo_index(*view.cards)
        for action, chances in self.policy(view).items():
            left -= chances[own]
            if left < 0:
                return Decision(action)
        raise AssertionError("a policy sums to one")


def _percentiles(board: int) -> Floats:
    if not board:
        return _ranked(_HIGH + 6 * _PAIRED)
    free = (COMBO_MASKS & np.uint64(board)) == 0
    values = np.zeros(1326)
    values[free] = evaluate_many(COMBO_MASKS[free] | np.uint64(board))
    return _ranked(values)


def _ranked(values: Floats) -> Floats:
    return (np.argsort(np.argsort(values)) + 0.5) / len(values)
