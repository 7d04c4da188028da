import json
import subprocess
import sys
import time
from dataclasses import replace
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.players.networks import Brain
from fivebet.arena.tournament import SCHEDULES
from fivebet.errors import GameError, StoreError
from fivebet.lab.evolution import campaign
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.campaign import (
    READINGS,
    CampaignSize,
    EvolutionRun,
    campaign_runs,
    run_campaign,
)
from fivebet.lab.evolution.experiment import EXPERIMENTS, experiment_named

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


def one(folder: Path, size: CampaignSize = SIZE) -> EvolutionRun:
    return campaign_runs(folder, size)[-1]


def files(run: EvolutionRun) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in run.folder.iterdir()
        if path.suffix in (".csv", ".json")
    }


def test_every_experiment_is_evolved_from_every_seed_under_every_scaling(tmp_path: Path) -> None:
    runs = campaign_runs(tmp_path, CampaignSize(), seed=3)
    assert len({run.name for run in runs}) == 3 * 5 * 2
    assert {run.experiment.scaling for run in runs} == {"stretched", "unit"}
    assert {run.experiment.seed for run in runs} == {3, 4, 5, 6, 7}
    for run in runs:
        assert (run.experiment.generations, run.experiment.tournaments) == (1000, 200)


def test_a_campaign_measures_generations_candidates_and_champions(tmp_path: Path) -> None:
    shares: list[float] = []
    runs = campaign_runs(tmp_path, replace(SIZE, generations=2))
    assert run_campaign(runs, processes=1, on_progress=shares.append)
    assert shares == [0.25, 0.5, 0.75, 1]
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
    whole, parts = one(tmp_path / "whole"), one(tmp_path / "parts")
    assert whole.run()
    late = time.time() - 1  # it stops after every generation
    for _ in range(SIZE.generations):
        assert not parts.run(late)
    assert parts.share == pytest.approx(0.9)
    assert parts.run()
    assert files(parts) == files(whole)
    floors = [row.number for row in whole.survey() if not isnan(row.floor)]
    assert floors == [0, 5, 10]
    whole_best, parts_best = (
        Brain.load(run.folder / "champion-ever.npz") for run in (whole, parts)
    )
    assert (whole_best.weights == parts_best.weights).all()


def test_generations_that_were_not_written_are_played_again(tmp_path: Path) -> None:
    whole, torn = one(tmp_path / "whole"), one(tmp_path / "torn")
    assert whole.run()
    assert not torn.run(time.time() - 1)
    before = (torn.folder / "population.npz").read_bytes()
    assert not torn.run(time.time() - 1)
    (torn.folder / "population.npz").write_bytes(before)  # as if it had ended just before that
    assert torn.run()
    assert files(torn) == files(whole)


def test_several_processes_come_to_the_same(tmp_path: Path) -> None:
    size = replace(SIZE, generations=2, scalings=("unit",))
    alone, together = (campaign_runs(tmp_path / name, size) for name in "ab")
    assert run_campaign(alone, 1)
    assert run_campaign(together, 2)
    for first, second in zip(alone, together, strict=True):
        assert files(first) == files(second)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    run = one(tmp_path)
    assert not run.run(time.time() - 1)
    (run.folder / "champions.npz").write_bytes(b"nothing")
    with pytest.raises(StoreError, match=r"champions.npz' holds no champions"):
        run.run()
    (run.folder / "survey.csv").write_text("number\nx\n", "utf-8")
    with pytest.raises(StoreError, match=r"survey.csv' holds no figures"):
        run.survey()


_WITHOUT_PACKAGES = """
import sys
from dataclasses import replace
from pathlib import Path

for name in ("typer", "rich", "sqlalchemy", "alembic", "matplotlib", "platformdirs", "pydantic"):
    sys.modules[name] = None  # importing it fails
from fivebet.lab.evolution.campaign import CampaignSize, campaign_runs, run_campaign
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.experiment import EXPERIMENTS

base = EXPERIMENTS["base"]
short = replace(base.schedule, stack=20)
base = replace(base, schedule=short, players=4, breeding=Breeding(elite=2))
size = CampaignSize(1, 1, 2, 2, 2, seeds=1, scalings=("unit",), exact=True)
size = replace(size, experiments={"base": base})
assert run_campaign(campaign_runs(Path(sys.argv[1]), size), 1)
"""


def test_a_campaign_needs_nothing_beyond_numpy(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _WITHOUT_PACKAGES, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "base-unit-0" / "evaluation.json").exists()


def test_a_campaign_of_nothing_is_refused() -> None:
    with pytest.raises(GameError, match="no evolutions: give 1 seed or more"):
        run_campaign([])


def test_the_scaling_is_part_of_an_evolutions_settings_unless_it_is_the_first() -> None:
    assert "scaling" not in experiment_named("base").to_dict()
    assert experiment_named("base", scaling="unit").to_dict()["scaling"] == "unit"


def test_the_command_prints_how_far_each_evolution_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "strength_table", lambda: None)
    monkeypatch.setattr(campaign, "campaign_runs", lambda folder, *_: [one(folder)])
    arguments = [str(tmp_path), "--processes", "1", "--minutes", "0"]
    assert campaign.main(arguments) == 3
    out = capsys.readouterr().out
    assert out == "base-unit-0: 8 %\n"
    assert campaign.main(arguments[:-2]) == 0
    assert json.loads((tmp_path / "base-unit-0" / "evaluation.json").read_text("utf-8"))
    assert np.isfinite(one(tmp_path).evaluations()["last"].results["hero"].roi)
