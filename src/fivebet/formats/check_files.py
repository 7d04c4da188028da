"""Checking whole files of hands: hand histories and match logs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from fivebet.errors import FormatError
from fivebet.formats import name_file, read_hands
from fivebet.formats.acpc import MatchLog, looks_like_log, read_log
from fivebet.formats.check import differences
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_text import read_file_opening
from fivebet.game.game import Game

Verdict = Literal["ok", "different", "unreadable"]

_OF_FILES = (ComplaintKind.OTHER_ROOM, ComplaintKind.UNKNOWN_FORMAT)


class FileComplaint(NamedTuple):
    """What is wrong with a hand or a file: its kind, and a line with file and line number."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class HandCheck:
    """The result of checking one hand, or of what concerns a whole file."""

    verdict: Verdict
    complaints: tuple[FileComplaint, ...] = ()
    is_hand: bool = True
    """False if it concerns a whole file."""


@dataclass
class CheckCounts:
    """The number of hands by verdict, and of complaints by kind."""

    hands: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, check: HandCheck) -> None:
        """Count one result."""
        self.hands += check.is_hand
        self.verdicts[check.verdict] += 1
        self.kinds.update(complaint.kind for complaint in check.complaints)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as a dict."""
        return {
            "hands": self.hands,
            "ok": self.verdicts["ok"],
            "different": self.verdicts["different"],
            "unreadable": self.verdicts["unreadable"],
            "kinds": dict(sorted(self.kinds.items())),
        }


def check_file(path: Path, game: Game | None = None) -> Iterator[HandCheck]:
    """Yield a check of each hand of a file; a match log is of the given game or its header's."""
    try:
        if looks_like_log(path):
            yield from _judge_log(read_log(path, game, strict=False))
        else:
            yield from _judge_hands(path)
    except FormatError as error:
        yield HandCheck("unreadable", (FileComplaint(error.kind, str(error)),), is_hand=False)


def looks_like(path: Path) -> str:
    """Return what a file looks like that cannot be read; nothing if that is not known."""
    try:
        return name_file(read_file_opening(path))
    except FormatError:
        return ""


def _judge_hands(path: Path) -> Iterator[HandCheck]:
    for hand in read_hands(path):
        if isinstance(hand, FormatError):
            complaint = FileComplaint(hand.kind, str(hand))
            yield HandCheck("unreadable", (complaint,), is_hand=hand.kind not in _OF_FILES)
            continue
        found = tuple(
            FileComplaint(each.kind, f"{hand.source}:{each.line}: {hand.name}: {each.what}")
            for each in differences(hand)
        )
        yield HandCheck("different" if found else "ok", found)


def _judge_log(log: MatchLog) -> Iterator[HandCheck]:
    for problem in log.problems:
        text = f"{problem.source}:{problem.line}: {problem.text}"
        complaint = FileComplaint(problem.complaint, text)
        yield HandCheck(problem.kind, (complaint,), problem.is_hand)
    wrong = sum(problem.is_hand and problem.kind == "different" for problem in log.problems)
    for _ in range(len(log.records) - wrong):
        yield HandCheck("ok")
