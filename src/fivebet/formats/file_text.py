"""The text of files of hands, however they were stored: packed, in UTF-16, from old Windows.

A file that gzip has packed is unpacked. A byte-order mark tells the encoding; without one,
zeros at every other byte mean UTF-16. What is no UTF-8 is taken for Windows' Latin text,
where the euro has a place of its own.
"""

import gzip
import zlib
from pathlib import Path

from fivebet.errors import FormatError
from fivebet.formats.complaints import ComplaintKind

_GZIP = b"\x1f\x8b"
MOST_BYTES = 1 << 30
"""The most that is read of a file, unpacked."""
_LEAST_ZEROS = 0.4
"""The share of zeros at every other byte of English text in UTF-16 is one."""
_LEAST_OF_TEXT, _BLANKS = 32, b"\t\n\r\f\x1a"


def read_file_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the whole text of a file; one of more bytes is refused."""
    content = _read(path, most + 1)
    if len(content) > most:
        what = f"holds more than {most >> 20} MB: split it into smaller files"
        raise FormatError(what, str(path))
    return _decode(content, path)


def read_file_opening(path: Path, size: int = 1 << 16) -> str:
    """Return about so many bytes of the beginning of a file as text."""
    return _decode(_read(path, size), path)


def _read(path: Path, size: int) -> bytes:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP
        with gzip.open(path) if packed else path.open("rb") as file:
            return file.read(size)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise FormatError("cannot be unpacked: it is no whole gzip file", str(path)) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from None


def _decode(content: bytes, path: Path) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    start = content[:1024]
    for zeros, encoding in ((start[1::2], "utf-16-le"), (start[::2], "utf-16-be")):
        if zeros and zeros.count(0) >= _LEAST_ZEROS * len(zeros):
            return content.decode(encoding, "replace")
    if b"\0" in start:
        if any(byte < _LEAST_OF_TEXT and byte not in _BLANKS for byte in start if byte):
            raise FormatError("is no text", str(path), kind=ComplaintKind.UNKNOWN_FORMAT)
        content = content.replace(b"\0", b"")  # some rooms fill up with zeros
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.end == len(content) and error.reason == "unexpected end of data":
            return content[: error.start].decode("utf-8-sig")  # cut in the middle of a letter
        return content.decode("cp1252", "replace")
