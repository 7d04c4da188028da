"""The league's pages say what the season says that is kept beside them."""

import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivebet.arena.season import DISCIPLINES, Season

from .arena.test_season import SIX, SMALL, alone

ROOT = Path(__file__).parent.parent


def test_the_tables_are_those_of_the_season() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "make_league.py"))
    assert tool["main"](check=True) == 0


def test_conclusions_name_the_figures_that_they_follow_from() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "make_league.py"))
    names = ["plicas", "plicas+", "fold"]
    games = ("heads-up limit", "heads-up no-limit", "six-player limit", "six-player no-limit")
    won = {"plicas": 100.0, "plicas+": 130.0, "fold": -230.0}
    cells = {f"{game}: {name}": [won[name], 10.0, 20.0] for game in games for name in names}
    cells |= {f"tournaments: {name}": [won[name] / 100, 0.1, 0.2] for name in names}
    league = {
        "players": [{"runoff_rank": rank} for rank in (2, 1, 3)],
        "cross": [[0, -20, 220], [20, 0, 240], [-220, -240, 0]],
        "cross_errors": [[0, 5, 5], [5, 0, 5], [5, 5, 0]],
    }
    curve = {"name": "plicas", "gain": {"mbb_per_hand": 50.0, "ci95": [10.0, 90.0]}}
    home = league | {"learning": {"spans": [200, 2000], "players": [curve]}}
    season = {
        "entrants": names,
        "made_for": {game: names if game == games[0] else [] for game in games}
        | {"tournaments": ["fold"]},
        "leagues": {game: home if game == games[0] else league for game in games},
        "home": {},
        "tournaments": {
            "entrants": 45,
            "hands": 300,
            "tournaments": 2,
            "players": [{"entrants": 15, "roi": roi} for roi in (-1.0, 0.5, 0.5)],
        },
        "cells": cells,
    }
    lines = tool["conclusions"](season).splitlines()
    assert lines[0] == (
        "- **Heads-up limit, everybody.** `plicas+` has the highest mean, +130 ± 20, beyond the "
        "combined interval of every other. First in the run-off: `plicas+`, `plicas`, `fold`."
    )
    assert (
        "- **Case-based reasoning (PLICAS).** Heads-up limit at home: `plicas` +100 ± 7, above 0; "
        "`plicas+` +130 ± 7, above 0; the difference, +30 ± 10, is above 0." in lines
    )
    assert (
        "- **Learning, heads-up limit**, last span less first. Above 0: `plicas` (+50 ± 40)."
        in lines
    )
    assert lines[-1].endswith(
        "has 33.3% of the chairs and wins 50.0% of the pool, in 150 hands a tournament."
    )


def test_parts_make_up_a_season() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "make_league.py"))
    season = Season(entrants=SIX, own_size=SMALL)

    def part(*only: str) -> dict[str, Any]:
        played = replace(season, only=only).play(make_executor=alone, store="none").to_dict()
        # How long agents think is never the same twice.
        styles = {name: sorted(each) for name, each in played["conducts"].items()}
        created = f"2026-01-{len(only):02}"
        return {**played, "conducts": styles, "seconds": 60.0, "created": created}

    first, second = part("heads-up limit", "tournaments"), part(*list(DISCIPLINES)[1:])
    whole = part()
    assert tool["merged"]([first, second]) == whole | {"seconds": 120.0, "created": "2026-01-03"}
    with pytest.raises(ValueError, match="different seasons"):
        tool["merged"]([first, second | {"seed": 2}])


def test_a_season_that_is_not_over_says_what_it_has_yet_to_play() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "make_league.py"))
    season = Season(entrants=SIX, own_size=SMALL, only=("heads-up limit",))
    part = season.play(make_executor=alone, store="none").to_dict()
    part |= {"seconds": 3600.0, "created": "2026-01-01"}
    found = tool["tables"](tool["merged"]([part]))
    assert found["record"].endswith(
        "hands of the leagues. It has yet to play heads-up no-limit, six-player limit, six-player "
        "no-limit and tournaments."
    )
    missing = {name for name, table in found.items() if table == tool["_MISSING"]}
    assert {"heads-up no-limit", "six-player limit at home", "tournaments"} <= missing
    assert found["all"].startswith("|  | mean rank | heads-up limit |\n")
    assert found["heads-up limit"].count("\n") == len(SIX) + 1
    assert found["conclusions"].startswith("- **Heads-up limit, everybody.**")
