"""`fivebet range`: a range as text, numbers and picture."""

from pathlib import Path
from typing import Annotated

import typer

from fivebet.cards.combos import CLASSES
from fivebet.cards.ranges import Range
from fivebet.cli.output import Json, console, print_json
from fivebet.pictures import grid_text, save_grid


def command(
    text: Annotated[
        str, typer.Argument(metavar="RANGE", help="The range, like '22+,A2s+' or 15%.")
    ],
    dead: Annotated[str, typer.Option(help="Remove combos with these cards.")] = "",
    png: Annotated[Path | None, typer.Option(help="Save the grid as PNG.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Save the grid as SVG.")] = None,
    json: Json = False,
) -> None:
    """Show a range on the 13 × 13 grid.

    [bold]Examples[/bold]

      fivebet range '22+,A2s+' --png out.png

      fivebet range 15%

      fivebet range 'QQ-88,KTs-K8s,76s:0.5,AhKh' --json

    Parts: 22+  QQ-99  A2s+  KTs-K8s  JTs-54s  AK  AhKh  15%  15%@one-random  5%-15%  random,
    each with a weight after a colon.
    """
    range_ = Range(text).without(dead)
    for path in filter(None, (png, svg)):
        save_grid(range_, path)
    if json:
        grid = range_.grid().reshape(169)
        print_json(
            {
                "text": str(range_),
                "combos": range_.combos,
                "share": range_.share,
                "classes": {n: float(w) for n, w in zip(CLASSES, grid, strict=True) if w > 0},
            }
        )
        return
    out = console()
    out.print(grid_text(range_, colour=out.is_terminal))
    out.print(f"{range_.combos:.6g} combos, {range_.share:.2%} of all: {range_}", soft_wrap=True)
    for path in filter(None, (png, svg)):
        out.print(f"saved {path}", markup=False)
