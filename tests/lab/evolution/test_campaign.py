import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.players.networks import Brain
from fivebet.arena.tournament import SCHEDULES
from fivebet.errors import GameError, StoreError
from fivebet.lab.evolution import campaign
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.campaign import Campaign
from fivebet.lab.evolution.evolution_run import READINGS, CampaignSize, EvolutionRun
from fivebet.lab.evolution.experiment import EXPERIMENTS, experiment_named
from fivebet.lab.evolution.folder import Folder
from fivebet.runs.executors import Pool
from fivebet.runs.runner import JobStopped, run_job

SHORT = replace(SCHEDULES["turbo"], name="short", stack=20)
SMALL = {
    name: replace(
        EXPERIMENTS[name], players=6, fame=fame, replacements=1, schedule=SHORT,
        layers=(16, 2, 3), breeding=Breeding(elite=2),
    )
    for name, fame in (("base", 0), ("hof", 2))
}  # fmt: skip
SIZE = CampaignSize(
    generations=12,
    tournaments=2,
    survey=2,
    candidates=2,
    evaluation=4,
    floor_every=5,
    seeds=1,
    experiments=SMALL,
    exact=True,
)


ONE = replace(SIZE, scalings=("unit",), experiments={"base": SMALL["base"]})
"""A campaign of one evolution: three steps of generations, the candidates, five readings."""


def files(run: EvolutionRun) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in run.folder.iterdir()
        if path.suffix in (".csv", ".json")
    }


def after(chunks: int) -> Callable[[], bool]:
    """Stop a job before the chunk of that number."""
    asked = count()
    return lambda: next(asked) >= chunks


def run_one(folder: Path) -> EvolutionRun:
    (run,) = run_job(Campaign(folder=str(folder), size=ONE))
    return run


def test_every_experiment_is_evolved_from_every_seed_under_every_scaling(tmp_path: Path) -> None:
    runs = Campaign(folder=str(tmp_path), size=CampaignSize(), seed=3).runs
    assert len({run.name for run in runs}) == 3 * 5 * 2
    assert {run.experiment.scaling for run in runs} == {"stretched", "unit"}
    assert {run.experiment.seed for run in runs} == {3, 4, 5, 6, 7}
    for run in runs:
        assert (run.experiment.generations, run.experiment.tournaments) == (1000, 200)


def test_a_campaign_measures_generations_candidates_and_champions(tmp_path: Path) -> None:
    shares: list[float] = []
    job = Campaign(folder=str(tmp_path), size=replace(SIZE, generations=2))
    runs = run_job(job, on_progress=shares.append)
    assert shares == [number / job.chunks for number in range(1, 4 * 7 + 1)]
    assert job.share == 1
    run = runs[-1]
    assert [row.number for row in run.survey()] == [0, 1]
    assert len(run.candidates()) == 6
    champions = run.evaluations()
    assert list(champions) == list(READINGS)
    best = max(run.candidates(), key=lambda row: row.roi)
    assert best.number in range(6)
    assert champions["last"].generation == 1
    assert 0 <= champions["ever"].sensitivity <= 1
    assert set(champions["ever"].results) == {"hero", "fold", "call", "raise", "random"}


def test_what_was_interrupted_comes_to_the_same_end(tmp_path: Path) -> None:
    whole = run_one(tmp_path / "whole")
    job = Campaign(folder=str(tmp_path / "parts"), size=ONE)
    (parts,) = job.runs
    for done in range(1, job.chunks):
        with pytest.raises(JobStopped):
            run_job(job, should_stop=after(2 if done > 1 else 1))  # the first reads what is there
        assert parts.share == pytest.approx(0.9 * min(5 * done, 12) / 12)
    run_job(job)
    assert files(parts) == files(whole)
    floors = [row.number for row in whole.survey() if not isnan(row.floor)]
    assert floors == [0, 5, 10]
    whole_best, parts_best = (
        Brain.load(run.folder / "champion-ever.npz") for run in (whole, parts)
    )
    assert (whole_best.weights == parts_best.weights).all()


@pytest.mark.parametrize("generations", [4, 11])
def test_an_evolution_that_ended_anywhere_is_continued(tmp_path: Path, generations: int) -> None:
    whole = run_one(tmp_path / "whole")
    (shorter,) = run_job(
        Campaign(folder=str(tmp_path / "cut"), size=replace(ONE, generations=generations))
    )
    for name in ("candidates.csv", *(path.name for path in shorter.folder.glob("evaluation*"))):
        (shorter.folder / name).unlink()
    resumed = run_one(tmp_path / "cut")
    assert files(resumed) == files(whole) | {
        "experiment.json": (shorter.folder / "experiment.json").read_bytes()
    }


