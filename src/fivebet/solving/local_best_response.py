"""The local best response: what an agent loses to an opponent who knows its policy.

After Lisý and Bowling (2017). The responder knows with which probability the agent
takes each action with each of its hole cards, and so which it may hold. It takes
the action with the best value if everybody checks and calls from there to the end,
where a raise also wins what the agent folds to it at once. What it wins bounds the
agent's exploitability from below.

Showdowns count for what they are worth on average, over all hands that the agent may
hold by then and all cards to come: the same mean, with less luck in it.

The four settings of the literature (Lisý and Bowling; DeepStack's supplement) restrict
what the responder may do on each street: whoever may do less, wins less, but a cautious
start reaches the streets where most can be won.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from fivebet._core import heads_up
from fivebet.cards import DECK
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.cards.preflop_matchups import matchups
from fivebet.errors import AgentError, GameError
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Decision, Policy, PolicyAgent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.view import View
from fivebet.streams import to_word

Row = NDArray[np.float64]


@dataclass(frozen=True)
class StreetActions:
    """What the responder may do on a street, besides checking and calling."""

    can_fold: bool = True
    pot_fractions: tuple[float, ...] = ()
    """Bets and raises as parts of the pot after calling, where the game leaves a choice."""
    can_go_all_in: bool = False


Setting = tuple[StreetActions, StreetActions, StreetActions, StreetActions]
"""What the responder may do before the flop, on flop, turn and river."""

_CALL = StreetActions(can_fold=False)
_FOLD_CALL = StreetActions()
POT_ALL_IN = StreetActions(pot_fractions=(1.0,), can_go_all_in=True)
_MANY_SIZES = StreetActions(pot_fractions=tuple(tenths / 10 for tenths in range(1, 57)))
"""The literature's 56 equidistant parts of the pot: here tenths, from 0.1 to 5.6."""
_ANY = StreetActions(pot_fractions=(0.5, 1.0, 2.0), can_go_all_in=True)

EVERYWHERE: Setting = (_ANY, _ANY, _ANY, _ANY)
"""Our own setting: three sizes and all-in on every street."""
SETTINGS: Mapping[str, Setting] = {
    "fold-call": (_FOLD_CALL, _FOLD_CALL, _FOLD_CALL, _FOLD_CALL),
    "pot-all-in": (_CALL, _CALL, POT_ALL_IN, POT_ALL_IN),
    "many-sizes": (_CALL, _CALL, _MANY_SIZES, _MANY_SIZES),
    "many-sizes-flop": (_CALL, _MANY_SIZES, _FOLD_CALL, _FOLD_CALL),
    "everywhere": EVERYWHERE,
}
"""The four settings of the literature and our own, by name."""


class KnownPolicy(Protocol):
    """An agent that states its policy, or what is believed of one that does not."""

    def policy(self, view: View) -> Policy:
        """Return the probability of each action for each of the 1,326 hole cards."""
        ...


class LocalBestResponse:
    """Plays one hand against an agent whose policy it knows.

    `belief` is the weight of each of the agent's hole cards; `start` resets it.
    """

    def __init__(self, setting: Setting = EVERYWHERE) -> None:
        self.setting = setting
        self.belief: Row = np.ones(1326)

    def start(self) -> None:
        """Begin a new hand, in which the agent may hold anything."""
        self.belief = np.ones(1326)

    def observe_action(self, policy: Policy, action: Action) -> None:
        """Weight the agent's hole cards with the probability that they act so."""
        row = _row_of(policy, action)
        if row is None:
            raise AgentError(f"the agent took {action}, which its policy does not name")
        self.weigh(row)

    def weigh(self, row: Row) -> None:
        """Weight the agent's hole cards with the probability that they did what was seen."""
        self.belief = self.belief * row

    def act(self, hand: Hand, agent: KnownPolicy) -> Decision:
        """Choose the best action; it is the responder's turn."""
        seat = hand.actor
        assert seat is not None
        view = hand.view(seat)
        may = self.setting[view.street]
        out = DECK.mask & ~hand.game.deck.mask
        belief = self._belief_beside(view.cards, view.board, out)
        legal, pot = view.legal, float(view.pot)
        wins = _wins(view.cards, view.board, out)
        ahead = float(belief @ wins)
        values: dict[Action, float] = {
            legal.passive: ahead * pot - (1 - ahead) * legal.call if legal.call else ahead * pot
        }
        if may.can_fold and legal.can_fold and legal.call:
            values[FOLD] = 0.0
        for raised in considered_raises(view, may):
            after = hand.copy()
            after.act(raised)
            risk = float(raised.to - view.bets[seat])
            if after.actor is None or after.actor == seat:
                continue
            policy = agent.policy(after.view(after.actor))
            named = _row_of(policy, FOLD)
            folds = np.zeros(1326) if named is None else named
            gone = float(belief @ folds)
            staying = belief * (1 - folds)
            still = float(staying @ wins) / (1 - gone) if gone < 1 else 0.0
            # The agent calls what it owes, at most its stack.
            price = min(risk - legal.call, float(after.stacks[after.actor]))
            values[raised] = gone * pot + (1 - gone) * (
                still * (pot + price) - (1 - still) * (legal.call + price)
            )
        best = max(values, key=lambda action: values[action])
        return Decision(best, {str(action): value for action, value in values.items()})

    def equity(self, cards: tuple[int, ...], board: tuple[int, ...]) -> float:
        """Return the equity of these cards over the agent's hole cards and the cards to come."""
        return float(self._belief_beside(cards, board, 0) @ _wins(cards, board, 0))

    def _belief_beside(self, cards: tuple[int, ...], board: tuple[int, ...], out: int) -> Row:
        known = np.uint64(sum(1 << card for card in (*cards, *board)) | out)
        belief = np.where((COMBO_MASKS & known) == 0, self.belief, 0.0)
        if not belief.sum() > 0:
            # Nothing that the agent says it plays led here: take it for any hand.
            belief = np.where((COMBO_MASKS & known) == 0, 1.0, 0.0)
        found: Row = belief / belief.sum()
        return found


