"""The command line of the stress tests."""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from stress import clock, database, disk, hostile, kills, room, soak
from stress.programs import LostError

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)

Rounds = Annotated[int, typer.Option(help="How often each is tried.")]
Seed = Annotated[int, typer.Option(help="Of the moments that are chosen.")]


def _try(name: str, what: Callable[[Path], None]) -> None:
    folder = Path(tempfile.mkdtemp(prefix=f"fivebet-{name}-"))
    start = time.monotonic()
    try:
        what(folder)
    except LostError as lost:
        print(f"{name}: LOST: {lost}\n(see {folder})", file=sys.stderr)
        raise typer.Exit(1) from None
    shutil.rmtree(folder)
    print(f"{name}: nothing was lost in {time.monotonic() - start:,.0f} s")


def _rounds(module: ModuleType, name: str) -> None:
    @app.command(name, help=module.__doc__)
    def command(rounds: Rounds = 3, seed: Seed = 1) -> None:
        _try(name, lambda folder: module.run(folder, rounds, seed))


for _module in (kills, room, disk, database, clock, hostile):
    _rounds(_module, _module.__name__.rpartition(".")[2])


@app.command("soak", help=soak.__doc__)
def _soak(minutes: Annotated[float, typer.Option(help="How long.")] = 60.0) -> None:
    _try("soak", lambda folder: soak.run(folder, minutes))


app()
