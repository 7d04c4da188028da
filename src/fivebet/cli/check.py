"""`fivebet check`: does somebody's agent do what agents must?"""

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.cli.output import Json, console, print_json
from fivebet.formats.acpc import find_game
from fivebet.testing import AgentReport, CheckVerdict, check_agent
from fivebet.testing.deals import GAMES

_COLOURS = {
    CheckVerdict.PASSED: "green",
    CheckVerdict.FAILED: "red",
    CheckVerdict.NOT_APPLICABLE: "dim",
}


def command(
    agent: Annotated[str, typer.Argument(help="An agent, like fair or my_bot.py::MyBot.")],
    game: Annotated[
        list[str] | None,
        typer.Option(help=f"A game, again for each; by default {', '.join(GAMES)}."),
    ] = None,
    hands: Annotated[int, typer.Option(help="The number of hands of each game.")] = 60,
    seconds: Annotated[float, typer.Option(help="The most seconds for one decision.")] = 5.0,
    seed: Annotated[int, typer.Option(help="Same seed, same hands.", min=0)] = 0,
    json: Json = False,
) -> int:
    """Check an agent: legal actions, hidden cards, repeatability, time, pickling, policy.

    The exit code is 0 if no check fails and 1 if one does.

    [bold]Examples[/bold]

      fivebet check my_bot.py::MyBot

      fivebet check json::./my_bot --game limit-2p --game nolimit-6p --json
    """
    games = [find_game(name) for name in game] if game else None
    report = check_agent(agent, games, hands, seconds, seed)
    if json:
        print_json(report.to_dict())
    else:
        console().print(_table(report))
    return 0 if report.ok else 1


def _table(report: AgentReport) -> Table:
    table = Table(
        "Check",
        "Verdict",
        "What was found",
        title=f"{escape(report.agent)}: {report.decisions:,} decisions",
        caption=", ".join(report.games),
    )
    for check in report.checks:
        colour = _COLOURS[check.verdict]
        verdict = f"[{colour}]{check.verdict}[/{colour}]"
        table.add_row(check.name, verdict, escape(check.sentence))
    return table
