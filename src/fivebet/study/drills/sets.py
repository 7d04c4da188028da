"""Sets of drills: by kind, by rating, of a day, and single drills by their names.

A drill's name says all: its kind, the seed of its decision and the hand. What is named is
solved again where it is not known any more, so that nothing needs to be kept.
"""

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache

import numpy as np

from fivebet.errors import SolvingError
from fivebet.streams import Stream
from fivebet.study.drills import flop, preflop, push_fold, river
from fivebet.study.drills.decision import Drill, SolvedDecision

_SOURCES: dict[str, Callable[[int], SolvedDecision]] = {
    preflop.KIND: preflop.draw_preflop,
    push_fold.KIND: push_fold.draw_push_fold,
    flop.KIND: flop.draw_flop,
    river.KIND: river.draw_river,
}
_SEEDS: dict[str, Callable[[Stream], int]] = {flop.KIND: flop.draw_seed}
"""What draws seeds of kinds that not every seed has a decision of."""
DAILY_KINDS = (preflop.KIND, push_fold.KIND, river.KIND)
"""The kinds of the daily set, the same for everybody: not everybody has made flops."""
SET_SIZE = 10
_MOST_SEEDS = 1 << 31
_MOST_TRIES = 20
_SPREAD = 250.0  # rating points by which drills differ from what was asked for
_DAILY_RATINGS = (900.0, 2000.0)


def known_kinds() -> tuple[str, ...]:
    """Return the kinds of drills."""
    return tuple(_SOURCES)


def find_drill(name: str) -> Drill:
    """Return a drill by its name, like pushfold.17.A5s."""
    kind, _, rest = name.partition(".")
    seed, _, hand = rest.partition(".")
    if not hand or not seed.isdecimal() or int(seed) >= _MOST_SEEDS:
        raise SolvingError(f"{name!r} names no drill: one is called like pushfold.17.A5s")
    return decision(kind, int(seed)).drill(hand)


@lru_cache(maxsize=64)
def decision(kind: str, seed: int) -> SolvedDecision:
    """Return the decision of a kind and a seed."""
    if kind not in _SOURCES:
        raise SolvingError(f"there are no drills {kind!r}: give one of {', '.join(_SOURCES)}")
    return _SOURCES[kind](seed)


def draw_drill(kind: str, seed: int, rating: float | None = None) -> Drill:
    """Return a drill of a kind by seed, about as hard as a rating says if there is one."""
    for attempt in range(_MOST_TRIES):
        stream = Stream(seed, f"drill {kind}", attempt)
        drawn = decision(kind, _SEEDS.get(kind, _any_seed)(stream))
        hands = drawn.drillable()
        if not len(hands):
            continue
        weights = drawn.weights[hands] / drawn.weights[hands].sum()
        if rating is not None:
            apart = (drawn.ratings()[hands] - rating) / _SPREAD
            weights = weights * np.exp(-np.minimum(apart**2, 500.0))
        chosen = np.searchsorted(np.cumsum(weights), stream.uniform() * weights.sum())
        return Drill(drawn, int(hands[min(int(chosen), len(hands) - 1)]))
    raise SolvingError(f"no drill {kind!r} was found from seed {seed}")


def draw_set(
    kinds: Sequence[str],
    seed: int,
    count: int = SET_SIZE,
    rating: float | None = None,
    first: int = 0,
) -> list[Drill]:
    """Return drills of some kinds in turn, from the `first` on, about as hard as a rating says."""
    return [
        draw_drill(
            kinds[number % len(kinds)],
            Stream(seed, "drill set", number).below(_MOST_SEEDS),
            rating,
        )
        for number in range(first, first + count)
    ]


def daily_set(day: date, first: int = 0, count: int = SET_SIZE) -> list[Drill]:
    """Return some of the ten drills of a day, from easy to hard, the same for everybody."""
    hardness = np.linspace(*_DAILY_RATINGS, SET_SIZE)
    return [
        draw_drill(
            DAILY_KINDS[number % len(DAILY_KINDS)],
            Stream(day.toordinal(), "daily drills", number).below(_MOST_SEEDS),
            float(hardness[number]),
        )
        for number in range(SET_SIZE)[first : first + count]
    ]


def _any_seed(stream: Stream) -> int:
    return stream.below(_MOST_SEEDS)
