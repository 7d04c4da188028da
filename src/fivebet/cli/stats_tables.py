"""The tables of `fivebet stats`."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from fivebet.cli.output import console, figures_table
from fivebet.cli.stats_counts import By, FileCounts, break_down, half_width
from fivebet.opponents import DEFINITIONS, Mean, Ratio, Statistics, classify
from fivebet.opponents.profiles import POPULATION

MOST_PLAYERS = 10  # that a screen can show against each other
_HEADLINES = ("three_bet", "cbet", "aggression_frequency", "showdown", "won_showdown")
_NOTHING = "[dim]–[/dim]"
_BY_STREET = (
    "seen",
    "bet",
    "raise",
    "fold",
    "cbet",
    "fold_to_cbet",
    "check_fold",
    "check_raise",
    "aggression_frequency",
)
_BY_POSITION = ("vpip", "pfr", "rfi", "three_bet", "steal", "fold_to_steal")


def print_tables(
    counts: FileCounts, names: Sequence[str], player: str, by: By | None, intervals: bool
) -> None:
    """Print the chosen figures on the terminal."""
    out = console()
    title = f"{counts.hands:,} hands in {counts.files:,} file{'s' * (counts.files != 1)}"
    if player:
        title = f"{player}: {counts.tally[player].hands:,.0f} hands"
    if intervals or (player and by is None):
        shown = tuple(DEFINITIONS) if player else ("vpip", "pfr", *_HEADLINES)
        out.print(_detailed(counts, names, title, by, shown))
    elif player and by is not None:
        out.print(_side_by_side(counts.tally[player], title, by))
    elif by is None:
        out.print(_overview(counts, names, title))
    else:
        out.print(_taken_apart(counts, names, title, by))
    if by is None:
        out.print(_results(counts, names))
        if len(counts.tally) > 1:
            out.print(_who_from_whom(counts, names, player))


def _overview(counts: FileCounts, names: Sequence[str], title: str) -> Table:
    labels = [DEFINITIONS[name].label for name in ("vpip", "pfr", *_HEADLINES)]
    table = figures_table(escape(title), "Player", "Hands", *labels, "AF")
    for name in names:
        known = counts.tally[name]
        table.add_row(
            escape(name),
            f"{known.hands:,.0f}",
            *(_share(known.ratio(each)) for each in ("vpip", "pfr", *_HEADLINES)),
            _decimal(known.aggression_factor),
        )
    return table


def _results(counts: FileCounts, names: Sequence[str]) -> Table:
    table = figures_table("Results and classes", "Player", "BB/100", "95 % interval")
    table.add_column("Class")
    table.add_column("Probability", justify="right")
    for name in names:
        known = counts.tally[name]
        won, reach = known.bb_per_100, half_width(known.bb_per_100)
        profile = classify(known)
        few = profile.name == POPULATION
        table.add_row(
            escape(name),
            f"{won.mean:+,.0f}" if won.hands else _NOTHING,
            f"{won.mean - reach:+,.0f} to {won.mean + reach:+,.0f}"
            if reach is not None
            else _NOTHING,
            "[dim]too few hands[/dim]" if few else profile.name,
            _NOTHING if few else f"{100 * profile.confidence:.0f} %",
        )
    return table


def _detailed(
    counts: FileCounts, names: Sequence[str], title: str, by: By | None, shown: Sequence[str]
) -> Table:
    """Return one line for each figure, with its interval and its counts."""
    table = figures_table(escape(title), "Player")
    if by is not None:
        table.add_column(by.capitalize())
    table.add_column("Statistic")
    for label in ("%", "95 % interval", "Times", "Of"):
        table.add_column(label, justify="right")
    for name in names:
        known = counts.tally[name]
        table.add_section()
        for key, part in break_down(known, by) if by is not None else [("", known)]:
            for each in shown:
                ratio = part.ratio(each)
                if not ratio.opportunities:
                    continue
                low, high = (100 * bound for bound in ratio.interval())
                table.add_row(
                    escape(name),
                    *([] if by is None else [key]),
                    DEFINITIONS[each].label,
                    _share(ratio),
                    f"{low:.1f} to {high:.1f}",
                    f"{ratio.times:,.0f}",
                    f"{ratio.opportunities:,.0f}",
                )
    return table


def _taken_apart(counts: FileCounts, names: Sequence[str], title: str, by: By) -> Table:
    street = by == "street"
    shown = _BY_STREET if street else _BY_POSITION
    table = figures_table(escape(title), "Player")
    table.box, table.padding = SIMPLE_HEAD, (0, 0)
    table.add_column(by.capitalize())
    labels = [DEFINITIONS[name].label for name in shown]
    rest = [*labels, "Bet/pot"] if street else ["Hands", *labels, "BB/100"]
    for label in rest:
        table.add_column(label.replace(" ", "\n").replace("-", "-\n"), justify="right")
    for name in names:
        for number, (key, part) in enumerate(break_down(counts.tally[name], by)):
            table.add_row(
                "" if number else escape(name),
                key,
                *([] if street else [f"{part.hands:,.0f}"]),
                *(_share(part.ratio(each)) for each in shown),
                _decimal(part.bet_size) if street else _won(part.bb_per_100),
            )
        table.add_section()
    return table


def _side_by_side(known: Statistics, title: str, by: By) -> Table:
    """Return everything about one player, with streets or positions side by side."""
    parts = [("All", known), *break_down(known, by)]
    table = figures_table(escape(title), "Statistic", *(key for key, _ in parts))
    for each, definition in DEFINITIONS.items():
        ratios = [part.ratio(each) for _, part in parts]
        if any(ratio.opportunities for ratio in ratios):
            table.add_row(definition.label, *map(_share, ratios))
    table.add_row("AF", *(_decimal(part.aggression_factor) for _, part in parts))
    table.add_row("Bet/pot", *(_decimal(part.bet_size) for _, part in parts))
    if by == "position":
        table.add_row("BB/100", *(f"{part.bb_per_100.mean:+,.0f}" for _, part in parts))
    return table


def _who_from_whom(counts: FileCounts, names: Sequence[str], player: str) -> Table:
    columns = [name for name in counts.names if name != player]
    shown, left = columns[:MOST_PLAYERS], len(columns[MOST_PLAYERS:])
    table = figures_table("Who wins from whom, in big blinds", "", *map(escape, shown))
    table.box, table.padding = SIMPLE_HEAD, (0, 0)
    table.caption = f"the {len(shown)} with most hands; {left} more are left out" if left else None
    for row in names[:MOST_PLAYERS]:
        won = (float(counts.ledger.won(row, column)) for column in shown)
        table.add_row(escape(row), *map(_big_blinds, won))
    return table


def _big_blinds(won: float) -> str:
    if not won:
        return _NOTHING
    return f"{won:+,.0f}" if abs(won) >= 100 else f"{won:+.1f}"


def _share(ratio: Ratio) -> str:
    return _NOTHING if ratio.value is None else f"{100 * ratio.value:.1f}"


def _decimal(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"


def _won(won: Mean) -> str:
    if not won.hands:
        return _NOTHING
    reach = half_width(won)
    return f"{won.mean:+,.0f}" + ("" if reach is None else f" ± {reach:,.0f}")
