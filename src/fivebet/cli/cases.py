"""`fivebet cases`: case bases for PLICAS."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.plicas import CaseBase, Plicas
from fivebet.agents.players.plicas.agent import check_game
from fivebet.cli.match_options import Seed
from fivebet.cli.output import Json, console, print_json, progress_bar
from fivebet.errors import FormatError, GameError
from fivebet.formats.acpc import find_game
from fivebet.game import Hand, play

app = typer.Typer(
    help="""Collect and inspect case bases of PLICAS: what opponents showed, and when.

    [bold]Examples[/bold]

      fivebet cases collect fair -o fair.cases

      fivebet cases show fair.cases --pattern r/k/r

      fivebet cases merge monday.cases tuesday.cases -o all.cases
    """,
    no_args_is_help=True,
    rich_markup_mode="rich",
)

Output = Annotated[Path, typer.Option("--output", "-o", help="The case base to write.")]


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(help="A case base.")],
    pattern: Annotated[
        str, typer.Option(help="Only cases that begin so: k check, c call, r raise, / next street.")
    ] = "",
    json: Json = False,
) -> None:
    """Tell how many cases a base has, and what was shown after the commonest actions.

    [bold]Examples[/bold]

      fivebet cases show fair.cases

      fivebet cases show fair.cases --pattern r/k/r --json
    """
    base = CaseBase.load(file)
    similar = base.similar(pattern)
    found = {
        "cases": len(base),
        "kinds": sum(1 for _ in base),
        "pattern": pattern,
        "similar": similar.cases if similar else 0,
        "average_bucket": similar.average if similar else None,
        "buckets": list(similar.counts) if similar else [],
    }
    if json:
        print_json(found)
        return
    shown = Table(title=f"{len(base):,} cases, {found['similar']:,} of them begin {pattern!r}")
    shown.add_column("Bucket shown")
    shown.add_column("Cases", justify="right")
    for bucket, cases in enumerate(similar.counts if similar else ()):
        shown.add_row(str(bucket), f"{cases:,}")
    console().print(shown)


@app.command("merge")
def merge(
    files: Annotated[list[Path], typer.Argument(help="Case bases.", show_default=False)],
    output: Output,
    json: Json = False,
) -> None:
    """Put case bases together. A base that is there already is one of those merged.

    [bold]Examples[/bold]

      fivebet cases merge monday.cases tuesday.cases -o all.cases
    """
    merged = CaseBase.load(output) if output.exists() and output not in files else CaseBase()
    for file in files:
        merged = merged.merge(CaseBase.load(file))
    merged.save(output)
    _tell(merged, output, json)


@app.command("collect")
def collect(
    opponent: Annotated[str, typer.Argument(help="An agent, like fair.")],
    output: Output,
    hands: Annotated[int, typer.Option(help="How many are played.")] = 5000,
    game: Annotated[str, typer.Option(help="A heads-up limit game.")] = "limit-2p",
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let PLICAS play an opponent and keep its cases, added to those of the file if it is one.

    [bold]Examples[/bold]

      fivebet cases collect fair -o fair.cases --hands 20000

      fivebet match plicas:case_file=fair.cases fair --hands 3000 --matches 20
    """
    played = find_game(game)
    check_game(played)
    if hands < 1:
        raise GameError(f"{hands} hands cannot be played: give 1 or more")
    before = CaseBase.load(output) if output.exists() else CaseBase()
    if not output.parent.is_dir():
        raise FormatError(f"{str(output)!r} cannot be written: there is no folder {output.parent}")
    plicas, other = Plicas(seed=seed), make_agent(opponent, seed=seed)
    with progress_bar("Playing", quiet=json) as progress:
        for number in range(hands):
            seats = [plicas, other] if number % 2 else [other, plicas]
            play(Hand(played, seed=seed % (1 << 64), number=number), seats)
            progress((number + 1) / hands)
    merged = before.merge(plicas.case_base)
    merged.save(output)
    _tell(merged, output, json)


def _tell(base: CaseBase, output: Path, json: bool) -> None:
    if json:
        print_json({"saved": str(output), "cases": len(base)})
        return
    console().print(f"saved {output}: {len(base):,} cases", markup=False)
