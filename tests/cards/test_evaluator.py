from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.cards import Card, CardSet
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.evaluator import (
    Category,
    best_five,
    category,
    count_values,
    describe,
    evaluate,
    evaluate_many,
    evaluate_on_boards,
)
from fivebet.errors import CardError
from tests import slow

hands = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)

# High card to straight flush, as every textbook counts them.
FIVE_CARD_COUNTS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
SEVEN_CARD_COUNTS = [
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    41_584,
]


def by_category(counts: np.ndarray) -> list[int]:
    totals = Counter[int]()
    for value in range(1, len(counts)):
        totals[category(value)] += int(counts[value])
    return [totals[kind] for kind in Category]


def test_all_five_card_hands_are_counted_right() -> None:
    assert by_category(count_values(5)) == FIVE_CARD_COUNTS


def test_all_seven_card_hands_are_counted_right() -> None:
    counts = count_values(7, threads=2)
    assert counts.sum() == 133_784_560
    assert by_category(counts) == SEVEN_CARD_COUNTS


def test_six_card_hands_are_counted_alike_one_by_one_and_in_bulk() -> None:
    sets = np.zeros(0, dtype=np.uint64)
    for top in range(40, 52):
        rows = np.array([(*c, top) for c in combinations(range(20, 40), 5)], dtype=np.int64)
        sets = np.concatenate([sets, np.bitwise_or.reduce(1 << rows, axis=1).astype(np.uint64)])
    assert np.array_equal(evaluate_many(sets), [evaluate(int(cards)) for cards in sets])
    assert count_values(6).sum() == 20_358_520


def test_every_value_is_taken_by_some_five_cards() -> None:
    assert (count_values(5)[1:] > 0).all()
    assert count_values(5)[0] == 0


@given(hands, hands)
def test_values_compare_as_the_rules_do(one: list[int], two: list[int]) -> None:
    values = [evaluate(CardSet(hand).mask) for hand in (one, two)]
    keys = [slow.hand_key([str(Card(card)) for card in hand]) for hand in (one, two)]
    assert (values[0] > values[1]) == (keys[0] > keys[1])
    assert (values[0] == values[1]) == (keys[0] == keys[1])
    assert [category(value) for value in values] == [key[0] for key in keys]


@given(hands)
def test_the_best_five_are_worth_the_hand(hand: list[int]) -> None:
    five = best_five(hand)
    assert set(five) <= {Card(card) for card in hand}
    assert evaluate(CardSet(five)) == evaluate(CardSet(hand))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKsQsJsTs2c3d", "royal flush"),
        ("As2s3s4s5sKdKh", "straight flush, five high"),
        ("9c9d9h9s2c", "four of a kind, nines"),
        ("6c6d6h2s2cKdKh", "full house, sixes full of kings"),
        ("AhTh7h5h2hKcKd", "flush, ace high"),
        ("As2s3d4h5c", "straight, five high"),
        ("7c7d7hKsQc", "three of a kind, sevens"),
        ("Kh7dKs7c2sQh3d", "two pair, kings and sevens"),
        ("QhQd2c3d5s", "pair of queens"),
        ("2c3d5s7hTh", "ten high"),
        ("JhJd5c5d2s2cAh", "two pair, jacks and fives"),
    ],
)
def test_a_hand_has_the_name_that_players_use(cards: str, name: str) -> None:
    assert describe(cards) == name


def test_the_five_cards_come_in_order_of_importance() -> None:
    assert [str(card) for card in best_five("As2s3d4h5c")] == ["5c", "4h", "3d", "2s", "As"]
    assert [str(card) for card in best_five("6c6d6h2s2cKdKh")] == ["6h", "6d", "6c", "Kh", "Kd"]


@pytest.mark.parametrize("bad", ["AsKs", "AsKsQsJs", "AsKsQsJsTs9s8s7s"])
def test_a_hand_has_five_to_seven_cards(bad: str) -> None:
    with pytest.raises(CardError, match=f"this set has {len(bad) // 2}"):
        evaluate(bad)


@pytest.mark.parametrize("bad", [1 << 52 | 0x1F, -1, 1 << 64, "Xx", None, 3.5])
def test_what_is_no_hand_is_an_error_and_no_crash(bad: object) -> None:
    with pytest.raises(CardError):
        evaluate(bad)


def test_rows_of_cards_and_sets_are_valued_alike() -> None:
    rng = np.random.default_rng(5)
    rows = np.array([rng.permutation(52)[:7] for _ in range(500)])
    sets = np.array([CardSet(row.tolist()).mask for row in rows], dtype=np.uint64)
    values = evaluate_many(sets)
    assert np.array_equal(evaluate_many(rows), values)
    assert np.array_equal(evaluate_many(rows.astype(np.uint8)), values)
    assert np.array_equal(evaluate_many(np.tile(sets, 100), threads=3), np.tile(values, 100))
    assert evaluate_many(np.zeros(0, dtype=np.uint64)).shape == (0,)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 1, 2, 3, 3]], "row 0 holds a card twice"),
        ([[0, 1, 2, 3, 52]], "no card"),
        ([[0, 1, 2, 3]], "rows of 4 cards"),
        ([0.5], "cannot be read"),
        (np.array([3], dtype=np.uint64), "five to seven"),
    ],
)
def test_bad_batches_say_what_is_wrong(rows: object, message: str) -> None:
    with pytest.raises(CardError, match=message):
        evaluate_many(rows)  # type: ignore[arg-type]


def test_hole_cards_on_boards_are_worth_what_they_are_with_them() -> None:
    boards = [CardSet(name).mask for name in ("6c6d6h6sQc", "2c3c4c5c6c", "TdJdQd", "AsKd7h7c")]
    values = evaluate_on_boards(boards, threads=2)
    assert values.shape == (4, 1326)
    for board, row in zip(boards, values, strict=True):
        held = (COMBO_MASKS & np.uint64(board)) == 0
        assert not row[~held].any()
        assert np.array_equal(row[held], evaluate_many(COMBO_MASKS[held] | np.uint64(board)))
    few = evaluate_on_boards([[0, 13, 26, 5]], [[51, 50], [0, 12]])
    assert few.tolist() == [[evaluate(CardSet([0, 13, 26, 5, 51, 50]).mask), 0]]
    assert evaluate_on_boards(np.zeros(0, np.uint64)).shape == (0, 1326)
    assert evaluate_on_boards(boards, np.zeros(0, np.uint64)).shape == (4, 0)


@pytest.mark.parametrize(
    ("boards", "hands", "message"),
    [
        ([[0, 1]], None, "rows of 2 cards are no boards"),
        ([3], None, "3, 4 or 5 of the 52"),
        ([[0, 1, 2]], [[3, 4, 5]], "rows of 3 cards are no hole cards"),
        ([[0, 1, 2]], [7], "two of the 52"),
        ([[0, 1, 2]], [[3, 3]], "row 0 holds a card twice"),
        ([7], "AsAh", "cannot be read"),
    ],
)
def test_bad_boards_and_hole_cards_say_what_is_wrong(
    boards: object, hands: object, message: str
) -> None:
    with pytest.raises(CardError, match=message):
        evaluate_on_boards(boards, hands)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, 7463, -1])
def test_values_outside_the_scale_have_no_category(value: int) -> None:
    with pytest.raises(CardError, match=str(value)):
        category(value)
