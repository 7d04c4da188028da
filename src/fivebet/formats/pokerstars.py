"""Reading PokerStars' hand histories.

Hold'em is read, no-limit, pot-limit and limit, cash games and tournaments, also where it
is one game of a mix, as the room has written it since 2005: older files mention no
returned bets. Chat and comings and goings are passed over. What a player pays without
being able to win more by it, such as the small blind of one who missed it, is dead money:
an ante of that seat. An absent player whom a blind or an ante has put all-in "folds"
when it would be their turn, and cannot win: their cards count as mucked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain
from typing import Any

from fivebet.cards import Card
from fivebet.cards.card import BOARD_CARDS
from fivebet.errors import FivebetError, FormatError
from fivebet.formats.check import BOOKS, fit_rule_book, with_payoffs
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_record import (
    CARDS,
    ActionDetails,
    FileRecord,
    StatedResults,
    as_chips,
    decimals,
    only_hand,
)
from fivebet.formats.pokerstars_table import COIN, SYMBOL, TableSetup
from fivebet.formats.rooms import name_file
from fivebet.game.action import CALL, CHECK, FOLD, Action, bet, raise_to

_AMOUNT = rf"{SYMBOL}({COIN})"
_START = re.compile(
    r"^[ \t*]*PokerStars [^\n#]*#[A-Z]{0,3}[0-9]+:"
    # A hand that was cut off, with the next behind it in the same line; chat may quote anything.
    r"|(?<!\")PokerStars (?:[A-Za-z]{1,10} ){0,2}(?:Hand|Game) #[A-Z]{0,3}[0-9]+:"
    r"(?= [^\n]{0,300} - [0-9]{4}/)",
    re.M | re.I,
)
_SEAT = re.compile(rf"Seat ([0-9]{{1,2}}): (.+) \({_AMOUNT} in chips(?:, [^()]*)?\).*")
_BUTTON = re.compile(
    r"Table '(.*)'(?: +([0-9]{1,2})-max)?(?: +\((?:(Play Money)|[A-Za-z ]*)\))?"
    r" +Seat #([0-9]{1,2}) is the button",
    re.I,
)
_OTHER_LANGUAGE = re.compile(r"\w+ '[^']*' [0-9]{1,2}-\w+ (?!.*Seat #).*#[0-9]{1,2}", re.I)
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\*(?: \[[^\]]*\])? \[([^\]]*)\]")
_CARDS = re.compile(r"\[([^\]]*)\]")
_UNCALLED = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to (.+)")
_COLLECTED = re.compile(rf" collected {_AMOUNT} from (?:main pot|side pot(?:-[0-9]+)?|pot)")
_POT = re.compile(rf"Total pot {_AMOUNT}(?![0-9,.])")
_TAKEN = re.compile(rf"\| [A-Za-z ]{{1,30}} {_AMOUNT}")
"""The rake, and what else the room takes, such as a fee for a jackpot."""
_WON = re.compile(rf"(?:won|collected) \({_AMOUNT}\)")
_POST = re.compile(
    r"(?:posts )?(the ante|small blind|big blind|small & big blinds|(?:the |a )?straddle) "
    rf"{_AMOUNT}(?: and is all-in)?"
)
_MOVE = re.compile(
    rf"(?:(folds)(?: \[.*\])?|(checks)|(calls) {_AMOUNT}|(bets) {_AMOUNT}"
    rf"|(raises) {_AMOUNT} to {_AMOUNT})"
    r"(?: and (?:is all-in|has reached the .* cap))*"
)
_ACT = re.compile(rf"(.+?): (?:{_POST.pattern}|{_MOVE.pattern})")
_GAP = re.compile(r"\n\s*\n")
_SILENT = re.compile(
    r"(?:sits out|is sitting out|doesn't show hand|Table deposit |.*removed from the table.*)"
)
_TWICE = re.compile(r"\*\*\* (?:FIRST|SECOND) |Hand was run twice")
_CANCELLED = re.compile(r"Hand cancelled")
_HIDDEN = "XX"
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}


def looks_like_pokerstars(text: str) -> bool:
    """Return whether a text holds the first line of a PokerStars hand."""
    return _START.search(text) is not None


def read_pokerstars(text: str, source: str = "") -> Iterator[FileRecord | FormatError]:
    """Yield the hands of a text; a hand that cannot be read is its error."""
    text = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    starts = [match.start() for match in _START.finditer(text)]
    if not starts:
        yield FormatError("there is no 'PokerStars Hand #…' to begin with", source)
    elif error := _error_before(text[: starts[0]], source):
        yield error
    before, line = 0, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        line += text.count("\n", before, start)
        before = start
        own, name = _own_text(text[start:end])
        try:
            yield _HandReader(own, source, line).read()
        except FormatError as error:
            yield error
        if name:
            what = f"what follows looks like {name}: only PokerStars' hands are read here"
            at = line + own.count("\n") + 1
            yield FormatError(what, source, at, kind=ComplaintKind.OTHER_ROOM)


def _error_before(text: str, source: str) -> FormatError | None:
    """Return what is wrong with a text before the first line of the first hand."""
    name = name_file(text) if text.strip() else ""
    if name:
        what = f"what comes first looks like {name}: only PokerStars' hands are read here"
        return FormatError(what, source, kind=ComplaintKind.OTHER_ROOM)
    if "*** SUMMARY" in text:
        what = "the first line of the first hand is missing"
        return FormatError(what, source, kind=ComplaintKind.CUT_OFF)
    return None


def _own_text(text: str) -> tuple[str, str]:
    """Return a hand without another room's that follow it, and what these look like."""
    gap = _GAP.search(text, max(0, text.find("*** SUMMARY")))
    rest = text[gap.end() :] if gap else ""
    name = name_file(rest) if rest.strip() else ""
    return (text.removesuffix(rest), name) if name else (text, "")


