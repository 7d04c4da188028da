"""Hands as the store keeps them: a finished hand in a few short texts.

    cards     AsKd|7c7h|2d9sQc     hole cards by seat, then the board
    actions   r300 c k b200 f      fold, check (k), call, bet to, raise to
    payoffs   -300 300             by seat; 200/3 where a pot was split exactly

Together with the game and the stacks they make a `HandRecord`, and replay.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any

from fivebet.cards import DECK, Card, parse_cards
from fivebet.errors import StoreError
from fivebet.game import Action, Game, Hand, HandRecord

_LETTERS = {"fold": "f", "check": "k", "call": "c", "bet": "b", "raise": "r"}
_JSON = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_NAMES = {card: str(card) for card in DECK}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}


@dataclass(frozen=True)
class StoredHand:
    """A finished hand with its row in the store; every field but the game is plain data."""

    serial: int
    """The hand's number within its run."""
    game: Game
    seed: int
    number: int
    """The deal's number: seed and number give the cards."""
    seating: tuple[int, ...]
    """The number of the run's player on each seat."""
    stacks: str
    """Empty where they are the game's."""
    cards: str
    actions: str
    payoffs: str
    mucked: str
    decisions: tuple[tuple[int, str], ...] = ()
    """For each action its seat, and its reasons as JSON or nothing."""
    players: tuple[str, ...] = ()
    """The names of the run's players, once the hand is read from the store."""

    @classmethod
    def from_hand(
        cls,
        hand: Hand,
        *,
        serial: int,
        seed: int,
        seating: Sequence[int],
        decisions: Iterable[tuple[int, Mapping[str, Any]]],
    ) -> "StoredHand":
        """Write down a finished hand; decisions are seat and reasons, action by action."""
        record = hand.record()
        return cls(
            serial,
            record.game,
            seed,
            record.number,
            tuple(seating),
            "" if record.stacks == record.game.stacks else _spaced(record.stacks),
            "|".join([_cards_text(hole or ()) for hole in (*record.holes, record.board)]),
            " ".join([action_text(action) for action in record.actions]),
            _spaced(record.payoffs or ()),
            _spaced(record.mucked),
            tuple([(seat, reasons_text(reasons)) for seat, reasons in decisions]),
        )

    @cached_property
    def record(self) -> HandRecord:
        """The hand's record, with its players' names if they are known."""
        *holes, board = self.cards.split("|")
        return HandRecord(
            game=self.game,
            stacks=tuple(map(int, self.stacks.split())) if self.stacks else self.game.stacks,
            holes=tuple(_parse_cards(hole) or None for hole in holes),
            board=_parse_cards(board),
            actions=tuple(map(parse_action, self.actions.split())),
            payoffs=tuple(map(_parse_chips, self.payoffs.split())),
            players=tuple(self.players[i] for i in self.seating) if self.players else (),
            number=self.number,
            mucked=tuple(map(int, self.mucked.split())),
        )


def action_text(action: Action) -> str:
    """Return an action in few letters.

    >>> action_text(Action("raise", 300))
    'r300'
    """
    letter = _LETTERS[action.kind]
    return f"{letter}{action.to}" if letter in "br" else letter


def parse_action(text: str) -> Action:
    """Return the action that `action_text` has written."""
    try:
        kind = _KINDS[text[:1]]
        return Action(kind, int(text[1:])) if text[1:] else Action(kind)
    except (KeyError, ValueError) as error:
        raise StoreError(f"{text!r} is no action: f, k, c, b100 and r300 are") from error


def reasons_text(reasons: Mapping[str, Any]) -> str:
    """Return reasons as JSON, whatever NumPy's or infinite numbers are among them.

    An agent gives them, and may give what no JSON holds: of that the store says what is wrong.
    """
    try:
        if not reasons:
            return ""
        if not isinstance(reasons, Mapping):
            return _JSON.encode({"reasons": _to_json(reasons)})
        try:
            return _JSON.encode(reasons)
        except (TypeError, ValueError):
            return _JSON.encode(_to_json(reasons))
    except Exception as error:
        return _JSON.encode({"not stored": f"reasons that raise {type(error).__name__}"})


def _to_json(value: Any) -> Any:
    """Return a value that JSON can express; infinite and undefined numbers become words."""
    if isinstance(value, Mapping):
        return {str(key): _to_json(each) for key, each in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple | set | frozenset):
        return [_to_json(each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str | None) else str(value)


def _cards_text(cards: Iterable[Card]) -> str:
    return "".join([_NAMES[card] for card in cards])


def _spaced(numbers: Iterable[int | Fraction]) -> str:
    return " ".join(map(str, numbers))


def _parse_chips(text: str) -> int | Fraction:
    return Fraction(text) if "/" in text else int(text)


def _parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text)) if text else ()
