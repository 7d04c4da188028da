"""`fivebet tables`: make generated data anew."""

import json as json_text
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from fivebet.cli.output import Json, Threads, console, print_json, progress_bar
from fivebet.errors import FivebetError
from fivebet.orders import count_three_random_points
from fivebet.prospects import simulate_preflop_strengths


class Name(StrEnum):
    """The tables that ship with the package."""

    THREE_RANDOM = "three-random"
    PREFLOP_STRENGTHS = "preflop-strengths"


_PREFLOP_DEALS = 4_000_000  # for each class: a standard error of at most .00025


def command(
    name: Annotated[Name, typer.Argument(help="Which table.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Make a table that ships with the package anew, to check it or to change it.

    [bold]Examples[/bold]

      fivebet tables three-random -o three_random.json   (about three minutes on two cores)

      fivebet tables preflop-strengths -o preflop_strengths.json   (about a minute on one)
    """
    if not output.parent.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: there is no folder {output.parent}")
    if output.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: it is a folder")
    made_by = {"made by": f"fivebet tables {name.value}"}
    document = made_by | _MAKERS[name](threads or os.cpu_count() or 1, json)
    output.write_text(json_text.dumps(document, indent=0) + "\n", "utf-8")
    if json:
        print_json({"table": name.value, "saved": str(output)})
        return
    console().print(f"saved {output}", markup=False)


def _three_random(threads: int, quiet: bool) -> dict[str, Any]:
    with progress_bar("Playing out every board", quiet=quiet) as progress:
        points = count_three_random_points(progress, threads)
    return {"points": [str(n) for n in points]}


def _preflop_strengths(_: int, quiet: bool) -> dict[str, Any]:
    with progress_bar("Dealing", quiet=quiet) as progress:
        rows = simulate_preflop_strengths(_PREFLOP_DEALS, progress=progress)
    return {"deals": _PREFLOP_DEALS, "strengths": [[round(x, 5) for x in row] for row in rows]}


_MAKERS = {Name.THREE_RANDOM: _three_random, Name.PREFLOP_STRENGTHS: _preflop_strengths}
