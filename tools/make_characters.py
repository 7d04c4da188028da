"""Write src/fivebet/data/characters.json from the league of all agents.

    .venv/bin/python tools/make_characters.py

It takes every agent's style and results from docs/evidence/league.json, and of its opponents
those from whom it wins or to whom it loses by more than two standard errors, heads-up.
"""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LEAGUE = ROOT / "docs" / "evidence" / "league.json"
CHARACTERS = ROOT / "src" / "fivebet" / "data" / "characters.json"
ERRORS = 2.0
MOST_OPPONENTS = 3
HEADS_UP = "heads-up"


def characters(season: dict[str, Any]) -> dict[str, Any]:
    """Return the characters' data of a season."""
    agents: dict[str, list[dict[str, Any]]] = {name: [] for name in season["entrants"]}
    for league, result in season["leagues"].items():
        for place, (name, player) in enumerate(
            zip(season["entrants"], result["players"], strict=True)
        ):
            style = season["conducts"][league][name]
            loses, beats = opponents(season["entrants"], result, place)
            is_heads_up = league.startswith(HEADS_UP)
            agents[name].append(
                {
                    "league": league,
                    "vpip": round(style["vpip"], 3),
                    "pfr": round(style["pfr"], 3),
                    "aggression": rounded(style["aggression_factor"], 2),
                    "mbb_per_hand": round(player["mbb_per_hand"]),
                    "ci95": [round(each) for each in player["ci95"]] if player["ci95"] else None,
                    "rank": player["bankroll_rank"],
                    "entrants": len(season["entrants"]),
                    "hands": result["hands"],
                    "loses_to": loses if is_heads_up else [],
                    "beats": beats if is_heads_up else [],
                }
            )
    return {
        "from": "docs/evidence/league.json",
        "created": season["created"],
        "agents": agents,
    }


def opponents(
    names: list[str], result: dict[str, Any], place: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return to whom an agent surely loses, and whom it surely beats."""
    met = [
        {"name": name, "mbb_per_hand": round(won), "error": round(error)}
        for name, won, error in zip(
            names, result["cross"][place], result["cross_errors"][place], strict=True
        )
        if name != names[place] and error is not None and abs(won) > ERRORS * error
    ]
    met.sort(key=lambda each: each["mbb_per_hand"])
    loses = [each for each in met if each["mbb_per_hand"] < 0]
    beats = [each for each in reversed(met) if each["mbb_per_hand"] > 0]
    return loses[:MOST_OPPONENTS], beats[:MOST_OPPONENTS]


def rounded(value: float | None, digits: int) -> float | None:
    """Return a number with some digits, if there is one."""
    return None if value is None else round(value, digits)


def text(season: dict[str, Any]) -> str:
    """Return the file."""
    return json.dumps(characters(season), indent=0, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    CHARACTERS.write_text(text(json.loads(LEAGUE.read_text("utf-8"))), "utf-8")
