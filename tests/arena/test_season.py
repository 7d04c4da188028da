"""All agents in five disciplines."""

import json
from collections import Counter
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from fivebet.agents.hosting.registry import AGENTS
from fivebet.arena.season import (
    DISCIPLINES,
    ENTRANTS,
    UNSOUND,
    Scale,
    Season,
    SeasonSize,
)
from fivebet.arena.season_result import SeasonResult
from fivebet.arena.season_table import TOURNAMENTS, Cell, agreement, season_rows
from fivebet.arena.style_survey import StyleSurvey
from fivebet.cli.app import run
from fivebet.cli.run_options import RunOptions
from fivebet.cli.season import play_season, read_season
from fivebet.errors import FivebetError, GameError
from fivebet.game import Game
from fivebet.runs.executors import InProcess

SIX = ("fair", "tight", "call", "fold", "random", "nash-limit")


PAIRS = dict.fromkeys(("heads-up limit", "heads-up no-limit"), 2)
TABLES = dict.fromkeys(("six-player limit", "six-player no-limit"), 2)
SMALL = SeasonSize(
    match=3,
    matches=2,
    slow_match=PAIRS,
    slow_learning=4,
    rounds=2,
    ring=1,
    home_rounds=TABLES,
    home_ring=1,
    tournaments=2,
    home_tournaments=2,
    survey=8,
)


def alone(_: object) -> InProcess:
    return InProcess()


@pytest.fixture(scope="module")
def played() -> SeasonResult:
    return Season(entrants=SIX, own_size=SMALL).play(make_executor=alone, store="none")


def test_every_agent_of_ours_takes_part() -> None:
    assert ENTRANTS.keys() == AGENTS.keys()
    names = Season(scale=Scale.QUICK).seated("limit-6p", tuple(ENTRANTS))
    assert "aki:simulations=100" in names
    assert "adapted::nash-limit" in names
    assert "fair" in names


def test_agents_are_at_home_in_the_games_of_their_papers() -> None:
    season = Season()
    published = ("aki", "plicas", "evolved", "fictitious", "planner", "push-fold", "nash-limit")
    homes = {
        name: [
            discipline
            for discipline in (*DISCIPLINES, TOURNAMENTS)
            if name in season.at_home(discipline)
        ]
        for name in published
    }
    assert homes == {
        "aki": ["six-player limit"],
        "plicas": ["heads-up limit"],
        "evolved": ["tournaments"],
        "fictitious": ["heads-up no-limit"],
        "planner": ["heads-up no-limit", "six-player no-limit", "tournaments"],
        "push-fold": ["tournaments"],
        "nash-limit": ["heads-up limit"],
    }
    assert set(season.at_home(TOURNAMENTS)).isdisjoint(UNSOUND)
    assert {"fair", "tight", "fold"} <= set(season.at_home(TOURNAMENTS))


def test_whoever_remembers_has_hands_to_learn_from() -> None:
    season = Season(entrants=("plicas", "planner", "fair", "call", "fold", "random"))
    limit = season.leagues()["heads-up limit"]
    matches = {match.agents: match for match in limit.table_matches}
    assert {match.deals for match in limit.table_matches if match.remembers} == {500, 1000}
    assert matches["plicas", "fair"].deals == 1000
    assert matches["plicas", "planner"].deals == 500
    assert matches["planner", "fair"].deals == 200
    assert matches["plicas", "planner"].matches == 1
    assert matches["plicas", "fair"].matches == 3
    assert (limit.spans[-1], limit.early, limit.slow and limit.slow.early) == (2000, 100, 20)
    home = Season(entrants=("aki", "aki+", "fair", "call", "fold", "random")).home_leagues()
    assert home["six-player limit"].deals * 6 >= 2000 == home["six-player limit"].spans[-1]
    assert "six-player no-limit" not in home  # four agents fill no table


def test_six_handed_has_ten_times_the_deals_of_the_first_seasons() -> None:
    league = Season().leagues()["six-player limit"]
    assert league.deals * len(league.tables) >= 10 * 2 * 150


def test_slow_agents_have_two_chairs_in_tournaments() -> None:
    everybody = Season().series()
    assert everybody is not None
    chairs = Counter(everybody.players)
    assert sum(chairs.values()) == 45
    assert chairs["planner"] == chairs["planner+"] == chairs["adapted::fictitious"] == 2
    at_home = Season().home_series()
    assert at_home is not None
    assert Counter(at_home.players)["planner"] == 2
    assert Counter(at_home.players)["push-fold"] == 6
    strangers = tuple(f"aki:simulations={n}" for n in range(1, 45))
    strange = Season(entrants=("fair", *strangers)).series()
    assert strange is not None
    assert len(strange.players) == 45


