"""Slow, obvious versions of what the core does fast, written from the rules alone."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for suit in SUITS for rank in RANKS]

Key = tuple[int, ...]


def split(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def five_card_key(cards: Sequence[str]) -> Key:
    """Compares like the hand: category first, then ranks in order of importance."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [count for _, count in groups]
    order = [rank for rank, _ in groups]
    flush = len({card[1] for card in cards}) == 1
    straight = None
    if len(order) == 5:
        if ranks[0] - ranks[4] == 4:
            straight = ranks[0]
        elif ranks == [12, 3, 2, 1, 0]:
            straight = 3
    if straight is not None:
        return (8 if flush else 4, straight)
    if shape == [4, 1]:
        return (7, *order)
    if shape == [3, 2]:
        return (6, *order)
    if flush:
        return (5, *ranks)
    if shape == [3, 1, 1]:
        return (3, *order)
    if shape == [2, 2, 1]:
        return (2, *order)
    if shape == [2, 1, 1, 1]:
        return (1, *order)
    return (0, *ranks)


def hand_key(cards: Sequence[str]) -> Key:
    return max(five_card_key(five) for five in combinations(cards, 5))


class Values:
    """A cache of hand_key, since brute force asks the same again and again."""

    def __init__(self) -> None:
        self._keys: dict[frozenset[str], Key] = {}

    def __call__(self, cards: Sequence[str]) -> Key:
        known = frozenset(cards)
        if known not in self._keys:
            self._keys[known] = hand_key(cards)
        return self._keys[known]


def equities(
    players: Sequence[Sequence[tuple[str, float]]], board: str, dead: str = ""
) -> list[float]:
    """Equity of weighted lists of hole cards by dealing everything, one by one."""
    value = Values()
    table = split(board)
    gone = set(split(dead))
    shares = [0.0] * len(players)
    total = 0.0

    def deal(hands: list[list[str]], weight: float) -> None:
        nonlocal total
        if len(hands) < len(players):
            used = {card for hand in hands for card in hand} | set(table) | gone
            for text, factor in players[len(hands)]:
                hand = split(text)
                if not used & set(hand):
                    deal([*hands, hand], weight * factor)
            return
        used = {card for hand in hands for card in hand} | set(table) | gone
        left = [card for card in DECK if card not in used]
        for more in combinations(left, 5 - len(table)):
            keys = [value([*hand, *table, *more]) for hand in hands]
            best = max(keys)
            winners = [i for i, key in enumerate(keys) if key == best]
            total += weight
            for i in winners:
                shares[i] += weight / len(winners)

    deal([], 1.0)
    return [share / total for share in shares]


def hand_strength(hole: str, board: str) -> float:
    """Smith's algorithm 2.1 with ties/2 where it prints losses/2."""
    wins = ties = losses = 0
    ours, table = split(hole), split(board)
    rank = hand_key(ours + table)
    left = [card for card in DECK if card not in ours + table]
    for opponent in combinations(left, 2):
        other = hand_key([*opponent, *table])
        if rank > other:
            wins += 1
        elif rank == other:
            ties += 1
        else:
            losses += 1
    return (wins + ties / 2) / (wins + losses + ties)


def hand_potential(
    hole: str, board: str, value: Callable[[list[str]], Any] | None = None
) -> tuple[float, float]:
    """Smith's algorithm 2.2 and Martins's snippet 2, corrected.

    The last comparison is between the final ranks, and the totals count boards
    as the sums do. `value` ranks hands; by default the slow way of this module.
    """
    value = value or Values()
    hp = [[0] * 3 for _ in range(3)]
    hp_total = [0] * 3
    ours, table = split(hole), split(board)
    rank = value(ours + table)
    left = [card for card in DECK if card not in ours + table]
    for opponent in combinations(left, 2):
        other = value([*opponent, *table])
        index = 0 if rank > other else 1 if rank == other else 2
        for more in combinations([card for card in left if card not in opponent], 5 - len(table)):
            hp_total[index] += 1
            ours_final = value([*ours, *table, *more])
            other_final = value([*opponent, *table, *more])
            if ours_final > other_final:
                hp[index][0] += 1
            elif ours_final == other_final:
                hp[index][1] += 1
            else:
                hp[index][2] += 1
    ppot = (hp[2][0] + hp[2][1] / 2 + hp[1][0] / 2) / (hp_total[2] + hp_total[1] / 2)
    npot = (hp[0][2] + hp[1][2] / 2 + hp[0][1] / 2) / (hp_total[0] + hp_total[1] / 2)
    return ppot, npot
