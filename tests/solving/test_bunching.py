"""Folded players' cards, held against all deals of three hands."""

import json
from pathlib import Path

import numpy as np
import pytest

from fivebet.cards import CardSet
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.ranges import Range
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving import Spot, Tree
from fivebet.solving.bunching import account_for_folds
from fivebet.solving.tree import compatible_weights

BOARD = CardSet("Td9d6h")
FIRST, SECOND = Range("AA,KK,QQ,55,76s,AKo"), Range("JJ,44,AQs,87s")
FOLDED = Range("A2o-A9o,K2o-K9o,Q2o-Q9o")


def exact_marginal() -> np.ndarray:
    """Return the first player's weights over all deals in which nobody shares a card."""
    live = (COMBO_MASKS & np.uint64(BOARD.mask)) == 0
    apart = (COMBO_MASKS[:, None] & COMBO_MASKS[None, :]) == 0
    first, second, third = (np.where(live, each.weights, 0) for each in (FIRST, SECOND, FOLDED))
    marginal = np.zeros(1326)
    for i in np.flatnonzero(first):
        for j in np.flatnonzero(second * apart[i]):
            marginal[i] += first[i] * second[j] * third[apart[i] & apart[j]].sum()
    return marginal / marginal.sum()


def marginal(first: Range, second: Range) -> np.ndarray:
    weights = first.without(BOARD).weights * compatible_weights(second.without(BOARD).weights)
    return np.asarray(weights / weights.sum())


def test_weights_are_close_to_those_of_all_deals() -> None:
    expected = exact_marginal()
    ranges = [account_for_folds(each, [FOLDED], BOARD) for each in (FIRST, SECOND)]
    plain = abs(marginal(FIRST, SECOND) - expected).sum()
    found = abs(marginal(*ranges) - expected).sum()
    assert found < plain / 20
    assert found < 0.002


def test_suits_stay_alike_and_impossible_folds_are_refused() -> None:
    spot = Spot.create(BOARD, 100, 100, FIRST, SECOND, bets="a")
    after = [account_for_folds(each, [FOLDED] * 3, BOARD) for each in (FIRST, SECOND)]
    assert Tree(Spot.create(BOARD, 100, 100, *after, bets="a")).nodes == Tree(spot).nodes
    assert account_for_folds(FIRST, [], BOARD) == FIRST
    with pytest.raises(SolvingError, match="nobody can have folded"):
        account_for_folds(FIRST, [Range("TdTc")], BOARD)


def test_the_command_takes_folded_ranges(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["solve", "--board=Kh8h3dJc5s", "--pot=200", "--stack=300", "--oop=AA,77", "--ip=QQ"]
    values = []
    for folded in ([], ["--folded=A2o+", "--folded=A2o+"]):
        output = f"--output={tmp_path}/{len(folded)}.5tree"
        assert run([*command, *folded, output, "--target=0.1", "--json"]) == 0
        values.append(json.loads(capsys.readouterr().out)["ev"][0])
    assert values[1] < values[0] - 3  # aces are rarer
    assert run([*command, "--folded=KhKc"]) == 2
    assert "nobody can have folded" in capsys.readouterr().err
