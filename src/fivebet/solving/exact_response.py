"""The exact best response to an agent from a street on, in the real game.

Both seats play the agent's own policy up to the street, turn or river. From there on one
of them knows the policy and plays the best response to it: no buckets, all cards to come,
every decision of both players. What it gains over the agent's own play there, on the mean
of both seats, is the exploitability that these streets alone account for, since against
itself the agent wins nothing. A deal gives one public situation, in which the gain is
exact over both ranges; the mean over deals is an unbiased lower bound of what the agent
can be made to lose.

The betting is that of the real game where bets have fixed sizes. In no-limit the agent
bets what its policy says, and the responder also the pot and all-in.

The walk goes over public states and keeps, for each seat, the weights with which the
agent comes there with its hole cards. First down, which asks the agent for its policy;
then all showdowns on a river are valued together; then back up, for the best response and
for the agent's own play alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fivebet._core import evaluate_many
from fivebet.cards import DECK, Card
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import COMBO_MASKS, COMBOS
from fivebet.errors import AgentError, GameError
from fivebet.game.action import Action
from fivebet.game.agent import PolicyAgent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.solving.local_best_response import (
    POT_ALL_IN,
    KnownPolicy,
    considered_raises,
)
from fivebet.streams import to_word

Row = NDArray[np.float64]
Rows = NDArray[np.float64]
Places = NDArray[np.intp]
FirstStreet = Literal["turn", "river"]

STREETS: dict[FirstStreet, int] = {"turn": 2, "river": 3}
_RIVER = 3
_MOST_ACTIONS = 16
"""More than that at one decision would make trees of millions of states."""

_NOTHING = np.zeros(1326)
_CARDS = np.array(COMBOS, dtype=np.intp)
_HOLDING = np.array([[i for i, combo in enumerate(COMBOS) if card in combo] for card in range(52)])
"""The hole cards with each card."""


def check_exact_game(game: Game) -> None:
    """Raise a GameError unless exact best responses are computed for a game."""
    streets = game.hole_cards == 2 and game.board_cards == (0, 3, 1, 1)
    if game.seats != 2 or not streets or any(game.antes):
        raise GameError(f"an exact best response plays hold'em for two without antes, not {game}")


def play_exact_response(
    agent: PolicyAgent, game: Game, seed: int, number: int, first: FirstStreet
) -> float:
    """Return the chips a hand that best responses gain in one deal, on the mean of both seats."""
    check_exact_game(game)
    hand = Hand(game, seed=to_word(seed), number=number)
    while (seat := hand.actor) is not None and hand.street < STREETS[first]:
        hand.act(agent.act(hand.view(seat)).action)
    if seat is None:
        return 0.0
    return sum(response_gains(agent, hand)) / 2


def response_gains(agent: PolicyAgent, hand: Hand) -> tuple[float, float]:
    """Return what the best response of each seat gains from the street on that has begun."""
    start = _Situation.reached(agent, hand)
    best, own = start.values()
    gains = []
    for seat in (0, 1):
        weights = start.reach[seat]
        gains.append(float(weights @ (best[seat] - own[seat])) / start.deals)
    return gains[0], gains[1]


@dataclass
class _Situation:
    """The start of a street, or of its run-out: the moves so far and both ranges."""

    agent: PolicyAgent
    hand: Hand
    """With the cards of the board that are known, and any hole cards."""
    reach: tuple[Row, Row]
    """The weight of each hole cards of each seat, as the agent plays them."""

    @classmethod
    def reached(cls, agent: PolicyAgent, hand: Hand) -> "_Situation":
        """Return the present situation of a hand that the agent has played on both seats."""
        board = hand.board
        replay = hand_on_board(hand, board)
        weights = [live_combos(hand.game, board), live_combos(hand.game, board)]
        for move in hand.moves:
            options = policy_at_table(replay, agent)
            if move.action not in options:
                raise AgentError(f"the agent took {move.action}, which its policy does not name")
            weights[move.seat] = weights[move.seat] * options[move.action]
            replay.act(move.action)
        return cls(agent, replay, (weights[0], weights[1]))

    @property
    def deals(self) -> float:
        """The weight of all pairs of hole cards that do not share a card."""
        return float(self.reach[0] @ weights_beside(self.reach[1][None])[0])

    def values(self) -> tuple[list[Row], list[Row]]:
        """Return, by seat and hole cards, the chips that the best response and the agent win.

        They count with the weight of the other seat's range.
        """
        root = _Walk(self.agent).down(self.hand, self.reach)
        endings = list(root.endings())
        self._deal_rivers([node for node in endings if node.kind == "deal"])
        _evaluate(self.hand.board, endings)
        return root.up()

    def _deal_rivers(self, nodes: Sequence["_PublicState"]) -> None:
        """Value every state before the river, over all cards that may come."""
        game, board = self.hand.game, self.hand.board
        left = _cards_beside(game, board)
        chance = 1 / (len(left) - 4)
        for node in nodes:
            node.values = [np.zeros(1326) for _ in range(4)]
        for card in left:
            live = live_combos(game, (*board, card))
            starts = []
            for node in nodes:
                reach = [None if row is None else row * live for row in node.reach]
                moved = hand_on_board(node.hand, (*board, card))
                for move in node.hand.moves:
                    moved.act(move.action)
                starts.append(_Walk(self.agent).down(moved, (reach[0], reach[1])))
            endings = [node for start in starts for node in start.endings()]
            _evaluate((*board, card), endings)
            for node, start in zip(nodes, starts, strict=True):
                best, own = start.up()
                for each, row in enumerate((*best, *own)):
                    node.values[each] += chance * row * live


@dataclass
class _PublicState:
    """A public state: a decision, or an ending with its values once they are known."""

    kind: Literal["decision", "fold", "showdown", "deal"]
    hand: Hand
    reach: tuple[Row | None, Row | None]
    """The agent's weights on each seat; None where the agent would never come to play there."""
    children: list["_PublicState"] = field(default_factory=list)
    chances: list[Row | None] = field(default_factory=list)
    """How often the agent takes each action; None for those that only a responder takes."""
    values: list[Row] = field(default_factory=lambda: [_NOTHING] * 4)
    """Of endings: the best values of seats 0 and 1, then the agent's own."""

    def set_values(self, seat: int, values: Row) -> None:
        """Set what a seat wins in an ending, where nobody decides any more."""
        self.values[seat] = self.values[2 + seat] = values

    def endings(self) -> Iterable["_PublicState"]:
        """Return all endings below."""
        if self.kind != "decision":
            yield self
        for child in self.children:
            yield from child.endings()

    def up(self) -> tuple[list[Row], list[Row]]:
        """Return the best and the agent's own values of both seats, by hole cards."""
        if self.kind != "decision":
            return self.values[:2], self.values[2:]
        seat = self.hand.actor
        assert seat is not None
        below = [child.up() for child in self.children]
        best = [np.zeros(1326), np.zeros(1326)]
        own = [np.zeros(1326), np.zeros(1326)]
        best[seat] = np.max([values[seat] for values, _ in below], axis=0)
        for chances, (of_best, of_own) in zip(self.chances, below, strict=True):
            # The other seat's values already count with the weights of this one's action.
            best[1 - seat] = best[1 - seat] + of_best[1 - seat]
            own[1 - seat] = own[1 - seat] + of_own[1 - seat]
            if chances is not None:
                own[seat] = own[seat] + chances * of_own[seat]
        return best, own


