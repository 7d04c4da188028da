"""How fast a tournament's players go out and its blinds rise, as one of the players sees it.

A player sees how many are left when a hand is dealt, the blinds, and the stacks at the own table.
That is enough for `solving.field_value`.
"""

from dataclasses import dataclass
from math import log

from fivebet._core import HandInfo
from fivebet.solving.field_value import TournamentField

_RATE = 0.02
"""The part of a field that goes out in a hand, before anything was seen of it."""
_RATE_AT_FIRST = 0.06
"""The same before everybody left is paid: rather too much, since waiting for some hands costs
little there, and going out everything."""
_RATE_WEIGHT = 60.0
"""The weight of that, in hands of one player."""
_FORGETS = 0.5 ** (1 / 15)
"""What the weight of a hand falls to with each later one: a half after fifteen."""
_GROWTH = 0.03
"""By how much blinds grow in a hand, before anything was seen of them."""
_GROWTH_WEIGHT = 20
"""The weight of that, in hands."""


@dataclass
class FieldPace:
    """What a player has seen of a tournament."""

    hands: int = 0
    left: int = 0
    """Players, when the last hand was dealt."""
    seats: int = 0
    """At a table, at most."""
    chips: int = 0
    """Of everybody together, as the first hand shows."""
    blinds: int = 0
    """Both together, in the first hand."""
    out: float = 0.0
    """Players who went out lately."""
    dealt: float = 0.0
    """The hands that were dealt to players lately."""

    def observe(self, hand: HandInfo) -> None:
        """Count a hand."""
        left = _left(hand)
        if not self.hands or left > self.left:  # a tournament starts
            mean = sum(hand.starting_stacks) / hand.game.seats
            self.hands, self.left, self.seats = 0, left, 0
            self.out = self.dealt = 0.0
            self.chips, self.blinds = round(mean * left), _blinds(hand)
        self.hands += 1
        self.out = self.out * _FORGETS + self.left - left
        self.dealt = self.dealt * _FORGETS + left
        self.left = left
        self.seats = max(self.seats, hand.game.seats)

    def field(self, hand: HandInfo, seat: int, prizes: tuple[float, ...]) -> TournamentField:
        """Return the field in which a hand is dealt, as the player on a seat sees it."""
        left, blinds = _left(hand), _blinds(hand)
        stacks = [int(stack) for stack in hand.starting_stacks]
        mean = sum(stacks) / hand.game.seats
        rate = _RATE_AT_FIRST if left > len(prizes) else _RATE
        grown = log(max(blinds / (self.blinds or blinds), 1.0))
        return TournamentField(
            left=left,
            prizes=prizes,
            chips=max(sum(stacks), self.chips or round(mean * left)),
            blinds=blinds,
            ante=max(hand.game.antes, default=0),
            seats=max(self.seats, hand.game.seats),
            rate=(self.out + rate * _RATE_WEIGHT) / (self.dealt + _RATE_WEIGHT),
            growth=(grown + _GROWTH * _GROWTH_WEIGHT) / (self.hands + _GROWTH_WEIGHT),
            others=tuple(stack for other, stack in enumerate(stacks) if other != seat),
        )


def _left(hand: HandInfo) -> int:
    return max(hand.players_left, hand.game.seats)


def _blinds(hand: HandInfo) -> int:
    return max(sum(hand.game.blinds), 1)
