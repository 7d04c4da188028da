"""`fivebet tour`: the core at work, in one screen."""

import time

from rich.table import Table

from fivebet.cli.output import console
from fivebet.equity import equity
from fivebet.evaluator import Category, category, count_values
from fivebet.pictures import grid_text
from fivebet.ranges import Range

_SPOTS = (
    (("AsAh", "KsKh"), ""),
    (("AhKh", "15%"), "Qh7h2c"),
    (("10%", "15%"), ""),
    (("10%", "15%"), "Qh7h2c"),
    (("random", "random"), "Qh7h2c"),
    (("AA", "KK", "QQ"), ""),
    (("15%", "20%", "25%", "30%", "40%", "random"), ""),
)


def command() -> None:
    """See the core at work: equities, a range, and all 133,784,560 seven-card hands."""
    out = console()
    table = Table(title="Equities")
    for name, justify in (
        ("Players", "left"),
        ("Board", "left"),
        ("Equity", "left"),
        ("", "right"),
    ):
        table.add_column(name, justify="right" if justify == "right" else "left")
    for players, board in _SPOTS:
        start = time.perf_counter()
        result = equity(*players, board=board)
        took = time.perf_counter() - start
        table.add_row(
            " v ".join(players),
            board,
            "  ".join(f"{share:.2%}" for share in result.equity),
            f"{'exact' if result.exact else 'sampled'}, {took * 1e3:,.1f} ms",
        )
    out.print(table)
    out.print("\nThe best 15 % of hands, by equity against three random hands:\n")
    out.print(grid_text(Range("15%"), colour=out.is_terminal))

    start = time.perf_counter()
    counts = count_values(7)
    took = time.perf_counter() - start
    table = Table(title=f"All {counts.sum():,} seven-card hands, valued in {took:.2f} s")
    table.add_column("Hand")
    table.add_column("Ways", justify="right")
    table.add_column("Share", justify="right")
    by_category = dict.fromkeys(Category, 0)
    for value in range(1, len(counts)):
        by_category[category(value)] += int(counts[value])
    for kind, ways in reversed(by_category.items()):
        table.add_row(
            kind.name.lower().replace("_", " "), f"{ways:,}", f"{ways / counts.sum():.4%}"
        )
    out.print(table)
    out.print("\nGo on with [bold].venv/bin/fivebet --help[/bold].")
