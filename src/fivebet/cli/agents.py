"""`fivebet agents`: who can sit down, and where."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.agents.hosting.adapted import game_played_as
from fivebet.agents.hosting.options import OptionKind
from fivebet.agents.hosting.registry import (
    OURS,
    AgentInfo,
    agent_options,
    describe_agents,
    plays,
)
from fivebet.cli.output import Json, console, print_json
from fivebet.errors import AgentError
from fivebet.game import Game

_TABLES = ("limit-2p", "limit-6p", "nolimit-2p", "nolimit-6p")


def command(
    names: Annotated[
        list[str] | None, typer.Argument(help="Describe these agents in full.")
    ] = None,
    json: Json = False,
) -> None:
    """List the agents that can be seated by name, or describe one of them.

    Others are named path/to/file.py::Class, json::command or acpc::command;
    adapted::name seats an agent at tables that it was not made for.

    [bold]Examples[/bold]

      fivebet agents

      fivebet agents aki plicas+

      fivebet agents adapted::aki

      fivebet agents --json
    """
    agents = describe_agents(names or None)
    if json:
        print_json([asdict(agent) for agent in agents])
    elif names:
        for agent in agents:
            if agent.problem:
                raise AgentError(agent.problem)
            console().print(_details(agent))
    else:
        console().print(_list(agents))


def _list(agents: list[AgentInfo]) -> Table:
    strangers = any(agent.source != OURS for agent in agents)
    table = Table(
        "Agent",
        "What it does",
        "Plays",
        *(["From"] if strangers else []),
        caption="Elsewhere they sit down as adapted::name. Options, papers: fivebet agents NAME",
    )
    for agent in agents:
        table.add_row(
            f"[bold]{escape(agent.name)}[/bold]",
            _about(agent),
            escape(_games(agent)),
            *([escape(agent.source)] if strangers else []),
        )
    return table


def _details(agent: AgentInfo) -> Table:
    table = Table(
        title=f"[bold]{escape(agent.name)}[/bold]: {_about(agent)}",
        title_justify="left",
        show_header=False,
    )
    if agent.paper:
        table.add_row("paper", escape(agent.paper))
    table.add_row("plays", escape(_games(agent)))
    if agent.made_for != agent.games:
        table.add_row("made for", escape(", ".join(agent.made_for)))
    (published,) = describe_agents([agent.name.rpartition("::")[2]])
    for name in _TABLES:
        if not plays(published, name):
            taken = game_played_as(published.name, published, Game.named(name))
            table.add_row(f"adapted to {name}", f"as {taken}")
    table.add_row("states its policy", "yes" if agent.policy else "no")
    for option in agent_options(agent.name):
        default = "" if option.default is None else str(option.default)
        if option.kind is OptionKind.FLAG:
            default = "on" if option.default else "off"
        given = f"{option.type} (default: {default or 'none'})"
        table.add_row(
            f"[bold]{escape(option.name)}[/bold]", escape(f"{option.about}\n{given}".strip())
        )
    if agent.source != OURS:
        table.add_row("from", escape(agent.source))
    return table


def _games(agent: AgentInfo) -> str:
    return "everything" if "*" in agent.games else ", ".join(agent.games)


def _about(agent: AgentInfo) -> str:
    if agent.problem:
        return f"[red]{escape(agent.problem)}[/red]"
    return escape(agent.about) + (" Remembers." if agent.remembers else "")
