"""`fivebet match`: two agents, heads-up."""

from typing import Annotated

import typer

from fivebet.arena.match import Seats
from fivebet.cli.match_options import MATCH, Hands, MatchOptions
from fivebet.cli.run_options import with_run_options


@with_run_options(MatchOptions)
def command(
    first: Annotated[str, typer.Argument(help="An agent, like call or random:seed=7.")],
    second: Annotated[str, typer.Argument(help="The other agent; it may be the same one.")],
    game: Annotated[str, typer.Option(help="A two-player game by name.")] = "limit-2p",
    hands: Hands = 10_000,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play each deal again with seats switched.")
    ] = False,
    *,
    options: MatchOptions,
) -> int:
    """Let two agents play a match and say who won how much, with 95 % intervals.

    [bold]Examples[/bold]

      fivebet match call random --game limit-2p --hands 4000 --duplicate

      fivebet match raise my_bot.py::MyBot --game nolimit-2p --json

      fivebet match fair learner.py::Learner --hands 3000 --matches 50

      fivebet match fair tight --game nolimit-2p --duplicate --luck aivat --until 'ci<50'

      fivebet match fair tight --hands 1000000 --record 1/100   (Ctrl-C; the same command resumes)
    """
    seats = Seats.ROTATED if duplicate else Seats.PLAIN
    return options.play(MATCH, game, (first, second), deals=hands, seats=seats)
