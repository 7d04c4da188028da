"""What an agent that does not state its policy seems to do, counted in hands seen open.

Decisions are distinguished by street, by the bet that is faced, by the raises before it on
the street and by ten bands of hand strength. Situations that were seen seldom lean on
coarser ones: without the raises, then without the size of the bet, then without the street.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.relative_strength import relative_strength, relative_strengths
from fivebet.game import FOLD, Action, View, raise_to
from fivebet.game.agent import Policy

Floats = NDArray[np.float64]

_BANDS = 10
_KINDS = 3  # fold, check or call, raise
_PRICES = (0.0, 0.4, 0.8, 1.5)
"""The bets, as parts of the pot before them, from which on a bet counts as another."""
_MOST_RAISES = 2
_SHAPE = (4, len(_PRICES) + 1, _MOST_RAISES + 1, _BANDS, _KINDS)
_TRUST = 3.0
"""How many decisions what is known of coarser situations counts for."""


@dataclass
class PolicyEstimate:
    """Counts of an agent's decisions, and the policy that they amount to."""

    counts: Floats = field(default_factory=lambda: np.zeros(_SHAPE))

    def observe(self, view: View, action: Action) -> None:
        """Count a decision of the agent, whose cards the view shows."""
        band = _bands(np.array([relative_strength(view)]))[0]
        self.counts[(*_situation(view), band, _kind(action))] += 1

    def policy(self, view: View) -> Policy:
        """Return the estimated probabilities for each of the 1,326 hole cards.

        All raises count as one, to the least amount.
        """
        legal = view.legal
        chances = self._chances(*_situation(view))
        allowed = np.array([legal.call > 0, True, legal.can_raise])
        chances = np.where(allowed, chances, 0.0)
        chances /= chances.sum(axis=1, keepdims=True)
        rows = chances[_bands(relative_strengths(view))].T
        policy: dict[Action, Floats] = {legal.passive: rows[1]}
        if legal.call:
            policy[FOLD] = rows[0]
        if legal.can_raise:
            policy[raise_to(legal.min_raise)] = rows[2]
        return policy

    def row(self, view: View, action: Action) -> Floats:
        """Return how likely the agent acts so with each of the 1,326 hole cards."""
        policy = self.policy(view)
        named: Mapping[int, Floats] = {_kind(each): row for each, row in policy.items()}
        return named[_kind(action)]

    def _chances(self, street: int, price: int, raises: int) -> Floats:
        """Return the probabilities of fold, call and raise, by band."""
        facing = slice(1, None) if price else slice(0, 1)
        found = np.full((_BANDS, _KINDS), 1 / _KINDS)
        for counts in (
            self.counts[:, facing].sum(axis=(0, 1, 2)),
            self.counts[street, facing].sum(axis=(0, 1)),
            self.counts[street, price].sum(axis=0),
            self.counts[street, price, raises],
        ):
            found = (counts + _TRUST * found) / (counts.sum(axis=1, keepdims=True) + _TRUST)
        return found


def _situation(view: View) -> tuple[int, int, int]:
    """Return the street, the class of the bet that is faced, and the raises on the street."""
    owed = view.legal.call
    price = 0
    if owed:
        before = max(view.pot - owed, 1)
        price = int(np.searchsorted(_PRICES, owed / before, side="left"))
    here = [move for move in view.moves if move.street == view.street]
    raises = sum(move.action.kind in ("bet", "raise") for move in here)
    return view.street, price, min(raises, _MOST_RAISES)


def _bands(strengths: Floats) -> NDArray[np.intp]:
    return np.minimum((strengths * _BANDS).astype(np.intp), _BANDS - 1)


def _kind(action: Action) -> int:
    return {"fold": 0, "check": 1, "call": 1}.get(action.kind, 2)
