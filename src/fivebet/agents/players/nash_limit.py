"""An equilibrium player for heads-up limit hold'em, the yardstick of its table.

It plays what the regret minimiser of `solving` found for the game between buckets
(`fivebet nash train`), and models nobody. What a stronger one would win from it is
in docs/nash-limit.md.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import FileName, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.cards.combos import combo_index
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Decision, Policy
from fivebet.game.view import View
from fivebet.solving.limit_holdem import LimitStrategy, check_limit_game

_PURPOSE = purpose_key("nash-limit")
_FILE = "nash.limit"
Sequences = NDArray[np.intp]

_STEPS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}


@dataclass(eq=False)
class NashLimit:
    """Plays an abstracted equilibrium of heads-up limit hold'em; `file` names another one."""

    games: ClassVar[tuple[str, ...]] = ("limit-2p",)

    seed: Seed = 0
    """The seed of its random numbers."""
    file: FileName = ""
    """A file with another strategy, made by `fivebet nash train`."""

    def __post_init__(self) -> None:
        self.seed = checked_seed(self.seed)
        self._strategy = _strategy(self.file)

    def act(self, view: View) -> Decision:
        """Draw from the strategy of the hand's bucket sequence."""
        check_limit_game(view.game, "nash-limit")
        first, second = view.cards
        sequence = int(self._sequences(view)[combo_index(first, second)])
        fold, raised = map(float, self._chances(view, sequence))
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        action: Action = view.legal.passive
        if draw < raised:
            action = raise_to(view.legal.min_raise)
        elif draw < raised + fold:
            action = FOLD
        return Decision(action, {"bucket sequence": sequence, "raise": raised, "fold": fold})

    def policy(self, view: View) -> Policy:
        """Return the probabilities for each of the 1,326 hole cards."""
        check_limit_game(view.game, "nash-limit")
        folds, raises = self._chances(view, self._sequences(view))
        policy = {view.legal.passive: 1.0 - folds - raises}
        if view.legal.call:
            policy[FOLD] = folds
        if view.legal.can_raise:
            policy[raise_to(view.legal.min_raise)] = raises
        return policy

    def _chances(self, view: View, sequences: Sequences | int) -> tuple[Any, Any]:
        """Return how often to fold and to raise; with too few chips to raise it calls."""
        actions = [_STEPS[move.action.kind] for move in view.moves]
        fold, raised = self._strategy.chances(self._strategy.node(actions), sequences)
        return fold, raised * view.legal.can_raise

    def _sequences(self, view: View) -> Sequences:
        return _sequences(self._strategy, tuple(int(card) for card in view.board))


@lru_cache(maxsize=4)
def _strategy(file: str) -> LimitStrategy:
    if file:
        return LimitStrategy.load(file)
    with resources.as_file(resources.files("fivebet.data").joinpath(_FILE)) as path:
        return LimitStrategy.load(path)


@lru_cache(maxsize=64)
def _sequences(strategy: LimitStrategy, board: tuple[int, ...]) -> Sequences:
    return strategy.buckets.sequences(board)
