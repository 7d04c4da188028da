from math import comb

import numpy as np
import pytest

from fivebet._core import DISTINCT_BOARDS, OPPONENT_TRIPLES, three_random_points
from fivebet.cards.class_orders import (
    ORDERS,
    class_equities,
    class_order,
    count_three_random_points,
)
from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.errors import RangeError

TEN = "88+,A9s+,KTs+,QTs+,AJo+,KQo"
FIFTEEN = "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo"


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_names_every_class_once_best_first(order: str) -> None:
    assert sorted(class_order(order)) == list(range(169))
    equities = class_equities(order)[list(class_order(order))]
    assert (np.diff(equities) <= 0).all()
    assert CLASSES[class_order(order)[0]] == "AA"


@pytest.mark.parametrize(("order", "players"), [("three-random", 4), ("one-random", 2)])
def test_equities_of_all_hands_average_to_a_fair_share(order: str, players: int) -> None:
    mean = (class_equities(order) * CLASS_SIZES).sum() / 1326
    assert mean == pytest.approx(1 / players, abs=1e-12)


@pytest.mark.parametrize(("text", "combos"), [(TEN, 130), (FIFTEEN, 200)])
def test_the_ranges_printed_for_plicas_are_the_best_classes(text: str, combos: int) -> None:
    """Friedrich and Schwind's 10 % and 15 % are the first 130 and 200 combos."""
    assert Range.top(combos / 1326) == Range(text)


def test_three_random_equities_agree_with_sampling() -> None:
    for name in ("AA", "77", "QTs", "72o"):
        sampled = equity(name, "random", "random", "random", exact=False, deals=1_000_000, seed=3)
        exact = class_equities()[CLASSES.index(name)]
        assert abs(sampled.equity[0] - exact) < 4 * sampled.standard_error[0]


def test_points_on_a_straight_flush_board_can_be_counted_by_hand() -> None:
    """The first board is 2c3c4c5c6c: all split unless somebody holds 7c, and then he wins."""
    points = count_three_random_points(boards=1)
    boards, aces = 4, 6  # in any suit; no ace improves the board
    triples_without_7c = comb(44, 2) * comb(42, 2) * comb(40, 2) // 6
    a_quarter_each = 12 // 4
    assert points[CLASSES.index("AA")] == boards * aces * triples_without_7c * a_quarter_each
    # Of 87s only the combo in the board's suit holds the 7: it wins every pot.
    others = 3 * triples_without_7c * a_quarter_each
    assert points[CLASSES.index("87s")] == boards * (12 * OPPONENT_TRIPLES + others)


def test_there_are_134459_boards_up_to_suits() -> None:
    assert DISTINCT_BOARDS == 134_459
    assert three_random_points(DISTINCT_BOARDS - 1, DISTINCT_BOARDS, 1).any()
    assert not three_random_points(DISTINCT_BOARDS, DISTINCT_BOARDS + 1, 1).any()


def test_an_unknown_order_is_quoted_with_those_there_are() -> None:
    with pytest.raises(RangeError, match=r"'best'.*three-random, one-random"):
        class_equities("best")
