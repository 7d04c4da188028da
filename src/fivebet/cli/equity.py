"""`fivebet equity`: each player's share of the pot."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.cards import as_board
from fivebet.cards.equity import Equity, equity
from fivebet.cards.ranges import as_range
from fivebet.cli.output import Json, Threads, console, figures_table, print_json, progress_bar
from fivebet.errors import RangeError


def command(
    players: Annotated[
        list[str], typer.Argument(help="Two to ten hands or ranges, like AhKh or 'QQ+,AKs' or 15%.")
    ],
    board: Annotated[str, typer.Option("--board", "-b", help="The board, like Qh7h2c.")] = "",
    dead: Annotated[str, typer.Option(help="Cards known to be elsewhere.")] = "",
    exact: Annotated[
        bool | None, typer.Option("--exact/--sample", help="Force an exact or a sampled result.")
    ] = None,
    error: Annotated[float | None, typer.Option(help="Stop at this standard error.")] = None,
    deals: Annotated[int | None, typer.Option(help="Stop after this many deals.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after this many seconds.")] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same answer.", min=0)] = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Compute each player's share of the pot, exactly where that is quick.

    [bold]Examples[/bold]

      fivebet equity AhKh 'QQ+,AKs' --board Qh7h2c

      fivebet equity AA KK QQ

      fivebet equity 10% 15% random random --error 0.0001

      fivebet equity AsAh KsKh --json
    """
    if any(not player.strip() for player in players):
        raise RangeError("'' is an empty range: give a hand like AhKh or a range like QQ+,AKs")
    with progress_bar("Dealing", quiet=json) as progress:
        result = equity(
            *players,
            board=board,
            dead=dead,
            exact=exact,
            error=error,
            deals=deals,
            seconds=seconds,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    if json:
        figures = asdict(result)
        del figures["per_combo"]
        print_json({"players": players, "board": str(as_board(board)), **figures})
        return
    console().print(_table(players, board, result))


def _table(players: list[str], board: str, result: Equity) -> Table:
    title = as_board(board).pretty or "Before the flop"
    how = "exact" if result.exact else f"± {1.96 * max(result.standard_error):.3%} at 95 %"
    caption = f"{how} · {result.deals:,.0f} deals · {result.method}"
    columns = ("Player", "Combos", "Equity", "Win", "Tie", "Lose")
    table = figures_table(title, *columns, caption=caption)
    table.columns[0].max_width = 44
    table.add_column("")
    for i, player in enumerate(players):
        table.add_row(
            escape(player),
            f"{as_range(player).combos:.6g}",
            f"[bold]{result.equity[i]:.4%}[/bold]",
            f"{result.win[i]:.2%}",
            f"{result.tie[i]:.2%}",
            f"{result.lose[i]:.2%}",
            "█" * round(20 * result.equity[i]),
        )
    return table
