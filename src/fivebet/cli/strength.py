"""`fivebet strength`: how a hand stands now and what it may become."""

from typing import Annotated

import typer

from fivebet.cards import as_board
from fivebet.cards.combos import as_hole
from fivebet.cards.evaluator import describe
from fivebet.cards.strength import strength
from fivebet.cli.output import Json, console, figures_table, print_json


def command(
    hole: Annotated[str, typer.Argument(help="Our hole cards, like 9h8h.")],
    board: Annotated[str, typer.Argument(help="A flop, turn or river, like ThJh2d.")],
    opponent: Annotated[
        str, typer.Option("--range", "-r", help="The opponent's range.")
    ] = "random",
    opponents: Annotated[
        int, typer.Option("--opponents", "-n", help="The number of opponents, 1 to 9.")
    ] = 1,
    dead: Annotated[str, typer.Option(help="Cards known to be elsewhere.")] = "",
    json: Json = False,
) -> None:
    """Compute hand strength and potential after the flop, exactly.

    [bold]Examples[/bold]

      fivebet strength 9h8h ThJh2d

      fivebet strength AhKh Qh7h2c --range 15% --opponents 2
    """
    result = strength(hole, board, opponent, dead)
    numbers = {
        "immediate": result.immediate,
        "positive_potential": result.positive,
        "negative_potential": result.negative,
        "effective": result.effective(opponents),
        "optimistic": result.optimistic(opponents),
    }
    if json:
        print_json(
            {
                "ahead": result.ahead,
                "tied": result.tied,
                "behind": result.behind,
                **numbers,
                "opponents": opponents,
                "potential": result.potential.tolist(),
            }
        )
        return
    hand = as_hole(hole)
    table = figures_table(
        f"{hand.pretty} on {as_board(board).pretty}: {describe(hand | as_board(board))}",
        *("Measure", "Value"),
        caption=f"against {opponent}: {result.ahead:.6g} behind us, "
        f"{result.tied:.6g} level, {result.behind:.6g} ahead of us",
    )
    for name, value in numbers.items():
        table.add_row(name.replace("_", " "), f"{value:.4f}")
    console().print(table)
