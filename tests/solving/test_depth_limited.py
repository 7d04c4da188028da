"""Solving a street with a network at its end."""

import numpy as np
import pytest

from fivebet.errors import SolvingError
from fivebet.solving import Spot, Tree
from fivebet.solving.depth_limited import DepthLimitedTree
from fivebet.solving.tree import compatible_weights
from fivebet.solving.value_network import ValueNetwork, shapes

CHECKED_DOWN = ValueNetwork({name: np.zeros(shape) for name, shape in shapes(4, 4).items()})
"""Without parameters nothing is added to what checking down wins."""
SPOT = Spot.create(
    "Kh8h3d", 60, 200, "AA,KQs,JhTh,76s", "KJs,99,AhQh,54s", bets="50%", last_street="flop"
)


def solved(spot=SPOT, iterations=80):
    tree = DepthLimitedTree(spot, CHECKED_DOWN)
    for _ in range(iterations):
        tree.iterate()
    return tree


def total(tree, player):
    """What a player wins with its whole range, in chips less half of the pot."""
    pairs = SPOT.ranges[player].without(SPOT.board).weights
    pairs = pairs * compatible_weights(SPOT.ranges[1 - player].without(SPOT.board).weights)
    won = np.nan_to_num(tree.root.values(player) - SPOT.pot / 2)
    return float((pairs * won).sum() / pairs.sum())


def test_without_betting_to_come_it_is_the_tree_that_is_checked_down():
    tree, plain = solved(), Tree(SPOT)
    for _ in range(100):
        plain.iterate()
    assert plain.measure() < 0.05
    value = plain.expected(0) - SPOT.pot / 2
    assert total(tree, 0) == pytest.approx(value, abs=0.005 * SPOT.pot)
    assert total(tree, 0) == pytest.approx(-total(tree, 1), abs=1e-4)
    answer, expected = tree.root / "check", plain.root / "check"
    assert (answer.player, answer.actions) == (1, expected.actions)


@pytest.mark.parametrize("compressed", [None, False, True])
def test_hands_stop_for_more_than_they_win_and_play_on_for_less(compressed):
    worth = np.where(np.arange(1326) % 2, 500.0, -300.0)
    tree = DepthLimitedTree(SPOT, CHECKED_DOWN)
    if compressed is not None:
        tree = Tree(SPOT, compressed=compressed, merge_suits=False, threads=1)
    assert tree.plays_on().min() == 1
    tree.offer(0, worth)
    for _ in range(20):
        tree.iterate()
    held = np.flatnonzero(SPOT.oop.without(SPOT.board).weights)
    assert tree.plays_on()[held] == pytest.approx((worth[held] < 0).astype(float), abs=0.01)
    with pytest.raises(SolvingError, match="one for each combo"):
        tree.offer(0, worth[:3])


def test_values_after_some_actions_count_what_is_in_the_pot():
    tree = solved(iterations=2)
    folded = tree.root / "check" / "bet 30" / "fold"
    for player, won in ((0, 0.0), (1, 90.0)):
        held = SPOT.ranges[player].without(SPOT.board).weights > 0
        assert folded.values(player)[held] == pytest.approx(won, abs=1e-4)
    faced = tree.root / "check" / "bet 30"
    assert np.nanmin(faced.values(0)) < 0
    assert np.nanmax(faced.values(1)) > 90


def test_only_the_end_of_flop_or_turn_is_valued():
    with pytest.raises(SolvingError, match="last street"):
        DepthLimitedTree(Spot.create("Kh8h3d", 60, 200, "AA", "QQ"), CHECKED_DOWN)
    with pytest.raises(SolvingError, match="last street"):
        DepthLimitedTree(Spot.create("Kh8h3dJc2s", 60, 200, "AA", "QQ"), CHECKED_DOWN)
    with pytest.raises(SolvingError, match="nobody decides"):
        (solved(iterations=1).root / "check" / "check").strategy  # noqa: B018
