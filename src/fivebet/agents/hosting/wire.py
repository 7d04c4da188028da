"""What goes over the line between a table and a program: one JSON object a line.

    table    {"type": "hello", "protocol": 1, "dealer": "fivebet …", "seed": 7}
    program  {"type": "hello", "protocol": 1, "name": "…"}
    table    {"type": "game", …}                       no answer
    table    {"type": "view", "id": 1, …}
    program  {"type": "action", "id": 1, "action": "raise", "to": 300}
    table    {"type": "observe", …}                    no answer
    table    {"type": "goodbye"}

Here the messages are written and read; docs/agents.md tells them in full. A view
in JSON holds what a `View` holds: cards that its seat has not seen are null.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.cards import Card
from fivebet.errors import FivebetError
from fivebet.game.action import CALL, CHECK, FOLD, Action
from fivebet.game.agent import Decision, Policy
from fivebet.game.game import Game
from fivebet.game.pickling import hand_state, restore_hand
from fivebet.game.view import View
from fivebet.unicode import json_has_halves

PROTOCOL = 1

Message = dict[str, Any]


def _plain(value: object) -> object:
    """Return NumPy's numbers as numbers, and fractions and anything else as text."""
    return value.item() if isinstance(value, np.generic) else str(value)


def _refuse(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_plain)
_TEXT = {int(card): str(card) for card in map(Card, range(52))}
_CARD = {text: card for card, text in _TEXT.items()}
_UNKNOWN = 255
_PLAIN = {"fold": FOLD, "check": CHECK, "call": CALL}


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as one line; parts of a chip are written as text, like "7/2"."""
    return _ENCODER.encode(message).encode() + b"\n"


def read_message(line: bytes) -> Message:
    """Return the object of one line, or raise a SeatError that quotes it."""
    try:
        message = _DECODER.decode(line.decode())
        if json_has_halves(line, message):  # no page and no store could hold them
            text = json.dumps(message, ensure_ascii=False)
            message = json.loads(text.encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise SeatError(
            FailureKind.NONSENSE, f'{shortened(line)} is no JSON object with a "type", on one line'
        )
    return message


def game_message(game: Game) -> Message:
    """Return all that defines a game; numbers by seat count from the button's left."""
    return {"type": "game"} | game.to_dict() | {"big_blind": game.big_blind}


def read_game(message: Mapping[str, Any]) -> Game:
    """Return the game of a message."""
    try:
        named = {each.name for each in fields(Game) if each.init}
        settings = {key: message[key] for key in named & message.keys()}
        return Game.from_dict(settings | {"name": str(message.get("name", ""))})
    except (KeyError, TypeError, FivebetError) as error:
        raise SeatError(FailureKind.NONSENSE, f"this is no game: {error!r}") from error


def view_message(view: View, type_: str = "view", id_: int = 0) -> Message:
    """Return all that a view holds, except its game."""
    holes = [_cards_text(view.hole(seat)) for seat in range(view.game.seats)]
    message: Message = {
        "type": type_,
        "id": id_,
        "hand": view.number,
        "seat": view.seat,
        "cards": holes[view.seat],
        "board": _cards_text(view.board),
        "holes": holes,
        "street": view.street,
        "actor": view.actor,
        "starting_stacks": view.starting_stacks,
        "stacks": view.stacks,
        "bets": view.bets,
        "pot": view.pot,
        "pots": view.pots,
        "active": view.active,
        "all_in": view.all_in,
        "aggressor": view.aggressor,
        "moves": [_move(move) for move in view.moves],
    }
    if view.players:
        message["players"] = view.players
    if view.players_left:
        message["players_left"] = view.players_left
    if not view.over:
        legal = view.legal
        message["legal"] = {
            "fold": legal.can_fold,
            "call": legal.call,
            "raise": (legal.min_raise, legal.max_raise) if legal.can_raise else None,
        }
        return message
    message["uncalled"] = view.uncalled
    message["shown"] = view.shown
    if view.decided:
        message |= {"awards": view.awards, "winnings": view.winnings, "payoffs": view.payoffs}
    return message


def read_view(message: Mapping[str, Any], game: Game) -> View:
    """Return the view of a message, by dealing what it shows and playing its moves again."""
    try:
        holes, over = message["holes"], message["actor"] is None
        if len(holes) != game.seats:
            raise ValueError(f"holes of {len(holes)} seats in a game of {game.seats}")
        dealt = bytearray()
        mucked = 0
        for seat, hole in enumerate(holes):
            dealt += _card_bytes(hole) if hole else bytes([_UNKNOWN]) * game.hole_cards
            if over and hole is None and seat in message["active"]:
                mucked |= 1 << seat
        board = _card_bytes(message["board"])
        dealt += board
        known = dealt.replace(bytes([_UNKNOWN]), b"")
        if len(set(known)) < len(known):
            raise ValueError("a card is dealt twice")
        dealt += bytes([_UNKNOWN]) * (sum(game.board_cards) - len(board))
        hand = _core.Hand(
            game,
            number=message["hand"],
            stacks=message["starting_stacks"],
            cards=bytes(dealt),
            mucked=mucked if len(message["active"]) > 1 else 0,
            players=message.get("players"),
            players_left=message.get("players_left", 0),
        )
        for move in message["moves"]:
            hand.act(_action(move["action"], move.get("to", 0)))
        if len(hand.board) != len(board):
            raise ValueError(f"a board of {len(board)} cards where {len(hand.board)} are dealt")
        return View(hand, message["seat"])
    except (KeyError, TypeError, ValueError) as error:
        raise SeatError(FailureKind.NONSENSE, f"this is no view: {error!r}") from error


