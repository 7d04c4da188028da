"""Strategy files: arrays and facts about them, packed, and read within bounds."""

import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import SolvingError
from fivebet.files import MOST_BYTES, pack_arrays, read_arrays, read_bounded, write_atomically

_MOST_MEMORY = 1 << 28  # bytes that unpacking may take
Arrays = dict[str, NDArray[Any]]


def write_strategy(path: Path | str, about: dict[str, Any], arrays: Arrays) -> None:
    """Write arrays and facts into a file, whole or not at all."""
    facts = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    plain = pack_arrays(**arrays, about=facts)
    packed = lzma.compress(plain, preset=9 | lzma.PRESET_EXTREME)
    path = Path(path)
    try:
        write_atomically(path, packed)
    except OSError as error:
        raise SolvingError(f"{str(path)!r} cannot be written: {error.strerror}") from error


def read_strategy(path: Path | str, wanted: str) -> tuple[dict[str, Any], Arrays]:
    """Return facts and arrays of a file of the wanted format, or raise an error of its readers."""
    about, kept = _unpack(path)
    if about.pop("format") != wanted:
        raise ValueError("another format")
    return about, kept


def strategy_format(path: Path | str) -> str:
    """Return the format of a file, or nothing if it is none of ours."""
    try:
        return str(_unpack(path)[0]["format"])
    except (OSError, *UNREADABLE):
        return ""


def _unpack(path: Path | str) -> tuple[dict[str, Any], Arrays]:
    unpacker = lzma.LZMADecompressor(memlimit=_MOST_MEMORY)
    plain = unpacker.decompress(read_bounded(path), MOST_BYTES)
    if not unpacker.eof:
        raise ValueError("it is cut off, or unpacks to too much")
    kept = read_arrays(plain)
    return json.loads(kept.pop("about").tobytes()), kept


UNREADABLE = (ValueError, KeyError, IndexError, lzma.LZMAError, TypeError, AttributeError)
"""What reading a damaged strategy file may raise."""
