"""Agents compared in the same tournaments."""

import json
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from fivebet.arena import TournamentSeries, play_tournaments
from fivebet.errors import GameError
from fivebet.lab import tournament_field
from fivebet.lab.tournament_field import TournamentComparison
from fivebet.runs.executors import InProcess
from fivebet.runs.runner import run_job

COMPANY = ("call", "raise", "fold", "random")


@dataclass(frozen=True, kw_only=True)
class Small(TournamentComparison):
    """A comparison in company that plays fast."""

    @property
    def chairs(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("", *COMPANY, "")


def test_everybody_plays_the_same_tournaments() -> None:
    job = Small(agents=("fold", "call"), tournaments=3, seed=7)
    result = run_job(job, InProcess())
    rois = []
    for agent in job.agents:
        series: TournamentSeries = job.series(agent)
        played = [series.run_chunk(number, None, 0).data["prizes"] for number in range(3)]
        rois.append([(prizes[0] + prizes[5]) / 200 - 1 for prizes in played])
    assert result.returns["fold"].mean == pytest.approx(np.mean(rois[0]))
    assert result.ahead["fold"].mean == 0
    assert result.ahead["call"].mean == pytest.approx(np.mean(rois[1]) - np.mean(rois[0]))
    whole = play_tournaments(job.series("random:mix=moik"))
    assert set(result.company["call"]) == set(COMPANY)
    assert {entry.name for entry in whole.entries} == {"random:mix=moik", *COMPANY}


def test_the_fields_are_those_of_a_season() -> None:
    everybody, home, drawn = (
        TournamentComparison(agents=("fold",), field=field)  # type: ignore[arg-type]
        for field in ("everybody", "home", "drawn")
    )
    for job in (everybody, home, drawn):
        assert len(job.chairs) == 45
        assert Counter(job.chairs)[""] == 2
    assert "planner" not in everybody.company
    assert "maniac" in everybody.company
    assert "maniac" not in home.company
    assert "drawn::991-32" in drawn.company
    whole = TournamentComparison(agents=("fold",), field="everybody", slow=True)
    assert {"planner", "planner+", "push-fold"} <= set(whole.company)


def test_a_comparison_becomes_plain_data_and_back() -> None:
    job = TournamentComparison(agents=("fold", "champion"), field="drawn", seed=3, drawn=5)
    assert TournamentComparison.from_dict(json.loads(json.dumps(job.to_dict()))) == job


def test_other_fields_are_refused() -> None:
    with pytest.raises(GameError, match="no field 'away'"):
        TournamentComparison(agents=("fold",), field="away")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="1 tournament or more"):
        TournamentComparison(agents=("fold",), tournaments=0)


def test_the_command_prints_what_each_won(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_field, "TournamentComparison", Small)
    given = ["call", "raise", "--tournaments", "2", "--workers", "1", "--store", "none"]
    assert tournament_field.main(given) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["call", "raise"]
    assert "more than call; best of the others: " in lines[1]
