"""`fivebet pushfold`: who jams and who calls."""

from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import typer
from numpy.typing import NDArray

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.cards.ranges import Range
from fivebet.cli.output import Json, Threads, console, figures_table, print_json, progress_bar
from fivebet.errors import SolvingError
from fivebet.pictures import check_picture, grid_text, save_strategy
from fivebet.solving.jam_fold_heads_up import (
    JamOrFold,
    JamOrFoldSolution,
    fictitious_play,
    solve_jam_or_fold,
)
from fivebet.solving.jam_fold_table import JamTable, JamTableSolution, solve_jam_table
from fivebet.solving.tree import check_threads


def command(
    stack: Annotated[
        float | None, typer.Option(help="The effective stack, in big blinds.", show_default="10")
    ] = None,
    small_blind: Annotated[float, typer.Option(help="The small blind, in big blinds.")] = 0.5,
    ante: Annotated[float, typer.Option(help="The ante of each player, in big blinds.")] = 0.0,
    method: Annotated[
        Literal["regret", "fictitious"],
        typer.Option(help="The method: the regret minimiser or fictitious play."),
    ] = "regret",
    target: Annotated[
        float | None,
        typer.Option(
            help="Stop when best responses gain at most this, in big blinds; two players only.",
            show_default="1e-06",
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(help="Stop after this many iterations.")] = None,
    alpha: Annotated[
        float | None, typer.Option(help="The learning rate of fictitious play.", show_default="2")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(help="The ranges that fictitious play starts from.", show_default="50%"),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(help="The number of players; three to nine are sampled.", show_default="2"),
    ] = None,
    stacks: Annotated[
        str | None, typer.Option(help="Stacks in order of action, like 10,8,12.")
    ] = None,
    prizes: Annotated[
        str | None, typer.Option(help="Prizes from the first place down, like 50,30,20.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of sampled deals.", min=0)] = 0,
    svg: Annotated[Path | None, typer.Option(help="Save the jams as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(help="Save the jams as PNG.")] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Solve jam or fold: exactly for two players, sampled for three to nine.

    [bold]Examples[/bold]

      fivebet pushfold --stack 10 --json

      fivebet pushfold --stack 10 --method fictitious --iterations 200 --start 50%

      fivebet pushfold --stacks 10,6,14,8 --ante 0.1 --prizes 50,30,20
    """
    for picture in filter(None, (svg, png)):
        check_picture(picture)
    check_threads(threads)
    listed = _listed(stacks, stack, players)
    won = _numbers("--prizes", prizes)
    if method != "fictitious" and (alpha is not None or start is not None):
        raise SolvingError("--alpha and --start are fictitious play's: add --method fictitious")
    if len(listed) > 2 or won:
        if method == "fictitious" or target is not None:
            raise SolvingError(
                "three players or more, or prizes, are sampled: leave out --method and --target, "
                "and give --iterations"
            )
        table = JamTable(listed, small_blind, ante=ante, prizes=won)
        with progress_bar("Dealing", quiet=json) as progress:
            rounds = 400 if iterations is None else iterations
            sampled = solve_jam_table(table, rounds, seed, threads, progress=progress)
        first = sampled.strategy(table.names[0])
        _draw(first, [svg, png], f"{table.names[0]} first in, {listed[0]:g} BB")
        if json:
            print_json(_table_to_dict(sampled))
        else:
            _print_table(sampled)
        return
    game = JamOrFold(min(listed), small_blind, ante=ante)
    good_enough = 1e-6 if target is None else target
    if method == "regret":
        most = 100_000 if iterations is None else iterations
        solved = solve_jam_or_fold(game, good_enough, most)
    else:
        guess = "50%" if start is None else start
        rate = 2.0 if alpha is None else alpha
        most = 20_000 if iterations is None else iterations
        solved = fictitious_play(game, good_enough, most, rate, guess, guess)
    _draw(solved.jam, [svg, png], f"Small blind, {game.stack:g} BB")
    if json:
        print_json(_to_dict(solved))
    else:
        _print(solved)


def _listed(stacks: str | None, stack: float | None, players: int | None) -> tuple[float, ...]:
    """Return everybody's stack, listed one by one or all equal."""
    if stacks is not None and (stack is not None or players is not None):
        raise SolvingError("--stacks lists everybody's: leave out --stack and --players")
    listed = _numbers("--stacks", stacks)
    seats = len(listed) or (2 if players is None else players)
    if not 2 <= seats <= 9:
        plural = "" if seats == 1 else "s"
        raise SolvingError(f"{seats} player{plural} cannot jam or fold: two to nine can")
    return listed or (10.0 if stack is None else stack,) * seats


def _numbers(option: str, text: str | None) -> tuple[float, ...]:
    try:
        return () if text is None else tuple(float(part) for part in text.split(","))
    except ValueError:
        raise SolvingError(f"{text!r} is no list for {option}: write numbers with commas") from None


def _by_class(row: NDArray[np.float64]) -> dict[str, float]:
    return {name: float(part) for name, part in zip(CLASSES, row, strict=True)}


def _share(row: NDArray[np.float64]) -> float:
    return float(row @ CLASS_SIZES / 1326)


def _draw(jam: NDArray[np.float64], paths: list[Path | None], title: str) -> None:
    for path in filter(None, paths):
        save_strategy(np.ones(169), {"fold": 1 - jam, "jam": jam}, path, title)


def _to_dict(solved: JamOrFoldSolution) -> dict[str, Any]:
    return {
        "value": solved.value,
        "jam": _by_class(solved.jam),
        "call": _by_class(solved.call),
        "exploitability": solved.exploitability,
        "iterations": solved.iterations,
        "seconds": solved.seconds,
    }


def _print(solved: JamOrFoldSolution) -> None:
    out = console()
    for who, row in (("The small blind jams", solved.jam), ("The big blind calls", solved.call)):
        range_ = Range.from_weights(np.clip(np.round(row, 3), 0, 1))
        out.print(f"[bold]{who} {_share(row):.2%}[/bold]")
        out.print(grid_text(range_, colour=out.is_terminal))
    out.print(
        f"The small blind wins {solved.value:+.6f} BB; exploitable for "
        f"{solved.exploitability:.2g} BB after {solved.iterations} iterations, "
        f"{solved.seconds * 1000:.0f} ms"
    )


def _table_to_dict(solved: JamTableSolution) -> dict[str, Any]:
    table = solved.table
    positions = []
    for i, name in enumerate(table.names):
        positions.append(
            {
                "position": name,
                "stack": table.stacks[i],
                "value": solved.values[i],
                "value_error": solved.errors[i][0],
                "best_response_gain": solved.gains[i],
                "gain_error": solved.errors[i][1],
                "jam": _by_class(solved.strategy(name)) if i < len(table.names) - 1 else None,
                "call": {
                    jammer: _by_class(solved.strategy(name, jammer)) for jammer in table.names[:i]
                },
            }
        )
    return {
        "unit": "prizes" if table.prizes else "big blinds",
        "positions": positions,
        "exploitability": solved.exploitability,
        "iterations": solved.iterations,
        "seconds": solved.seconds,
    }


def _print_table(solved: JamTableSolution) -> None:
    table = solved.table
    unit = "of the prizes" if table.prizes else "BB"
    shown = figures_table(
        "Jam or fold",
        *("Position", "Stack", "Jams first in", "Calls a jam of", f"Value ({unit})", "Could gain"),
        caption=f"{solved.deals:,} deals, {solved.seconds:.1f} s; ± is one standard error",
    )
    for i, name in enumerate(table.names):
        jams = f"{_share(solved.strategy(name)):.1%}" if i < len(table.names) - 1 else ""
        calls = ", ".join(
            f"{jammer} {_share(solved.strategy(name, jammer)):.0%}" for jammer in table.names[:i]
        )
        value_error, gain_error = solved.errors[i]
        shown.add_row(
            name,
            f"{table.stacks[i]:g}",
            jams,
            calls,
            f"{solved.values[i]:+.3f} ± {value_error:.3f}",
            f"{max(solved.gains[i], 0):.3f} ± {gain_error:.3f}",
        )
    console().print(shown)
