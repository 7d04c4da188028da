"""What a seat may know of a hand, as JSON data made from its view and from nothing else.

Seats are given by *place*, the chair around the table, which stays the same while
the seats of a hand are counted from the button's left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fivebet import _core
from fivebet._core import HandInfo
from fivebet.cards import Card
from fivebet.cards.evaluator import best_five, describe
from fivebet.game import Hand, HandRecord, Move, View
from fivebet.game.events import (
    Acted,
    AntePosted,
    BlindPosted,
    Dealt,
    Event,
    Mucked,
    Shown,
    StreetDealt,
    UncalledReturned,
    Won,
)
from fivebet.game.pickling import hand_state, restore_hand
from fivebet.game.positions import positions

_UNKNOWN = 255


@dataclass(frozen=True, slots=True)
class SeatMap:
    """Who sits where in one hand: places, names and whether it is an agent, by seat."""

    places: tuple[int, ...]
    names: tuple[str, ...]
    agents: tuple[bool, ...]


def public_view(hand: Hand) -> View:
    """Return what everybody may know: seat 0's view without the cards that only it has seen."""
    view = hand.view(0)
    if 0 in view.shown:
        return view
    game, stacks, number, cards, mucked, players, left, actions = hand_state(view)
    hidden = bytes([_UNKNOWN] * game.hole_cards) + cards[game.hole_cards :]
    if view.decided and 0 in view.active and len(view.active) > 1:
        mucked |= 1
    state = game, stacks, number, hidden, mucked, players, left, actions
    return View(restore_hand(_core.Hand, *state), 0)


def visible_record(hand: Hand, seat: int | None = None) -> HandRecord:
    """Return the record of a hand as a seat knows it, or as everybody does."""
    view = public_view(hand) if seat is None else hand.view(seat)
    return HandRecord.from_hand(restore_hand(Hand, *hand_state(view)))


def visible_card_indices(view: View) -> list[int]:
    """Return which dealt cards a view shows; hole cards are counted by seat, then the board."""
    holes = view.game.hole_cards
    known = [
        holes * seat + card
        for seat in range(view.game.seats)
        if view.hole(seat) is not None
        for card in range(holes)
    ]
    start = holes * view.game.seats
    return known + list(range(start, start + len(view.board)))


def hand_to_dict(view: HandInfo, seat_map: SeatMap, you: int | None) -> dict[str, Any]:
    """Return the table as a view shows it; `you` is the receiver's seat of the hand, if any."""
    game, moves, actor, board = view.game, view.moves, view.actor, view.board
    data: dict[str, Any] = {
        "hand": view.number,
        "street": game.streets[view.street],
        "board": _texts(board),
        "pot": view.pot,
        "pots": _pots(view, seat_map),
        "turn": len(moves),
        "actor": None if actor is None else seat_map.places[actor],
        "over": view.over,
        "seats": _seats(view, seat_map, moves, board),
        "you": None if you is None else seat_map.places[you],
        "legal": None,
        "big_blind": game.big_blind,
    }
    if you is not None and actor == you:
        legal = view.legal
        data["legal"] = {
            "fold": legal.can_fold,
            "call": legal.call,
            "raise": [legal.min_raise, legal.max_raise] if legal.can_raise else None,
        }
    return data


def events_to_list(
    events: Sequence[Event], seat_map: SeatMap, streets: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the events of a hand as JSON data."""
    return [_event_to_dict(event, seat_map.places, streets) for event in events]


def _seats(
    view: HandInfo, seat_map: SeatMap, moves: Sequence[Move], board: Sequence[Card]
) -> list[dict[str, Any]]:
    game, street, over = view.game, view.street, view.over
    active, all_in, named = view.active, view.all_in, positions(game)
    payoffs = view.payoffs if view.decided else (None,) * game.seats
    awards = view.winnings if over and view.decided else (0,) * game.seats
    last = {
        move.seat: {"action": move.action.kind, "to": move.action.to, "paid": move.paid}
        for move in moves
        if move.street == street or move.action.kind == "fold"
    }
    return [
        {
            "place": seat_map.places[seat],
            "name": seat_map.names[seat],
            "agent": seat_map.agents[seat],
            "stack": chips_to_number(stack),
            "bet": bet,
            "cards": None if cards is None else _texts(cards),
            "folded": seat not in active,
            "all_in": seat in all_in and not over,
            "button": seat == game.button,
            "position": named[seat],
            "last": last.get(seat),
            "holding": describe([*cards, *board]) if cards and len(board) >= 3 else "",
            "won": None if payoff is None else chips_to_number(payoff),
            "award": chips_to_number(awards[seat]),
            "five": _winning_five(view, seat, board) if awards[seat] else [],
        }
        for seat, (stack, bet, payoff) in enumerate(
            zip(view.stacks, view.bets, payoffs, strict=True)
        )
        for cards in (view.hole(seat),)
    ]


def _winning_five(view: HandInfo, seat: int, board: Sequence[Card]) -> list[str]:
    """Return the five cards with which a seat has won a showdown, or none without one."""
    cards = view.hole(seat)
    if cards is None or seat not in view.shown or len(view.active) < 2 or len(board) < 5:
        return []
    return _texts(best_five([*cards, *board]))


def _pots(view: HandInfo, seat_map: SeatMap) -> list[dict[str, Any]]:
    """Return main and side pots, or none until somebody is all-in and has been answered."""
    bets, all_in = view.bets, view.all_in
    if not all_in or any(bets[seat] < max(bets) for seat in view.active if seat not in all_in):
        return []
    return [
        {"chips": chips, "places": [seat_map.places[seat] for seat in seats]}
        for chips, seats in view.pots
    ]


def _event_to_dict(event: Event, places: Sequence[int], streets: Sequence[str]) -> dict[str, Any]:
    match event:
        case AntePosted(seat, chips):
            return {"type": "ante", "place": places[seat], "chips": chips}
        case BlindPosted(seat, chips):
            return {"type": "blind", "place": places[seat], "chips": chips}
        case Dealt(seat, cards):
            return {
                "type": "dealt",
                "place": places[seat],
                "cards": _texts(cards) if cards else None,
            }
        case Acted(seat, action, paid, all_in):
            return {
                "type": "acted",
                "place": places[seat],
                "action": action.kind,
                "to": action.to,
                "paid": paid,
                "all_in": all_in,
            }
        case StreetDealt(street, cards):
            return {"type": "street", "street": streets[street], "cards": _texts(cards)}
        case UncalledReturned(seat, chips):
            return {"type": "returned", "place": places[seat], "chips": chips}
        case Shown(seat, cards):
            return {"type": "shown", "place": places[seat], "cards": _texts(cards)}
        case Mucked(seat):
            return {"type": "mucked", "place": places[seat]}
        case Won(seat, chips, pot):
            return {
                "type": "won",
                "place": places[seat],
                "chips": chips_to_number(chips),
                "pot": pot,
            }


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def chips_to_number(chips: int | Fraction) -> int | float:
    """Return chips as a JSON number."""
    return chips if isinstance(chips, int) else float(chips)
