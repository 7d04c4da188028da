"""Policies: what an agent would do with any hole cards, as probabilities.

A policy is a mapping from actions to arrays with one number for each holding:
the 1,326 combos by their index, or in games with one hole card the 52 cards.
Holdings that the board rules out have numbers too; nobody should use them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.errors import AgentError
from fivebet.game.action import Action, Legal, raise_to
from fivebet.game.agent import Decision, Policy
from fivebet.game.game import Game
from fivebet.game.view import View

_HOLDINGS = {1: 52, 2: 1326}
_TOLERANCE = 1e-9


def holdings(game: Game) -> int:
    """Return the number of holdings in a policy of a game."""
    if game.hole_cards not in _HOLDINGS:
        raise AgentError(f"there are no policies for {game.hole_cards} hole cards, in {game}")
    return _HOLDINGS[game.hole_cards]


def possible_holdings(view: View) -> NDArray[np.intp]:
    """Return the indices of the holdings that the board does not rule out."""
    gone = sum(1 << card for card in view.board)
    deck = view.game.deck.mask & ~gone
    if view.game.hole_cards == 1:
        return np.array([card for card in range(52) if deck >> card & 1])
    return np.flatnonzero((COMBO_MASKS & ~np.uint64(deck)) == 0)


def improbable(policy: object, view: View) -> str:
    """Return why something does not state probabilities over legal actions; empty if it does."""
    if not isinstance(policy, Mapping) or not policy:
        return f"{policy!r} is no mapping from actions to probabilities"
    if illegal := [action for action in policy if action not in view.legal]:
        return f"{illegal[0]} is not legal: {view.legal}"
    total = np.zeros(holdings(view.game))
    for chances, times in _distinct(policy):
        if getattr(chances, "shape", None) != total.shape:
            return f"an action has {np.shape(chances)} numbers, not {total.shape}"
        if not np.all(np.isfinite(chances)) or chances.min() < -_TOLERANCE:
            return "some probabilities are below 0 or no numbers"
        total += times * chances
    sums = total[possible_holdings(view)]
    if not np.allclose(sums, 1, atol=1e-6):
        worst = sums[np.argmax(np.abs(sums - 1))]
        return f"the probabilities of a holding add up to {worst:.6g}, not to 1"
    return ""


def _distinct(policy: Policy) -> list[tuple[NDArray[np.float64], int]]:
    """Return the arrays of a policy, each with the number of actions that share it."""
    values = list(policy.values())
    arrays = {id(chances): chances for chances in values}
    times = Counter(map(id, values))
    return [(arrays[key], times[key]) for key in arrays]


def holding_index(cards: Sequence[int]) -> int:
    """Return the index of hole cards in a policy's arrays."""
    return int(cards[0]) if len(cards) == 1 else combo_index(*cards)


def constant(game: Game, probability: float) -> NDArray[np.float64]:
    """Return an array with the same number for every holding, without the memory for it."""
    return np.broadcast_to(np.float64(probability), holdings(game))


def draw_action(chances: Mapping[Action, float], draw: float) -> Action:
    """Return the action at which a draw from 0 to 1 falls, each being as likely as its chance.

    >>> str(draw_action({Action("fold"): 0.25, Action("call"): 0.75}, 0.3))
    'call'
    """
    left = draw * sum(chances.values())
    for action, chance in chances.items():
        left -= chance
        if left < 0:
            return action
    return max(chances, key=lambda action: chances[action])


def decide_by_policy(view: View, policy: Policy, draw: float) -> Decision:
    """Return the action that a draw from 0 to 1 picks for one's own hand, with all chances."""
    index = combo_index(*view.cards)
    chances = {action: float(row[index]) for action, row in policy.items()}
    reasons = {str(each): chance for each, chance in chances.items()}
    return Decision(draw_action(chances, draw), reasons)


class SpreadRaises(Mapping[Action, NDArray[np.float64]]):
    """A policy that raises to any legal amount alike, without storing thousands of actions."""

    def __init__(self, others: Policy, legal: Legal, each: NDArray[np.float64]) -> None:
        self._others, self._legal, self._each = others, legal, each

    def __getitem__(self, action: Action) -> NDArray[np.float64]:
        if action in self._others:
            return self._others[action]
        if self._raises and action.kind == "raise" and action in self._legal:
            return self._each
        raise KeyError(action)

    def __iter__(self) -> Iterator[Action]:
        return chain(self._others, map(raise_to, self._raises))

    def __len__(self) -> int:
        return len(self._others) + len(self._raises)

    @property
    def _raises(self) -> range:
        legal = self._legal
        return range(legal.min_raise, legal.max_raise + 1) if legal.can_raise else range(0)
