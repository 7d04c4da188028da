"""The ACPC dealer's match logs: reading and writing.

    # name/game/hands/seed demo holdem.nolimit.2p.reverse_blinds.game 2 7
    #--t_response 600000
    #--t_hand 600000
    #--t_per_hand 7000
    STATE:1:cr253c/r9880r19775r20000c//:6c9h|4h5c/5s2hAd/3c/Kh:-20000|20000:P2|P1
    SCORE:20000|-20000:P1|P2

A STATE is by position, the SCORE by seat. Reading plays every hand again and
compares its values and the totals.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Literal

from fivebet._core import HandInfo
from fivebet.errors import FivebetError, FormatError
from fivebet.formats.acpc.gamefile import find_game
from fivebet.formats.acpc.states import chips_text, parse_state, state_text
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_text import read_file_opening, read_file_text
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.game import Game
from fivebet.game.record import HandRecord

SETTINGS = ("--t_response 600000", "--t_hand 600000", "--t_per_hand 7000")
"""The dealer's own clocks, in milliseconds."""

_HEADER = re.compile(r"# name/game/hands/seed (\S+) (\S.*) (\d{1,18}) (\d{1,18})\s*", re.ASCII)
_VALUE = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?", re.ASCII)
_HALF_OF_THE_LAST_DECIMAL = Fraction(6, 10**7)  # and a little for the dealer's own rounding


@dataclass(frozen=True)
class LogProblem:
    """A line that cannot be read, or whose figures are not those of the replay."""

    kind: Literal["different", "unreadable"]
    source: str
    line: int
    text: str
    complaint: str
    """What is wrong, of the kinds in `fivebet.formats.complaints`."""
    is_hand: bool = True
    """False if it concerns the whole match."""

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}: {self.text}"


@dataclass(frozen=True, kw_only=True)
class MatchLog:
    """A match as its log describes it."""

    name: str
    game: Game
    game_name: str
    """The game's name in the header."""
    hands: int
    """The number of hands that were to be played."""
    seed: int
    settings: tuple[str, ...] = SETTINGS
    records: tuple[HandRecord, ...] = ()
    players: tuple[str, ...] = ()
    """The players by seat, as in the SCORE; empty if the match was aborted."""
    totals: tuple[Chips, ...] = ()
    problems: tuple[LogProblem, ...] = ()

    @property
    def finished(self) -> bool:
        """Return whether there is a SCORE; without one the match was aborted."""
        return bool(self.players)


def header_text(
    name: str, game_name: str, hands: int, seed: int, settings: Sequence[str] = SETTINGS
) -> str:
    """Return the lines with which a log begins."""
    lines = [
        f"# name/game/hands/seed {name} {game_name} {hands} {seed}",
        *(f"#{text}" for text in settings),
    ]
    return "\n".join(lines) + "\n"


def state_line(hand: HandInfo, players: Sequence[str]) -> str:
    """Return the STATE line of a finished hand, with its values and players by position."""
    values = "|".join(map(chips_text, hand.payoffs))
    return f"{state_text(hand)}:{values}:{'|'.join(players)}"


def score_line(totals: Iterable[Chips], players: Sequence[str]) -> str:
    """Return the SCORE line that ends a match, by seat."""
    return f"SCORE:{'|'.join(map(chips_text, totals))}:{'|'.join(players)}"


def log_text(log: MatchLog) -> str:
    """Return the log as the dealer would have written it."""
    lines = [state_line(record.replay(), record.players) for record in log.records]
    if log.finished:
        lines.append(score_line(log.totals, log.players))
    header = header_text(log.name, log.game_name, log.hands, log.seed, log.settings)
    return header + "".join(f"{line}\n" for line in lines)