def test_a_season_has_five_disciplines_and_its_own_opinion_of_itself(played: SeasonResult) -> None:
    assert len(played.tables) == 4
    assert played.series is not None
    assert len(played.series.entries) == 6
    cells = played.cells()
    at_home = len(played.season.at_home(TOURNAMENTS))
    assert at_home == 3
    assert len(cells) == 4 * 6 + 2 * 15 + 6 + at_home
    found = agreement(cells, cells)
    assert (found.beyond, found.furthest, found.holds) == (0, 0.0, True)
    output = json.loads(json.dumps(played.to_dict()))
    assert output["entrants"] == list(SIX)
    assert output["made_for"]["heads-up no-limit"] == list(SIX[:5])
    assert output["conducts"]["heads-up limit"]["fold"]["vpip"] == 0
    assert output["conducts"]["heads-up limit"]["call"]["pfr"] == 0
    assert output["early_cells"] == output["cells"]


def test_disciplines_may_be_played_one_by_one_and_come_out_the_same(played: SeasonResult) -> None:
    parts = [
        replace(played.season, only=only).play(make_executor=alone, store="none")
        for only in (("six-player limit", "tournaments"), ("heads-up limit",))
    ]
    assert [part.season.disciplines for part in parts] == [
        ("six-player limit", "tournaments"),
        ("heads-up limit",),
    ]
    cells = played.cells()
    found = parts[0].cells() | parts[1].cells()
    assert found == {name: cells[name] for name in found}
    assert {name.partition(":")[0] for name in found} == {
        "heads-up limit",
        "six-player limit",
        "tournaments",
        "tournaments at home",
    }
    output = json.loads(json.dumps(parts[1].to_dict()))
    assert list(output["leagues"]) == list(output["made_for"]) == ["heads-up limit"]
    assert output["tournaments"] is output["home_tournaments"] is None
    with pytest.raises(
        GameError, match=r"'chess' is no discipline of a season: give heads-up limit"
    ):
        replace(played.season, only=("chess",))


def test_the_prize_pool_is_shared_by_the_entries(played: SeasonResult) -> None:
    for series in filter(None, (played.series, played.home_series)):
        assert sum(entry.pool_share for entry in series.entries) == pytest.approx(1)
        dealt = [entry.dealt for entry in series.entries]
        assert min(dealt) > 0
        assert series.half_out <= series.rounds


def test_those_who_think_for_long_play_less() -> None:
    entrants = ("plicas", "fair", "planner", "aki:bounds=off", "call", "fold")
    season = Season(entrants=entrants, own_size=SMALL)
    league = season.leagues()["heads-up limit"]
    played = {event.agents: event.deals * event.matches for event in league.table_matches}
    assert played["plicas", "fair"] == 6
    assert played["plicas", "planner"] == played["fair", "aki:bounds=off"] == 4
    assert played["fair", "planner"] == 2
    assert league.remembers
    assert not league.by_match
    assert len({event.seed for event in league.table_matches}) == len(league.table_matches)
    assert type(league).from_dict(json.loads(json.dumps(league.to_dict()))) == league
    assert season.leagues()["heads-up no-limit"].seed != league.seed


def test_an_interrupted_season_goes_on_and_ends_the_same(
    tmp_path: Path, played: SeasonResult
) -> None:
    store = f"{tmp_path}/season.db"
    season = played.season

    class StoppedError(Exception):
        pass

    def stop(part: float) -> None:
        if part > 0.5:
            raise StoppedError

    with pytest.raises(StoppedError):
        season.play(stop, alone, store)
    again: list[float] = []
    result = season.play(again.append, alone, store)
    assert result.cells() == played.cells()


def test_seasons_agree_or_do_not() -> None:
    ours = {str(n): Cell(float(n), 1.0, 2.0) for n in range(100)}
    theirs = {str(n): Cell(n + (3.0 if n < 7 else 0.0), 1.0, 2.0) for n in range(100)}
    found = agreement(ours, theirs)
    assert (found.cells, found.beyond, found.holds) == (100, 7, True)
    theirs["7"] = Cell(7 + 3.0, 1.0, 2.0)
    assert not agreement(ours, theirs).holds
    theirs = ours | {"50": Cell(50 + 6.5, 1.0, 2.0)}
    assert agreement(ours, theirs).where == "50"
    assert not agreement(ours, theirs).holds
    with pytest.raises(FivebetError, match="no figure in common"):
        agreement(ours, {"a": Cell(1.0, 1.0, 2.0)})


