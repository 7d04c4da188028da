"""A hand in few letters, as a worker writes it down and the store keeps it.

    cards     AsKd|7c7h|2d9sQc     hole cards by seat, then the board
    actions   r300 c k b200 f      fold, check (k), call, bet to, raise to
    payoffs   -300 300             by seat; 200/3 where a pot was split exactly

Together with the game and the stacks that is a `HandRecord`, and replays.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

from fivebet.cards import DECK, Card, parse_cards
from fivebet.errors import StoreError
from fivebet.game import Action, Game, Hand, HandRecord

__all__ = ["KeptHand", "action_of", "action_text", "kept_hand", "record_of"]

_LETTERS = {"fold": "f", "check": "k", "call": "c", "bet": "b", "raise": "r"}
_JSON = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_NAMES = {card: str(card) for card in DECK}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}


class KeptHand(NamedTuple):
    """A hand as it is written down; every field but the game is plain."""

    serial: int
    """Its number within the run, whatever else is played there."""
    game: Game
    seed: int
    number: int
    """Of the deal: seed and number give the cards."""
    seating: tuple[int, ...]
    """The run's player on each seat."""
    stacks: str
    """Nothing where they are the game's."""
    cards: str
    actions: str
    payoffs: str
    mucked: str
    decisions: tuple[tuple[int, str], ...] = ()
    """Action by action: the seat, and its reasons as JSON or nothing."""


def kept_hand(
    hand: Hand,
    *,
    serial: int,
    seed: int,
    seating: Sequence[int],
    decisions: Iterable[tuple[int, Mapping[str, Any]]],
) -> KeptHand:
    """Write down a hand that is over; decisions are seat and reasons, action by action."""
    record = hand.record()
    stacks = "" if record.stacks == record.game.stacks else _spaced(record.stacks)
    return KeptHand(
        serial,
        record.game,
        seed,
        record.number,
        tuple(seating),
        stacks,
        "|".join([_cards_text(hole or ()) for hole in (*record.holes, record.board)]),
        " ".join([action_text(action) for action in record.actions]),
        _spaced(record.payoffs or ()),
        _spaced(record.mucked),
        tuple([(seat, reasons_text(reasons)) for seat, reasons in decisions]),
    )


def record_of(kept: KeptHand, players: Sequence[str] = ()) -> HandRecord:
    """The record of a hand that was written down; players are the run's."""
    *holes, board = kept.cards.split("|")
    stacks = tuple(map(int, kept.stacks.split())) if kept.stacks else kept.game.stacks
    return HandRecord(
        game=kept.game,
        stacks=stacks,
        holes=tuple(_cards(hole) or None for hole in holes),
        board=_cards(board),
        actions=tuple(map(action_of, kept.actions.split())),
        payoffs=tuple(map(_chips, kept.payoffs.split())),
        players=tuple(players[player] for player in kept.seating) if players else (),
        number=kept.number,
        mucked=tuple(map(int, kept.mucked.split())),
    )


def action_text(action: Action) -> str:
    """An action in few letters.

    >>> action_text(Action("raise", 300))
    'r300'
    """
    letter = _LETTERS[action.kind]
    return f"{letter}{action.to}" if letter in "br" else letter


def action_of(text: str) -> Action:
    """The way back."""
    try:
        kind = _KINDS[text[:1]]
        return Action(kind, int(text[1:])) if text[1:] else Action(kind)
    except (KeyError, ValueError) as error:
        raise StoreError(f"{text!r} is no action: f, k, c, b100 and r300 are") from error


def reasons_text(reasons: Mapping[str, Any]) -> str:
    """Reasons as JSON, numbers of NumPy and what is no number included."""
    if not reasons:
        return ""
    try:
        return _JSON.encode(reasons)
    except (TypeError, ValueError):
        return _JSON.encode(_plain(reasons))


def _plain(value: Any) -> Any:
    """What JSON can say of a value; infinite and undefined numbers become words."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str | None) else str(value)


def _cards_text(cards: Iterable[Card]) -> str:
    return "".join([_NAMES[card] for card in cards])


def _spaced(numbers: Iterable[int | Fraction]) -> str:
    return " ".join(map(str, numbers))


def _chips(text: str) -> int | Fraction:
    return Fraction(text) if "/" in text else int(text)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text)) if text else ()
