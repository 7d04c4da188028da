"""Section 4.4, with the paper's own examples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.agents.players.aki.assignment import (
    Confidence,
    altering,
    bucket_bounds,
    bucket_weights,
    confidence,
    live_weights,
    nut_cards,
    one_card_weights,
    top_cards,
)
from fivebet.agents.players.aki.buckets import bucket_shares, buckets_by_combo
from fivebet.cards import Card, parse_cards
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.game import CALL, CHECK, Game, Hand, raise_to
from fivebet.opponents import Triple

PRINTED = Triple(0.71, 0.2, 0.09)
"""Section 4.4.1: plays 29 % of the hands and raises with 9 %."""


def mask(text: str) -> int:
    return sum(1 << card for card in parse_cards(text))


def names(cards: list[int]) -> set[str]:
    return {str(Card(card)) for card in cards}


def test_the_worked_example_of_a_confident_player() -> None:
    assert bucket_bounds(Confidence.HIGH, PRINTED) == (3, 4)


def test_the_worked_example_of_a_low_call() -> None:
    assert bucket_bounds(Confidence.LOW, PRINTED) == (1, 3)


def test_who_has_done_nothing_may_hold_anything() -> None:
    assert bucket_bounds(Confidence.UNKNOWN, PRINTED) == (0, 4)
    assert bucket_bounds(Confidence.CHECKED, PRINTED) == (0, 3)


def test_actions_before_the_flop_show_confidence() -> None:
    hand = Hand(Game.named("limit-6p"), seed=1)
    hand.act(CALL)  # seat 2 limps
    hand.act(raise_to(20))  # seat 3
    hand.act(CALL)  # seat 4: two small bets are not more than two
    hand.act(raise_to(30))  # seat 5
    hand.act(CALL)  # seat 0: three small bets
    view = hand.view(1)
    showed = [confidence(view, seat) for seat in range(6)]
    assert showed == [
        Confidence.HIGH,
        Confidence.UNKNOWN,
        Confidence.LOW,
        Confidence.HIGH,
        Confidence.LOW,
        Confidence.HIGH,
    ]


def test_a_big_blind_who_checks_has_shown_nothing_but_that() -> None:
    hand = Hand(Game.named("limit-3p"), seed=1)
    for action in (CALL, CALL, CHECK):
        hand.act(action)
    assert confidence(hand.view(0), 1) is Confidence.CHECKED


def test_a_raise_outlives_the_flop() -> None:
    hand = Hand(Game.named("limit-2p"), seed=1)
    for action in (raise_to(20), CALL, CHECK):
        hand.act(action)
    assert confidence(hand.view(0), 1) is Confidence.HIGH


@given(st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted))
def test_assigned_cards_lie_within_the_bounds(bounds: list[int]) -> None:
    weights = bucket_weights((bounds[0], bounds[1]))
    held = buckets_by_combo()[weights > 0]
    assert (held.min(), held.max()) == tuple(bounds)
    assert len(set(weights[weights > 0])) == 1


def test_cards_that_were_shown_weigh_the_buckets() -> None:
    shown = np.array([0.0, 0.0, 0.0, 0.2, 0.8])
    weights = live_weights(bucket_weights((3, 4), shown), 0)
    assert weights[buckets_by_combo() == 4].sum() == pytest.approx(0.8)
    # Whoever shows what the bounds exclude is held to the bounds.
    inside = live_weights(bucket_weights((0, 1), shown), 0)
    share = bucket_shares()
    assert inside[buckets_by_combo() == 1].sum() == pytest.approx(share[1] / (share[0] + share[1]))


def test_a_fold_ratio_of_32_percent_means_top_pairs() -> None:
    """The text says nut card; its formulas say top pair, at .307 (docs/errata.md)."""
    assert altering(0.32) == (pytest.approx(0.3072), 0.0)


@pytest.mark.parametrize(
    ("fold", "top", "nut"),
    [(0, 0, 0), (1 / 3, 1 / 3, 0), (0.5, 1 / 3, 1 / 12), (2 / 3, 1 / 3, 1 / 3), (1, 1 / 3, 2 / 3)],
)
def test_the_three_cases_of_the_fold_ratio(fold: float, top: float, nut: float) -> None:
    assert altering(fold) == (pytest.approx(top), pytest.approx(nut, abs=1e-9))


@given(st.floats(0, 1), st.floats(0, 1))
def test_who_folds_more_is_given_better_cards(one: float, other: float) -> None:
    low, high = altering(min(one, other)), altering(max(one, other))
    assert sum(low) <= sum(high) + 1e-9
    assert sum(high) <= 1 + 1e-9


def test_with_an_ace_and_two_tens_the_top_pair_is_an_ace_and_the_nut_card_a_ten() -> None:
    """The paper's example."""
    board = tuple(parse_cards("AhTsTd"))
    seen = mask("AhTsTd")
    assert names(top_cards(board, seen)) == {"Ac", "Ad", "As"}
    assert names(nut_cards(board, seen)) == {"Tc", "Th"}


def test_cards_that_we_hold_are_not_given() -> None:
    board = tuple(parse_cards("AhTsTd"))
    assert names(top_cards(board, mask("AhTsTdAcAd"))) == {"As"}
    # Without an ace that is left, the next rank of the board is the highest.
    assert names(top_cards(board, mask("AhTsTdAcAdAs"))) == {"Tc", "Th"}
    assert names(nut_cards(board, mask("AhTsTdTcTh"))) == {"Ac", "Ad", "As"}


def test_one_card_can_make_a_flush_on_the_turn() -> None:
    board = tuple(parse_cards("Kh9h5h2h"))
    assert names(nut_cards(board, mask("Kh9h5h2h"))) == {"Ah"}


def test_one_card_is_chosen_and_the_other_is_random() -> None:
    board = tuple(parse_cards("AhTsTd"))
    seen = mask("AhTsTd2c2d")
    weights = one_card_weights("nut", board, seen)
    assert weights.sum() == pytest.approx(1)
    tens = [Card("Tc"), Card("Th")]
    assert weights[combo_index(*tens)] == pytest.approx(2 * 0.5 / 46)
    assert weights[combo_index(Card("Tc"), Card("3s"))] == pytest.approx(0.5 / 46)
    assert weights[combo_index(Card("4c"), Card("3s"))] == 0


@given(st.integers(0, (1 << 52) - 1))
def test_live_weights_give_nothing_to_cards_that_are_seen(seen: int) -> None:
    if seen.bit_count() > 49:
        return
    weights = live_weights(bucket_weights((4, 4)), seen)
    assert weights.sum() == pytest.approx(1)
    assert not weights[(COMBO_MASKS & np.uint64(seen)) != 0].any()
