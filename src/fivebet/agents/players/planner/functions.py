"""What the poker domains ask the card core: who calls, who wins, which card comes.

Section 3 of the thesis: an opponent calls if the hand's equity meets the pot odds,
and hands are equally likely and independent of each other.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from math import comb
from typing import Literal, Protocol

from fivebet._core import strength_counts
from fivebet.agents.players.planner.equities import CLASS_EQUITIES
from fivebet.cards import Card, CardSet
from fivebet.cards.combos import CLASS_SIZES
from fivebet.cards.equity import equity
from fivebet.errors import PlanningError
from fivebet.planning.functions import NumericFunction
from fivebet.streams import Stream

Odds = Literal["break-even", "printed"]
"""What a caller of r into a pot of p must win: r/(p + 2r), or the thesis's own r/(p + r)."""
CallerEquity = Literal["one", "all"]
"""Whom a caller's hand must beat as often: one random hand, or all that are left."""

SLOTS = ("hole1", "hole2", "flop1", "flop2", "flop3", "turn", "river")
_PREFLOP = 1


def card_number(card: Card | int) -> float:
    """Return a card as the domains write it: 100 · suit (1 to 4) + rank (2 to 14).

    >>> card_number(Card("2c")), card_number(Card("As"))
    (102.0, 414.0)
    """
    return float(100 * (card // 13 + 1) + card % 13 + 2)


def card_of(number: float) -> int:
    """Return the card that a number stands for."""
    suit, rank = divmod(int(number), 100)
    if not (number == int(number) and 1 <= suit <= 4 and 2 <= rank <= 14):
        raise PlanningError(f"{number!r} is no card: expected 100 · suit + rank, like 414")
    return 13 * (suit - 1) + rank - 2


@lru_cache(maxsize=1024)
def _cards_of(numbers: tuple[float, ...]) -> tuple[int, ...]:
    return tuple(map(card_of, numbers))


@cache
def _preflop_shares() -> tuple[list[float], list[float]]:
    """Return the classes' equities against a random hand, rising, and the share from each up."""
    ordered = sorted(zip(CLASS_EQUITIES, map(int, CLASS_SIZES), strict=True))
    shares, left = [], 1326
    for _, size in ordered:
        shares.append(left / 1326)
        left -= size
    return [equity for equity, _ in ordered], [*shares, 0.0]


def calling_share(required: float, street: int) -> float:
    """Return the share of hands whose equity against a random hand meets what is required.

    Before the flop by the 169 classes. On a board equity is immediate strength, the
    share of other hands that a hand beats; how many hands reach a share of x is 1 - x
    by its definition.

    >>> calling_share(0.25, 1), round(calling_share(0.5, 1), 3), calling_share(0.25, 2)
    (1.0, 0.493, 0.75)
    """
    if street > _PREFLOP:
        return min(max(1 - required, 0.0), 1.0)
    equities, shares = _preflop_shares()
    return shares[bisect_left(equities, required)]


@lru_cache(maxsize=1 << 14)
def number_of_calling_opponents(
    pot: float,
    bet: float,
    opponents: float,
    callers: float,
    street: float,
    odds: Odds = "break-even",
    equity: CallerEquity = "one",
) -> float:
    """Return the probability that exactly k of n opponents call: C(n,k) · q^k · (1-q)^(n-k).

    The pot holds our bet already. A caller's equity is that against one random hand, or
    to the power of n against all n that are left (2.2.1).
    """
    n, k = int(opponents), int(callers)
    if k > n:
        return 0.0
    required = required_equity(pot, bet, odds)
    if equity == "all":
        required **= 1 / n
    share = calling_share(required, int(street))
    return comb(n, k) * share**k * (1 - share) ** (n - k)


def required_equity(pot: float, bet: float, odds: Odds = "break-even") -> float:
    """Return the equity that a caller of a bet needs, the bet being in the pot already.

    A caller pays as much again: the call breaks even at bet / (pot + bet). By the thesis's
    example (2.2.2) it is bet / pot.

    >>> required_equity(500, 100), required_equity(500, 100, "printed")
    (0.16666666666666666, 0.2)
    """
    if bet <= 0:
        return 0.0
    return bet / (pot + bet) if odds == "break-even" else bet / pot


@lru_cache(maxsize=4096)
def hand_rank(hole: tuple[int, ...], board: tuple[int, ...], opponents: int) -> float:
    """Return the chance that nobody beats us at the showdown, if hands were independent.

    Half of those who tie count as beaten.
    """
    ours = sum(1 << card for card in hole)
    ahead, tied, behind = strength_counts(ours, sum(1 << card for card in board))
    return float(((ahead + tied / 2) / (ahead + tied + behind)) ** opponents)


def joint_hand_rank(hole: Sequence[int], board: Sequence[int], opponents: int) -> float:
    """Return the exact share of the pot against random hands, which share a deck."""
    hands = [str(CardSet(hole)), *["random"] * opponents]
    return float(equity(*hands, board=CardSet(board)).equity[0])


def draw_cards(known: Mapping[str, float], seed: int, index: int) -> dict[str, float]:
    """Draw cards for the slots that are not known; they are the same wherever a plan asks."""
    gone = {card_of(number) for number in known.values() if number}
    unseen = (card for card in range(52) if card not in gone)
    deck = Stream(seed, "planner/cards", index).shuffled(unseen)
    return {slot: card_number(card) for slot, card in zip(SLOTS, deck, strict=False)}


class Opponents(Protocol):
    """What a plan assumes that opponents do and hold.

    A range is the share of their best hands that they may still hold.
    """

    def calling(
        self, pot: float, bet: float, opponents: float, callers: float, street: float, range_: float
    ) -> float:
        """Return the chance that exactly so many call a bet that is in the pot already."""
        ...

    def narrowed(self, range_: float, pot: float, bet: float, street: float) -> float:
        """Return the range of those who call."""
        ...

    def betting(self, range_: float) -> float:
        """Return the range of one who bets."""
        ...

    def winning(self, cards: tuple[float, ...], opponents: float, range_: float) -> float:
        """Return the chance that nobody beats us at the showdown."""
        ...


@dataclass
class RandomOpponents:
    """Opponents as the thesis has them: they call by pot odds and then hold any hand."""

    odds: Odds = "break-even"
    equity: CallerEquity = "one"

    def calling(
        self,
        pot: float,
        bet: float,
        opponents: float,
        callers: float,
        street: float,
        range_: float,  # noqa: ARG002
    ) -> float:
        """Return the chance of that many callers by the binomial formula."""
        return number_of_calling_opponents(
            pot, bet, opponents, callers, street, self.odds, self.equity
        )

    def narrowed(self, range_: float, pot: float, bet: float, street: float) -> float:  # noqa: ARG002
        """Return the range as it was: a call says nothing."""
        return range_

    def betting(self, range_: float) -> float:
        """Return the range as it was: a bet says nothing."""
        return range_

    def winning(self, cards: tuple[float, ...], opponents: float, range_: float) -> float:  # noqa: ARG002
        """Return HandRank on the cards that were drawn."""
        found = _cards_of(cards)
        return hand_rank(found[:2], found[2:], int(opponents))


@dataclass
class PlanningContext:
    """What the functions of the domains depend on; it may change between two searches."""

    drawn: Mapping[str, float] = field(default_factory=dict)
    """The cards that will fall, by slot."""
    opponents: Opponents = field(default_factory=RandomOpponents)


def poker_functions(luck: PlanningContext) -> dict[str, Callable[..., object]]:
    """Return the functions of the poker domains."""

    def calling(
        pot: float, bet: float, opponents: float, callers: float, street: float, range_: float = 1.0
    ) -> float:
        if callers > opponents:
            return 0.0
        return luck.opponents.calling(pot, bet, opponents, callers, street, range_)

    def narrowed(range_: float, pot: float, bet: float, street: float) -> float:
        return luck.opponents.narrowed(range_, pot, bet, street)

    def betting(range_: float) -> float:
        return luck.opponents.betting(range_)

    def winning(*numbers: float) -> float:
        return luck.opponents.winning(numbers[:-2], *numbers[-2:])

    return {
        "NumberOfCallingOpponents": NumericFunction(calling),
        "HandRank": NumericFunction(winning),
        "Narrowed": NumericFunction(narrowed),
        "Betting": NumericFunction(betting),
        "DrawCard": lambda slot: luck.drawn[slot],
        "Least": NumericFunction(min),
        "Most": NumericFunction(max),
    }


def listing_functions(
    luck: PlanningContext, street: int, seed: int = 0
) -> dict[str, Callable[..., object]]:
    """Return the functions of the listings as they are printed.

    The pot comes without the bet, and the street is not given. DrawCard draws a card anew
    wherever a plan asks, as the listing has it.
    """
    asked = count()

    def calling(pot: float, bet: float, opponents: float, callers: float) -> float:
        return luck.opponents.calling(pot + bet, bet, opponents, callers, street, 1.0)

    def draw(*known: float) -> float:
        gone = {card_of(number) for number in known if number}
        unseen = [card for card in range(52) if card not in gone]
        return card_number(unseen[Stream(seed, "planner/listing", next(asked)).below(len(unseen))])

    return {
        "NumberOfCallingOpponents": calling,
        "HandRank": lambda *numbers: luck.opponents.winning(numbers[:-1], numbers[-1], 1.0),
        "DrawCard": draw,
    }
