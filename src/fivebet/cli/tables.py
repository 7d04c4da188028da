"""`fivebet tables`: make generated data anew."""

import json as json_text
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fivebet.cli.output import Json, Threads, console, print_json, progress_bar
from fivebet.errors import FivebetError
from fivebet.orders import count_five_random_shares, count_three_random_points


class Name(StrEnum):
    """The tables that ship with the package."""

    THREE_RANDOM = "three-random"
    FIVE_RANDOM = "five-random"


def command(
    name: Annotated[Name, typer.Argument(help="Which table.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Make a table that ships with the package anew, to check it or to change it.

    [bold]Examples[/bold]

      fivebet tables three-random -o three_random.json   (about three minutes on two cores)

      fivebet tables five-random -o five_random.json   (about two minutes on one core)
    """
    if not output.parent.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: there is no folder {output.parent}")
    if output.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: it is a folder")
    workers = threads or os.cpu_count() or 1
    counts: dict[str, list[int]]
    if name is Name.THREE_RANDOM:
        with progress_bar("Playing out every board", quiet=json) as progress:
            counts = {"points": count_three_random_points(progress, workers)}
    else:
        with progress_bar("Dealing", quiet=json) as progress:
            shares, hands = count_five_random_shares(progress, workers)
        counts = {"shares": shares, "hands": hands}
    document = {"made by": f"fivebet tables {name.value}"} | {
        key: [str(n) for n in numbers] for key, numbers in counts.items()
    }
    output.write_text(json_text.dumps(document, indent=0) + "\n", "utf-8")
    if json:
        print_json({"table": name.value, "saved": str(output)})
        return
    console().print(f"saved {output}", markup=False)
