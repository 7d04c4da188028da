from dataclasses import replace
from pathlib import Path

from fivebet.arena.tournament import SCHEDULES
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.experiment import EXPERIMENTS
from fivebet.lab.papers import PAPERS, moik, reproduce

SHORT = replace(SCHEDULES["turbo"], name="short", stack=30)
TINY = moik.MoikSize(
    seeds=3,
    generations=4,
    tournaments=2,
    evaluation=10,
    full_length=False,
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
    exact=True,
    workers=1,
)
"""The whole experiment with six players for a moment each."""


def test_every_claim_of_the_thesis_is_judged(tmp_path: Path) -> None:
    found = reproduce("moik", seed=1, size=TINY)
    claims = {claim.name: claim for claim in found.claims}
    assert [claims[f"{label}: ROI, %"].printed for label in ("Control", "HOF", "HOF_OPM")] == [
        80.27, 93.35, 82.94
    ]  # fmt: skip
    calibrated = {"always-fold: ROI, %", "always-raise: ROI, %", "random: ROI, %"}
    for name, claim in claims.items():
        left_open = name in calibrated or claim.printed is None
        assert (claim.verdict is None) == left_open, name
    written = found.write(tmp_path)
    assert {f"figure-5-{n}.svg" for n in range(1, 19)} <= {path.name for path in written}


def test_the_same_seed_gives_the_same_claims() -> None:
    first, second = (reproduce("moik", seed=1, size=TINY) for _ in range(2))
    assert first.claims == second.claims


def test_the_printed_return_of_always_call_does_not_add_up() -> None:
    claim = moik._sum_of_returns()
    # 11 (21.95 + 14.34 - 1.01 - 74.02) + 82.94 = -343.2, which 31.2 more for each caller mends.
    assert claim.verdict == "refuted"
    assert str(claim.ours).startswith("45.54")


def test_the_paper_is_known_by_its_name() -> None:
    assert PAPERS["moik"] == "fivebet.lab.papers.moik"
