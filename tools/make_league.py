"""Writes the tables and conclusions of docs/league.md, and the table of the README, from the
season that is kept beside them.

python tools/make_league.py [--check]
python tools/make_league.py --take PART.json...   # a season played one discipline at a time,
                                                  # or what there is of it
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from fivebet.arena.charts import cross_table
from fivebet.arena.season import ALL_DISCIPLINES, DISCIPLINES, Season
from fivebet.arena.season_table import TOURNAMENTS, Cell, home_name, home_rows, is_pair, season_rows
from fivebet.arena.style_survey import AgentStyle

ROOT = Path(__file__).parent.parent
SEASON = ROOT / "docs" / "evidence" / "league.json"
PAGES = (ROOT / "docs" / "league.md", ROOT / "README.md")
PICTURES = ROOT / "docs" / "pictures"
_MISSING = "The season on record has no such table."
_PAPERS = {
    "Simulation against a model (AKI)": ("aki", "aki+"),
    "Case-based reasoning (PLICAS)": ("plicas", "plicas+"),
    "Evolved networks (Moik)": ("evolved", "evolved+"),
    "Fictitious play (Martins)": ("fictitious", "solver"),
    "Planning with risk (Smith)": ("planner", "planner+"),
}


def merged(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return disciplines that were played one by one as the season that they make up."""
    same = ("scale", "seed", "entrants")
    season = {name: parts[0][name] for name in same}
    if any({name: part[name] for name in same} != season for part in parts):
        raise ValueError("these are parts of different seasons")
    for name in ("made_for", "leagues", "home", "conducts", "cells", "early_cells"):
        season[name] = {key: value for part in parts for key, value in part[name].items()}
    for name in ("tournaments", "home_tournaments"):
        season[name] = next((part[name] for part in parts if part[name]), None)
    season["seconds"] = sum(part["seconds"] for part in parts)
    season["created"] = max(part["created"] for part in parts)
    return season


def take(paths: list[str]) -> None:
    """Keep a season that was played one discipline at a time."""
    parts = [json.loads(Path(path).read_text("utf-8")) for path in paths]
    SEASON.write_text(json.dumps(merged(parts), indent=1) + "\n", "utf-8")


def _leagues(season: dict[str, Any]) -> list[str]:
    """Return the leagues that a season has played, in their order."""
    return [name for name in DISCIPLINES if name in season["leagues"]]


def _columns(season: dict[str, Any]) -> list[str]:
    """Return the disciplines that a season has played, in their order."""
    return [*_leagues(season), *([TOURNAMENTS] if season["tournaments"] else [])]


def tables(season: dict[str, Any]) -> dict[str, str]:
    """Return what the pages say of a season, by the name of the place where they say it."""
    parts = {
        "record": _record(season),
        "conclusions": conclusions(season),
        "all": _all(season),
        "precision": _precision(season),
    }
    parts |= {name: _discipline(season, name) for name in DISCIPLINES}
    parts |= {home_name(name): _home(season, name) for name in DISCIPLINES}
    parts |= {f"learning {name}": _learning(season, name) for name in DISCIPLINES}
    parts[TOURNAMENTS] = _tournaments(season["tournaments"], season["entrants"])
    series = season.get("home_tournaments") or {}
    parts[home_name(TOURNAMENTS)] = _tournaments(series, series.get("entrants_by_name", []))
    return parts


def main(check: bool) -> int:
    """Write the pages, or tell whether they are what they should be."""
    season = json.loads(SEASON.read_text("utf-8"))
    parts = tables(season)
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
        for name in _leagues(season):
            if DISCIPLINES[name].endswith("-2p"):
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
    columns = _columns(season)
    rows = [
        [
            f"`{each.name}`",
            f"{each.mean_rank:.1f}",
            *(
                cell.figure(as_return=name == TOURNAMENTS)
                for name, cell in zip(columns, each.cells, strict=True)
            ),
        ]
        for each in season_rows(_cells(season), season["entrants"], columns)
    ]
    return _table(["", "mean rank", *columns], rows)


def _precision(season: dict[str, Any]) -> str:
    cells = _cells(season)
    rows = []
    for name in _leagues(season):
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
    if name not in season["leagues"]:
        return _MISSING
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


def _tournaments(output: dict[str, Any] | None, entrants: list[str]) -> str:
    if not output:
        return _MISSING
    rows = []
    players = zip(entrants, output["players"], strict=True)
    for short, player in sorted(players, key=lambda each: -each[1]["roi"]):
        rows.append(
            [
                f"`{short}`",
                f"{100 * player['roi']:+.0f} ({100 * player['ci95'][0]:+.0f} to "
                f"{100 * player['ci95'][1]:+.0f}) %",
                f"{player['mean_place']:.1f}",
                f"{player['in_the_money']:.0%}",
                f"{player['won']:.1%}",
                f"{player['entrants']}",
                f"{_pool_share(output, player):.1%}",
                f"{player['dealt']:.0f}" if "dealt" in player else "",
            ]
        )
    heads = ["", "return on the buy-in", "mean place of 45", "paid", "won", "chairs"]
    heads += ["share of the pool", "hands dealt"]
    return f"{_table(heads, rows)}\n\n{_length(output)}"


