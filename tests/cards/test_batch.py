"""Batches against the functions for one hand."""

import numpy as np
import pandas as pd
import pytest

from fivebet.cards import Card, as_cards
from fivebet.cards.batch import equity_many, strength_many
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.cards.strength import strength
from fivebet.errors import CardError, EquityError
from fivebet.streams import Stream


def dealt(number: int, cards: int, board: int) -> tuple[np.ndarray, np.ndarray]:
    """Return random hole cards and boards as rows of card numbers."""
    rows = []
    for index in range(number):
        stream = Stream(7, "test batches", index)
        rows.append(sorted(range(52), key=lambda _: stream.uniform())[: cards + board])
    table = np.array(rows)
    return table[:, :cards], table[:, cards:]


def text(cards: np.ndarray) -> str:
    return "".join(str(Card(int(card))) for card in cards)


@pytest.mark.parametrize("street", [0, 3, 4, 5])
@pytest.mark.parametrize("opponent", ["random", "15%", "TT+,AKs:0.5"])
def test_many_equities_are_those_of_one(street: int, opponent: str) -> None:
    holes, boards = dealt(4, 2, street)
    found = equity_many(holes, opponent, boards if street else "", threads=2)
    for hole, board, ours in zip(holes, boards, found, strict=True):
        assert ours == pytest.approx(
            equity(text(hole), opponent, board=text(board)).equity[0], abs=1e-12
        )


@pytest.mark.parametrize("street", [0, 3, 5])
def test_hand_against_hand(street: int) -> None:
    holes, boards = dealt(6, 4, street)
    found = equity_many(holes[:, :2], holes[:, 2:], boards if street else "")
    for hole, board, ours in zip(holes, boards, found, strict=True):
        one = equity(text(hole[:2]), text(hole[2:]), board=text(board))
        assert ours == pytest.approx(one.equity[0], abs=1e-12)


@pytest.mark.parametrize("street", [3, 4, 5])
def test_many_strengths_are_those_of_one(street: int) -> None:
    holes, boards = dealt(4, 2, street)
    found = strength_many(holes, boards, "30%", threads=2)
    for index, (hole, board) in enumerate(zip(holes, boards, strict=True)):
        one = strength(text(hole), text(board), "30%")
        assert (found[index].ahead, found[index].behind) == (one.ahead, one.behind)
        assert np.array_equal(found[index].potential, one.potential)
        assert found.effective(2)[index] == one.effective(2)
        assert found.optimistic()[index] == one.optimistic()
        assert found.rows()[index]["positive"] == one.positive
    assert len(found[1:3]) == 2


def test_cards_come_in_many_forms() -> None:
    board = "Qh7h2c"
    expected = equity_many(["AhKh", "QsQd"], "15%", board)
    sets = np.array([as_cards("AhKh").mask, as_cards("QsQd").mask], dtype=np.uint64)
    rows = [[Card("Ah"), Card("Kh")], [Card("Qs"), Card("Qd")]]
    for holes in (sets, rows, np.array(["AhKh", "QsQd"]), [as_cards("AhKh"), as_cards("QsQd")]):
        for on in (board, as_cards(board), tuple(as_cards(board)), [board, board]):
            assert np.array_equal(equity_many(holes, Range("15%"), on), expected)
    assert equity_many("AhKh", ["QsQd", "2c2d"]).shape == (2,)
    column = pd.Series(["AhKh", "QsQd"], index=[7, 3])
    assert np.array_equal(equity_many(column, "15%", pd.Series([board] * 2)), expected)
    assert equity_many("2c2d", column).shape == (2,)


def test_threads_change_nothing() -> None:
    holes, boards = dealt(12, 2, 4)
    assert np.array_equal(
        equity_many(holes, "random", boards, threads=1),
        equity_many(holes, "random", boards, threads=3),
    )


@pytest.mark.parametrize(
    ("holes", "opponent", "board", "quoted"),
    [
        (["AhKh"], "15%", "AhQs2d", "hand 0 has a card in two places"),
        (["AhKh", "AhKhQh"], "15%", "", "hole cards 1 are 'AhKhQh': give two cards"),
        (np.array([1 << 60]), "15%", "", "hole cards 0 are 0x1000000000000000"),
        (["AhKh"], "15%", "Qs2d", "three to five"),
        (np.array([[51, 51]]), "15%", "", "twice"),
        (np.array([[51, 52]]), "15%", "", "no card"),
        (np.array([0.5]), "15%", "", "no set of cards"),
        (["AhKh", "2c2d"], ["QsQd"] * 3, "", "do not fit together"),
        ([[Card("Ah")], [Card("Kh"), Card("2c")]], "15%", "", "several lengths"),
    ],
)
def test_what_cannot_be_read_is_quoted(
    holes: object, opponent: object, board: str, quoted: str
) -> None:
    with pytest.raises(CardError, match=quoted):
        equity_many(holes, opponent, board)  # type: ignore[arg-type]


def test_a_range_without_hands_left_is_refused() -> None:
    with pytest.raises(CardError, match="hand 1"):
        equity_many(["2c2d", "AsKh"], "AsAh", threads=1)
    with pytest.raises(EquityError, match="hand 1: 'AA' holds no hand"):
        equity_many(["2c2d", "AsAh"], "AA", "AdKh7s")
    with pytest.raises(EquityError, match="threads=0"):
        equity_many("2c2d", "AA", threads=0)
