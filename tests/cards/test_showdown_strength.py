import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet._core import (
    FLOPS,
    TURNS,
    StrengthTables,
    evaluate,
    fill_turn_points,
    flop_prospects,
    preflop_counts,
    sampled_strength,
    strength_counts,
    turn_prospects,
)
from fivebet.cards import as_cards
from fivebet.cards.showdown_strength import preflop_strengths, showdown_strength
from fivebet.errors import CardError


def play_random_games(
    hole: list[int], board: list[int], opponents: int, games: int
) -> tuple[float, float]:
    """Section 4.2.2 as it stands: the estimate, and its standard error."""
    rng = np.random.default_rng(1)
    left = np.array([card for card in range(52) if card not in (*hole, *board)])
    points = []
    for _ in range(games):
        drawn = rng.permutation(left)
        complete = sum(1 << card for card in board) + sum(
            1 << int(c) for c in drawn[: 5 - len(board)]
        )
        theirs = drawn[5 : 5 + 2 * opponents].reshape(-1, 2)
        best = max(evaluate(complete | 1 << int(a) | 1 << int(b)) for a, b in theirs)
        ours = evaluate(complete | sum(1 << card for card in hole))
        points.append(1.0 if ours > best else 0.5 if ours == best else 0.0)
    return float(np.mean(points)), float(np.std(points)) / games**0.5


def mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


@settings(max_examples=6)
@given(
    cards=st.permutations(range(52)),
    opponents=st.integers(1, 5),
    on_board=st.sampled_from([3, 4, 5]),
)
def test_random_games_are_played_as_the_thesis_says(
    cards: list[int], opponents: int, on_board: int
) -> None:
    hole, board = cards[:2], cards[2 : 2 + on_board]
    simulated, error = play_random_games(hole, board, opponents, games=2000)
    ours = sampled_strength(mask(hole), mask(board), opponents, 20_000, seed=2)
    # Six standard errors, and a little where all of the games had one end.
    assert ours == pytest.approx(simulated, abs=6 * error + 0.015)


def beta_moment(hole: list[int], board: list[int], opponents: int) -> float:
    """The moment of a Beta distribution with the mean and variance of the share of holdings
    that are beaten over all boards to come, both rounded to a byte."""
    unseen = [card for card in range(52) if card not in (*hole, *board)]
    points = []
    for more in combinations(unseen, 5 - len(board)):
        ahead, tied, _ = strength_counts(mask(hole), mask([*board, *more]))
        points.append(2 * ahead + tied)
    mean = sum(points) / (1980 * len(points))
    square = sum(p * p for p in points) / (1980 * 1980 * len(points))
    most = mean - mean * mean
    spread = min(max((square - mean * mean) / most, 0), 1) if most > 0 else 0
    mean = math.floor(255 * mean + 0.5) / 255
    spread = min(math.floor(255 * spread + 0.5), 254)
    s = spread / (255 - spread)
    return math.prod((mean + k * s) / (1 + k * s) for k in range(opponents))


@settings(max_examples=12)
@given(
    cards=st.permutations(range(52)),
    opponents=st.integers(1, 8),
    on_board=st.sampled_from([3, 4]),
)
def test_before_the_river_strength_is_the_moment_of_a_beta_distribution(
    cards: list[int], opponents: int, on_board: int
) -> None:
    hole, board = cards[:2], cards[2 : 2 + on_board]
    ours = showdown_strength(hole, board, opponents)
    assert ours == pytest.approx(beta_moment(hole, board, opponents), abs=1e-5)


@pytest.mark.parametrize(
    ("opponents", "on_average", "at_most"), [(1, 0.005, 0.02), (3, 0.01, 0.05), (8, 0.025, 0.12)]
)
def test_strength_is_near_that_of_random_games(
    opponents: int, on_average: float, at_most: float
) -> None:
    rng = np.random.default_rng(6)
    errors = []
    for on_board in [3, 4, 5] * 40:
        cards = rng.permutation(52).tolist()
        hole, board = cards[:2], cards[2 : 2 + on_board]
        games = sampled_strength(mask(hole), mask(board), opponents, 10_000, seed=3)
        errors.append(abs(showdown_strength(hole, board, opponents) - games))
    assert np.mean(errors) < on_average
    assert max(errors) < at_most