def brief_view_message(view: View, type_: str, id_: int) -> Message:
    """Return a view as a message to a process of ours: what its hand is dealt and played from."""
    _, stacks, number, cards, mucked, players, left, actions = hand_state(view)
    moves = [(action.kind, action.to) for action in actions]
    hand = [view.seat, stacks, number, cards.hex(), mucked, players, left, moves]
    return {"type": type_, "id": id_, "hand": hand}


def read_brief_view(message: Mapping[str, Any], game: Game) -> View:
    """Return the view of a brief message."""
    try:
        seat, stacks, number, cards, mucked, players, left, moves = message["hand"]
        actions = tuple(_action(kind, to) for kind, to in moves)
        dealt = bytes.fromhex(cards)
        state = game, tuple(stacks), number, dealt, mucked, players, left, actions
        return View(restore_hand(_core.Hand, *state), seat)
    except (KeyError, TypeError, ValueError) as error:
        raise SeatError(FailureKind.NONSENSE, f"this is no view: {error!r}") from error


def decision_message(decision: Decision, id_: int) -> Message:
    """Return an action and its reasons as a message."""
    action = decision.action
    message: Message = {"type": "action", "id": id_, "action": action.kind}
    if action.to:
        message["to"] = action.to
    if decision.reasons:
        message["reasons"] = dict(decision.reasons)
    return message


def read_decision(message: Mapping[str, Any]) -> Decision:
    """Return the decision of a message; its probabilities are kept among the reasons."""
    reasons = message.get("reasons", {})
    if not isinstance(reasons, dict) or not _finite(reasons):
        raise _wrong_answer(message, '"reasons" are no object of finite numbers and words')
    if "probabilities" in message:
        stated = message["probabilities"]
        numbers = isinstance(stated, dict) and all(
            isinstance(p, int | float) and 0 <= p <= 1 for p in stated.values()
        )
        if not numbers:
            raise _wrong_answer(message, '"probabilities" are no object of numbers from 0 to 1')
        reasons = reasons | {"probabilities": stated}
    try:
        return Decision(_action(message.get("action"), message.get("to", 0)), reasons)
    except (TypeError, ValueError) as error:
        raise _wrong_answer(
            message, '"action" is fold, check, call, bet or raise, the last two with chips "to"'
        ) from error


def policy_message(policy: Policy, id_: int) -> Message:
    """Return a policy as a message; one number stands for holdings that are all the same."""
    actions = [
        {"action": action.kind, "to": action.to, "probabilities": _short_list(chances)}
        for action, chances in policy.items()
    ]
    return {"type": "policy", "id": id_, "policy": actions}


def read_policy(message: Mapping[str, Any], holdings: int) -> dict[Action, NDArray[np.float64]]:
    """Return the policy of a message."""
    try:
        policy = {}
        for each in message["policy"]:
            chances = np.asarray(each["probabilities"])
            if chances.shape not in ((), (holdings,)) or chances.dtype.kind not in "iuf":
                raise ValueError(f"an action takes {holdings} probabilities, or one for all")
            action = _action(each["action"], each.get("to", 0))
            policy[action] = np.broadcast_to(chances.astype(float), holdings)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _wrong_answer(message, f'"policy" is no list of actions ({error!r})') from error
    return policy


def _short_list(chances: NDArray[np.float64]) -> float | list[float]:
    first = float(chances[0])
    return first if (chances == first).all() else chances.tolist()


def _move(move: _core.Move) -> Message:
    action = move.action
    message = {"seat": move.seat, "street": move.street, "action": action.kind, "paid": move.paid}
    if action.to:
        message["to"] = action.to
    return message


def _action(kind: object, to: object) -> Action:
    if not isinstance(kind, str) or not isinstance(to, int) or isinstance(to, bool):
        raise TypeError(f"{kind!r} to {to!r} is no action")
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind not in ("bet", "raise") or to <= 0:
        raise ValueError(f"{kind!r} to {to!r} is no action")
    return Action(kind, to)


def _cards_text(cards: tuple[Card, ...] | None) -> str | None:
    return None if cards is None else "".join([_TEXT[card] for card in cards])


def _card_bytes(text: str) -> bytes:
    return bytes([_CARD[text[at : at + 2]] for at in range(0, len(text), 2)])


def _finite(reasons: Message) -> bool:
    """Return whether no number is beyond all numbers, as 1e999 is."""
    try:
        return not reasons or bool(_ENCODER.encode(reasons))
    except ValueError:
        return False


def _wrong_answer(message: Mapping[str, Any], why: str) -> SeatError:
    return SeatError(
        FailureKind.NONSENSE, f"{shortened(json.dumps(message).encode())} is no answer: {why}"
    )


def shortened(line: bytes) -> str:
    """Return a line as an error quotes it."""
    text = line.decode("utf-8", "backslashreplace").strip()
    return repr(text if len(text) <= 120 else f"{text[:117]}...")
