"""`fivebet tour`: the core at work, in one screen."""

import time
from dataclasses import dataclass

from rich.table import Table

from fivebet.cards.equity import Equity, equity
from fivebet.cards.evaluator import Category, category, count_values
from fivebet.cards.ranges import Range
from fivebet.cli.output import Json, console, figures_table, print_json
from fivebet.pictures import grid_text

_SPOTS = (
    (("AsAh", "KsKh"), ""),
    (("AhKh", "15%"), "Qh7h2c"),
    (("10%", "15%"), ""),
    (("10%", "15%"), "Qh7h2c"),
    (("random", "random"), "Qh7h2c"),
    (("AA", "KK", "QQ"), ""),
    (("15%", "20%", "25%", "30%", "40%", "random"), ""),
)


@dataclass(frozen=True, slots=True)
class _Spot:
    players: tuple[str, ...]
    board: str
    result: Equity
    seconds: float


def command(json: Json = False) -> None:
    """See the core at work: equities, a range, and all 133,784,560 seven-card hands.

    [bold]Examples[/bold]

      fivebet tour
    """
    spots = [_solve(players, board) for players, board in _SPOTS]
    start = time.perf_counter()
    hands = _count_hands()
    seconds = time.perf_counter() - start
    if json:
        print_json(
            {
                "equities": [
                    {"players": spot.players, "board": spot.board, "equity": spot.result.equity}
                    for spot in spots
                ],
                "seven_card_hands": {_name(kind): ways for kind, ways in hands.items()},
            }
        )
        return
    out = console()
    out.print(_equities(spots))
    out.print("\nThe best 15 % of hands, by equity against three random hands:\n")
    out.print(grid_text(Range("15%"), colour=out.is_terminal))
    out.print(_hands(hands, seconds))
    out.print("\nGo on with [bold].venv/bin/fivebet --help[/bold].")


def _solve(players: tuple[str, ...], board: str) -> _Spot:
    start = time.perf_counter()
    result = equity(*players, board=board)
    return _Spot(players, board, result, time.perf_counter() - start)


def _count_hands() -> dict[Category, int]:
    by_category = dict.fromkeys(reversed(Category), 0)
    for value, ways in enumerate(count_values(7)):
        if value:
            by_category[category(value)] += int(ways)
    return by_category


def _name(kind: Category) -> str:
    return kind.name.lower().replace("_", " ")


def _equities(spots: list[_Spot]) -> Table:
    table = Table("Players", "Board", "Equity", "", title="Equities")
    for spot in spots:
        how = "exact" if spot.result.exact else "sampled"
        table.add_row(
            " v ".join(spot.players),
            spot.board,
            "  ".join(f"{share:.2%}" for share in spot.result.equity),
            f"{how}, {spot.seconds * 1e3:,.1f} ms",
        )
    return table


def _hands(hands: dict[Category, int], seconds: float) -> Table:
    total = sum(hands.values())
    title = f"All {total:,} seven-card hands, valued in {seconds:.2f} s"
    table = figures_table(title, "Hand", "Ways", "Share")
    for kind, ways in hands.items():
        table.add_row(_name(kind), f"{ways:,}", f"{ways / total:.4%}")
    return table
