"""Reports of ranges and runouts, against enumeration and against single nodes."""

import numpy as np
import pytest

from fivebet.cards import DECK
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.evaluator import evaluate
from fivebet.errors import SolvingError
from fivebet.solving import Node, Spot, Tree, solve
from fivebet.study.range_report import equity_distribution, range_reports
from fivebet.study.runouts import runouts

TURN = Spot.create(
    "Kh8h3dJc", 100, 150, "AA, K9s, 76s, QTs", "AK, JJ, 98s:0.5", bets="75%", raises=""
)


@pytest.fixture(scope="module")
def tree() -> Tree:
    return solve(Tree(TURN, threads=1), 1.0).tree


def deals(node: Node) -> dict[tuple[int, int], float]:
    """Return the weight of each pair of combos that can be dealt."""
    reach = [node.reach(player) for player in (0, 1)]
    return {
        (first, second): reach[0][first] * reach[1][second]
        for first in np.flatnonzero(reach[0])
        for second in np.flatnonzero(reach[1])
        if not COMBO_MASKS[first] & COMBO_MASKS[second]
    }


def test_distributions_follow_from_the_equity_of_every_deal(tree: Tree) -> None:
    node = tree.node("check, check, 2s")
    won: dict[int, list[float]] = {}
    weights = np.zeros(1326)
    for (first, second), weight in deals(node).items():
        values = [evaluate(node.board.mask | int(COMBO_MASKS[each])) for each in (first, second)]
        share = 0.5 if values[0] == values[1] else float(values[0] > values[1])
        won.setdefault(first, []).append(weight * share)
        weights[first] += weight
    equity = {combo: sum(parts) / weights[combo] for combo, parts in won.items()}
    report = range_reports(node)[0]
    assert report.combos == pytest.approx(node.reach(0).sum())
    assert report.equity == pytest.approx(
        sum(equity[combo] * weights[combo] for combo in equity) / weights.sum()
    )
    passed = 0.0
    for combo in sorted(equity, key=lambda combo: -equity[combo]):
        middle = (passed + weights[combo] / 2) / weights.sum()
        passed += weights[combo]
        below, above = int(np.floor(50 * middle)), int(np.ceil(50 * middle))
        assert (
            report.distribution[above] - 1e-9 <= equity[combo] <= report.distribution[below] + 1e-9
        )
    assert len(report.distribution) == 51
    assert report.distribution[0] == pytest.approx(max(equity.values()))
    assert report.distribution[-1] == pytest.approx(min(equity.values()))


def test_a_distribution_repeats_hands_as_often_as_they_weigh() -> None:
    equity = np.array([0.1, 0.9, np.nan, 0.5, 0.7])
    weights = np.array([3.0, 1.0, 8.0, 0.0, 6.0])
    spread = sorted([0.1] * 3 + [0.9] + [0.7] * 6, reverse=True)
    found = equity_distribution(equity, weights, 11)
    assert found[0] == 0.9
    assert list(found[1:]) == spread
    assert equity_distribution(equity, np.zeros(5)) == ()


@pytest.mark.parametrize("path", ["", "check", "check, bet 75", "check, check, 2s"])
def test_kinds_of_hands_add_up_to_the_whole_range(tree: Tree, path: str) -> None:
    node = tree.node(path)
    frequencies = list(node.frequencies().values())
    for player, report in enumerate(range_reports(node)):
        for kinds in filter(None, (report.made, report.draws)):
            assert sum(kind.combos for kind in kinds) == pytest.approx(report.combos)
            assert sum(kind.share for kind in kinds) == pytest.approx(1)
            assert report.equity == pytest.approx(sum(k.share * (k.equity or 0) for k in kinds))
            assert report.ev == pytest.approx(sum(k.share * (k.ev or 0) for k in kinds))
            for at, share in enumerate(frequencies if player == node.player else []):
                assert share == pytest.approx(sum(k.share * k.actions[at] for k in kinds))
        assert bool(report.draws) == (len(node.board) < 5)


def test_runouts_are_the_nodes_after_every_card(tree: Tree) -> None:
    node = tree.node("check, check")
    found = runouts(node)
    assert [each.card for each in found] == [str(card) for card in DECK if card not in node.board]
    assert sum(each.weight for each in found) == pytest.approx(1)
    by_card = {each.card: each for each in found}
    for card in ("2s", "2c", "Kd", "9h"):
        after = tree.node(f"check, check, {card}")
        for player, report in enumerate(range_reports(after)):
            assert by_card[card].ev[player] == pytest.approx(report.ev)
            assert by_card[card].equity[player] == pytest.approx(report.equity)
        assert by_card[card].frequencies == pytest.approx(after.frequencies())
        possible = sum(deals(after).values())
        assert by_card[card].weight == pytest.approx(possible / (44 * sum(deals(node).values())))
    value = sum(each.weight * (each.ev[0] or 0) for each in found)
    report_ev = range_mean(node)
    assert value == pytest.approx(report_ev, abs=1e-3)


def range_mean(node: Node) -> float:
    weights = node.reach(0) * [0]
    for (first, _), weight in deals(node).items():
        weights[first] += weight
    values = node.values(0)
    return float(np.nansum(values * weights) / weights.sum())


def test_runouts_need_a_card_to_come(tree: Tree) -> None:
    with pytest.raises(SolvingError, match="no card comes after check"):
        runouts(tree.node("check"))
