import json
from dataclasses import replace
from pathlib import Path

import pytest

from fivebet.arena.tournament import SCHEDULES
from fivebet.errors import FivebetError
from fivebet.lab.evolution import evolution_run
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.evolution_run import CampaignSize
from fivebet.lab.evolution.experiment import EXPERIMENTS
from fivebet.lab.papers import PAPERS, moik, reproduce
from fivebet.web.jobs.papers import SHIPPED

SHORT = replace(SCHEDULES["turbo"], name="short", stack=20)
CAMPAIGN = CampaignSize(
    seeds=2,
    generations=2,
    tournaments=2,
    survey=2,
    candidates=2,
    evaluation=4,
    floor_every=1,
    exact=True,
    experiments={
        name: replace(
            experiment,
            players=6,
            fame=min(2, experiment.fame),
            replacements=1,
            batch=2,
            schedule=SHORT,
            breeding=Breeding(elite=2),
        )
        for name, experiment in EXPERIMENTS.items()
    },
)
TINY = moik.MoikSize(CAMPAIGN, calibration=0, full_length=False, workers=1)
"""The whole experiment with six players for a moment each."""


def test_every_claim_of_the_thesis_is_judged(tmp_path: Path) -> None:
    found = reproduce("moik", seed=1, size=TINY)
    claims = {claim.name: claim for claim in found.claims}
    for scaling in ("inputs to 4", "inputs to 1"):
        names = [f"{scaling}: {label}: ROI, %" for label in ("Control", "HOF", "HOF_OPM")]
        assert [claims[name].printed for name in names] == [80.27, 93.35, 82.94]
        for label, printed in (("Control", "ahead"), ("HOF", "ahead"), ("HOF_OPM", None)):
            ahead = claims[f"{scaling}: {label} beats every static type in fitness, ahead by"]
            assert ahead.printed == printed
    calibrated = {"always-fold: ROI, %", "always-raise: ROI, %", "random: ROI, %"}
    for name, claim in claims.items():
        left_open = name in calibrated or claim.printed is None
        assert (claim.verdict is None) == left_open, name
    shipped = json.loads((SHIPPED / "moik" / "report.json").read_text("utf-8"))
    published = {each["name"]: each["verdict"] is not None for each in shipped["claims"]}
    assert published == {name: claim.verdict is not None for name, claim in claims.items()}
    written = found.write(tmp_path)
    assert {f"figure-5-{n}.svg" for n in range(1, 19)} <= {path.name for path in written}


def test_the_same_seed_gives_the_same_claims() -> None:
    first, second = (reproduce("moik", seed=1, size=TINY) for _ in range(2))
    assert first.claims == second.claims


def test_a_folder_keeps_the_work_and_is_resumed_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reproduce("moik", seed=1, size=TINY, folder=tmp_path)
    monkeypatch.setattr(evolution_run, "evolve", None)  # nothing is evolved again
    assert reproduce("moik", seed=1, size=TINY, folder=tmp_path).claims == first.claims
    with pytest.raises(FivebetError, match="'smith' keeps nothing in a folder"):
        reproduce("smith", folder=tmp_path)


def test_the_paper_is_known_by_its_name() -> None:
    assert PAPERS["moik"] == "fivebet.lab.papers.moik"
