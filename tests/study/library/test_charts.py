"""The library's charts, held against what they come from."""

import json

import numpy as np
import pytest

from fivebet.cards.combos import CLASSES
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving.jam_fold_heads_up import JamOrFold, fictitious_play
from fivebet.solving.preflop_blueprint import nearest_preflop, shipped_depths
from fivebet.study.library import sets
from fivebet.study.library.charts import ChartNode, ChartSet, node_to_dict
from fivebet.study.library.sets import chart_sets, find_node, find_set, register_set, steps_to


def test_every_depth_that_ships_is_a_chart_whose_lines_can_be_walked() -> None:
    charts = find_set("preflop")
    assert [key for key, _ in charts.charts()] == [str(depth) for depth in shipped_depths()]
    shipped = nearest_preflop(100)
    walked: set[tuple[str, ...]] = set()
    front: list[tuple[str, ...]] = [()]
    while front:
        path = front.pop()
        node = charts.node("100", path)
        walked.add(path)
        assert (
            dict(zip(node.actions, node.shares, strict=True)).keys() == shipped.nodes[path].keys()
        )
        front += [(*path, name) for name in node.further]
    assert walked == set(shipped.nodes)


def test_only_hands_that_come_there_are_in_a_chart() -> None:
    node = find_node("preflop", "100", "raise 250, raise 875")
    assert node.player == "BTN"
    raised = nearest_preflop(100).nodes[()]["raise 250"]
    assert node.weights == pytest.approx(raised)
    trash = CLASSES.index("72o")
    assert node_to_dict(node)["classes"][trash]["weight"] < 0.05


def test_push_or_fold_for_two_is_that_of_another_solver() -> None:
    solved = fictitious_play(JamOrFold(10), target=1e-4)
    jams, calls = find_node("pushfold", "2x10"), find_node("pushfold", "2x10", "all-in 1000")
    for node, row in ((jams, solved.jam), (calls, solved.call)):
        assert node.values is not None
        sure = np.abs(node.values[1]) > 0.1  # what is worth the same may be done or not
        assert (node.shares[1][sure] > 0.5).tolist() == (row[sure] > 0.5).tolist()
    assert jams.further == {"all-in 1000"}
    assert calls.further == frozenset()


def test_tables_are_walked_by_folds_and_one_jam() -> None:
    first = find_node("pushfold", "4x10")
    assert (first.player, set(first.further)) == ("CO", {"fold", "all-in 1000"})
    late = find_node("pushfold", "4x10", "fold, fold")
    assert (late.player, set(late.further)) == ("SB", {"all-in 1000"})
    assert late.frequencies()["all-in 1000"] > first.frequencies()["all-in 1000"]
    facing = find_node("pushfold", "4x10", "all-in 1000, fold")
    assert (facing.player, facing.actions) == ("SB", ("fold", "call"))
    for line in ("fold, fold, fold", "all-in 1000, all-in 1000", "dance", "fold, " * 9):
        with pytest.raises(SolvingError, match="nobody decides"):
            find_node("pushfold", "4x10", line)


def test_steps_say_what_else_could_be_done() -> None:
    steps = steps_to(find_set("preflop"), "100", ("raise 250", "call")[:1])
    assert [(step.player, step.taken) for step in steps] == [("BTN", "raise 250")]
    assert steps[0].actions == ("fold", "call", "raise 250")


def test_what_is_not_there_is_quoted() -> None:
    with pytest.raises(SolvingError, match="no charts 'chess': it has preflop, pushfold, flops"):
        find_node("chess", "1")
    with pytest.raises(SolvingError, match="no chart '11' of preflop: there are 10, 12"):
        find_node("preflop", "11")
    with pytest.raises(SolvingError, match="nobody decides after fold here: fold, call"):
        find_node("preflop", "100", "fold")


def test_another_set_joins_by_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "_SETS", dict(sets._SETS))
    node = ChartNode("UTG", ("fold",), np.ones((1, 169)), np.ones(169), frozenset())
    register_set(ChartSet("six", "Six players", "", lambda: [("100", "100")], lambda *_: node))
    assert [each.name for each in chart_sets()][-1] == "six"
    assert find_node("six", "100").frequencies() == {"fold": 1.0}


def test_the_command_lists_and_shows_charts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["library", "list", "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert set(listed) == {"preflop", "pushfold", "flops"}
    assert run(["library", "show", "preflop", "100", "--at", "raise 250", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["player"] == "BB"
    assert shown["steps"][0]["taken"] == "raise 250"
    assert len(shown["classes"]) == 169
    assert sum(action["share"] for action in shown["actions"]) == pytest.approx(1)
    assert run(["library", "show", "pushfold", "2x10", "--hand", "A5s"]) == 0
    assert "all-in for 10" in capsys.readouterr().out
    assert run(["library", "show", "preflop", "20"]) == 0
    assert "raise to 2.5" in capsys.readouterr().out
    assert run(["library", "show", "preflop", "100", "--hand", "XX"]) == 2
    assert run(["library", "make", "--pot", "limp"]) == 2
    assert run(["library", "make", "--board", "AsAhAd"]) == 2
    assert "is no flop of the library" in capsys.readouterr().err
