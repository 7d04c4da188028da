"""PHH's notation of actions: `d dh p1 AsKs`, `d db 2c3c4d`, `p1 cbr 300`, `p1 sm`."""

import re
from decimal import Decimal
from itertools import takewhile

from fivebet.cards import Card
from fivebet.errors import FormatError
from fivebet.formats.file_record import CARDS, ActionDetails, money
from fivebet.formats.phh_fields import Fields
from fivebet.game.action import CALL, FOLD, Action, raise_to
from fivebet.game.events import Acted, Dealt, Mucked, Shown, StreetDealt
from fivebet.game.hand import Hand

_AMOUNT = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,20})?")
_PLAYER = re.compile(r"p([0-9]{1,2})")
_STREETS = {0: 0, 3: 1, 4: 2, 5: 3}
_UNKNOWN = "??"
_EXPECTED = "'d dh pN CARDS', 'd db CARDS', 'pN f', 'pN cc', 'pN cbr AMOUNT' or 'pN sm [CARDS]'"


class PhhActions:
    """The parsed list of actions of one hand."""

    def __init__(self, fields: Fields, seats: int) -> None:
        given = fields.need("actions")
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            raise fields.error("actions are no list of texts", "actions")
        self.notations: tuple[str, ...] = tuple(given)
        self._fields = fields
        self._seats = seats
        self._moves: list[tuple[ActionDetails, str, Decimal | None]] = []
        self._dealt: list[list[str]] = [[] for _ in range(seats)]
        self._board: list[str] = []
        self._mucked: set[int] = set()
        self._seen: set[str] = set()
        self.has_showdown = False
        self._offset = fields.offset("actions")
        for notation in self.notations:
            self._find(notation)
            words = notation.split("#", 1)[0].split()
            if words:
                self._read(notation, words)

    @property
    def details(self) -> tuple[ActionDetails, ...]:
        """Return the seat, street and line of each action."""
        return tuple(details for details, _, _ in self._moves)

    @property
    def amounts(self) -> tuple[Decimal, ...]:
        """Return all amounts that were bet."""
        return tuple(amount for _, _, amount in self._moves if amount is not None)

    @property
    def holes(self) -> tuple[tuple[Card, ...] | None, ...]:
        """Return hole cards by seat, dealt face up or shown."""
        return tuple(self._known(cards) for cards in self._dealt)

    @property
    def board(self) -> tuple[Card, ...]:
        """Return the board, as far as it is known."""
        return tuple(CARDS[card] for card in takewhile(CARDS.__contains__, self._board))

    @property
    def mucked(self) -> tuple[int, ...]:
        """Return the seats that threw their cards away at the showdown."""
        return tuple(sorted(self._mucked))

    @property
    def street(self) -> int:
        """Return the street that the board has reached."""
        return _STREETS.get(len(self._board), 0)

    def actions(self, scale: int) -> tuple[Action, ...]:
        """Return the players' actions, with amounts in chips."""
        actions = []
        for _, kind, amount in self._moves:
            if amount is None:
                actions.append(FOLD if kind == "f" else CALL)
            else:
                actions.append(raise_to(self._fields.chips("actions", amount, scale)))
        return tuple(actions)

    def _find(self, notation: str) -> None:
        found = self._fields.text.find(notation, self._offset + 1)
        self._offset = found if found >= 0 else self._offset

    def _error(self, what: str) -> FormatError:
        return self._fields.error(what, offset=self._offset)

    def _read(self, notation: str, words: list[str]) -> None:
        match words:
            case ["d", "db", cards]:
                self._board += self._new(self._cards(cards))
                if len(self._board) > 5:
                    raise self._error(
                        f"{notation!r} is the board's sixth card: boards that are run "
                        "twice are not read"
                    )
            case ["d", "dh", player, cards]:
                self._deal(self._seat(player), self._new(self._cards(cards)))
            case [player, "f" | "cc" as kind]:
                self._act(player, kind, None)
            case [player, "cbr", amount] if _AMOUNT.fullmatch(amount):
                self._act(player, "cbr", Decimal(amount))
            case [player, "sm"]:
                self.has_showdown = True
                self._mucked.add(self._seat(player))
            case [player, "sm", "-"]:
                # PokerKit once wrote this for a player who shows the cards that were dealt.
                self.has_showdown = True
                self._seat(player)
            case [player, "sm", cards]:
                self.has_showdown = True
                self._show(self._seat(player), self._cards(cards))
            case _:
                raise self._error(f"{notation!r} is no action: {_EXPECTED} is expected")

    def _act(self, player: str, kind: str, amount: Decimal | None) -> None:
        dealt = len(self._board)
        if dealt not in _STREETS:
            raise self._error(f"{player} acts with {dealt} cards on the board: no street has them")
        details = ActionDetails(
            self._seat(player), _STREETS[dealt], self._fields.line_at(self._offset)
        )
        self._moves.append((details, kind, amount))

    def _seat(self, player: str) -> int:
        number = _PLAYER.fullmatch(player)
        if not number or not 1 <= int(number[1]) <= self._seats:
            raise self._error(f"{player!r} is no player: p1 to p{self._seats} are")
        return int(number[1]) - 1

    def _cards(self, text: str) -> list[str]:
        cards = [text[i : i + 2] for i in range(0, len(text), 2)]
        for card in cards:
            if card not in CARDS and card != _UNKNOWN:
                raise self._error(f"{card!r} in {text!r} is no card: As or ?? is expected")
        return cards

    def _new(self, cards: list[str]) -> list[str]:
        for card in cards:
            if card in self._seen:
                raise self._error(f"{card} is dealt twice")
            if card != _UNKNOWN:
                self._seen.add(card)
        return cards

    def _deal(self, seat: int, cards: list[str]) -> None:
        self._dealt[seat] += cards
        if len(self._dealt[seat]) > 2:
            raise self._error(f"p{seat + 1} is dealt {len(self._dealt[seat])} cards: there are 2")

    def _show(self, seat: int, cards: list[str]) -> None:
        if len(cards) != 2:
            raise self._error(f"p{seat + 1} shows {len(cards)} cards: there are 2")
        before, after = (set(c) - {_UNKNOWN} for c in (self._dealt[seat], cards))
        if len(before | after) > 2:
            raise self._error(f"p{seat + 1} shows {''.join(cards)}, but was dealt other cards")
        if len(after) == 2 > len(before):
            self._dealt[seat] = cards

    def _known(self, cards: list[str]) -> tuple[Card, ...] | None:
        if len(cards) != 2 or _UNKNOWN in cards:
            return None
        return tuple(CARDS[card] for card in cards)


def phh_notations(hand: Hand, scale: int) -> tuple[str, ...]:
    """Return the events of a hand in PHH's notation."""
    notations = []
    for event in hand.events:
        match event:
            case Dealt(seat, cards):
                notations.append(f"d dh p{seat + 1} {_text(cards) or '????'}")
            case StreetDealt(_, cards) if cards:
                notations.append(f"d db {_text(cards)}")
            case Acted(seat, action, _, _):
                notations.append(f"p{seat + 1} {_notation(action, scale)}")
            case Shown(seat, cards):
                notations.append(f"p{seat + 1} sm {_text(cards)}")
            case Mucked(seat):
                notations.append(f"p{seat + 1} sm")
    return tuple(notations)


def _notation(action: Action, scale: int) -> str:
    match action.kind:
        case "fold":
            return "f"
        case "check" | "call":
            return "cc"
        case _:
            return f"cbr {money(action.to, scale)}"


def _text(cards: tuple[Card, ...] | None) -> str:
    return "".join(map(str, cards or ()))
