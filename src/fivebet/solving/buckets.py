"""Buckets: hands of limit hold'em grouped by how strong they were, street by street.

Strength is the expected square of the share of hands that ours beats at the end
(E[HS²]; Johanson, 2007): of two hands that win alike it ranks the draw higher. On
each street the hands of one bucket sequence are split into buckets of equal weight, so
that a sequence of buckets is all that a player of the abstracted game knows, and a
player who knows it knows what came before (perfect recall).
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fivebet._core import count_sequence_matchups, expected_hs2
from fivebet.cards.card import rename_suits
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, combos_with_suits
from fivebet.errors import SolvingError
from fivebet.streams import Stream

Floats = NDArray[np.float32]
MAX_SEQUENCES = 10_000
_STREETS = 4


@dataclass(frozen=True)
class StrengthBuckets:
    """How hands are grouped: buckets of each street, those of the 169 classes, and bounds."""

    sizes: tuple[int, int, int, int]
    classes: NDArray[np.uint8]
    bounds: tuple[Floats, Floats, Floats]
    """For flop, turn and river, by sequence: the strengths at which the buckets begin."""
    flops: NDArray[np.uint8] | None = None
    """The buckets of all combos on each of the 1,755 flops, if they have been looked up."""

    def with_flops(self, threads: int = 1) -> "StrengthBuckets":
        """Return the same buckets with all flops looked up; it takes half a minute on one core."""

        def parts(flop: tuple[int, int]) -> NDArray[np.uint8]:
            squares = _first(expected_hs2(flop[0]))
            first = self.classes[CLASS_OF_COMBO].astype(np.intp)
            refined = self._refined(1, first, squares)
            return np.where(squares < 0, 0, refined % self.sizes[1]).astype(np.uint8)

        with ThreadPoolExecutor(threads) as pool:
            return replace(self, flops=np.stack(list(pool.map(parts, canonical_flops()))))

    def sequences(self, board: tuple[int, ...]) -> NDArray[np.intp]:
        """Return the sequence of each of the 1,326 combos, arbitrary for impossible ones."""
        found: NDArray[np.intp] = self.classes[CLASS_OF_COMBO].astype(np.intp)
        for street, cards in enumerate((3, 4, 5), start=1):
            if len(board) < cards:
                break
            if street == 1 and self.flops is not None:
                suits = _suit_order(board[:3])
                row = self.flops[_flop_rows()[rename_suits(_mask(board[:3]), suits)]]
                found = found * self.sizes[1] + row[combos_with_suits(suits)]
                continue
            # The order of the flop's cards does not matter, later cards came one by one.
            squares = _squares(tuple(sorted(board[:3])) + board[3:cards])
            found = self._refined(street, found, squares)
        return found

    def _refined(
        self, street: int, sequences: NDArray[np.intp], squares: Floats
    ) -> NDArray[np.intp]:
        part = (squares[:, None] >= self.bounds[street - 1][sequences]).sum(axis=1)
        refined: NDArray[np.intp] = sequences * self.sizes[street] + part
        return refined


@dataclass(frozen=True)
class ShowdownCounts:
    """How often one river sequence beats or ties another, in deals of the sampled boards."""

    won: NDArray[np.uint64]
    tied: NDArray[np.uint64]


@lru_cache(maxsize=4096)
def _squares(board: tuple[int, ...]) -> Floats:
    """Return the strengths on a board; flops that differ only in suits share theirs."""
    if len(board) == 3:
        return _flop_squares(board)
    return _first(expected_hs2(_mask(board)))


def _flop_squares(flop: tuple[int, ...]) -> Floats:
    """Return the strengths on a flop, which take milliseconds to count, from its suit class."""
    suits = _suit_order(flop)
    canonical = _canonical_flop_squares(rename_suits(_mask(flop), suits))
    squares: Floats = canonical[combos_with_suits(suits)]
    return squares


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


@lru_cache(maxsize=2048)
def _canonical_flop_squares(flop: int) -> Floats:
    return _first(expected_hs2(flop))


def _first(rows: Floats) -> Floats:
    row: Floats = rows[0]
    return row


def _suit_order(flop: tuple[int, ...]) -> tuple[int, ...]:
    """Return the new number of each suit: the one with the most and highest cards is first."""
    held = [sum(1 << card % 13 for card in flop if card // 13 == suit) for suit in range(4)]
    ranked = sorted(range(4), key=lambda suit: (-held[suit].bit_count(), -held[suit], suit))
    return tuple(ranked.index(suit) for suit in range(4))


def canonical_flops() -> list[tuple[int, int]]:
    """Return the 1,755 flops that differ by more than suits, each with its number of flops."""
    counts: dict[int, int] = {}
    for flop in combinations(range(52), 3):
        key = rename_suits(_mask(flop), _suit_order(flop))
        counts[key] = counts.get(key, 0) + 1
    return sorted(counts.items())


@cache
def _flop_rows() -> dict[int, int]:
    return {flop: row for row, (flop, _) in enumerate(canonical_flops())}


def make_buckets(
    sizes: tuple[int, int, int, int], flops: int = 300, seed: int = 0
) -> StrengthBuckets:
    """Group hands into buckets of equal weight, by so many drawn boards."""
    check_sizes(sizes)
    # Boards by combos by streets: strengths where the board leaves the combo, else -1.
    drawn = np.stack([_drawn_board(seed, index) for index in range(flops)])
    classes = _class_buckets(drawn[:, 0], sizes[0])
    sequences = np.broadcast_to(classes[CLASS_OF_COMBO].astype(np.intp), drawn[:, 0].shape)
    bounds: list[Floats] = []
    live = drawn[:, 2] >= 0
    made = StrengthBuckets(sizes, classes, (np.zeros((0, 0), np.float32),) * 3)
    for street in range(1, _STREETS):
        squares = drawn[:, street - 1]
        number = int(np.prod(sizes[:street]))
        bounds.append(_quantiles(sequences[live], squares[live], number, sizes[street]))
        filled = (*bounds, *(np.zeros((0, 0), np.float32),) * (3 - len(bounds)))
        made = StrengthBuckets(sizes, classes, filled)  # type: ignore[arg-type]
        sequences = np.stack(
            [made._refined(street, sequences[i], squares[i]) for i in range(flops)]
        )
    return made


def check_sizes(sizes: tuple[int, ...]) -> None:
    """Raise a SolvingError unless there are four sizes of a feasible product."""
    fine = len(sizes) == _STREETS and all(1 <= size <= 169 for size in sizes)
    if not fine or int(np.prod(sizes)) > MAX_SEQUENCES:
        raise SolvingError(
            f"{','.join(map(str, sizes))} are no buckets: give four numbers from 1 to 169, for "
            f"preflop, flop, turn and river, whose product is at most {MAX_SEQUENCES:,}"
        )


def _drawn_board(seed: int, index: int) -> Floats:
    deck = Stream(seed, "buckets", index).shuffled(range(52))
    masks = [_mask(deck[:cards]) for cards in (3, 4, 5)]
    return np.stack([expected_hs2(mask)[0] for mask in masks])


def _class_buckets(flops: Floats, parts: int) -> NDArray[np.uint8]:
    """Group the classes by their mean strength over flops."""
    live = flops >= 0
    sums = np.where(live, flops, 0).sum(axis=0), live.sum(axis=0)
    by_class = [np.bincount(CLASS_OF_COMBO, weights=each, minlength=169) for each in sums]
    means = by_class[0] / by_class[1]
    order = np.argsort(means, kind="stable")
    buckets = np.zeros(169, dtype=np.uint8)
    buckets[order] = nearest_together(means[order], CLASS_SIZES[order].astype(float), parts)
    return buckets


def nearest_together(
    points: NDArray[np.float64], weights: NDArray[np.float64], parts: int
) -> NDArray[np.uint8]:
    """Group sorted points so that the squared distances to the groups' means are least."""
    # Sums up to each point give a group's cost; then the best last group, part by part.
    w, x, xx = (np.append(0.0, np.cumsum(weights * points**power)) for power in (0, 1, 2))
    n = len(points)
    first, last = np.meshgrid(np.arange(n), np.arange(1, n + 1), indexing="ij")
    weight = np.where(last > first, w[last] - w[first], 1.0)
    cost = np.where(last > first, xx[last] - xx[first] - (x[last] - x[first]) ** 2 / weight, np.inf)
    best, cuts = cost[0], []
    for _ in range(parts - 1):
        total = best[:-1, None] + cost[1:]
        cut = np.argmin(total, axis=0)
        cuts.append(cut + 1)
        best = total[cut, np.arange(n)]
    groups = np.zeros(n, dtype=np.uint8)
    end = n
    for part, cut in zip(range(parts - 1, 0, -1), reversed(cuts), strict=True):
        begin = int(cut[end - 1])
        groups[begin:end] = part
        end = begin
    return groups


def _quantiles(sequences: NDArray[np.intp], squares: Floats, number: int, parts: int) -> Floats:
    bounds = np.ones((number, parts - 1), dtype=np.float32)
    order = np.argsort(sequences, kind="stable")
    starts = np.searchsorted(sequences[order], np.arange(number + 1))
    shares = np.arange(1, parts) / parts
    for sequence in range(number):
        own = squares[order[starts[sequence] : starts[sequence + 1]]]
        if len(own):
            bounds[sequence] = np.quantile(own, shares)
    return bounds


def count_showdowns(
    buckets: StrengthBuckets, turns: int = 4, rivers: int = 2, seed: int = 0, threads: int = 1
) -> ShowdownCounts:
    """Count showdowns of sequences on every flop, with so many drawn turns and rivers on each."""
    won, tied = count_sequence_matchups(
        buckets.sizes,
        [int(bucket) for bucket in buckets.classes],
        [np.ascontiguousarray(bounds) for bounds in buckets.bounds],
        canonical_flops(),
        turns,
        rivers,
        seed,
        threads,
    )
    return ShowdownCounts(won, tied)
