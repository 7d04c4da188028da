"""`fivebet solve`: the equilibrium of a heads-up spot after the flop."""

import time
from collections.abc import Sequence
from functools import partial
from math import inf, isnan, log
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from fivebet.cards import as_cards
from fivebet.cli.output import DeviceOption, Json, Threads, console, figures_table, print_json, warn
from fivebet.cli.spot_options import (
    AddAllIn,
    Folded,
    ForceAllIn,
    Ip,
    Merge,
    Oop,
    Pot,
    Rake,
    RakeCap,
    Stack,
    StreetSizes,
    Target,
    rake_share,
    range_after_folds,
    sizes_by_player,
)
from fivebet.errors import SolvingError
from fivebet.files import check_writable
from fivebet.pictures import check_picture, save_strategy
from fivebet.solving import Node, Solution, SolveProgress, Spot, Tree, solve
from fivebet.solving.discounting import parse_discounting
from fivebet.solving.gpu_devices import find_device
from fivebet.solving.locks import lock_tree, locks_to_list, read_locks
from fivebet.solving.preview import SolvePreview, is_long, preview_solve
from fivebet.solving.size_ladder import SizeStep, tree_within
from fivebet.solving.spot import FixedLimit
from fivebet.solving.tree_files import library_path, load_tree, save_tree

_PLAYERS = ("OOP", "IP")
_USUAL = SizeStep(bets="50%,100%", raises="100%")
_SAVE_EVERY = 60.0  # seconds: what a killed solve loses at most


