"""`fivebet league`: everybody against everybody."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.arena import Luck
from fivebet.arena.kinds import KINDS
from fivebet.arena.league import League
from fivebet.arena.league_table import LeagueTable
from fivebet.arena.season import Scale, Season
from fivebet.cli.match_options import ClockOption, Hands, LuckOption, Matches, Seed
from fivebet.cli.output import bold_mean, console, figures_table
from fivebet.cli.report_pages import league_report
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present, with_run_options
from fivebet.cli.season import play_season
from fivebet.errors import FivebetError
from fivebet.formats.acpc import find_game


@with_run_options()
def command(
    agents: Annotated[list[str] | None, typer.Argument(help="Two or more agents.")] = None,
    standard: Annotated[
        bool,
        typer.Option(
            "--standard", help="Play a season: all agents, or those named, in five disciplines."
        ),
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play less, with smaller budgets.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Play one discipline of a season; may be given several times."),
    ] = None,
    compare: Annotated[
        Path | None, typer.Option(help="Compare with a season written by --standard --json.")
    ] = None,
    game: Annotated[str, typer.Option(help="A game by name.")] = "limit-2p",
    hands: Hands = 1_000,
    rounds: Annotated[
        int,
        typer.Option(
            help="The number of tables each agent plays at, if they have three or more seats."
        ),
    ] = 10,
    seed: Seed = 0,
    matches: Matches = 1,
    luck: LuckOption = "auto",
    clock: ClockOption = 60.0,
    *,
    options: RunOptions,
) -> int:
    """Let everybody play everybody, and rank agents by bankroll and instant run-off.

    Each deal is played in all rotations of the seats. Heads-up every pair meets; for
    larger tables, players are drawn so that all meet about equally often.

    A season (--standard) has a table of everybody and, for each game, one of the agents
    made for it. All of it takes hours; interrupted, it resumes with the same command.

    [bold]Examples[/bold]

      fivebet league fair tight loose maniac station --game limit-2p --hands 500

      fivebet league call raise random fair --game nolimit-2p --json

      fivebet league --standard --quick --report season.html

      fivebet league --standard --only "six-player limit" --only tournaments
    """
    if standard:
        if (game, hands, rounds, matches, luck) != ("limit-2p", 1_000, 10, 1, "auto"):
            raise FivebetError("--standard has its own games, hands and luck: leave these out")
        scale = Scale.QUICK if quick else Scale.FULL
        season = Season(scale=scale, seed=seed, only=tuple(only or ()))
        if agents:
            season = replace(season, entrants=tuple(agents))
        return play_season(season, options, compare)
    if quick or compare or only:
        raise FivebetError(
            "--quick, --only and --compare belong to --standard, the league of all agents"
        )
    league = League(
        game=find_game(game),
        agents=tuple(agents or ()),
        deals=hands,
        seed=seed,
        matches=matches,
        rounds=rounds,
        clock=clock,
    )
    return run_and_present(LEAGUE, league.with_luck(luck), options)


def _show(table: LeagueTable, rate: float) -> None:
    out = console()
    out.print(_table(table, rate))
    names = [table.league.agents[player] for player in table.by_runoff()]
    out.print(f"By instant run-off: {', '.join(names)}", soft_wrap=True, markup=False)


def _table(table: LeagueTable, rate: float) -> Table:
    league = table.league
    order = table.by_bankroll()
    shown = figures_table(
        f"{league.game}: {table.hands:,} hands, mbb/hand, seed {league.seed}",
        *("", "Bankroll", "Elo"),
        *(escape(league.agents[player]) for player in order),
        caption=f"row's winnings from column, ± 95 %{_less(table)} · {rate:,.0f} hands/s",
    )
    for row in order:
        cells = [
            "" if (row, column) not in table.cross else f"{table.cross[row, column]:+,.0f}"
            for column in order
        ]
        total = bold_mean(f"{table.bankrolls[row]:+,.0f}")
        rating = f"{table.ratings[row].points:,.0f}"
        shown.add_row(f"[bold]{escape(league.agents[row])}[/bold]", total, rating, *cells)
    return shown


def _less(table: LeagueTable) -> str:
    if table.league.luck is Luck.NONE:
        return ""
    return f", less luck ({table.league.luck.value}: {table.spread_left:.0%} of the spread left)"


LEAGUE = Presentation(KINDS["league"], _show, league_report)
