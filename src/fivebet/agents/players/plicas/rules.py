"""Rules as a player writes them: bands of hands, each with its triple, in a TOML file."""

import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from fivebet.errors import FormatError
from fivebet.files import read_bounded
from fivebet.opponents import Triple

__all__ = ["Bands", "Triple", "choose", "merge", "read_bands", "read_rules", "triple"]


@dataclass(frozen=True)
class Bands:
    """Triples by band: each holds from its lower end to the next one's."""

    starts: tuple[float, ...]
    triples: tuple[Triple, ...]

    def at(self, place: float) -> Triple:
        """Return the triple of the band that a place falls into."""
        return self.triples[max(0, bisect_right(self.starts, place) - 1)]


def read_rules(name: str, path: str = "") -> tuple[dict[str, Any], str]:
    """Read a file of rules, the package's own unless a path is given; return also its name."""
    try:
        if path:
            text = read_bounded(path).decode()
        else:
            text = resources.files(__package__).joinpath(name).read_text("utf-8")
        return tomllib.loads(text), path or name
    except OSError as error:
        raise FormatError(f"rules cannot be read from {path!r}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise FormatError(f"{path or name} is no file of rules: {error}") from error


def read_bands(section: object, where: str, last: int, whole: bool) -> Bands:
    """Read the bands of one situation, which must cover 0 to `last` without gap or overlap.

    Whole numbers are buckets, of which "3-5" are three; else "0-20" goes up to 20.
    """
    if not isinstance(section, Mapping):
        raise FormatError(f'{where} is missing: give bands such as "0-5" = [0.5, 0.5, 0.0]')
    bands = sorted(_band(key, value, where) for key, value in section.items())
    expected = 0.0
    for start, end, _ in bands:
        if start != expected or end < start:
            raise FormatError(f"{where}: the band {start:g}-{end:g} should begin at {expected:g}")
        expected = end + 1 if whole else end
    if expected != (last + 1 if whole else last):
        raise FormatError(f"{where}: the bands must cover 0 to {last}")
    return Bands(tuple(band[0] for band in bands), tuple(band[2] for band in bands))


def _band(key: str, value: object, where: str) -> tuple[float, float, Triple]:
    low, dash, high = key.partition("-")
    try:
        start, end = float(low), float(high if dash else low)
    except ValueError:
        raise FormatError(f'{where}: {key!r} is no band: write "0-20" or "7"') from None
    if (
        not isinstance(value, list)
        or len(value) != 3
        or not all(isinstance(part, int | float) and part >= 0 for part in value)
        or abs(sum(value) - 1) > 1e-6
    ):
        raise FormatError(
            f"{where}, {key!r}: {value!r} is no triple: give [raise, call, fold] that sum to 1"
        )
    return start, end, triple(*value)


def triple(raise_: float, call: float, fold: float) -> Triple:
    """Return a triple, given in the paper's order, made to sum to 1."""
    total = raise_ + call + fold
    return Triple(fold / total, call / total, raise_ / total)


def merge(rules: Triple, cases: Triple, weight: float) -> Triple:
    """Return the mean of two triples, the second with this weight."""
    return Triple(*(a + (b - a) * weight for a, b in zip(rules, cases, strict=True)))


def choose(wanted: Triple, draw: float) -> str:
    """Return fold, call or raise, by a random number from 0 to 1."""
    if draw < wanted.raise_:
        return "raise"
    return "call" if draw < wanted.raise_ + wanted.call else "fold"