class _Walk:
    """Follows a street from a state to where it ends."""

    def __init__(self, agent: PolicyAgent) -> None:
        self.agent = agent

    def down(self, hand: Hand, reach: tuple[Row | None, Row | None]) -> _PublicState:
        """Return the tree of the street that has begun."""
        return self._state(hand, reach, hand.street)

    def _state(self, hand: Hand, reach: tuple[Row | None, Row | None], street: int) -> _PublicState:
        if len(hand.active) == 1:
            return _PublicState("fold", hand, reach)
        if hand.actor is None:
            known = len(hand.board) == BOARD_CARDS[_RIVER] and street == _RIVER
            return _PublicState("showdown" if known else "deal", hand, reach)
        if hand.street != street:
            return _PublicState("deal", hand, reach)
        seat, policy = hand.actor, policy_at_table(hand, self.agent)
        node = _PublicState("decision", hand, reach)
        own = reach[seat]
        actions = dict.fromkeys(policy)
        if reach[1 - seat] is not None:
            actions |= dict.fromkeys(_as_moved(hand, each) for each in _responses(hand))
        for action in actions:
            chances = policy.get(action)
            after = None if own is None or chances is None else own * chances
            if after is not None and not after.any():
                after = None
            if after is None and reach[1 - seat] is None:
                continue
            moved = hand.copy()
            moved.act(action)
            both = (after, reach[1]) if seat == 0 else (reach[0], after)
            node.children.append(self._state(moved, both, street))
            node.chances.append(chances)
        return node


def _evaluate(board: Sequence[int], endings: Sequence[_PublicState]) -> None:
    """Set the values of all folds, and of all showdowns on a board."""
    rows = [
        (node, seat, weights)
        for node in endings
        if node.kind != "deal"
        for seat, weights in enumerate(node.reach)
        if weights is not None
    ]
    folded = [each for each in rows if each[0].kind == "fold"]
    shown = [each for each in rows if each[0].kind == "showdown"]
    if folded:
        beside = weights_beside(np.array([weights for _, _, weights in folded]))
        for (node, seat, _), others in zip(folded, beside, strict=True):
            winner = node.hand.active[0]
            chips = chips_spent(node.hand)[1 - winner]
            node.set_values(1 - seat, others * (-chips if winner == seat else chips))
    if shown:
        known = sum(1 << card for card in board)
        margins = showdown_margins(known, np.array([weights for _, _, weights in shown]))
        for (node, seat, _), margin in zip(shown, margins, strict=True):
            node.set_values(1 - seat, margin * min(chips_spent(node.hand)))


