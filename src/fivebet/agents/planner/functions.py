"""What the poker domains ask the card core: who calls, who wins, which card comes.

Section 3 of the thesis: an opponent calls if his hand's equity meets the pot odds,
and hands are equally likely and independent of each other.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import comb

from fivebet._core import immediate
from fivebet.agents.planner.equities import CLASS_EQUITIES
from fivebet.cards import Card, Cards
from fivebet.combos import CLASS_SIZES
from fivebet.equity import equity
from fivebet.errors import PlanningError
from fivebet.streams import Stream

__all__ = [
    "SLOTS",
    "Calling",
    "Luck",
    "calling_share",
    "card_number",
    "draw_cards",
    "hand_rank",
    "joint_hand_rank",
    "narrowed",
    "number_of_calling_opponents",
    "poker_functions",
]

Calling = Callable[[float, float, float, float, float], float]
"""Pot, bet, opponents, callers and street: the chance of exactly so many callers."""

SLOTS = ("hole1", "hole2", "flop1", "flop2", "flop3", "turn", "river")
_PREFLOP = 1
_TIGHTEST = 0.05  # nobody is ever put on fewer hands


def card_number(card: Card | int) -> float:
    """A card as the domains write it: 100 · suit + rank, suits 1 to 4 and ranks 2 to 14.

    >>> card_number(Card("2c")), card_number(Card("As"))
    (102.0, 414.0)
    """
    return float(100 * (card // 13 + 1) + card % 13 + 2)


def card_of(number: float) -> int:
    """The card that a number stands for."""
    suit, rank = divmod(int(number), 100)
    if not (number == int(number) and 1 <= suit <= 4 and 2 <= rank <= 14):
        raise PlanningError(f"{number!r} is no card: expected 100 · suit + rank, like 414")
    return 13 * (suit - 1) + rank - 2


@cache
def _preflop_shares() -> tuple[list[float], list[float]]:
    """Equities of the classes against a random hand, rising; the share of hands from each up."""
    ordered = sorted(zip(CLASS_EQUITIES, map(int, CLASS_SIZES), strict=True))
    shares, left = [], 1326
    for _, size in ordered:
        shares.append(left / 1326)
        left -= size
    return [equity for equity, _ in ordered], [*shares, 0.0]


def calling_share(required: float, street: int) -> float:
    """The share of hands whose equity against a random hand meets what is required.

    Before the flop by the 169 classes. On a board equity is immediate strength, the
    share of other hands that a hand beats; how many hands reach a share of x is 1 - x
    by its definition.

    >>> calling_share(0.25, 1), round(calling_share(0.5, 1), 3), calling_share(0.25, 2)
    (1.0, 0.502, 0.75)
    """
    if street > _PREFLOP:
        return min(max(1 - required, 0.0), 1.0)
    equities, shares = _preflop_shares()
    return shares[bisect_left(equities, required)]


def number_of_calling_opponents(
    pot: float, bet: float, opponents: float, callers: float, street: float
) -> float:
    """The probability that exactly so many opponents call: C(n,k) · q^k · (1-q)^(n-k).

    The pot holds our bet already; a caller pays as much again, so that he needs an
    equity of bet / (pot + bet).
    """
    if callers > opponents:
        return 0.0
    return calling_chance(_share_that_calls(pot, bet, int(street)), opponents, callers)


def calling_chance(share: float, opponents: float, callers: float) -> float:
    """The binomial probability of so many callers."""
    n, k = int(opponents), int(callers)
    return comb(n, k) * share**k * (1 - share) ** (n - k)


def _share_that_calls(pot: float, bet: float, street: int) -> float:
    return calling_share(bet / (pot + bet) if bet > 0 else 0.0, street)


def hand_rank(
    hole: Sequence[int], board: Sequence[int], opponents: int, range_: float = 1.0
) -> float:
    """The chance that nobody beats us at the showdown, opponents' hands being independent.

    Half of those who tie count as beaten. With a range below 1 opponents hold one of
    that share of the best hands, and what we beat of the others does not help.
    """
    ours = sum(1 << card for card in hole)
    ahead, tied, behind = immediate(ours, sum(1 << card for card in board))
    beaten = (ahead + tied / 2) / (ahead + tied + behind)
    return float(max((beaten - (1 - range_)) / range_, 0.0) ** opponents)


def joint_hand_rank(hole: Sequence[int], board: Sequence[int], opponents: int) -> float:
    """The exact share of the pot at the showdown against random hands, which share a deck."""
    hands = [str(Cards(hole)), *["random"] * opponents]
    return float(equity(*hands, board=Cards(board)).equity[0])


def draw_cards(known: Mapping[str, float], seed: int, index: int) -> dict[str, float]:
    """Cards for the slots that are not known: one draw, the same wherever a plan asks."""
    gone = {card_of(number) for number in known.values() if number}
    deck = [card for card in range(52) if card not in gone]
    Stream(seed, "planner/cards", index).shuffle(deck)
    return {slot: card_number(card) for slot, card in zip(SLOTS, deck, strict=False)}


@dataclass
class Luck:
    """What the functions of the domains depend on; it may change between two searches."""

    drawn: Mapping[str, float] = field(default_factory=dict)
    """The cards that will fall, by slot."""
    calling: Calling = number_of_calling_opponents
    narrowing: bool = False
    """Whether those who call hold the hands that they call with."""


def narrowed(range_: float, pot: float, bet: float, street: float) -> float:
    """The share of their best hands that opponents may hold after they have called."""
    return min(range_, max(_share_that_calls(pot, bet, int(street)), _TIGHTEST))


def poker_functions(luck: Luck) -> dict[str, Callable[..., object]]:
    """The functions of the poker domains."""

    def calling(*situation: float) -> float:
        return luck.calling(*situation)

    @lru_cache(maxsize=4096)
    def rank(*numbers: float) -> float:
        *cards, opponents, range_ = numbers
        found = [card_of(number) for number in cards]
        return hand_rank(found[:2], found[2:], int(opponents), range_)

    return {
        "NumberOfCallingOpponents": calling,
        "HandRank": rank,
        "Narrowed": lambda range_, *bet: narrowed(range_, *bet) if luck.narrowing else 1.0,
        "DrawCard": lambda slot: luck.drawn[slot],
        "Least": min,
        "Most": max,
    }
