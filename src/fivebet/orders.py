"""Orders of the 169 classes, best first: what `15%` means.

- `three-random`, the default: equity against three random hands, exact. Its
  points are generated data: `fivebet tables three-random` makes them anew.
- `one-random`: equity against one random hand, exact, from the matchup table.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from math import comb

import numpy as np
from numpy.typing import NDArray

from fivebet._core import DISTINCT_BOARDS, FIELD_TRIPLES, field_points
from fivebet.combos import CLASS_SIZES
from fivebet.errors import RangeError
from fivebet.preflop import class_matrix

__all__ = ["DEFAULT_ORDER", "ORDERS", "class_equities", "class_order", "count_three_random_points"]

DEFAULT_ORDER = "three-random"
_THREE_RANDOM_FILE = "three_random.json"


def _three_random() -> NDArray[np.float64]:
    text = resources.files("fivebet.data").joinpath(_THREE_RANDOM_FILE).read_text("utf-8")
    return three_random_equities([int(points) for points in json.loads(text)["points"]])


def _one_random() -> NDArray[np.float64]:
    matrix = class_matrix()
    equities: NDArray[np.float64] = (matrix.share.sum(axis=1)) / matrix.deals.sum(axis=1)
    return equities


_SOURCES: dict[str, Callable[[], NDArray[np.float64]]] = {
    "three-random": _three_random,
    "one-random": _one_random,
}
ORDERS = tuple(_SOURCES)


@cache
def class_equities(order: str = DEFAULT_ORDER) -> NDArray[np.float64]:
    """What each class is worth in an order, by class index."""
    if order not in _SOURCES:
        raise RangeError(f"{order!r} is no order of hands: there are {', '.join(ORDERS)}")
    equities = _SOURCES[order]()
    equities.setflags(write=False)
    return equities


@cache
def class_order(order: str = DEFAULT_ORDER) -> tuple[int, ...]:
    """Class indices, best first; equal ones in the order of the grid."""
    return tuple(int(i) for i in np.argsort(-class_equities(order), kind="stable"))


def three_random_equities(points: list[int]) -> NDArray[np.float64]:
    """Equities from the points of all boards, divided exactly before rounding."""
    deals = 12 * FIELD_TRIPLES * comb(50, 5)
    return np.array([n / (deals * int(size)) for n, size in zip(points, CLASS_SIZES, strict=True)])


def count_three_random_points(
    progress: Callable[[float], None] = lambda _: None,
    threads: int = 1,
    boards: int = DISTINCT_BOARDS,
) -> list[int]:
    """The points of every class over the first `boards` boards; all of them take minutes.

    A point is 1/12 of a pot, for one deal of three opponents and one board.
    """
    totals = [0] * 169
    step = 1000
    for start in range(0, boards, step):
        part = field_points(start, min(start + step, boards), threads)
        totals = [total + int(n) for total, n in zip(totals, part, strict=True)]
        progress(min(start + step, boards) / boards)
    return totals
