"""Checking whole files of hands: hand histories and match logs."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fivebet.errors import FormatError
from fivebet.formats import read_hands
from fivebet.formats.acpc import MatchLog, looks_like_log, read_log
from fivebet.formats.check import differences
from fivebet.game.game import Game


@dataclass(frozen=True, slots=True)
class HandCheck:
    """The result of checking one hand, or a log's totals."""

    kind: Literal["ok", "different", "unreadable"]
    complaints: tuple[str, ...] = ()
    """One line for each problem, with file and line."""
    is_hand: bool = True
    """False if it concerns a whole file."""


def check_file(path: Path, game: Game | None = None) -> Iterator[HandCheck]:
    """Yield a check of each hand of a file; a match log is of the given game or its header's."""
    if looks_like_log(path):
        try:
            log = read_log(path, game, strict=False)
        except FormatError as error:
            yield HandCheck("unreadable", (str(error),), is_hand=False)
            return
        yield from _judge_log(log)
        return
    for hand in read_hands(path):
        if isinstance(hand, FormatError):
            yield HandCheck("unreadable", (str(hand),))
            continue
        found = differences(hand)
        lines = tuple(f"{hand.source}:{each.line}: {hand.name}: {each.what}" for each in found)
        yield HandCheck("different" if found else "ok", lines)


def _judge_log(log: MatchLog) -> Iterator[HandCheck]:
    wrong = defaultdict(list)
    for problem in log.problems:
        line = f"{problem.source}:{problem.line}: {problem.text}"
        if problem.is_hand:
            wrong[problem.kind].append(line)
        else:
            yield HandCheck("different", (line,), is_hand=False)
    for line in wrong["different"]:
        yield HandCheck("different", (line,))
    for line in wrong["unreadable"]:
        yield HandCheck("unreadable", (line,))
    for _ in range(len(log.records) - len(wrong["different"])):
        yield HandCheck("ok")
