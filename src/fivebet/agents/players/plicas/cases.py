"""The case base (4.2.2, algorithm 3): what opponents showed after which actions.

A case is a hand that came to a showdown: how we acted, how the opponent acted, and
the bucket of the hand shown. Two are similar if the opponent acted alike; a
situation is similar to all cases that began as it has gone so far. Patterns are
letters: k check, l limp, c call, r bet or raise, streets divided by `/`, as `r/k` for a
raise before the flop and a check on it.

`Similarity` names two readings of "the same action pattern" and of the bucket that is
looked up "in the corresponding situation":

    situation   the same position and actions, a limp apart from a call of a raise; the
                bucket is that of the hand on the street of the situation
    pattern     the same actions from either position, a limp like a call; the bucket is
                that of the showdown

Every beginning of a pattern is counted as a case comes in, so that a look-up costs the
same with a million cases as with ten.

A file of cases is JSON with a checksum. It is written beside the old one and put in
its place at the end; a file that is something else is never written over.
"""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, TypeVar

from fivebet.agents.players.plicas.rules import Triple, triple
from fivebet.agents.players.plicas.settings import PUBLISHED, Settings
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.errors import FormatError
from fivebet.files import read_bounded, write_atomically
from fivebet.game.view import View

Key = TypeVar("Key", bound=Hashable)
Similarity = Literal["situation", "pattern"]

_FORMAT = "fivebet case base 2"
_OLD_FORMAT = "fivebet case base 1"
"""Cases of the first format have no position and only the bucket of the showdown."""
_LETTERS = {"check": "k", "call": "c", "bet": "r", "raise": "r", "fold": "f"}
_ALPHABET = frozenset("klcr/")


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was shown down."""

    own: str
    opponent: str
    bucket: int
    """The bucket of the hand that the opponent showed, on the river."""
    button: bool | None = None
    """Whether the opponent was on the button; None in cases of the first format."""
    flop: int | None = None
    turn: int | None = None
    """The buckets of the same hand on the flop and on the turn; None in the same cases."""

    def bucket_on(self, street: int) -> int | None:
        """Return the bucket on a street, of which the flop is 1."""
        return (self.flop, self.turn, self.bucket)[street - 1]


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


Row = tuple[str | int, ...]
"""Own pattern, opponent's, bucket, times; then whether on the button, and earlier buckets."""


def _row(case: Case, times: int) -> Row:
    row = (case.own, case.opponent, case.bucket, times)
    if case.button is None or case.flop is None or case.turn is None:
        return row
    return (*row, int(case.button), case.flop, case.turn)


def _case(row: Sequence[Any]) -> tuple[Case, int]:
    own, opponent, bucket, times, *situation = row
    if not situation:
        return Case(own, opponent, bucket), times
    button, flop, turn = situation
    return Case(own, opponent, bucket, bool(button), flop, turn), times


def _count(counts: dict[Key, list[int]], key: Key, bucket: int, times: int) -> None:
    counts.setdefault(key, [0] * BUCKETS)[bucket] += times


def _without_limps(pattern: str) -> str:
    return pattern.replace("l", "c")


class CaseBase:
    """The cases, by the opponent's actions."""

    def __init__(self, cases: Iterable[Case] = ()) -> None:
        self._cases: Counter[Case] = Counter()
        self._patterns: dict[str, list[int]] = {}
        self._situations: dict[tuple[bool, str], list[int]] = {}
        self._size = 0
        for case in cases:
            self.add(case)

    def add(self, case: Case, times: int = 1) -> None:
        """Add one case, or several alike."""
        self._cases[case] += times
        self._size += times
        alike = _without_limps(case.opponent)
        for end in range(len(alike) + 1):
            _count(self._patterns, alike[:end], case.bucket, times)
        if case.button is None:
            return
        for end in range(len(case.opponent) + 1):
            beginning = case.opponent[:end]
            street = beginning.count("/")
            bucket = case.bucket_on(street) if 1 <= street <= 3 else None
            if bucket is not None:
                _count(self._situations, (case.button, beginning), bucket, times)

    def similar(self, opponent: str) -> Similar | None:
        """Return the buckets shown down by opponents who began by acting so, if any did.

        Positions count alike, and so do limps and calls.
        """
        counts = self._patterns.get(_without_limps(opponent))
        return None if counts is None else Similar(tuple(counts))

    def similar_situations(self, button: bool, opponent: str) -> Similar | None:
        """Return the buckets that opponents had on this street who began so in this position."""
        counts = self._situations.get((button, opponent))
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

    def __getstate__(self) -> list[Row]:
        return [_row(case, times) for case, times in self._cases.items()]

    def __setstate__(self, state: list[Row]) -> None:
        self.__init__()  # type: ignore[misc]
        for row in state:
            self.add(*_case(row))

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
    if not isinstance(document, dict) or document.get("format") not in (_FORMAT, _OLD_FORMAT):
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
        base.add(*_case(row))
    return base


def _is_case(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) in (4, 7)
        and all(isinstance(text, str) and set(text) <= _ALPHABET for text in row[:2])
        and all(type(number) is int for number in row[2:])
        and all(0 <= bucket < BUCKETS for bucket in (row[2], *row[5:]))
        and row[3] > 0
        and row[4:5] in ([], [0], [1])
    )


def _checksum(cases: Any) -> str:
    text = json.dumps(cases, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def pattern_of(view: View, seat: int) -> str:
    """Return a seat's actions so far, street by street."""
    letters: list[str] = []
    street = 0
    raised = False
    for move in view.moves:
        if move.street > street:
            letters.append("/" * (move.street - street))
            street = move.street
        kind = move.action.kind
        if move.seat == seat:
            is_limp = kind == "call" and not street and not raised
            letters.append("l" if is_limp else _LETTERS[kind])
        raised = raised or kind == "raise"
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
