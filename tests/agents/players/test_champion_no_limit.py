"""The champion's heads-up no-limit: what it solves, and how safely."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.champion_no_limit import NoLimitChampion
from fivebet.agents.players.policies import improbable
from fivebet.game import Game, Hand
from fivebet.game.action import CALL, CHECK, FOLD, raise_to
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


def test_only_what_follows_an_unusual_size_is_solved(champion):
    hand = played(raise_to(250), CALL, raise_to(137))
    view = hand.view(hand.actor)
    assert not improbable(champion.policy(view), view)
    (street,) = champion._streets.values()
    usual, after = street.trees.values()
    assert len(usual.root.actions) > 2
    assert after.root.actions == ("bet 137",)


def on_river(*sizes):
    checks = [CHECK] * 4
    return played(raise_to(250), CALL, *checks, *map(raise_to, sizes))


def test_answers_do_not_depend_on_what_was_asked_before(champion):
    """As a response asks about many sizes, and then about what follows one of them."""
    hand = on_river(700)
    for size in (150, 333, 700, 1400, 2800):
        other = on_river(size)
        asked = champion.policy(other.view(other.actor))
        assert all(row.max() <= 1 for row in asked.values())
    hand.act(raise_to(2345))
    view = hand.view(hand.actor)
    fresh = NoLimitChampion(iterations=3, threads=1).policy(view)
    again = champion.policy(view)
    assert list(again) == list(fresh)
    for action, row in fresh.items():
        assert again[action] == pytest.approx(row, abs=1e-6)


def test_an_unusual_size_wins_no_more_than_the_usual_ones():
    champion = NoLimitChampion(iterations=12, threads=1, network=False, gadget=False)
    hand = on_river(1234)
    view = hand.view(hand.actor)
    folds = champion.policy(view)[FOLD]
    river = next(each for each in champion._streets.values() if len(each.board) == 5)
    usual, after = river.trees.values()
    worth, bet = usual.root.values(0), after.root.values(0)
    weights = river.ranges[0] * np.isfinite(worth)
    gained = np.maximum(np.nan_to_num(bet - worth), 0)
    assert (weights * gained).sum() / weights.sum() < 0.01 * hand.pot
    # Bluffs of 1234 for a pot of 500 win nothing, and strong hands are not paid too often.
    folded = (river.ranges[1] * folds).sum() / river.ranges[1].sum()
    assert folded == pytest.approx(1234 / 1734, abs=0.03)


def test_a_bet_means_the_hands_that_rather_bet(champion):
    hand = on_river(2000)
    hand.act(CALL)
    view = hand.view(1)
    before, after = (champion.ranges(view, upto, 3)[0] for upto in (6, 7))
    assert (after > 0.5 * after.max()).sum() < (before > 0.5 * before.max()).sum()


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


def test_rivers_offer_what_the_turn_was_worth():
    champion = NoLimitChampion(iterations=5, threads=1)
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
