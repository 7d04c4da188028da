"""The four players that everybody should beat: fold, call, raise and random.

They also run compiled, inside the table's own loops, and play the same hands
there (native/players/baselines.hpp).
"""

from fivebet._core import Stream, purpose_key
from fivebet.game.action import FOLD, raise_to
from fivebet.game.agent import Decision
from fivebet.game.view import View

__all__ = ["Call", "Fold", "Raise", "Random"]

_PURPOSE = purpose_key("random")


class Fold:
    """Folds whenever it would have to pay."""

    def act(self, view: View) -> Decision:
        """Check if that is free."""
        legal = view.legal
        return Decision(FOLD if legal.call else legal.passive)


class Call:
    """Checks and calls."""

    def act(self, view: View) -> Decision:
        """Never fold, never raise."""
        return Decision(view.legal.passive)


class Raise:
    """Bets and raises as little as it may, as long as it may."""

    def act(self, view: View) -> Decision:
        """Call only when there is no raise left."""
        legal = view.legal
        return Decision(raise_to(legal.min_raise) if legal.can_raise else legal.passive)


class Random:
    """Takes each kind of legal move with the same probability, raises to any amount alike.

    Its draws are named by seed, hand and action: a hand always plays the same.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, view: View) -> Decision:
        """Draw a kind of move, then the size of a raise."""
        legal = view.legal
        stream = Stream(self.seed, _PURPOSE, view.number, len(view.moves))
        kinds = 1 + legal.can_fold + legal.can_raise
        kind = stream.below(kinds) + (not legal.can_fold)
        reasons = {"probability": 1 / kinds}
        if kind == 0:
            return Decision(FOLD, reasons)
        if kind == 1:
            return Decision(legal.passive, reasons)
        to = legal.min_raise + stream.below(legal.max_raise - legal.min_raise + 1)
        return Decision(raise_to(to), reasons)
