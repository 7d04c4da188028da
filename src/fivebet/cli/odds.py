"""`fivebet odds`: the arithmetic of a bet."""

from typing import Annotated

import typer
from rich.table import Table

from fivebet.cards.odds import (
    bet_value,
    call_value,
    implied_winnings,
    pot_odds,
    required_fold_equity,
)
from fivebet.cli.output import Json, console, print_json
from fivebet.errors import EquityError


def command(
    pot: Annotated[
        float, typer.Option(help="The chips in the middle, including the opponent's bet.")
    ],
    call: Annotated[float | None, typer.Option(help="Chips to call.")] = None,
    bet: Annotated[float | None, typer.Option(help="Chips we would bet.")] = None,
    equity: Annotated[float | None, typer.Option(help="Our equity, 0 to 1.")] = None,
    folds: Annotated[
        float | None,
        typer.Option(help="How often the opponent folds to the bet, 0 to 1.", show_default="0"),
    ] = None,
    stack: Annotated[float | None, typer.Option(help="Our stack before the action.")] = None,
    json: Json = False,
) -> None:
    """Compute pot odds, fold equity and the expected value of a call or a bet.

    [bold]Examples[/bold]

      fivebet odds --pot 500 --call 100

      fivebet odds --pot 40 --call 20 --equity 0.4 --stack 20

      fivebet odds --pot 100 --bet 75 --folds 0.5 --equity 0.3 --stack 400
    """
    if (call is None) == (bet is None):
        raise EquityError("odds need a --call or a --bet, one of the two")
    if folds is not None and bet is None:
        raise EquityError("--folds is how often a bet is folded to: give a --bet, or leave it out")
    if equity is None and (stack is not None or folds is not None):
        raise EquityError("what it is worth takes our --equity: add it, or leave out the rest")
    if bet is not None and stack is None and (equity is not None or folds is not None):
        raise EquityError("what a bet is worth takes our --stack: add it, or leave out the rest")
    numbers: dict[str, float] = {}
    if call is not None:
        numbers["equity needed"] = pot_odds(call, pot)
        if equity is not None:
            numbers["to be won later to break even"] = implied_winnings(call, pot, equity)
            if stack is not None:
                numbers["stack after a call"] = call_value(equity, stack, pot, call)
                numbers["stack after a fold"] = stack
    if bet is not None:
        numbers["folds needed for a bluff"] = required_fold_equity(bet, pot)
        if equity is not None and stack is not None:
            numbers["stack after the bet"] = bet_value(folds or 0.0, equity, stack, pot, bet)
            numbers["stack after a check"] = stack + equity * pot
    if json:
        finite = {name: value for name, value in numbers.items() if value != float("inf")}
        print_json({name.replace(" ", "_"): value for name, value in finite.items()})
        return
    table = Table(show_header=False)
    for name, value in numbers.items():
        table.add_row(name, f"{value:.4g}")
    console().print(table)
