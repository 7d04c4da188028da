import json
import pickle
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving import Spot, Tree, find_tree, load_tree, save_tree, solve
from fivebet.solving.tree_files import library_path, read_header

SPOT = Spot.create("Kh8h3dJc5s", 100, 200, "AA,QQ,JTs", "TT+,AQs")
COMMAND = ["solve", "--board", "Kh8h3dJc", "--pot", "100", "--stack", "200", "--oop", "AA,QQ,JTs"]
COMMAND += ["--ip", "TT+,AQs", "--json"]


def learnt(iterations: int, small: bool = False) -> Tree:
    tree = Tree(SPOT, threads=1, compressed=small)
    for _ in range(iterations):
        tree.iterate()
    return tree


@pytest.mark.parametrize("small", [False, True])
def test_a_saved_solve_goes_on_as_if_it_had_never_stopped(tmp_path: Path, small: bool) -> None:
    path = tmp_path / "a.5tree"
    save_tree(learnt(7, small), path)
    tree = load_tree(str(path), threads=1)
    for _ in range(5):
        tree.iterate()
    straight = learnt(12, small)
    for name in ("regrets", "averages", "scales"):
        assert np.array_equal(tree._solver.buffer(name, 0), straight._solver.buffer(name, 0))
    assert tree.measure() == straight.measure()


@pytest.mark.parametrize("pickled", [True, False], ids=["pickled", "in a file"])
def test_a_solve_that_goes_on_ends_where_it_would_have_ended(tmp_path: Path, pickled: bool) -> None:
    straight = solve(Tree(SPOT, threads=1), target=0.2)
    (before, _), _ = straight.tree.measured[-2:]
    tree = solve(Tree(SPOT, threads=1), target=0.2, iterations=before + 1).tree
    assert tree.measured == straight.tree.measured[:-1]
    if pickled:
        tree = pickle.loads(pickle.dumps(tree))
    else:
        save_tree(tree, tmp_path / "a.5tree")
        tree = load_tree(tmp_path / "a.5tree", threads=1)
    resumed = solve(tree, target=0.2)
    assert resumed.iterations == straight.iterations
    assert resumed.tree.measured == straight.tree.measured


def test_measurements_that_do_not_follow_each_other_are_refused(tmp_path: Path) -> None:
    tree = learnt(20)
    tree.measured = [(20, 1.0), (10, 2.0)]
    save_tree(tree, tmp_path / "a.5tree")
    with pytest.raises(SolvingError, match="makes no sense"):
        load_tree(tmp_path / "a.5tree")


def test_without_regrets_a_tree_is_only_looked_at(tmp_path: Path) -> None:
    path, full = tmp_path / "a.5tree", tmp_path / "b.5tree"
    before = learnt(20)
    save_tree(before, path, resumable=False)
    save_tree(before, full)
    assert path.stat().st_size < 0.6 * full.stat().st_size
    tree = load_tree(path)
    assert tree.root.frequencies() == before.root.frequencies()
    with pytest.raises(SolvingError, match="without its regrets"):
        tree.iterate()