def test_generations_that_were_not_written_are_played_again(tmp_path: Path) -> None:
    whole = run_one(tmp_path / "whole")
    job = Campaign(folder=str(tmp_path / "torn"), size=ONE)
    (torn,) = job.runs
    torn.run_step(0)
    before = (torn.folder / "population.npz").read_bytes()
    torn.run_step(1)
    (torn.folder / "population.npz").write_bytes(before)  # as if it had ended just before that
    run_job(job)
    assert files(torn) == files(whole)


def test_several_processes_come_to_the_same(tmp_path: Path) -> None:
    size = replace(SIZE, generations=2, scalings=("unit",))
    alone, together = (Campaign(folder=str(tmp_path / name), size=size) for name in "ab")
    for first, second in zip(run_job(alone), run_job(together, Pool(2)), strict=True):
        assert files(first) == files(second)


def test_what_a_folder_has_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_one(tmp_path)
    monkeypatch.setattr(Folder, "write", None)
    shares: list[float] = []
    run_job(Campaign(folder=str(tmp_path), size=ONE), on_progress=shares.append)
    assert shares == [1.0]


def test_a_campaign_becomes_plain_data_and_back(tmp_path: Path) -> None:
    job = Campaign(folder=str(tmp_path), size=SIZE, seed=3)
    assert Campaign.from_dict(json.loads(json.dumps(job.to_dict()))) == job
    assert pickle.loads(pickle.dumps(job)).runs == job.runs


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    job = Campaign(folder=str(tmp_path), size=ONE)
    (run,) = job.runs
    run.run_step(0)
    (run.folder / "champions.npz").write_bytes(b"nothing")
    with pytest.raises(StoreError, match=r"champions.npz' holds no champions"):
        run_job(job)
    (run.folder / "survey.csv").write_text("number\nx\n", "utf-8")
    with pytest.raises(StoreError, match=r"survey.csv' holds no figures"):
        run.survey()


_WITHOUT_PACKAGES = """
import sys
from dataclasses import replace

for name in ("typer", "rich", "sqlalchemy", "alembic", "matplotlib", "platformdirs", "pydantic"):
    sys.modules[name] = None  # importing it fails
from fivebet.lab.evolution.campaign import Campaign, CampaignSize
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.experiment import EXPERIMENTS
from fivebet.runs.runner import run_job

base = EXPERIMENTS["base"]
short = replace(base.schedule, stack=20)
base = replace(base, schedule=short, players=4, breeding=Breeding(elite=2))
size = CampaignSize(1, 1, 2, 2, 2, seeds=1, scalings=("unit",), exact=True)
size = replace(size, experiments={"base": base})
run_job(Campaign(folder=sys.argv[1], size=size))
"""


def test_a_campaign_needs_nothing_beyond_numpy(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _WITHOUT_PACKAGES, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "base-unit-0" / "evaluation.json").exists()


def test_a_campaign_of_nothing_is_refused() -> None:
    with pytest.raises(GameError, match="no evolutions: give 1 seed or more"):
        Campaign(folder="", size=replace(SIZE, seeds=0))


def test_the_scaling_is_part_of_an_evolutions_settings_unless_it_is_the_first() -> None:
    assert "scaling" not in experiment_named("base").to_dict()
    assert experiment_named("base", scaling="unit").to_dict()["scaling"] == "unit"


def test_the_command_prints_how_far_each_evolution_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "CampaignSize", lambda **_: replace(ONE, generations=2))
    arguments = [str(tmp_path), "--processes", "1", "--minutes", "0"]
    assert campaign.main(arguments) == 3
    assert capsys.readouterr().out == "base-unit-0: 0 %\n"
    assert campaign.main(arguments[:-2]) == 0
    printed = capsys.readouterr()
    assert printed.out == "base-unit-0: 100 %\n"
    assert printed.err.splitlines()[-1] == "100 %"
    (run,) = Campaign(folder=str(tmp_path), size=replace(ONE, generations=2)).runs
    assert np.isfinite(run.evaluations()["last"].results["hero"].roi)
