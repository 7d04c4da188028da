"""`fivebet library`: solutions at hand."""

from typing import Annotated

import numpy as np
import typer

from fivebet.arena.kinds import KINDS
from fivebet.cards.combos import CLASSES
from fivebet.cards.ranges import Range
from fivebet.cli.output import Json, command_group, console, figures_table, print_json
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present, with_run_options
from fivebet.errors import SolvingError
from fivebet.pictures import grid_text
from fivebet.study.drills.decision import action_text
from fivebet.study.library.charts import ChartNode, node_to_dict, steps_to_dict
from fivebet.study.library.flops import POTS, TARGET, FlopLibrary, FlopLibraryResult, find_pot
from fivebet.study.library.sets import chart_sets, find_node, find_set, split_line, steps_to

app = command_group(
    """Read charts and flops that are solved already, and make more of them.

    [bold]Examples[/bold]

      fivebet library list

      fivebet library show preflop 100 --at 'raise 250'

      fivebet library make --pot 3bet --flops 5
    """
)

_FEW = 8  # charts that are named in the list


@app.command("list")
def list_(
    name: Annotated[str, typer.Argument(help="A set, to list all its charts.")] = "",
    json: Json = False,
) -> None:
    """List the sets of charts, or the charts of one set.

    [bold]Examples[/bold]

      fivebet library list

      fivebet library list flops --json
    """
    sets = [find_set(name)] if name else list(chart_sets())
    if json:
        print_json(
            [
                {
                    "name": each.name,
                    "title": each.title,
                    "about": each.about,
                    "charts": [{"chart": key, "title": title} for key, title in each.charts()],
                }
                for each in sets
            ]
        )
        return
    table = figures_table(None, "Set", "Charts", "Which")
    for each in sets:
        keys = [key for key, _ in each.charts()]
        shown = keys if name or len(keys) <= _FEW else [*keys[:_FEW], "…"]
        table.add_row(f"{each.name}: {each.title}", str(len(keys)), ", ".join(shown) or "none yet")
    console().print(table)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The set: preflop, pushfold or flops.")],
    chart: Annotated[str, typer.Argument(help="The chart, as `fivebet library list SET` has it.")],
    at: Annotated[str, typer.Option(help="The line to the decision, like 'raise 250, call'.")] = "",
    hand: Annotated[str, typer.Option(help="Show this class alone, like A5s.")] = "",
    json: Json = False,
) -> None:
    """Show a decision of a chart: what each of the 169 classes does.

    [bold]Examples[/bold]

      fivebet library show preflop 20

      fivebet library show preflop 100 --at 'raise 250, raise 875' --hand AQo

      fivebet library show pushfold 6x10 --at 'fold, fold' --json
    """
    node = find_node(name, chart, at)
    if hand and hand not in CLASSES:
        raise SolvingError(f"{hand!r} is no class: there are 169, like AA, AKs and AKo")
    if json:
        steps = steps_to(find_set(name), chart, split_line(at))
        plain = node_to_dict(node)
        if hand:
            plain["classes"] = [each for each in plain["classes"] if each["name"] == hand]
        print_json({"set": name, "chart": chart, "steps": steps_to_dict(steps)} | plain)
    elif hand:
        _print_class(node, CLASSES.index(hand))
    else:
        _print_node(node, at)


@app.command("make")
@with_run_options(without=("record", "report", "log"))
def make(
    pot: Annotated[str, typer.Option(help="The pot: srp, single-raised, or 3bet.")] = "srp",
    flops: Annotated[
        int,
        typer.Option(help="The number of flops, from the first of the library on.", min=1, max=25),
    ] = 25,
    board: Annotated[str, typer.Option(help="One flop of the library instead.")] = "",
    target: Annotated[
        float, typer.Option(help="Stop at this exploitability, in percent of the pot.", min=0.05)
    ] = TARGET,
    *,
    options: RunOptions,
) -> int:
    """Solve flops for the library, one after the other; those that it has are not solved again.

    A flop of a single-raised pot takes a minute of one core and 650 MB, one of a 3-bet pot half
    of that. Ctrl-C keeps what is solved, and the same command resumes from there.

    [bold]Examples[/bold]

      fivebet library make --pot 3bet --flops 5

      fivebet library make --board AcQd9h
    """
    boards = find_pot(pot).boards
    if board and board not in boards:
        raise SolvingError(f"{board!r} is no flop of the library: there are {', '.join(boards)}")
    job = FlopLibrary(pot=pot, boards=(board,) if board else boards[:flops], target=target)
    return run_and_present(FLOP_LIBRARY, job, options)


def _print_node(node: ChartNode, at: str) -> None:
    out = console()
    after = f" after {at}" if at else ""
    out.print(f"[bold]{node.player}{after}[/bold]" + (f" on {node.board}" if node.board else ""))
    for name, share in node.frequencies().items():
        row = node.shares[node.actions.index(name)]
        weights = np.clip(np.nan_to_num(row) * node.weights, 0, 1)
        out.print(f"[bold]{action_text(name, node.big_blind)} {share:.1%}[/bold]")
        out.print(grid_text(Range.from_weights(np.round(weights, 3)), colour=out.is_terminal))


def _print_class(node: ChartNode, number: int) -> None:
    table = figures_table(None, "Action", "How often", "Worth (BB)")
    for i, name in enumerate(node.actions):
        value = np.nan if node.values is None else node.values[i, number]
        table.add_row(
            action_text(name, node.big_blind),
            f"{np.nan_to_num(node.shares[i, number]):.1%}",
            "–" if np.isnan(value) else f"{value:+.2f}",
        )
    console().print(table)


def _show_result(result: FlopLibraryResult, _: float) -> None:
    pot = POTS[result.job.pot]
    table = figures_table(pot.title, "Flop", "Exploitability (% of the pot)", "Iterations")
    for each in result.flops:
        table.add_row(each["board"], f"{each['exploitability_pct']:.2f}", str(each["iterations"]))
    console().print(table)


FLOP_LIBRARY = Presentation(
    KINDS["flops"],
    _show_result,
    timing=lambda seconds, _: {"seconds": seconds},
    label="Solving flops",
)
