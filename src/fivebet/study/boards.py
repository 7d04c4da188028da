"""Boards that a spot may come to: all that differ by more than suits, or some that stand for all.

A board's weight is the probability that it comes, given both ranges: how many boards differ
from it by suits only, times the pairs of hands that it leaves. Suits may be exchanged where both
ranges treat them alike, as ranges of classes do: then there are 1,755 flops.

A subset is a systematic sample with calibrated weights (Deville and Särndal, 1992). Flops are
put into the order of their textures (suits, pairs, high card, straights, then how often OOP is
ahead), and every n-th is taken by weight, so that each texture is there in proportion. Weights
are then changed as little as possible until the subset's means are those of all flops: how often
OOP is ahead, suits, pairs, ranks and straights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import DECK, Card, CardSet
from fivebet.cards.card import rename_suits
from fivebet.cards.combos import COMBO_MASKS, combos_with_suits
from fivebet.cards.evaluator import evaluate_many
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.solving.bunching import shares_left
from fivebet.solving.tree import compatible_weights
from fivebet.study.textures import Texture, texture_of, texture_order

Row = NDArray[np.float64]
Ranges = tuple[Range, Range]

_FLOPS_FOR_A_FEATURE = 4
_STEPS = 50


@dataclass(frozen=True, slots=True)
class WeightedBoard:
    """A board and the share of all deals that it stands for."""

    board: CardSet
    weight: float


def all_boards(
    ranges: Ranges, start: CardSet | None = None, folded: Sequence[Range] = ()
) -> list[WeightedBoard]:
    """Return all flops that differ by more than suits, or all boards after `start`.

    Boards that hold cards of the ranges that others have folded come less often.
    """
    base = start or CardSet()
    orders = [
        order
        for order in permutations(range(4))
        if rename_suits(base.mask, order) == base.mask and _treats_alike((*ranges, *folded), order)
    ]
    weights: dict[int, float] = {}
    for mask in _next_masks(base):
        same = min(rename_suits(mask, order) for order in orders)
        weights[same] = weights.get(same, 0.0) + 1.0
    for mask in weights:
        weights[mask] *= _pairs(ranges, folded, CardSet.from_mask(mask))
    total = sum(weights.values())
    if not total:
        raise SolvingError("the ranges cannot be dealt together on any board")
    return [
        WeightedBoard(CardSet.from_mask(mask), weight / total)
        for mask, weight in sorted(weights.items(), key=lambda each: -each[0])
        if weight
    ]


def choose_boards(
    boards: Sequence[WeightedBoard], count: int, ranges: Ranges
) -> list[WeightedBoard]:
    """Return so many boards that stand for all, with weights that add up to 1."""
    if count < 1:
        raise SolvingError(f"{count} boards stand for nothing: give 1 or more, or all")
    if count >= len(boards):
        return list(boards)
    ahead = {each.board: share_ahead(each.board, ranges) for each in boards}
    textures = {each.board: texture_of(each.board) for each in boards}
    ordered = sorted(boards, key=lambda each: (*_place(textures[each.board]), ahead[each.board]))
    sums = np.cumsum([each.weight for each in ordered])
    taken = np.unique(np.searchsorted(sums, (np.arange(count) + 0.5) / count * sums[-1]))
    chosen = [ordered[i] for i in taken]
    # A flop so likely that it was met twice stands for both.
    near = np.searchsorted(
        taken, np.searchsorted(sums, (np.arange(count) + 0.5) / count * sums[-1])
    )
    start = np.bincount(near, minlength=len(chosen)) / count
    features = np.array([_features(each.board, textures[each.board], ahead) for each in boards])
    means = np.array([each.weight for each in boards]) @ features
    rows = np.array([_features(each.board, textures[each.board], ahead) for each in chosen])
    many = len(chosen) // _FLOPS_FOR_A_FEATURE
    weights = _calibrated(start, rows[:, :many], means[:many])
    return [
        WeightedBoard(each.board, float(weight))
        for each, weight in zip(chosen, weights, strict=True)
    ]


def share_ahead(board: CardSet, ranges: Ranges) -> float:
    """Return how often OOP's hand is ahead on the board as it is, ties by half."""
    live = (COMBO_MASKS & np.uint64(board.mask)) == 0
    values = np.zeros(len(COMBO_MASKS))
    values[live] = evaluate_many(COMBO_MASKS[live] | np.uint64(board.mask))
    ours, theirs = (np.where(live, each.weights, 0.0) for each in ranges)
    order = np.argsort(values[theirs > 0])
    sorted_values = values[theirs > 0][order]
    sums = np.concatenate([[0.0], np.cumsum(theirs[theirs > 0][order])])
    below = sums[np.searchsorted(sorted_values, values, "left")]
    upto = sums[np.searchsorted(sorted_values, values, "right")]
    return float(ours @ (below + upto) / 2 / max(ours.sum() * sums[-1], 1e-300))


def _next_masks(base: CardSet) -> Iterator[int]:
    if not base:
        cards = [1 << int(card) for card in DECK]
        yield from (a | b | c for a, b, c in combinations(cards, 3))
    else:
        yield from (base.mask | 1 << int(card) for card in DECK if card not in base)


def _treats_alike(ranges: Sequence[Range], order: tuple[int, ...]) -> bool:
    moved = combos_with_suits(order)
    return all((each.weights[moved] == each.weights).all() for each in ranges)


def _pairs(ranges: Ranges, folded: Sequence[Range], board: CardSet) -> float:
    """Return the weight of all pairs of hands that a board leaves, beside those folded."""
    first, second = (each.without(board).weights for each in ranges)
    weight = 1.0
    for each in folded:
        shares, by_board = shares_left(each, board)
        first, second, weight = first * shares, second * shares, weight * by_board
    return weight * float(first @ compatible_weights(second))


def _place(texture: Texture) -> tuple[int, ...]:
    return tuple(texture_order(name, value) for name, value in texture.to_dict().items())


def _features(board: CardSet, texture: Texture, ahead: dict[CardSet, float]) -> list[float]:
    """Return what means are kept of, the most important first."""
    ranks = sorted((Card(card).rank for card in board), reverse=True)
    return [
        ahead[board],
        texture.suits == "rainbow",
        texture.pairs == "unpaired",
        ranks[0],
        texture.suits == "two-tone",
        texture.straights == "connected",
        sum(ranks),
        texture.straights == "draws",
    ]


def _calibrated(start: Row, features: Row, means: Row) -> Row:
    """Return positive weights near `start` whose means of the features are `means`.

    Weights are start × exp(features · λ); Newton's method finds λ.
    """
    if not features.shape[1]:
        return start
    spread = np.maximum(features.std(axis=0), 1e-9)
    centred = (features - means) / spread
    centred = np.hstack([centred, np.ones((len(start), 1))])
    goal = np.zeros(centred.shape[1])
    goal[-1] = 1.0
    found, best = start, np.abs(centred.T @ start - goal).max()
    factors = np.zeros(centred.shape[1])
    for _ in range(_STEPS):
        weights = start * np.exp(np.clip(centred @ factors, -5, 5))
        missing = centred.T @ weights - goal
        if np.abs(missing).max() < best:
            found, best = weights, np.abs(missing).max()
        slope = (centred * weights[:, None]).T @ centred
        factors -= np.linalg.lstsq(slope, missing, rcond=1e-9)[0]
    return np.asarray(found / found.sum())
