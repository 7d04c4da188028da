"""Hand histories in files: reading text into records, and writing records as text.

`read_hands` recognises the format of a file by its content. For a hand that cannot be
read it yields the error, so that the rest of the file can be read.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from fivebet.errors import FormatError
from fivebet.formats.check import Difference, differences
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_record import FileRecord, StatedResults
from fivebet.formats.file_text import read_file_text
from fivebet.formats.phh import looks_like_phh, parse_phh, read_phh
from fivebet.formats.phh_writer import write_phh
from fivebet.formats.pokerstars import looks_like_pokerstars, parse_pokerstars, read_pokerstars
from fivebet.formats.pokerstars_writer import write_pokerstars
from fivebet.formats.rooms import name_file
from fivebet.game.record import HandRecord

__all__ = [
    "READERS",
    "WRITERS",
    "ComplaintKind",
    "Difference",
    "FileRecord",
    "Reader",
    "StatedResults",
    "differences",
    "name_file",
    "parse_phh",
    "parse_pokerstars",
    "read_hands",
    "read_phh",
    "read_pokerstars",
    "read_text",
    "write_phh",
    "write_pokerstars",
]

Hands = Iterator[FileRecord | FormatError]


class Reader(NamedTuple):
    """A format, how to recognise it and how to read it."""

    name: str
    recognises: Callable[[str], bool]
    read: Callable[[str, str], Hands]


READERS = [
    Reader("PokerStars", looks_like_pokerstars, read_pokerstars),
    Reader("PHH", looks_like_phh, read_phh),
]
"""The known formats, in the order in which they are tried."""

WRITERS: dict[str, Callable[[Iterable[HandRecord]], str]] = {
    "phh": write_phh,
    "pokerstars": write_pokerstars,
}


def read_hands(path: str | Path) -> Hands:
    """Yield the hands of a file in any known format; one error if it cannot be read."""
    try:
        text = read_file_text(Path(path))
    except FormatError as error:
        yield error
        return
    yield from read_text(text, str(path))


def read_text(text: str, source: str = "") -> Hands:
    """Yield the hands of a text; one error if its format is not known."""
    for reader in READERS:
        if reader.recognises(text):
            yield from reader.read(text, source)
            return
    names = ", ".join(reader.name for reader in READERS)
    looks_like = name_file(text)
    if looks_like:
        yield FormatError(
            f"it looks like {looks_like}: {names} are read", source, kind=ComplaintKind.OTHER_ROOM
        )
    else:
        what = f"no hand is found in it: {names} are read"
        yield FormatError(what, source, kind=ComplaintKind.UNKNOWN_FORMAT)