def showdown_margins(board: int, weights: Rows) -> Rows:
    """Return the weight of the hole cards that each beats less that of those that beat it.

    Each row of weights is a range, on a board of five cards. Hole cards are in order of
    strength, so that what a hand beats is a sum over all before it, less those before it
    that hold one of its cards.
    """
    order, (below, above), (held, segments, lower, upper) = _showdown_order(board)
    ordered = weights.T[order]
    sums = _summed(ordered)
    margins = sums[below] + sums[above] - sums[-1]
    by_card = _summed(ordered[held])
    for card in (0, 1):
        start, end = segments[card]
        margins -= by_card[lower[card]] + by_card[upper[card]] - by_card[start] - by_card[end]
    found = np.zeros_like(weights)
    found[:, order] = margins.T
    return found


def _summed(rows: Rows) -> Rows:
    """Return the sums of the first 0, 1, 2, … rows."""
    sums = np.zeros((len(rows) + 1, rows.shape[1]))
    np.cumsum(rows, axis=0, out=sums[1:])
    return sums


@lru_cache(maxsize=64)
def _showdown_order(board: int) -> tuple[Places, tuple[Places, Places], tuple[Places, ...]]:
    """Return hole cards in order of strength, and the places of their equals, over all and by card.

    The places by card are in the list `held`: the hands with each card, card after card.
    """
    live = np.flatnonzero((COMBO_MASKS & np.uint64(board)) == 0)
    strength = evaluate_many(COMBO_MASKS[live] | np.uint64(board), 1).astype(np.int64)
    sorting = np.argsort(strength, kind="stable")
    order, strength = live[sorting], strength[sorting]
    ranges = np.searchsorted(strength, strength), np.searchsorted(strength, strength, side="right")
    cards = _CARDS[order]
    # Of each card its hands, weakest first: a key in that order finds places in the list.
    key = cards.T * 10_000 + strength
    held = np.argsort(key.ravel(), kind="stable") % len(order)
    keys = np.sort(key.ravel())
    segments = [
        [np.searchsorted(keys, of * 10_000), np.searchsorted(keys, (of + 1) * 10_000)]
        for of in cards.T
    ]
    lower = np.searchsorted(keys, key)
    upper = np.searchsorted(keys, key, side="right")
    return order, ranges, (held, np.array(segments), lower, upper)


def chips_spent(hand: Hand) -> list[int]:
    """Return the chips that each seat has put into the hand."""
    spent = list(hand.game.blinds)
    for move in hand.moves:
        spent[move.seat] += move.paid
    return spent


def weights_beside(weights: Rows) -> Rows:
    """Return, for each hole cards, the weight of all others that share no card with them."""
    # No product of matrices: its threads would wait for each other longer than they work.
    by_card = weights[:, _HOLDING].sum(axis=2)
    shared = by_card[:, _CARDS[:, 0]] + by_card[:, _CARDS[:, 1]]
    beside: Rows = weights.sum(axis=1, keepdims=True) - shared + weights
    return beside


def live_combos(game: Game, board: Iterable[int]) -> Row:
    """Return 1 for hole cards that the deck has and the board does not rule out, else 0."""
    gone = DECK.mask & ~game.deck.mask | sum(1 << card for card in board)
    live: Row = ((COMBO_MASKS & np.uint64(gone)) == 0).astype(np.float64)
    return live


def _cards_beside(game: Game, board: Iterable[int]) -> list[Card]:
    left = game.deck.mask & ~sum(1 << card for card in board)
    return [Card(card) for card in range(52) if left >> card & 1]


def hand_on_board(hand: Hand, board: Sequence[int]) -> Hand:
    """Return a new hand on a board; what the players hold does not matter to a policy."""
    spare = _cards_beside(hand.game, board)
    return Hand.with_cards(
        hand.game,
        [spare[:2], spare[2:4]],
        board,
        stacks=hand.starting_stacks,
        number=hand.number,
        players=hand.players,
    )


def policy_at_table(hand: Hand, agent: KnownPolicy) -> dict[Action, Row]:
    """Return the policy at a decision in the words of the table, where a first raise is a bet."""
    assert hand.actor is not None
    policy = agent.policy(hand.view(hand.actor))
    if len(policy) > _MOST_ACTIONS:
        raise AgentError(
            f"its policy has {len(policy)} actions at one decision, and a response can follow "
            f"{_MOST_ACTIONS}: measure it without --setting and --exact"
        )
    options: dict[Action, Row] = {}
    for action, chances in policy.items():
        moved = _as_moved(hand, action)
        row = np.asarray(chances, dtype=np.float64)
        options[moved] = options[moved] + row if moved in options else row
    return options


def _responses(hand: Hand) -> list[Action]:
    assert hand.actor is not None
    view = hand.view(hand.actor)
    legal = view.legal
    folds = [Action("fold")] if legal.can_fold and legal.call else []
    return [*folds, legal.passive, *considered_raises(view, POT_ALL_IN)]


def _as_moved(hand: Hand, action: Action) -> Action:
    copy = hand.copy()
    copy.act(action)
    return copy.moves[-1].action
