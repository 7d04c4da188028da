"""`fivebet league --standard`: all agents in five disciplines."""

import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from fivebet.arena.league_table import LeagueTable
from fivebet.arena.present import league_to_dict
from fivebet.arena.season import Scale, Season
from fivebet.arena.season_result import SeasonResult
from fivebet.arena.season_table import (
    TOURNAMENTS,
    Cell,
    agreement,
    home_name,
    home_rows,
    is_pair,
    season_rows,
)
from fivebet.arena.tournament_series import TournamentResult
from fivebet.cli.output import console, figures_table, print_json, progress_bar, warn
from fivebet.cli.report_pages import chart_league
from fivebet.cli.run_options import RunOptions
from fivebet.errors import FivebetError
from fivebet.files import read_bounded
from fivebet.reports import Report


def play_season(season: Season, options: RunOptions, compare: Path | None) -> int:
    """Play a season and print its table; 1 if it disagrees with another."""
    shipped, as_quick = read_season(compare, season) if compare else ({}, False)
    start = time.perf_counter()
    try:
        with progress_bar("Playing the season", quiet=options.json) as on_progress:
            result = season.play(on_progress, options.make_executor, options.store)
    except KeyboardInterrupt:
        warn("interrupted: resume with the same command")
        return 130
    data = result.to_dict() | {"seconds": time.perf_counter() - start, "created": _today()}
    check = agreement(result.cells(early=as_quick), shipped) if compare else None
    if options.json:
        if check is not None:
            furthest = check.furthest if isfinite(check.furthest) else None
            data["agreement"] = vars(check) | {"furthest": furthest, "holds": check.holds}
        print_json(data)
    else:
        console().print(_table(result))
        for table in _home_tables(result):
            console().print(table)
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


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def read_season(path: Path, season: Season) -> tuple[dict[str, Cell], bool]:
    """Return the other season's figures, and whether ours are compared as a quick season's.

    A quick season ends its matches early, and so is compared with the early figures of a
    full one. If other agents took part in the other season, only its pairs are compared.
    """
    try:
        data = json.loads(read_bounded(path))
        scales = {season.scale, Scale(data["scale"])}
        early = len(scales) == 2 and data["scale"] == Scale.FULL
        figures = data.get("early_cells", data["cells"]) if early else data["cells"]
        cells = {name: Cell(*map(float, cell)) for name, cell in figures.items()}
        same = set(data["entrants"]) == set(season.entrants)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FivebetError(
            f"{str(path)!r} holds no season: give what league --standard --json has printed"
        ) from error
    kept = {name: cell for name, cell in cells.items() if same or is_pair(name)}
    return kept, len(scales) == 2 and not early


def _columns(result: SeasonResult) -> list[str]:
    return ["", "Mean rank", *result.season.disciplines]


def _rows(result: SeasonResult) -> list[list[str]]:
    disciplines = result.season.disciplines
    return [
        [
            row.name,
            f"{row.mean_rank:.1f}",
            *(
                cell.figure(as_return=name == TOURNAMENTS)
                for name, cell in zip(disciplines, row.cells, strict=True)
            ),
        ]
        for row in season_rows(result.cells(), result.season.entrants, disciplines)
    ]


def _table(result: SeasonResult) -> Table:
    season = result.season
    hands = sum(table.hands for table in result.tables.values())
    hands += result.series.hands if result.series else 0
    table = figures_table(
        f"The season, {season.scale.value}: {hands:,} hands, seed {season.seed}",
        *_columns(result),
        caption="mbb/hand less luck ± 95 %; tournaments: return on the buy-in",
    )
    for name, *cells in _rows(result):
        table.add_row(f"[bold]{escape(name)}[/bold]", *cells)
    return table


def _home_tables(result: SeasonResult) -> list[Table]:
    """Return a table for each discipline, of the agents that were made for it."""
    shown = []
    for title, heads, rows in _home(result):
        table = figures_table(title, *heads)
        for name, *cells in rows:
            table.add_row(f"[bold]{escape(name)}[/bold]", *cells)
        shown.append(table)
    return shown


def _home(result: SeasonResult) -> list[tuple[str, list[str], list[list[str]]]]:
    """Return the title, heads and rows of each discipline's table of agents at home."""
    season, found = result.season, []
    for discipline, table in result.tables.items():
        entrants = season.at_home(discipline)
        if table.league.game.seats == 2 and len(entrants) > 1:
            data = league_to_dict(table)
            ranked = home_rows(season.entrants, entrants, data["cross"], data["cross_errors"])
            rows = [[row.name, row.won.figure(), str(row.runoff_rank)] for row in ranked]
        elif discipline in result.home:
            rows = _league_rows(entrants, result.home[discipline])
        else:
            continue
        found.append((home_name(discipline).capitalize(), ["", "mbb/hand", "Run-off rank"], rows))
    for name, series in ((TOURNAMENTS, result.series), (None, result.home_series)):
        if series:
            entrants = season.entrants if name else season.at_home(TOURNAMENTS)
            title = f"{name or home_name(TOURNAMENTS)}: {_length(series)}"
            heads = ["", "Return", "Share of the pool", "Hands dealt"]
            found.append((title.capitalize(), heads, _tournament_rows(entrants, series)))
    return found


def _league_rows(entrants: Sequence[str], table: LeagueTable) -> list[list[str]]:
    runoff = table.by_runoff()
    return [
        [entrants[i], f"{table.bankrolls[i]:+,.0f}", str(runoff.index(i) + 1)]
        for i in table.by_bankroll()
    ]


def _length(series: TournamentResult) -> str:
    return (
        f"{series.hands / series.tournaments:,.0f} hands a tournament, {series.rounds:.0f} at the "
        f"last table; half of the players are out after {series.half_out:.0f}"
    )


def _tournament_rows(entrants: Sequence[str], series: TournamentResult) -> list[list[str]]:
    players = len(series.series.players)
    rows = sorted(zip(entrants, series.entries, strict=True), key=lambda row: -row[1].roi.mean)
    return [
        [
            name,
            f"{entry.roi.scaled(100):+.0f} %",
            f"{entry.pool_share:.1%} for {entry.entrants / players:.1%} of the chairs",
            f"{entry.dealt:.0f}",
        ]
        for name, entry in rows
    ]


def _report(result: SeasonResult) -> Report:
    season, names = result.season, list(result.season.entrants)
    report = Report("The season", [f"scale {season.scale.value}, seed {season.seed}"])
    report.table("All disciplines", _columns(result), _rows(result))
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
    for title, heads, rows in _home(result):
        report.table(title, heads, rows)
    for discipline, table in result.tables.items():
        if table.learning:
            report.table(
                f"Learning, {discipline}",
                ["", *(f"until hand {span:,}" for span in table.league.spans), "Gain"],
                [
                    [
                        names[curve.player],
                        *(f"{span:+,.0f}" for span in curve.spans),
                        *[""] * (len(table.league.spans) - len(curve.spans)),
                        f"{curve.gain:+,.0f}",
                    ]
                    for curve in table.learning
                ],
            )
    report.note("Spread: the standard deviation of a hand; drawdown: the furthest behind the best,")
    report.note("both in big blinds; ms: a decision on average, all three among players by rules.")
    return report
