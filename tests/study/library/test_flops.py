"""The library of flops, on spots small enough to be solved at once."""

import json
from pathlib import Path

import numpy as np
import pytest

from fivebet.cards import as_cards
from fivebet.cards.combos import COMBOS
from fivebet.cards.ranges import Range
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving import Spot, Tree, solve
from fivebet.study.drills.flop import draw_flop, flop_decision, has_flops
from fivebet.study.drills.sets import draw_drill, find_drill
from fivebet.study.library import flops
from fivebet.study.library.flops import POTS, FlopPot, kept_flops, kept_path, load_nodes
from fivebet.study.library.sets import find_node

BOARD = "AcQd9h"
SMALL = {"bets oop flop": "", "bets ip flop": "33%, 75%", "raises oop flop": "3x"}


class SmallPot(FlopPot):
    """A pot with a few hands and without betting after the flop."""

    def spot(self, board: str) -> Spot:
        ranges = Range("99, AQs, KJs, T8s"), Range("QQ, AKs, JTs, 76s")
        return Spot.create(board, 500, 9750, *ranges, "75%", "a", sizes=SMALL, last_street="flop")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    given = POTS["srp"]
    small = SmallPot(given.name, given.title, given.line, given.sizes, given.flops)
    monkeypatch.setitem(POTS, "srp", small)
    load_nodes.cache_clear()
    return tmp_path


@pytest.mark.usefixtures("library")
def test_a_flop_is_made_once_and_read_as_the_solver_has_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert not has_flops()
    with pytest.raises(SolvingError, match="AcQd9h is not in the library yet"):
        load_nodes("srp", BOARD)
    command = ["library", "make", "--board", BOARD, "--store", "none", "--workers", "1", "--json"]
    assert run(command) == 0
    (made,) = json.loads(capsys.readouterr().out)["flops"]
    assert made["board"] == BOARD
    assert made["exploitability_pct"] <= 1
    assert kept_flops("srp") == [BOARD]
    assert kept_path("srp", BOARD).stat().st_size < 200_000
    tree = Tree(POTS["srp"].spot(BOARD), compressed=True, threads=1)
    solve(tree, 1.0)
    for path, node in load_nodes("srp", BOARD).items():
        solved = tree.node(", ".join(path))
        for name, row in solved.strategy.items():
            kept = node.shares[node.actions.index(name)]
            assert np.nan_to_num(kept) == pytest.approx(np.nan_to_num(row), abs=2e-3)
        for name, row in solved.action_values().items():
            kept = node.values[node.actions.index(name)]
            assert np.nan_to_num(kept) == pytest.approx(np.nan_to_num(row) / 100, abs=1e-3)


@pytest.fixture
def made(library: Path) -> None:
    flops.solve_flop("srp", BOARD)
    assert (library / "flops").is_dir()


@pytest.mark.usefixtures("made")
def test_a_flop_that_is_kept_is_not_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(flops, "solve", never)
    assert flops.solve_flop("srp", BOARD)["iterations"] > 0


@pytest.mark.usefixtures("made")
def test_a_chart_shows_classes_as_means_of_their_hands() -> None:
    node = find_node("flops", f"srp-{BOARD}", "check")
    assert node.player == "BTN"
    assert node.actions == ("check", "bet 165", "bet 375")
    assert node.further >= {"bet 165", "bet 375"}
    assert node.frequencies()["check"] < 1
    assert (node.weights > 0).sum() == 4
    assert find_node("flops", f"srp-{BOARD}").actions == ("check",)


@pytest.mark.usefixtures("made")
def test_drills_are_drawn_from_the_flops_that_are_made() -> None:
    drill = draw_drill("flop", 1)
    decision = drill.decision
    assert decision.board == BOARD
    assert len(decision.actions) > 1
    again = find_drill(drill.id)
    assert again.values == drill.values
    with pytest.raises(SolvingError, match="is not in the library yet"):
        draw_flop(decision.seed + 1)
    assert again.decision.title == "Flop, single-raised pot, 100 big blinds"
    facing = flop_decision("srp", BOARD, ("check", "bet 375"))
    assert (facing.pot, facing.to_call, facing.stack) == (8.75, 3.75, 97.5)
    assert facing.story.endswith("Flop: big blind checks, button bets 3.75.")
    known = {f"{pair[1]}{pair[0]}" for pair in COMBOS}
    assert set(facing.hands) <= known


@pytest.mark.usefixtures("made")
def test_a_damaged_file_is_named() -> None:
    kept_path("srp", BOARD).write_bytes(b"no archive")
    with pytest.raises(SolvingError, match=r"is damaged .* delete it and make it again"):
        load_nodes("srp", BOARD)


def test_there_are_25_different_flops_of_each_pot() -> None:
    for pot in POTS.values():
        assert len(set(pot.boards)) == 25
        assert all(len(as_cards(board)) == 3 for board in pot.boards)
    assert POTS["3bet"].fingerprint != POTS["srp"].fingerprint
