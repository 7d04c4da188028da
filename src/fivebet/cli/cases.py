"""`fivebet cases`: case bases for PLICAS."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.plicas import CaseBase, Plicas
from fivebet.agents.players.plicas.agent import check_game
from fivebet.cli.match_options import Seed
from fivebet.cli.output import Json, command_group, console, figures_table, print_json, progress_bar
from fivebet.errors import GameError
from fivebet.files import check_writable
from fivebet.formats.acpc import find_game
from fivebet.game import Hand, play

app = command_group(
    """Collect and inspect case bases of PLICAS: what opponents showed, and when.

    [bold]Examples[/bold]

      fivebet cases collect fair -o fair.cases

      fivebet cases show fair.cases --pattern r/k/r

      fivebet cases merge monday.cases tuesday.cases -o all.cases
    """
)


class Position(StrEnum):
    """The opponent's position."""

    BUTTON = "BTN"
    BLIND = "BB"


Output = Annotated[Path, typer.Option("--output", "-o", help="The case base to write.")]


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(help="A case base.")],
    pattern: Annotated[
        str,
        typer.Option(
            help="Show only cases that begin like this: k check, l limp, c call, r raise, "
            "/ next street."
        ),
    ] = "",
    position: Annotated[
        Position | None,
        typer.Option(
            help="Show only opponents in this position, with their buckets on the pattern's street."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Show how many cases a base has, and what was shown after the most common actions.

    [bold]Examples[/bold]

      fivebet cases show fair.cases

      fivebet cases show fair.cases --pattern r/k/r --json

      fivebet cases show fair.cases --pattern r/k --position BTN
    """
    base = CaseBase.load(file)
    if position is None:
        similar = base.similar(pattern)
    else:
        similar = base.similar_situations(position is Position.BUTTON, pattern)
    summary = {
        "cases": len(base),
        "kinds": sum(1 for _ in base),
        "pattern": pattern,
        "similar": similar.cases if similar else 0,
        "average_bucket": similar.average if similar else None,
        "buckets": list(similar.counts) if similar else [],
    }
    if json:
        print_json(summary)
        return
    title = f"{len(base):,} cases, {summary['similar']:,} of them begin {pattern!r}"
    shown = figures_table(title, "Bucket shown", "Cases")
    for bucket, cases in enumerate(similar.counts if similar else ()):
        shown.add_row(str(bucket), f"{cases:,}")
    console().print(shown)


@app.command("merge")
def merge(
    files: Annotated[list[Path], typer.Argument(help="The case bases to merge.")],
    output: Output,
    json: Json = False,
) -> None:
    """Merge case bases; if the output file exists, it is merged too.

    [bold]Examples[/bold]

      fivebet cases merge monday.cases tuesday.cases -o all.cases
    """
    is_named = output.resolve() in [file.resolve() for file in files]
    merged = CaseBase.load(output) if output.exists() and not is_named else CaseBase()
    for file in files:
        merged = merged.merge(CaseBase.load(file))
    merged.save(output)
    _print_saved(merged, output, json)


@app.command("collect")
def collect(
    opponent: Annotated[str, typer.Argument(help="An agent, like fair.")],
    output: Output,
    hands: Annotated[int, typer.Option(help="The number of hands to play.")] = 5000,
    game: Annotated[str, typer.Option(help="A heads-up limit game.")] = "limit-2p",
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let PLICAS play an opponent and store its cases; an existing file is added to.

    [bold]Examples[/bold]

      fivebet cases collect fair -o fair.cases --hands 20000

      fivebet match plicas:case_file=fair.cases fair --hands 3000 --matches 20
    """
    played = find_game(game)
    check_game(played)
    if hands < 1:
        raise GameError(f"{hands} hands cannot be played: give 1 or more")
    check_writable(output)
    before = CaseBase.load(output) if output.exists() else CaseBase()
    plicas, other = Plicas(seed=seed), make_agent(opponent, seed=seed)
    with progress_bar("Playing", quiet=json) as progress:
        for number in range(hands):
            seats = [plicas, other] if number % 2 else [other, plicas]
            play(Hand(played, seed=seed % (1 << 64), number=number), seats)
            progress((number + 1) / hands)
    merged = before.merge(plicas.case_base)
    merged.save(output)
    _print_saved(merged, output, json)


def _print_saved(base: CaseBase, output: Path, json: bool) -> None:
    if json:
        print_json({"saved": str(output), "cases": len(base)})
        return
    console().print(f"saved {output}: {len(base):,} cases", markup=False)
