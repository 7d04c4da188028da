import numpy as np
import pytest

from fivebet._core import count_matchups
from fivebet.cards import CardSet
from fivebet.cards.combos import CLASSES, COMBO_MASKS, combo_index
from fivebet.cards.equity import equity
from fivebet.cards.preflop_matchups import class_matrix, count_class_matrix, matchups


def test_there_are_47008_matchups_up_to_suits() -> None:
    assert count_matchups() == 47_008


def test_the_table_is_a_fair_game() -> None:
    table = matchups()
    assert np.array_equal(table.won + table.tied + table.won.T, table.deals)
    assert np.array_equal(table.tied, table.tied.T)
    shared = (COMBO_MASKS[:, None] & COMBO_MASKS[None, :]) != 0
    assert (table.deals[shared] == 0).all()
    assert (table.deals[~shared] == 1_712_304).all()


@pytest.mark.parametrize(
    ("one", "two"),
    [("AsAh", "KsKh"), ("7h2h", "7d2d"), ("JhTh", "2c2d"), ("AhKh", "AsKs"), ("9c8c", "Tc7c")],
)
def test_the_table_agrees_with_playing_out_the_boards(one: str, two: str) -> None:
    table = matchups()
    at = combo_index(*CardSet(one)), combo_index(*CardSet(two))
    played = equity(one, two)
    assert played.method == "enumeration"
    assert table.won[at] / table.deals[at] == played.win[0]
    assert table.tied[at] / table.deals[at] == played.tie[0]


def test_class_against_class_is_the_sum_of_its_combos() -> None:
    matrix = class_matrix()
    assert matrix.equity.shape == (169, 169)
    assert matrix.equity + matrix.equity.T == pytest.approx(np.ones((169, 169)))
    aces, kings = CLASSES.index("AA"), CLASSES.index("KK")
    assert matrix.deals[aces, kings] == 36 * 1_712_304
    assert matrix.equity[aces, kings] == pytest.approx(0.819460, abs=1e-6)
    assert matrix.deals[aces, aces] == 6 * 1_712_304
    assert matrix.equity[aces, aces] == 0.5


def test_every_matchup_is_won_by_the_better_known_favourite() -> None:
    named = {"AA": "KK", "AKs": "AQs", "22": "AKo", "JTs": "22", "QQ": "AKs"}
    matrix = class_matrix().equity
    for better, worse in named.items():
        assert matrix[CLASSES.index(better), CLASSES.index(worse)] > 0.5


def test_the_shipped_matrix_is_the_sum_of_all_matchups() -> None:
    assert np.array_equal(class_matrix().stack, count_class_matrix().stack)