def test_the_river_is_exact_against_one() -> None:
    hole, board = as_cards("AsKd"), as_cards("Ah7c7d2s9h")
    ahead, tied, behind = strength_counts(hole.mask, board.mask)
    assert showdown_strength("AsKd", "Ah7c7d2s9h") == pytest.approx((ahead + tied / 2) / 990)
    assert ahead + tied + behind == 990
    # A board that everybody plays is a tie with any number of opponents.
    assert showdown_strength("2c3d", "TsJsQsKsAs", 4) == 0.5


def test_against_one_the_turn_is_the_mean_over_all_rivers() -> None:
    hole, board = as_cards("8h7h"), as_cards("9h6hKs2c")
    unseen = [card for card in range(52) if not (hole.mask | board.mask) >> card & 1]
    points = 0.0
    for river in unseen:
        ahead, tied, _ = strength_counts(hole.mask, board.mask | 1 << river)
        points += (ahead + tied / 2) / 990
    assert showdown_strength("8h7h", "9h6hKs2c") == pytest.approx(points / 46, abs=1 / 500)


def turns_up_to_suits() -> list[int]:
    """Boards whose suits hold no more than the one before, from the definition."""
    boards = []
    for cards in combinations(range(52), 4):
        board = sum(1 << card for card in cards)
        lanes = [board >> 13 * suit & 0x1FFF for suit in range(4)]
        if lanes == sorted(lanes, reverse=True):
            boards.append(board)
    return sorted(boards)


def test_the_table_holds_what_is_worked_out_hand_by_hand() -> None:
    boards = turns_up_to_suits()
    assert len(boards) == TURNS
    empty = np.empty((0, 1326, 2), np.uint8)
    by_hand = StrengthTables(preflop_strengths(), empty, empty)
    turns = np.zeros((TURNS, 1326, 2), np.uint8)
    rng = np.random.default_rng(4)
    rows = rng.choice(TURNS, 6, replace=False).tolist()
    for row in rows:
        points = np.zeros((1, 1326, 2), np.uint32)
        fill_turn_points(points, row, 1)
        turns[row] = turn_prospects(points)[0]
    table = StrengthTables(preflop_strengths(), empty, turns)
    for row in rows:
        suits = rng.permutation(4).tolist()
        board = sum((boards[row] >> 13 * suit & 0x1FFF) << 13 * to for suit, to in enumerate(suits))
        for _ in range(5):
            first, second = rng.permutation([c for c in range(52) if not board >> c & 1])[:2]
            hole = 1 << int(first) | 1 << int(second)
            opponents = int(rng.integers(1, 9))
            expected = by_hand.strength(hole, board, opponents)
            assert table.strength(hole, board, opponents) == expected


def test_preflop_strengths_are_those_of_the_rules() -> None:
    table = preflop_strengths()
    assert table.shape == (169, 8)
    assert (np.diff(table, axis=1) < 0).all()
    assert showdown_strength("AsAh") == pytest.approx(0.852, abs=0.001)
    assert showdown_strength("AsAh", opponents=8) == pytest.approx(0.347, abs=0.002)


def test_preflop_counts_agree_with_the_exact_table() -> None:
    deals = 100_000
    for index in (0, 1, 13, 100, 168):
        wins, ties = preflop_counts(index, deals, seed=3)
        simulated = (wins[0] + ties[0] / 2) / deals
        assert simulated == pytest.approx(float(preflop_strengths()[index, 0]), abs=0.008)
        shipped = preflop_strengths()[index, 4]
        assert (wins[4] + ties[4] / 2) / deals == pytest.approx(float(shipped), abs=0.008)


def test_flops_are_made_of_turns() -> None:
    points = np.ones((TURNS, 1326, 2), np.uint32)
    points[:, :, 0] = 46 * 990  # every holding beats half of the others on every river
    points[:, :, 1] = 46 * 990 * 990
    flops = flop_prospects(points, 0, 2, 1)
    assert flops.shape == (2, 1326, 2)
    in_play = flops[0].any(axis=1)
    assert in_play.sum() == 49 * 48 // 2
    assert set(map(tuple, flops[0][in_play].tolist())) == {(128, 0)}
    assert FLOPS == 1755


@pytest.mark.parametrize(
    ("hole", "board", "opponents"),
    [("As", "", 1), ("AsAh", "Ks", 1), ("AsAh", "AsKdQd", 1), ("AsAh", "", 0), ("AsAh", "", 9)],
)
def test_what_has_no_strength_is_refused(hole: str, board: str, opponents: int) -> None:
    with pytest.raises(CardError):
        showdown_strength(hole, board, opponents)
