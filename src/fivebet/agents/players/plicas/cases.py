"""The case base (4.2.2, algorithm 3): what opponents showed after which actions.

A case is a hand that came to a showdown: how we acted, how the opponent acted, and
the bucket of the hand shown. Two are similar if the opponent acted alike; a
situation is similar to all cases that began as it has gone so far. Patterns are
letters: k check, c call, r bet or raise, streets divided by `/`, as `r/k` for a
raise before the flop and a check on it. Every beginning of a pattern is counted as
a case comes in, so that a look-up costs the same with a million cases as with ten.

A file of cases is JSON with a checksum. It is written beside the old one and put in
its place at the end; a file that is something else is never written over.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from fivebet.agents.players.plicas.rules import Triple, triple
from fivebet.agents.players.plicas.settings import PUBLISHED, Settings
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.errors import FormatError
from fivebet.files import read_bounded, write_atomically
from fivebet.game.view import View

_FORMAT = "fivebet case base 1"
_LETTERS = {"check": "k", "call": "c", "bet": "r", "raise": "r", "fold": "f"}
_ALPHABET = frozenset("kcr/")


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was shown down."""

    own: str
    opponent: str
    bucket: int


@dataclass(frozen=True, slots=True)
class Similar:
    """The buckets that opponents showed in similar cases."""

    counts: tuple[int, ...]

    @property
    def cases(self) -> int:
        """The number of cases."""
        return sum(self.counts)

    @property
    def average(self) -> float:
        """The mean bucket."""
        return sum(bucket * n for bucket, n in enumerate(self.counts)) / self.cases

    def beaten_by(self, bucket: int) -> float:
        """Return the share of cases that a bucket beats, counting half of those in it."""
        return (sum(self.counts[:bucket]) + self.counts[bucket] / 2) / self.cases


class CaseBase:
    """The cases, by the opponent's actions."""

    def __init__(self, cases: Iterable[Case] = ()) -> None:
        self._cases: Counter[Case] = Counter()
        self._beginnings: dict[str, list[int]] = {}
        self._size = 0
        for case in cases:
            self.add(case)

    def add(self, case: Case, times: int = 1) -> None:
        """Add one case, or several alike."""
        self._cases[case] += times
        self._size += times
        for end in range(len(case.opponent) + 1):
            counts = self._beginnings.setdefault(case.opponent[:end], [0] * BUCKETS)
            counts[case.bucket] += times

    def similar(self, opponent: str) -> Similar | None:
        """Return the buckets shown by opponents who began by acting so, if any did."""
        counts = self._beginnings.get(opponent)
        return None if counts is None else Similar(tuple(counts))

    def merge(self, other: "CaseBase") -> "CaseBase":
        """Return the cases of both, in a new base."""
        merged = CaseBase()
        for base in (self, other):
            for case, times in base._cases.items():
                merged.add(case, times)
        return merged

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[Case, int]]:
        return iter(self._cases.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CaseBase) and self._cases == other._cases

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> list[tuple[str, str, int, int]]:
        return [(case.own, case.opponent, case.bucket, n) for case, n in self._cases.items()]

    def __setstate__(self, state: list[tuple[str, str, int, int]]) -> None:
        self.__init__()  # type: ignore[misc]
        for own, opponent, bucket, times in state:
            self.add(Case(own, opponent, bucket), times)

    def save(self, path: Path | str) -> None:
        """Write all cases into a file, in place of an older case base if there is one."""
        path = Path(path)
        if path.exists():
            CaseBase.load(path)  # what is no case base stays as it is
        cases = sorted(self.__getstate__())
        document = {"format": _FORMAT, "buckets": BUCKETS, "checksum": _checksum(cases)}
        text = json.dumps(document | {"cases": cases}, separators=(",", ":"))
        try:
            write_atomically(path, text.encode())
        except OSError as error:
            raise FormatError(
                f"the case base cannot be written to {str(path)!r}: {error.strerror}"
            ) from error

    @classmethod
    def load(cls, path: Path | str) -> "CaseBase":
        """Read a file of cases."""
        try:
            document = json.loads(read_bounded(path).decode())
        except OSError as error:
            raise FormatError(
                f"the case base {str(path)!r} cannot be read: {error.strerror}"
            ) from error
        except (ValueError, RecursionError) as error:  # neither JSON nor even text
            raise FormatError(f"{str(path)!r} is no case base: {error}") from error
        return _read(document, str(path))


def _read(document: Any, name: str) -> CaseBase:
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise FormatError(f"{name!r} is no case base of ours: it does not say {_FORMAT!r}")
    if document.get("buckets") != BUCKETS:
        raise FormatError(
            f"{name!r} has cases in {document.get('buckets')!r} buckets: ours are {BUCKETS}"
        )
    cases = document.get("cases")
    if not isinstance(cases, list) or document.get("checksum") != _checksum(cases):
        raise FormatError(f"{name!r} is damaged: its cases do not fit their checksum")
    base = CaseBase()
    for row in cases:
        if not _is_case(row):
            raise FormatError(f"{name!r} is damaged: {row!r} is no case")
        own, opponent, bucket, times = row
        base.add(Case(own, opponent, bucket), times)
    return base


def _is_case(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 4
        and all(isinstance(text, str) and set(text) <= _ALPHABET for text in row[:2])
        and all(type(number) is int for number in row[2:])
        and 0 <= row[2] < BUCKETS
        and row[3] > 0
    )


def _checksum(cases: Any) -> str:
    text = json.dumps(cases, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def pattern_of(view: View, seat: int) -> str:
    """Return a seat's actions so far, street by street."""
    letters: list[str] = []
    street = 0
    for move in view.moves:
        if move.street > street:
            letters.append("/" * (move.street - street))
            street = move.street
        if move.seat == seat:
            letters.append(_LETTERS[move.action.kind])
    return "".join(letters)


def case_triple(
    similar: Similar, bucket: int, pot_odds: float, settings: Settings = PUBLISHED
) -> Triple:
    """Raise what beats most of what was shown, fold what beats less than the price asks for.

    Pot odds of 0 mean that nothing is to be called.
    """
    wins = similar.beaten_by(bucket)
    span = settings.raise_all - settings.raise_from
    raise_ = max(0.0, min(1.0, (wins - settings.raise_from) / span))
    short = pot_odds - wins
    fold = max(0.0, min(1.0, settings.fold_slope * short)) if pot_odds else 0.0
    return triple(raise_, max(0.0, 1 - raise_ - fold), fold)
