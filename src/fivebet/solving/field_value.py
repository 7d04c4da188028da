"""What a stack is worth in a tournament, by how fast the others go out.

The independent chip model says how prizes are shared among stacks, not how long one can wait.
Who folds loses a blind at a time, and wins a place whenever another player goes: in a field of
which half is out within ten hands that is worth more than any stack, in a field that waits
as well it is worth little. So the field is followed hand by hand:

- The others go out at a rate a hand. Part of it is what was seen lately; the rest rises as
  blinds do against the average stack. Short stacks are gone when blinds have taken them.
- From the number of players left the time of each place follows. A stack pays blinds until then,
  and may be put in before it is gone when a hand is good enough: some hands are, with chances
  that are set below.

The values are worked out backwards from two players, who play for the first prize by their
chips. They are expected prizes for each number of players left and each stack.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import SolvingError

Row = NDArray[np.float64]

_CHANCES = ((0.01, 0.75), (0.02, 0.63))
"""How often a hand comes in which all chips may be put in, and how often it wins."""
_AS_SEEN = 0.3
"""The part of the rate seen lately that is still expected: who goes out first is gone."""
_FADES = 25.0
"""The hands in which that part falls to 37 %."""
_BY_BLINDS = 0.8
"""The players a hand who go out, of so many, by the big blind as a part of the average stack."""
_SHORT = 0.8
"""The part of the average stack below which players are taken to wait until they are gone."""
_SPREAD = 4.0
"""The hands around that time within which they go."""
_WAITS = np.array([[0.13], [0.45], [0.96], [2.1]])
"""Four equally likely times between two players' going out, in parts of the mean."""
_MOST_HANDS = 300
_POINTS = 60
_LEAST = 2000
"""The part of all chips that the smallest stack above none has."""


@dataclass(frozen=True, slots=True)
class TournamentField:
    """Who is left in a tournament, what they play for, and how fast they go out."""

    left: int
    prizes: tuple[float, ...]
    """From the first place down."""
    chips: int
    """Of everybody together."""
    blinds: int
    """Both together."""
    ante: int
    seats: int
    """At a table, at most."""
    rate: float
    """The part of the players that went out in a hand lately."""
    growth: float
    """By how much blinds grow in a hand, as a part of themselves."""
    others: tuple[int, ...]
    """Stacks of other players, as far as they are seen."""

    def __post_init__(self) -> None:
        if self.left < 2 or self.seats < 2 or not self.others:
            raise SolvingError(f"{self.left} players at tables of {self.seats} are no field")
        if min(self.chips, self.blinds) < 1 or self.growth <= 0 or self.rate < 0:
            raise SolvingError("a field needs chips and blinds of 1 or more, which grow")

    def prize(self, place: int) -> float:
        """Return what a place wins."""
        return self.prizes[place - 1] if place <= len(self.prizes) else 0.0

    def cost(self, players: int) -> float:
        """Return what a hand costs, on average over the seats, with so many players left."""
        seats = min(self.seats, players)
        return self.blinds / seats + self.ante

    def hands_until(self) -> list[float]:
        """Return after how many hands each number of players is left, by that number."""
        average = self.chips / self.left
        stacks = np.array(self.others, dtype=np.float64)
        lasting = np.log1p(self.growth * stacks / self.cost(self.left)) / self.growth
        lasting[stacks >= _SHORT * average] = np.inf
        hands = np.arange(_MOST_HANDS)[:, None]
        waiting = 1 / (1 + np.exp(np.clip((hands - lasting) / _SPREAD, -50, 50)))
        waiting = (waiting / waiting[0]).mean(axis=1)
        alive = np.empty(_MOST_HANDS)
        playing = self.left - 1.0
        big_blind = self.blinds / 1.5
        for hand in range(_MOST_HANDS):
            alive[hand] = playing * waiting[hand]
            pressure = (1 + alive[hand]) * big_blind * exp(self.growth * hand) / self.chips
            seen = _AS_SEEN * self.rate * exp(-hand / _FADES)
            playing *= exp(-seen - _BY_BLINDS * min(pressure, 1.0))
        # The last of so many others goes when less than half of one of them is expected.
        numbers = np.arange(self.left + 1)
        times = np.interp(-(numbers - 0.5), -alive, np.arange(_MOST_HANDS, dtype=np.float64))
        times[self.left] = 0.0
        return [float(time) for time in times]


@dataclass(frozen=True, eq=False, slots=True)
class StackWorth:
    """The expected prize of every stack, by the number of players left."""

    stacks: Row
    prizes: Row
    """By the number of players left, and stack."""

    @property
    def left(self) -> int:
        """Return the number of players who were left before the hand."""
        return len(self.prizes) - 1

    def __call__(self, chips: Sequence[float]) -> Row:
        """Return what everybody at a table has after a hand, by their chips; some may have none."""
        out = sum(not each for each in chips)
        worth: Row = np.interp(chips, self.stacks, self.prizes[max(self.left - out, 1)])
        if out:
            worth[[not each for each in chips]] = self.prizes[self.left, 0]
        return worth


@lru_cache(maxsize=64)
def stack_worth(field: TournamentField) -> StackWorth:
    """Work out what stacks are worth, backwards from two players."""
    total = float(field.chips)
    stacks = np.concatenate([[0.0], np.geomspace(total / _LEAST, total, _POINTS)])
    times = field.hands_until()
    prizes = np.zeros((field.left + 1, len(stacks)))
    prizes[:2] = field.prize(1)
    prizes[2] = field.prize(2) + (field.prize(1) - field.prize(2)) * stacks / total
    for left in range(3, field.left + 1):
        prizes[left] = _before_one_goes(
            field, left, (times[left], times[left - 1]), stacks, prizes[left - 1]
        )
    return StackWorth(stacks, prizes)


def _before_one_goes(
    field: TournamentField, left: int, times: tuple[float, float], stacks: Row, later: Row
) -> Row:
    """Return what stacks are worth with so many left, from what they are worth with one less."""
    hands = max(times[1] - times[0], 0.05)
    rise = exp(field.growth * sum(times) / 2)
    cost = field.cost(left) * rise * hands
    none = field.prize(left)
    after = stacks - cost * _WAITS
    worth: Row = np.where(after > 0, np.interp(after, stacks, later), none).mean(axis=0)
    stakes = np.minimum(stacks, field.chips / left)
    won = np.interp(np.minimum(stacks + stakes + field.blinds * rise, field.chips), stacks, later)
    lost = np.where(stacks > stakes, np.interp(stacks - stakes, stacks, later), none)
    for often, wins in _CHANCES:
        gain = wins * won + (1 - wins) * lost - worth
        worth = worth + (1 - exp(-often * hands)) * np.maximum(gain, 0)
    worth[0] = none
    return worth
