"""Options of the arena's commands, and how the result of a match is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.arena import Match, MatchResult
from fivebet.arena.kinds import KINDS
from fivebet.arena.match import with_luck
from fivebet.arena.stopping import Rule, parse_rule
from fivebet.arena.tournament import SCHEDULES, Schedule
from fivebet.cli.output import bold_mean, console, figures_table
from fivebet.cli.report_pages import match_columns, match_report, match_rows
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present
from fivebet.errors import GameError
from fivebet.formats.acpc import find_game
from fivebet.lab.evolution.experiment import SCHEDULE, SHALLOW

_SCHEDULES = {**SCHEDULES, SCHEDULE.name: SCHEDULE, SHALLOW.name: SHALLOW}
SCHEDULE_NAMES = ", ".join(_SCHEDULES)

Hands = Annotated[int, typer.Option(help="The number of deals, before duplication.")]
Seed = Annotated[int, typer.Option(help="Same seed, same result.", min=0)]
Matches = Annotated[
    int,
    typer.Option(help="Repeat the match this many times independently, for agents that remember."),
]
LuckOption = Annotated[
    str,
    typer.Option(
        help="Luck to take out: none, all-in, cards, aivat (agents that state their policy), or "
        "auto: cards, unless all players run compiled."
    ),
]
Carried = Annotated[
    bool,
    typer.Option(
        "--carry", help="Carry stacks over from hand to hand; a player who is broke buys in again."
    ),
]
ClockOption = Annotated[
    float, typer.Option(help="The seconds after which an agent from a file counts as hanging.")
]
Until = Annotated[str, typer.Option(help="Stop early: 'ci<5' (mbb/hand) or 'sprt:0,20'.")]


@dataclass(frozen=True, kw_only=True)
class MatchOptions(RunOptions):
    """The options of matches and rings."""

    seed: Seed = 0
    matches: Matches = 1
    luck: LuckOption = "auto"
    carry: Carried = False
    until: Until = ""
    clock: ClockOption = 60.0

    def play(
        self, presentation: Presentation[MatchResult], game: str, agents: Sequence[str], **more: Any
    ) -> int:
        """Play a match, print its result and return the exit code."""
        match = Match(
            game=find_game(game),
            agents=tuple(agents),
            seed=self.seed,
            matches=self.matches,
            carried=self.carry,
            clock=self.clock,
            **more,
        )
        rule = find_rule(self.until)
        return run_and_present(presentation, with_luck(match, self.luck), self, rule)


def find_schedule(name: str) -> Schedule:
    """Return a tournament's stacks and blinds by name, those of Moik's experiments too."""
    if name not in _SCHEDULES:
        raise GameError(f"there is no schedule {name!r}: choose {SCHEDULE_NAMES}")
    return _SCHEDULES[name]


def find_rule(text: str) -> Rule | None:
    """Return the stopping rule of a text, if there is one."""
    return parse_rule(text) if text else None


def intervals_over(observations: int, units: str) -> str:
    """Say what the intervals of a table rest on.

    >>> intervals_over(1, "blocks")
    'no intervals: they take 2 blocks or more'
    """
    if observations < 2:
        return f"no intervals: they take 2 {units} or more"
    return f"95 % intervals over {observations:,} {units}"


def show(result: MatchResult, rate: float) -> None:
    """Print the result of a match."""
    out = console()
    out.print(_table(result, rate))
    if len(result.standings) > 2:
        out.print(_from_whom(result))
    if result.note:
        out.print(f"Note: {result.note}.", soft_wrap=True, markup=False)
    for standing in result.standings:
        if standing.failures.times:
            kinds = ", ".join(f"{kind.value} {n:,}" for kind, n in standing.failures.kinds.items())
            out.print(f"{standing.name} failed ({kinds}): {standing.failures.first}", markup=False)


def _table(result: MatchResult, rate: float) -> Table:
    match = result.match
    played = f"{result.hands:,} hands of {result.deals:,} deals"
    if match.matches > 1:
        played += f" in {match.matches:,} matches"
    units = "blocks" if result.unit == "deal" else "matches"
    columns = match_columns(result)
    table = figures_table(
        f"{match.game}: {played}, seed {match.seed}",
        *columns,
        caption=f"{intervals_over(len(result.winnings), units)} · {rate:,.0f} hands/s",
    )
    for name, chips, *figures in match_rows(result):
        shown = [
            bold_mean(figure) if column.startswith(("mbb", "less luck")) else figure
            for column, figure in zip(columns[2:], figures, strict=True)
        ]
        table.add_row(escape(name), chips.removeprefix("+"), *shown)
    return table


def _from_whom(result: MatchResult) -> Table:
    names = [standing.name for standing in result.standings]
    table = figures_table("mbb/hand, row's winnings from column", "", *map(escape, names))
    assert result.from_whom is not None
    scale = 1000 / result.match.game.big_blind / result.hands
    for i, name in enumerate(names):
        cells = [
            "" if i == j else f"{result.from_whom[i, j] * scale:+,.1f}" for j in range(len(names))
        ]
        table.add_row(escape(name), *cells)
    return table


MATCH = Presentation(KINDS["match"], show, match_report)
RING = Presentation(KINDS["ring"], show, match_report)
