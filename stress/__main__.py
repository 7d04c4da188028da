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

from fivebet.lab.command_line import exit_with
from stress import attack, clock, database, disk, hostile, kills, room, secrecy, soak
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


@app.command("attack", help=attack.__doc__)
def _attack(
    seconds: Annotated[float, typer.Option(help="How long.")] = 300.0, seed: Seed = 1
) -> None:
    _try("attack", lambda folder: attack.run(folder, seconds, seed))


@app.command("secrecy", help=secrecy.__doc__)
def _secrecy(
    hands: Annotated[int, typer.Option(help="How many in all.", min=1)] = 100_000,
    tables: Annotated[int, typer.Option(help="How many at a time.", min=1)] = 8,
    folder: Annotated[Path, typer.Option(help="Where it is kept how far the search is.")] = Path(
        "build/secrecy"
    ),
    seed: Seed = 1,
) -> None:
    try:
        secrecy.run(folder, hands, tables, seed)
    except LostError as lost:
        print(f"secrecy: LOST: {lost}", file=sys.stderr)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        print("secrecy: interrupted; the same command goes on", file=sys.stderr)
        raise typer.Exit(130) from None


@app.command("soak", help=soak.__doc__)
def _soak(minutes: Annotated[float, typer.Option(help="How long.")] = 60.0) -> None:
    _try("soak", lambda folder: soak.run(folder, minutes))


if __name__ == "__main__":
    exit_with(lambda given: app(list(given)))  # type: ignore[no-any-return]
