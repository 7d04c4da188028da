"""What the arena's commands share: their options, how a run is played, and how an event is told."""

from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.arena import Event, Result, Standing
from fivebet.cli.conduct import Kind
from fivebet.cli.output import console
from fivebet.formats.acpc import read_game
from fivebet.game import Game

__all__ = ["MATCH", "RING", "Hands", "Matches", "Seed", "find_game"]

Hands = Annotated[int, typer.Option(help="Deals, before duplication.")]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
Matches = Annotated[
    int,
    typer.Option(help="Independent matches of so many deals each, for agents that remember."),
]


def find_game(name: str) -> Game:
    """A game by its name, or by an ACPC game file."""
    return read_game(Path(name)) if name.endswith(".game") else Game.named(name)


def _as_dict(result: Result) -> dict[str, Any]:
    event = result.event
    return {
        "game": str(event.game),
        "seed": event.seed,
        "deals": result.deals,
        "matches": event.matches,
        "hands": result.hands,
        "seats": event.seats.value,
        "unit": result.unit,
        "note": result.note,
        "players": [_player(standing, event.game) for standing in result.standings],
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


def _show(result: Result, rate: float) -> None:
    out = console()
    out.print(_table(result, rate))
    if result.note:
        out.print(f"Note: {result.note}.", soft_wrap=True, markup=False)
    for standing in result.standings:
        if standing.failures.times:
            out.print(f"{standing.name} failed: {standing.failures.first}", markup=False)


def _table(result: Result, rate: float) -> Table:
    event = result.event
    played = f"{result.hands:,} hands of {result.deals:,} deals"
    if event.matches > 1:
        played += f" in {event.matches:,} matches"
    units = len(result.winnings)
    unit = "blocks" if result.unit == "deal" else "matches"
    table = Table(
        title=f"{event.game}: {played}, seed {event.seed}",
        caption=f"intervals over {units:,} {unit} · {rate:,.0f} hands/s",
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


MATCH = Kind("match", Event.of_plain, _as_dict, _show)
RING = Kind("ring", Event.of_plain, _as_dict, _show)
