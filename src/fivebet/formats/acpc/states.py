"""Hands in the ACPC's notation: betting strings, cards and MATCHSTATE lines.

    MATCHSTATE:0:1:cr253c/:6c9h|/5s2hAd

is hand 1 seen from position 0: a call, a raise to 253 chips in the pot over the
whole hand, a call, and the flop. Rounds end with `/`; blinds are not written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fivebet._core import HandInfo
from fivebet.cards import Card
from fivebet.errors import FormatError, GameError
from fivebet.game.action import CALL, FOLD, Action, raise_to
from fivebet.game.game import Game
from fivebet.game.hand import Hand

_LETTERS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}
_TOKEN = re.compile(r"/|[fFcCkK]|[rRbB][0-9]*")
_ANSWER = re.compile(r"([fFcCkKrRbB])(?:\s*([+-]?[0-9]+))?")
_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])*")
_LONGEST_NUMBER = 18


@dataclass(frozen=True)
class MatchState:
    """A MATCHSTATE line: a position and the hand as it sees it."""

    position: int
    hand: Hand

    @property
    def to_act(self) -> bool:
        """Return whether it is this position's turn."""
        return self.hand.actor == self.position


def betting_text(hand: HandInfo) -> str:
    """Return the betting of all rounds so far."""
    return "/".join(_rounds(hand))


def action_text(hand: HandInfo, action: Action) -> str:
    """Return an action of the player to act, raises as the player's chips in the pot.

    >>> action_text(Hand(Game.named("nolimit-2p")), raise_to(300))
    'r300'
    """
    letter = _LETTERS[action.kind]
    return f"r{hand.base + action.to}" if letter == "r" and _sized(hand.game) else letter


def match_state(hand: HandInfo, position: int) -> str:
    """Return the MATCHSTATE line for a position: its own cards, and others' at a showdown."""
    shown = hand.active if hand.over and len(hand.active) > 1 else ()
    seats = range(hand.game.seats)
    holes = [hand.hole(seat) if seat == position or seat in shown else None for seat in seats]
    return f"MATCHSTATE:{position}:{hand.number}:{betting_text(hand)}:{_cards(hand, holes)}"


def state_text(hand: HandInfo) -> str:
    """Return the STATE line of the dealer's log, with everybody's cards."""
    holes = [hand.hole(seat) for seat in range(hand.game.seats)]
    return f"STATE:{hand.number}:{betting_text(hand)}:{_cards(hand, holes)}"


def chips_text(chips: int | Fraction) -> str:
    """Return chips with up to six decimals and no trailing zeros.

    >>> chips_text(Fraction(-200, 3)), chips_text(Fraction(5, 2)), chips_text(-20)
    ('-66.666667', '2.5', '-20')
    """
    if isinstance(chips, int):
        return str(chips)
    text = f"{float(chips):.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def parse_match_state(line: str, game: Game) -> MatchState:
    """Return the hand that a MATCHSTATE line describes, replayed by the rules."""
    parts = line.split(":")
    if len(parts) != 5 or parts[0] != "MATCHSTATE":
        raise FormatError(f"{line!r} is no MATCHSTATE:position:hand:betting:cards")
    position = _number(parts[1], line)
    if position >= game.seats:
        raise FormatError(f"{line!r} is of position {position}: {game} has {game.seats}")
    return MatchState(position, parse_state(game, *parts[2:]))


def parse_state(game: Game, number: str, betting: str, cards: str) -> Hand:
    """Return a hand from its number, betting and cards; hidden hole cards are left open."""
    holes, boards = _parse_cards(cards, game)
    board = [card for dealt in boards for card in dealt]
    try:
        hand = Hand.with_cards(game, holes, board, number=_number(number, number))
    except GameError as error:
        raise FormatError(f"{cards!r} cannot be dealt: {error}") from error
    _play(hand, betting)
    if len(boards) != hand.street + 1:
        raise FormatError(
            f"{cards!r} has the cards of {len(boards)} rounds, and {betting!r} the betting "
            f"of {hand.street + 1}"
        )
    return hand


def correct_action(hand: HandInfo, answer: str) -> Action:
    """Return the action that the dealer makes of an answer.

    Raises out of bounds are moved to the bound; what cannot be read or is not
    allowed becomes a call.
    """
    read = _ANSWER.match(answer)
    legal = hand.legal
    if read is None:
        return legal.passive
    letter, number = read[1].lower(), read[2]
    if letter == "f" and legal.can_fold:
        return FOLD
    if letter in "rb" and legal.can_raise:
        if not _sized(hand.game):
            return raise_to(legal.min_raise)
        if number is not None:
            to = int(number[:_LONGEST_NUMBER]) - hand.base
            return raise_to(max(legal.min_raise, min(to, legal.max_raise)))
    return legal.passive


