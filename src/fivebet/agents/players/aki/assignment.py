"""Which hole cards an opponent gets in a simulated hand (section 4.4).

Before the flop an opponent's actions and ratios bound the bucket. After it, one of
the cards may be replaced: by one that pairs the board's highest rank (assignTopPair),
or by the one that makes the best hand with the board (assignNutCard), the more often
the more the opponent folds. All of it is written as weights of the 1,326 hole cards.
"""

from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivebet._core import evaluate_many
from fivebet.agents.players.aki.buckets import (
    HOLE_BUCKETS,
    bucket_at,
    bucket_shares,
    buckets_by_combo,
)
from fivebet.cards import Card
from fivebet.cards.combos import COMBO_MASKS, COMBOS
from fivebet.game.view import View
from fivebet.opponents import Triple

Weights = NDArray[np.float64]

_THIRD = 1 / 3
_HIGH_CALL = 2  # small bets: to have put in more is a high call
_LOW = np.array([low for low, _ in COMBOS])
_HIGH = np.array([high for _, high in COMBOS])


class Confidence(Enum):
    """What an opponent's play before the flop says of the cards."""

    UNKNOWN = "not acted"
    CHECKED = "checked"
    LOW = "low call"
    HIGH = "raise or high call"


def confidence(view: View, seat: int) -> Confidence:
    """Return how confident a seat was before the flop: the most that any of its actions says."""
    committed = view.game.blinds[seat]
    kinds = set()
    for move in view.moves:
        if move.seat == seat and move.street == 0:
            committed += move.paid
            kinds.add(move.action.kind)
    if kinds & {"bet", "raise"}:
        return Confidence.HIGH
    if "call" in kinds:
        high = committed > _HIGH_CALL * view.game.raise_sizes[0]
        return Confidence.HIGH if high else Confidence.LOW
    return Confidence.CHECKED if kinds else Confidence.UNKNOWN


def bucket_bounds(showed: Confidence, preflop: Triple) -> tuple[int, int]:
    """Return the lowest and the highest bucket that an opponent may hold (section 4.4.1).

    The paper leaves open the big blind who checks: it has not raised, and that is all.

    >>> tight = Triple(0.71, 0.2, 0.09)
    >>> bucket_bounds(Confidence.HIGH, tight), bucket_bounds(Confidence.LOW, tight)
    ((3, 4), (1, 3))
    """
    raises_from = bucket_at(preflop.fold + preflop.call)
    match showed:
        case Confidence.HIGH:
            return raises_from, HOLE_BUCKETS - 1
        case Confidence.LOW:
            return bucket_at(preflop.fold), raises_from
        case Confidence.CHECKED:
            return 0, raises_from
        case Confidence.UNKNOWN:
            return 0, HOLE_BUCKETS - 1


def bucket_weights(bounds: tuple[int, int], shown: NDArray[np.float64] | None = None) -> Weights:
    """Return weights that are the same for all hole cards of the buckets within bounds.

    If cards shown tell how often each bucket is behind such an action, buckets count
    for that much; where the bounds leave nothing of it, the bounds hold.
    """
    low, high = bounds
    if shown is not None and shown[low : high + 1].sum() > 0:
        return _shared(low, high, tuple(shown))
    return _shared(low, high, tuple(bucket_shares()))


@lru_cache(maxsize=1024)
def _shared(low: int, high: int, shares: tuple[float, ...]) -> Weights:
    each = np.array(shares) / bucket_shares()
    each[:low] = 0
    each[high + 1 :] = 0
    weights: Weights = each[buckets_by_combo()]
    return _frozen(weights)


def altering(fold_ratio: float) -> tuple[float, float]:
    """Return how often one card becomes a top pair's, and how often the nut card (section 4.4.2).

    >>> [round(p, 3) for p in altering(0.32)]
    [0.307, 0.0]
    """
    if fold_ratio < _THIRD:
        return _THIRD * (fold_ratio / _THIRD) ** 2, 0.0
    if fold_ratio < 2 * _THIRD:
        return _THIRD, _THIRD * ((fold_ratio - _THIRD) / _THIRD) ** 2
    return _THIRD, fold_ratio - _THIRD


def seen_mask(view: View) -> int:
    """Return the cards that our seat knows, as a bit mask."""
    mask = 0
    for card in (*view.cards, *view.board):
        mask |= 1 << card
    return mask


def live_weights(weights: Weights, seen: int) -> Weights:
    """Return the weights of possible hands, made to sum to 1; all hands count if none is left."""
    live = _live(seen)
    left: Weights = weights * live
    if not left.any():
        left = live
    return left / float(left.sum())


@lru_cache(maxsize=256)
def _live(seen: int) -> Weights:
    return _frozen(((COMBO_MASKS & np.uint64(seen)) == 0).astype(np.float64))


def top_cards(board: tuple[Card, ...], seen: int) -> list[int]:
    """Return the cards that pair the board's highest rank, or the next one if all are seen."""
    for rank in sorted({card.rank for card in board}, reverse=True):
        cards = [card for card in range(rank, 52, 13) if not seen >> card & 1]
        if cards:
            return cards
    return _unseen(seen)


def nut_cards(board: tuple[Card, ...], seen: int) -> list[int]:
    """Return the single cards that make the best hand with all of the board."""
    unseen = _unseen(seen)
    if len(board) == 3:
        # Four cards compare by pairs and ranks alone: whatever matches most, then highest.
        ranks = [card.rank for card in board]
        best = max((ranks.count(card % 13), card % 13) for card in unseen)
        return [card for card in unseen if (ranks.count(card % 13), card % 13) == best]
    on_board = sum(1 << card for card in board)
    values = evaluate_many(np.array([on_board | 1 << card for card in unseen], dtype=np.uint64), 1)
    return [unseen[i] for i in np.flatnonzero(values == values.max())]


def _unseen(seen: int) -> list[int]:
    return [card for card in range(52) if not seen >> card & 1]


@lru_cache(maxsize=64)
def one_card_weights(kind: str, board: tuple[Card, ...], seen: int) -> Weights:
    """Return the weights of hands with one `top` or `nut` card and any second one."""
    chosen = (top_cards if kind == "top" else nut_cards)(board, seen)
    first, second = np.zeros(52), np.zeros(52)
    first[chosen] = 1 / len(chosen)
    unseen = _unseen(seen)
    second[unseen] = 1 / (len(unseen) - 1)
    return _frozen(first[_LOW] * second[_HIGH] + first[_HIGH] * second[_LOW])


def _frozen(weights: Weights) -> Weights:
    weights.setflags(write=False)
    return weights
