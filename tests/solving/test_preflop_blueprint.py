import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fivebet._core import Blueprint
from fivebet.cards.combos import CLASSES
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.cli import tables
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving.bet_sizes import BetSizes
from fivebet.solving.preflop_blueprint import (
    DEPTHS,
    ITERATIONS,
    PreflopStrategy,
    nearest_preflop,
    solve_preflop,
    strategies_from_dict,
    strategies_to_dict,
)

AA, TRASH = CLASSES.index("AA"), CLASSES.index("72o")


@pytest.fixture(scope="module")
def solved():  # type: ignore[no-untyped-def]
    return solve_preflop(15, iterations=40, responses=4, boards=4, value_boards=8)


def test_every_decision_before_the_flop_is_answered(solved) -> None:  # type: ignore[no-untyped-def]
    first = solved.nodes[()]
    assert list(first) == ["fold", "call", "raise 250", "all-in 1500"]
    assert set(solved.nodes["call",]) == {"check", "raise 250", "all-in 1500"}
    for rows in solved.nodes.values():
        assert sum(rows.values()) == pytest.approx(np.ones(169), abs=1e-4)


def test_a_short_solve_knows_good_hands_from_bad_ones(solved) -> None:  # type: ignore[no-untyped-def]
    assert solved.nodes[()]["fold"][AA] < 0.1
    facing = solved.nodes["all-in 1500",]
    assert facing["call"][AA] > 0.9
    assert facing["fold"][TRASH] > 0.8


def test_more_raises_than_a_decision_can_have_are_refused() -> None:
    all_sizes = BetSizes(", ".join(f"{size}c" for size in range(300, 320))).sizes
    few = BetSizes("50%").sizes
    with pytest.raises(ValueError, match="22 actions: offer fewer sizes"):
        Blueprint(1500, 50, 100, [all_sizes], [(few, few)] * 3, [0, 0, 0], [5, 5, 5])


def test_strategies_read_back_from_plain_data(solved) -> None:  # type: ignore[no-untyped-def]
    again = strategies_from_dict(strategies_to_dict([solved]))[15]
    assert again.value == solved.value
    for path, rows in solved.nodes.items():
        for action, row in rows.items():
            assert again.nodes[path][action] == pytest.approx(row, abs=0.01)
            assert again.values[path][action] == pytest.approx(
                solved.values[path][action], abs=1e-3
            )
    assert again.value_errors == pytest.approx(solved.value_errors)


def test_actions_are_worth_what_they_win(solved) -> None:  # type: ignore[no-untyped-def]
    first, facing = solved.values[()], solved.values["all-in 1500",]
    assert first["fold"] == pytest.approx(np.full(169, -0.5))
    assert facing["fold"] == pytest.approx(np.full(169, -1.0))
    assert first["all-in 1500"][AA] > first["all-in 1500"][TRASH]
    # Behind a jam only the cards are left: aces win what their equity says.
    jams = solved.nodes[()]["all-in 1500"]
    meets = class_matrix()
    share = (meets.share[AA] @ jams) / (meets.deals[AA] @ jams)
    assert facing["call"][AA] == pytest.approx(15 * (2 * share - 1), abs=1.5)  # on eight boards
    assert solved.value_errors["all-in 1500",] > solved.value_errors[()] > 0


def test_the_nearest_depth_is_played() -> None:
    depths = [nearest_preflop(stack).depth for stack in (5, 10, 100, 1000)]
    assert depths == sorted(depths)
    assert depths[0] == 10
    assert nearest_preflop(100).depth == 100
    for stack in (10, 100):
        strategy = nearest_preflop(stack)
        assert strategy.nodes[()]["fold"][AA] < 0.01
        # The big blind is worth something, and no learner found much to gain.
        assert abs(strategy.value) < 0.3
        assert max(strategy.gains) < 150


def test_what_cannot_be_solved_is_quoted() -> None:
    with pytest.raises(SolvingError, match="1 big blinds"):
        solve_preflop(1)


def test_the_command_goes_on_with_depths_that_are_missing(
    solved,  # type: ignore[no-untyped-def]
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = []

    def solve(depth: int, **_: object) -> PreflopStrategy:
        asked.append(depth)
        return replace(solved, depth=depth)

    monkeypatch.setattr(tables, "solve_preflop", solve)
    file = tmp_path / "preflop.json"
    poor, good = replace(solved, depth=10), replace(solved, iterations=ITERATIONS)
    file.write_text(json.dumps(strategies_to_dict([poor, good])))
    assert run(["tables", "preflop", "-o", str(file), "--json"]) == 0
    assert asked == [depth for depth in DEPTHS if depth != 15]
    assert list(strategies_from_dict(json.loads(file.read_text()))) == list(DEPTHS)
    other = tmp_path / "other.json"
    other.write_text("{}")
    assert run(["tables", "preflop", "-o", str(other)]) == 2
    assert "holds no strategies" in capsys.readouterr().err
