"""Buckets of hands on a board, for a game in which players forget their earlier buckets.

Flop and turn hands are grouped by how their strength at the end is distributed, river
hands by their equity against eight groups of opponents' hole cards (Johanson, Burch,
Valenzano and Bowling, 2013): k-means over hands of drawn boards finds the centroids, and
a hand belongs to the nearest.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fivebet._core import BoardBuckets as CoreBuckets
from fivebet._core import hand_features, nearest_centroids
from fivebet.cards.combos import CLASS_SIZES, COMBO_MASKS
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.errors import SolvingError
from fivebet.solving.buckets import nearest_together
from fivebet.streams import Stream

Floats = NDArray[np.float32]
Sizes = tuple[int, int, int]

_GROUPS = 8
_BOARD_CARDS = (3, 4, 5)
_DRAWN_BOARDS = (300, 1500, 1500)
"""Boards from which the hands of flop, turn and river are drawn: a flop takes 20 ms."""
_HANDS_PER_BUCKET = 60
_ROUNDS = 12
MOST_BUCKETS = 20_000


@dataclass(frozen=True, eq=False)
class BoardBuckets:
    """The centroids of each street's buckets, and the groups of opponents."""

    groups: NDArray[np.uint8]
    """The group of each of the 169 classes, for river hands."""
    centroids: tuple[Floats, Floats, Floats]
    """Of flop, turn and river: a row of features for each bucket."""

    @property
    def sizes(self) -> Sizes:
        """Return the numbers of buckets on flop, turn and river."""
        flop, turn, river = map(len, self.centroids)
        return flop, turn, river

    @cached_property
    def core(self) -> CoreBuckets:
        """The same in the core, which remembers the flops that it has looked up."""
        flop, turn, river = self.centroids
        return CoreBuckets(self.groups, flop, turn, river)

    def assign(self, board: Sequence[int]) -> NDArray[np.uint16]:
        """Return the bucket of each of the 1,326 combos; 65,535 for impossible ones."""
        return self.core.assign(_mask(board))


def check_bucket_sizes(sizes: Sequence[int]) -> Sizes:
    """Return numbers of buckets on flop, turn and river, or raise a SolvingError."""
    if len(sizes) != len(_BOARD_CARDS) or not all(1 <= size <= MOST_BUCKETS for size in sizes):
        raise SolvingError(
            f"{','.join(map(str, sizes))} are no buckets: give three numbers from 1 to "
            f"{MOST_BUCKETS:,}, for flop, turn and river"
        )
    flop, turn, river = sizes
    return flop, turn, river


def make_board_buckets(
    sizes: Sizes,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    drawn_boards: Sizes = _DRAWN_BOARDS,
) -> BoardBuckets:
    """Draw hands on each street and group them."""
    check_bucket_sizes(sizes)
    groups = opponent_groups()
    found: list[Floats] = []
    for street, (size, boards) in enumerate(zip(sizes, drawn_boards, strict=True)):
        points = _drawn_hands(street, boards, size * _HANDS_PER_BUCKET, groups, seed, threads)
        found.append(k_means(points, size, Stream(seed, "centroids", street), threads))
        progress((street + 1) / len(sizes))
    return BoardBuckets(groups, (found[0], found[1], found[2]))


def opponent_groups() -> NDArray[np.uint8]:
    """Return the group of each class: eight, of classes with much the same equity."""
    matrix = class_matrix()
    equity = matrix.share.sum(axis=1) / matrix.deals.sum(axis=1)
    order = np.argsort(equity, kind="stable")
    groups = np.zeros(169, dtype=np.uint8)
    groups[order] = nearest_together(equity[order], CLASS_SIZES[order].astype(float), _GROUPS)
    return groups


def k_means(
    points: Floats, size: int, stream: Stream, threads: int = 1, rounds: int = _ROUNDS
) -> Floats:
    """Return the centroids of groups of points, in half precision so that files keep them whole.

    They start at drawn points. A group that loses all its points stays where it was.
    """
    size = min(size, len(points))
    start = stream.numpy().choice(len(points), size=size, replace=False)
    centroids = points[np.sort(start)].astype(np.float64)
    for _ in range(rounds):
        nearest = nearest_centroids(points, centroids.astype(np.float32), threads)
        counts = np.bincount(nearest, minlength=size)
        for feature in range(points.shape[1]):
            sums = np.bincount(nearest, weights=points[:, feature], minlength=size)
            centroids[:, feature] = np.where(
                counts > 0, sums / np.maximum(counts, 1), centroids[:, feature]
            )
    order = np.lexsort(centroids.T[::-1])
    return centroids[order].astype(np.float16).astype(np.float32)


def _drawn_hands(
    street: int, boards: int, hands: int, groups: NDArray[np.uint8], seed: int, threads: int
) -> Floats:
    """Return the features of so many hands, drawn from as many boards."""
    each = -(-hands // boards)

    def drawn(index: int) -> Floats:
        stream = Stream(seed, "bucket boards", index, street)
        board = _mask(stream.shuffled(range(52))[: _BOARD_CARDS[street]])
        live = np.flatnonzero((COMBO_MASKS & np.uint64(board)) == 0)
        chosen = stream.child("hands").numpy().permutation(live)[:each]
        rows: Floats = hand_features(board, groups)[chosen]
        return rows

    with ThreadPoolExecutor(threads) as pool:
        return np.concatenate(list(pool.map(drawn, range(boards))))


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << int(card) for card in cards)
