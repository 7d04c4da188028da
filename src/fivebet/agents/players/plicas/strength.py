"""How strong PLICAS takes a hand to be after the flop: draws, playable hands, buckets.

A playable hand (4.2.3) has a pair or better, two overcards, or a card missing for a
flush or a straight. A bucket is a tenth of the scale from 0 to 1: the share of
hands that ours beats now, and of the rest as many as the outs of its draws promise.
"""

from collections.abc import Sequence
from typing import NamedTuple

from fivebet._core import evaluate, strength_counts
from fivebet.cards.evaluator import Category, category

BUCKETS = 10

_FLUSH_OUTS, _STRAIGHT_OUTS, _OVERCARD_OUTS = 9, 6, 6
"""Straight draws have eight outs or four, by whether they are open: six on average."""
_UNSEEN = 47


class Made(NamedTuple):
    """What a hand and a board make."""

    pair: bool
    """Whether it is a pair or better."""
    overcards: bool
    flush_draw: bool
    straight_draw: bool

    @property
    def playable(self) -> bool:
        """Whether it is any of them."""
        return any(self)

    @property
    def outs(self) -> int:
        """The cards that improve the hand; overcards count only without a pair."""
        return (
            _FLUSH_OUTS * self.flush_draw
            + _STRAIGHT_OUTS * self.straight_draw
            + _OVERCARD_OUTS * (self.overcards and not self.pair)
        )


def made_on(hole: Sequence[int], board: Sequence[int]) -> Made:
    """Return what two hole cards make of a board of three or more cards."""
    cards = (*hole, *board)
    mask = ranks = board_ranks = 0
    suits = [0, 0, 0, 0]
    for card in cards:
        mask |= 1 << card
        ranks |= 1 << card % 13
        suits[card // 13] += 1
    for card in board:
        board_ranks |= 1 << card % 13
    made = category(evaluate(mask))
    highest = board_ranks.bit_length() - 1
    return Made(
        pair=made > Category.HIGH_CARD,
        overcards=min(hole[0] % 13, hole[1] % 13) > highest,
        flush_draw=any(suits[card // 13] == 4 for card in hole),
        straight_draw=made < Category.STRAIGHT
        and _FOUR_TO_A_STRAIGHT[ranks]
        and not _FOUR_TO_A_STRAIGHT[board_ranks],
    )


def effective_strength(hole: Sequence[int], board: Sequence[int]) -> float:
    """Return the share of hands beaten now, and of the rest by the outs of the cards to come."""
    mine, table = _mask(hole), _mask(board)
    ahead, tied, behind = strength_counts(mine, table)
    now: float = (ahead + tied / 2) / (ahead + tied + behind)
    to_come = 5 - len(board)
    if not to_come:
        return now
    outs = made_on(hole, board).outs
    return now + (1 - now) * min(1.0, to_come * outs / _UNSEEN)


def bucket_of(strength: float) -> int:
    """Return the bucket of a strength, from 0 (the weakest) to 9."""
    return min(BUCKETS - 1, int(BUCKETS * strength))


def _mask(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _four_to_a_straight(ranks: int) -> bool:
    # The ace is low as well.
    wheel = ranks << 1 | ranks >> 12
    return any((wheel >> low & 0b11111).bit_count() == 4 for low in range(10))


_FOUR_TO_A_STRAIGHT = tuple(_four_to_a_straight(ranks) for ranks in range(1 << 13))
