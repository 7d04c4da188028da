"""The solve of a spot as a job: stopped, resumed, and looked at while it runs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivebet.arena.kinds import KINDS
from fivebet.cli.app import run
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Reducer
from fivebet.runs.runner import JobStopped, run_job
from fivebet.solving import Lock, Spot, Tree, solve
from fivebet.solving.tree_files import find_tree, library_path
from fivebet.store.runs import Runs
from fivebet.study import spot_solve
from fivebet.study.spot_solve import SolveResult, SpotSolve, close_tree, open_tree

SPOT = Spot.create("Kh8h3dJc5s", 200, 900, "22+, A2s+", "TT+, AKs")
JOB = SpotSolve(spot=SPOT, target=0.5, iterations=500)


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process be a new one, whose chunks are one iteration long each."""
    monkeypatch.setattr(spot_solve, "_SECONDS_A_CHUNK", 0.0)
    forget_tree()
    yield
    forget_tree()


def forget_tree() -> None:
    spot_solve._OpenTree.current = None


def without_seconds(result: SolveResult) -> SolveResult:
    points = tuple(replace(point, seconds=0.0) for point in result.points)
    return replace(result, seconds=0.0, points=points)


def stop_after(iterations: int, **options: Any) -> None:
    """Stop the job after so many iterations."""
    seen: list[SolveResult] = []

    def note(reducer: Reducer[SolveResult]) -> None:
        seen.append(reducer.result())

    with pytest.raises(JobStopped):
        run_job(
            JOB,
            on_result=note,
            should_stop=lambda: bool(seen and seen[-1].iterations >= iterations),
            **options,
        )


def test_a_job_ends_where_solving_the_tree_does() -> None:
    result, alone = run_job(JOB), solve(Tree(SPOT), 0.5, 500)
    assert result.iterations == alone.iterations
    assert result.exploitability_pct == alone.exploitability_pct
    assert result.ev == alone.ev
    measured = [point.iterations for point in result.points]
    assert measured == sorted(set(measured))
    assert (measured[0], measured[-1]) == (10, alone.iterations)
    assert result.points[-1].exploitability_pct == alone.exploitability_pct
    saved = find_tree(SPOT)
    assert saved
    assert saved.iterations == alone.iterations


def test_a_job_that_has_used_up_its_iterations_is_saved() -> None:
    job = replace(JOB, target=0.0, iterations=3)
    result = run_job(job)
    assert (result.iterations, result.ev) == (3, solve(Tree(SPOT), 0.0, 3).ev)
    saved = find_tree(SPOT)
    assert saved
    assert saved.iterations == 3


def test_the_tree_is_seen_between_two_chunks() -> None:
    seen: list[int] = []

    def look(reducer: Reducer[SolveResult]) -> None:
        tree = open_tree(JOB)
        assert tree.iterations == reducer.result().iterations
        assert tree.node("check").frequencies()
        seen.append(tree.iterations)

    result = run_job(JOB, on_result=look)
    assert seen == [*range(1, result.iterations + 1), result.iterations]


@pytest.mark.parametrize("saved", [True, False], ids=["saved", "not saved"])
def test_a_job_that_was_stopped_goes_on_in_another_process(saved: bool, tmp_path: Path) -> None:
    whole = run_job(JOB)
    library_path(SPOT).unlink()
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    with RunHandle("solve", JOB, url) as handle:
        stop_after(15, checkpoints=handle)
        handle.pause()
    if saved:
        assert close_tree(JOB)["iterations"] == 15
    forget_tree()
    with RunHandle("solve", JOB, url) as resumed:
        assert resumed.run == handle.run
        result = resumed.execute()
    assert without_seconds(result) == without_seconds(whole)


def test_a_spot_that_is_in_the_library_is_not_solved_again() -> None:
    first = run_job(JOB)
    forget_tree()
    chunks: list[SolveResult] = []
    again = run_job(JOB, on_result=lambda reducer: chunks.append(reducer.result()))
    assert len(chunks) == 1
    assert without_seconds(again) == replace(without_seconds(first), points=())
    forget_tree()
    closer = run_job(replace(JOB, target=0.2))
    assert closer.iterations > first.iterations


def test_trees_are_saved_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spot_solve, "_SECONDS_BETWEEN_SAVES", 0.0)
    stop_after(12)
    saved = find_tree(SPOT)
    assert saved
    assert saved.iterations == 12


def test_a_job_with_locks_is_read_back_as_it_was_written() -> None:
    locked = replace(JOB, locks=(Lock("check", {"check": 1.0}),))
    assert KINDS["solve"].read(json.loads(json.dumps(locked.to_dict()))) == locked
    assert run_job(locked).ev != run_job(JOB).ev


def test_a_solve_of_the_card_room_is_resumed_by_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store = str(tmp_path / "runs.db")
    with RunHandle("solve", JOB, f"sqlite:///{store}") as handle:
        stop_after(15, checkpoints=handle)
        handle.pause()
    assert run(["runs", "resume", "1", "--store", store, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["exploitability_pct"] <= JOB.target
    runs = Runs(f"sqlite:///{store}")
    assert runs.one(1).status == "finished"
    runs.close()
    assert run(["runs", "show", "1", "--store", store]) == 0
    assert "solve" in capsys.readouterr().out
