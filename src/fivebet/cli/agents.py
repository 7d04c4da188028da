"""`fivebet agents`: who can sit down."""

from dataclasses import asdict

from rich.markup import escape
from rich.table import Table

from fivebet.agents.registry import OURS, AgentInfo, describe_agents
from fivebet.cli.output import Json, console, print_json


def command(json: Json = False) -> None:
    """List the agents that can be seated by name, ours and those of installed packages.

    Others are seated as path/to/file.py::Class, json::command or acpc::command.

    [bold]Examples[/bold]

      fivebet agents

      fivebet agents --json
    """
    agents = describe_agents()
    if json:
        print_json([asdict(agent) for agent in agents])
        return
    strangers = any(agent.source != OURS for agent in agents)
    table = Table("Agent", "What it does", "Options", "Policy", *(["From"] if strangers else []))
    for agent in agents:
        options = ", ".join(f"{key}={value}" for key, value in agent.options.items())
        table.add_row(
            f"[bold]{escape(agent.name)}[/bold]",
            _about(agent),
            escape(options),
            "stated" if agent.policy else "",
            *([escape(agent.source)] if strangers else []),
        )
    console().print(table)


def _about(agent: AgentInfo) -> str:
    if agent.problem:
        return f"[red]{escape(agent.problem)}[/red]"
    return escape(agent.about) + (" Remembers." if agent.remembers else "")
