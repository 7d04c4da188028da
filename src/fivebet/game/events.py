"""The events of a hand, each a small value.

Nothing is logged while a hand is played: events are derived from the game, the moves
and the result on demand. A view has the events that its seat has seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fivebet._core import HandInfo
from fivebet.cards import Card
from fivebet.game.action import Action


@dataclass(frozen=True, slots=True)
class AntePosted:
    """A seat has paid its ante, or all it had."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class BlindPosted:
    """A seat has posted a blind or a straddle, or all it had."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat was dealt its hole cards, which are None if they are not known."""

    seat: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat has acted and paid some chips."""

    seat: int
    action: Action
    paid: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class StreetDealt:
    """A street has begun with these new cards on the board."""

    street: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class UncalledReturned:
    """A seat has taken back the part of its bet that nobody called."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat has shown its hole cards at the showdown."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Mucked:
    """A seat has thrown its hole cards away at the showdown."""

    seat: int


@dataclass(frozen=True, slots=True)
class Won:
    """A seat has won chips of a pot; pot 0 is the main pot."""

    seat: int
    chips: int | Fraction
    pot: int


Event = (
    AntePosted | BlindPosted | Dealt | Acted | StreetDealt | UncalledReturned | Shown | Mucked | Won
)


def hand_events(hand: HandInfo) -> tuple[Event, ...]:
    """Return all events of a hand, or those that a view's seat has seen."""
    return (*_before(hand), *_play(hand), *_end(hand))


def _posted(hand: HandInfo) -> list[tuple[int, int]]:
    """Return the ante and the blind that each seat really paid, the ante first."""
    game = hand.game
    posted = []
    for stack, ante, blind in zip(hand.starting_stacks, game.antes, game.blinds, strict=True):
        playing = min(stack, game.cap)
        paid = min(ante, playing)
        posted.append((paid, min(blind, playing - paid)))
    return posted


def _before(hand: HandInfo) -> Iterator[Event]:
    posted = _posted(hand)
    for seat, (ante, _) in enumerate(posted):
        if ante:
            yield AntePosted(seat, ante)
    for seat, (_, blind) in enumerate(posted):
        if blind:
            yield BlindPosted(seat, blind)
    for seat in range(hand.game.seats):
        yield Dealt(seat, hand.hole(seat))


def _play(hand: HandInfo) -> Iterator[Event]:
    behind = [
        min(stack, hand.game.cap) - ante - blind
        for stack, (ante, blind) in zip(hand.starting_stacks, _posted(hand), strict=True)
    ]
    street = 0
    for move in hand.moves:
        yield from _streets(hand, street, move.street)
        street = move.street
        behind[move.seat] -= move.paid
        yield Acted(move.seat, move.action, move.paid, move.paid > 0 and behind[move.seat] == 0)
    if hand.uncalled:
        yield UncalledReturned(*hand.uncalled)
    yield from _streets(hand, street, hand.street)


def _streets(hand: HandInfo, last: int, now: int) -> Iterator[Event]:
    sizes = hand.game.board_cards
    for street in range(last + 1, now + 1):
        dealt = sum(sizes[:street])
        yield StreetDealt(street, hand.board[dealt : dealt + sizes[street]])


def _end(hand: HandInfo) -> Iterator[Event]:
    if not hand.decided:
        return
    if hand.shown:
        seats = hand.game.seats
        start = hand.aggressor or 0
        for seat in ((start + i) % seats for i in range(seats)):
            cards = hand.hole(seat)
            if seat in hand.shown and cards is not None:
                yield Shown(seat, cards)
            elif seat in hand.active:
                yield Mucked(seat)
    for pot, seat, chips in hand.awards:
        yield Won(seat, chips, pot)
