"""Counts of how players play in files of hands."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from fivebet.arena.statistics import student_quantile
from fivebet.cli.hands import place_of, read_files, read_records
from fivebet.cli.output import warn
from fivebet.errors import FivebetError, FormatError
from fivebet.game import Game, HandRecord
from fivebet.game.game import STREETS
from fivebet.opponents import POSITIONS, Ledger, Mean, Statistics, Tally

By = Literal["street", "position"]
"""How the figures can be broken down."""


class FileCounts:
    """Everything that is counted in some files."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.ledger = Ledger(big_blinds=True)
        self.hands = 0
        self.files = 0
        self.left_out = 0

    @property
    def names(self) -> list[str]:
        """Return all players, those with most hands first."""
        return sorted(map(str, self.tally), key=lambda name: (-self.tally[name].hands, name))

    def add(self, record: HandRecord) -> None:
        """Count one more hand."""
        self.tally.observe(record)
        self.ledger.observe(record)
        self.hands += 1


def count_hands(paths: Sequence[Path], game: Game | None, quiet: bool) -> FileCounts:
    """Count all hands of some files; those that cannot be read are reported and left out."""
    counts = FileCounts()
    for path in read_files(paths, "Counting", quiet):
        counts.files += 1
        for hand in read_records(path, game):
            complaint = _add(counts, hand)
            if complaint:
                warn(complaint)
                counts.left_out += 1
    return counts


def _add(counts: FileCounts, hand: HandRecord | FormatError) -> str:
    """Count a hand; return why that is not possible, or nothing."""
    if isinstance(hand, FormatError):
        return str(hand)
    try:
        counts.add(hand)
    except FivebetError as error:
        return f"{place_of(hand)}{error}"
    return ""


def break_down(known: Statistics, by: By) -> list[tuple[str, Statistics]]:
    """Return the figures of a player by street or by position."""
    if by == "street":
        return [(street, known.on(street)) for street in STREETS]
    parts = [(position, known.at(position)) for position in POSITIONS]
    return [(position, part) for position, part in parts if part.hands]


def half_width(won: Mean) -> float | None:
    """Return half the width of the 95 % interval."""
    if won.hands < 2:
        return None
    return student_quantile(0.975, int(won.hands) - 1) * won.standard_error
