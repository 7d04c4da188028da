"""The local best response with all hole cards at once: the same play with far less luck.

A hand of `local_best_response` samples both players' hole cards, the board and what the
agent draws. Here only the board is dealt. Both players have all their hole cards with
their weights: the agent's split by its policy, the responder's by what the local best
response does with each of them. All lines are followed to their ends, which are valued
exactly over both ranges, all-ins over the cards to come. Only of many sizes that the
responder bets with different hands some are drawn, which count for all of them, beside what
the response itself expects of each. So a deal has the value that a hand has on average, given
the board, and the mean is that of the local best response.

An agent that solves as it plays may be queried about some of many sizes only: in the eyes of the
responder it folds to those between as to their neighbours, in proportion. What the responder then
bets, the agent answers itself: so the bound holds, and may be a little lower.

What the board's luck was worth is reported apart: by how much flop, turn and river have changed
what checking down would win, over both ranges on each line. Its mean is nothing.
"""

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fivebet._core import heads_up
from fivebet.cards import DECK, CardSet
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
from fivebet.solving.value_network import board_hands
from fivebet.streams import Stream, to_word

Row = NDArray[np.float64]
Line = tuple[Hand, Row, Row]
"""A hand in progress with the weights of our hole cards and of the agent's."""
TERMS = 4
"""What a deal comes to: the chips a hand, and what flop, turn and river took from them by luck."""

_RIVER_BOARD = 5
_FOLLOWED = 2  # sizes of the responder at one decision; of more, as many are drawn


def play_range_response(
    agent: KnownPolicy,
    game: Game,
    seed: int,
    number: int,
    seat: int,
    setting: Setting,
    queried: int = 0,
) -> Row:
    """Return what the responder wins on a seat in a deal of the board, in chips a hand.

    After it come the terms of luck, which may be added: on average they are nothing. Of more
    sizes than `queried` the agent is queried about so many at one decision, or about all for 0.
    """
    seed = to_word(seed)
    board = Hand(game, seed=seed, number=number)._cards[-_RIVER_BOARD:]
    hand = hand_on_board(Hand(game, number=number), list(board))
    draws = Stream(seed, "range response", number, seat)
    everything = live_combos(game, ())
    response = LocalRangeResponse(agent, seat, setting, draws, queried)
    return response.value(hand, everything, everything)


