"""Characters: every agent has one, and its figures are those of the league."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from fivebet.agents.characters import THOUGHTS, WEAKNESSES, characters
from fivebet.agents.hosting.registry import AGENTS

ROOT = Path(__file__).parents[2]
LEAGUE = ROOT / "docs" / "evidence" / "league.json"


def test_every_agent_says_how_it_thinks() -> None:
    assert set(THOUGHTS) == set(AGENTS)
    assert all(text.endswith(".") for text in THOUGHTS.values())


def test_the_figures_are_those_of_the_league() -> None:
    spec = spec_from_file_location("make_characters", ROOT / "tools" / "make_characters.py")
    assert spec
    assert spec.loader
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    season = json.loads(LEAGUE.read_text("utf-8"))
    assert tool.CHARACTERS.read_text("utf-8") == tool.text(season), "run tools/make_characters.py"
    fair = next(each for each in characters() if each.name == "fair")
    name, league = next(iter(season["leagues"].items()))
    place = season["entrants"].index("fair")
    record = fair.records[0]
    assert record.league == name
    assert record.rank == league["players"][place]["bankroll_rank"]
    worst = min(
        (won, name)
        for name, won, error in zip(
            season["entrants"], league["cross"][place], league["cross_errors"][place], strict=True
        )
        if error and won < -2 * error
    )
    assert (record.loses_to[0].mbb_per_hand, record.loses_to[0].name) == (
        round(worst[0]),
        worst[1],
    )


def test_everybody_has_played_in_the_league() -> None:
    assert all(each.records for each in characters())


def test_the_champion_is_said_to_be_weak_where_no_league_shows_it() -> None:
    champion = next(each for each in characters() if each.name == "champion")
    assert champion.weakness
    assert all(name in AGENTS for name in WEAKNESSES)
