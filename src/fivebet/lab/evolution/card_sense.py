"""Whether networks look at their cards, and what looking at nothing else comes to.

A network can win tournaments against its own kind with hardly a glance at its cards.
`card_sensitivity` compares what it does with aces and with a seven and a deuce;
`threshold_caller` is the simplest network that does look: it calls with strong hands,
folds all others and never raises.
"""

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.evolved import STRENGTH_STRETCH, Evolved
from fivebet.agents.players.networks import TABLE_INPUTS, Brain, weights_needed
from fivebet.cards.showdown_strength import MAX_OPPONENTS, showdown_strength
from fivebet.errors import GameError
from fivebet.game.action import FOLD, raise_to
from fivebet.game.game import Game
from fivebet.game.hand import Hand

BEST, WORST = "AsAh", "7s2h"
_STEEP = 1000.0  # makes a sigmoid a step
_SURE = 60.0  # decides a softmax


def threshold_caller(threshold: float) -> Brain:
    """Return a network that calls with a hand strength from the threshold on, and else folds."""
    if not 0 <= threshold <= 1:
        raise GameError(f"{threshold} is no threshold of hand strength: give 0 to 1")
    layers = (TABLE_INPUTS, 1, 3)
    weights = np.zeros(weights_needed(layers), np.float32)
    weights[0] = _STEEP
    weights[TABLE_INPUTS] = -_STEEP * float(STRENGTH_STRETCH) * threshold
    fold, call, raise_ = range(TABLE_INPUTS + 1, TABLE_INPUTS + 4)  # from the one hidden neuron
    weights[fold], weights[call], weights[raise_] = -_SURE, _SURE, 0
    weights[fold + 3], weights[call + 3], weights[raise_ + 3] = 0, -_SURE / 2, -2 * _SURE
    return Brain(layers, weights)


def card_sensitivity(brain: Brain) -> float:
    """Return how differently a network plays aces and 7-2, from 0 (alike) to 1.

    That is the distance of the two probability triples, averaged over the spots of `SPOTS`.
    """
    return float(np.mean([_distance(*triples) for triples in spot_triples(brain).values()]))


def spot_triples(brain: Brain) -> dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return the probabilities of fold, call and raise with aces and with 7-2, by spot."""
    agent = Evolved()
    agent.brain = brain
    triples = {}
    for name, hand in SPOTS.items():
        assert hand.actor is not None
        view = hand.view(hand.actor)
        inputs = agent.inputs(view)
        opponents = min(len(view.active) - 1, MAX_OPPONENTS)
        best, worst = (_with(inputs, cards, opponents) for cards in (BEST, WORST))
        triples[name] = brain.network.forward(best), brain.network.forward(worst)
    return triples


def _with(inputs: NDArray[np.float32], cards: str, opponents: int) -> NDArray[np.float32]:
    held = inputs.copy()
    held[0] = STRENGTH_STRETCH * np.float32(showdown_strength(cards, opponents=opponents))
    return held


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return the total variation between two distributions."""
    return float(np.abs(one - other).sum()) / 2


def _hand(seats: int, big_blinds: int, left: int) -> Hand:
    game = Game(structure="no-limit", seats=seats, blinds=(10, 20), antes=(4,) * seats)
    return Hand(game, seed=1, stacks=[20 * big_blinds] * seats, players_left=left)


def _spots() -> dict[str, Hand]:
    raised, blinds, all_in = _hand(9, 100, 45), _hand(9, 30, 30), _hand(9, 10, 20)
    raised.act(raise_to(60))
    for hand, folds in ((raised, 5), (blinds, 7), (all_in, 6)):
        for _ in range(folds):
            hand.act(FOLD)
    all_in.act(raise_to(196))  # the button, after an ante of 4
    all_in.act(FOLD)
    return {
        "first to act of nine, 100 big blinds": _hand(9, 100, 45),
        "on the button against a raise to 3, 100 big blinds": raised,
        "small blind after folds, 30 big blinds": blinds,
        "first to act of six, 10 big blinds": _hand(6, 10, 12),
        "big blind against the button's all-in, 10 big blinds": all_in,
    }


SPOTS = _spots()
"""Decisions before the flop, by name."""
