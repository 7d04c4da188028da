"""The network at the end of a street: features, values and what the core makes of them."""

import math

import numpy as np
import pytest

from fivebet import _core
from fivebet.cards import as_cards
from fivebet.cards.combos import COMBO_MASKS, combo_index, combos_with_suits
from fivebet.errors import SolvingError
from fivebet.solving.value_network import (
    BoardHands,
    ValueNetwork,
    board_hands,
    hand_features,
    predict,
    shapes,
    shipped_network,
    tier_rows,
    weights_below,
    weights_met,
)

FLOP = as_cards("Kh8h3d")


def random_network(seed=1, hidden=16, context=8):
    rng = np.random.default_rng(seed)
    return ValueNetwork(
        {name: 0.3 * rng.standard_normal(shape) for name, shape in shapes(hidden, context).items()}
    )


def random_weights(hands, count=2, seed=2):
    return np.random.default_rng(seed).random((count, 2, len(hands.combos))) ** 3


def values_by_numpy(network, hands, weights, spr):
    """The same by the functions that networks are trained with."""
    rows = weights / weights.sum(axis=2, keepdims=True)
    tiers = tier_rows(np, hands.facts)
    met = np.stack([weights_met(np, rows[:, 1 - p], hands.incidence) for p in (0, 1)], axis=1)
    below = weights_below(np, rows, hands.order)
    features = []
    for p in (0, 1):
        other = rows[:, 1 - p]
        against = np.stack([(other * tiers[:, i]) @ hands.matrix.T for i in range(4)], axis=-1)
        spread = other @ (hands.matrix**2).T
        features.append(
            hand_features(
                np,
                against,
                spread,
                met[:, p],
                hands.facts,
                below[:, p],
                below[:, 1 - p],
                np.log(spr),
            )
        )
    return predict(np, network.parameters, np.stack(features, axis=1), rows, met), rows * met


def test_the_core_values_hands_as_training_does():
    hands, network = board_hands(FLOP), random_network()
    weights, spr = random_weights(hands), np.array([0.4, 7.0])
    expected, pairs = values_by_numpy(network, hands, weights, spr)
    for threads in (1, 2):
        found = network.values(hands, weights, spr, threads)
        assert np.abs(found - expected).max() < 1e-4 * np.abs(expected).max()
    assert np.abs((pairs * expected).sum(axis=(1, 2))).max() < 1e-6  # what one wins the other loses


@pytest.mark.parametrize("count", [1, 19])
def test_situations_that_are_asked_for_together_do_not_matter_to_each_other(count):
    hands, network = board_hands(FLOP), random_network(hidden=13, context=9)
    weights = random_weights(hands, count).astype(np.float32)
    weights[0, 1, 100:] = 0  # a narrow range
    spr = np.linspace(0.1, 9, count)
    found = network.values(hands, weights, spr, 1)
    assert (network.values(hands, weights, spr, 3) == found).all()
    alone = [network.values(hands, weights[i : i + 1], spr[i : i + 1])[0] for i in range(count)]
    assert (found == np.array(alone)).all()
    expected, _ = values_by_numpy(network, hands, weights.astype(np.float64), spr)
    assert np.abs(found - expected).max() < 1e-4 * np.abs(expected).max()


def test_margins_against_ranges():
    hands = board_hands(FLOP)
    rows = random_weights(hands, count=5, seed=4).reshape(10, -1).astype(np.float32)
    expected = rows.astype(np.float64) @ hands.matrix.T
    assert np.abs(hands.core.margins(rows) - expected).max() < 1e-5 * np.abs(expected).max()
    with pytest.raises(ValueError, match="a weight for each hand"):
        hands.core.margins(rows[:, 1:])


def test_weights_met_are_those_of_hands_without_the_same_cards():
    hands = board_hands(FLOP)
    row = random_weights(hands)[0, 0]
    met = weights_met(np, row, hands.incidence)
    masks = COMBO_MASKS[hands.combos]
    for hand in (0, 17, 1000):
        assert met[hand] == pytest.approx(row[(masks & masks[hand]) == 0].sum())


