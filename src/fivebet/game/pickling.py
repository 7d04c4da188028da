"""Pickling of hands and views: the deal and the actions.

A view takes along what it holds, erased cards as erased; hands that were mucked
at the showdown stay mucked.
"""

from typing import TypeVar

from fivebet._core import Hand, HandInfo
from fivebet.game.action import Action
from fivebet.game.game import Game

PickledHand = tuple[
    Game, tuple[int, ...], int, bytes, int, tuple[str, ...], int, tuple[Action, ...]
]

Dealt = TypeVar("Dealt", bound=Hand)


def hand_state(hand: HandInfo) -> PickledHand:
    """Return everything that a hand is made from, its actions last."""
    unseen = [seat for seat in hand.active if hand.decided and hand.hole(seat) is None]
    mucked = sum(1 << seat for seat in unseen) if len(hand.active) > 1 else 0
    actions = tuple(move.action for move in hand.moves)
    dealt = hand.game, hand.starting_stacks, hand.number, hand._cards, mucked
    return *dealt, hand.players, hand.players_left, actions


def restore_hand(kind: type[Dealt], *state: *PickledHand) -> Dealt:
    """Deal a hand again and replay its actions."""
    game, stacks, number, cards, mucked, players, left, actions = state
    hand = kind(
        game,
        number=number,
        stacks=stacks,
        cards=cards,
        mucked=mucked,
        players=players,
        players_left=left,
    )
    for action in actions:
        hand.act(action)
    return hand
