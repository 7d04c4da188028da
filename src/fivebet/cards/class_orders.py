"""Orders of the 169 classes, best first: what `15%` means.

- `three-random`, the default: equity against three random hands, exact. Its
  points are generated data: `fivebet tables three-random` makes them anew.
- `one-random`: equity against one random hand, exact, from the matchup table.
- `five-random`: equity against five random hands, sampled over 2^30 deals, in which
  all six are counted: `fivebet tables five-random`.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from math import comb

import numpy as np
from numpy.typing import NDArray

from fivebet._core import (
    CHUNK_DEALS,
    DISTINCT_BOARDS,
    OPPONENT_TRIPLES,
    POT_FRACTIONS,
    deal_chunks,
    three_random_points,
)
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.errors import RangeError

DEFAULT_ORDER = "three-random"
_FIVE_RANDOM_DEALS = 1 << 30
_MADE = "made by"


def _read(file: str) -> dict[str, list[int]]:
    text = resources.files("fivebet.data").joinpath(file).read_text("utf-8")
    return {key: [int(n) for n in value] for key, value in json.loads(text).items() if key != _MADE}


def _three_random() -> NDArray[np.float64]:
    return three_random_equities(_read("three_random.json")["points"])


def _five_random() -> NDArray[np.float64]:
    sums = _read("five_random.json")
    return np.array(sums["shares"]) / (POT_FRACTIONS * np.array(sums["hands"], dtype=np.float64))


def _one_random() -> NDArray[np.float64]:
    matrix = class_matrix()
    equities: NDArray[np.float64] = (matrix.share.sum(axis=1)) / matrix.deals.sum(axis=1)
    return equities


_SOURCES: dict[str, Callable[[], NDArray[np.float64]]] = {
    "three-random": _three_random,
    "one-random": _one_random,
    "five-random": _five_random,
}
ORDERS = tuple(_SOURCES)


@cache
def class_equities(order: str = DEFAULT_ORDER) -> NDArray[np.float64]:
    """Return the equity of each class that an order ranks by, by class index."""
    if order not in _SOURCES:
        raise RangeError(f"{order!r} is no order of hands: there are {', '.join(ORDERS)}")
    equities = _SOURCES[order]()
    equities.setflags(write=False)
    return equities


@cache
def class_order(order: str = DEFAULT_ORDER) -> tuple[int, ...]:
    """Return the class indices, best first; ties stay in the order of the grid."""
    return tuple(int(i) for i in np.argsort(-class_equities(order), kind="stable"))


def three_random_equities(points: list[int]) -> NDArray[np.float64]:
    """Return equities from points, divided as whole numbers before they are rounded."""
    deals = 12 * OPPONENT_TRIPLES * comb(50, 5)
    return np.array([n / (deals * int(size)) for n, size in zip(points, CLASS_SIZES, strict=True)])


def count_three_random_points(
    progress: Callable[[float], None] = lambda _: None,
    threads: int = 1,
    boards: int = DISTINCT_BOARDS,
) -> list[int]:
    """Count the points of every class over the first `boards` boards; all of them take minutes.

    A point is 1/12 of a pot, for one deal of three opponents and one board.
    """
    totals = [0] * 169
    step = 1000
    for start in range(0, boards, step):
        part = three_random_points(start, min(start + step, boards), threads)
        totals = [total + int(n) for total, n in zip(totals, part, strict=True)]
        progress(min(start + step, boards) / boards)
    return totals


def count_five_random_shares(
    progress: Callable[[float], None] = lambda _: None,
    threads: int = 1,
    deals: int = _FIVE_RANDOM_DEALS,
) -> tuple[list[int], list[int]]:
    """Deal six random hands many times and count what each class wins.

    Return the pots won by each class, in 1/2520 of a pot, and how often it was dealt.
    """
    shares, hands = np.zeros(169, dtype=np.uint64), np.zeros(169, dtype=np.uint64)
    everybody = [np.ones(1326)] * 6
    chunks, step = deals // CHUNK_DEALS, 1024
    for start in range(0, chunks, step):
        stop = min(start + step, chunks)
        _, _, won, dealt = deal_chunks(everybody, 0, 0, 0, start, stop, True, threads)
        for totals, part in ((shares, won), (hands, dealt)):
            np.add.at(totals, CLASS_OF_COMBO, part.sum(axis=0))
        progress(stop / chunks)
    return [int(n) for n in shares], [int(n) for n in hands]


@cache
def strengths_before_flop() -> NDArray[np.float64]:
    """Return, by combo, the share of all combos that stand below its class, half of it included."""
    places = np.zeros(169)
    below = 1326
    for index in class_order(DEFAULT_ORDER):
        places[index] = (below - CLASS_SIZES[index] / 2) / 1326
        below -= int(CLASS_SIZES[index])
    shares = places[CLASS_OF_COMBO]
    shares.setflags(write=False)
    return shares