def looks_like_log(path: str | Path) -> bool:
    """Return whether a file begins as match logs do: with their header or a STATE."""
    try:
        opening = read_file_opening(Path(path))
    except FormatError:
        return False
    lines = (line for line in opening.splitlines() if line.strip() and line[0] != ";")
    for line in islice(lines, 10):
        if line.startswith(("STATE:", "# name/game/hands/seed")):
            return True
        if not line.startswith("#"):
            return False
    return False


def read_log(path: str | Path, game: Game | None = None, *, strict: bool = True) -> MatchLog:
    """Return the match of a log file.

    The game is the one given, or the one that the header names: a file beside
    the log or a game of ours. A problem is an error, or one of `problems` if
    `strict` is off.
    """
    path = Path(path)
    return parse_log(
        read_file_text(path), game, source=str(path), beside=path.parent, strict=strict
    )


def parse_log(
    text: str,
    game: Game | None = None,
    *,
    source: str = "log",
    beside: Path | None = None,
    strict: bool = True,
) -> MatchLog:
    """Return the match of a log's text."""
    lines = list(enumerate(text.splitlines(), start=1))
    header = next((found for _, line in lines if (found := _HEADER.fullmatch(line))), None)
    if game is None:
        game = _header_game(header, source, beside)
    reader = _LogReader(game, source, strict)
    for number, line in lines:
        reader.read(number, line)
    reader.check_score(len(lines), int(header[3]) if header else None)
    return MatchLog(
        name=header[1] if header else Path(source).stem,
        game=game,
        game_name=header[2] if header else str(game),
        hands=int(header[3]) if header else len(reader.records),
        seed=int(header[4]) if header else 0,
        settings=tuple(reader.settings),
        records=tuple(reader.records),
        players=reader.players,
        totals=reader.totals,
        problems=tuple(reader.problems),
    )


def _header_game(header: re.Match[str] | None, source: str, beside: Path | None) -> Game:
    if header is None:
        raise FormatError(
            f"{source}, line 1: there is no '# name/game/hands/seed' that names the game: give one"
        )
    try:
        return find_game(header[2], beside or Path())
    except FormatError:
        raise
    except FivebetError as error:
        raise FormatError(f"{source}, line 1: {error}") from error


