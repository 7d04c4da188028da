"""`fivebet power`: how many hands a question takes."""

from dataclasses import replace
from typing import Annotated, Any

import typer

from fivebet.arena import Luck, Match, Seats, play_match
from fivebet.arena.luck import check_game
from fivebet.arena.power import LEAST_DEALS, HandsNeeded, plan_from_trial
from fivebet.arena.present import match_to_dict
from fivebet.arena.stopping import hands_to_tell
from fivebet.cli.match_options import Seed
from fivebet.cli.output import Json, console, figures_table, print_json, progress_bar
from fivebet.cli.run_options import Workers
from fivebet.errors import GameError
from fivebet.formats.acpc import find_game
from fivebet.machine import core_count


def command(
    agents: Annotated[list[str], typer.Argument(help="Agents, as for a match or a ring.")],
    difference: Annotated[
        float, typer.Option(help="The difference to be detected, in mbb/hand.")
    ] = 20.0,
    game: Annotated[str, typer.Option(help="A game by name.")] = "limit-2p",
    trial: Annotated[int, typer.Option(help="The number of deals of the trial.")] = 300,
    seed: Seed = 0,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Estimate how many hands it takes to measure a difference.

    A short trial measures the spread. With that many hands a true difference of that size is
    found four times in five, at 95 % confidence.

    [bold]Examples[/bold]

      fivebet power fair tight --difference 20 --game nolimit-2p

      fivebet power fair tight loose --game limit-3p --trial 100 --json
    """
    if trial < LEAST_DEALS:
        raise GameError(f"a trial of {trial} deals says nothing: give {LEAST_DEALS} or more")
    match = Match(game=find_game(game), agents=tuple(agents), deals=trial, seed=seed)
    hands_to_tell(difference, 1.0)
    ways = [
        ("plain", replace(match, seats=Seats.PLAIN)),
        ("duplicate", replace(match, seats=Seats.ROTATED)),
    ]
    luck = _best_luck(match)
    if luck is not Luck.NONE:
        ways.append((f"duplicate, less luck ({luck.value})", replace(ways[1][1], luck=luck)))
    plans: list[tuple[str, HandsNeeded]] = []
    with progress_bar("Trial", quiet=json) as progress:
        for done, (name, way) in enumerate(ways, start=1):
            result = play_match(way, core_count() if workers is None else workers)
            plans.append((name, plan_from_trial(match_to_dict(result), difference)))
            progress(done / len(ways))
    if json:
        print_json(
            {
                "game": str(match.game),
                "difference": difference,
                "trial": trial,
                "ways": [_to_dict(name, plan) for name, plan in plans],
            }
        )
        return
    title = f"{match.game}: to tell {difference:g} mbb/hand from nothing"
    table = figures_table(title, "Played", "Spread of a block", "Deals", "Hands")
    for name, plan in plans:
        table.add_row(
            name, f"{plan.spread:,.0f}", f"{plan.blocks:,}", f"[bold]{plan.hands:,}[/bold]"
        )
    console().print(table)


def _to_dict(name: str, plan: HandsNeeded) -> dict[str, Any]:
    return {"name": name, "spread": plan.spread, "deals": plan.blocks, "hands": plan.hands}


def _best_luck(match: Match) -> Luck:
    try:
        check_game(match.game)
    except GameError:
        return Luck.NONE
    stated = any(each.states_policy for each in match.traits())
    return Luck.AIVAT if stated else Luck.CARDS
