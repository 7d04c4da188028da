"""`fivebet review`: what a player's decisions cost."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from fivebet.arena.kinds import KINDS
from fivebet.cli.hand_logs import recorded_hands
from fivebet.cli.hands import LogGame, hand_files, read_records, why_not_written
from fivebet.cli.output import console, figures_table, warn
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present, with_run_options
from fivebet.errors import FivebetError
from fivebet.formats.acpc import find_game
from fivebet.game import HandRecord
from fivebet.reports import Report
from fivebet.study.decisions import ReviewedDecision
from fivebet.study.review import DIMENSIONS, Review, ReviewResult

_COLUMNS = ("Hand", "Spot", "Cards", "Board", "Pot", "Played", "Best", "Cost")


@with_run_options(without=("record", "log", "trust"))
def command(
    player: Annotated[str, typer.Option(help="The player whose decisions are reviewed.")],
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files in any mix of formats, or folders of them.")
    ] = None,
    run: Annotated[
        int | None, typer.Option(help="Review a run's recorded hands instead of files.")
    ] = None,
    target: Annotated[
        float,
        typer.Option(help="Exploitability to reach, in percent of the pot."),
    ] = 0.3,
    game: LogGame = "",
    *,
    options: RunOptions,
) -> int:
    """Review a player's decisions: what each cost in big blinds, the worst ones first.

    Streets of no-limit that two players see are solved, with ranges that follow from the line:
    the shipped strategies before the flop, then each action by Bayes' rule. Decisions before the
    flop are judged by what the strategy's actions win, at tables of three and more by how often
    it does the same. Others are listed as not judged.
    Ctrl-C keeps what is reviewed, and the same command resumes from there.

    [bold]Examples[/bold]

      fivebet review session.txt --player Hero

      fivebet review hands/ --player Hero --target 0.5 --report review.html

      fivebet review --run 12 --player Guest --json
    """
    if bool(files) == (run is not None):
        raise FivebetError("give a file of hands, or a run of the store with --run")
    records = recorded_hands(options.store, run) if run is not None else _read(files or [], game)
    return run_and_present(REVIEW, Review.of_hands(records, player, target=target), options)


def _read(files: Sequence[Path], game: str) -> list[HandRecord]:
    records: list[HandRecord] = []
    of_logs = find_game(game) if game else None
    for path in hand_files(list(files)):
        for hand in read_records(path, of_logs):
            # A review keeps its hands as PHH.
            complaint = why_not_written(hand, "phh")
            if complaint:
                warn(f"{complaint}; left out")
            elif isinstance(hand, HandRecord):
                records.append(hand)
    return records


def _show(result: ReviewResult, rate: float) -> None:
    out = console()
    out.print(_summary(result), markup=False)
    worst = figures_table("The worst decisions", *_COLUMNS)
    for decision in result.worst():
        worst.add_row(*_row(decision))
    out.print(worst)
    for title, columns, rows in _tables(result):
        table = figures_table(title, *columns)
        for row in rows:
            table.add_row(*row)
        out.print(table)
    for reason, times in result.not_judged().items():
        out.print(f"not judged: {times} × {reason}", markup=False)
    out.print(f"{result.hands:,} hands, {result.hands / rate if rate else 0:.0f} s")


def _summary(result: ReviewResult) -> str:
    judged = sum(each.is_judged for each in result.decisions)
    return (
        f"{result.player} lost {result.cost:.2f} BB by {len(result.costed)} decisions in "
        f"{result.hands:,} hands ({100 * result.cost / max(1, result.hands):.2f} BB/100); "
        f"{judged - len(result.costed)} more before the flop have no value, of which the strategy "
        f"hardly ever takes {len(result.rare)}; {len(result.decisions) - judged} not judged"
    )


def _tables(
    result: ReviewResult,
) -> Iterator[tuple[str, Sequence[str], list[Sequence[str]]]]:
    listed = [(f"By {dimension}", result.totals(dimension)) for dimension in DIMENSIONS]
    for title, totals in [*listed, ("Over time", result.trend())]:
        rows: list[Sequence[str]] = [
            (each.name, str(each.decisions), f"{each.cost:.2f}") for each in totals
        ]
        yield title, ("", "Decisions", "Cost, BB"), rows


def _row(decision: ReviewedDecision) -> tuple[str, ...]:
    return (
        str(decision.hand + 1),
        f"{decision.street}, {decision.position}, {decision.kind}",
        decision.cards,
        decision.board,
        f"{decision.pot:.1f}",
        decision.played(),
        decision.text(decision.best),
        "–" if decision.cost is None else f"{decision.cost:.2f}",
    )


def _page(result: ReviewResult) -> Report:
    page = Report(f"{result.player}'s decisions", [_summary(result)])
    page.table("The worst decisions", _COLUMNS, map(_row, result.worst()))
    for title, columns, rows in _tables(result):
        page.table(title, columns, rows)
    rare = [(*_row(each)[:6], f"{each.shares[each.chosen]:.0%}") for each in result.rare]
    page.table("Before the flop: hardly ever taken", (*_COLUMNS[:6], "The strategy takes it"), rare)
    page.table("All decisions with a value", _COLUMNS, map(_row, result.costed))
    for reason, times in result.not_judged().items():
        page.note(f"Not judged: {times} × {reason}.")
    return page


REVIEW = Presentation(
    KINDS["review"],
    _show,
    _page,
    timing=lambda seconds, _: {"seconds": seconds},
    label="Reviewing",
)
