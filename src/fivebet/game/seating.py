"""Seatings: where the button and the blinds are, and how they move on.

Places are the numbered seats of a real table, some of them empty. Poker rooms
know two rules. With the *moving button* it goes to the next player and the
blinds follow it, so that somebody may skip a blind when a player leaves. With
the *dead button* nobody skips the big blind: it moves to the next player, the
small blind to where the big blind was and the button to where the small blind
was, and a place that its player has left has no blind, or an empty button.
Heads-up the button is the small blind under both.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fivebet.errors import GameError


@dataclass(frozen=True)
class Seating:
    """The places of the button and the blinds, and the place of each seat of a hand."""

    button: int
    """The place of the button, perhaps an empty one."""
    small_blind: int
    """The place of the small blind; an empty place posts none."""
    big_blind: int
    order: tuple[int, ...]
    """The place of each seat of the hand, from the button's left."""

    def blinds(self, small: int, big: int) -> tuple[int, ...]:
        """Return what each seat of the hand posts."""
        due = {self.small_blind: small, self.big_blind: big}
        return tuple(due.get(place, 0) for place in self.order)


def first_seating(places: Iterable[int], button: int) -> Seating:
    """Return the seating of the first hand, with the button at a player's place."""
    players = _players(places)
    if button not in players:
        raise GameError(f"the button cannot start at {button}: players are at {players}")
    return _from_button(players, button)


def moving_button(last: Seating, places: Iterable[int]) -> Seating:
    """Return the next seating when the button moves to the next player."""
    players = _players(places)
    return _from_button(players, _next(players, last.button))


def dead_button(last: Seating, places: Iterable[int]) -> Seating:
    """Return the next seating when the big blind moves to the next player."""
    players = _players(places)
    big = _next(players, last.big_blind)
    if len(players) == 2:
        return _from_button(players, _next(players, big))
    # After heads-up play the button was the small blind: there it moves on.
    small = last.big_blind
    button = last.small_blind if last.small_blind != last.button else _before(players, small)
    return Seating(button, small, big, _left_of(players, button))


def _players(places: Iterable[int]) -> tuple[int, ...]:
    players = tuple(sorted(set(places)))
    if len(players) < 2:
        raise GameError(f"players at {players} cannot play: it takes two")
    return players


def _from_button(players: Sequence[int], button: int) -> Seating:
    order = _left_of(players, button)
    if len(players) == 2:
        return Seating(button, button, order[0], order)
    return Seating(button, order[0], order[1], order)


def _left_of(players: Sequence[int], place: int) -> tuple[int, ...]:
    return (*(p for p in players if p > place), *(p for p in players if p <= place))


def _next(players: Sequence[int], place: int) -> int:
    return _left_of(players, place)[0]


def _before(players: Sequence[int], place: int) -> int:
    return next(p for p in reversed(_left_of(players, place)) if p != place)
