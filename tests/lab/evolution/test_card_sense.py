import numpy as np
import pytest

from fivebet.agents.players.evolved import published
from fivebet.agents.players.networks import Brain, weights_needed
from fivebet.cards.showdown_strength import showdown_strength
from fivebet.errors import GameError
from fivebet.lab.evolution.card_sense import (
    SPOTS,
    card_sensitivity,
    spot_triples,
    threshold_caller,
)


def test_a_network_that_does_not_look_at_its_cards_has_no_sense_of_them() -> None:
    weights = np.random.default_rng(1).normal(0, 1, weights_needed((16, 12, 3)))
    weights[:12] = 0  # those of hand strength
    assert card_sensitivity(Brain((16, 12, 3), weights.astype(np.float32))) == 0


def test_a_caller_with_one_threshold_calls_the_best_and_folds_the_worst() -> None:
    caller = threshold_caller(0.25)
    for name in ("first to act of nine, 100 big blinds", "first to act of six, 10 big blinds"):
        best, worst = spot_triples(caller)[name]
        assert best.tolist() == pytest.approx([0, 1, 0])
        assert worst.tolist() == pytest.approx([1, 0, 0])
    # Against one opponent any two cards are stronger than that.
    assert card_sensitivity(caller) == pytest.approx(3 / 5)


@pytest.mark.parametrize("opponents", [1, 4, 8])
def test_the_threshold_is_one_of_hand_strength(opponents: int) -> None:
    strength = showdown_strength("QsJs", opponents=opponents)
    inputs = np.zeros(16, np.float32)
    inputs[0] = 20 * strength
    below, above = (threshold_caller(strength + d).network.forward(inputs) for d in (0.01, -0.01))
    assert below.argmax() == 0
    assert above.argmax() == 1


def test_there_is_no_threshold_beyond_certainty() -> None:
    with pytest.raises(GameError, match="is no threshold of hand strength"):
        threshold_caller(1.2)


def test_the_spots_are_decisions_before_the_flop() -> None:
    assert [hand.actor for hand in SPOTS.values()] == [2, 8, 0, 2, 1]
    assert {hand.street for hand in SPOTS.values()} == {0}


def test_the_network_of_evolved_plus_plays_aces_otherwise_than_seven_deuce() -> None:
    assert card_sensitivity(published("plus")) > 0.5
