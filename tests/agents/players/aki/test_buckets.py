import pytest

from fivebet.agents.players.aki.buckets import (
    SHARES,
    bucket_at,
    bucket_shares,
    buckets_by_combo,
    hole_bucket,
    preflop_strengths,
    strength_bucket,
)
from fivebet.cards import parse_cards
from fivebet.cards.class_orders import class_equities, count_five_random_shares
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES
from fivebet.cards.equity import equity


def test_buckets_hold_the_printed_shares_to_the_percent() -> None:
    """Figure 3.2."""
    assert [round(share, 2) for share in bucket_shares()] == list(SHARES)


def test_two_kings_are_in_the_best_bucket_and_seven_deuce_in_the_worst() -> None:
    assert hole_bucket(tuple(parse_cards("KhKd"))) == 4
    assert hole_bucket(tuple(parse_cards("7h2d"))) == 0


def test_a_better_class_is_never_in_a_worse_bucket() -> None:
    equities = class_equities("five-random")[CLASS_OF_COMBO]
    buckets = buckets_by_combo()
    for bucket in range(4):
        assert equities[buckets == bucket].max() < equities[buckets == bucket + 1].min()


@pytest.mark.parametrize(
    ("share", "bucket"),
    [(0, 0), (0.64, 0), (0.65, 1), (0.71, 1), (0.79, 2), (0.9, 3), (0.91, 3), (0.97, 4), (1, 4)],
)
def test_shares_map_to_buckets(share: float, bucket: int) -> None:
    assert bucket_at(share) == bucket


def test_sums_of_ratios_map_as_they_are_written() -> None:
    assert bucket_at(0.7 + 0.2) == bucket_at(0.9) == 3


def test_shipped_equities_agree_with_an_independent_sample() -> None:
    for name in ("AA", "98s", "A9o", "72o"):
        sampled = equity(name, *["random"] * 5, exact=False, deals=400_000, seed=9)
        shipped = class_equities("five-random")[CLASSES.index(name)]
        assert abs(sampled.equity[0] - shipped) < 4 * sampled.standard_error[0] + 3e-4


def test_the_generator_counts_every_hand_of_every_deal() -> None:
    shares, hands = count_five_random_shares(deals=8192)
    assert sum(hands) == 6 * 8192
    assert sum(shares) == 2520 * 8192


def test_strengths_before_the_flop_are_even() -> None:
    assert preflop_strengths().mean() == pytest.approx(0.5)
    assert preflop_strengths().max() == pytest.approx(1 - 3 / 1326)


def test_strength_buckets_follow_the_board() -> None:
    cards = tuple(parse_cards("7h2d"))
    assert strength_bucket(10, cards, ()) == 0
    assert strength_bucket(10, cards, tuple(parse_cards("7s7c2s"))) == 9
