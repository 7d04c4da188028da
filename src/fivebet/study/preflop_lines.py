"""Lines of betting before the flop, heads-up: the ranges that they leave, and the chips."""

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.ranges import Range
from fivebet.solving.preflop_blueprint import BIG_BLIND, PreflopStrategy

Row = NDArray[np.float64]
Path = tuple[str, ...]
"""The steps of a line, like `("raise 250", "call")`."""


def class_reach(strategy: PreflopStrategy, path: Path, player: int) -> Row:
    """Return how often each class of a player takes the line, by its own decisions."""
    reach: Row = np.ones(169)
    for number, step in enumerate(path):
        if number % 2 == player:
            reach = reach * strategy.nodes[path[:number]][step]
    return reach


def contributions(path: Path) -> tuple[int, int]:
    """Return what the small and the big blind have put in, in hundredths of a big blind."""
    put = [BIG_BLIND // 2, BIG_BLIND]
    for number, step in enumerate(path):
        word, _, amount = step.partition(" ")
        if word == "call":
            put[number % 2] = put[1 - number % 2]
        elif amount:
            put[number % 2] = int(amount)
    return put[0], put[1]


def rounded_range(weights: Row, least: float) -> Range:
    """Return a range to two decimals, its likeliest hand whole, without hands below `least`."""
    scaled = weights / max(float(weights.max()), 1e-300)
    return Range.from_weights(np.where(scaled >= least, np.round(scaled, 2), 0.0))
