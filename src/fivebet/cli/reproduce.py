"""`fivebet reproduce`: a paper's experiments, run again beside what it prints."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.cli.output import Json, console, print_json, progress_bar
from fivebet.errors import FivebetError
from fivebet.lab.papers import PAPERS, PaperScale, Reproduction, reproduce
from fivebet.lab.papers.reproduction import cell_text

_COLOURS = {"confirmed": "green", "refuted": "red", "undecided": "yellow"}


def command(
    paper: Annotated[str, typer.Argument(help=f"One of: {', '.join(PAPERS)}.")],
    quick: Annotated[
        bool, typer.Option("--quick", help="Take some minutes at most (the default).")
    ] = False,
    full: Annotated[
        bool, typer.Option("--paper", help="Play as much as the paper's figures need: hours.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Same seed, same figures.", min=0)] = 0,
    report: Annotated[
        Path | None, typer.Option(help="A folder for the report and its pictures.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="The folder where unfinished work is kept and resumed from (moik; with --paper in "
            "the user's data by default)."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Run a paper's experiments and print every claim next to our figure, with a verdict.

    Confirmed means that our 95 % interval contains the printed figure and reaches no more than a
    quarter of it either way, or that it excludes the opposite order. Figures that a paper
    leaves open have no verdict.

    [bold]Examples[/bold]

      fivebet reproduce smith --quick

      fivebet reproduce smith --paper --report smith-report --json

      fivebet reproduce moik --paper --folder runs/moik   (again to resume)
    """
    if quick and full:
        raise FivebetError("--quick and --paper exclude each other: give one of them")
    with progress_bar("Reproducing", quiet=json) as progress:
        scale = PaperScale.PAPER if full else PaperScale.QUICK
        result = reproduce(paper, scale, seed, progress, folder=folder)
    files = result.write(report) if report else []
    if json:
        print_json(result.to_dict())
        return
    _print(result)
    for path in files:
        print(path)


def _print(result: Reproduction) -> None:
    out = console()
    table = Table(title=result.title, caption=f"seed {result.seed} · {result.seconds:.0f} s")
    for column in ("Claim", "Printed", "Ours", "95 % interval", "Verdict"):
        table.add_column(column)
    for claim in result.claims:
        if claim.printed is None:
            continue  # The tables have it.
        verdict = claim.verdict or ""
        table.add_row(
            escape(claim.name),
            escape(cell_text(claim.printed)),
            escape(cell_text(claim.ours)),
            f"{claim.ci95[0]:.4g} to {claim.ci95[1]:.4g}" if claim.ci95 else "",
            f"[{_COLOURS[verdict]}]{verdict}[/]" if verdict else "",
        )
    out.print(table)
    for each in result.tables:
        shown_table = Table(title=each.title)
        for column in each.columns:
            shown_table.add_column(column)
        for row in each.rows:
            shown_table.add_row(*(escape(cell_text(cell)) for cell in row))
        out.print(shown_table)
