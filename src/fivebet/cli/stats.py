"""`fivebet stats`: how people play, from files of hands."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from fivebet.arena.statistics import student_quantile
from fivebet.cli.arena import find_game
from fivebet.cli.hands import hand_files
from fivebet.cli.output import Json, console, print_json, progress_bar, warn
from fivebet.errors import FivebetError, FormatError
from fivebet.formats import read_hands
from fivebet.formats.acpc import looks_like_log, read_log
from fivebet.game import Game, HandRecord
from fivebet.opponents import (
    DEFINITIONS,
    POSITIONS,
    Ledger,
    Mean,
    Ratio,
    Statistics,
    Tally,
    classify,
    style_of,
)
from fivebet.opponents.definitions import STREETS

_MOST_PLAYERS = 10  # that a screen can show against each other
_HEADLINES = ("three_bet", "cbet", "aggression_frequency", "showdown", "won_showdown")
_BY_STREET = (
    "seen",
    "bet",
    "raise",
    "call",
    "fold",
    "cbet",
    "fold_to_cbet",
    "donk_bet",
    "check_fold",
    "check_raise",
    "aggression_frequency",
)
_BY_POSITION = ("vpip", "pfr", "rfi", "limp", "three_bet", "steal", "fold_to_steal")


class By(StrEnum):
    """How the figures can be taken apart."""

    STREET = "street"
    POSITION = "position"


def command(
    files: Annotated[
        list[Path],
        typer.Argument(help="Files in any mix of formats, or folders of them.", show_default=False),
    ],
    player: Annotated[
        str, typer.Option(help="Everything about one player.", show_default=False)
    ] = "",
    by: Annotated[
        By | None, typer.Option(help="Take the figures apart.", show_default=False)
    ] = None,
    intervals: Annotated[
        bool, typer.Option("--intervals", help="Opportunities and 95 % intervals with each figure.")
    ] = False,
    game: Annotated[
        str,
        typer.Option(help="The game of match logs, by name or file; else their headers name it."),
    ] = "",
    json: Json = False,
) -> int:
    """Tell how players play: VPIP, PFR, AF and the rest, their class, and who wins from whom.

    Reads PHH, PokerStars' layout and ACPC match logs. Figures are shares of the opportunities
    that a player had, in percent; winnings are before any rake. Hands that cannot be read are
    named and left out; exit code 1 if there is any.

    [bold]Examples[/bold]

      fivebet stats session.txt

      fivebet stats hands/ --by position

      fivebet stats session.txt --player Hero --by street

      fivebet stats match.log --intervals --json
    """
    counted = _count(list(hand_files(files)), find_game(game) if game else None, quiet=json)
    if not counted.tally:
        raise FivebetError(f"no hand could be read in {', '.join(map(str, files))}")
    names = sorted(counted.tally, key=lambda name: (-counted.tally[name].hands, str(name)))
    if player and player not in counted.tally:
        some = ", ".join(str(name) for name in names[:_MOST_PLAYERS])
        raise FivebetError(f"{player!r} has played none of these hands: there are {some}")
    chosen = [player] if player else [str(name) for name in names]
    if json:
        print_json(_as_dict(counted, chosen, by))
    else:
        _print(counted, chosen, player, by, intervals)
    return 1 if counted.left_out else 0


class _Counted:
    """What the files hold."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.ledger = Ledger(big_blinds=True)
        self.hands = 0
        self.files = 0
        self.left_out = 0

    def add(self, record: HandRecord) -> None:
        self.tally.observe(record)
        self.ledger.observe(record)
        self.hands += 1


def _count(paths: Sequence[Path], game: Game | None, quiet: bool) -> _Counted:
    counted = _Counted()
    size = sum(path.stat().st_size for path in paths) or 1
    done = 0
    with progress_bar("Counting", quiet=quiet) as progress:
        for path in paths:
            counted.files += 1
            for where, record in _records(path, game):
                try:
                    if isinstance(record, str):
                        raise FivebetError(record)
                    counted.add(record)
                except FivebetError as error:
                    warn(f"{where}{error}")
                    counted.left_out += 1
            done += path.stat().st_size
            progress(done / size)
    return counted


