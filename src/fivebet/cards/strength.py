"""Exact hand strength and potential after the flop.

As in Billings et al., and as Smith (2.2.1), Moik (4.2) and Martins (2.2.5) use
it: all holdings of an opponent are compared with ours now and on every board to
come. `docs/errata.md` says what we corrected in their listings.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivebet._core import hand_potential, strength_counts
from fivebet.cards.card import CardsLike, as_board, as_cards
from fivebet.cards.combos import as_hole
from fivebet.cards.ranges import RangeLike, as_range
from fivebet.errors import CardError, EquityError


@dataclass(frozen=True, slots=True)
class Strength:
    """The comparison of our hand with an opponent's holdings, now and at the end.

    >>> s = strength("9h8h", "ThJh2d")
    >>> int(s.ahead), int(s.tied), int(s.behind), round(s.immediate, 4)
    (280, 9, 792, 0.2632)
    """

    ahead: float
    tied: float
    behind: float
    potential: NDArray[np.float64]
    """Holdings by where we stand now (row) and at the end (column): ahead, tied, behind."""

    @property
    def immediate(self) -> float:
        """Return IHS, the part of the holdings that we beat now, with half of those we tie."""
        return (self.ahead + self.tied / 2) / (self.ahead + self.tied + self.behind)

    @property
    def positive(self) -> float:
        """Return PPot, how often we get ahead where we are not; 0 if we always are."""
        gained = self.potential[2, 0] + self.potential[2, 1] / 2 + self.potential[1, 0] / 2
        return _ratio(float(gained), self.behind + self.tied / 2)

    @property
    def negative(self) -> float:
        """Return NPot, how often we fall behind where we are ahead; 0 if we never are."""
        lost = self.potential[0, 2] + self.potential[1, 2] / 2 + self.potential[0, 1] / 2
        return _ratio(float(lost), self.ahead + self.tied / 2)

    def effective(self, opponents: int = 1) -> float:
        """Return EHS against a number of opponents (Moik, equation 4.6)."""
        now = self.immediate ** _checked(opponents)
        return now * (1 - self.negative) + (1 - now) * self.positive

    def optimistic(self, opponents: int = 1) -> float:
        """Return EHS with no negative potential (Martins, equation 4)."""
        now = self.immediate ** _checked(opponents)
        return now + (1 - now) * self.positive


def strength(
    hole: CardsLike, board: CardsLike, opponent: RangeLike = "random", dead: CardsLike = ""
) -> Strength:
    """Compare our hole cards with an opponent's range on a flop, turn or river."""
    ours, table, gone = as_hole(hole), as_board(board), as_cards(dead)
    if not table:
        raise EquityError("strength needs a flop: give a board of 3 to 5 cards, or ask for equity")
    if twice := (ours & table) | (ours & gone) | (table & gone):
        raise CardError(f"{twice} cannot be in two places: hole cards, board and dead cards differ")
    range_ = as_range(opponent)
    now, end = hand_potential(ours.mask, range_.weights, table.mask, gone.mask)
    if not now.sum() > 0:
        raise EquityError(
            f"{str(opponent)!r} holds no hand that is left when {ours | table | gone} are known"
        )
    end.setflags(write=False)
    return Strength(float(now[0]), float(now[1]), float(now[2]), end)


def immediate_strength(hole: CardsLike, board: CardsLike) -> float:
    """Return IHS against a random hand, in a few microseconds.

    >>> round(immediate_strength("9h8h", "ThJh2d"), 4)
    0.2632
    """
    ours, table = as_hole(hole), as_board(board)
    if not table:
        raise EquityError("strength needs a flop: give a board of 3 to 5 cards, or ask for equity")
    if twice := ours & table:
        raise CardError(f"{twice} cannot be in two places: hole cards and board differ")
    ahead, tied, behind = strength_counts(ours.mask, table.mask)
    return (ahead + tied / 2) / (ahead + tied + behind)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 0.0


def _checked(opponents: int) -> int:
    if not 1 <= opponents <= 9:
        raise EquityError(f"{opponents} opponents cannot sit at the table: there are 1 to 9")
    return opponents
