"""Habits: what kind of player an opponent is, from how often it folds, calls and raises.

Three shares tell most players apart: how often they fold before the flop, how often they
fold to a bet after it, and how often they bet or raise at all. The prior is a mixture of
types, with the shares of this package's own agents at tables of six; counts move it by
Bayes' rule. Nobody is exactly a type, so every count weighs half.
"""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from math import exp, log
from typing import NamedTuple

from fivebet._core import HandInfo

SOUND, CALLS, RAISES, FOLDS = range(4)
HABIT_NAMES = ("sound", "calls too much", "raises too much", "folds too much")
_EVIDENCE = 0.5
_SURE = 0.8


class TypeShares(NamedTuple):
    """A type of player: its habit, its part of the prior, and the shares of its actions."""

    habit: int
    prior: float
    folds_before_flop: float
    folds_to_bets: float
    raises: float


TYPES = (
    TypeShares(SOUND, 0.14, 0.50, 0.22, 0.27),  # fair
    TypeShares(SOUND, 0.10, 0.36, 0.25, 0.42),  # aki
    TypeShares(SOUND, 0.08, 0.68, 0.15, 0.24),  # tight
    TypeShares(SOUND, 0.14, 0.14, 0.18, 0.30),  # plicas, nash-limit
    TypeShares(SOUND, 0.06, 0.84, 0.20, 0.15),  # planner
    TypeShares(SOUND, 0.06, 0.38, 0.36, 0.34),  # random
    TypeShares(CALLS, 0.10, 0.01, 0.02, 0.02),  # call, station
    TypeShares(CALLS, 0.06, 0.33, 0.06, 0.03),  # loose
    TypeShares(CALLS, 0.04, 0.18, 0.15, 0.08),
    TypeShares(RAISES, 0.06, 0.13, 0.05, 0.58),  # maniac
    TypeShares(RAISES, 0.05, 0.01, 0.01, 0.90),  # raise
    TypeShares(FOLDS, 0.06, 0.15, 0.60, 0.05),  # timid
    TypeShares(FOLDS, 0.05, 0.98, 0.60, 0.01),  # fold
)


@dataclass
class ActionCounts:
    """How often a player did what."""

    before_flop: int = 0
    folds_before_flop: int = 0
    bets_faced: int = 0
    """After the flop."""
    folds_to_bets: int = 0
    actions: int = 0
    raises: int = 0

    def add(self, kind: str, street: int) -> None:
        """Count one action."""
        self.actions += 1
        self.raises += kind in ("bet", "raise")
        if street == 0:
            self.before_flop += 1
            self.folds_before_flop += kind == "fold"
        elif kind in ("fold", "call", "raise"):
            self.bets_faced += 1
            self.folds_to_bets += kind == "fold"

    def log_likelihood(self, player: TypeShares) -> float:
        """Return how likely these counts are for a type of player."""
        return sum(
            did * log(share) + (times - did) * log(1 - share)
            for did, times, share in (
                (self.folds_before_flop, self.before_flop, player.folds_before_flop),
                (self.folds_to_bets, self.bets_faced, player.folds_to_bets),
                (self.raises, self.actions, player.raises),
            )
        )


@dataclass
class HabitCounts:
    """What is known of everybody's habits."""

    counts: dict[Hashable, ActionCounts] = field(default_factory=lambda: defaultdict(ActionCounts))

    def observe(self, hand: HandInfo) -> None:
        """Count the actions of a hand that is over."""
        for move in hand.moves:
            name = player_name(hand, move.seat)
            self.counts[name].add(move.action.kind, move.street)

    def chances(self, player: Hashable) -> tuple[float, ...]:
        """Return how likely each habit is."""
        seen = self.counts.get(player, ActionCounts())
        logs = [log(each.prior) + _EVIDENCE * seen.log_likelihood(each) for each in TYPES]
        weights = [exp(value - max(logs)) for value in logs]
        by_habit = [0.0] * len(HABIT_NAMES)
        for each, weight in zip(TYPES, weights, strict=True):
            by_habit[each.habit] += weight / sum(weights)
        return tuple(by_habit)

    def habit(self, player: Hashable) -> int:
        """Return the habit of a player if it is sure enough, else `SOUND`."""
        chances = self.chances(player)
        best = max(range(len(chances)), key=chances.__getitem__)
        return best if chances[best] >= _SURE else SOUND


def player_name(hand: HandInfo, seat: int) -> Hashable:
    """Return what a player is known by: its name, or its seat where there are no names."""
    return hand.players[seat] if hand.players else seat
