"""The names of positions, UTG to the blinds, for any number of players.

Seats are counted from the button's left, so that a seat's name follows from the
game. Heads-up the button posts the small blind and is called the button.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from fivebet._core import HandInfo
from fivebet.errors import GameError
from fivebet.game.game import Game
from fivebet.game.record import HandRecord

__all__ = [
    "POSITIONS",
    "SeatPositions",
    "players_by_position",
    "position_names",
    "positions",
    "seat_positions",
]

POSITIONS = ("UTG", "UTG+1", "UTG+2", "MP", "MP+1", "HJ", "CO", "BTN", "SB", "BB")
"""All names, in the order in which they act before the flop."""

_BEFORE_THE_BUTTON = (
    (),
    ("CO",),
    ("UTG", "CO"),
    ("UTG", "HJ", "CO"),
    ("UTG", "MP", "HJ", "CO"),
    ("UTG", "UTG+1", "MP", "HJ", "CO"),
    ("UTG", "UTG+1", "MP", "MP+1", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "MP", "MP+1", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "UTG+2", "MP", "MP+1", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "UTG+2", "MP", "MP", "MP+1", "HJ", "CO"),
)
"""By the players between the big blind and the button; a dead small blind makes one more."""
_STEALING = {"CO", "BTN", "SB"}
_BLINDS = {"SB", "BB"}


class SeatPositions(NamedTuple):
    """The positions of all seats of a game, as statistics count by them."""

    names: tuple[str, ...]
    """The name of each seat's position."""
    indices: tuple[int, ...]
    """The index of each name in POSITIONS."""
    stealing: int
    """The seats that may steal, as bits."""
    blinds: int
    """The seats of the blinds, as bits."""
    unit: int
    """The big blind in chips; the least bet in a game without blinds."""


def position_names(players: int) -> tuple[str, ...]:
    """Return the positions of so many players in the order in which they act before the flop.

    >>> position_names(6), position_names(2)
    (('UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'), ('BTN', 'BB'))
    """
    by_seat = _names(players, 1, True)
    return by_seat[::-1] if players == 2 else by_seat[2:] + by_seat[:2]


def positions(game: Game, button: bool = True) -> tuple[str, ...]:
    """Return the name of each seat's position; with a dead button nobody is on it.

    >>> positions(Game.named("nolimit-6p"))
    ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN')
    >>> positions(Game.named("nolimit-2p"))
    ('BB', 'BTN')
    """
    return seat_positions(game, button).names


def seat_positions(game: Game, button: bool = True) -> SeatPositions:
    """Return the positions of a game, and which of them steal or are blinds."""
    return _seat_positions(game.seats, game.blinds, game.big_blind, game.min_bet, button)


def players_by_position(
    hand: HandInfo | HandRecord, players: Sequence[Hashable] = ()
) -> tuple[SeatPositions, Sequence[Hashable]]:
    """Return the positions of a hand and its players, by seat.

    Hands and records know their players' names. In records without names the players
    are called by their positions; for a nameless view they must be given.
    """
    if isinstance(hand, HandRecord):
        has_button = hand.button is None or not hand.places or hand.places[-1] == hand.button
        found = seat_positions(hand.game, has_button)
        players = players or hand.players or found.names
    else:
        found = seat_positions(hand.game)
        players = players or hand.players
    seats = len(found.names)
    if len(players) != seats:
        given = f"{len(players)} players {tuple(players)}" if players else "no players"
        raise GameError(f"there are {given} for {seats} seats: say who sits where, by seat")
    return found, players


@lru_cache(maxsize=1024)
def _seat_positions(
    seats: int, blinds: tuple[int, ...], big_blind: int, min_bet: int, button: bool
) -> SeatPositions:
    names = _names(seats, blinds.index(big_blind) if big_blind else 1, button)
    return SeatPositions(
        names,
        tuple(map(POSITIONS.index, names)),
        _bits(names, _STEALING),
        _bits(names, _BLINDS),
        big_blind or min_bet,
    )


def _names(seats: int, big: int, button: bool) -> tuple[str, ...]:
    if seats == 2:
        return ("BB", "BTN")
    after = seats - 1 - big
    last = ("BTN",) if button and after else ()
    return (*("SB",) * big, "BB", *_BEFORE_THE_BUTTON[after - len(last)], *last)


def _bits(names: tuple[str, ...], wanted: set[str]) -> int:
    return sum(1 << seat for seat, name in enumerate(names) if name in wanted)