def _records(path: Path, game: Game | None) -> Iterator[tuple[str, HandRecord | str]]:
    """The hands of a file and where they stand, or what is wrong with them."""
    if looks_like_log(path):
        try:
            log = read_log(path, game, strict=False)
        except FormatError as error:
            yield "", str(error)
            return
        yield from (("", record) for record in log.records)
        yield from (("", str(each)) for each in log.problems if each.kind == "unreadable")
        return
    for hand in read_hands(path):
        if isinstance(hand, FormatError):
            yield "", str(hand)
        else:
            yield f"{hand.source}:{hand.line}: {hand.name}: ", hand.record


def _as_dict(counted: _Counted, names: Sequence[str], by: By | None) -> dict[str, Any]:
    return {
        "files": counted.files,
        "hands": counted.hands,
        "unreadable": counted.left_out,
        "players": [_player_dict(counted, name, by) for name in names],
    }


def _player_dict(counted: _Counted, name: str, by: By | None) -> dict[str, Any]:
    known = counted.tally[name]
    profile = classify(known)
    others = [str(other) for other in counted.tally if other != name]
    found = {
        "name": name,
        "hands": int(known.hands),
        "style": str(style_of(known)),
        "profile": {
            "name": profile.name,
            "confidence": profile.confidence,
            "probabilities": dict(profile.probabilities),
        },
        **_figures_dict(known),
        "won_from": {
            other: float(won) for other in others if (won := counted.ledger.won(name, other))
        },
    }
    if by is not None:
        found[f"by_{by.value}"] = {key: _figures_dict(part) for key, part in _parts(known, by)}
    return found


def _figures_dict(known: Statistics) -> dict[str, Any]:
    won = known.bb_per_100
    reach = _reach(won)
    return {
        "statistics": {
            name: {
                "times": int(ratio.times),
                "opportunities": int(ratio.opportunities),
                "share": ratio.value,
                "ci95": list(ratio.interval()),
            }
            for name in DEFINITIONS
            if (ratio := known.ratio(name)).opportunities
        },
        "aggression_factor": known.aggression_factor,
        "bet_size": known.bet_size,
        "bb_per_100": won.mean if won.hands else None,
        "ci95": None if reach is None else [won.mean - reach, won.mean + reach],
    }


def _parts(known: Statistics, by: By) -> list[tuple[str, Statistics]]:
    if by is By.STREET:
        return [(street, known.on(street)) for street in STREETS]
    parts = [(position, known.at(position)) for position in POSITIONS]
    return [(position, part) for position, part in parts if part.hands]


def _reach(won: Mean) -> float | None:
    """Half of the 95 % interval."""
    if won.hands < 2:
        return None
    return student_quantile(0.975, int(won.hands) - 1) * won.standard_error


def _print(
    counted: _Counted, names: Sequence[str], player: str, by: By | None, intervals: bool
) -> None:
    out = console()
    title = f"{counted.hands:,} hands in {counted.files:,} file{'s' * (counted.files != 1)}"
    if player:
        out.print(_everything(counted.tally[player], player, by, intervals))
        out.print(_class_line(counted.tally[player]), markup=False)
    elif by is None:
        out.print(_overview(counted, names, title, intervals))
    else:
        out.print(_taken_apart(counted, names, title, by, intervals))
    if by is None and len(counted.tally) > 1:
        out.print(_who_from_whom(counted, names, player))


def _overview(counted: _Counted, names: Sequence[str], title: str, intervals: bool) -> Table:
    table = _table(title, "Player", "Hands", "VPIP", "PFR")
    for label in (*(DEFINITIONS[name].label for name in _HEADLINES), "AF", "BB/100"):
        table.add_column(label, justify="right")
    table.add_column("Class")
    for name in names:
        known = counted.tally[name]
        figures = [known.ratio(each) for each in ("vpip", "pfr", *_HEADLINES)]
        table.add_row(
            escape(name),
            f"{known.hands:,.0f}",
            *(_figure(ratio, intervals) for ratio in figures),
            _decimal(known.aggression_factor),
            _won(known.bb_per_100),
            _class(known),
        )
    return table


