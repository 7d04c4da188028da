"""`fivebet ring`: a full table of agents."""

from typing import Annotated

import typer

from fivebet.arena import Match
from fivebet.arena.match import Seats
from fivebet.cli.match_options import (
    RING,
    Carried,
    ClockOption,
    Hands,
    LuckOption,
    Matches,
    Seed,
    Until,
    find_rule,
    with_luck,
)
from fivebet.cli.run_options import RunOptions, run_and_present, with_run_options
from fivebet.errors import GameError
from fivebet.formats.acpc import find_game


@with_run_options()
def command(
    agents: Annotated[list[str], typer.Argument(help="An agent for each seat.")],
    game: Annotated[str, typer.Option(help="A game by name, like limit-6p.")] = "limit-6p",
    hands: Hands = 2_000,
    seed: Seed = 0,
    matches: Matches = 1,
    seats: Annotated[
        Seats, typer.Option(help="The seatings of each deal; all but plain are duplicate.")
    ] = Seats.ROTATED,
    samples: Annotated[
        int | None,
        typer.Option(
            min=1, help="--seats sampled: orders of the players a deal.", show_default="1"
        ),
    ] = None,
    luck: LuckOption = "auto",
    carry: Carried = False,
    until: Until = "",
    clock: ClockOption = 60.0,
    *,
    options: RunOptions,
) -> int:
    """Let a table of agents play, each deal in several seatings, with 95 % intervals.

    [bold]Examples[/bold]

      fivebet ring call call raise random random fold --game limit-6p --hands 500

      fivebet ring call raise random --game nolimit-3p --seats all --json
    """
    if samples and seats is not Seats.SAMPLED:
        raise GameError(f"--samples is for --seats sampled: leave it out with {seats.value} ones")
    match = Match(
        game=find_game(game),
        agents=tuple(agents),
        deals=hands,
        seed=seed,
        seats=seats,
        samples=samples or 1,
        matches=matches,
        carried=carry,
        clock=clock,
    )
    return run_and_present(RING, with_luck(match, luck), options, find_rule(until))