def test_the_header_tells_what_is_inside(tmp_path: Path) -> None:
    path = tmp_path / "a.5tree"
    save_tree(learnt(20), path)
    header = read_header(path)
    assert Spot.from_dict(header["spot"]) == SPOT
    assert header["iterations"] == 20


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.5tree"
    save_tree(learnt(3), path)
    whole = path.read_bytes()
    for at in [*range(0, 40, 3), 300, 900, len(whole) // 2, len(whole) - 3]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(SolvingError, match=r"damaged|no solved tree|version"):
            load_tree(path)
    for length in (0, 5, 20, 2000, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(SolvingError, match=r"damaged|no solved tree"):
            load_tree(path)
    path.write_bytes(whole + b"x")
    with pytest.raises(SolvingError, match="checksum"):
        load_tree(path)


def test_nothing_is_saved_before_it_is_solved_or_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SolvingError, match="not worth keeping"):
        save_tree(Tree(SPOT), tmp_path / "a.5tree")
    with pytest.raises(SolvingError, match="there is no folder"):
        save_tree(learnt(1), tmp_path / "none" / "a.5tree")
    with pytest.raises(SolvingError, match="there is no file"):
        load_tree(tmp_path / "none.5tree")
    with pytest.raises(SolvingError, match="cannot be read: Is a directory"):
        load_tree(tmp_path)


def test_a_full_disk_leaves_the_tree_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.5tree"
    save_tree(learnt(2), path)
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, limits[1]))
    try:
        with pytest.raises(SolvingError, match=r"a.5tree' cannot be written: File too large"):
            save_tree(learnt(3), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_library_finds_what_was_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    assert find_tree(SPOT) is None
    library_path(SPOT).parent.mkdir()
    save_tree(learnt(10), library_path(SPOT))
    found = find_tree(SPOT)
    assert found is not None
    assert found.iterations == 10


def test_the_command_solves_looks_up_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    assert run([*COMMAND, "--target", "2"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert set(first) >= {"exploitability_pct", "iterations", "seconds", "memory_mb", "ev", "root"}
    assert first["exploitability_pct"] <= 2
    assert sum(first["ev"]) == pytest.approx(100)
    assert sum(first["root"].values()) == pytest.approx(1)
    assert run([*COMMAND, "--target", "2"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["iterations"], again["ev"]) == (first["iterations"], first["ev"])
    assert (first["looked_up"], again["looked_up"]) == (False, True)
    assert run([*COMMAND, "--target", "0.5", "--at", "check"]) == 0
    further = json.loads(capsys.readouterr().out)
    assert further["iterations"] > first["iterations"]
    assert further["at"]["player"] == "IP"
    people = [word for word in COMMAND if word != "--json"]
    assert run([*people, "--target", "0.5"]) == 0
    assert "solved before, looked up in" in capsys.readouterr().out
    assert run([*people, "--target", "0.1"]) == 0
    assert f", going on from {further['iterations']} iterations" in capsys.readouterr().out
    assert run([*people, "--anew"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(".5tree")


INTERRUPTED = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from fivebet.solving.tree import Tree
learn = Tree.iterate
def iterate(self, times=1):
    learn(self, times)
    if self.iterations == 20:
        os.kill(os.getpid(), signal.SIGINT)
Tree.iterate = iterate
from fivebet.cli import main
main()
"""


def test_a_killed_solve_resumes(tmp_path: Path) -> None:
    """Ctrl-C in the middle: the file holds what was learnt, and the command goes on."""
    path = tmp_path / "out.5tree"
    options = [*COMMAND, "--output", str(path), "--threads", "1"]
    endless = ["--target", "0", "--iterations", "100000000"]
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *options, *endless],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 130
    assert "goes on" in ended.stderr
    before = read_header(path)["iterations"]
    assert before >= 20
    assert run([*options, "--target", "5", "--iterations", str(before + 50)]) == 0


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--png", "out.gif"], "'out.gif' names no picture"),
        (["--at", "dance"], "'dance' is not possible"),
        (["--bets", "50"], "'50' in '50' is no bet size"),
        (["--memory", "0.01"], "MB are allowed"),
        (["--method", "magic"], "'magic' is no way to discount"),
        (["--threads", "0"], "0 threads"),
        (["--target", "nan"], "a target of nan cannot be reached"),
        (["--target", "nan", "--preview"], "a target of nan cannot be reached"),
        (["--memory", "nan"], "--memory nan is no size: give megabytes, more than 0"),
        (["--iterations", "0"], "0 iterations, measured every 10, solve nothing"),
        (["--rake-cap", "3"], "--rake-cap 3 caps no rake: give --rake"),
        (["--within", "1", "--bets", "50%"], "--within chooses the sizes: leave out --bets"),
        (["--within", "1", "--raises-river", ""], "--within chooses the sizes: leave out --bets"),
        (["--limit", "1,2,2", "--raises", "50%"], "--limit fixes all sizes: leave out --bets"),
        (["--limit", "1,2,2", "--add-all-in", "1"], "--limit fixes all sizes: leave out --bets"),
        (["--output", "/nowhere/x.5tree"], "no folder /nowhere"),
    ],
)
def test_slips_on_the_command_line_get_one_sentence(
    more: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    assert run([*COMMAND, *more]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--output", "."], "'.' cannot be written: it is a folder"),
        (["--at", "check, check", "--png", "out.png"], "there is no strategy to draw"),
    ],
)
def test_nothing_is_solved_that_cannot_be_saved_or_drawn(
    more: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    monkeypatch.setattr("fivebet.cli.solve.solve", None)
    assert run([*COMMAND, *more]) == 2
    assert why in capsys.readouterr().err


def test_wrong_threads_are_not_blamed_on_the_file(tmp_path: Path) -> None:
    tree, path = Tree(SPOT), tmp_path / "tree.5tree"
    solve(tree, iterations=1)
    save_tree(tree, path)
    with pytest.raises(SolvingError, match="0 threads cannot solve"):
        load_tree(path, threads=0)
