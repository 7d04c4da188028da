"""Seatings: which player sits on each seat, deal by deal.

A seating names the player on each seat. A deal played in several seatings is a
*block*: the same cards, so that the luck of the deal cancels. Blocks are what
intervals rest on; hands within one are not independent.
"""

from itertools import permutations
from math import factorial

from fivebet.errors import GameError
from fivebet.streams import Stream

Seatings = tuple[tuple[int, ...], ...]

_MOST_SEATINGS = 5040


def one_seating(players: int, number: int) -> Seatings:
    """Return the one seating of plain play, in which everybody moves by one seat a hand."""
    return (_rotated(players, number),)


def rotations(players: int) -> Seatings:
    """Return the seatings in which everybody sits once on each seat, as in match and rematch."""
    return tuple(_rotated(players, turn) for turn in range(players))


def all_seatings(players: int) -> Seatings:
    """Return every permutation of the players, as the ACPC's ring events had."""
    if (seatings := factorial(players)) > _MOST_SEATINGS:
        raise GameError(
            f"{players} players have {seatings:,} seatings, too many to play: sample some"
        )
    return tuple(permutations(range(players)))


def sampled_seatings(players: int, sets: int, seed: int, number: int) -> Seatings:
    """Return some random orders of the players, each rotated once around the table."""
    seatings: list[tuple[int, ...]] = []
    for part in range(sets):
        order = Stream(seed, "seating", number, part).shuffled(range(players))
        seatings += [tuple(order[turn:] + order[:turn]) for turn in range(players)]
    return tuple(seatings)


def _rotated(players: int, turn: int) -> tuple[int, ...]:
    return tuple((seat + turn) % players for seat in range(players))