def command(
    board: Annotated[str, typer.Option(help="The board: three to five cards.")],
    pot: Pot,
    stack: Stack,
    oop: Oop,
    ip: Ip,
    folded: Folded = None,
    bets: Annotated[
        str | None,
        typer.Option(help="Bet sizes; OOP's | IP's if they differ.", show_default=_USUAL.bets),
    ] = None,
    raises: Annotated[
        str | None,
        typer.Option(help="Raise sizes; OOP's | IP's if they differ.", show_default=_USUAL.raises),
    ] = None,
    bets_flop: StreetSizes = None,
    bets_turn: StreetSizes = None,
    bets_river: StreetSizes = None,
    raises_flop: StreetSizes = None,
    raises_turn: StreetSizes = None,
    raises_river: StreetSizes = None,
    donks_turn: Annotated[
        str | None,
        typer.Option(
            help="OOP's bets on the turn after calling on the flop; the usual sizes by default.",
            rich_help_panel="Sizes by street",
        ),
    ] = None,
    donks_river: Annotated[
        str | None,
        typer.Option(
            help="OOP's bet sizes on the river after calling on the turn.",
            rich_help_panel="Sizes by street",
        ),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            help="Fixed-limit betting instead of sizes: the bets of flop, turn and river, like "
            "10,20,20, four of them at most on a street.",
            show_default=False,
        ),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(
            help="An action that is not offered, with the line to it and without cards, like "
            "'check, bet 100'; may be given more than once."
        ),
    ] = None,
    add_all_in: AddAllIn = 0.0,
    force_all_in: ForceAllIn = 0.0,
    merge: Merge = 0.0,
    rake: Rake = 0.0,
    rake_cap: RakeCap = 0.0,
    target: Target = 0.3,
    iterations: Annotated[int, typer.Option(help="Stop after this many iterations.")] = 10_000,
    within: Annotated[
        float | None,
        typer.Option(
            help="Instead of --bets and --raises, take the most sizes that reach the target in so "
            "many seconds on this machine, and stop when they are over."
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            help="The method: discounted, cfr+, linear or three exponents like 1.5,0.25,4, and the "
            "lookahead, from 0 to 1, and how much the second grows."
        ),
    ] = "discounted",
    small: Annotated[
        bool, typer.Option("--small", help="Use 16-bit numbers: half the memory.")
    ] = False,
    memory: Annotated[float, typer.Option(help="The most memory to use, in megabytes.")] = 4096.0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; the library's by default."),
    ] = None,
    anew: Annotated[
        bool,
        typer.Option("--anew", help="Solve from the start even if the spot was solved before."),
    ] = False,
    at: Annotated[str, typer.Option(help="Show this node, like 'check, bet 100'.")] = "",
    svg: Annotated[Path | None, typer.Option(help="Save that node's strategy as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(help="Save that node's strategy as PNG.")] = None,
    preview: Annotated[
        bool,
        typer.Option("--preview", help="Say what memory and time it will take, and do not solve."),
    ] = False,
    lock: Annotated[
        Path | None,
        typer.Option(
            help="Fix decisions as a JSON file says: "
            '[{"at": "check, bet 100", "strategy": {"call": 0.5, "raise 500": "AA,KK:0.5"}}].'
        ),
    ] = None,
    device: DeviceOption = "cpu",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Solve a heads-up spot from any flop, turn or river.

    A spot that was solved before is looked up. Ctrl-C keeps the progress, and the
    same command resumes from there. Sizes: 50% of the pot, 2.5x the last bet, e
    (geometric), 120c (chips), a (all-in).

    [bold]Examples[/bold]

      fivebet solve --board Kh8h3dJc5s --pot 200 --stack 900 --oop '22+,A2s+' --ip 'TT+,AKs'

      fivebet solve --board Td9d6h --pot 200 --stack 900 --oop '66+,A8s+' --ip 'QQ-22,A2s+' --small

      fivebet solve … --bets '60%,e,a' --raises 2.5x --bets-river '50% | 75%' --add-all-in 1.5

      fivebet solve … --at 'check, bet 100' --png strategy.png

      fivebet solve … --device cuda

      fivebet solve … --lock too-loose.json

      fivebet solve … --preview

      fivebet solve … --within 15 --target 0.5

      fivebet solve … --limit 10,20,20
    """
    started = time.perf_counter()
    pictures = [picture for picture in (svg, png) if picture]
    for picture in pictures:
        check_picture(picture)
    if output:
        check_writable(output)
    find_device(device)
    by_street: dict[str, str | None] = {
        "bets flop": bets_flop,
        "bets turn": bets_turn,
        "bets river": bets_river,
        "raises flop": raises_flop,
        "raises turn": raises_turn,
        "raises river": raises_river,
        "donks oop turn": donks_turn,
        "donks oop river": donks_river,
    }
    sizes_given = any(each is not None for each in (bets, raises, *by_street.values()))
    if within is not None and (lock or remove or output or sizes_given):
        raise SolvingError(
            "--within chooses the sizes: leave out --bets, --raises, other sizes, --lock, --remove "
            "and --output"
        )
    fixed = None if limit is None else _read_limit(limit)
    if fixed is not None and (
        within is not None or sizes_given or add_all_in or force_all_in or merge
    ):
        raise SolvingError(
            "--limit fixes all sizes: leave out --bets, --raises, other sizes, --add-all-in, "
            "--force-all-in, --merge and --within"
        )
    first, second = (range_after_folds(each, folded, as_cards(board)) for each in (oop, ip))

    def make_spot(sizes: SizeStep) -> Spot:
        return Spot.create(
            board,
            pot,
            stack,
            first,
            second,
            sizes=sizes_by_player({"bets": sizes.bets, "raises": sizes.raises, **by_street}),
            removed=remove or (),
            add_all_in=add_all_in,
            force_all_in=force_all_in,
            merge=merge,
            rake=rake_share(rake, rake_cap),
            rake_cap=rake_cap,
            limit=fixed,
        )

    def tree_of(sizes: SizeStep) -> "partial[Tree]":
        return partial(
            Tree,
            make_spot(sizes),
            compressed=small or device != "cpu" or within is not None,
            threads=threads,
            memory_limit=_bytes_of(memory),
            discounting=parse_discounting(method),
        )

    sizes = SizeStep(
        _USUAL.bets if bets is None else bets, _USUAL.raises if raises is None else raises
    )
    if within is not None:
        sizes = tree_within(lambda step: tree_of(step)(), within, target, device).sizes
    tree, path = _open_tree(tree_of(sizes), make_spot(sizes), lock, output, anew)
    if preview:
        _show_preview(preview_solve(tree, target, iterations, device), json)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if tree.node(at).player is None and pictures:
        raise SolvingError("nobody acts there: there is no strategy to draw")
    before = tree.iterations
    if not json and is_long(tree, target, iterations):
        expected = preview_solve(tree, target, iterations, device)
        Console(stderr=True).print(_preview_text(expected), highlight=False)
    left = None if within is None else max(within - (time.perf_counter() - started), 0.1)
    solution = _run(tree, target, iterations, path, device, left, quiet=json)
    looked_up = tree.iterations == before
    if not looked_up:
        save_tree(tree, path)
    node = tree.node(at)
    for picture in pictures:
        _draw(node, picture)
    if json:
        chosen = {"bets": sizes.bets, "raises": sizes.raises} if within is not None else {}
        reached = {"converged": solution.exploitability_pct <= target}
        print_json(_to_dict(solution, node, path) | {"looked_up": looked_up} | reached | chosen)
        return
    if within is not None:
        took = time.perf_counter() - started
        console().print(_within_text(solution, sizes, target, within, took), highlight=False)
    _print_solution(solution, node, _source_text(path, looked_up, before), pictures)


def _print_solution(solution: Solution, node: Node, source: str, pictures: Sequence[Path]) -> None:
    out = console()
    out.print(_summary(solution))
    if node.player is not None:
        out.print(_table(node))
    for line in (
        *(f"locked: {each}" for each in solution.tree.locks),
        source,
        *(f"saved {picture}" for picture in pictures),
    ):
        out.print(line, markup=False, soft_wrap=True)


def _within_text(
    solution: Solution, sizes: SizeStep, target: float, within: float, took: float
) -> str:
    """Say whether the target was reached in time, and with which sizes."""
    if solution.exploitability_pct > target:
        return (
            f"{sizes}: stopped after {took:.3g} s above {target:g} % of the pot; going on takes "
            "longer"
        )
    when = (
        f"within {within:g} s" if took <= within else f"after {took:.3g} s, later than {within:g} s"
    )
    return f"{sizes}: converged to {target:g} % of the pot {when}"


def _source_text(path: Path, looked_up: bool, before: int) -> str:
    """Say where the answer comes from."""
    if looked_up:
        return f"solved before, looked up in {path}; --anew solves it again"
    return f"saved {path}" + (f", going on from {before} iterations" if before else "")


def _show_preview(preview: SolvePreview, json: bool) -> None:
    if json:
        print_json({"memory_mb": preview.memory_mb, "seconds": preview.seconds})
    else:
        console().print(_preview_text(preview))


def _preview_text(preview: SolvePreview) -> str:
    if not preview.iterations:
        return f"{preview.memory_mb:,.1f} MB; solved before"
    seconds = preview.seconds
    time_ = f"{seconds:.2g} s" if seconds < 100 else f"{seconds / 60:,.0f} minutes"
    return (
        f"{preview.memory_mb:,.1f} MB; about {time_}, if {preview.iterations} iterations are enough"
    )


def _bytes_of(megabytes: float) -> int:
    if not 0 < megabytes < inf:
        raise SolvingError(f"--memory {megabytes:g} is no size: give megabytes, more than 0")
    return int(megabytes * 1e6)


def _read_limit(text: str) -> FixedLimit:
    try:
        flop, turn, river = map(int, text.split(","))
    except ValueError:
        raise SolvingError(
            f"{text!r} is no fixed limit: write the bets of flop, turn and river, like 10,20,20"
        ) from None
    return FixedLimit((flop, turn, river))


def _open_tree(
    make_tree: "partial[Tree]", spot: Spot, lock: Path | None, output: Path | None, anew: bool
) -> tuple[Tree, Path]:
    """Return a spot's tree, from a file if it was solved before, and the path of its file."""
    source = f"{str(lock)!r}, "
    tree = lock_tree(make_tree, read_locks(lock), source) if lock else None
    locks = tree.locks if tree else ()
    path = output or library_path(spot, locks)
    if path.is_file() and not anew:
        options = make_tree.keywords
        tree = load_tree(path, options["threads"], options["memory_limit"])
        if tree.spot != spot:
            raise SolvingError(f"{str(path)!r} holds another spot: name another file or use --anew")
        if tree.locks != locks:
            raise SolvingError(
                f"{str(path)!r} holds the spot with other locks: name another file or use --anew"
            )
    return tree or make_tree(), path


def _run(
    tree: Tree,
    target: float,
    iterations: int,
    path: Path,
    device: str,
    seconds: float | None,
    quiet: bool,
) -> Solution:
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("Solving"),
        BarColumn(),
        TextColumn("{task.fields[state]}"),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=quiet or not errors.is_terminal,
    )
    saved = time.monotonic()
    first: float | None = None

    def show(now: SolveProgress) -> None:
        nonlocal saved, first
        pct = now.exploitability_pct
        if pct is not None:
            first = first or pct
            done = _share_done(first, pct, target)
            state = f"{now.iterations} iterations, {pct:.3g} % of the pot"
            bar.update(task, completed=done, state=state)
        if time.monotonic() - saved > _SAVE_EVERY:
            save_tree(tree, path)
            saved = time.monotonic()

    task = bar.add_task("Solving", total=1.0, state=f"{tree.memory / 1e6:,.0f} MB")
    try:
        with bar:
            return solve(tree, target, iterations, seconds=seconds, progress=show, device=device)
    except KeyboardInterrupt:
        if not tree.iterations:
            raise
        save_tree(tree, path)
        warn(
            f"interrupted after {tree.iterations} iterations; the same command goes on from "
            f"{str(path)!r}"
        )
        raise typer.Exit(130) from None


def _share_done(first: float, now: float, target: float) -> float:
    """Return how far a solve is: exploitability falls like a power of time."""
    if now <= target or first <= target:
        return 1.0
    return min(1.0, log(first / now) / log(first / max(target, 1e-6)))


def _draw(node: Node, path: Path) -> None:
    player = node.player
    assert player is not None
    title = f"{_PLAYERS[player]} on {node.board}" + "".join(f" · {step}" for step in node.path)
    save_strategy(node.reach(player), node.strategy, path, title)


def _to_dict(solution: Solution, node: Node, path: Path) -> dict[str, Any]:
    tree = solution.tree
    answer = {
        "exploitability_pct": solution.exploitability_pct,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "memory_mb": tree.memory / 1e6,
        "ev": list(solution.ev),
        "root": tree.root.frequencies(),
        "file": str(path),
        "threads": tree.threads,
        "device": tree.device,
        "locks": locks_to_list(tree.locks),
    }
    if node.path and node.player is not None:
        answer["at"] = {
            "path": list(node.path),
            "player": _PLAYERS[node.player],
            "frequencies": {
                action: None if isnan(part) else part for action, part in node.frequencies().items()
            },
        }
    return answer


def _summary(solution: Solution) -> str:
    tree = solution.tree
    first, second = solution.ev
    return (
        f"{tree.spot.board.pretty}: OOP wins [bold]{first:.2f}[/bold] and IP [bold]{second:.2f}"
        f"[/bold] of the {tree.spot.pot}; exploitable for {solution.exploitability_pct:.3g} % of "
        f"the pot after {solution.iterations} iterations, {solution.seconds:.2f} s, "
        f"{tree.memory / 1e6:,.0f} MB" + ("" if tree.device == "cpu" else f", on {tree.device}")
    )


def _table(node: Node) -> Table:
    player = node.player
    assert player is not None
    title = f"{_PLAYERS[player]} to act" + "".join(f" · {step}" for step in node.path)
    table = figures_table(title, "Action", "Frequency")
    for action, frequency in node.frequencies().items():
        table.add_row(action, f"{frequency:.1%}")
    return table