def _taken_apart(
    counted: _Counted, names: Sequence[str], title: str, by: By, intervals: bool
) -> Table:
    street = by is By.STREET
    shown = _BY_STREET if street else _BY_POSITION
    table = _table(title, "Player")
    table.add_column(by.value.capitalize())
    if not street:
        table.add_column("Hands", justify="right")
    for name in shown:
        table.add_column(DEFINITIONS[name].label, justify="right")
    table.add_column("Bet/pot" if street else "BB/100", justify="right")
    for name in names:
        for number, (key, part) in enumerate(_parts(counted.tally[name], by)):
            table.add_row(
                "" if number else escape(name),
                key,
                *([] if street else [f"{part.hands:,.0f}"]),
                *(_figure(part.ratio(each), intervals) for each in shown),
                _decimal(part.bet_size) if street else _won(part.bb_per_100),
            )
        table.add_section()
    return table


def _everything(known: Statistics, name: str, by: By | None, intervals: bool) -> Table:
    parts = [("All", known), *(_parts(known, by) if by else [])]
    table = _table(f"{name}: {known.hands:,.0f} hands", "Statistic", *(key for key, _ in parts))
    for each, definition in DEFINITIONS.items():
        ratios = [part.ratio(each) for _, part in parts]
        if not any(ratio.opportunities for ratio in ratios):
            continue
        if by is None:
            (whole,) = ratios
            table.add_row(definition.label, f"{_figure(whole, False)} ({_interval(whole)})")
        else:
            table.add_row(definition.label, *(_figure(ratio, intervals) for ratio in ratios))
    table.add_row("AF", *(_decimal(part.aggression_factor) for _, part in parts))
    table.add_row("Bet/pot", *(_decimal(part.bet_size) for _, part in parts))
    table.add_row(
        "BB/100", *(_won(part.bb_per_100) if part.streets is None else "" for _, part in parts)
    )
    return table


def _who_from_whom(counted: _Counted, names: Sequence[str], player: str) -> Table:
    others = [str(name) for name in counted.tally]
    others.sort(key=lambda name: -counted.tally[name].hands)
    columns = [name for name in others if name != player][:_MOST_PLAYERS]
    rows = names[:_MOST_PLAYERS]
    left = len(others) - len(columns) - bool(player)
    table = _table("Who wins from whom, in big blinds", "", *map(escape, columns))
    table.caption = (
        f"the {len(columns)} with most hands; {left} more are left out" if left else None
    )
    for row in rows:
        cells = (counted.ledger.won(row, column) for column in columns)
        table.add_row(
            escape(row),
            *(
                "" if row == column else f"{float(won):+,.1f}"
                for column, won in zip(columns, cells, strict=True)
            ),
        )
    return table


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(title=escape(title))
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _figure(ratio: Ratio, interval: bool) -> str:
    """A share in percent, and on a second line its interval and the opportunities."""
    if ratio.value is None:
        return "[dim]–[/dim]"
    share = f"{100 * ratio.value:.1f}"
    return f"{share}\n[dim]{_interval(ratio)}[/dim]" if interval else share


def _interval(ratio: Ratio) -> str:
    low, high = (100 * bound for bound in ratio.interval())
    return f"{low:.0f} to {high:.0f} of {ratio.opportunities:,.0f}"


def _decimal(value: float | None) -> str:
    return "[dim]–[/dim]" if value is None else f"{value:.2f}"


def _won(won: Mean) -> str:
    if not won.hands:
        return "[dim]–[/dim]"
    reach = _reach(won)
    return f"{won.mean:+,.0f}" + ("" if reach is None else f" ± {reach:,.0f}")


def _class(known: Statistics) -> str:
    profile = classify(known)
    if profile.name == "population":
        return "[dim]too few hands[/dim]"
    return f"{profile.name} [dim]{100 * profile.confidence:.0f} %[/dim]"


def _class_line(known: Statistics) -> str:
    profile = classify(known)
    likely = sorted(profile.probabilities.items(), key=lambda item: -item[1])[:3]
    chances = ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in likely)
    return f"Class: {profile.name}, {profile.says} ({chances})"
