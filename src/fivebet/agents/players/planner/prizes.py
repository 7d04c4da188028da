"""What chips are worth in a tournament: the utility of prizes (thesis, 2.4; planner+).

By the independent chip model each place goes to one of those left in proportion to their
chips. So twice the chips are worth less than twice the prizes where several places are
paid: the model makes an attitude of every stack and every prize list. Near the prizes it
is averse; with a stack that is nearly gone, or where one place takes all, hardly at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, nan

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.errors import AgentError
from fivebet.game.view import View
from fivebet.planning.runtime import Lottery
from fivebet.planning.utility import Facts

Floats = NDArray[np.float64]

_POINTS = 33
"""The stacks between nothing and everything for which the prizes are worked out."""


@dataclass(frozen=True)
class PrizeUtility:
    """The expected prize by one's own chips after the hand, less that of the present chips."""

    own: float
    """The chips that one has now."""
    stacks: Floats
    """Stacks that one may have, rising from 0 to all chips."""
    prizes: Floats
    """The expected prize with each."""

    additive = False

    def value(self, cost: float) -> float:
        """Return what winning or losing so many chips changes in the expected prize."""
        return self._prize(self.own + cost) - self._prize(self.own)

    def expected(self, lottery: Lottery) -> float:
        """Return the expected change of the prize."""
        return fsum(chance * self.value(cost) for chance, cost in lottery)

    def equivalent(self, lottery: Lottery) -> float:
        """Return the chips that change the expected prize as much."""
        prize = self.expected(lottery) + self._prize(self.own)
        return float(np.interp(prize, self.prizes, self.stacks)) - self.own

    def at(self, _: Facts) -> "PrizeUtility":
        """Return this utility, which was made for its table."""
        return self

    def _prize(self, chips: float) -> float:
        return float(np.interp(chips, self.stacks, self.prizes))


def parse_prizes(text: str) -> tuple[float, ...]:
    """Return the prizes from the first place down of a text like 50/30/20.

    >>> parse_prizes("50/30/20")
    (50.0, 30.0, 20.0)
    """
    try:
        prizes = tuple(float(part) for part in text.split("/"))
    except ValueError:
        prizes = (nan,)
    rising = any(one < two for one, two in pairwise(prizes))
    if rising or not all(0 <= prize < 1e9 for prize in prizes) or not sum(prizes):
        raise AgentError(
            f"prizes={text!r} are none: give them from the first place down, like 50/30/20"
        )
    return prizes


def prize_utility(view: View, prizes: Sequence[float]) -> PrizeUtility:
    """Return the utility of the seat to act, if everybody left in the tournament is at the table.

    What we win comes from those who are in the hand, in proportion to what they have, and
    what we lose goes to them.
    """
    seat, pot = view.seat, float(view.pot)
    own = float(view.stacks[seat])
    others = [other for other in range(len(view.stacks)) if other != seat]
    inside = [other for other in others if other in view.active]
    whole = np.linspace(0.0, float(sum(view.stacks)) + pot, _POINTS)
    share = pot / len(inside)
    held = {other: view.stacks[other] + (share if other in inside else 0.0) for other in others}
    moving = sum(held[other] for other in inside)
    fixed = sum(held.values()) - moving
    # Those who are out of the hand keep their chips as long as there are enough for all.
    left = whole[-1] - whole
    kept = np.minimum(1.0, np.divide(left, fixed, out=np.ones(_POINTS), where=fixed > 0))
    rest = np.maximum(left - fixed, 0.0)
    columns = [
        held[other] / moving * rest if other in inside and moving else held[other] * kept
        for other in others
    ]
    table = np.column_stack([whole, *columns])
    before = [int(view.starting_stacks[each]) for each in (seat, *others)]
    return PrizeUtility(own, whole, expected_prizes(table, before, prizes))


def expected_prizes(stacks: Floats, before: Sequence[int], prizes: Sequence[float]) -> Floats:
    """Return the first player's expected prize by the independent chip model, row by row.

    Of those who lose everything at once, who had more before is placed higher.

    >>> rows = np.array([[500.0, 300.0, 200.0]])
    >>> expected_prizes(rows, (400, 400, 200), (50, 30, 20)).round(3).tolist()
    [38.393]
    """
    paid = list(prizes[: stacks.shape[1]])
    chips = np.rint(stacks).astype(int).tolist()
    return np.array([_core.icm_values(row, list(before), paid)[0] for row in chips])
