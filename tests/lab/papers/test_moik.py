from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fivebet.arena.tournament import SCHEDULES
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.evaluation import evaluate
from fivebet.lab.evolution.evolve import evolve
from fivebet.lab.evolution.experiment import EXPERIMENTS, Experiment
from fivebet.lab.papers import PAPERS, Reproduction, Scale, moik
from fivebet.runs.executors import InProcess

SHORT = replace(SCHEDULES["turbo"], name="short", stack=30)


def tiny(name: str, **changes: Any) -> Experiment:
    small = {"players": 6, "fame": min(2, EXPERIMENTS[name].fame), "replacements": 1, "batch": 2}
    small |= {"schedule": SHORT, "breeding": Breeding(elite=2)}
    return replace(EXPERIMENTS[name], **small, **changes)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Reproduction]:
    """The whole experiment with six players for a moment each."""
    monkeypatch.setattr(moik, "evolve", partial(evolve, exact=True))
    monkeypatch.setattr(moik, "strength_table", lambda: None)
    monkeypatch.setattr(moik, "make_executor", lambda _: InProcess())
    monkeypatch.setattr(moik, "experiment_named", tiny)
    monkeypatch.setattr(moik, "evaluate", partial(evaluate, schedule=SHORT, exact=True))
    return lambda: moik.run(Scale.QUICK, 1, lambda _: None, moik.MoikSize(3, 4, 2, 10))


def test_every_claim_of_the_thesis_is_judged(
    run: Callable[[], Reproduction], tmp_path: Path
) -> None:
    found = run()
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


def test_the_same_seed_gives_the_same_claims(run: Callable[[], Reproduction]) -> None:
    assert run().claims == run().claims


def test_the_printed_return_of_always_call_does_not_add_up() -> None:
    claim = moik._sum_of_returns()
    # 11 (21.95 + 14.34 - 1.01 - 74.02) + 82.94 = -343.2, which 31.2 more for each caller mends.
    assert claim.verdict == "refuted"
    assert str(claim.ours).startswith("45.54")


def test_the_paper_is_known_by_its_name() -> None:
    assert PAPERS["moik"] == "fivebet.lab.papers.moik"
