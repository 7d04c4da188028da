"""Evolution as a run of the store: paused, resumed, observed, and kept in its folder."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fivebet.cli import evolve as command
from fivebet.cli.app import run
from fivebet.errors import StoreError
from fivebet.lab.evolution.evaluation import evaluate
from fivebet.lab.evolution.evolution import EVOLUTION_KIND, Evolution, EvolutionResult
from fivebet.lab.evolution.experiment import EXPERIMENTS, PLUS, Experiment
from fivebet.lab.evolution.folder import Folder
from fivebet.runs.executors import make_executor
from fivebet.runs.handle import RunHandle
from fivebet.runs.runner import JobStopped, run_job
from fivebet.store.runs import Runs
from tests.empty_table import write_empty_table
from tests.lab.evolution.tiny import TINY, evolve


def tiny(folder: Path | str = "", **changes: int) -> Evolution:
    return Evolution(experiment=replace(TINY, **changes), folder=str(folder), exact=True)


def stop_after(chunks: int) -> Callable[[], bool]:
    asked = iter(range(1000))
    return lambda: next(asked) >= chunks


@pytest.mark.parametrize("experiment", [*EXPERIMENTS.values(), PLUS, TINY])
def test_a_job_is_read_back_as_it_was_written(experiment: Experiment) -> None:
    job = Evolution(experiment=experiment, evaluation=30, folder="/there", exact=True)
    written = json.loads(json.dumps(job.to_dict()))
    assert set(written) == {"experiment", "evaluation", "folder", "exact"}
    assert EVOLUTION_KIND.read(written) == job


def test_a_job_evolves_what_generations_by_hand_do_and_evaluates_the_best() -> None:
    job, progress = replace(tiny(), evaluation=10), list[float]()
    with make_executor(2) as executor:
        result = run_job(job, executor, on_progress=progress.append)
    steps = list(evolve(TINY))
    assert result.generations == tuple(generation for _, generation in steps)
    best = TINY.brain(steps[-1][0].best)
    assert result.evaluation == evaluate(
        {"best": best}, 10, schedule=TINY.schedule, seed=TINY.seed, exact=True
    )
    # Ten tournaments are as long as two generations and a half, and their batch is seen too.
    assert progress == [1 / 7, 2 / 7, 3 / 7, 4 / 7, 1.0, 1.0]


def test_a_run_that_was_paused_in_the_store_resumes_to_the_same_end(tmp_path: Path) -> None:
    url, job = f"sqlite:///{tmp_path / 'runs.db'}", tiny()
    with RunHandle("evolution", job, url) as handle, pytest.raises(JobStopped):
        handle.execute(should_stop=stop_after(2))
    assert handle.is_resumable
    runs, number = Runs(url), handle.run or 0
    states = {n: chunk.state is not None for n, chunk in runs.chunks(number).items()}
    assert states == {0: False, 1: True}  # only the last is resumed from
    with RunHandle("evolution", job, url) as resumed:
        assert (resumed.run, resumed.share_done) == (number, 0.5)
        result = resumed.execute()
        resumed.finish(EVOLUTION_KIND.to_dict(result))
    assert result == run_job(job)
    stored = runs.one(number)
    runs.close()
    assert (stored.status, len((stored.result or {})["generations"])) == ("finished", 4)


def test_a_folder_is_what_a_run_presents_and_what_more_generations_begin_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_job(tiny(tmp_path, generations=3))
    steps = list(evolve(TINY))
    assert Folder(tmp_path).generations() == [generation for _, generation in steps[:3]]
    played = []

    def noted(*args: object, **_: object) -> object:
        played.append(args)
        return steps[3]

    monkeypatch.setattr("fivebet.lab.evolution.evolution.play_generation", noted)
    result = run_job(tiny(tmp_path))
    assert result.generations == tuple(generation for _, generation in steps)
    assert len(played) == 1
    assert (Folder(tmp_path).population().players == steps[3][0].players).all()


def test_a_run_whose_folder_has_gone_says_what_to_do(tmp_path: Path) -> None:
    url, job = f"sqlite:///{tmp_path / 'runs.db'}", tiny(tmp_path / "kept")
    with RunHandle("evolution", job, url) as handle, pytest.raises(JobStopped):
        handle.execute(should_stop=stop_after(2))
    shutil.rmtree(tmp_path / "kept")
    with (
        RunHandle("evolution", job, url) as again,
        pytest.raises(StoreError, match=r"has lost generations before number 2: .+ --fresh"),
    ):
        again.execute()


def test_the_command_leaves_a_run_that_is_listed_and_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_empty_table(tmp_path / "home")
    watch = command.EVOLUTION.watch
    assert watch

    def interrupted(result: EvolutionResult) -> object:
        shown = watch(result)
        if len(result.generations) == 1:
            raise KeyboardInterrupt
        return shown

    store = ["--store", str(tmp_path / "runs.db")]
    asked = ["evolve", "--experiment", "base", "--tournaments", "1", "--evaluation", "0"]
    asked += ["--generations", "2", "--workers", "1", "--layers", "3", "--json"]
    folder, whole = tmp_path / "folder", tmp_path / "whole"
    with monkeypatch.context() as first:
        first.setattr(command, "EVOLUTION", replace(command.EVOLUTION, watch=interrupted))
        assert run([*asked, "--folder", str(folder), *store]) == 130
    assert "fivebet runs resume 1" in capsys.readouterr().err
    assert (folder / "best.npz").exists()
    assert run(["runs", "resume", "1", "--workers", "1", "--json", *store]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert run([*asked, "--folder", str(whole), "--store", "none"]) == 0
    uninterrupted = json.loads(capsys.readouterr().out)
    assert resumed.pop("folder") == str(folder)
    assert uninterrupted.pop("folder") == str(whole)
    assert resumed == uninterrupted
    assert run(["runs", "--json", *store]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["kind"], listed["status"]) == ("evolution", "finished")
    assert (folder / "curves.svg").exists()
