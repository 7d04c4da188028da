"""`fivebet runs`: what was played, and resuming what was interrupted."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.arena.kinds import KINDS
from fivebet.cli.evolve import EVOLUTION
from fivebet.cli.exploit import EXPLOITS
from fivebet.cli.hand_logs import hands_text, opened_runs, recorded_hands
from fivebet.cli.ladder import LADDER
from fivebet.cli.league import LEAGUE
from fivebet.cli.library import FLOP_LIBRARY
from fivebet.cli.match_options import MATCH, RING, find_rule
from fivebet.cli.output import Json, console, print_json
from fivebet.cli.report import REPORT
from fivebet.cli.review import REVIEW
from fivebet.cli.run_options import (
    ClusterOption,
    Presentation,
    RunOptions,
    StoreOption,
    Trust,
    Workers,
    run_and_present,
)
from fivebet.cli.tournament import TOURNAMENT
from fivebet.errors import FivebetError, StoreError
from fivebet.formats import WRITERS
from fivebet.runs.handle import run_spec
from fivebet.store.locations import is_explicit, store_url
from fivebet.study.spot_solve import SolveResult

if TYPE_CHECKING:
    from fivebet.store.tables import Run

app = typer.Typer(invoke_without_command=True, rich_markup_mode="rich")


def _show_solve(result: SolveResult, _: float) -> None:
    console().print(
        f"exploitable for {result.exploitability_pct:.3g} % of the pot after {result.iterations} "
        f"iterations, {result.seconds:.2f} s; the tree is in the library"
    )


SOLVE = Presentation(KINDS["solve"], _show_solve, timing=lambda *_: {}, label="Solving")
"""A solve of the card room: no other command makes it a run."""

_ALL: tuple[Presentation[Any], ...] = (
    EVOLUTION,
    *EXPLOITS.values(),
    FLOP_LIBRARY,
    LADDER,
    LEAGUE,
    MATCH,
    REPORT,
    REVIEW,
    RING,
    SOLVE,
    TOURNAMENT,
)
PRESENTATIONS = {each.kind.name: each for each in _ALL}

Number = Annotated[int, typer.Argument(help="A run, by the number that fivebet runs lists.")]


@app.callback()
def listed(context: typer.Context, store: StoreOption = None, json: Json = False) -> None:
    """List runs, show them, and resume those that were interrupted.

    [bold]Examples[/bold]

      fivebet runs

      fivebet runs show 12 --json

      fivebet runs resume 12
    """
    if context.invoked_subcommand:
        return
    with opened_runs(store) as runs:
        stored = runs.listed()
    if json:
        print_json([_to_dict(run) for run in stored])
        return
    table = Table(title=_counted(len(stored)))
    for name in ("Run", "Kind", "Players", "Status", "Played", "Begun"):
        table.add_column(name, justify="right" if name in ("Run", "Played") else "left")
    for run in stored:
        table.add_row(
            str(run.id),
            run.kind,
            escape(_named(run.players)),
            run.status,
            f"{run.done / run.chunks:.0%}",
            f"{run.created:%Y-%m-%d %H:%M}",
        )
    console().print(table)


@app.command("show")
def show(run: Number, store: StoreOption = None, json: Json = False) -> None:
    """Show a run: its settings and, if it is finished, its result.

    [bold]Examples[/bold]

      fivebet runs show 12

      fivebet runs show 12 --json
    """
    with opened_runs(store) as runs:
        stored = runs.one(run)
        data = _to_dict(stored) | {
            "settings": stored.settings,
            "recorded_hands": runs.hand_count(run),
            "result": stored.result,
        }
    if json:
        print_json(data)
        return
    table = Table(title=f"Run {run}", show_header=False)
    contest = {**stored.settings.get("contest", {})}
    if "game" in contest:
        contest["game"] = contest["game"]["name"] or contest["game"]["structure"]
    for name, value in (data | contest).items():
        if name not in ("settings", "result", "run", "agents"):
            shown = _named(value) if name == "players" else str(value)
            table.add_row(name.replace("_", " "), escape(shown))
    for player in (stored.result or {}).get("players", ()):
        won = player.get("mbb_per_hand")
        shown_as = f"ROI {player['roi']:+.1%}" if won is None else f"{won:+,.1f} mbb/hand"
        table.add_row(escape(player["name"]), shown_as)
    console().print(table)


@app.command("resume")
def resume(
    run: Number,
    workers: Workers = None,
    store: StoreOption = None,
    cluster: ClusterOption = "",
    trust: Trust = False,
    json: Json = False,
) -> int:
    """Resume a run that was interrupted.

    [bold]Examples[/bold]

      fivebet runs resume 12 --workers 8
    """
    with opened_runs(store) as runs:
        stored = runs.one(run)
    if stored.status != "interrupted":
        doing = "finished" if stored.status == "finished" else "being played"
        raise StoreError(f"run {run} is {doing}: only interrupted runs can be resumed")
    presentation = PRESENTATIONS.get(stored.kind)
    if presentation is None:
        raise StoreError(f"run {run} is a {stored.kind}, which this version cannot play")
    store = store_url(store) if is_explicit(store) else None  # its path is relative to this folder
    os.chdir(stored.folder)  # agents in files are found from where the command was given
    job = presentation.kind.read(stored.settings["contest"])
    every = stored.settings["record"]
    record = f"1/{every}" if every else "none"
    spec = run_spec(stored.kind, job, every, stored.settings["until"])
    if spec.fingerprint != stored.fingerprint:
        raise StoreError(
            f"run {run} was begun by version {stored.version} with agents' files as they were "
            "then: what was played does not fit what would be played now; start it anew"
        )
    options = RunOptions(
        workers=workers,
        cluster=cluster,
        trust=trust,
        record=record,
        store=store,
        resumed=run,
        json=json,
    )
    return run_and_present(presentation, job, options, find_rule(stored.settings["until"]))


@app.command("hands")
def hands(
    run: Number,
    format_: Annotated[
        str, typer.Option("--format", help="The format to write: phh, pokerstars or acpc.")
    ] = "phh",
    store: StoreOption = None,
) -> None:
    """Write the recorded hands of a run as PHH, PokerStars text or an ACPC log.

    [bold]Examples[/bold]

      fivebet runs hands 12 > hands.phhs

      fivebet runs hands 12 --format acpc > match.log
    """
    if format_ not in (*WRITERS, "acpc"):
        raise FivebetError(f"--format {format_!r} is none: give {', '.join(WRITERS)} or acpc")
    print(hands_text(recorded_hands(store, run), format_), end="")


@app.command("remove")
def remove(run: Number, store: StoreOption = None) -> None:
    """Delete a run with its hands and results.

    [bold]Examples[/bold]

      fivebet runs remove 12
    """
    with opened_runs(store) as runs:
        runs.remove(run)
    console().print(f"removed run {run}")


def _counted(runs: int) -> str:
    return {0: "No runs yet", 1: "1 run"}.get(runs, f"{runs:,} runs")


def _named(players: Sequence[str]) -> str:
    """Write each name once, with how many there are of it.

    >>> _named(["call", "fold", "call"])
    '2xcall, fold'
    """
    counted = Counter(players)
    return ", ".join(f"{n}x{name}" if n > 1 else name for name, n in counted.items())


def _to_dict(run: "Run") -> dict[str, Any]:
    return {
        "run": run.id,
        "kind": run.kind,
        "players": run.players,
        "status": run.status,
        "pieces": run.chunks,
        "done": run.done,
        "version": run.version,
        "folder": run.folder,
        "created": run.created.isoformat(),
        "updated": run.updated.isoformat(),
    }
