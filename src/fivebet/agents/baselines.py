"""The four players that everybody should beat: fold, call, raise and random.

They also run compiled, inside the table's own loops, and play the same hands
there (native/players/baselines.hpp): `play_compiled`.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, play_baselines, purpose_key
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Decision
from fivebet.game.game import Game
from fivebet.game.view import View

__all__ = ["Call", "Fold", "Raise", "Random", "checked_seed", "play_compiled"]

_PURPOSE = purpose_key("random")
_COMPILED = ("fold", "call", "raise", "random")
_PARTS_OF_A_CHIP = 2520


class Fold:
    """Folds whenever it would have to pay."""

    def act(self, view: View) -> Decision:
        """Check if that is free."""
        legal = view.legal
        return Decision(FOLD if legal.call else legal.passive)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        """The same with any hand."""
        return {self.act(view).action: np.ones(1326)}


class Call:
    """Checks and calls."""

    def act(self, view: View) -> Decision:
        """Never fold, never raise."""
        return Decision(view.legal.passive)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        """The same with any hand."""
        return {self.act(view).action: np.ones(1326)}


class Raise:
    """Bets and raises as little as it may, as long as it may."""

    def act(self, view: View) -> Decision:
        """Call only when there is no raise left."""
        legal = view.legal
        return Decision(raise_to(legal.min_raise) if legal.can_raise else legal.passive)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        """The same with any hand."""
        return {self.act(view).action: np.ones(1326)}


class Random:
    """Takes each kind of legal move with the same probability, raises to any amount alike.

    Its draws are named by seed, hand and action: a hand always plays the same.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = checked_seed(seed)

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


def checked_seed(seed: object) -> int:
    """A seed as 64 bits, or an error if it is no whole number."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} is no seed: give a whole number")
    return seed % (1 << 64)


def play_compiled(
    game: Game, names: Sequence[str], hands: int, seed: int = 0, start: int = 0
) -> tuple[list[Fraction], int]:
    """What baselines win from each other, and how often they acted, millions of hands a second.

    Hands are numbered from `start`; in hand h the player p sits on seat p - h,
    around the table, so that each has every seat in turn.
    """
    for name in names:
        if name not in _COMPILED:
            raise AgentError(f"{name!r} does not run compiled: only {', '.join(_COMPILED)} do")
    players = [_COMPILED.index(name) for name in names]
    parts, actions = play_baselines(game._rules, players, seed, start, start + hands)
    return [Fraction(won, _PARTS_OF_A_CHIP) for won in parts], actions
