"""The champion in tournaments: all-in or fold by prizes, with patience and an eye on habits.

Before the flop it goes all-in or folds, as `push-fold` does, and checks and folds afterwards.
Two things are its own.

- **The field.** What chips are worth depends on how fast the others go out, which it sees:
  where half of the field is out within ten hands, waiting is worth more than any stack; where
  everybody waits, blinds take the stack before the prizes come. `solving.field_value` makes
  expected prizes of the rate at which players have gone out, of blinds and of stacks, and a
  hand is played if it raises them.
- **Habits.** Opponents' ranges are not those of an equilibrium but what is believed of them,
  from how often each has raised and called jams, and from its habit.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet._core import purpose_key
from fivebet.agents.hosting.options import Bounds, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.push_fold import (
    JamOrFoldAgent,
    all_in,
    jam_order,
    read_jam_spot,
    read_payouts,
)
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASS_SIZES
from fivebet.game.action import Action, raise_to
from fivebet.game.view import View
from fivebet.opponents.field_pace import FieldPace
from fivebet.opponents.habits import CALLS, FOLDS, RAISES, SOUND, HabitCounts, player_name
from fivebet.opponents.jam_habits import JamShares
from fivebet.solving.field_value import stack_worth
from fivebet.solving.jam_fold_one_caller import JamSpotSolution, call_gains, jam_gains

Row = NDArray[np.float64]
_JAMS = {SOUND: 0.2, CALLS: 0.08, RAISES: 0.6, FOLDS: 0.03}
"""The part of hands with which players of a habit go all-in or raise."""
_CALLS = {SOUND: 0.25, CALLS: 0.5, RAISES: 0.45, FOLDS: 0.02}
"""The part of hands with which they call a jam."""

_AT_LEAST = 0.02
"""The part of hands with which anybody is believed to call, however often it has folded."""
_SHORT_CALL = 0.5
"""The part of hands with which who has no more than a big blind left calls, unless it folds too
much."""
_LIMPERS_CALL = 0.6
"""The part of hands with which who has called the blind calls a jam too."""
_AMONG_SEVERAL = 0.015
"""The part of hands that are played where several others have entered."""
_MARGIN = 3.0
"""The part of its worth that a stack must gain before everybody left is paid, for each part of the
field that goes out in a hand: where many go out, who waits wins more than the model says."""
_LARGEST_MARGIN = 0.3


@dataclass(eq=False)
class TournamentChampion(JamOrFoldAgent):
    """Goes all-in or folds by stacks, prizes, survival and habits."""

    title: ClassVar[str] = "the champion in tournaments"
    purpose: ClassVar[int] = purpose_key("champion tournament")
    games: ClassVar[tuple[str, ...]] = ("nolimit-*", "cash-*")
    made_for: ClassVar[tuple[str, ...]] = ("tournament-*",)
    remembers: ClassVar[bool] = True

    payouts: Annotated[str, Bounds(0, 60)] = "31/21.5/16.5/12.5/9/6/3.5"
    """The prizes in per cent, from the first place down; those of 45 players unless given."""
    exploit: bool = True
    """Whether what was seen of the field and of opponents counts."""
    seed: Seed = 0
    """The seed of its random numbers."""
    habits: HabitCounts = field(default_factory=HabitCounts, init=False, repr=False)
    shares: JamShares = field(default_factory=JamShares, init=False, repr=False)
    pace: FieldPace = field(default_factory=FieldPace, init=False, repr=False)

    def __post_init__(self) -> None:
        self._prizes = read_payouts(self.payouts)
        self.seed = checked_seed(self.seed)

    def observe(self, view: View) -> None:
        """Count what everybody did in a hand, and how many are left."""
        if self.exploit:
            self.habits.observe(view)
            self.shares.observe(view, view.seat)
            self.pace.observe(view)

    def commitment(self, view: View) -> Action:
        """Return what plays for the stack: against who has raised, for theirs if less."""
        legal, entered = view.legal, players_in(view)
        if not legal.can_raise or not entered:
            return all_in(legal)
        theirs = max(view.bets[seat] + int(view.stacks[seat]) for seat in entered)
        if theirs <= view.bets[view.seat] + legal.call:
            return legal.passive
        return raise_to(min(max(theirs, legal.min_raise), legal.max_raise))

    def chances(self, view: View) -> Row:
        """Return how often each class goes all-in, at a decision before the flop."""
        entered = players_in(view)
        spot, first, seat = read_jam_spot(view, (), with_callers=True)
        tournament = self.pace.field(view, view.seat, self._prizes)
        worth = stack_worth(tournament)
        spot = replace(spot, worth=worth)
        order = jam_order(view, first, with_callers=True)
        jams, calls = self._believed(view, order)
        if first != seat:
            gains = call_gains(spot, order.index(seat), jams[0], calls[0])
        else:
            gains = jam_gains(spot, JamSpotSolution(jams, calls))[0]
        least = 0.0
        if tournament.left > len(self._prizes):
            margin = min(_MARGIN * tournament.rate, _LARGEST_MARGIN)
            least = margin * float(worth(view.starting_stacks)[view.seat])
        chances = (gains > least).astype(np.float64)
        # Where several hands are shown only the very best is worth it.
        return np.minimum(chances, _best(_AMONG_SEVERAL)) if len(entered) > 1 else chances

    def _believed(self, view: View, order: list[int]) -> tuple[Row, Row]:
        """Return the ranges with which everybody is believed to jam and to call jams."""
        players = len(order)
        jams, calls = np.zeros((players - 1, 169)), np.zeros((players, players, 169))
        for place, other in enumerate(order):
            raising, calling = _JAMS[SOUND], _CALLS[SOUND]
            if self.exploit and other != view.seat:
                name = player_name(view, other)
                habit = self.habits.habit(name)
                raising = self.shares.raising(name, _JAMS[habit], habit != SOUND)
                calling = max(self.shares.calling(name, _CALLS[habit], habit != SOUND), _AT_LEAST)
                if view.stacks[other] <= view.game.big_blind and habit != FOLDS:
                    calling = max(calling, _SHORT_CALL)
            if other in players_in(view):  # it has called the blind
                calling = max(calling, _LIMPERS_CALL)
            calls[:place, place] = _best(round(calling, 2))
            jams[place : place + 1] = _best(round(raising, 2))
        return jams, calls


def players_in(view: View) -> tuple[int, ...]:
    """Return the others who have called or raised and are still in."""
    entered = {move.seat for move in view.moves if move.action.kind in ("call", "raise")}
    return tuple(seat for seat in view.active if seat in entered and seat != view.seat)


@lru_cache(maxsize=101)
def _best(part: float) -> Row:
    """Return the best part of all hands as a range over classes."""
    row = np.zeros(169)
    left = part * CLASS_SIZES.sum()
    for index in class_order("three-random"):
        row[index] = min(1.0, left / CLASS_SIZES[index])
        left -= CLASS_SIZES[index]
        if left <= 0:
            break
    return row
