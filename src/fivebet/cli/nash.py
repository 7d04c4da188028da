"""`fivebet nash`: train and measure equilibria of heads-up limit hold'em."""

from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from fivebet.cli.output import Json, Threads, command_group, console, print_json, progress_bar
from fivebet.errors import FivebetError, SolvingError
from fivebet.solving.board_buckets import check_bucket_sizes
from fivebet.solving.limit_blueprint import (
    DEFAULT_BUCKETS,
    FORMAT,
    BoardStrategy,
    train_blueprint,
)
from fivebet.solving.limit_holdem import (
    DEFAULT_ITERATIONS,
    DEFAULT_SIZES,
    LimitStrategy,
    StrategyValue,
    measure,
    solve_limit,
)
from fivebet.solving.strategy_files import strategy_format

app = command_group(
    """Compute equilibria of bucketed heads-up limit hold'em, which nash-limit plays.

    [bold]Examples[/bold]

      fivebet nash show

      fivebet nash train -o large.limit --buckets 14,6,5,6 --iterations 400
    """
)

_DEFAULT_BOARDS = 20_000


class TrainingMethod(StrEnum):
    """How a strategy is computed."""

    SEQUENCES = "sequences"
    BOARDS = "boards"


_WINNINGS = ("exploitability", "button_wins")
_WIDTH = len("exploitability before rounding")
_SIZES = ",".join(map(str, DEFAULT_SIZES))
_BOARD_SIZES = ",".join(map(str, DEFAULT_BUCKETS))


@app.command("train")
def train(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    method: Annotated[
        TrainingMethod,
        typer.Option(
            help="Solve bucket sequences exactly, for nash-limit, or learn on random boards with "
            "many more buckets, for champion."
        ),
    ] = TrainingMethod.SEQUENCES,
    buckets: Annotated[
        str | None,
        typer.Option(
            help="The numbers of buckets before the flop, and on flop, turn and river; with boards "
            f"those of flop, turn and river. {_SIZES} or {_BOARD_SIZES} by default.",
            show_default=False,
        ),
    ] = None,
    iterations: Annotated[
        int, typer.Option(help="The number of iterations, for sequences.")
    ] = DEFAULT_ITERATIONS,
    boards: Annotated[
        int | None,
        typer.Option(
            help="The number of boards to learn from in all, for boards; "
            f"{_DEFAULT_BOARDS:,} by default, or as many as fit into the seconds.",
            show_default=False,
            min=1,
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            help="The file from which learning on boards is resumed, and in which it is kept.",
            show_default=False,
        ),
    ] = None,
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

      fivebet nash train -o champion.limit --method boards --seconds 3600 --checkpoint limit.ckpt
    """
    if not output.parent.is_dir() or output.is_dir():
        raise FivebetError(f"{str(output)!r} cannot be written: give a file in a folder that is")
    if method is TrainingMethod.BOARDS:
        _train_on_boards(output, buckets, boards, seconds, seed, threads, checkpoint, json)
        return
    if boards is not None or checkpoint is not None:
        raise FivebetError("--boards and --checkpoint belong to --method boards")
    with progress_bar("Training", quiet=json) as progress:
        solved = solve_limit(
            _read_sizes(buckets or _SIZES), iterations, seed, threads, seconds, progress=progress
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


def _train_on_boards(
    output: Path,
    buckets: str | None,
    boards: int | None,
    seconds: float | None,
    seed: int,
    threads: int | None,
    checkpoint: Path | None,
    json: bool,
) -> None:
    try:
        sizes = None if buckets is None else check_bucket_sizes([*map(int, buckets.split(","))])
    except ValueError:
        raise SolvingError(
            f"{buckets!r} are no buckets: write three numbers, for flop, turn and river, like "
            f"{_BOARD_SIZES}"
        ) from None
    if boards is None and seconds is None:
        boards = _DEFAULT_BOARDS
    with progress_bar("Training", quiet=json) as progress:
        strategy = train_blueprint(
            sizes,
            boards=boards,
            seconds=seconds,
            seed=seed,
            threads=threads,
            checkpoint=checkpoint,
            progress=progress,
        )
    strategy.save(output)
    size = output.stat().st_size
    if json:
        described = {"saved": str(output), "buckets": list(strategy.buckets.sizes), "bytes": size}
        print_json(described | strategy.facts)
        return
    console().print(
        f"saved {output}: {strategy.facts['boards']:,} boards; the button wins "
        f"{strategy.facts['button_wins']:.1f} mbb/hand against itself; {size / 1e6:.1f} MB",
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
    if exact and not isinstance(strategy, LimitStrategy):
        raise SolvingError(
            f"{str(file)!r} was trained on boards, and has no exact value inside its abstraction: "
            "`fivebet exploit` measures it in the real game"
        )
    measured = (
        measure(strategy, threads=threads)
        if isinstance(strategy, LimitStrategy) and exact
        else None
    )
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


def _load(file: Path | None) -> LimitStrategy | BoardStrategy:
    if file is not None:
        kind = strategy_format(file)
        return BoardStrategy.load(file) if kind == FORMAT else LimitStrategy.load(file)
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