class _LogReader:
    """Reads a log line by line and collects its hands and its problems."""

    def __init__(self, game: Game, source: str, strict: bool) -> None:
        self.game, self.source, self.strict = game, source, strict
        self.settings: list[str] = []
        self.records: list[HandRecord] = []
        self.problems: list[LogProblem] = []
        self.players: tuple[str, ...] = ()
        self.totals: tuple[Chips, ...] = ()
        self._stated: tuple[Fraction, ...] = ()
        self._score_at = 0
        self._whole = True

    def read(self, number: int, line: str) -> None:
        try:
            if line.startswith("#--"):
                self.settings.append(line[1:].rstrip())
            elif not line.strip() or line[0] in "#;":
                pass
            elif self._score_at:
                raise FormatError(f"{line!r} comes after the SCORE", kind=ComplaintKind.HANDS)
            elif line.startswith("SCORE:"):
                self._read_score(number, line)
            else:
                self._read_state(number, line)
        except FivebetError as error:
            self._whole = False
            kind = error.kind if isinstance(error, FormatError) else ComplaintKind.MALFORMED
            self._complain("unreadable", number, str(error), kind)

    def _read_state(self, number: int, line: str) -> None:
        parts = line.split(":", 5)
        if len(parts) != 6 or parts[0] != "STATE":
            raise FormatError(f"{line!r} is no STATE:hand:betting:cards:values:names")
        hand = parse_state(self.game, *parts[1:4])
        if not hand.decided:
            raise FormatError(
                f"the hand of {line!r} has no result: it is not over",
                kind=ComplaintKind.UNFINISHED,
            )
        stated = _values(parts[4], self.game.seats)
        record = hand.record(_names(parts[5], self.game.seats))
        self.records.append(record)
        if _differ(stated, hand.payoffs):
            ours = "|".join(map(chips_text, hand.payoffs))
            text = f"hand {hand.number} is worth {ours}, and not {parts[4]}"
            self._complain("different", number, text, ComplaintKind.WINNINGS)

    def _read_score(self, number: int, line: str) -> None:
        _, values, names = (*line.split(":", 2), "")[:3]
        self._stated = _values(values, self.game.seats)
        self.players = _names(names, self.game.seats)
        self._score_at = number

    def check_score(self, last: int, hands: int | None) -> None:
        """Compare the totals, once all hands have been read."""
        if not self._score_at:
            self._note_abort(last, hands)
            return
        by_seat = [Fraction(0)] * self.game.seats
        seats = _seat_orders(self.records, self.players)
        if seats is None:
            self._complain(
                "different",
                self._score_at,
                f"the players of the SCORE, {'|'.join(self.players)}, are not those of the hands",
                ComplaintKind.PLAYERS,
                is_hand=False,
            )
            self.totals = self._stated
            return
        for record, order in zip(self.records, seats, strict=True):
            for position, payoff in enumerate(record.payoffs or ()):
                by_seat[order[position]] += payoff
        self.totals = tuple(map(simplify_chips, by_seat))
        if not self._whole:
            return
        if hands is not None and hands != len(self.records):
            text = f"{len(self.records)} hands were played, and {hands} announced"
            self._complain("different", last, text, ComplaintKind.HANDS, is_hand=False)
        if _differ(self._stated, self.totals):
            ours = "|".join(map(chips_text, self.totals))
            stated = "|".join(map(chips_text, self._stated))
            text = f"the totals are {ours}, and not {stated}"
            self._complain("different", self._score_at, text, ComplaintKind.TOTALS, is_hand=False)

    def _note_abort(self, last: int, hands: int | None) -> None:
        """Say that a match has no end; a log without a header need not be one of a match.

        That is no error, even to a strict reader: what was played was played.
        """
        if hands is not None:
            text = f"the match was aborted: {len(self.records)} of {hands} hands, and no SCORE"
            problem = LogProblem(
                "different", self.source, last, text, ComplaintKind.ABORTED, is_hand=False
            )
            self.problems.append(problem)

    def _complain(
        self,
        kind: Literal["different", "unreadable"],
        line: int,
        text: str,
        complaint: str,
        is_hand: bool = True,
    ) -> None:
        problem = LogProblem(kind, self.source, line, text, complaint, is_hand)
        if self.strict:
            raise FormatError(str(problem))
        self.problems.append(problem)


def _values(text: str, seats: int) -> tuple[Fraction, ...]:
    words = text.split("|")
    if len(words) != seats or not all(map(_VALUE.fullmatch, words)):
        raise FormatError(f"{text!r} are no {seats} values")
    return tuple(map(Fraction, words))


def _names(text: str, seats: int) -> tuple[str, ...]:
    names = tuple(text.rstrip("\r\n").split("|"))
    if len(names) != seats or not all(names):
        raise FormatError(f"{text!r} are no {seats} names")
    return names


def _differ(stated: Sequence[Fraction], ours: Sequence[Chips]) -> bool:
    pairs = zip(stated, ours, strict=True)
    return any(abs(first - second) > _HALF_OF_THE_LAST_DECIMAL for first, second in pairs)


def _seat_orders(
    records: Sequence[HandRecord], players: Sequence[str]
) -> list[tuple[int, ...]] | None:
    """Return the seat of each position in each hand, by name or by the dealer's rotation."""
    count = len(players)
    if len(set(players)) == count:
        orders = [[players.index(n) for n in r.players if n in players] for r in records]
        return [tuple(o) for o in orders] if all(len(set(o)) == count for o in orders) else None
    for turn in (1, 0):
        turned = [tuple((p + turn * r.number) % count for p in range(count)) for r in records]
        if all(
            r.players == tuple(players[seat] for seat in order)
            for r, order in zip(records, turned, strict=True)
        ):
            return turned
    return None
