"""`fivebet sit`: one of our agents as a program for anybody's table."""

from typing import Annotated

import typer

from fivebet.agents.hosting.agent_program import run_agent_program


def command(
    agent: Annotated[str, typer.Argument(help="An agent, like fair or my_bot.py::MyBot.")],
) -> int:
    """Run an agent as a program that reads and writes one JSON object a line.

    The table sends a greeting, the game and views, and gets actions. The protocol is
    described in docs/agents.md, with an example.

    [bold]Examples[/bold]

      fivebet sit fair

      echo '{"type": "hello", "protocol": 1}' | fivebet sit random:seed=7
    """
    return run_agent_program(agent)
