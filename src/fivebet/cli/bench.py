"""`fivebet bench`: our figures beside the peers', in one run."""

from typing import Annotated

import typer
from rich.table import Table

from fivebet.cli.output import Json, console, figures_table, print_json, progress_bar
from fivebet.errors import FivebetError
from fivebet.lab.benchmarks import Measurement, run_benchmarks


def command(
    only: Annotated[
        str, typer.Option(help="Run only benchmarks whose name contains this text.")
    ] = "",
    json: Json = False,
) -> None:
    """Measure the core next to packages from PyPI, in the same run on this machine.

    Peers that are not installed are left out; `make bench` installs them.

    [bold]Examples[/bold]

      fivebet bench

      fivebet bench --only equity --json
    """
    with progress_bar("Measuring", quiet=json) as progress:
        rows = run_benchmarks(only, progress)
    if not rows:
        raise FivebetError(f"no benchmark has {only!r} in its name: fivebet bench shows them all")
    if json:
        print_json([row.to_dict() for row in rows])
        return
    console().print(_table(rows))


def _table(rows: list[Measurement]) -> Table:
    table = figures_table("One thread unless said otherwise", "Benchmark", "Ours", "Goal")
    table.add_column("Unit")
    table.add_column("Peers")
    for row in rows:
        peers = "  ".join(
            f"{name} {_figure(value)} ([bold]{row.ratio(value):,.1f} ×[/bold])"
            for name, value in row.peers.items()
        )
        colour = "green" if row.met else "red"
        sign = "" if row.goal is None else "≥ " if row.more_is_better else "≤ "
        goal = "" if row.goal is None else f"[{colour}]{sign}{_figure(row.goal)}[/{colour}]"
        table.add_row(row.name, _figure(row.ours), goal, row.unit, peers)
    return table


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
