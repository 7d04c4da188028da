"""`fivebet ring`: a full table of agents."""

from typing import Annotated

import typer

from fivebet.arena.match import Seats
from fivebet.cli.match_options import RING, Hands, MatchOptions
from fivebet.cli.run_options import with_run_options
from fivebet.errors import GameError


@with_run_options(MatchOptions)
def command(
    agents: Annotated[list[str], typer.Argument(help="An agent for each seat.")],
    game: Annotated[str, typer.Option(help="A game by name, like limit-6p.")] = "limit-6p",
    hands: Hands = 2_000,
    seats: Annotated[
        Seats, typer.Option(help="The seatings of each deal; all except plain are duplicate.")
    ] = Seats.ROTATED,
    samples: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="--seats sampled: the number of random orders of the players for each deal.",
            show_default="1",
        ),
    ] = None,
    *,
    options: MatchOptions,
) -> int:
    """Let a table of agents play each deal in several seatings, with 95 % intervals.

    [bold]Examples[/bold]

      fivebet ring call call raise random random fold --game limit-6p --hands 500

      fivebet ring call raise random --game nolimit-3p --seats all --json
    """
    if samples and seats is not Seats.SAMPLED:
        raise GameError(f"--samples is for --seats sampled: leave it out with {seats.value} ones")
    return options.play(RING, game, agents, deals=hands, seats=seats, samples=samples or 1)
