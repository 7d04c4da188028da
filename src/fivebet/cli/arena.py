"""What the arena's commands share: their options and how they report an event."""

import time
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.arena import Event, Result, Standing, play_event
from fivebet.arena.event import default_workers
from fivebet.cli.output import console, print_json, progress_bar
from fivebet.formats.acpc import read_game
from fivebet.game import Game

__all__ = ["Hands", "Seed", "Workers", "find_game", "report"]

Hands = Annotated[int, typer.Option(help="Deals, before duplication.")]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
Workers = Annotated[
    int | None, typer.Option(help="Processes; one for each core by default.", show_default=False)
]


def find_game(name: str) -> Game:
    """A game by its name, or by an ACPC game file."""
    return read_game(Path(name)) if name.endswith(".game") else Game.named(name)


def report(event: Event, workers: int | None, json: bool) -> None:
    """Play an event and print its result."""
    start = time.perf_counter()
    with progress_bar("Playing", quiet=json) as progress:
        result = play_event(
            event, default_workers() if workers is None else workers, progress=progress
        )
    seconds = time.perf_counter() - start
    if json:
        print_json(_as_dict(result, seconds))
        return
    out = console()
    out.print(_table(result, seconds))
    for standing in result.standings:
        if standing.failures.times:
            out.print(f"{standing.name} failed: {standing.failures.first}", markup=False)


def _as_dict(result: Result, seconds: float) -> dict[str, Any]:
    event = result.event
    return {
        "game": str(event.game),
        "seed": event.seed,
        "deals": event.deals,
        "hands": result.hands,
        "seats": event.seats.value,
        "players": [_player(standing, event.game) for standing in result.standings],
        "timing": {"seconds": seconds, "hands_per_second": result.hands / seconds},
    }


def _player(standing: Standing, game: Game) -> dict[str, Any]:
    mbb = standing.mbb_per_hand(game)
    bounded = isfinite(mbb.low)
    return {
        "name": standing.name,
        "chips": float(standing.chips),
        "mbb_per_hand": mbb.mean,
        "standard_error": mbb.standard_error if bounded else None,
        "ci95": [mbb.low, mbb.high] if bounded else None,
        "blocks": mbb.units,
        "failures": standing.failures.times,
        "first_failure": standing.failures.first,
    }


def _table(result: Result, seconds: float) -> Table:
    event = result.event
    table = Table(
        title=f"{event.game}: {result.hands:,} hands of {event.deals:,} deals, seed {event.seed}",
        caption=f"intervals over {event.deals:,} blocks · {result.hands / seconds:,.0f} hands/s",
    )
    table.add_column("Player")
    for name in ("Chips", "mbb/hand", "95 % interval", "Failures"):
        table.add_column(name, justify="right")
    for standing in sorted(result.standings, key=lambda each: -each.chips):
        mbb = standing.mbb_per_hand(event.game)
        table.add_row(
            escape(standing.name),
            f"{float(standing.chips):,.0f}",
            f"[bold]{mbb.mean:+,.1f}[/bold]",
            f"{mbb.low:+,.1f} to {mbb.high:+,.1f}",
            f"{standing.failures.times:,}" if standing.failures.times else "",
        )
    return table
