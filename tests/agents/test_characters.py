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
    league = season["leagues"]["heads-up limit"]
    place = season["entrants"].index("fair")
    record = fair.records[0]
    assert record.league == "heads-up limit"
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


def test_who_has_played_in_no_league_has_no_figures() -> None:
    by_name = {each.name: each for each in characters()}
    assert by_name["push-fold"].records == ()


def test_the_champion_has_a_face_and_a_weakness_before_its_first_league() -> None:
    champion = next(each for each in characters() if each.name == "champion")
    assert champion.records or (champion.style and champion.weakness)
    assert all(name in AGENTS for name in WEAKNESSES)
