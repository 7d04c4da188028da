"""What PLICAS knows of its opponent: rates before the flop, range, aggression, average pot.

Counting is left to `fivebet.opponents`, which can forget; here are the five figures
of section 4.1, as far as the opponent has shown them.

The average pot is that of all hands, those that end before the flop included: f (4.1.2)
subtracts what is lost "per hand", so what is won must be counted per hand too. Pots of
hands that saw a flop are the other reading.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from fivebet.game.agent import Reason
from fivebet.game.view import View
from fivebet.opponents import Memory, Statistics, Tally
from fivebet.opponents.tally import Total

Pots = Literal["all", "flop"]

_US, _THEM = "us", "them"


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is known of the opponent."""

    hands: float
    calls: float
    """The share of hands called with before the flop."""
    raises: float
    """The share of hands raised with."""
    range: float
    """The share of hands not folded before the flop."""
    aggression: float
    """The share of raises among raises and calls, after the flop."""
    pot: float
    """The average pot in small bets, without bets that nobody called."""
    flop_bets: float = 0
    """The bets and raises that the opponent has faced on the flop."""
    flop_folds: float = 0
    """How many of them the opponent has folded to."""

    def as_reason(self) -> dict[str, Reason]:
        """Return the figures as part of a decision's reasons."""
        return {
            "hands": self.hands,
            "calls before the flop": self.calls,
            "raises before the flop": self.raises,
            "range": self.range,
            "aggression": self.aggression,
            "average pot": self.pot,
        }


UNKNOWN = Opponent(hands=0, calls=0.5, raises=0.5, range=1.0, aggression=0.5, pot=4.0)
"""What is assumed before a hand is played: any hand, raised as often as called."""


class OpponentModel:
    """Watches hands and says what they tell of the opponent."""

    def __init__(self, half_life: float | None = None, pots: Pots = "all") -> None:
        memory = Memory(half_life=half_life)
        self._tally = Tally(memory)
        self._all_pots = Total((1, 2), memory)
        self._pots: Pots = pots
        self._now: Opponent | None = UNKNOWN

    def observe(self, view: View) -> None:
        """Count a hand that is over."""
        names: tuple[Hashable, ...] = (_US, _THEM) if view.seat == 0 else (_THEM, _US)
        self._tally.observe(view, names)
        pot = sum(float(chips) for chips, _ in view.pots) / view.game.big_blind
        self._all_pots.add(0, np.array([pot, 1.0]))
        self._now = None

    @property
    def opponent(self) -> Opponent:
        """What is known of the opponent now."""
        if self._now is None:
            seen = self._tally[_THEM]
            self._now = _opponent_of(seen, self._average_pot(seen))
        return self._now

    def _average_pot(self, seen: Statistics) -> float:
        chips, hands = self._all_pots.sums[0]
        if self._pots == "flop" or not hands:
            return seen.pot or UNKNOWN.pot
        return float(chips / hands)

    def __setstate__(self, state: dict[str, Any]) -> None:
        # 0.1.0 counted the pots of flops alone.
        self.__init__(pots="flop")  # type: ignore[misc]
        self.__dict__.update(state)


def _opponent_of(seen: Statistics, pot: float) -> Opponent:
    before, flop = seen.on("preflop"), seen.on("flop").ratio("fold")
    decided = seen.vpip.opportunities
    folded = before.ratio("fold").times
    raises = seen.ratio("bet").times + seen.ratio("raise").times
    calls = seen.ratio("call").times
    return Opponent(
        hands=seen.hands,
        calls=(seen.vpip.times - seen.pfr.times) / decided if decided else UNKNOWN.calls,
        raises=seen.pfr.times / decided if decided else UNKNOWN.raises,
        range=1 - folded / decided if decided else UNKNOWN.range,
        aggression=raises / (raises + calls) if raises + calls else UNKNOWN.aggression,
        pot=pot,
        flop_bets=flop.opportunities,
        flop_folds=flop.times,
    )
