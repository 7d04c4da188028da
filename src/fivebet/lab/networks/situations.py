"""Situations to learn from: boards up to suits, and ranges like those of play.

A range is drawn as play makes them: hands before the flop are chosen by class, then every
street weighs them by strength, in coarse and fine steps, and a little by chance.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS, combos_with_suits

Masks = NDArray[np.uint64]
Row = NDArray[np.float64]
Numbers = NDArray[np.intp]

ORDERS = tuple(permutations(range(4)))
LEAST_WEIGHT = 1e-4
"""The weight, of the largest one, below which no hand falls: each gets a value."""
_SUIT = np.uint64(0x1FFF)


@dataclass(frozen=True, eq=False)
class BoardClasses:
    """Boards of so many cards up to suits."""

    masks: Masks
    """One board of each class."""
    chances: Row
    """The chance of each class."""

    @classmethod
    def of(cls, cards: int) -> "BoardClasses":
        """Find all classes."""
        boards = np.array([0], dtype=np.uint64)
        for _ in range(cards):
            low = boards & (~boards + np.uint64(1))  # cards are added from high to low
            low[low == 0] = np.uint64(1) << np.uint64(52)
            boards = np.concatenate(
                [
                    boards[low > bit] | bit
                    for bit in (np.uint64(1) << np.uint64(card) for card in range(52))
                ]
            )
        least, _ = canonical(boards)
        masks, counts = np.unique(least, return_counts=True)
        return cls(masks, counts / counts.sum())


def rename_suits(masks: Masks, order: tuple[int, ...]) -> Masks:
    """Return sets of cards once suit i is renamed to `order[i]`."""
    moved = np.zeros_like(masks)
    for suit, to in enumerate(order):
        moved |= ((masks >> np.uint64(13 * suit)) & _SUIT) << np.uint64(13 * to)
    return moved


def canonical(masks: Masks) -> tuple[Masks, NDArray[np.intp]]:
    """Return the least of the boards that differ from each by suits, and the order that does it."""
    renamed = np.stack([rename_suits(masks, order) for order in ORDERS])
    best = renamed.argmin(axis=0)
    return np.take_along_axis(renamed, best[None], axis=0)[0], best


def live_combos(mask: int) -> NDArray[np.intp]:
    """Return the combos that share no card with a board."""
    return np.flatnonzero((COMBO_MASKS & np.uint64(mask)) == 0)


def combo_moves() -> NDArray[np.intp]:
    """Return where each order of suits takes each combo."""
    return np.stack([combos_with_suits(order) for order in ORDERS])


def draw_ranges(rng: np.random.Generator, combos: Numbers, orders: Numbers) -> Row:
    """Draw a range for each row of combos, which `orders` sorts by strength.

    The largest weight of each is 1.
    """
    count, hands = combos.shape
    rows = np.arange(count)[:, None]
    standing = np.empty((count, hands))
    standing[rows, orders] = np.arange(hands) / hands
    # Play on streets before: parts of the order are weighed, coarse and fine.
    noisy = standing + rng.uniform(0, 0.08, (count, 1)) * rng.standard_normal((count, hands))
    strength = rng.uniform(0, 1.2, (count, 1))
    logs = np.zeros((count, hands))
    for level in range(1, 7):
        steps = np.log(rng.random((count, 2**level)) + 1e-3)
        logs += strength * steps[rows, np.clip((noisy * 2**level).astype(int), 0, 2**level - 1)]
    # Hands of a class were chosen together before the flop.
    by_class = rng.standard_normal((count, 169)) * rng.uniform(0, 1.5, (count, 1))
    share_out = rng.uniform(0, 0.8, (count, 1)) * rng.integers(0, 2, (count, 1))
    out = rng.random((count, 169)) < share_out
    by_class -= out * rng.uniform(2, 9, (count, 1))
    logs += by_class[rows, CLASS_OF_COMBO[combos]]
    logs += rng.uniform(0, 0.5, (count, 1)) * rng.standard_normal((count, hands))
    weights: Row = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.maximum(weights, LEAST_WEIGHT)


def draw_spr(rng: np.random.Generator) -> float:
    """Draw the chips behind, in pots."""
    return float(np.exp(rng.uniform(np.log(0.08), np.log(25))))
