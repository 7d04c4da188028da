"""`fivebet stats`: how people play, from files of hands."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
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
from fivebet.opponents.profiles import POPULATION

_MOST_PLAYERS = 10  # that a screen can show against each other
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
        bool,
        typer.Option(
            "--intervals", help="One line for each figure, with its 95 % interval and counts."
        ),
    ] = False,
    game: Annotated[
        str,
        typer.Option(help="The game of match logs, by name or file; else their headers name it."),
    ] = "",
    json: Json = False,
) -> int:
    """Tell how players play: VPIP, PFR, AF and the rest, their class, and who wins from whom.

    Reads PHH, PokerStars' layout and ACPC match logs. Figures are percentages of the
    opportunities a player had; winnings are before any rake.

    Hands that cannot be read are named and left out; exit code 1 if there is any.

    [bold]Examples[/bold]

      fivebet stats session.txt

      fivebet stats hands/ --by position

      fivebet stats session.txt --player Hero --by street

      fivebet stats match.log --intervals --json
    """
    counted = _count(list(hand_files(files)), find_game(game) if game else None, quiet=json)
    if not counted.tally:
        raise FivebetError(f"no hand could be read in {', '.join(map(str, files))}")
    if player and player not in counted.tally:
        some = ", ".join(counted.names[:_MOST_PLAYERS])
        raise FivebetError(f"{player!r} has played none of these hands: there are {some}")
    chosen = [player] if player else counted.names
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

    @property
    def names(self) -> list[str]:
        """Everybody, those with most hands first."""
        return sorted(map(str, self.tally), key=lambda name: (-self.tally[name].hands, name))

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
        "pot": known.pot,
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
        title = f"{player}: {counted.tally[player].hands:,.0f} hands"
    if intervals or (player and by is None):
        shown = tuple(DEFINITIONS) if player else ("vpip", "pfr", *_HEADLINES)
        out.print(_detailed(counted, names, title, by, shown))
    elif player and by is not None:
        out.print(_side_by_side(counted.tally[player], title, by))
    elif by is None:
        out.print(_overview(counted, names, title))
    else:
        out.print(_taken_apart(counted, names, title, by))
    if by is None:
        out.print(_results(counted, names))
        if len(counted.tally) > 1:
            out.print(_who_from_whom(counted, names, player))


def _overview(counted: _Counted, names: Sequence[str], title: str) -> Table:
    labels = [DEFINITIONS[name].label for name in ("vpip", "pfr", *_HEADLINES)]
    table = _table(title, "Player", "Hands", *labels, "AF")
    for name in names:
        known = counted.tally[name]
        table.add_row(
            escape(name),
            f"{known.hands:,.0f}",
            *(_share(known.ratio(each)) for each in ("vpip", "pfr", *_HEADLINES)),
            _decimal(known.aggression_factor),
        )
    return table


def _results(counted: _Counted, names: Sequence[str]) -> Table:
    table = _table("Results and classes", "Player", "BB/100", "95 % interval")
    table.add_column("Class")
    table.add_column("Probability", justify="right")
    for name in names:
        known = counted.tally[name]
        won, reach = known.bb_per_100, _reach(known.bb_per_100)
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
    counted: _Counted, names: Sequence[str], title: str, by: By | None, shown: Sequence[str]
) -> Table:
    """One line for each figure, with its interval and what it rests on."""
    table = _table(title, "Player")
    if by is not None:
        table.add_column(by.value.capitalize())
    table.add_column("Statistic")
    for label in ("%", "95 % interval", "Times", "Of"):
        table.add_column(label, justify="right")
    for name in names:
        known = counted.tally[name]
        table.add_section()
        for key, part in _parts(known, by) if by is not None else [("", known)]:
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


def _taken_apart(counted: _Counted, names: Sequence[str], title: str, by: By) -> Table:
    street = by is By.STREET
    shown = _BY_STREET if street else _BY_POSITION
    table = _table(title, "Player")
    table.box, table.padding = SIMPLE_HEAD, (0, 0)
    table.add_column(by.value.capitalize())
    labels = [DEFINITIONS[name].label for name in shown]
    rest = [*labels, "Bet/pot"] if street else ["Hands", *labels, "BB/100"]
    for label in rest:
        table.add_column(label.replace(" ", "\n").replace("-", "-\n"), justify="right")
    for name in names:
        for number, (key, part) in enumerate(_parts(counted.tally[name], by)):
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
    """Everything about one player, streets or positions side by side."""
    parts = [("All", known), *_parts(known, by)]
    table = _table(title, "Statistic", *(key for key, _ in parts))
    for each, definition in DEFINITIONS.items():
        ratios = [part.ratio(each) for _, part in parts]
        if any(ratio.opportunities for ratio in ratios):
            table.add_row(definition.label, *map(_share, ratios))
    table.add_row("AF", *(_decimal(part.aggression_factor) for _, part in parts))
    table.add_row("Bet/pot", *(_decimal(part.bet_size) for _, part in parts))
    if by is By.POSITION:
        table.add_row("BB/100", *(f"{part.bb_per_100.mean:+,.0f}" for _, part in parts))
    return table


def _who_from_whom(counted: _Counted, names: Sequence[str], player: str) -> Table:
    columns = [name for name in counted.names if name != player]
    shown, left = columns[:_MOST_PLAYERS], len(columns[_MOST_PLAYERS:])
    table = _table("Who wins from whom, in big blinds", "", *map(escape, shown))
    table.box, table.padding = SIMPLE_HEAD, (0, 0)
    table.caption = f"the {len(shown)} with most hands; {left} more are left out" if left else None
    for row in names[:_MOST_PLAYERS]:
        won = (float(counted.ledger.won(row, column)) for column in shown)
        table.add_row(escape(row), *map(_big_blinds, won))
    return table


def _big_blinds(won: float) -> str:
    if not won:
        return _NOTHING
    return f"{won:+,.0f}" if abs(won) >= 100 else f"{won:+.1f}"


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(title=escape(title))
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _share(ratio: Ratio) -> str:
    return _NOTHING if ratio.value is None else f"{100 * ratio.value:.1f}"


def _decimal(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"


def _won(won: Mean) -> str:
    if not won.hands:
        return _NOTHING
    reach = _reach(won)
    return f"{won.mean:+,.0f}" + ("" if reach is None else f" ± {reach:,.0f}")
