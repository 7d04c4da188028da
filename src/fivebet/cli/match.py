"""`fivebet match`: two agents, heads-up."""

from typing import Annotated

import typer

from fivebet.arena import Event
from fivebet.arena.event import Seats
from fivebet.cli.arena import Hands, Seed, Workers, find_game, report
from fivebet.cli.output import Json


def command(
    first: Annotated[str, typer.Argument(help="An agent, like call or random:seed=7.")],
    second: Annotated[str, typer.Argument(help="Another, or the same.")],
    game: Annotated[str, typer.Option(help="A two-player game by name.")] = "limit-2p",
    hands: Hands = 10_000,
    seed: Seed = 0,
    workers: Workers = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play each deal again with seats switched.")
    ] = False,
    json: Json = False,
) -> None:
    """Let two agents play a match and say who won how much, with 95 % intervals.

    [bold]Examples[/bold]

      fivebet match call random --game limit-2p --hands 4000 --duplicate

      fivebet match raise my_bot.py::MyBot --game nolimit-2p --json
    """
    event = Event(
        game=find_game(game),
        agents=(first, second),
        deals=hands,
        seed=seed,
        seats=Seats.ROTATED if duplicate else Seats.PLAIN,
    )
    report(event, workers, json)
