"""Writes the tables of docs/league.md and of the README from the season that is kept beside them.

python tools/make_league.py [--check]
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from fivebet.arena.charts import cross_table
from fivebet.arena.season import DISCIPLINES, TOURNAMENTS
from fivebet.arena.season_table import Cell, is_pair, season_rows
from fivebet.arena.style_survey import AgentStyle

ROOT = Path(__file__).parent.parent
SEASON = ROOT / "docs" / "evidence" / "league.json"
PAGES = (ROOT / "docs" / "league.md", ROOT / "README.md")
PICTURES = ROOT / "docs" / "pictures"


def main(check: bool) -> int:
    """Write the pages, or tell whether they are what they should be."""
    season = json.loads(SEASON.read_text("utf-8"))
    parts = {"all": _all(season), "precision": _precision(season)}
    parts |= {name: _discipline(season, name) for name in DISCIPLINES}
    parts[TOURNAMENTS] = _tournaments(season)
    stale = 0
    for page in PAGES:
        text = page.read_text("utf-8")
        fresh = text
        for name, table in parts.items():
            fresh = _between(fresh, f"<!-- season: {name} -->", "<!-- end -->", table)
        stale += fresh != text
        if not check:
            page.write_text(fresh, "utf-8")
    if not check:
        for name in ("heads-up limit", "heads-up no-limit"):
            _draw(season, name)
    return 1 if check and stale else 0


def _between(text: str, start: str, end: str, table: str) -> str:
    """The text with a table between two lines, if it has them."""
    before, found, rest = text.partition(start)
    return f"{before}{start}\n\n{table}\n\n{end}{rest.partition(end)[2]}" if found else text


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] + ["--:"] * (len(heads) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cells(season: dict[str, Any]) -> dict[str, Cell]:
    return {name: Cell(*cell) for name, cell in season["cells"].items()}


def _all(season: dict[str, Any]) -> str:
    columns = (*DISCIPLINES, TOURNAMENTS)
    rows = []
    for each in season_rows(_cells(season), season["entrants"], columns):
        *leagues, tournaments = each.cells
        rows.append(
            [
                f"`{each.name}`",
                f"{each.mean_rank:.1f}",
                *(f"{cell.mean:+,.0f} ± {cell.reach:,.0f}" for cell in leagues),
                f"{100 * tournaments.mean:+.0f} ± {100 * tournaments.reach:.0f} %",
            ]
        )
    return _table(["", "mean rank", *columns], rows)


def _precision(season: dict[str, Any]) -> str:
    cells = _cells(season)
    rows = []
    for name in DISCIPLINES:
        own = {key: cell.reach for key, cell in cells.items() if key.startswith(f"{name}: ")}
        averages = [reach for key, reach in own.items() if not is_pair(key)]
        between = [reach for key, reach in own.items() if is_pair(key)]
        league = season["leagues"][name]
        rows.append(
            [
                name,
                f"{league['hands']:,}",
                f"{np.median(averages):,.0f}",
                f"{np.median(between):,.0f}" if between else "",
                f"{league['spread_left']:.0%}",
            ]
        )
    return _table(["", "hands", "± of an agent", "± of a pair", "spread left without luck"], rows)


def _discipline(season: dict[str, Any], name: str) -> str:
    seen = season["conducts"][name]
    rows = []
    players = zip(season["entrants"], season["leagues"][name]["players"], strict=True)
    for short, player in sorted(players, key=lambda each: each[1]["bankroll_rank"]):
        low, high = player["ci95"]
        style = AgentStyle(**seen[short])
        rows.append(
            [
                f"`{short}`" + (" (adapted)" if player["name"].startswith("adapted::") else ""),
                f"{player['mbb_per_hand']:+,.0f} ± {(high - low) / 2:,.0f}",
                str(player["runoff_rank"]),
                f"{player['elo']:,.0f} ± {1.96 * player['elo_error']:,.0f}",
                style.style,
                f"{style.spread:.1f}",
                f"{style.drawdown:,.0f}",
                f"{1000 * style.seconds:,.1f}",
                str(player["failures"]),
            ]
        )
    heads = [
        "",
        "mbb/hand",
        "run-off",
        "Elo",
        "VPIP/PFR/AF",
        "spread",
        "drawdown",
        "ms",
        "failures",
    ]
    return _table(heads, rows)


def _tournaments(season: dict[str, Any]) -> str:
    output = season["tournaments"]
    players = zip(season["entrants"], output["players"], strict=True)
    rows = [
        [
            f"`{short}`",
            f"{100 * player['roi']:+.0f} ({100 * player['ci95'][0]:+.0f} to "
            f"{100 * player['ci95'][1]:+.0f}) %",
            f"{player['mean_place']:.1f}",
            f"{player['in_the_money']:.0%}",
            f"{player['won']:.1%}",
        ]
        for short, player in sorted(players, key=lambda each: -each[1]["roi"])
    ]
    return _table(["", "return on the buy-in", "mean place of 45", "paid", "won"], rows)


def _draw(season: dict[str, Any], name: str) -> None:
    league = season["leagues"][name]
    order = sorted(
        range(len(season["entrants"])), key=lambda i: league["players"][i]["bankroll_rank"]
    )
    names = [season["entrants"][i] for i in order]
    table = np.array(league["cross"])[order][:, order]
    figure = cross_table(names, table, "row's winnings from column, mbb/hand")
    figure.savefig(PICTURES / f"league-{name.replace(' ', '-')}.svg", metadata={"Date": None})


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