def _sized(game: Game) -> bool:
    return game.structure != "fixed-limit"


def _rounds(hand: HandInfo) -> list[str]:
    game = hand.game
    spent = [min(pair) for pair in zip(game.blinds, hand.starting_stacks, strict=True)]
    rounds = [""] * (hand.street + 1)
    for move in hand.moves:
        spent[move.seat] += move.paid
        letter = _LETTERS[move.action.kind]
        size = str(spent[move.seat]) if letter == "r" and _sized(game) else ""
        rounds[move.street] += letter + size
    return rounds


def _cards(hand: HandInfo, holes: list[tuple[Card, ...] | None]) -> str:
    text = "|".join("".join(map(str, hole or ())) for hole in holes)
    dealt = iter(hand.board)
    for street, size in enumerate(hand.game.board_cards[: hand.street + 1]):
        text += ("/" if street else "") + "".join(str(next(dealt)) for _ in range(size))
    return text


def _parse_cards(text: str, game: Game) -> tuple[list[list[Card] | None], list[list[Card]]]:
    first, *rest = text.split("/")
    fields = first.split("|")
    if len(fields) != game.seats:
        raise FormatError(f"{text!r} has hole cards of {len(fields)} players, not of {game.seats}")
    groups = [*(_card_list(field, text) for field in fields)]
    boards = [_card_list(field, text) for field in rest]
    on_first = game.board_cards[0]
    boards.insert(0, groups[-1][len(groups[-1]) - on_first :] if on_first else [])
    groups[-1] = groups[-1][: len(groups[-1]) - on_first]
    for street, (board, size) in enumerate(zip(boards, game.board_cards, strict=False)):
        if len(board) != size:
            raise FormatError(
                f"{text!r} has {len(board)} board cards in round {street}, not {size}"
            )
    for seat, hole in enumerate(groups):
        if len(hole) not in (0, game.hole_cards):
            raise FormatError(f"{text!r} has {len(hole)} hole cards of position {seat}")
    return [hole or None for hole in groups], boards


def _card_list(field: str, text: str) -> list[Card]:
    if not _CARDS.fullmatch(field):
        at = text.find(field) + 1
        raise FormatError(f"{field!r} at character {at} of {text!r} are no cards like AsKh")
    return [Card(field[i : i + 2]) for i in range(0, len(field), 2)]


def _number(text: str, line: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _LONGEST_NUMBER:
        raise FormatError(f"{text!r} in {line!r} is no number")
    return int(text)


def _tokens(betting: str) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(betting):
        token = _TOKEN.match(betting, at)
        if token is None:
            raise FormatError(
                f"{betting[at]!r} at character {at + 1} of the betting {betting!r} is no action: "
                "f, c, r and / are"
            )
        yield at + 1, token[0]
        at = token.end()


def _play(hand: Hand, betting: str) -> None:
    street = 0
    for at, token in _tokens(betting):
        where = f"{token!r} at character {at} of the betting {betting!r}"
        if token == "/":
            street += 1
            if street > hand.street:
                raise FormatError(f"{where} comes too early: the round is not over")
            continue
        if hand.over:
            raise FormatError(f"{where} comes after the hand's end")
        if street < hand.street:
            raise FormatError(f"{where} comes without the / that ends the round before")
        hand.act(_strict(hand, token, where))
    if street != hand.street:
        raise FormatError(
            f"the betting {betting!r} lacks the / of round {hand.street}: {street} are there"
        )


def _strict(hand: Hand, token: str, where: str) -> Action:
    letter, size, legal = token[0].lower(), token[1:], hand.legal
    if letter in "ck":
        return CALL
    if letter == "f":
        action = FOLD
    elif not _sized(hand.game):
        if size:
            raise FormatError(f"{where} has a size: raises of a limit game have none")
        action = raise_to(max(legal.min_raise, 1))
    elif not size or len(size) > _LONGEST_NUMBER or int(size) <= hand.base:
        raise FormatError(f"{where} is no raise to an amount above {hand.base}")
    else:
        action = raise_to(int(size) - hand.base)
    if action not in legal:
        raise FormatError(f"{where} is not legal: position {hand.actor} may {legal}")
    return action