def test_suits_do_not_matter():
    order = (1, 0, 3, 2)  # hearts to spades, diamonds to clubs
    one, other = board_hands(FLOP), board_hands(as_cards("Ks8s3c"))
    moves = combos_with_suits(order)
    full = np.random.default_rng(3).random((2, 1326))
    renamed = np.empty_like(full)
    renamed[:, moves] = full
    network, spr = random_network(), np.array([2.0])
    first = network.values(one, full[None][:, :, one.combos], spr)[0]
    second = np.zeros((2, 1326))
    second[:, other.combos] = network.values(other, renamed[None][:, :, other.combos], spr)[0]
    # Hands of the same strength stand in the order of their numbers, which suits change.
    assert np.abs(first - second[:, moves][:, one.combos]).mean() < 0.002 * np.abs(first).mean()


def test_facts_of_a_board():
    hands = BoardHands.of(as_cards("Kh8h3d5c"))
    place = int(np.flatnonzero(hands.combos == combo_index(*as_cards("KcKd")))[0])
    margin, squares, standing = hands.facts[place]
    assert margin == pytest.approx(hands.matrix[place].sum() / math.comb(46, 2))
    assert 0.9 < margin < 1
    assert squares <= 1
    assert standing > 0.99  # three kings: nothing is better here
    assert (np.diff(hands.facts[hands.order, 0]) >= 0).all()
    with pytest.raises(SolvingError, match="three or four cards"):
        BoardHands.of(as_cards("Kh8h3d5c2c"))


@pytest.mark.parametrize(("name", "board"), [("flop-end", "Kh8h3d"), ("turn-start", "Kh8h3d5c")])
def test_without_chips_behind_hands_are_checked_down(name, board):
    hands = board_hands(as_cards(board))
    weights = random_weights(hands, count=1)
    rows = weights[0] / weights[0].sum(axis=1, keepdims=True)
    margin = (rows[1] @ hands.matrix.T) / weights_met(np, rows[1], hands.incidence)
    values = shipped_network(name).values(hands, weights, np.array([0.08]))[0, 0]
    assert np.abs(values - margin / 2).mean() < 0.05
    deep = shipped_network(name).values(hands, weights, np.array([8.0]))[0, 0]
    assert np.abs(deep - margin / 2).mean() > 0.08  # with chips behind they are not


def test_other_parameters_are_refused():
    good = random_network().parameters
    with pytest.raises(SolvingError, match="not the parameters"):
        ValueNetwork({**good, "hand0.weight": np.zeros((3, 16))})
    with pytest.raises(ValueError, match="finite"):
        ValueNetwork({**good, "value1.bias": np.array([np.nan])})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"tiers": np.full(4, 9, np.uint8)}, "four parts"),
        ({"order": np.array([0, 1, 2, 2], np.uint16)}, "each hand once"),
        ({"cards": np.full((4, 2), 52, np.uint8)}, "0 to 51"),
        ({"matrix": np.full((4, 4), np.nan, np.float32)}, "at most always"),
        ({"facts": np.zeros((3, 3), np.float32)}, "a row for each"),
    ],
)
def test_the_core_refuses_other_boards(change, complaint):
    good = {
        "matrix": np.zeros((4, 4), np.float32),
        "facts": np.zeros((4, 3), np.float32),
        "tiers": np.zeros(4, np.uint8),
        "order": np.arange(4, dtype=np.uint16),
        "cards": np.arange(8, dtype=np.uint8).reshape(4, 2),
    }
    _core.NetworkBoard(**good)
    with pytest.raises(ValueError, match=complaint):
        _core.NetworkBoard(**(good | change))


def test_the_core_refuses_other_weights():
    hands, network = board_hands(FLOP), random_network()
    spr = np.array([1.0])
    for weights in (
        -random_weights(hands, 1),
        random_weights(hands, 1)[:, :, 1:],
        random_weights(hands),
    ):
        with pytest.raises(ValueError, match="weights"):
            network.values(hands, weights, spr)
    with pytest.raises(ValueError, match="thread"):
        network.values(hands, random_weights(hands, 1), spr, 0)
