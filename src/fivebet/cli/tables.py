"""`fivebet tables`: make generated data anew."""

import json as json_text
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import typer

from fivebet._core import PREFLOP_BOARDS
from fivebet.agents.players.plicas.bluff import CURVES, count_playable_flops
from fivebet.cards.class_orders import count_five_random_shares, count_three_random_points
from fivebet.cards.preflop_matchups import count_class_matrix
from fivebet.cards.showdown_strength import simulate_preflop_strengths
from fivebet.cli.output import Json, Threads, console, print_json, progress_bar
from fivebet.errors import FivebetError
from fivebet.files import check_writable, compress_arrays, write_atomically
from fivebet.lab.opponent_types import make_types
from fivebet.machine import core_count
from fivebet.solving.preflop_blueprint import (
    DEPTHS,
    ITERATIONS,
    solve_preflop,
    strategies_from_dict,
    strategies_to_dict,
)
from fivebet.solving.ring_blueprint import (
    TRAININGS,
    RingTrainer,
    train,
)

TableName = Literal[
    "three-random",
    "five-random",
    "class-matchups",
    "playable-flops",
    "preflop-strengths",
    "preflop",
    "ring-limit",
    "ring-nolimit",
    "types",
]
"""The tables that ship with the package."""
_PREFLOP_DEALS = 4_000_000  # for each class: a standard error of at most .00025
_RING_SECONDS = 270.0
_TYPE_HANDS = 600  # of each type of opponents; three times as many of who states no policy
_LEAST_VISITS = 40  # lines that were seen more seldom are not kept
_MOST_NUMBERS = 16_000_000  # so that a strategy takes four megabytes


def command(
    name: Annotated[TableName, typer.Argument(help="The table to rebuild.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    seconds: Annotated[
        float, typer.Option(help="How long a ring strategy is trained, in seconds.", min=0.1)
    ] = _RING_SECONDS,
    hands: Annotated[
        int, typer.Option(help="The hands in which a type of opponents is counted.", min=1)
    ] = _TYPE_HANDS,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Rebuild a table that ships with the package, to check it or to change it.

    [bold]Examples[/bold]

      fivebet tables three-random -o three_random.json   (about three minutes on two cores)

      fivebet tables five-random -o five_random.json   (about two minutes on one core)

      fivebet tables class-matchups -o class_matchups.npz

      fivebet tables playable-flops -o playable_flops.json   (PLICAS's figure 4, by class)

      fivebet tables preflop-strengths -o preflop_strengths.json   (about a minute on one)

      fivebet tables preflop -o preflop.json   (three minutes for each depth; it can be interrupted)

      fivebet tables ring-limit -o ring_limit.npz --seconds 270   (on fifteen cores; it continues
      from ring_limit.training.npz, which it leaves beside)

      fivebet tables types -o opponent_types.npz   (a quarter of an hour; types that the file has
      are not counted again)
    """
    check_writable(output)
    workers = threads or core_count()
    match name:
        case "three-random":
            with progress_bar("Playing out every board", quiet=json) as progress:
                _write_counts(output, name, points=count_three_random_points(progress, workers))
        case "five-random":
            with progress_bar("Dealing", quiet=json) as progress:
                shares, dealt = count_five_random_shares(progress, workers)
            _write_counts(output, name, shares=shares, hands=dealt)
        case "class-matchups":
            _write_class_matchups(output)
        case "playable-flops":
            with progress_bar("Dealing every flop", quiet=json) as progress:
                counts = count_playable_flops(progress)
            _write(output, name, curves=CURVES, counts=counts)
        case "preflop-strengths":
            with progress_bar("Dealing", quiet=json) as progress:
                rows = simulate_preflop_strengths(_PREFLOP_DEALS, progress=progress)
            strengths = [[round(x, 5) for x in row] for row in rows]
            _write(output, name, deals=_PREFLOP_DEALS, strengths=strengths)
        case "preflop":
            _write_preflop(output, quiet=json)
        case "ring-limit" | "ring-nolimit":
            _write_ring(output, name, seconds, workers, quiet=json)
        case "types":
            with progress_bar("Counting types of opponents", quiet=json) as progress:
                make_types(output, hands, progress, workers)
    if json:
        print_json({"table": name, "saved": str(output)})
        return
    console().print(f"saved {output}", markup=False)


def _write_counts(output: Path, name: TableName, **counts: list[int]) -> None:
    texts = {key: [str(n) for n in numbers] for key, numbers in counts.items()}
    _write(output, name, **texts)


def _write(output: Path, name: TableName, **numbers: object) -> None:
    document = {"made by": f"fivebet tables {name}"} | numbers
    write_atomically(output, (json_text.dumps(document, indent=0) + "\n").encode())


def _write_preflop(output: Path, quiet: bool) -> None:
    """Depth by depth; those that the file has, as well solved, are not solved again."""
    document = strategies_to_dict([])
    document["depths"] |= _solved_depths(output)
    for depth in DEPTHS:
        if str(depth) in document["depths"]:
            continue
        with progress_bar(f"Solving {depth} big blinds", quiet=quiet) as progress:
            document["depths"] |= strategies_to_dict([solve_preflop(depth, progress=progress)])[
                "depths"
            ]
        in_order = sorted(document["depths"].items(), key=lambda item: int(item[0]))
        document["depths"] = dict(in_order)
        write_atomically(output, (json_text.dumps(document) + "\n").encode())


def _solved_depths(output: Path) -> dict[str, Any]:
    if not output.exists():
        return {}
    try:
        kept = json_text.loads(output.read_text("utf-8"))
        solved = strategies_from_dict(kept)
    except (ValueError, KeyError, TypeError) as error:
        raise FivebetError(
            f"{str(output)!r} is there and holds no strategies before the flop to go on from: "
            "name another file"
        ) from error
    return {
        depth: data
        for depth, data in kept["depths"].items()
        if solved[int(depth)].iterations >= ITERATIONS and solved[int(depth)].values
    }


def _write_ring(output: Path, name: str, seconds: float, threads: int, quiet: bool) -> None:
    """Train a strategy, from where an earlier training stopped."""
    trainer = RingTrainer(TRAININGS[name])
    checkpoint = output.with_suffix(".training.npz")
    if checkpoint.exists():
        trainer.load(checkpoint)
    with progress_bar("Training", quiet=quiet) as progress:
        train(trainer, checkpoint, seconds, threads, progress)
    trainer.strategy(_LEAST_VISITS, _MOST_NUMBERS).save(output)


def _write_class_matchups(output: Path) -> None:
    matrix = count_class_matrix()
    content = compress_arrays(
        made_by="fivebet tables class-matchups",
        pairs=(matrix.deals / PREFLOP_BOARDS).astype(np.uint8),
        won=matrix.won.astype(np.uint32),
        tied=matrix.tied.astype(np.uint32),
    )
    write_atomically(output, content)