@dataclass
class PlayedResponse:
    """A hand that a responder has played against an agent."""

    hand: Hand
    responder: LocalBestResponse
    policies: list[Policy | None]
    """The agent's policy at each move, and None at the responder's."""
    board: tuple[int, ...] = ()
    """The board at the last decision."""
    stacks: tuple[float, ...] = ()
    """The stacks at the last decision."""


def play_response(
    responder: LocalBestResponse, agent: PolicyAgent, hand: Hand, seat: int
) -> PlayedResponse:
    """Play a hand to its end with the responder on a seat."""
    game = hand.game
    if game.seats != 2 or game.hole_cards != 2:
        raise GameError(f"a local best response plays hold'em for two, not {game}")
    played = PlayedResponse(hand, responder, [])
    while (actor := hand.actor) is not None:
        played.board, played.stacks = hand.board, tuple(map(float, hand.stacks))
        if actor == seat:
            hand.act(responder.act(hand, agent).action)
            played.policies.append(None)
            continue
        view = hand.view(actor)
        policy = agent.policy(view)
        action = agent.act(view).action
        responder.observe_action(policy, action)
        hand.act(action)
        played.policies.append(policy)
    return played


def play_local_best_response(
    agent: PolicyAgent, game: Game, seed: int, number: int, seat: int
) -> float:
    """Play one deal and return what the responder wins on a seat, in chips."""
    hand = Hand(game, seed=to_word(seed), number=number)
    played = play_response(LocalBestResponse(), agent, hand, seat)
    if len(hand.active) == 1:
        return float(hand.payoffs[seat])
    last, cards = hand.moves[-1], hand.hole(seat)
    assert cards is not None
    stacks = list(played.stacks)
    stacks[last.seat] -= last.paid
    spent = (had - left for had, left in zip(hand.starting_stacks, stacks, strict=True))
    return (2 * played.responder.equity(cards, played.board) - 1) * float(min(spent))


def _wins(cards: tuple[int, ...], board: tuple[int, ...], out: int) -> Row:
    """Return our equity against each of the agent's hands, the board run out without some cards."""
    index = combo_index(*cards)
    if not board and not out:
        before: Row = _preflop_equities()[index]
        return before
    ours = np.zeros(1326)
    ours[index] = 1
    known = sum(1 << card for card in board)
    dealt, _, _, share = heads_up(ours, np.ones(1326), known, out, 1)
    equity: Row = 1 - np.divide(share[1], dealt[1], out=np.ones(1326), where=dealt[1] > 0)
    return equity


@cache
def _preflop_equities() -> Row:
    return np.nan_to_num(matchups().equity)


def considered_raises(view: View, may: StreetActions) -> list[Action]:
    """Return the bets and raises of a street that are legal, small ones first."""
    legal = view.legal
    if not legal.can_raise or not (may.pot_fractions or may.can_go_all_in):
        return []
    if legal.min_raise == legal.max_raise:
        return [raise_to(legal.min_raise)]
    level = view.bets[view.seat] + legal.call
    sizes = {round(level + part * (view.pot + legal.call)) for part in may.pot_fractions}
    within = {min(max(size, legal.min_raise), legal.max_raise) for size in sizes}
    if may.can_go_all_in:
        within.add(legal.max_raise)
    return [raise_to(to) for to in sorted(within)]


Kind = Literal["fold", "passive", "raise"]


def _kind(action: Action) -> tuple[Kind, int]:
    """Return the kind and size of an action; bets count as raises and checks as calls."""
    if action.kind == "fold":
        return "fold", 0
    if action.kind in ("check", "call"):
        return "passive", 0
    return "raise", action.to


def _row_of(policy: Policy, action: Action) -> Row | None:
    wanted = _kind(action)
    for named, row in policy.items():
        if _kind(named) == wanted:
            return np.nan_to_num(np.asarray(row, dtype=np.float64))
    return None
