"""`fivebet tables`: make generated data anew."""

import json as json_text
import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from fivebet._core import PREFLOP_BOARDS
from fivebet.agents.plicas.bluff import CURVES, count_class
from fivebet.cli.output import Json, Threads, console, print_json, progress_bar
from fivebet.combos import CLASSES
from fivebet.errors import FivebetError
from fivebet.orders import count_three_random_points
from fivebet.preflop import count_class_matrix


class Name(StrEnum):
    """The tables that ship with the package."""

    THREE_RANDOM = "three-random"
    CLASS_MATCHUPS = "class-matchups"
    PLAYABLE_FLOPS = "playable-flops"


def command(
    name: Annotated[Name, typer.Argument(help="Which table.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Make a table that ships with the package anew, to check it or to change it.

    [bold]Examples[/bold]

      fivebet tables three-random -o three_random.json   (about three minutes on two cores)

      fivebet tables class-matchups -o class_matchups.npz

      fivebet tables playable-flops -o playable_flops.json   (PLICAS's figure 4, by class)
    """
    if not output.parent.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: there is no folder {output.parent}")
    if output.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: it is a folder")
    if name is Name.THREE_RANDOM:
        with progress_bar("Playing out every board", quiet=json) as progress:
            points = count_three_random_points(progress, threads or os.cpu_count() or 1)
        document = {"made by": f"fivebet tables {name.value}", "points": [str(n) for n in points]}
        output.write_text(json_text.dumps(document, indent=0) + "\n", "utf-8")
    elif name is Name.PLAYABLE_FLOPS:
        with progress_bar("Dealing every flop", quiet=json) as progress:
            _write_playable_flops(output, progress)
    else:
        _write_class_matchups(output)
    if json:
        print_json({"table": name.value, "saved": str(output)})
        return
    console().print(f"saved {output}", markup=False)


def _write_playable_flops(output: Path, progress: Callable[[float], None]) -> None:
    counts: dict[str, list[int]] = {}
    for name in CLASSES:
        counts[name] = count_class(name)
        progress(len(counts) / len(CLASSES))
    head = {"made by": f"fivebet tables {Name.PLAYABLE_FLOPS.value}", "curves": CURVES}
    rows = ",\n".join(f"{json_text.dumps(name)}: {row}" for name, row in counts.items())
    text = json_text.dumps(head)[:-1] + f',\n"counts": {{\n{rows}}}}}\n'
    output.write_text(text, "utf-8")


def _write_class_matchups(output: Path) -> None:
    matrix = count_class_matrix()
    with output.open("wb") as file:
        np.savez_compressed(
            file,
            made_by=np.array(f"fivebet tables {Name.CLASS_MATCHUPS.value}"),
            pairs=(matrix.deals / PREFLOP_BOARDS).astype(np.uint8),
            won=matrix.won.astype(np.uint32),
            tied=matrix.tied.astype(np.uint32),
        )
