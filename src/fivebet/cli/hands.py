"""`fivebet hands`: check and convert files of hands."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from fivebet.cli.output import Json, command_group, console, print_json, progress_bar, warn
from fivebet.errors import FivebetError, FormatError
from fivebet.files import save_text
from fivebet.formats import WRITERS, ComplaintKind, FileRecord, read_hands
from fivebet.formats.acpc import find_game, looks_like_log, read_log
from fivebet.formats.check_files import CheckCounts, check_file, looks_like
from fivebet.game import Game, HandRecord

LogGame = Annotated[
    str,
    typer.Option(
        help="The game of match logs, by name or file; by default the one in their headers."
    ),
]

app = command_group(
    """Check hands from files, and convert them between formats.

    [bold]Examples[/bold]

      fivebet hands check session.txt

      fivebet hands convert session.txt --to phh -o session.phhs
    """
)

Format = Literal["phh", "pokerstars"]
"""What can be written."""
_SUFFIXES = {".phh", ".phhs", ".txt", ".log"}


@app.command("check")
def check(
    files: Annotated[
        list[Path], typer.Argument(help="Files in any mix of formats, or folders of them.")
    ],
    game: LogGame = "",
    json: Json = False,
) -> int:
    """Replay every hand and compare with the stacks, winnings and totals that its file states.

    Prints one line for each difference; the exit code is 1 if there is any. Files of other
    poker sites are named for what they look like. --json counts complaints by kind and file.

    [bold]Examples[/bold]

      fivebet hands check session.txt

      fivebet hands check hands/ more.phhs --json

      fivebet hands check match.log --game nolimit-2p
    """
    paths = list(hand_files(files))
    of_logs = find_game(game) if game else None
    all_counts = CheckCounts()
    by_file = []
    for path in read_files(paths, "Replaying", quiet=json):
        counts = CheckCounts()
        for check_ in check_file(path, of_logs):
            all_counts.add(check_)
            counts.add(check_)
            for complaint in check_.complaints:
                print(complaint.text, file=sys.stderr if json else sys.stdout)
        unknown = ComplaintKind.OTHER_ROOM in counts.kinds and not counts.hands
        named = {"looks_like": looks_like(path)} if unknown else {}
        by_file.append({"file": str(path), **counts.to_dict(), **named})
    if json:
        print_json({**all_counts.to_dict(), "files": by_file})
    else:
        console().print(_summary(all_counts, len(paths)), soft_wrap=True)
    return 0 if all_counts.verdicts.keys() <= {"ok"} else 1


def _summary(counts: CheckCounts, files: int) -> str:
    kinds = ", ".join(f"{kind} {times}" for kind, times in counts.kinds.most_common())
    verdicts = ", ".join(
        f"{counts.verdicts[verdict]} {verdict}" for verdict in ("ok", "different", "unreadable")
    )
    return f"{counts.hands} hands in {files} file{'s' * (files != 1)}: {verdicts}" + (
        f" ({kinds})" if kinds else ""
    )


@app.command("convert")
def convert(
    file: Annotated[Path, typer.Argument(help="A file of hands in any format.")],
    to: Annotated[Format, typer.Option("--to", help="The format to write.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; the screen if left out."),
    ] = None,
    game: LogGame = "",
) -> int:
    """Write the hands of a file in another format.

    Hands that cannot be read, or that the format cannot express, are reported and left out;
    the exit code is then 1.

    [bold]Examples[/bold]

      fivebet hands convert session.txt --to phh -o session.phhs

      fivebet hands convert final.phh --to pokerstars
    """
    hands: list[HandRecord] = []
    left_out = 0
    of_logs = find_game(game) if game else None
    for path in hand_files([file]):
        for hand in read_records(path, of_logs):
            complaint = why_not_written(hand, to)
            if complaint:
                warn(complaint)
                left_out += 1
            elif isinstance(hand, HandRecord):
                hands.append(hand)
    text = WRITERS[to](hands)
    code = 1 if left_out else 0
    if output is None:
        print(text, end="")
        return code
    save_text(output, text)
    console().print(f"saved {len(hands)} hands to {output}", markup=False)
    return code


def why_not_written(hand: HandRecord | FormatError, to: Format) -> str:
    """Return why a hand cannot be written, or nothing."""
    if isinstance(hand, FormatError):
        return str(hand)
    try:
        WRITERS[to]([hand])
    except FivebetError as error:
        what = error.what if isinstance(error, FormatError) else error
        return f"{place_of(hand)}{what}"
    return ""


def read_records(path: Path, game: Game | None = None) -> Iterator[HandRecord | FormatError]:
    """Yield the hands of a file, of a match log too; a hand that cannot be read is its error."""
    if not looks_like_log(path):
        yield from read_hands(path)
        return
    try:
        log = read_log(path, game, strict=False)
    except FormatError as error:
        yield error
        return
    yield from log.records
    for each in log.problems:
        if each.kind == "unreadable":
            yield FormatError(each.text, each.source, each.line, kind=each.complaint)


def place_of(hand: HandRecord) -> str:
    """Return the file, the line and the name of a hand, to begin a complaint with."""
    if isinstance(hand, FileRecord):
        return f"{hand.source}:{hand.line}: {hand.name}: "
    return f"hand {hand.number}: "


def read_files(paths: Sequence[Path], label: str, quiet: bool) -> Iterator[Path]:
    """Yield files one by one, with a bar that shows how much of them has been read."""
    size = sum(path.stat().st_size for path in paths) or 1
    done = 0
    with progress_bar(label, quiet=quiet) as on_progress:
        for path in paths:
            yield path
            done += path.stat().st_size
            on_progress(done / size)


def hand_files(arguments: list[Path]) -> Iterator[Path]:
    """Yield the files, and those in folders by their endings."""
    for path in arguments:
        if path.is_dir():
            found = list(_in_folder(path))
            if not found:
                raise FivebetError(
                    f"there is no file of hands in {str(path)!r}: their names end in "
                    ".phh, .phhs, .txt or .log, with .gz behind it if packed"
                )
            yield from found
        elif path.is_file():
            yield path
        else:
            raise FivebetError(f"there is no file {str(path)!r}")


def _in_folder(path: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            is_named = Path(name.lower().removesuffix(".gz")).suffix in _SUFFIXES
            if is_named and Path(folder, name).is_file():  # no pipe, no link to nowhere
                yield Path(folder, name)
