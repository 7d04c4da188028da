"""Kinds of hands against examples that players know, and against enumeration."""

from itertools import combinations

import numpy as np
import pytest

from fivebet.cards import DECK, CardSet
from fivebet.cards.combos import COMBOS, combo_index
from fivebet.cards.evaluator import Category, category, evaluate
from fivebet.errors import CardError
from fivebet.study.made_hands import DRAWS, MADE_HANDS, NOT_HELD, draws, made_hands

BOARDS = ("Kh8h3d", "8c8d3s", "Ts9s8s", "AdKdQd", "Kh8h3dJc", "9c9d9hKs", "7h6h5c4c", "Kh8h3dJc5s")
RANK_NAMES = "23456789TJQKA"


def made(hole: str, board: str) -> str:
    return MADE_HANDS[made_hands(CardSet(board))[combo_index(*CardSet(hole))]]


def draw(hole: str, board: str) -> str:
    found = draws(CardSet(board))
    assert found is not None
    return DRAWS[found[combo_index(*CardSet(hole))]]


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("AsKd", "Kh8h3d", "top pair"),
        ("AsAd", "Kh8h3d", "overpair"),
        ("QsQd", "Kh8h3d", "underpair"),
        ("2s2d", "Kh8h3d", "underpair"),
        ("9s8d", "Kh8h3d", "second pair"),
        ("As3c", "Kh8h3d", "low pair"),
        ("Ks8c", "Kh8h3d", "two pair"),
        ("8s8c", "Kh8h3d", "set"),
        ("As8s", "8c8d3s", "trips"),
        ("As3c", "8c8d3s", "second pair"),
        ("AsKd", "8c8d3s", "ace high"),
        ("QsKd", "8c8d3s", "no made hand"),
        ("AsAd", "8c8d3s", "overpair"),
        ("AsKd", "9c9d9h4s", "ace high"),
        ("AsAd", "9c9d9h4s", "full house"),
        ("AsQd", "9c9d4h4s2d", "ace high"),
        ("QsJs", "Ts9s8s", "straight flush"),
        ("AsJs", "Ts9s8s", "flush"),
        ("QhJd", "Ts9s8s", "straight"),
        ("8s8c", "8h8d3s", "four of a kind"),
        ("As2s", "5s6h7d8c9c", "straight"),
    ],
)
def test_made_hands_are_called_what_players_call_them(hole: str, board: str, expected: str) -> None:
    assert made(hole, board) == expected


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("AhQh", "Kh8h3d", "flush draw"),
        ("ThJh", "9h8h3d", "flush and straight draw"),
        ("JsTd", "9h8h3d", "open-ended straight draw"),
        ("9s7d", "Jh8h5d", "open-ended straight draw"),  # a double gutshot: ten or six
        ("QsJd", "9h8h3d", "gutshot"),
        ("As2d", "4h5h9d", "gutshot"),
        ("QsTs", "Ks8h3d", "backdoor flush draw"),
        ("AsQd", "Jh7h2d", "two overcards"),
        ("AsKd", "Kh8h3d", "no draw"),
        ("2s3d", "7h6h5c4c", "no draw"),  # a straight already
        ("AhKd", "Th9h8h", "flush draw"),
        ("AsKd", "Th9h8h7c", "two overcards"),  # a jack or a six makes everybody's straight
        ("AsQd", "Th9h8h7c", "gutshot"),  # a jack makes a higher one
        ("QsTs", "Ks8h3d2c", "no draw"),
    ],
)
def test_draws_are_called_what_players_call_them(hole: str, board: str, expected: str) -> None:
    assert draw(hole, board) == expected


def is_straight(cards: tuple[int, ...]) -> int:
    """Return a straight's highest rank, or 0."""
    ranks = sorted(card % 13 for card in cards)
    if ranks == [0, 1, 2, 3, 12]:
        return 3
    return ranks[4] if ranks == list(range(ranks[0], ranks[0] + 5)) else 0


def best(cards: list[int], kind: str, hole: set[int]) -> int:
    """Return the best straight or flush of five cards, one of them a hole card."""
    fives = [five for five in combinations(cards, 5) if not hole or hole & set(five)]
    if kind == "flush":
        return int(any(len({card // 13 for card in five}) == 1 for five in fives))
    return max(map(is_straight, fives), default=0)


@pytest.mark.parametrize("board_text", [each for each in BOARDS if len(each) < 10])
def test_draws_are_those_that_enumeration_of_the_next_card_finds(board_text: str) -> None:
    board = CardSet(board_text)
    found, kinds = draws(board), made_hands(board)
    assert found is not None
    on_board = [int(card) for card in board]
    held = [i for i in range(1326) if found[i] != NOT_HELD]
    for index in np.random.default_rng(1).choice(held, 12, replace=False):
        hole = {int(card) for card in COMBOS[index]}
        name = DRAWS[found[index]]
        if kinds[index] <= MADE_HANDS.index("straight"):
            assert name == "no draw"
            continue
        ranks, flushes = set(), False
        for card in {int(card) for card in DECK} - hole - set(on_board):
            cards = [*hole, *on_board, card]
            with_hole = best(cards, "straight", hole)
            if with_hole > best([*on_board, card], "straight", set()):
                ranks.add(card % 13)
            flushes = flushes or bool(best(cards, "flush", hole))
        assert ("flush" in name and "backdoor" not in name) == flushes
        assert ("straight" in name or "gutshot" in name) == bool(ranks)
        if not flushes and ranks:
            assert name == ("gutshot" if len(ranks) == 1 else "open-ended straight draw")


@pytest.mark.parametrize("board_text", BOARDS)
def test_made_hands_agree_with_the_evaluator(board_text: str) -> None:
    board = CardSet(board_text)
    found = made_hands(board)
    ranks = [card.rank for card in board]
    for index, number in enumerate(found):
        low, high = COMBOS[index]
        if low in board or high in board:
            assert number == NOT_HELD
            continue
        name = MADE_HANDS[number]
        kind = category(evaluate(board.mask | 1 << low | 1 << high))
        if kind >= Category.STRAIGHT:
            assert name == kind.name.lower().replace("_", " ")
            continue
        unpaired = low.rank != high.rank and not {low.rank, high.rank} & set(ranks)
        assert (name in ("ace high", "no made hand")) == unpaired
        if name in ("set", "trips"):
            assert kind == Category.THREE_OF_A_KIND
            assert (low.rank == high.rank) == (name == "set")
        elif name == "two pair":
            assert kind == Category.TWO_PAIR
        elif name == "overpair":
            assert low.rank == high.rank > max(ranks)


def test_boards_have_three_to_five_cards_and_nobody_draws_on_the_river() -> None:
    with pytest.raises(CardError, match="has 2 cards"):
        made_hands(CardSet("Kh8h"))
    assert draws(CardSet("Kh8h3dJc5s")) is None
