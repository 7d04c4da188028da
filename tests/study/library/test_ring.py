"""Charts before the flop for six players."""

import numpy as np
import pytest

from fivebet.cards.combos import CLASSES
from fivebet.errors import SolvingError
from fivebet.study.library.sets import find_node


def test_the_first_to_act_raises_aces_and_folds_rags() -> None:
    node = find_node("ring", "200")
    assert (node.player, node.actions) == ("UTG", ("fold", "call", "raise 225", "raise 350"))
    folds = node.shares[node.actions.index("fold")]
    assert folds[CLASSES.index("AA")] == 0
    assert folds[CLASSES.index("72o")] == 1
    assert np.allclose(node.shares.sum(axis=0), 1)


@pytest.mark.parametrize("depth", ["200", "100", "50", "20"])
def test_every_depth_has_lines_of_its_own(depth: str) -> None:
    first = find_node("ring", depth)
    raised = next(name for name in first.actions if name.startswith("raise"))
    answer = find_node("ring", depth, raised)
    assert answer.player == "HJ"
    assert np.allclose(answer.shares.sum(axis=0), 1)
    jams = [name for name in answer.actions if name.startswith("all-in")]
    assert bool(jams) == (depth == "20")


def test_a_line_leads_to_the_next_decision_with_the_hands_that_come_there() -> None:
    opened = find_node("ring", "limit", "raise 20, fold, fold, fold, fold, raise 30")
    assert opened.player == "UTG"
    first = find_node("ring", "limit")
    assert np.array_equal(opened.weights, first.shares[first.actions.index("raise 20")])
    assert "raise 40" in opened.further
    assert "call" not in opened.further


@pytest.mark.parametrize("line", ["raise 77", "fold, fold, fold, fold, fold", "call, bet 3"])
def test_lines_that_lead_nowhere_are_refused(line: str) -> None:
    with pytest.raises(SolvingError, match="nobody decides after"):
        find_node("ring", "200", line)
