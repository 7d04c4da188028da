"""When to bluff (4.2.3, figure 4): how often the flop leaves a range with nothing.

For each class it is counted on how many of the 19,600 flops it has a pair or
better, two overcards, a flush draw, a straight draw, or any of them; a range's
chances are its classes' by their combos. The paper simulated them; the counts are
exact, and data: `fivebet tables playable-flops` makes them anew.

As published, one bluffs as often as the opponent's range has nothing. The paper warns that
"the definition of a playable hand can vary amongst different players": `Bluffs` that pay
correct the chance by the folds that the opponent has shown, and are made only where the
pot is worth more than the bets that will be called.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.plicas.model import Opponent
from fivebet.agents.players.plicas.strength import made_on
from fivebet.cards.class_orders import DEFAULT_ORDER, class_order
from fivebet.cards.combos import CLASS_SIZES, CLASSES, COMBOS, combos_of_class

Bluffs = Literal["range", "paying"]

CURVES = ("pair or better", "two overcards", "flush draw", "straight draw", "playable")
FLOPS = 19_600
_FILE = "playable_flops.json"


class Chances(NamedTuple):
    """How often the flop gives a range each kind of hand."""

    pair: float
    overcards: float
    flush_draw: float
    straight_draw: float
    playable: float
    """How often the flop gives any of the four."""


def count_playable_flops(
    progress: Callable[[float], None] = lambda _: None,
) -> dict[str, list[int]]:
    """Count the playable flops of all classes, which takes half a minute."""
    counts: dict[str, list[int]] = {}
    for name in CLASSES:
        counts[name] = count_class(name)
        progress(len(counts) / len(CLASSES))
    return counts


def count_class(name: str) -> list[int]:
    """Return on how many flops a class has each kind of hand, in the order of the curves."""
    hole = COMBOS[combos_of_class(name)[0]]
    counts = [0] * len(CURVES)
    for flop in combinations([card for card in range(52) if card not in hole], 3):
        made = made_on(hole, flop)
        for curve, has in enumerate((*made, made.playable)):
            counts[curve] += has
    return counts


@cache
def _by_class() -> NDArray[np.float64]:
    text = resources.files("fivebet.data").joinpath(_FILE).read_text("utf-8")
    counts = json.loads(text)["counts"]
    return np.array([counts[name] for name in CLASSES]) / FLOPS


@cache
def _curves() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the shares of hands, and the chances of the ranges up to each class."""
    order = list(class_order(DEFAULT_ORDER))
    sizes = CLASS_SIZES[order]
    sums = np.cumsum(_by_class()[order] * sizes[:, None], axis=0)
    combos = np.cumsum(sizes)
    return combos / 1326, sums / combos[:, None]


def playable_chances(range_: float) -> Chances:
    """Return what flops give a range, a share from 0 (the best class alone) to 1."""
    shares, chances = _curves()
    return Chances(*(float(np.interp(range_, shares, chances[:, i])) for i in range(len(CURVES))))


def playable_chance(range_: float) -> float:
    """Return how often a flop is playable for a range."""
    shares, chances = _curves()
    return float(np.interp(range_, shares, chances[:, -1]))


def bluff_chance(range_: float, scale: float = 1.0) -> float:
    """Return how often to bluff: as often as the opponent has no playable hand."""
    return min(1.0, scale * (1 - playable_chance(range_)))


def fold_chance(opponent: Opponent, prior: float) -> float:
    """Return how often a bet on the flop is folded to, by figure 4 and by the folds shown.

    Figure 4 counts as much as `prior` bets that the opponent has faced.
    """
    expected = 1 - playable_chance(opponent.range)
    return (prior * expected + opponent.flop_folds) / (prior + opponent.flop_bets)


def bluff_pays(folds: float, pot: float, bet: float) -> bool:
    """Return whether what is won from folds exceeds what is lost when the bet is called."""
    return folds * pot > (1 - folds) * bet
