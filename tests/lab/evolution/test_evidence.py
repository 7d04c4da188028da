"""What ships as evidence belongs to the experiments of this code and to the published agents."""

import json
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from fivebet.agents.players.evolved import published
from fivebet.agents.players.networks import Brain
from fivebet.lab.evolution.campaign import Campaign
from fivebet.lab.evolution.evolution_run import READINGS, CampaignSize
from fivebet.lab.evolution.experiment import PLUS, SCHEDULE, SHALLOW, experiment_named
from fivebet.lab.evolution.folder import Folder

EVIDENCE = Path(__file__).parents[3] / "docs" / "evidence"


@pytest.mark.parametrize("folder", sorted(EVIDENCE.glob("moik-*")), ids=lambda path: path.name)
def test_the_evidence_is_of_experiments_that_there_are(folder: Path) -> None:
    settings = json.loads((folder / "experiment.json").read_text("utf-8"))
    schedule = SHALLOW if "shallow" in folder.name else SCHEDULE
    experiment = experiment_named(settings["name"], schedule=schedule)
    assert settings == json.loads(json.dumps(experiment.to_dict()))
    generations = Folder(folder).generations()
    assert [each.number for each in generations] == list(range(experiment.generations))
    best = Brain.load(folder / "best.npz")
    assert best.layers == experiment.layers
    if schedule is SCHEDULE:
        assert (best.weights == published(experiment.name).weights).all()


def test_the_campaign_is_of_experiments_that_there_are(tmp_path: Path) -> None:
    with tarfile.open(EVIDENCE / "moik" / "campaign.tar.xz") as archive:
        for member in filter(tarfile.TarInfo.isfile, archive):
            file, path = archive.extractfile(member), tmp_path / member.name
            assert file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(file.read())
    size = CampaignSize(survey=100, evaluation=20_000, scalings=("unit",))
    campaign = Campaign(folder=str(tmp_path), size=size)
    assert campaign.share == 1
    for run in campaign.runs:
        settings = json.loads((run.folder / "experiment.json").read_text("utf-8"))
        assert settings == json.loads(json.dumps(run.experiment.to_dict()))
        assert len(run.generations()) == len(run.survey()) == size.generations
        assert len(run.candidates()) == run.experiment.evolving
        assert set(run.evaluations()) == set(READINGS)


def test_the_evidence_of_evolved_plus_is_the_agents_own() -> None:
    folder = EVIDENCE / "evolved-plus"
    settings = json.loads((folder / "experiment.json").read_text("utf-8"))
    experiment = replace(PLUS, generations=120, tournaments=50, seed=3)
    assert settings == json.loads(json.dumps(experiment.to_dict()))
    best = Brain.load(folder / "best.npz")
    assert (best.weights == published("plus").weights).all()
