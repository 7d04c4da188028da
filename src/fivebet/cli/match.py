"""`fivebet match`: two agents, heads-up."""

from typing import Annotated

import typer

from fivebet.arena import Match
from fivebet.arena.match import Seats
from fivebet.cli.match_options import (
    MATCH,
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
from fivebet.formats.acpc import find_game


@with_run_options()
def command(
    first: Annotated[str, typer.Argument(help="An agent, like call or random:seed=7.")],
    second: Annotated[str, typer.Argument(help="Another, or the same.")],
    game: Annotated[str, typer.Option(help="A two-player game by name.")] = "limit-2p",
    hands: Hands = 10_000,
    seed: Seed = 0,
    matches: Matches = 1,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play each deal again with seats switched.")
    ] = False,
    luck: LuckOption = "auto",
    carry: Carried = False,
    until: Until = "",
    clock: ClockOption = 60.0,
    *,
    options: RunOptions,
) -> int:
    """Let two agents play a match and say who won how much, with 95 % intervals.

    [bold]Examples[/bold]

      fivebet match call random --game limit-2p --hands 4000 --duplicate

      fivebet match raise my_bot.py::MyBot --game nolimit-2p --json

      fivebet match fair learner.py::Learner --hands 3000 --matches 50

      fivebet match fair tight --game nolimit-2p --duplicate --luck aivat --until 'ci<50'

      fivebet match fair tight --hands 1000000 --record 1/100   (Ctrl-C, and again to go on)
    """
    match = Match(
        game=find_game(game),
        agents=(first, second),
        deals=hands,
        seed=seed,
        seats=Seats.ROTATED if duplicate else Seats.PLAIN,
        matches=matches,
        carried=carry,
        clock=clock,
    )
    return run_and_present(MATCH, with_luck(match, luck), options, find_rule(until))
