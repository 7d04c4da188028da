"""Positions by name: UTG to the blinds, for any number of players.

Seats are counted from the button's left, so that a seat's name follows from the
game. Heads-up the button is the small blind, and is called the button.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from fivebet._core import HandInfo
from fivebet.errors import GameError
from fivebet.game.game import Game
from fivebet.game.record import HandRecord

__all__ = ["POSITIONS", "Places", "places_of", "positions", "seated"]

POSITIONS = ("UTG", "UTG+1", "UTG+2", "MP", "MP+1", "HJ", "CO", "BTN", "SB", "BB")
"""In the order in which they act before the flop."""

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
"""By how many sit between the big blind and the button; a dead small blind makes one more."""
_STEALING = {"CO", "BTN", "SB"}
_BLINDS = {"SB", "BB"}


class Places(NamedTuple):
    """Who sits where at a table, as the counting wants it."""

    names: tuple[str, ...]
    """The position of each seat."""
    indices: tuple[int, ...]
    """The same as places in POSITIONS."""
    late: int
    """The seats that may steal, as bits."""
    blinds: int
    unit: int
    """The big blind in chips; the least bet in a game without blinds."""


def positions(game: Game, button: bool = True) -> tuple[str, ...]:
    """The name of each seat's position; a dead button leaves nobody on it.

    >>> positions(Game.named("nolimit-6p"))
    ('SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN')
    >>> positions(Game.named("nolimit-2p"))
    ('BB', 'BTN')
    """
    return places_of(game, button).names


def places_of(game: Game, button: bool = True) -> Places:
    """The positions of a game, and which of them steal or are blinds."""
    return _places(game.seats, game.blinds, game.big_blind, game.min_bet, button)


def seated(
    hand: HandInfo | HandRecord, players: Sequence[Hashable] = ()
) -> tuple[Places, Sequence[Hashable]]:
    """The positions of a hand and who sits there, by seat.

    Hands and records know their players' names; records without go by positions, of a
    nameless view it must be said.
    """
    if isinstance(hand, HandRecord):
        has_button = hand.button is None or not hand.places or hand.places[-1] == hand.button
        places = places_of(hand.game, has_button)
        players = players or hand.players or places.names
    else:
        places = places_of(hand.game)
        players = players or hand.players
    seats = len(places.names)
    if len(players) != seats:
        given = f"{len(players)} players {tuple(players)}" if players else "no players"
        raise GameError(f"there are {given} for {seats} seats: say who sits where, by seat")
    return places, players


@lru_cache(maxsize=1024)
def _places(
    seats: int, blinds: tuple[int, ...], big_blind: int, min_bet: int, button: bool
) -> Places:
    names = _names(seats, blinds.index(big_blind) if big_blind else 1, button)
    return Places(
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