def _pool_share(output: dict[str, Any], player: dict[str, Any]) -> float:
    share: float = (1 + player["roi"]) * player["entrants"] / output["entrants"]
    return share


def _length(output: dict[str, Any]) -> str:
    text = f"{output['hands'] / output['tournaments']:,.0f} hands a tournament, over all tables"
    if "rounds" in output:
        text += f"; {output['rounds']:.0f} until it is over, and half of the players are out after "
        text += f"{output['half_out']:.0f}"
    return f"{output['tournaments']} tournaments: {text}."


def _at_home(season: dict[str, Any], name: str) -> list[str]:
    if "made_for" in season:
        return list(season["made_for"][name])
    return list(Season(entrants=tuple(season["entrants"])).at_home(name))


def _home_cells(season: dict[str, Any], name: str) -> dict[str, tuple[Cell, int]]:
    """Every agent's winnings and run-off rank among those made for a discipline, best first."""
    if name not in season["leagues"]:
        return {}
    if DISCIPLINES[name].endswith("-2p"):
        league = season["leagues"][name]
        rows = home_rows(
            season["entrants"], _at_home(season, name), league["cross"], league["cross_errors"]
        )
        return {row.name: (row.won, row.runoff_rank) for row in rows}
    if name not in season.get("home", {}):
        return {}
    league, cells = season["home"][name], _cells(season)
    players = zip(league["entrants"], league["players"], strict=True)
    return {
        short: (cells[f"{home_name(name)}: {short}"], player["runoff_rank"])
        for short, player in sorted(players, key=lambda each: each[1]["bankroll_rank"])
    }


def _home(season: dict[str, Any], name: str) -> str:
    rows = [
        [f"`{short}`", f"{won.mean:+,.0f} ± {won.reach:,.0f}", str(rank)]
        for short, (won, rank) in _home_cells(season, name).items()
    ]
    return _table(["", "mbb/hand", "run-off"], rows) if rows else _MISSING


def _learning(season: dict[str, Any], name: str) -> str:
    """The learning curves of a discipline: heads-up among all, else at home."""
    curves = _curves(season, name)
    if not curves:
        return _MISSING
    spans = [1, *(span + 1 for span in curves["spans"])]
    heads = ["", *(f"{a:,} to {b - 1:,}" for a, b in pairwise(spans))]
    rows = [
        [
            f"`{_short(player['name'])}`",
            *map(_reach, player["spans"]),
            *[""] * (len(curves["spans"]) - len(player["spans"])),
            _reach(player["gain"]),
        ]
        for player in curves["players"]
    ]
    return _table([*heads, "last less first"], rows)


def _curves(season: dict[str, Any], name: str) -> dict[str, Any]:
    where = "leagues" if DISCIPLINES[name].endswith("-2p") else "home"
    curves: dict[str, Any] = season.get(where, {}).get(name, {}).get("learning", {})
    return curves


def _short(name: str) -> str:
    return name.removeprefix("adapted::").partition(":")[0]


def _reach(figure: dict[str, Any]) -> str:
    low, high = figure["ci95"]
    return f"{figure['mbb_per_hand']:+,.0f} ± {(high - low) / 2:,.0f}"


def _record(season: dict[str, Any]) -> str:
    hands = sum(league["hands"] for league in season["leagues"].values())
    hands += sum(league["hands"] for league in season.get("home", {}).values())
    played = [f"{hands:,} hands of the leagues"]
    if season["tournaments"]:
        played.append(f"{season['tournaments']['tournaments']} tournaments of everybody")
    text = (
        f"The season on record was played on {season['created']} with seed {season['seed']}: "
        f"{' and '.join(played)}."
    )
    missing = [name for name in ALL_DISCIPLINES if name not in _columns(season)]
    if not missing:
        return text
    *others, last = missing
    return f"{text} It has yet to play {' and '.join(filter(None, (', '.join(others), last)))}."


def conclusions(season: dict[str, Any]) -> str:
    """What follows from the figures, sentence by sentence, each with the figures."""
    lines = [_lead(season, name) for name in _columns(season)]
    lines += [line for name in DISCIPLINES if (line := _home_lead(season, name))]
    lines += [
        line
        for title, agents in _PAPERS.items()
        if set(agents) <= set(season["entrants"]) and (line := _paper(season, title, *agents))
    ]
    lines += [line for name in DISCIPLINES if (line := _learnt(season, name))]
    if season["tournaments"]:
        lines.append(_folders(season))
    return "\n".join(f"- {line}" for line in lines)


