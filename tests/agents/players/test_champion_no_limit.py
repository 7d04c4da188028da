"""The champion's heads-up no-limit: what it solves, and how safely."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.champion_no_limit import NoLimitChampion
from fivebet.agents.players.policies import improbable
from fivebet.game import Game, Hand
from fivebet.game.action import CALL, CHECK, raise_to
from fivebet.solving.depth_limited import DepthLimitedTree
from fivebet.solving.tree import Tree

GAME = Game.named("nolimit-2p")


def played(*actions, number=3):
    hand = Hand(GAME, seed=1, number=number)
    for action in actions:
        hand.act(action)
    return hand


def on_turn():
    return played(raise_to(250), CALL, CHECK, CHECK)


@pytest.fixture
def champion():
    return NoLimitChampion(iterations=3, threads=1)


def test_flops_end_in_a_network_and_turns_in_the_river(champion):
    for hand, kind in ((played(raise_to(250), CALL), DepthLimitedTree), (on_turn(), Tree)):
        view = hand.view(hand.actor)
        policy = champion.policy(view)
        assert not improbable(policy, view)
        (street,) = (
            each for each in champion._streets.values() if len(each.board) == len(view.board)
        )
        assert isinstance(street.tree, kind)


def test_a_size_that_was_not_thought_of_is_solved(champion):
    hand = played(raise_to(250), CALL, raise_to(137))
    view = hand.view(hand.actor)
    assert not improbable(champion.policy(view), view)
    (street,) = champion._streets.values()
    assert street.tree.spot.betting[0][0].bets.sizes != street.tree.spot.betting[1][0].bets.sizes


def test_the_opponent_may_have_any_hand(champion):
    hand = on_turn()
    view = hand.view(hand.actor)
    champion.policy(view)
    street = next(each for each in champion._streets.values() if len(each.board) == 4)
    opponent = 1 - view.seat
    assert street.tree.alternatives == opponent
    solved = street.tree.spot.ranges[opponent].without(street.board).weights
    assert (solved > 0).sum() == 1128
    trusting = NoLimitChampion(iterations=3, threads=1, gadget=False)
    trusting.policy(view)
    street = next(each for each in trusting._streets.values() if len(each.board) == 4)
    assert street.tree.alternatives is None


def test_rivers_offer_what_the_turn_was_worth(champion):
    hand = played(raise_to(250), CALL, CHECK, CHECK, CHECK, CHECK)
    view = hand.view(hand.actor)
    worth = champion._worth(view, champion._street(view, 3), 3)
    known = worth[np.isfinite(worth)]
    assert len(known) == 1081
    assert -0.1 * hand.pot < known.min() < known.max() < hand.pot + min(hand.stacks)
    assert not improbable(champion.policy(view), view)


def test_the_champion_plays_it():
    agent = make_agent("champion:iterations=2")
    hand = Hand(GAME, seed=2)
    while hand.actor is not None:
        decision = agent.act(hand.view(hand.actor))
        assert 0 < sum(decision.reasons["opponent holds"].values()) <= 1
        hand.act(decision.action)
    assert hand.over
