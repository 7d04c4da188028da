"""A heads-up opponent by a model that was learned: opponent modelling 'powered by AI' (chapter 7).

The model is what `fivebet.opponents.action_models` believes: a mixture of types that were
counted from play, moved by Bayes' rule, with the opponent's own actions, which take over.
It gives the planner the opponent's habits on a street and, move by move, what it may hold.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.planner.habits import USUAL_PRICE, Habits, fold_odds
from fivebet.cards.combos import COMBO_MASKS
from fivebet.game.view import View
from fivebet.opponents.action_models import (
    FIRST_RAISE,
    FOLD,
    LEVELS,
    OpponentBelief,
    Table,
    TypeLibrary,
    levels_on_street,
    range_by_model,
    shipped_types,
    situation_of,
)
from fivebet.opponents.habits import player_name

Floats = NDArray[np.float64]


@dataclass
class LearnedOpponent:
    """What is believed of one opponent."""

    belief: OpponentBelief
    _model: Table | None = None

    def observe(self, view: View) -> None:
        """Learn from a hand that is over."""
        self.belief.observe(view, 1 - view.seat, view.seat, _library(view))
        self._model = None

    def model(self, view: View) -> Table:
        """Return how it is expected to play."""
        if self._model is None:
            self._model = self.belief.model(_library(view))
        return self._model

    def habits(self, view: View) -> Habits:
        """Return its habits on the street that is played, with all hands alike."""
        model, board = self.model(view), sum(1 << card for card in view.board)
        held = np.bincount(levels_on_street(view, view.street)[_live(board)], minlength=LEVELS)
        raises = sum(
            m.street == view.street and m.action.kind in ("bet", "raise") for m in view.moves
        )
        asked = situation_of(view.street, raises + 1, USUAL_PRICE)
        free = situation_of(view.street, 0, 0.0)
        chances = (held / held.sum()) @ model
        counted, sizes = self.belief.sizes.sum(axis=0)
        return Habits(
            fold_odds=fold_odds(float(chances[asked, FOLD])),
            bets=float(chances[free, FIRST_RAISE:].sum()),
            raises=float(chances[asked, FIRST_RAISE:].sum()),
            size=float(sizes / counted),
        )

    def holdings(self, view: View) -> Floats:
        """Return how likely each of the 1,326 holdings would have acted as it did."""
        return range_by_model(view, 1 - view.seat, self.model(view))


@dataclass
class LearnedOpponents:
    """Everybody who was met heads-up, by name."""

    _known: dict[Hashable, LearnedOpponent] = field(default_factory=dict)

    def of(self, view: View) -> LearnedOpponent:
        """Return what is believed of the other player."""
        name = player_name(view, 1 - view.seat) if view.players else "the other"
        if name not in self._known:
            self._known[name] = LearnedOpponent(OpponentBelief.before_play(_library(view)))
        return self._known[name]


def _library(view: View) -> TypeLibrary:
    return shipped_types("fixed-limit" if view.game.structure == "fixed-limit" else "no-limit")


def _live(board: int) -> NDArray[np.bool_]:
    live: NDArray[np.bool_] = (COMBO_MASKS & np.uint64(board)) == 0
    return live
