"""`fivebet evaluate`: what a hand is."""

from typing import Annotated

import typer

from fivebet.cards import parse_cards
from fivebet.cards.evaluator import best_five, category, describe, evaluate
from fivebet.cli.output import Json, console, print_json


def command(
    cards: Annotated[list[str], typer.Argument(help="Five to seven cards, like AsKs QsJsTs 2c.")],
    json: Json = False,
) -> None:
    """Find the best five cards of a hand, their name and their value.

    [bold]Examples[/bold]

      fivebet evaluate Kh7dKs7c2sQh3d

      fivebet evaluate AsKs QsJsTs --json
    """
    hand = parse_cards(" ".join(cards))
    value = evaluate(hand)
    five = best_five(hand)
    name = describe(hand)
    if json:
        print_json(
            {
                "value": value,
                "category": category(value).name.lower(),
                "name": name,
                "best_five": [str(card) for card in five],
            }
        )
        return
    console().print(
        f"[bold]{name}[/bold]  {' '.join(card.pretty for card in five)}  ({value} of 7462)"
    )