def test_the_best_stands_first_by_the_mean_of_its_ranks() -> None:
    won = {"limit": (3.0, 2.0, 1.0), "no-limit": (5.0, 5.0, 9.0)}
    cells = {
        f"{discipline}: {name}": Cell(mean, 0.1, 0.2)
        for discipline, means in won.items()
        for name, mean in zip("abc", means, strict=True)
    }
    found = season_rows(cells, "abc", list(won))
    assert [(each.name, each.mean_rank) for each in found] == [("a", 1.5), ("b", 2.0), ("c", 2.0)]
    assert found[2].cells == (Cell(1.0, 0.1, 0.2), Cell(9.0, 0.1, 0.2))


def test_a_figure_without_error_agrees_with_itself_alone() -> None:
    sure = {"fold from raise": Cell(-750.0, 0.0, 0.0)}
    rounded = {"fold from raise": Cell(-750.0 - 1e-10, 1e-12, 2e-12)}
    assert agreement(sure, sure).holds
    assert agreement(sure, rounded).holds
    assert not agreement(sure, {"fold from raise": Cell(-749.0, 0.0, 0.0)}).holds
    once = {"fold from raise": Cell(-749.0, inf, inf)}
    with pytest.raises(FivebetError, match="no figure in common"):
        agreement(sure, once)


def test_agents_of_ones_own_and_with_options_take_part_once() -> None:
    own = "examples/fifteen_lines.py::PotOdds"
    season = Season(entrants=(own, "aki:bounds=off", "fair", "tight", "call", "fold"))
    assert season.seated("nolimit-2p", season.entrants)[:2] == (own, "adapted::aki:bounds=off")
    with pytest.raises(GameError, match="fair takes part once"):
        Season(entrants=("fair", "fair", "tight", "loose", "call", "fold"))


def test_too_few_agents_make_no_season() -> None:
    with pytest.raises(GameError, match="give 6 to 45"):
        Season(entrants=("call", "fold"))


def test_styles_are_surveyed() -> None:
    survey = StyleSurvey(
        game=Game.named("limit-6p"), agents=("fold", "raise", "call"), deals=30, seed=1
    )
    reducer = survey.reducer()
    for number in range(survey.chunks):
        reducer.add(survey.run_chunk(number, None, 0).data)
    fold, raises, calls = reducer.result()
    assert fold.vpip == 0
    # Six-handed one posts 1.5 big blinds in six hands, and folding loses nothing else.
    assert 0 < fold.drawdown <= 30 / 6 * 1.5
    assert raises.pfr == 1
    assert calls.pfr == 0
    assert calls.style.endswith("/0/0.0")
    assert all(seen.seconds > 0 for seen in (fold, raises, calls))


def test_the_command_compares_with_another_season(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], played: SeasonResult
) -> None:
    season = played.season
    options = RunOptions(workers=1, store="none")
    other = tmp_path / "season.json"
    output = json.loads(json.dumps(played.to_dict()))
    other.write_text(json.dumps(output))
    report = tmp_path / "season.html"
    assert play_season(season, replace(options, report=report), other) == 0
    out = capsys.readouterr().out
    assert "the seasons agree" in " ".join(out.split())
    assert "Tournaments at home: " in out
    assert "Share of the pool" in report.read_text()
    assert "Run-off rank" in report.read_text()
    command = ["league", "--standard", "--quick", *SIX, "--workers", "1", "--store", "none"]
    for wrong in ({}, output | {"cells": [], "early_cells": []}):
        other.write_text(json.dumps(wrong))
        assert run([*command, "--compare", str(other)]) == 2
        assert "holds no season" in capsys.readouterr().err


def test_a_quick_season_is_compared_with_the_first_deals_of_a_full_one(tmp_path: Path) -> None:
    path = tmp_path / "season.json"
    pair, alone = "heads-up limit: fair from tight", "heads-up limit: fair"
    output = {
        "scale": "full",
        "entrants": list(SIX),
        "cells": {pair: [1.0, 0.5, 1.0], alone: [2.0, 0.5, 1.0]},
        "early_cells": {pair: [3.0, 0.5, 1.0], alone: [4.0, 0.5, 1.0]},
    }
    path.write_text(json.dumps(output))
    quick, full = (Season(scale=scale, entrants=SIX) for scale in (Scale.QUICK, Scale.FULL))
    assert read_season(path, quick) == ({pair: Cell(3, 0.5, 1), alone: Cell(4, 0.5, 1)}, False)
    assert read_season(path, full)[0][pair].mean == 1
    # Others took part: their averages move ours, but what two won from each other stands.
    path.write_text(json.dumps(output | {"entrants": [*SIX, "loose"], "scale": "quick"}))
    assert read_season(path, full) == ({pair: Cell(1, 0.5, 1)}, True)
