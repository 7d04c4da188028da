"""How much of a hand's result was luck, event by event.

Between two events a hand is worth what it would come to if everybody checked
and called to the end. A *term* is what such an event was worth on average less
what it turned out to be worth: a card dealt, or an action drawn from a policy
that the agent states. Every term has mean zero whatever is played, so that a
result plus any multiple of its terms keeps its mean and may lose its variance.

    all-in   the cards after the last decision
    cards    all cards, hole cards too
    aivat    also the actions of agents that state their policy, each agent's hand
             replaced by all that it might have held (Burch et al., AAAI 2018)

AIVAT leaves the value function open; checking down is ours. Hands of players
who do not state a policy are those that they had. With several who do, each in
turn has its hands averaged, and the estimates are, two of them a hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import COMBOS, combo_index
from fivebet.errors import AgentError, GameError
from fivebet.game import FOLD, Action, Game, Hand, bet, raise_to
from fivebet.game.agent import Policy

Floats = NDArray[np.float64]

_STREETS = 4
_CHANCES = 5  # hole cards, flop, turn, river, run-out
_RUN_OUT = 4

_HOLDING = [np.array([i for i, combo in enumerate(COMBOS) if card in combo]) for card in range(52)]
"""The hole cards that hold each card."""

_PREFLOP_BOARDS = 400
"""Drawn for the value of known hole cards before the flop: an error of 2 % of the pot."""
_RANGE_BOARDS = 48
"""Drawn for the value of a whole range, which averages over some hundred hands besides; no
more than 46 can come on the turn, so that from there on it is exact."""
_IMAGINED_SEATS = 2
_MOST_SIZES = 32
"""Of the actions of a policy, to weigh each raise; with more, raises have no term."""


class UnlikelyActionError(AgentError):
    """Raised for an action that the agent on a seat never takes by the policy that it states."""

    def __init__(self, seat: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seat = seat


class Luck(StrEnum):
    """What is taken out of results."""

    NONE = "none"
    ALL_IN = "all-in"
    CARDS = "cards"
    AIVAT = "aivat"


def check_game(game: Game) -> None:
    """Raise unless it is a game whose luck can be counted: hold'em with four streets."""
    if not game.is_holdem:
        raise GameError(f"luck is taken out of hold'em results, not out of {game}: choose none")


def count_terms(luck: Luck) -> int:
    """Return the number of terms of each hand and player."""
    match luck:
        case Luck.NONE:
            return 0
        case Luck.ALL_IN:
            return 1
        case Luck.CARDS:
            return _CHANCES
        case Luck.AIVAT:
            return 1 + _CHANCES + 2 * _STREETS


def luck_terms(
    luck: Luck, hand: Hand, policies: Sequence[Policy | None], stated: Iterable[int], seed: int
) -> Floats:
    """Return the terms of a finished hand, by seat.

    Policies are those of each decision in turn, by the agents on the seats
    `stated`, and None for decisions of others.
    """
    match luck:
        case Luck.NONE:
            return np.zeros((0, hand.game.seats))
        case Luck.ALL_IN:
            return _core.run_out_luck(hand)[_RUN_OUT:]
        case Luck.CARDS:
            return _core.card_luck(hand, _PREFLOP_BOARDS, seed)
        case Luck.AIVAT:
            imagined = _imagined_seats(list(stated), hand.number)
            if imagined:
                found = [_Imagined(hand, seat, seed).terms(policies) for seat in imagined]
                return cast(Floats, np.mean(found, axis=0))
            terms = np.zeros((count_terms(luck), hand.game.seats))
            terms[1 : 1 + _CHANCES] = _core.card_luck(hand, _PREFLOP_BOARDS, seed)
            return terms


def _imagined_seats(stated: Sequence[int], number: int) -> list[int]:
    """Choose two seats, others with the next hand: a third costs more time than it saves hands."""
    if len(stated) <= _IMAGINED_SEATS:
        return list(stated)
    return [stated[(number + i) % len(stated)] for i in range(_IMAGINED_SEATS)]


