"""`fivebet power`: how many hands a question takes."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from fivebet.arena import Luck, Match, Seats, play_match
from fivebet.arena.luck import check_game
from fivebet.arena.stopping import hands_to_tell
from fivebet.cli.match_options import Seed
from fivebet.cli.output import Json, console, figures_table, print_json, progress_bar
from fivebet.cli.run_options import Workers
from fivebet.errors import GameError
from fivebet.formats.acpc import find_game
from fivebet.runs.executors import default_workers


@dataclass(frozen=True)
class _Way:
    """A way to play, and what a trial of it has shown."""

    name: str
    match: Match
    spread: float
    """Of a block, in mbb/hand."""

    def deals(self, difference: float) -> int:
        return hands_to_tell(difference, self.spread)

    def hands(self, difference: float) -> int:
        return self.deals(difference) * len(self.match.seatings(0))


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
    trials four times in five, at 95 % confidence.

    [bold]Examples[/bold]

      fivebet power fair tight --difference 20 --game nolimit-2p

      fivebet power fair tight loose --game limit-3p --trial 100 --json
    """
    if trial < 30:
        raise GameError(f"a trial of {trial} deals says nothing: give 30 or more")
    match = Match(game=find_game(game), agents=tuple(agents), deals=trial, seed=seed)
    hands_to_tell(difference, 1.0)
    ways = [
        ("plain", replace(match, seats=Seats.PLAIN)),
        ("duplicate", replace(match, seats=Seats.ROTATED)),
    ]
    luck = _best_luck(match)
    if luck is not Luck.NONE:
        ways.append((f"duplicate, less luck ({luck.value})", replace(ways[1][1], luck=luck)))
    trials = []
    with progress_bar("Trial", quiet=json) as progress:
        for done, (name, way) in enumerate(ways, start=1):
            result = play_match(way, default_workers() if workers is None else workers)
            trials.append(_Way(name, way, float(result.mbb.std(axis=0, ddof=1).max())))
            progress(done / len(ways))
    if json:
        print_json(
            {
                "game": str(match.game),
                "difference": difference,
                "trial": trial,
                "ways": [_to_dict(each, difference) for each in trials],
            }
        )
        return
    title = f"{match.game}: to tell {difference:g} mbb/hand from nothing"
    table = figures_table(title, "Played", "Spread of a block", "Deals", "Hands")
    for each in trials:
        table.add_row(
            each.name,
            f"{each.spread:,.0f}",
            f"{each.deals(difference):,}",
            f"[bold]{each.hands(difference):,}[/bold]",
        )
    console().print(table)


def _to_dict(way: _Way, difference: float) -> dict[str, Any]:
    return {
        "name": way.name,
        "spread": way.spread,
        "deals": way.deals(difference),
        "hands": way.hands(difference),
    }


def _best_luck(match: Match) -> Luck:
    try:
        check_game(match.game)
    except GameError:
        return Luck.NONE
    stated = any(each.states_policy for each in match.traits())
    return Luck.AIVAT if stated else Luck.CARDS
