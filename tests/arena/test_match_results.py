"""Whose money it was, repeat by repeat, interrupted or not."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from fivebet.arena import Match, MatchResult, play_match
from fivebet.arena.match import Seats
from fivebet.game import Game
from fivebet.runs.group import RunGroup
from fivebet.store.runs import Runs

MATCH = Match(
    game=Game.named("limit-3p"),
    agents=("aki:simulations=5", "random", "call"),
    deals=6,
    seed=3,
    seats=Seats.SAMPLED,
    matches=3,
)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = str(tmp_path / "runs.db")
    monkeypatch.setenv("FIVEBET_STORE", path)
    monkeypatch.setattr("fivebet.runs.group._PATIENCE", 0.0)
    monkeypatch.setattr("fivebet.runs.group.core_count", lambda: 1)
    return f"sqlite:///{path}"


def played(progress: list[float]) -> MatchResult:
    with RunGroup(progress.append, [MATCH]) as group:
        return group.run(MATCH)


@pytest.mark.usefixtures("store")
def test_winnings_from_each_other_add_up_to_winnings() -> None:
    progress: list[float] = []
    result = played(progress)
    assert result.pairs.shape == (3, 3, 3)
    assert result.pairs == pytest.approx(-result.pairs.transpose(0, 2, 1))
    assert result.pairs.sum(axis=2) == pytest.approx(result.winnings)
    assert result.small_bets == pytest.approx(result.winnings / 10)
    assert progress[-1] == 1


@pytest.mark.usefixtures("store")
def test_curves_end_where_the_winnings_are() -> None:
    result = played([])
    assert result.curves.shape == (3, 6, 3)
    assert result.curves[:, -1] == pytest.approx(result.winnings * 18)
    assert result.curves.sum(axis=2) == pytest.approx(np.zeros((3, 6)), abs=1e-9)


@pytest.mark.usefixtures("store")
def test_the_standings_are_those_of_the_plain_event() -> None:
    assert played([]).standings == play_match(MATCH).standings


class Stopped(Exception):  # noqa: N818 - somebody's wish, no error
    pass


def test_an_interrupted_experiment_goes_on(store: str) -> None:
    def stop(part: float) -> None:
        if part > 0.5:
            raise Stopped

    with pytest.raises(Stopped), RunGroup(stop, [MATCH]) as group:
        group.run(MATCH)
    with closing(Runs(store)) as runs:
        assert runs.chunks(1)
        assert played([]).standings == play_match(MATCH).standings
        assert [run.status for run in runs.listed()] == ["finished"]


def test_a_job_is_stored_whole_before_the_next_begins(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivebet.runs.handle._SECONDS_BETWEEN_WRITES", 1e9)
    with RunGroup(lambda _: None, [MATCH]) as group, closing(Runs(store)) as runs:
        group.run(MATCH)
        [run] = runs.listed()
        assert run.done == MATCH.chunks
