"""The local best response with all hole cards at once: the same play with far less luck.

A hand of `local_best_response` samples both players' hole cards, the board and what the
agent draws. Here only the board is dealt. Both players have all their hole cards with
their weights: the agent's split by its policy, the responder's by what the local best
response does with each of them. All lines are followed to their ends, which are valued
exactly over both ranges, all-ins over the cards to come. Only of many sizes that the
responder bets with different hands some are drawn, which count for all of them. So a deal
has the value that a hand has on average, given the board, and the mean is that of the
local best response.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fivebet._core import heads_up
from fivebet.cards import DECK
from fivebet.cards.preflop_matchups import matchups
from fivebet.game.action import FOLD, Action
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.solving.exact_response import (
    chips_spent,
    hand_on_board,
    live_combos,
    policy_at_table,
    showdown_margins,
    weights_beside,
)
from fivebet.solving.local_best_response import KnownPolicy, Setting, considered_raises
from fivebet.streams import Stream

Row = NDArray[np.float64]
Line = tuple[Hand, Row, Row]
"""A hand in progress with the weights of our hole cards and of the agent's."""

_RIVER_BOARD = 5
_FOLLOWED = 3  # sizes of the responder at one decision; of more, as many are drawn


def play_range_response(
    agent: KnownPolicy, game: Game, seed: int, number: int, seat: int, setting: Setting
) -> float:
    """Return what the responder wins on a seat in a deal of the board, in chips a hand."""
    seed = seed % (1 << 64)
    board = Hand(game, seed=seed, number=number)._cards[-_RIVER_BOARD:]
    hand = hand_on_board(Hand(game, number=number), list(board))
    draws = Stream(seed, "range response", number, seat)
    everything = live_combos(game, ())
    return LocalRangeResponse(agent, seat, setting, draws).value(hand, everything, everything)


class LocalRangeResponse:
    """Plays a local best response from a decision on, with all hole cards."""

    def __init__(self, agent: KnownPolicy, seat: int, setting: Setting, draws: Stream) -> None:
        self.agent, self.seat, self.setting, self.draws = agent, seat, setting, draws

    def value(self, hand: Hand, ours: Row, theirs: Row) -> float:
        """Return the chips a hand, for both players' weights of their hole cards."""
        if hand.actor == self.seat:
            split = self._responses(hand, theirs)
            after = [(_moved(hand, each), ours * row, theirs) for each, row in split.items()]
        else:
            policy = policy_at_table(hand, self.agent)
            after = [(_moved(hand, each), ours, theirs * row) for each, row in policy.items()]
        live = live_combos(hand.game, hand.board)
        total, followed, raised, weights = 0.0, [], [], []
        for line in after:
            moved, kept, believed = line[0], line[1] * live, line[2] * live
            beside = weights_beside(believed[None])[0]
            weight = float(kept @ beside)
            if not weight > 0:
                continue
            if moved.actor is None:
                total += self._ending(hand, moved, kept, believed, beside)
            elif hand.actor == self.seat and moved.moves[-1].action.to:
                raised.append(line)
                weights.append(weight * moved.pot)
            else:
                followed.append(line)
        total += sum(self.value(*line) for line in followed)
        if len(raised) <= _FOLLOWED:
            return total + sum(self.value(*line) for line in raised)
        return total + self._drawn(raised, np.array(weights))

    def _drawn(self, lines: list[Line], weights: Row) -> float:
        """Return the value of all lines from some: drawn at even distances along the weights."""
        chances = weights / weights.sum()
        places = (self.draws.uniform() + np.arange(_FOLLOWED)) / _FOLLOWED
        chosen = np.searchsorted(np.cumsum(chances), places).clip(max=len(lines) - 1)
        counts = np.bincount(chosen, minlength=len(lines))
        shares = counts / (_FOLLOWED * chances)
        return sum(self.value(*lines[i]) * float(shares[i]) for i in np.flatnonzero(counts))

    def _ending(self, hand: Hand, after: Hand, ours: Row, theirs: Row, beside: Row) -> float:
        """Return the value of a fold, or of a showdown over the cards that may still come."""
        spent = chips_spent(after)
        if len(after.active) == 1:
            won = spent[1 - self.seat] if after.active[0] == self.seat else -spent[self.seat]
            total = won * float(ours @ beside)
        elif len(hand.board) == _RIVER_BOARD:
            margins = showdown_margins(sum(1 << card for card in hand.board), theirs[None])[0]
            total = min(spent) * float(ours @ margins)
        else:
            margins = 2 * _shares(hand, theirs, beside) - beside
            total = min(spent) * float(ours @ margins)
        unseen = len(hand.game.deck) - len(hand.board)
        return total / (comb(unseen, 2) * comb(unseen - 2, 2))

    def _responses(self, hand: Hand, theirs: Row) -> dict[Action, Row]:
        """Return, for each action, the hole cards with which it is the local best response."""
        view = hand.view(self.seat)
        may, legal, pot = self.setting[view.street], view.legal, float(view.pot)
        belief = theirs * live_combos(hand.game, view.board)
        raises = considered_raises(view, may)
        can_fold = may.can_fold and legal.can_fold and legal.call > 0
        if not raises and not can_fold:
            return {legal.passive: np.ones(1326)}
        beside = weights_beside(belief[None])[0]
        ahead = _quotient(_shares(hand, belief, beside), beside)
        values = {legal.passive: ahead * pot - (1 - ahead) * legal.call}
        if can_fold:
            values[FOLD] = np.zeros(1326)
        for raised in raises:
            after = _moved(hand, raised)
            if after.actor is None or after.actor == self.seat:
                continue
            folds = policy_at_table(after, self.agent).get(FOLD, np.zeros(1326))
            staying = belief * (1 - folds)
            still_beside = weights_beside(staying[None])[0]
            gone = 1 - _quotient(still_beside, beside)
            still = _quotient(_shares(hand, staying, still_beside), still_beside)
            risk = float(raised.to - view.bets[self.seat])
            price = min(risk - legal.call, float(after.stacks[after.actor]))
            called = still * (pot + price) - (1 - still) * (legal.call + price)
            values[raised] = gone * pot + (1 - gone) * called
        best = np.argmax(list(values.values()), axis=0)
        return {action: (best == i).astype(np.float64) for i, action in enumerate(values)}


def _shares(hand: Hand, belief: Row, beside: Row) -> Row:
    """Return, for each hole cards, the weight of the belief times the equity against it."""
    board = sum(1 << card for card in hand.board)
    out = DECK.mask & ~hand.game.deck.mask
    if not board and not out:
        before: Row = _preflop_equities() @ belief
        return before
    if len(hand.board) == _RIVER_BOARD:
        at_end: Row = (showdown_margins(board, belief[None])[0] + beside) / 2
        return at_end
    if not belief.any():
        return np.zeros(1326)
    live = live_combos(hand.game, hand.board)
    dealt, _, _, share = heads_up(live, belief, board, out, 1)
    return _quotient(share[0], dealt[0]) * beside


@cache
def _preflop_equities() -> Row:
    return np.nan_to_num(matchups().equity)


def _moved(hand: Hand, action: Action) -> Hand:
    moved = hand.copy()
    moved.act(action)
    return moved


def _quotient(part: Row, whole: Row) -> Row:
    found: Row = np.divide(part, whole, out=np.zeros(1326), where=whole > 1e-12)
    return found
