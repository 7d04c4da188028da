"""Made hands and draws: what each of the 1,326 combos has on a board, in players' words.

A made hand is what the hole cards add to the board: with A♠K♦ on 8-8-3 it is ace high, since
everybody has the pair. Straights and better are what the best five cards make, whoever holds
them. A draw needs a card that gives the hole cards a flush or a straight; hands that have
a straight or better are not drawing, and nobody draws on the river.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import CardSet
from fivebet.cards.combos import COMBO_MASKS, COMBOS
from fivebet.cards.evaluator import Category, category, evaluate_many
from fivebet.errors import CardError

MADE_HANDS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "underpair",
    "second pair",
    "low pair",
    "ace high",
    "no made hand",
)
"""From the best on. A set is made with a pocket pair, trips with a pair of the board; an
underpair is a pocket pair below the highest card of the board."""

DRAWS = (
    "flush and straight draw",
    "flush draw",
    "open-ended straight draw",
    "gutshot",
    "backdoor flush draw",
    "two overcards",
    "no draw",
)
"""From the best on. Open-ended means that two or more ranks make a straight, a double gutshot
among them; a backdoor flush draw has both hole cards and one of a flop in a suit."""

NOT_HELD = -1
"""The number of combos that the board excludes."""

Numbers = NDArray[np.int8]

STRAIGHTS = (*(0b11111 << low for low in range(8, -1, -1)), 0b1000000001111)
"""The ranks of each straight as bits, from the highest to the wheel."""
_ACE = 12
_MOST_REMEMBERED = 64
_RANKED = {
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.FOUR_OF_A_KIND: "four of a kind",
    Category.FULL_HOUSE: "full house",
    Category.FLUSH: "flush",
    Category.STRAIGHT: "straight",
}


@lru_cache(_MOST_REMEMBERED)
def made_hands(board: CardSet) -> Numbers:
    """Return the number of each combo's made hand in `MADE_HANDS`, or `NOT_HELD`.

    >>> from fivebet.cards.combos import combo_index
    >>> from fivebet.cards import Card
    >>> made = made_hands(CardSet("Kh8h3d"))
    >>> MADE_HANDS[made[combo_index(Card("As"), Card("Kd"))]]
    'top pair'
    """
    _check_board(board)
    found = np.full(1326, NOT_HELD, dtype=np.int8)
    held = _held(board)
    values = evaluate_many(COMBO_MASKS[held] | np.uint64(board.mask))
    ranks = [card.rank for card in board]
    for index, value in zip(held, values, strict=True):
        low, high = COMBOS[index]
        kind = category(int(value))
        name = _RANKED.get(kind) or _below_straight(low.rank, high.rank, ranks)
        found[index] = MADE_HANDS.index(name)
    found.setflags(write=False)
    return found


@lru_cache(_MOST_REMEMBERED)
def draws(board: CardSet) -> Numbers | None:
    """Return the number of each combo's draw in `DRAWS`, or `NOT_HELD`; None on the river."""
    _check_board(board)
    if len(board) == 5:
        return None
    found = np.full(1326, NOT_HELD, dtype=np.int8)
    made = made_hands(board)
    straight, no_hand = MADE_HANDS.index("straight"), MADE_HANDS.index("ace high")
    on_board = sum(1 << rank for rank in {card.rank for card in board})
    top = max(card.rank for card in board)
    suits = [sum(card.suit == suit for card in board) for suit in range(4)]
    for index in _held(board):
        hole = COMBOS[index]
        name = "no draw"
        if made[index] > straight:
            own = [sum(card.suit == suit for card in hole) for suit in range(4)]
            has_flush_draw = any(o and o + b == 4 for o, b in zip(own, suits, strict=True))
            ranks = _straight_ranks((1 << hole[0].rank) | (1 << hole[1].rank), on_board)
            if has_flush_draw:
                name = "flush and straight draw" if ranks else "flush draw"
            elif ranks:
                name = "open-ended straight draw" if ranks > 1 else "gutshot"
            elif len(board) == 3 and any(o == 2 and b for o, b in zip(own, suits, strict=True)):
                name = "backdoor flush draw"
            elif made[index] >= no_hand and min(card.rank for card in hole) > top:
                name = "two overcards"
        found[index] = DRAWS.index(name)
    found.setflags(write=False)
    return found


def _below_straight(low: int, high: int, board: list[int]) -> str:
    """Return what two ranks add to a board that makes no straight and nothing better."""
    pairing = [rank for rank in (low, high) if rank in board]
    if low == high:
        return "set" if pairing else "overpair" if low > max(board) else "underpair"
    if any(board.count(rank) > 1 for rank in pairing):
        return "trips"
    if len(pairing) == 2:
        return "two pair"
    if pairing:
        above = len({rank for rank in board if rank > pairing[0]})
        return ("top pair", "second pair")[above] if above < 2 else "low pair"
    return "ace high" if _ACE in (low, high) else "no made hand"


def _straight_ranks(hole: int, board: int) -> int:
    """Count the ranks that make a straight with hole cards, higher than the board's own."""
    return sum(
        _best_straight(hole | board | card) < _best_straight(board | card)
        for card in (1 << rank for rank in range(13))
        if not (hole | board) & card
    )


def _best_straight(ranks: int) -> int:
    """Return the number of the highest straight among ranks, 10 if there is none."""
    return next((i for i, each in enumerate(STRAIGHTS) if each & ranks == each), 10)


def _held(board: CardSet) -> NDArray[np.intp]:
    return np.flatnonzero(COMBO_MASKS & np.uint64(board.mask) == 0)


def _check_board(board: CardSet) -> None:
    if not 3 <= len(board) <= 5:
        raise CardError(f"the board {board} has {len(board)} cards: give 3, 4 or 5")
