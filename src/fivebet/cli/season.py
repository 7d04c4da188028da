"""`fivebet league --standard`: all agents in five disciplines."""

import json
import time
from math import isfinite
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from fivebet.arena.season import DISCIPLINES, TOURNAMENTS, Season, SeasonResult
from fivebet.arena.season_table import Cell, agreement, is_pair, season_rows
from fivebet.cli.output import console, figures_table, print_json, progress_bar, warn
from fivebet.cli.report_pages import chart_league
from fivebet.cli.run_options import RunOptions
from fivebet.errors import FivebetError
from fivebet.reports import Report

_COLUMNS = ("", "Mean rank", *DISCIPLINES, TOURNAMENTS)


def play_season(season: Season, options: RunOptions, compare: Path | None) -> int:
    """Play a season and print its table; 1 if it disagrees with another."""
    shipped = _read(compare, season) if compare else {}
    start = time.perf_counter()
    try:
        with progress_bar("Playing the season", quiet=options.json) as on_progress:
            result = season.play(on_progress, options.make_executor, options.store)
    except KeyboardInterrupt:
        warn("interrupted: resume with the same command")
        return 130
    data = result.to_dict() | {"seconds": time.perf_counter() - start}
    check = agreement(result.cells(), shipped) if compare else None
    if options.json:
        if check is not None:
            furthest = check.furthest if isfinite(check.furthest) else None
            data["agreement"] = vars(check) | {"furthest": furthest, "holds": check.holds}
        print_json(data)
    else:
        console().print(_table(result))
        if check:
            console().print(
                f"{check.beyond} of {check.cells} figures are beyond the combined interval; the "
                f"furthest, {check.where}, by {check.furthest:.1f} standard errors: the seasons "
                + ("agree" if check.holds else "do not agree"),
                markup=False,
            )
    if options.report:
        _report(result).write(options.report)
    return 0 if check is None or check.holds else 1


def _read(path: Path, season: Season) -> dict[str, Cell]:
    """Return the other season's figures; if other agents took part in it, only its pairs."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        cells = {name: Cell(*map(float, cell)) for name, cell in data["cells"].items()}
        same = set(data["entrants"]) == set(season.entrants)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FivebetError(
            f"{str(path)!r} holds no season: give what league --standard --json has printed"
        ) from error
    return {name: cell for name, cell in cells.items() if same or is_pair(name)}


def _rows(result: SeasonResult) -> list[list[str]]:
    disciplines = (*DISCIPLINES, TOURNAMENTS)
    rows = []
    for each in season_rows(result.cells(), result.season.entrants, disciplines):
        *leagues, tournaments = each.cells
        rows.append(
            [
                each.name,
                f"{each.mean_rank:.1f}",
                *(f"{cell.mean:+,.0f} ± {cell.reach:,.0f}" for cell in leagues),
                f"{100 * tournaments.mean:+.0f} ± {100 * tournaments.reach:.0f} %",
            ]
        )
    return rows


def _table(result: SeasonResult) -> Table:
    season = result.season
    hands = sum(table.hands for table in result.tables.values()) + result.series.hands
    table = figures_table(
        f"The season, {season.scale.value}: {hands:,} hands, seed {season.seed}",
        *_COLUMNS,
        caption="mbb/hand less luck ± 95 %; tournaments: return on the buy-in",
    )
    for name, *cells in _rows(result):
        table.add_row(f"[bold]{escape(name)}[/bold]", *cells)
    return table


def _report(result: SeasonResult) -> Report:
    season, names = result.season, list(result.season.entrants)
    report = Report("The season", [f"scale {season.scale.value}, seed {season.seed}"])
    report.table("All disciplines", _COLUMNS, _rows(result))
    for discipline, table in result.tables.items():
        order = table.by_bankroll()
        runoff = table.by_runoff()
        styles = result.styles[discipline]
        report.table(
            discipline.capitalize(),
            ["", "mbb/hand", "Run-off rank", "Elo", "VPIP/PFR/AF", "Spread", "Drawdown", "ms"],
            [
                [
                    names[i],
                    f"{table.bankrolls[i].mean:+,.0f} ± "
                    f"{table.bankrolls[i].high - table.bankrolls[i].mean:,.0f}",
                    str(runoff.index(i) + 1),
                    f"{table.ratings[i].points:,.0f} ± {1.96 * table.ratings[i].error:,.0f}",
                    styles[i].style,
                    f"{styles[i].spread:.1f}",
                    f"{styles[i].drawdown:,.0f}",
                    f"{1000 * styles[i].seconds:,.1f}",
                ]
                for i in order
            ],
        )
        chart_league(report, table)
    report.note("Spread: the standard deviation of a hand; drawdown: the furthest behind the best,")
    report.note("both in big blinds; ms: a decision on average, all three among players by rules.")
    return report