def _lead(season: dict[str, Any], name: str) -> str:
    cells = _cells(season)
    own = {short: cells[f"{name}: {short}"] for short in season["entrants"]}
    text = _leader(own, "%" if name == TOURNAMENTS else "mbb")
    if name == TOURNAMENTS:
        return f"**{name.capitalize()}, everybody.** {text}"
    players = zip(season["entrants"], season["leagues"][name]["players"], strict=True)
    first = [
        f"`{short}`" for short, _ in sorted(players, key=lambda each: each[1]["runoff_rank"])[:3]
    ]
    return f"**{name.capitalize()}, everybody.** {text} First in the run-off: {', '.join(first)}."


def _home_lead(season: dict[str, Any], name: str) -> str:
    own = {short: won for short, (won, _) in _home_cells(season, name).items()}
    return f"**{home_name(name).capitalize()}.** {_leader(own, 'mbb')}" if own else ""


def _leader(own: dict[str, Cell], unit: str) -> str:
    """Who leads, and who cannot be distinguished from the leader at 95 %."""
    best = max(own, key=lambda short: own[short].mean)
    near = [
        f"`{short}` ({_figure(cell, unit)})"
        for short, cell in sorted(own.items(), key=lambda each: -each[1].mean)
        if short != best and own[best].mean - cell.mean <= np.hypot(own[best].reach, cell.reach)
    ]
    text = f"`{best}` has the highest mean, {_figure(own[best], unit)}"
    if not near:
        return f"{text}, beyond the combined interval of every other."
    return f"{text}; within the combined interval of it: {', '.join(near)}."


def _figure(cell: Cell, unit: str) -> str:
    if unit == "%":
        return f"{100 * cell.mean:+.0f} ± {100 * cell.reach:.0f} %"
    return f"{cell.mean:+,.0f} ± {cell.reach:,.0f}"


def _paper(season: dict[str, Any], title: str, published: str, later: str) -> str:
    """How a paper's agent and its later version do in the games that it was made for."""
    parts = [
        _versions(season, name, published, later)
        for name in _columns(season)
        if published in _at_home(season, name)
    ]
    return f"**{title}.** {' '.join(parts)}" if parts else ""


def _versions(season: dict[str, Any], name: str, published: str, later: str) -> str:
    cells, where = _cells(season), home_name(name)
    own = _home_cells(season, name) if name in DISCIPLINES else {}
    if own:
        first, second = own[published][0], own[later][0]
    else:
        where = where if f"{where}: {published}" in cells else name
        first, second = (cells[f"{where}: {each}"] for each in (published, later))
    unit = "%" if name == TOURNAMENTS else "mbb"
    apart = Cell(second.mean - first.mean, 0.0, float(np.hypot(first.reach, second.reach)))
    everybody = ", everybody" if where == name else ""
    return (
        f"{where.capitalize()}{everybody}: `{published}` {_figure(first, unit)}, {_sign(first)}; "
        f"`{later}` {_figure(second, unit)}, {_sign(second)}; the difference, "
        f"{_figure(apart, unit)}, is {_sign(apart)}."
    )


def _sign(cell: Cell) -> str:
    if abs(cell.mean) <= cell.reach:
        return "not distinguishable from 0"
    return "above 0" if cell.mean > 0 else "below 0"


def _learnt(season: dict[str, Any], name: str) -> str:
    curves = _curves(season, name)
    if not curves:
        return ""
    found: dict[str, list[str]] = {"above 0": [], "below 0": [], "not distinguishable from 0": []}
    for player in curves["players"]:
        low, high = player["gain"]["ci95"]
        cell = Cell(player["gain"]["mbb_per_hand"], 0.0, (high - low) / 2)
        found[_sign(cell)].append(f"`{_short(player['name'])}` ({_figure(cell, 'mbb')})")
    text = "; ".join(f"{sign}: {', '.join(each)}" for sign, each in found.items() if each)
    return f"**Learning, {name}**, last span less first. {text.capitalize()}."


def _folders(season: dict[str, Any]) -> str:
    parts = []
    for title, output, entrants in (
        ("everybody", season["tournaments"], season["entrants"]),
        ("at home", season.get("home_tournaments"), _at_home(season, TOURNAMENTS)),
    ):
        if output:
            player = dict(zip(entrants, output["players"], strict=True))["fold"]
            parts.append(
                f"{title}, `fold` has {player['entrants'] / output['entrants']:.1%} of the chairs "
                f"and wins {_pool_share(output, player):.1%} of the pool, in "
                f"{output['hands'] / output['tournaments']:,.0f} hands a tournament"
            )
    return f"**What folding is worth in tournaments**: {'; '.join(parts)}."


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
    if sys.argv[1:2] == ["--take"]:
        take(sys.argv[2:])
    sys.exit(main("--check" in sys.argv[1:]))
