"""`fivebet ladder`: what an agent wins from opponents that nobody has tuned it to."""

from typing import Annotated

import typer
from rich.markup import escape

from fivebet.arena.kinds import KINDS
from fivebet.arena.ladder import LadderResult, make_ladder
from fivebet.cli.match_options import ClockOption, LuckOption, Matches, Seed
from fivebet.cli.output import bold_mean, console, figures_table
from fivebet.cli.run_options import (
    Presentation,
    RunOptions,
    run_and_present,
    with_run_options,
)
from fivebet.formats.acpc import find_game


@with_run_options(without=("report", "log"))
def command(
    agent: Annotated[str, typer.Argument(help="The agent that is measured.")],
    opponents: Annotated[
        int, typer.Option(help="The number of rule players whose styles the seed draws.")
    ] = 20,
    rung: Annotated[
        list[str] | None,
        typer.Option(
            help="A further opponent: any agent by name, a program that speaks ACPC or JSON, "
            "rlcard::limit-holdem-rule-v1. Can be given several times."
        ),
    ] = None,
    against: Annotated[
        str, typer.Option(help="Another agent that plays the same deals, for comparison.")
    ] = "",
    game: Annotated[str, typer.Option(help="A two-player game by name.")] = "nolimit-2p",
    hands: Annotated[
        int, typer.Option(help="The number of deals on each rung, each played from both seats.")
    ] = 500,
    seed: Seed = 0,
    matches: Matches = 1,
    luck: LuckOption = "auto",
    clock: ClockOption = 60.0,
    *,
    options: RunOptions,
) -> int:
    """Play an agent against many drawn rule players, and say what it wins from each.

    The seed draws the styles of the opponents: loose or tight, passive or aggressive,
    honest or bluffing, with small or large bets. They are held out: tune no agent to
    them.

    [bold]Examples[/bold]

      fivebet ladder fair --opponents 10 --game limit-2p --hands 200

      fivebet ladder solver --against fair --opponents 200 --hands 500 --seed 1

      fivebet ladder nash-limit --opponents 0 --rung rlcard::limit-holdem-rule-v1 --game limit-2p
    """
    ladder = make_ladder(
        agent,
        opponents,
        tuple(rung or ()),
        against,
        game=find_game(game),
        deals=hands,
        seed=seed,
        matches=matches,
        clock=clock,
    )
    return run_and_present(LADDER, ladder.with_luck(luck), options)


def _show(result: LadderResult, rate: float) -> None:
    ladder = result.ladder
    compared = ladder.climbers > 1
    columns = ["", *map(escape, ladder.agents[: ladder.climbers]), *(["More"] if compared else [])]
    shown = figures_table(
        f"{ladder.game}: {result.hands:,} hands, mbb/hand, seed {ladder.seed}",
        *columns,
        caption=f"won from each opponent, ± 95 % · {rate:,.0f} hands/s",
    )
    for rung in sorted(result.rungs, key=lambda rung: rung.won.mean):
        intervals = [each for each in (rung.won, rung.other, rung.difference) if each is not None]
        cells = [f"{each:+,.0f}" for each in intervals]
        shown.add_row(escape(rung.name), bold_mean(cells[0]), *cells[1:])
    console().print(shown)
    console().print(_sentence(result), soft_wrap=True, markup=False)


def _sentence(result: LadderResult) -> str:
    ladder, count = result.ladder, len(result.rungs)
    ahead = sum(rung.won.mean > 0 for rung in result.rungs)
    text = f"{ladder.agents[0]} wins from {ahead} of {count}"
    if result.mean is not None:
        text += f", {result.mean:+,.0f} mbb/hand on average"
    if result.difference is not None:
        more = sum(each.difference.mean > 0 for each in result.rungs if each.difference)
        text += (
            f"; more than {ladder.agents[1]} from {more} of {count}, {result.difference:+,.0f} "
            "mbb/hand on average"
        )
    return f"{text}."


LADDER = Presentation(KINDS["ladder"], _show)
