"""`fivebet report`: a spot over many flops, turns or rivers."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from fivebet.arena.kinds import KINDS
from fivebet.cards import as_cards
from fivebet.cards.ranges import Range, as_range
from fivebet.cli.output import DeviceOption, console, figures_table
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present, with_run_options
from fivebet.cli.spot_options import (
    AddAllIn,
    Bets,
    Folded,
    ForceAllIn,
    Ip,
    Merge,
    Oop,
    Pot,
    Raises,
    Rake,
    RakeCap,
    Stack,
    Target,
    rake_share,
    sizes_by_player,
)
from fivebet.errors import SolvingError
from fivebet.files import check_writable, save_text
from fivebet.pictures import action_colours, check_picture
from fivebet.reports import INK, Report, new_figure
from fivebet.solving import Spot
from fivebet.solving.gpu_devices import find_device
from fivebet.study.board_report import BoardReport, BoardReportResult, MeanOfBoards
from fivebet.study.boards import Ranges, WeightedBoard, all_boards, choose_boards
from fivebet.study.textures import DIMENSIONS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PLAYERS = (("OOP", "frequencies"), ("IP after a check", "ip_frequencies"))


@with_run_options(without=("record", "report", "log"))
def command(
    pot: Pot,
    stack: Stack,
    oop: Oop,
    ip: Ip,
    flops: Annotated[
        str, typer.Option(help="All flops, or how many are to stand for all: all, or like 25.")
    ] = "",
    board: Annotated[
        str, typer.Option(help="All turns of this flop, or all rivers of this turn, instead.")
    ] = "",
    folded: Folded = None,
    bets: Bets = "50%",
    raises: Raises = "100%",
    add_all_in: AddAllIn = 0.0,
    force_all_in: ForceAllIn = 0.0,
    merge: Merge = 0.0,
    rake: Rake = 0.0,
    rake_cap: RakeCap = 0.0,
    target: Target = 0.5,
    device: DeviceOption = "cpu",
    csv_: Annotated[
        Path | None, typer.Option("--csv", help="Write a line for each board to FILE.csv.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Save a chart of frequencies by texture as PNG.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Save that chart as SVG.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with tables and charts to FILE.html.")
    ] = None,
    *,
    options: RunOptions,
) -> int:
    """Solve a spot on all flops, or on some that stand for them, and compare textures.

    This is not the --report of matches, which writes a match's page. Ranges are those with
    which the players come to the flop; with --board, to the turn or the river. Figures are
    means over all deals: a flop counts as often as it comes. Ctrl-C keeps what is solved, and
    the same command resumes from there.

    [bold]Examples[/bold]

      fivebet report --flops 25 --oop '22+,A2s+' --ip '55+,ATs+' --pot 55 --stack 975 --bets 33%

      fivebet report --flops all --oop … --ip … --pot 55 --stack 975 --device cuda --html page.html

      fivebet report --board Td9d6h --oop … --ip … --pot 200 --stack 900 --csv turns.csv
    """
    pictures = [picture for picture in (svg, png) if picture]
    for picture in pictures:
        check_picture(picture)
    if csv_:
        check_writable(csv_)
    find_device(device)
    ranges = (as_range(oop), as_range(ip))
    folds = tuple(as_range(each) for each in folded or ())
    boards = _boards(flops, board, ranges, folds)
    spot = Spot.create(
        boards[0].board,
        pot,
        stack,
        *ranges,
        sizes=sizes_by_player({"bets": bets, "raises": raises}),
        add_all_in=add_all_in,
        force_all_in=force_all_in,
        merge=merge,
        rake=rake_share(rake, rake_cap),
        rake_cap=rake_cap,
    )
    names = tuple(str(each) for each in folds)
    job = BoardReport.create(spot, boards, target=target, device=device, folded=names)
    if device != "cpu" and options.workers is None:
        # One process plans trees while its GPU solves others.
        options = replace(options, workers=1)
    presentation = replace(REPORT, save=partial(_save, csv_, pictures))
    return run_and_present(presentation, job, replace(options, report=html))


def _boards(flops: str, board: str, ranges: Ranges, folded: Sequence[Range]) -> list[WeightedBoard]:
    if bool(flops) == bool(board):
        raise SolvingError("give --flops all, --flops 25 or --board with three or four cards")
    if board:
        start = as_cards(board)
        if not 3 <= len(start) <= 4:
            raise SolvingError(
                f"the board {start} has {len(start)} cards: give 3 for all turns, 4 for all rivers"
            )
        return all_boards(ranges, start, folded)
    if flops != "all" and not (flops.isascii() and flops.isdigit() and int(flops)):
        raise SolvingError(f"--flops {flops!r} says nothing: give all, or how many like 25")
    everything = all_boards(ranges, folded=folded)
    return everything if flops == "all" else choose_boards(everything, int(flops), ranges)


def _show(result: BoardReportResult, rate: float) -> None:
    out = console()
    for player, attribute in _PLAYERS:
        if getattr(result.mean, attribute):
            out.print(_table(result, player, attribute))
    out.print(
        f"{result.hands:,} boards to {result.job.target:g} % of the pot, "
        f"{result.hands / rate if rate else 0:.1f} s"
    )


def _table(result: BoardReportResult, player: str, attribute: str) -> Table:
    columns, rows = _columns(result, attribute), list(_rows(result, attribute))
    table = figures_table(f"{player}, by texture", columns[0], *columns[1:])
    for row in rows:
        table.add_row(*row)
        if row[0] == "all" or row[0] in _last_names(result):
            table.add_section()
    return table


def _last_names(result: BoardReportResult) -> set[str]:
    return {result.by_texture(dimension)[-1].name for dimension in DIMENSIONS}


def _columns(result: BoardReportResult, attribute: str) -> list[str]:
    actions = getattr(result.mean, attribute)
    return ["Boards", "Share", "EV OOP", "EV IP", "Equity OOP", *actions]


def _rows(result: BoardReportResult, attribute: str) -> Iterator[list[str]]:
    """Return a row for all boards, and one for each texture."""
    actions = list(getattr(result.mean, attribute))

    def row(mean: MeanOfBoards) -> list[str]:
        frequencies = getattr(mean, attribute)
        return [
            mean.name,
            f"{mean.weight:.1%}",
            f"{mean.ev[0]:.2f}",
            f"{mean.ev[1]:.2f}",
            f"{mean.equity[0]:.1%}",
            *(f"{frequencies[action]:.1%}" if action in frequencies else "–" for action in actions),
        ]

    yield row(result.mean)
    for dimension in DIMENSIONS:
        yield from map(row, result.by_texture(dimension))


def _save(csv_path: Path | None, pictures: list[Path], result: BoardReportResult) -> None:
    if csv_path:
        text = StringIO(newline="")
        csv.writer(text).writerows(_csv_rows(result))
        save_text(csv_path, text.getvalue())
    for picture in pictures:
        _chart(result).savefig(picture, facecolor="white")


def _csv_rows(result: BoardReportResult) -> Iterator[list[object]]:
    first, second = (list(getattr(result.mean, attribute)) for _, attribute in _PLAYERS)
    yield [
        *("board", "weight", "ev_oop", "ev_ip", "equity_oop", "equity_ip", *DIMENSIONS),
        *(f"oop {action}" for action in first),
        *(f"ip {action}" for action in second),
    ]
    for each in result.boards:
        yield [
            *(str(each.board), each.weight, *each.ev, *each.equity),
            *each.texture.to_dict().values(),
            *(each.frequencies.get(action, "") for action in first),
            *(each.ip_frequencies.get(action, "") for action in second),
        ]


def _chart(result: BoardReportResult) -> "Figure":
    """Draw how often each action is taken, by texture, for both players beside each other."""
    means = [result.mean]
    for dimension in DIMENSIONS:
        means += result.by_texture(dimension)
    figure = new_figure(9.0, 1.2 + 0.28 * len(means))
    figure.clear()
    axes = figure.subplots(1, 2, sharey=True)
    for panel, (player, attribute) in zip(axes, _PLAYERS, strict=True):
        colours = action_colours(list(getattr(result.mean, attribute)))
        left = [0.0] * len(means)
        for action, rgb in colours.items():
            widths = [100 * getattr(mean, attribute).get(action, 0.0) for mean in means]
            paint = tuple(part / 255 for part in rgb)
            panel.barh(range(len(means)), widths, left=left, color=paint, label=action)
            left = [one + two for one, two in zip(left, widths, strict=True)]
        panel.set_title(player, color=INK, fontsize=10)
        panel.set_xlabel("% of the hands", color=INK)
        panel.set_yticks(range(len(means)), [mean.name for mean in means])
        panel.tick_params(colors=INK)
        if colours:
            panel.legend(loc="lower right", fontsize=8)
    axes[0].invert_yaxis()
    return figure


def _page(result: BoardReportResult) -> Report:
    spot, mean = result.job.spot, result.mean
    street = {3: "flops", 4: "turns", 5: "rivers"}[len(spot.board)]
    page = Report(
        f"{result.hands:,} {street}",
        [
            f"Pot {spot.pot}, stack {spot.stack}; exploitable for at most {result.job.target:g} % "
            "of the pot each.",
            f"OOP: {spot.oop}",
            f"IP: {spot.ip}",
            *(f"Folded: {hands}" for hands in result.job.folded),
            f"OOP wins {mean.ev[0]:.2f} with {mean.equity[0]:.1%} equity, IP {mean.ev[1]:.2f}.",
        ],
    )
    page.chart("How often each action is taken", _chart(result))
    for player, attribute in _PLAYERS:
        if getattr(mean, attribute):
            page.table(
                f"{player}, by texture", _columns(result, attribute), _rows(result, attribute)
            )
    head, *rows = _csv_rows(result)
    page.table(
        "All boards",
        [str(name) for name in head],
        [[f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows],
    )
    return page


REPORT = Presentation(
    KINDS["report"],
    _show,
    _page,
    timing=lambda seconds, _: {"seconds": seconds},
    label="Solving",
)
