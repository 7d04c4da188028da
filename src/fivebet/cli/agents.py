"""`fivebet agents`: who can sit down."""

from rich.table import Table

from fivebet.agents.registry import AGENTS, describe_agents
from fivebet.cli.output import Json, console, print_json


def command(json: Json = False) -> None:
    """List the agents that can be seated by name, with their options.

    [bold]Examples[/bold]

      fivebet agents

      fivebet agents --json
    """
    agents = describe_agents(AGENTS)
    if json:
        print_json([{"name": a.name, "about": a.about, "options": a.options} for a in agents])
        return
    table = Table("Agent", "What it does", "Options")
    for agent in agents:
        options = ", ".join(f"{key}={value}" for key, value in agent.options.items())
        table.add_row(f"[bold]{agent.name}[/bold]", agent.about, options)
    console().print(table)
