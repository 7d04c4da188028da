"""A contest of the card room as files: a table of figures, and one page that can be cited."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fivebet.agents.hosting.registered import registered_agents
from fivebet.agents.hosting.registry import describe_agents, is_agent
from fivebet.arena.kinds import KINDS
from fivebet.errors import FivebetError
from fivebet.reports import INK, PALETTE, Report, new_figure
from fivebet.web.repetition import contest_command, contest_python

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLUMNS = (
    "agent",
    "hands",
    "mbb_per_hand",
    "ci95_low",
    "ci95_high",
    "adjusted_mbb_per_hand",
    "adjusted_ci95_low",
    "adjusted_ci95_high",
    "luck",
    "roi",
    "mean_place",
    "failures",
)


def contest_figures(result: Mapping[str, Any]) -> str:
    """Return the figures of a contest with their 95 % intervals as CSV, a line for each agent."""
    text = io.StringIO()
    lines = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    lines.writeheader()
    lines.writerows(_figures(result))
    return text.getvalue()


def contest_report(
    kind: str, settings: Mapping[str, Any], result: Mapping[str, Any], number: int, played: str
) -> str:
    """Return one page of a contest, which can be cited: figures, agents, and how to repeat it."""
    job = KINDS[kind].read(settings)
    names = list(dict.fromkeys(job.players))
    title = " · ".join(names) if len(names) <= 6 else f"{kind.capitalize()} of {len(names)} agents"
    report = Report(title, _facts(kind, result, number, played))
    report.table("Result, with 95 % intervals", *_result_table(result))
    if result.get("note"):
        report.note(f"Note: {result['note']}.")
    if "course" in result:
        report.chart("How it grew", _curves(result))
    if "cross" in result:
        report.table("Row's winnings from column, mbb/hand", *_cross_table(result))
    report.table("Agents", ["Agent", "What it is"], list(_agents(names)))
    report.code("Play it again, from a terminal", contest_command(job))
    report.code("Play it again, from Python", contest_python(job))
    report.code("Cite it", citation(title, contest_command(job), result, played))
    return report.html()


def citation(title: str, command: str, result: Mapping[str, Any], played: str) -> str:
    """Return a BibTeX entry, with a digest by which a repetition can be compared."""
    return (
        "@misc{fivebet-" + result_digest(result)[:8] + ",\n"
        "  author = {{The Fivebet developers}},\n"
        f"  title = {{Fivebet {version('fivebet')}: {title}}},\n"
        f"  year = {{{played[:4]}}},\n"
        f"  note = {{{command}; digest of the figures {result_digest(result)}}}\n"
        "}"
    )


def result_digest(result: Mapping[str, Any]) -> str:
    """Return a digest of a contest's figures, which are the same for the same command."""
    text = json.dumps(list(_figures(result)), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def _figures(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for player in result["players"]:
        low, high = player.get("ci95") or (None, None)
        adjusted = player.get("adjusted") or {}
        luckless = adjusted.get("ci95") or (None, None)
        figures = {
            "agent": player["name"],
            "hands": result["hands"],
            "mbb_per_hand": player.get("mbb_per_hand"),
            "ci95_low": low,
            "ci95_high": high,
            "adjusted_mbb_per_hand": adjusted.get("mbb_per_hand"),
            "adjusted_ci95_low": luckless[0],
            "adjusted_ci95_high": luckless[1],
            "luck": adjusted.get("method"),
            "roi": player.get("roi"),
            "mean_place": player.get("mean_place"),
            "failures": player.get("failures"),
        }
        yield {
            key: round(each, 9) if isinstance(each, float) else each
            for key, each in figures.items()
        }


def _facts(kind: str, result: Mapping[str, Any], number: int, played: str) -> list[str]:
    words = [f"{kind.capitalize()} {number} of a card room", f"Fivebet {version('fivebet')}"]
    facts = [f"{result['hands']:,} hands"]
    for key, name in (("game", "game"), ("deals", "deals"), ("seats", "seats"), ("seed", "seed")):
        if key in result:
            value = f"{result[key]:,}" if key == "deals" else result[key]
            facts.append(f"{name} {value}")
    if "luck" in result:
        facts.append(f"luck taken out: {result['luck']}")
    if "tournaments" in result:
        facts += [f"{result['tournaments']:,} tournaments", f"schedule {result['schedule']}"]
    return [" · ".join([*words, played]), " · ".join(facts)]


def _result_table(result: Mapping[str, Any]) -> tuple[list[str], list[list[str]]]:
    figures = list(_figures(result))
    has_adjusted = any(each["luck"] for each in figures)
    if figures[0]["roi"] is not None:
        columns = ["Agent", "ROI", "Mean place", "Failures"]
        rows = [
            [
                each["agent"],
                _reach(each["roi"], each["ci95_high"], 100, " %"),
                f"{each['mean_place']:.2f}",
                f"{each['failures']:,}",
            ]
            for each in figures
        ]
        return columns, rows
    columns = ["Agent", "mbb/hand", *["Less luck, mbb/hand"] * has_adjusted, "Failures"]
    rows = []
    for each in figures:
        row = [each["agent"], _reach(each["mbb_per_hand"], each["ci95_high"])]
        if has_adjusted:
            row.append(_reach(each["adjusted_mbb_per_hand"], each["adjusted_ci95_high"]))
        rows.append([*row, f"{each['failures'] or 0:,}"])
    return columns, rows


def _reach(mean: float | None, high: float | None, scale: float = 1, unit: str = "") -> str:
    if mean is None:
        return "–"
    reach = "" if high is None else f" ± {scale * (high - mean):,.1f}"
    return f"{scale * mean:+,.1f}{reach}{unit}"


def _cross_table(result: Mapping[str, Any]) -> tuple[list[str], list[list[str]]]:
    names = [player["name"] for player in result["players"]]
    rows = [
        [name, *("" if i == j or won is None else f"{won:+,.1f}" for j, won in enumerate(row))]
        for i, (name, row) in enumerate(zip(names, result["cross"], strict=True))
    ]
    return ["", *names], rows


def _curves(result: Mapping[str, Any]) -> "Figure":
    course = result["course"]
    figure = new_figure()
    axes = figure.axes[0]
    for i, (player, curve) in enumerate(zip(result["players"], course["players"], strict=True)):
        colour = PALETTE[i % len(PALETTE)]
        axes.plot(course["played"], curve["won"], color=colour, lw=1.8, label=player["name"])
        if curve.get("adjusted"):
            axes.plot(course["played"], curve["adjusted"], color=colour, lw=1.1, ls="--")
    axes.axhline(0, color=INK, lw=0.8)
    axes.set_xlabel(course["unit"])
    axes.set_ylabel(f"{course['money']} won")
    axes.legend(frameon=False, labelcolor=INK)
    return figure


def _agents(names: list[str]) -> Iterator[list[str]]:
    registered = registered_agents()
    for name in names:
        title = name.removeprefix("adapted::").partition(":")[0]
        if title in registered:
            agent = registered[title]
            yield [name, f"{agent.about or 'registered by the host'}; SHA-256 {agent.digest}"]
            continue
        try:
            (info,) = describe_agents([title]) if is_agent(title) else (None,)
        except FivebetError:
            info = None
        yield [name, " ".join(filter(None, (info.about, info.paper))) if info else "–"]
