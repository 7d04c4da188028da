"""`fivebet nash`: train and measure equilibria of heads-up limit hold'em."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from fivebet.cli.output import Json, Threads, command_group, console, print_json, progress_bar
from fivebet.errors import FivebetError, SolvingError
from fivebet.solving.limit_holdem import (
    DEFAULT_ITERATIONS,
    DEFAULT_SIZES,
    LimitStrategy,
    StrategyValue,
    measure,
    solve_limit,
)

app = command_group(
    """Compute equilibria of bucketed heads-up limit hold'em, which nash-limit plays.

    [bold]Examples[/bold]

      fivebet nash show

      fivebet nash train -o large.limit --buckets 14,6,5,6 --iterations 400
    """
)

_WINNINGS = ("exploitability", "button_wins")
_WIDTH = len("exploitability before rounding")
_SIZES = ",".join(map(str, DEFAULT_SIZES))


@app.command("train")
def train(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    buckets: Annotated[
        str,
        typer.Option(help="The numbers of buckets before the flop, and on flop, turn and river."),
    ] = _SIZES,
    iterations: Annotated[
        int, typer.Option(help="The number of iterations of the regret minimiser.")
    ] = DEFAULT_ITERATIONS,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    seed: Annotated[
        int, typer.Option(help="The seed of the boards that buckets are made from.", min=0)
    ] = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Train a strategy and measure it exactly inside its abstraction.

    [bold]Examples[/bold]

      fivebet nash train -o nash.limit   (what ships with the package)

      fivebet nash train -o large.limit --buckets 14,6,5,6 --iterations 400

      fivebet match nash-limit:file=large.limit fair --hands 2000
    """
    if not output.parent.is_dir() or output.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: give a file in a folder that is")
    with progress_bar("Training", quiet=json) as progress:
        solved = solve_limit(
            _read_sizes(buckets), iterations, seed, threads, seconds, progress=progress
        )
    solved.strategy.save(output)
    facts = solved.strategy.facts
    if json:
        print_json(
            {
                "saved": str(output),
                "buckets": list(solved.strategy.buckets.sizes),
                "seconds": solved.seconds,
                "bytes": output.stat().st_size,
                **facts,
            }
        )
        return
    console().print(
        f"saved {output}: exploitable for {facts['exploitability']:.1f} mbb/hand inside its "
        f"abstraction ({solved.measured.exploitability:.1f} before rounding) after "
        f"{solved.iterations} iterations, {solved.seconds:.0f} s",
        markup=False,
        soft_wrap=True,
    )


@app.command("show")
def show(
    file: Annotated[
        Path | None, typer.Argument(help="A strategy file; the one in the package by default.")
    ] = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--measure", help="Count all chances again and measure exploitability; takes minutes."
        ),
    ] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Show how a strategy was trained and what it is worth.

    [bold]Examples[/bold]

      fivebet nash show

      fivebet nash show large.limit --measure --json
    """
    strategy = _load(file)
    measured = measure(strategy, threads=threads) if exact else None
    sizes = strategy.buckets.sizes
    if json:
        values = None if measured is None else {"values": measured.values, "best": measured.best}
        print_json(
            {"buckets": list(sizes), **strategy.facts, "unit": "mbb/hand", "measured": values}
        )
        return
    print(f"{'buckets':{_WIDTH}} {', '.join(map(str, sizes))}")
    for name, value in strategy.facts.items():
        unit = " mbb/hand" if name.startswith(_WINNINGS) else ""
        print(f"{name.replace('_', ' '):{_WIDTH}} {value:.4g}{unit}")
    if measured is not None:
        print(_measured_text(measured))


def _measured_text(measured: StrategyValue) -> str:
    big, button = measured.best
    return (
        f"{'measured':{_WIDTH}} exploitable for {measured.exploitability:.2f} mbb/hand: best "
        f"responses win {big:+.2f} in the big blind and {button:+.2f} on the button"
    )


def _load(file: Path | None) -> LimitStrategy:
    if file is not None:
        return LimitStrategy.load(file)
    with resources.as_file(resources.files("fivebet.data").joinpath("nash.limit")) as path:
        return LimitStrategy.load(path)


def _read_sizes(text: str) -> tuple[int, int, int, int]:
    try:
        first, flop, turn, river = map(int, text.split(","))
    except ValueError:
        raise SolvingError(
            f"{text!r} are no buckets: write four numbers, for each street, like {_SIZES}"
        ) from None
    return first, flop, turn, river
