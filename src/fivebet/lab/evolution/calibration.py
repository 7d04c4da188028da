"""Which stacks, blinds and antes the printed figures of the static players allow (Moik 2018, 5).

The thesis prints neither its blind structure nor an entry fee, but what static players
returned and how fit they were. If all buy-ins are paid out, returns sum to nothing over the
field; those printed for the third experiment sum to -343 % of a buy-in. Either one of them
is a slip, or some 7.6 % of every buy-in was a fee. Schedules are compared with the print by
both readings, and by the printed fitnesses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from fivebet.arena.tournament import Level, Schedule
from fivebet.errors import GameError
from fivebet.lab.evolution.evaluation import evaluate
from fivebet.lab.evolution.experiment import SCHEDULE, SHALLOW, STATIC

PRINTED_ROI = {"fold": 21.95, "call": 14.34, "raise": -1.01, "random": -74.02}
"""The returns of the third experiment, the only ones that are printed for all four types."""
PRINTED_CONTROL_ROI = 82.94
PRINTED_STATIC_FITNESS = {"call": 0.3124, "raise": 0.2467, "random": 0.3595}
"""The fitnesses of the first experiment; always-fold follows its Control 'closely'."""
_EACH, _PLAYERS = 11, 45


def implied_fee() -> float:
    """Return the share of a buy-in that is not paid out if all printed returns are right."""
    return -(_EACH * sum(PRINTED_ROI.values()) + PRINTED_CONTROL_ROI) / 100 / _PLAYERS


def implied_call_roi() -> float:
    """Return always-call's return in percent if there is no fee and the others are right."""
    others = sum(roi for name, roi in PRINTED_ROI.items() if name != "call")
    return -PRINTED_CONTROL_ROI / _EACH - others


def after_fee(roi: float, fee: float) -> float:
    """Return a return in percent after a fee, given the one without.

    >>> after_fee(100, 0.25)
    50.0
    """
    return (100 + roi) * (1 - fee) - 100


@dataclass(frozen=True, slots=True)
class Calibration:
    """How static players fare on a schedule, and how far that is from the print."""

    schedule: Schedule
    roi: dict[str, float]
    fitness: dict[str, float]

    @property
    def distance(self) -> float:
        """The distance from the printed returns without a fee, always-call's apart, in points."""
        return _distance([self.roi[name] - PRINTED_ROI[name] for name in STATIC if name != "call"])

    @property
    def distance_with_fee(self) -> float:
        """The distance from all four printed returns if the field pays the implied fee."""
        fee = implied_fee()
        return _distance([after_fee(self.roi[n], fee) - PRINTED_ROI[n] for n in STATIC])

    @property
    def fitness_distance(self) -> float:
        """The distance from the printed fitnesses."""
        return _distance(
            [self.fitness[n] - printed for n, printed in PRINTED_STATIC_FITNESS.items()]
        )


def rising_schedule(big_blinds: int, hands: int, rise: float, ante: float) -> Schedule:
    """Return a schedule from 10/20 on; blinds rise by a factor, antes are a part of the big one."""
    if min(big_blinds, hands) < 1 or rise <= 1 or not 0 <= ante <= 1:
        raise GameError(
            f"{big_blinds} big blinds, {hands} hands a level, × {rise} and an ante of {ante} are "
            "no schedule: give 1 or more of both, a factor above 1 and a part of the big blind"
        )
    levels, big = [], 20.0
    while big < 20_000:
        rounded = 2 * round(big / 2)
        levels.append(Level(rounded // 2, rounded, max(1, round(ante * rounded))))
        big *= rise
    return Schedule(
        f"{big_blinds}-{hands}-{rise:g}-{ante:g}", 20 * big_blinds, hands, tuple(levels)
    )


def schedules_to_compare() -> list[Schedule]:
    """Return the two that are in use, and a grid of others."""
    grid = product((25, 50, 100, 150), (10, 20, 40), (1.25, 1.5, 2.0), (0.1, 0.2))
    return [SCHEDULE, SHALLOW, *(rising_schedule(*values) for values in grid)]


def calibrate(
    schedules: Sequence[Schedule],
    tournaments: int,
    seed: int = 0,
    on_progress: Callable[[float], None] = lambda _: None,
) -> list[Calibration]:
    """Play static players on each schedule, with a twelfth always-fold in the evolved seat."""
    found = []
    for number, schedule in enumerate(schedules):
        results = evaluate({"hero": "fold"}, tournaments, schedule=schedule, seed=seed)
        found.append(
            Calibration(
                schedule,
                {name: results[name].roi for name in STATIC},
                {name: results[name].fitness for name in STATIC},
            )
        )
        on_progress((number + 1) / len(schedules))
    return found


def _distance(differences: Sequence[float]) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt(np.mean(np.square(differences))))