class LocalRangeResponse:
    """Plays a local best response from a decision on, with all hole cards."""

    def __init__(
        self, agent: KnownPolicy, seat: int, setting: Setting, draws: Stream, queried: int = 0
    ) -> None:
        self.agent, self.seat, self.setting, self.draws = agent, seat, setting, draws
        self.queried = queried

    def value(self, hand: Hand, ours: Row, theirs: Row) -> Row:
        """Return the chips a hand, for both players' weights of their hole cards, and the luck."""
        ours, theirs = (row * live_combos(hand.game, hand.board) for row in (ours, theirs))
        if hand.actor == self.seat:
            return self._responded(hand, ours, theirs)
        total = np.zeros(TERMS)
        for action, row in policy_at_table(hand, self.agent).items():
            total += self._after(hand, _moved(hand, action), ours, theirs * row)
        return total

    def _responded(self, hand: Hand, ours: Row, theirs: Row) -> Row:
        """Return the value of a decision of ours."""
        values = self._values(hand, theirs)
        best = np.argmax(list(values.values()), axis=0)
        beside = weights_beside(theirs[None])[0]
        total, raised, expected, weights = np.zeros(TERMS), [], [], []
        for i, (action, row) in enumerate(values.items()):
            kept, moved = np.where(best == i, ours, 0.0), _moved(hand, action)
            weight = float(kept @ beside)
            if not weight > 0:
                continue
            if not action.to or moved.actor is None:
                total += self._after(hand, moved, kept, theirs)
                continue
            raised.append((moved, kept, theirs))
            spent = chips_spent(hand)[self.seat]
            expected.append(float(kept @ (beside * (row - spent))) / _pairs(hand))
            weights.append(weight * moved.pot)
        if len(raised) <= _FOLLOWED:
            return total + sum((self._after(hand, *line) for line in raised), np.zeros(TERMS))
        return total + self._drawn(hand, raised, np.array(weights), np.array(expected))

    def _drawn(self, hand: Hand, lines: list[Line], weights: Row, expected: Row) -> Row:
        """Return the value of all lines from some: drawn at even distances along the weights.

        Of each line drawn counts what it wins beyond what was expected of it.
        """
        chances = weights / weights.sum()
        places = (self.draws.uniform() + np.arange(_FOLLOWED)) / _FOLLOWED
        chosen = np.searchsorted(np.cumsum(chances), places).clip(max=len(lines) - 1)
        counts = np.bincount(chosen, minlength=len(lines))
        shares = counts / (_FOLLOWED * chances)
        total = np.zeros(TERMS)
        total[0] = expected.sum()
        for i in np.flatnonzero(counts):
            won = self._after(hand, *lines[i])
            won[0] -= expected[i]
            total += float(shares[i]) * won
        return total

    def _after(self, hand: Hand, moved: Hand, ours: Row, theirs: Row) -> Row:
        """Return the value of what follows a move, with the luck of the cards that it brings."""
        beside = weights_beside(theirs[None])[0]
        if not float(ours @ beside) > 0:
            return np.zeros(TERMS)
        if moved.actor is None:
            total = np.zeros(TERMS)
            total[0] = self._ending(hand, moved, ours, theirs, beside)
            return total
        total = self.value(moved, ours, theirs)
        if len(moved.board) > len(hand.board):
            live = live_combos(moved.game, moved.board)
            spent = min(chips_spent(moved))
            before = _checked_down(hand, ours, theirs)
            after = _checked_down(moved, ours * live, theirs * live)
            total[moved.street] += spent * (before - after)
        return total

    def _ending(self, hand: Hand, after: Hand, ours: Row, theirs: Row, beside: Row) -> float:
        """Return the value of a fold, or of a showdown over the cards that may still come."""
        spent = chips_spent(after)
        if len(after.active) == 1:
            won = spent[1 - self.seat] if after.active[0] == self.seat else -spent[self.seat]
            return won * float(ours @ beside) / _pairs(hand)
        return min(spent) * _checked_down(hand, ours, theirs)

    def _values(self, hand: Hand, belief: Row) -> dict[Action, Row]:
        """Return what the local best response expects of each action with each hole cards.

        What is in the pot counts, what was paid does not.
        """
        view = hand.view(self.seat)
        may, legal, pot = self.setting[view.street], view.legal, float(view.pot)
        raises = considered_raises(view, may)
        can_fold = may.can_fold and legal.can_fold and legal.call > 0
        if not raises and not can_fold:
            return {legal.passive: np.zeros(1326)}
        beside = weights_beside(belief[None])[0]
        ahead = _quotient(_shares(hand, belief, beside), beside)
        values = {legal.passive: ahead * pot - (1 - ahead) * legal.call}
        if can_fold:
            values[FOLD] = np.zeros(1326)
        answered = {raised: _moved(hand, raised) for raised in raises}
        answered = {
            raised: after for raised, after in answered.items() if after.actor == 1 - self.seat
        }
        for raised, folds in self._folds(view.bets[self.seat] + legal.call, answered).items():
            after = answered[raised]
            staying = belief * (1 - folds)
            still_beside = weights_beside(staying[None])[0]
            gone = 1 - _quotient(still_beside, beside)
            still = _quotient(_shares(hand, staying, still_beside), still_beside)
            risk = float(raised.to - view.bets[self.seat])
            price = min(risk - legal.call, float(after.stacks[1 - self.seat]))
            called = still * (pot + price) - (1 - still) * (legal.call + price)
            values[raised] = gone * pot + (1 - gone) * called
        return values

    def _folds(self, level: float, answered: dict[Action, Hand]) -> dict[Action, Row]:
        """Return how often each hole cards of the agent fold to raises above a level.

        To sizes between those that it is queried about, it folds as to their neighbours, in
        proportion to the logarithm of the size.
        """
        if not answered:
            return {}
        above = [raised.to - level for raised in answered]
        queried = spaced(above, self.queried or len(above))
        rows = [
            policy_at_table(after, self.agent).get(FOLD, np.zeros(1326))
            for i, after in enumerate(answered.values())
            if i in queried
        ]
        places = np.interp(np.log(above), np.log([above[i] for i in queried]), range(len(queried)))
        folds = {}
        for raised, place in zip(answered, places, strict=True):
            low, part = int(place), float(place % 1)
            folds[raised] = rows[low] if not part else (1 - part) * rows[low] + part * rows[low + 1]
        return folds


def spaced(sizes: Sequence[float], count: int) -> list[int]:
    """Return which of rising sizes to take, so many at even ratios, the first and the last too.

    >>> spaced([1, 2, 3, 4, 5, 6, 7, 8], 4)
    [0, 1, 3, 7]
    """
    if count >= len(sizes):
        return list(range(len(sizes)))
    wanted = np.geomspace(sizes[0], sizes[-1], count)
    return sorted({int(np.abs(np.log(np.array(sizes) / each)).argmin()) for each in wanted})


def _checked_down(hand: Hand, ours: Row, theirs: Row) -> float:
    """Return how much more often we win than lose from here on, over all pairs of hole cards."""
    beside = weights_beside(theirs[None])[0]
    margins = 2 * _shares(hand, theirs, beside) - beside
    return float(ours @ margins) / _pairs(hand)


def _pairs(hand: Hand) -> int:
    """Return the number of pairs of hole cards beside a board."""
    unseen = len(hand.game.deck) - len(hand.board)
    return comb(unseen, 2) * comb(unseen - 2, 2)


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
    if board and not out:
        hands = board_hands(CardSet(hand.board))
        shares = np.zeros(1326)
        margins = np.einsum("ij,j->i", hands.matrix, belief[hands.combos])
        shares[hands.combos] = (margins + beside[hands.combos]) / 2
        return shares
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
