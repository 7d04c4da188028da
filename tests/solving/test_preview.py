"""What a solve will take is known before it starts."""

import json
from pathlib import Path

import pytest

from fivebet.cli.app import run
from fivebet.solving import Spot, Tree, preview, preview_solve, solve
from fivebet.solving.gpu_devices import HostDevice
from fivebet.solving.tree_files import library_folder

WIDE = "22+,A2s+,K9s+,QTs+,T8s+,98s,87s,76s,ATo+,KJo+"
RIVER = Spot.create("Kh8h3dJc5s", 200, 900, WIDE, WIDE)
TURN = Spot.create("Kh8h3dJc", 200, 900, "66+,A8s+", "QQ-22,A2s+", bets="50%")


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    monkeypatch.setattr(preview, "seconds_per_number", lambda *_: 1e-9)


@pytest.mark.parametrize("spot", [RIVER, TURN])
@pytest.mark.parametrize("target", [1.0, 0.3])
def test_iterations_are_estimated_within_a_half(spot: Spot, target: float) -> None:
    tree = Tree(spot)
    before = preview_solve(tree, target)
    assert not tree._solver.allocated
    assert before.memory_mb == tree.memory / 1e6
    assert before.seconds == pytest.approx(before.iterations * preview.stored_numbers(tree) * 1e-9)
    done = solve(tree, target).iterations
    assert done / 1.5 <= before.iterations <= 1.5 * done
    assert preview_solve(tree, target).iterations == 0
    assert preview_solve(tree, target / 10).iterations > 0


def test_no_more_iterations_are_expected_than_are_allowed() -> None:
    assert preview_solve(Tree(RIVER), 0.0, iterations=77).iterations == 77


def test_decisions_are_counted_over_all_streets() -> None:
    # Heads-up with one bet and no raise: check, bet, and an answer to each bet.
    river = Spot.create("Kh8h3dJc5s", 100, 100, "AA", "QQ", bets="a")
    turn = Spot.create("Kh8h3dJc", 100, 100, "AA", "QQ", bets="a")
    assert preview.count_decisions(Tree(river)) == 4
    assert preview.count_decisions(Tree(turn)) == 8


@pytest.mark.parametrize("device", [None, HostDevice()])
def test_numbers_cost_time(monkeypatch: pytest.MonkeyPatch, device: HostDevice | None) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(preview, "_SECONDS", 1e-9)
    monkeypatch.setattr(preview, "_LARGE_TURN", TURN)
    assert 0 < preview.seconds_per_number(False, True, 1, device) < 1e-3


def test_the_command_says_what_a_solve_will_take(capsys: pytest.CaptureFixture[str]) -> None:
    flop = ["--board=Td9d6h", "--pot=200", "--stack=900", "--oop=66+,A8s+", "--ip=QQ-22,A2s+"]
    assert run(["solve", *flop, "--small", "--preview", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    tree = Tree(Spot.create("Td9d6h", 200, 900, "66+,A8s+", "QQ-22,A2s+"), compressed=True)
    assert answer.keys() == {"memory_mb", "seconds"}
    assert answer["memory_mb"] == tree.memory / 1e6
    assert answer["seconds"] > 1
    assert run(["solve", *flop, "--preview"]) == 0
    assert " MB; about " in capsys.readouterr().out
    assert not library_folder().exists()
    assert preview.is_long(tree, 0.3)
    assert not preview.is_long(Tree(RIVER), 0.3)
