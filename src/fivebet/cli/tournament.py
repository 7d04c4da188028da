"""`fivebet tournament`: freeze-outs of one table or many."""

import re
from dataclasses import replace
from typing import Annotated

import typer
from rich.markup import escape

from fivebet.arena.kinds import KINDS
from fivebet.arena.tournament import Schedule, Tournament
from fivebet.arena.tournament_series import TournamentResult, TournamentSeries
from fivebet.cli.match_options import (
    SCHEDULE_NAMES,
    ClockOption,
    Seed,
    find_schedule,
    intervals_over,
)
from fivebet.cli.output import bold_mean, console, figures_table
from fivebet.cli.report_pages import TOURNAMENT_COLUMNS, tournament_report, tournament_rows
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present, with_run_options
from fivebet.errors import GameError


@with_run_options()
def command(
    agents: Annotated[
        list[str], typer.Argument(help="The entrants; 11xcall means eleven times call.")
    ],
    tournaments: Annotated[int, typer.Option(help="The number of tournaments to play.")] = 100,
    seats: Annotated[int, typer.Option(help="The most seats at a table.")] = 9,
    schedule: Annotated[
        str, typer.Option(help=f"Stacks and blinds: {SCHEDULE_NAMES}.")
    ] = "standard",
    stack: Annotated[
        int | None, typer.Option(help="Chips to start with.", show_default="the schedule's")
    ] = None,
    level_hands: Annotated[
        int | None,
        typer.Option(
            help="The number of hands for each level, at each table.", show_default="the schedule's"
        ),
    ] = None,
    payouts: Annotated[
        str,
        typer.Option(
            help="The prizes by place, in percent of the pool, like 50,30,20.",
            show_default="as usual",
        ),
    ] = "",
    buy_in: Annotated[int, typer.Option(help="The buy-in of each entrant.")] = 100,
    rotations: Annotated[
        int,
        typer.Option(
            help="Play the same decks this many times, moving everybody one chair each time."
        ),
    ] = 1,
    seed: Seed = 0,
    clock: ClockOption = 60.0,
    *,
    options: RunOptions,
) -> int:
    """Let agents play freeze-out tournaments and say what a buy-in returned, with 95 % intervals.

    With one table it is a sit-and-go; with more entrants, tables are broken and balanced.

    [bold]Examples[/bold]

      fivebet tournament fair tight loose maniac station call --tournaments 200

      fivebet tournament 9xfair 12xfold 12xcall 12xrandom:mix=moik --schedule turbo --json

      fivebet tournament fair call --seats 2 --payouts 100 --rotations 2
    """
    tournament = Tournament(
        agents=entrants(agents),
        count=tournaments,
        seats=seats,
        schedule=_changed(find_schedule(schedule), stack, level_hands),
        payouts=_shares(payouts),
        buy_in=buy_in,
        rotations=rotations,
        seed=seed,
    )
    return run_and_present(
        TOURNAMENT, TournamentSeries(tournament=tournament, clock=clock), options
    )


def entrants(words: list[str]) -> tuple[str, ...]:
    """Agents' names, those with a number before them so many times.

    >>> entrants(["2xcall", "fold"])
    ('call', 'call', 'fold')
    """
    names: list[str] = []
    for word in words:
        copies = re.fullmatch(r"([0-9]{1,5})x(.+)", word)
        names += [copies[2]] * int(copies[1]) if copies else [word]
    return tuple(names)


def _changed(schedule: Schedule, stack: int | None, hands: int | None) -> Schedule:
    return replace(
        schedule,
        stack=schedule.stack if stack is None else stack,
        hands=schedule.hands if hands is None else hands,
    )


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) / 100 for word in text.split(",")) if text else ()
    except ValueError:
        raise GameError(f"--payouts {text!r} are none: give percents like 50,30,20") from None


def _show(result: TournamentResult, rate: float) -> None:
    played = result.series.tournament
    paid = ", ".join(f"{100 * share:g}" for share in played.payouts)
    table = figures_table(
        f"{result.tournaments:,} tournaments of {len(played.agents)}, {played.schedule.name}, "
        f"{result.hands:,} hands, seed {played.seed}",
        *TOURNAMENT_COLUMNS,
        caption=f"paid {paid} % · {intervals_over(len(result.roi), 'blocks')} · "
        f"{rate:,.0f} hands/s",
    )
    for name, entrants_, roi, *rest in tournament_rows(result):
        table.add_row(escape(name), entrants_, bold_mean(roi), *rest)
    out = console()
    out.print(table)
    for entry in result.entries:
        if entry.failures.times:
            out.print(f"{entry.name} failed: {entry.failures.first}", markup=False)


TOURNAMENT = Presentation(KINDS["tournament"], _show, tournament_report)
