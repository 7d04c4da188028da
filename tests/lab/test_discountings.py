"""Ways to discount regrets, compared on drawn spots."""

import json
from math import exp, log

import pytest

from fivebet.errors import SolvingError
from fivebet.lab import discountings
from fivebet.lab.discountings import DiscountingComparison, draw_spot
from fivebet.runs.executors import InProcess
from fivebet.runs.runner import run_job
from fivebet.solving import Tree, solve
from fivebet.solving.discounting import parse_discounting

WAYS = ("discounted", "cfr+")
RIVERS = DiscountingComparison(ways=WAYS, spots=3, seed=5)


def test_every_way_solves_the_same_spots() -> None:
    result = run_job(RIVERS, InProcess())
    for number in range(3):
        for way, name in enumerate(WAYS):
            tree = Tree(draw_spot("river", number, 5), discounting=parse_discounting(name))
            for target, took in zip((0.3, 0.1), result.took[number, way], strict=True):
                assert solve(tree, target).exploitability_pct <= target
                assert took == tree.iterations + len(tree.measured)
    assert (result.rises >= 1).all()
    first, second = result.lines()
    assert first.startswith("discounted: ")
    assert "1.000 times (1.000 to 1.000)" in first
    assert second.startswith("cfr+: ")
    ratio = exp(sum(log(b[0] / a[0]) for a, b in result.took) / 3)
    assert f"to 0.3 %, {ratio:.3f} times" in second


def test_spots_follow_from_their_number_and_the_seed() -> None:
    assert draw_spot("turn", 1, 5) == draw_spot("turn", 1, 5)
    boards = {str(draw_spot("turn", number, seed).board) for number in (1, 2) for seed in (5, 6)}
    assert len(boards) == 4
    assert all(len(board) == 8 for board in boards)


def test_a_comparison_becomes_plain_data_and_back() -> None:
    assert DiscountingComparison.from_dict(json.loads(json.dumps(RIVERS.to_dict()))) == RIVERS


def test_what_compares_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SolvingError, match="'preflop' is no street: give flop, turn, river"):
        DiscountingComparison(street="preflop")
    with pytest.raises(SolvingError, match="0 spots compare nothing"):
        DiscountingComparison(spots=0)
    with pytest.raises(SolvingError, match="'fast' is no way to discount"):
        DiscountingComparison(ways=("discounted", "fast"))
    assert discountings.main(["river", "--spots", "1", "--workers", "1", "--store", "none"]) == 0
    assert capsys.readouterr().out.startswith("discounted: ")
