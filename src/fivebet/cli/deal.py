"""`fivebet deal`: checks that a deal at the card room was fair."""

import json as json_format
import sys
from typing import Annotated, Any

import typer
from rich.markup import escape

from fivebet.cli.output import Json, console, print_json
from fivebet.errors import FormatError
from fivebet.files import read_bounded


def command(
    files: Annotated[
        list[str], typer.Argument(help="Deals that were copied from the Deal tab; - is the input.")
    ],
    json: Json = False,
) -> None:
    """Check that a deal at the card room was fair, from what a player saw of it.

    The cut, the cards that were opened and, where it was asked for, the proof that the deck holds
    52 different cards. It ends with 1 if a deal was not fair.

    [bold]Examples[/bold]

      fivebet deal hand-17.json

      fivebet deal hand-17.json hand-18.json --json
    """
    from fivebet.web.deal_check import find_deal_fault  # noqa: PLC0415 - other commands need none

    results: list[dict[str, Any]] = []
    for name in files:
        deal = _read(name)
        fault = find_deal_fault(deal)
        proved = bool(deal.get("proof")) and not fault
        results.append({"file": name, "fair": not fault, "deck_proved": proved, "fault": fault})
    if json:
        print_json(results)
    else:
        for result in results:
            console().print(f"[bold]{escape(result['file'])}[/bold]  {_sentence(result)}")
    if not all(result["fair"] for result in results):
        raise typer.Exit(1)


def _sentence(result: dict[str, Any]) -> str:
    if result["fault"]:
        return f"not fair: {result['fault']}"
    if result["deck_proved"]:
        return "fair: the cut, the opened cards, and a deck of 52 different cards"
    return "fair: the cut and the opened cards; the deck was not proved"


def _read(name: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if name == "-" else read_bounded(name).decode()
        deal = json_format.loads(text)
    except OSError as error:
        raise FormatError(f"{name!r} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{name!r} is no JSON: copy a deal from the table's Deal tab") from error
    if not isinstance(deal, dict):
        raise FormatError(f"{name!r} is no deal: copy one from the table's Deal tab")
    return deal