class _Imagined:
    """A hand as it was, but for one seat, which may have held anything it would have played so."""

    def __init__(self, hand: Hand, seat: int, seed: int) -> None:
        self.hand = hand
        self.seat = seat
        self.seed = seed
        self.seats = hand.game.seats
        self.replay = Hand(
            hand.game, number=hand.number, stacks=hand.starting_stacks, cards=hand._cards
        )
        self.street = 0
        self.shares: dict[tuple[int, int], Floats] = {}
        self.own = [_combo(hand, each) for each in range(self.seats)]
        others = [card for each in range(self.seats) if each != seat for card in _hole(hand, each)]
        self.weights = _without(np.ones(1326), others)

    def terms(self, policies: Sequence[Policy | None]) -> Floats:
        """Return the terms: range, five chances, folds by street, raises by street."""
        chances = np.zeros((_CHANCES, self.seats))
        folds = np.zeros((_STREETS, self.seats))
        raises = np.zeros((_STREETS, self.seats))
        at_root = _core.checked_down(self.replay)
        chances[0] = _at_random(at_root, self.seats) - self.worth(self.weights, at_root)
        for move, policy in zip(self.hand.moves, policies, strict=True):
            street = self.street
            if policy is not None:
                fold, raise_ = self.decision(move.seat, move.action, policy)
                folds[street] += fold
                raises[street] += raise_
            self.replay.act(move.action)
            if not self.replay.over and self.replay.street != street:
                chances[1 + street] += self.deal(self.replay.street)
        if len(self.replay.active) > 1:
            if self.street + 1 < _STREETS:
                chances[_RUN_OUT] += self.deal(_STREETS - 1)
            down = _core.checked_down(self.replay)
            actual = np.zeros(1326)
            actual[self.own[self.seat]] = 1
            imagined = self.worth(self.weights, down) - self.worth(actual, down)
        else:
            imagined = np.zeros(self.seats)
        return np.concatenate([imagined[None], chances, folds, raises])

    def deal(self, street: int) -> Floats:
        """Count a chance event: the board of a later street."""
        down = _core.checked_down(self.replay)
        before = self.worth(self.weights, down)
        self.street = street
        board = list(self.hand.board[: BOARD_CARDS[street]])
        self.weights = _without(self.weights, board)
        return before - self.worth(self.weights, down)

    def decision(self, seat: int, made: Action, policy: Policy) -> tuple[Floats, Floats]:
        """Return an action's two terms: for a fold or none, and for a raise or none."""
        called = _core.checked_down(self.replay)
        options = _options(self.replay, policy, made)
        drawn = options.get(made)
        if drawn is None or not drawn[self.own[seat]] > 0:
            raise UnlikelyActionError(
                seat,
                f"the agent on seat {seat} chose to {made}, which its policy never does with "
                f"{' '.join(map(str, _hole(self.hand, seat)))}: its luck cannot be counted",
            )
        chances = {
            action: chance if seat == self.seat else chance[self.own[seat]]
            for action, chance in options.items()
        }
        after = self.weights
        if seat == self.seat:
            after = self.weights * drawn
            after /= after.sum()
        fold = self.folded(chances, after, made, called)
        raise_ = np.zeros(self.seats)
        if len(policy) <= _MOST_SIZES:
            raise_ = self.raised(chances, after, made, called)
        self.weights = after
        return fold, raise_

    def folded(
        self, chances: Mapping[Action, Floats | float], after: Floats, made: Action, called: "_Down"
    ) -> Floats:
        folds = self.weights * chances.get(FOLD, 0.0)
        expected = self.worth(self.weights - folds, called)
        if FOLD in chances:
            gone = _core.checked_down(self.replay, FOLD)
            expected += self.worth(folds, gone)
        return expected - self.worth(after, gone if made == FOLD else called)

    def raised(
        self, chances: Mapping[Action, Floats | float], after: Floats, made: Action, called: "_Down"
    ) -> Floats:
        term = np.zeros(self.seats)
        for action, chance in chances.items():
            if action.to == 0:
                continue
            down = _core.checked_down(self.replay, action)
            weights = self.weights * chance
            term += self.worth(weights, down) - self.worth(weights, called)
            if action == made:
                term -= self.worth(after, down) - self.worth(after, called)
        return term

    def worth(self, weights: Floats, down: "_Down") -> Floats:
        """Return what the pots would come to on average, by seat, over hands with these weights."""
        pots, spent = down
        total = float(weights.sum())
        value = np.array(spent, dtype=np.float64) * -total
        for chips, players in pots:
            if players & (players - 1) == 0:
                value[players.bit_length() - 1] += chips * total
            else:
                value += chips * (self.pot_shares(players) @ weights)
        return value

    def pot_shares(self, players: int) -> Floats:
        key = (self.street, players)
        if key not in self.shares:
            self.shares[key] = _core.range_shares(
                self.hand,
                self.seat,
                players,
                BOARD_CARDS[self.street],
                _RANGE_BOARDS,
                self.seed,
                (self.seat << 16) + (self.street << 10) + players,
            )
        return self.shares[key]


_Down = tuple[list[tuple[int, int]], list[int]]


def _at_random(down: _Down, seats: int) -> Floats:
    pots, spent = down
    value = -np.array(spent, dtype=np.float64)
    for chips, players in pots:
        members = [seat for seat in range(seats) if players >> seat & 1]
        value[members] += chips / len(members)
    return value


def _options(hand: Hand, policy: Policy, made: Action) -> dict[Action, Floats]:
    """Return the policy in the words of the table, where a raise of nothing is a bet.

    Of more sizes than we look at, only the one that was chosen, and the fold.
    """
    if len(policy) <= _MOST_SIZES:
        return {_as_moved(hand, action): chance for action, chance in policy.items()}
    wanted = [FOLD, made, *([raise_to(made.to), bet(made.to)] if made.to else [])]
    return {_as_moved(hand, action): policy[action] for action in wanted if action in policy}


def _as_moved(hand: Hand, action: Action) -> Action:
    copy = hand.copy()
    copy.act(action)
    return copy.moves[-1].action


def _hole(hand: Hand, seat: int) -> tuple[int, ...]:
    hole = hand.hole(seat)
    assert hole is not None
    return hole


def _combo(hand: Hand, seat: int) -> int:
    return combo_index(*_hole(hand, seat))


def _without(weights: Floats, cards: Iterable[int]) -> Floats:
    left = weights.copy()
    for card in cards:
        left[_HOLDING[card]] = 0
    left /= left.sum()
    return left