def parse_pokerstars(text: str, source: str = "") -> FileRecord:
    """Return the hand of a text that holds one."""
    return only_hand(read_pokerstars(text, source), source)


@dataclass(frozen=True)
class _Move:
    """An action with its amounts as the file has them."""

    name: str
    kind: str
    street: int
    line: int
    amount: Decimal | None = None
    to: Decimal | None = None


@dataclass
class _HandReader:
    """Reads one hand, line by line."""

    text: str
    source: str
    before: int
    table: TableSetup = field(init=False)
    metadata: dict[str, Any] = field(default_factory=dict)
    line: int = 0
    street: int = 0
    in_summary: bool = False
    showdown: bool = False
    moves: list[_Move] = field(default_factory=list)
    holes: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    board: tuple[Card, ...] = ()
    summary_board: str = ""
    mucked: set[str] = field(default_factory=set)
    collected: dict[str, Decimal] = field(default_factory=dict)
    summary: dict[str, Decimal] = field(default_factory=dict)
    uncalled: tuple[str, Decimal] | None = None
    pot: Decimal | None = None
    rake: Decimal = Decimal(0)

    def read(self) -> FileRecord:
        lines = self.text.split("\n")
        self.line = self.before + 1
        header = lines[0].strip(" \t*")
        # Not all blanks are stripped: a name may begin or end with another kind of them.
        written = [(self.before + n, line.strip(" \t")) for n, line in enumerate(lines[1:], 2)]
        written = [(number, line) for number, line in written if line]
        self.read_language(written)
        self.table = TableSetup.from_header(header, self.metadata, self.error)
        whole = any(line.startswith("Total pot ") for _, line in written)
        boards = [line for _, line in written if line.startswith("Board [")]
        self.summary_board = boards[-1][7:].rstrip("]") if boards else ""
        try:
            for self.line, line in written:
                self.read_line(line)
        except FormatError as error:
            if whole or self.line != written[-1][0]:
                raise
            raise self.error(
                f"{error.what}; the hand was cut off there", ComplaintKind.CUT_OFF
            ) from None
        self.line = self.before + 1
        if not whole:
            raise self.error(
                "the hand has no '*** SUMMARY ***' with its total pot: it was cut off",
                ComplaintKind.CUT_OFF,
            )
        return self.history()

    def error(self, what: str, kind: str = ComplaintKind.MALFORMED) -> FormatError:
        return FormatError(what, self.source, self.line, kind=kind)

    def read_line(self, line: str) -> None:
        # A player's name comes first: it may look like anything else.
        if not self.in_summary and self.read_player(line):
            return
        if _TWICE.match(line):
            what = f"{line!r}: hands that are run twice are not read"
            raise self.error(what, ComplaintKind.RUN_TWICE)
        if _CANCELLED.match(line):
            what = f"{line!r}: hands that are cancelled are not read"
            raise self.error(what, ComplaintKind.CANCELLED)
        if line.startswith("*** "):
            self.read_marker(line)
        elif self.in_summary:
            self.read_summary(line)
        elif not self.table.button and line.startswith("Table '"):
            self.read_button(line)
        elif not self.table.closed and line.startswith("Seat "):
            self.read_seat(line)
        else:
            self.read_play(line)

    def read_language(self, lines: list[tuple[int, str]]) -> None:
        """Complain if the line with the table, the first after the header, is not English."""
        for number, line in lines[:1]:
            if _OTHER_LANGUAGE.match(line):
                self.line = number
                what = f"{line!r} is in another language: hand histories in English are read"
                raise self.error(what, ComplaintKind.OTHER_LANGUAGE)

    def read_player(self, line: str) -> bool:
        """Read what a player does or collects; return whether the line says such a thing."""
        name = self.table.name_at(line, " collected ")
        amount = _COLLECTED.match(line, len(name)) if name is not None else None
        if name is not None and amount:
            self.collected[name] = self.collected.get(name, Decimal(0)) + self.number(amount[1])
            return True
        name = self.table.name_at(line, ": ")
        if name is None or (not self.table.closed and _SEAT.fullmatch(line)):
            return False
        self.read_act(name, line[len(name) + 2 :])
        return True

    def read_marker(self, line: str) -> None:
        if self.in_summary:
            what = f"{line!r} is part of another hand, whose first line is missing"
            raise self.error(what)
        street = _STREET.match(line)
        if street:
            self.street = _STREETS[street[1]]
            # The room has left cards out of a street that its summary has.
            dealt = self.cards(street[2]) or self.left_out(BOARD_CARDS[self.street])
            self.board = (*self.board, *dealt)
            if len(self.board) != BOARD_CARDS[self.street]:
                raise self.error(f"there are {len(self.board)} cards on the {street[1].lower()}")
        elif line.startswith("*** SUMMARY"):
            self.in_summary = True
        elif not line.startswith(("*** HOLE CARDS", "*** SHOW DOWN")):
            raise self.error(f"{line!r} is no part of a hand: FLOP, TURN, RIVER … are")
        self.table.closed = True

    def left_out(self, known: int) -> tuple[Card, ...]:
        words = self.summary_board.split()
        return self.cards(" ".join(words[len(self.board) : known]))

    def read_button(self, line: str) -> None:
        found = _BUTTON.match(line)
        if not found:
            raise self.error(f"{line!r} has no button: 'Table 'X' 6-max Seat #1 is the button'")
        self.metadata["table"] = found[1]
        if found[2]:
            self.metadata["seat_count"] = int(found[2])
        if found[3]:
            self.metadata["_play_money"] = True
        self.table.button = int(found[4])

    def read_seat(self, line: str) -> None:
        seat = _SEAT.fullmatch(line)
        if not seat:
            raise self.error(f"{line!r} is no seat: 'Seat 1: NAME (100 in chips)' is expected")
        self.table.sit(int(seat[1]), seat[2], self.number(seat[3]))

    def read_play(self, line: str) -> None:
        uncalled = _UNCALLED.fullmatch(line)
        if uncalled:
            self.uncalled = self.known(uncalled[2]), self.number(uncalled[1])
            return
        if line.startswith("Dealt to "):
            rest = line.removeprefix("Dealt to ")
            name = self.table.name_at(rest, " [")
            if name is not None:
                self.show(name, rest[len(name) :])
        elif self.table.name_at(line, " collected ") is not None:
            raise self.error(f"{line!r}: 'collected AMOUNT from pot' is expected")
        elif act := _ACT.fullmatch(line):
            raise self.error(f"{act[1]!r} acts, but sits at no seat")

    def read_act(self, name: str, what: str) -> None:
        post, move = _POST.fullmatch(what), _MOVE.fullmatch(what)
        if post:
            self.table.post(name, post[1], self.number(post[2]))
        elif move:
            kind = next(group for group in move.group(1, 2, 3, 5, 7) if group)
            amounts = [self.number(move[i]) for i in (4, 6, 8, 9) if move[i]]
            self.table.play(name)
            self.moves.append(_Move(name, kind, self.street, self.line, *amounts))
        elif what.startswith("shows ["):
            self.showdown = True
            self.show(name, what)
        elif what.startswith("mucks hand"):
            self.mucked.add(name)
        elif not _SILENT.match(what) and self.table.name_at(f"{name}: {what}", " ") is None:
            # Else it is about another player, whose name begins like this.
            raise self.error(f"{name!r} {what!r}: an action is expected, like folds or calls 100")

    def read_summary(self, line: str) -> None:
        if line.startswith("Total pot "):
            pot = _POT.match(line)
            if not pot:
                raise self.error(f"{line!r}: 'Total pot AMOUNT | Rake AMOUNT' is expected")
            self.pot = self.number(pot[1])
            self.rake = sum((self.number(each[1]) for each in _TAKEN.finditer(line)), Decimal(0))
        elif line.startswith("Board ["):
            if self.cards(line[7 : line.find("]")]) != self.board:
                raise self.error(f"{line!r} is not the board that was dealt")
        elif line.startswith("Seat "):
            place, _, rest = line.removeprefix("Seat ").partition(": ")
            name = self.table.name_in_summary(place, rest)
            if name is None:
                return
            what = rest[len(name) :]
            if " showed [" in what or " mucked [" in what:
                self.show(name, what)
            won = _WON.search(what)
            if won:
                self.summary[name] = self.number(won[1])
                if "pot not awarded" in what:
                    # The room has bought the hand and keeps what it won.
                    self.collected.setdefault(name, self.summary[name])

    def show(self, name: str, text: str) -> None:
        shown = _CARDS.search(text)
        hidden = shown is None or _HIDDEN in shown[1].split()
        cards = () if shown is None or hidden else self.cards(shown[1])
        if len(cards) == 2:
            before = self.holes.setdefault(name, cards)
            if set(before) != set(cards):
                raise self.error(f"{name!r} shows other cards than before")

    def cards(self, text: str) -> tuple[Card, ...]:
        for card in text.split():
            if card not in CARDS:
                raise self.error(f"{card!r} is no card: one like As is expected")
        return tuple(CARDS[card] for card in text.split())

    def number(self, text: str) -> Decimal:
        amount = Decimal(text.replace(",", ""))
        try:
            decimals(amount)
        except FormatError as error:
            raise self.error(error.what) from None
        return amount

    def known(self, name: str) -> str:
        if name not in self.table.stacks:
            raise self.error(f"{name!r} sits at no seat")
        return name

    def losers_muck(self) -> bool:
        """Return whether somebody mucked, or nobody had to show."""
        return bool(self.mucked) or not self.showdown

    def scale(self) -> int:
        amounts = [*self.table.amounts(), self.rake, self.pot or Decimal(0)]
        amounts += [amount for move in self.moves for amount in (move.amount, move.to) if amount]
        amounts += [*self.collected.values(), *self.summary.values()]
        amounts += [self.uncalled[1]] if self.uncalled else []
        least = 2 if self.metadata.get("currency_symbol") else 0
        return max(least, *map(decimals, amounts))

    def history(self) -> FileRecord:
        absent = {move.name for move in self.moves if self.table.is_all_in(move.name)}
        moves = [move for move in self.moves if move.name not in absent]
        holes = {name: cards for name, cards in self.holes.items() if name not in absent}
        books = [replace(book, losers_muck=self.losers_muck()) for book in BOOKS]
        try:
            scale = self.scale()
            game, names, places = self.table.seated(scale, books[0], self.error)
            actions = tuple(_action(move, scale) for move in moves)
        except FormatError:
            raise
        except FivebetError as error:
            raise self.error(str(error)) from None
        seats = {name: seat for seat, name in enumerate(names)}
        returned = (self.uncalled[0],) if self.uncalled else ()
        for name in (*self.collected, *self.summary, *self.mucked, *returned):
            if name not in seats:
                raise self.error(f"{name!r} takes part in the end of a hand without playing it")
        mucked = {seats[name] for name in self.mucked | absent if name not in holes}

        def chips(amount: Decimal) -> int:
            return int(as_chips(amount, scale))

        def by_seat(amounts: dict[str, Decimal]) -> tuple[int, ...]:
            return tuple(chips(amounts.get(name, Decimal(0))) for name in names)

        record = FileRecord(
            game=game,
            stacks=game.stacks,
            holes=tuple(holes.get(name) for name in names),
            board=self.board,
            actions=actions,
            payoffs=None,
            players=names,
            places=places,
            button=self.table.button,
            number=self.metadata["hand"],
            mucked=tuple(sorted(mucked)),
            details=tuple(_details(move, seats, scale) for move in moves),
            stated=StatedResults(
                winnings=by_seat(self.collected),
                summary=by_seat(self.summary) if self.summary else None,
                pot=chips(self.pot or Decimal(0)),
                uncalled=self.uncalled and (seats[self.uncalled[0]], chips(self.uncalled[1])),
                rake=chips(self.rake),
                complete=True,
            ),
            scale=scale,
            metadata=self.metadata,
            source=self.source,
            line=self.before + 1,
        )
        others = (replace(record, game=replace(game, rules=book)) for book in books[1:])
        return with_payoffs(fit_rule_book(chain((record,), others)))


def _action(move: _Move, scale: int) -> Action:
    match move.kind, move.amount, move.to:
        case "folds", _, _:
            return FOLD
        case "checks", _, _:
            return CHECK
        case "bets", Decimal() as amount, _:
            return bet(int(as_chips(amount, scale)))
        case "raises", _, Decimal() as to:
            return raise_to(int(as_chips(to, scale)))
        case _:
            return CALL


def _details(move: _Move, seats: dict[str, int], scale: int) -> ActionDetails:
    amount = None if move.amount is None else int(as_chips(move.amount, scale))
    raised = move.kind == "raises"
    return ActionDetails(
        seats[move.name],
        move.street,
        move.line,
        paid=None if raised else amount,
        by=amount if raised else None,
    )
