"""The champion in tournaments: all-in or fold by prizes, with patience and an eye on habits.

It starts from `push-fold`: before the flop it goes all-in or folds by the independent chip
model. Two things are added.

- **Survival.** In a field where many bust early a short stack is worth far more than the
  model says, since others go first: in tournaments of this package's agents who only folds
  wins 6.7 buy-ins with any stack, down to a tenth of the average, as long as more than nine
  are left. So stacks count by a small power of their chips: doubling one is worth a seventh
  of it and all-in takes a hand that wins nine times in ten. At the final table the power
  rises to 1, the model itself, when two are left.
- **Habits.** Opponents' ranges are not those of an equilibrium but what is believed of them:
  who folds too much calls with few hands and is robbed, who calls too much is waited for.
"""

from dataclasses import dataclass, field
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
    solved_spot,
)
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASS_SIZES
from fivebet.game.action import Action, raise_to
from fivebet.game.view import View
from fivebet.opponents.habits import CALLS, FOLDS, RAISES, SOUND, HabitCounts, player_name
from fivebet.solving.jam_fold_one_caller import (
    JamSpot,
    JamSpotSolution,
    call_gains,
    jam_gains,
)

Row = NDArray[np.float64]
_JAMS = {SOUND: 0.2, CALLS: 0.08, RAISES: 0.6, FOLDS: 0.03}
"""The part of hands with which players of a habit go all-in or raise."""
_CALLS = {SOUND: 0.25, CALLS: 0.5, RAISES: 0.45, FOLDS: 0.02}
"""The part of hands with which they call a jam."""

_LIMPERS_CALL = 0.6
"""The part of hands with which who has called the blind calls a jam too."""
_AMONG_SEVERAL = 0.015


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
    survival: Annotated[float, Bounds(0.01, 1)] = 0.05
    """The power of chips that stacks count by before everybody is paid; 1 for chips alone."""
    final: Annotated[float, Bounds(0.01, 1)] = 0.3
    """The same when the last paid place is reached; it rises to 1 when two are left."""
    exploit: bool = True
    """Whether opponents' habits count."""
    best_responses: Annotated[int, Bounds(1, 500)] = 60
    """The number of best responses that all ranges move towards."""
    seed: Seed = 0
    """The seed of its random numbers."""
    habits: HabitCounts = field(default_factory=HabitCounts, init=False, repr=False)

    def __post_init__(self) -> None:
        self._prizes = read_payouts(self.payouts)
        self.seed = checked_seed(self.seed)

    def observe(self, view: View) -> None:
        """Count what everybody did in a hand."""
        self.habits.observe(view)

    def power(self, view: View) -> float:
        """Return the power of chips that stacks count by."""
        left, paid = view.players_left or view.game.seats, len(self._prizes)
        if left > max(paid, 2):
            return self.survival
        return float(self.final ** ((left - 2) / max(paid - 2, 1)))

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
        if len(entered) > 1:
            # Several hands are shown: only the very best is worth it, and only once all are paid.
            paid = (view.players_left or view.game.seats) <= len(self._prizes)
            return _best(_AMONG_SEVERAL if paid else 0.0)
        spot, first, seat = read_jam_spot(view, self._prizes, self.power(view), with_callers=True)
        order = jam_order(view, first, with_callers=True)
        own = order.index(seat)
        jams, calls = self._believed(view, spot, order)
        if first != seat:
            gains = call_gains(spot, own, jams[0], calls[0])
        else:
            gains = jam_gains(spot, JamSpotSolution(jams, calls))[0]
        return (gains > 0).astype(np.float64)

    def _believed(self, view: View, spot: JamSpot, order: list[int]) -> tuple[Row, Row]:
        """Return the ranges with which everybody is believed to jam and to call jams."""
        players = len(order)
        jams = np.tile(_best(_JAMS[SOUND]), (players - 1, 1))
        calls = np.tile(_best(_CALLS[SOUND]), (players, players, 1))
        if spot.prizes:
            solution = solved_spot(spot, self.best_responses)
            jams, calls = (jams + solution.jams) / 2, (calls + solution.calls) / 2
        for place, other in enumerate(order):
            habit = SOUND
            if self.exploit and other != view.seat:
                habit = self.habits.habit(player_name(view, other))
            if habit != SOUND:
                calls[:place, place] = _best(_CALLS[habit])
                jams[place : place + 1] = _best(_JAMS[habit])
            if other in players_in(view):  # it has called the blind
                calls[:place, place] = np.maximum(calls[:place, place], _best(_LIMPERS_CALL))
        return jams, calls


def players_in(view: View) -> tuple[int, ...]:
    """Return the others who have called or raised and are still in."""
    entered = {move.seat for move in view.moves if move.action.kind in ("call", "raise")}
    return tuple(seat for seat in view.active if seat in entered and seat != view.seat)


@lru_cache(maxsize=16)
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
