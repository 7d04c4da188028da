"""What chapter 7 leaves open: opponents told apart, reacting to each other, showing strength.

The thesis lets every opponent call by pot odds alone, independently of the others,
and then hold any hand. Here each neighbour, so many seats to our left, has a record
of what he did when he was bet at; callers may look at how many have called before
them; and who stays in may be taken to hold what he stays in with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fivebet.agents.planner.functions import calling_chance, calling_share
from fivebet.game.view import View

__all__ = ["Neighbour", "Neighbours", "callers", "shown_range"]

_TRUST = 20.0
"""How many observations the model of the thesis is worth before a neighbour's own count more."""
_BETTER_HALF = 0.5
_TIGHTEST = 0.05


@dataclass(slots=True)
class Neighbour:
    """What one opponent did: when he was bet at, and whenever he acted."""

    faced: int = 0
    stayed: int = 0
    acted: int = 0
    raised: int = 0

    def share(self, model: float) -> float:
        """How often he calls, the model's word weighing as much as some observations."""
        return (self.stayed + _TRUST * model) / (self.faced + _TRUST)

    def aggression(self, model: float) -> float:
        """How often he raises when it is his turn."""
        return (self.raised + _TRUST * model) / (self.acted + _TRUST)


@dataclass
class Neighbours:
    """Records by distance: the next seat to our left is 1.

    In matches and rings everybody keeps his neighbours, whoever has the button.
    """

    known: dict[int, Neighbour] = field(default_factory=dict)

    def observe(self, view: View) -> None:
        """Learn from a hand that is over."""
        seats = view.game.seats
        level, street = [0.0] * seats, -1
        for move in view.moves:
            if move.street != street:
                street = move.street
                blinds = view.game.blinds
                level = [float(blinds[s]) if street == 0 else 0.0 for s in range(seats)]
            owes = max(level) - level[move.seat]
            level[move.seat] += move.paid
            if move.seat == view.seat:
                continue
            record = self.known.setdefault((move.seat - view.seat) % seats, Neighbour())
            kind = move.action.kind
            record.acted += 1
            record.raised += kind in ("bet", "raise")
            if owes > 0:
                record.faced += 1
                record.stayed += kind != "fold"

    def active(self, view: View) -> list[Neighbour]:
        """The records of those who are still in."""
        seats = view.game.seats
        return [
            self.known.get((seat - view.seat) % seats, Neighbour())
            for seat in view.active
            if seat != view.seat
        ]


def shown_range(view: View) -> float:
    """The share of their best hands that opponents may hold, by what they did in this hand.

    A call says that the price was right, a bet or raise that the hand is in the better
    half of those. Before the flop that counts half, since the board may change it.
    """
    seats = view.game.seats
    ranges = dict.fromkeys((seat for seat in view.active if seat != view.seat), 1.0)
    pot = float(sum(view.game.blinds) + sum(view.game.antes))
    level, street = [float(blind) for blind in view.game.blinds], 0
    for move in view.moves:
        if move.street != street:
            street, level = move.street, [0.0] * seats
        owes = max(level) - level[move.seat]
        pot += move.paid
        level[move.seat] += move.paid
        kind = move.action.kind
        if move.seat not in ranges or kind in ("fold", "check"):
            continue
        price = owes if kind == "call" else move.paid
        share = calling_share(price / (pot + price) if price > 0 else 0.0, street + 1)
        if kind != "call":
            share *= _BETTER_HALF
        if street == 0:
            share = (1 + share) / 2
        ranges[move.seat] = min(ranges[move.seat], max(share, _TIGHTEST))
    return sum(ranges.values()) / len(ranges)


def callers(
    pot: float,
    bet: float,
    opponents: int,
    street: int,
    neighbours: Sequence[Neighbour] | None = None,
    reacting: bool = False,
) -> list[float]:
    """The probability of 0, 1, 2, … callers of a bet.

    `reacting`: each caller improves the price of those who come after him, and each
    hand must beat one more: its equity is taken to the power of those it meets.
    """
    odds = bet / (pot + bet) if bet > 0 else 0.0
    model = calling_share(odds, street)
    if neighbours is None and not reacting:
        return [calling_chance(model, opponents, k) for k in range(opponents + 1)]
    chances = [1.0] + [0.0] * opponents
    for turn in range(opponents):
        record = neighbours[turn % len(neighbours)] if neighbours else None
        grown = [0.0] * (opponents + 1)
        for called in range(turn + 1):
            share = model
            if reacting and called:
                required = (bet / (pot + bet * (called + 1))) ** (1 / (called + 1))
                share = calling_share(required, street)
            if record is not None:
                share = record.share(share)
            grown[called] += chances[called] * (1 - share)
            grown[called + 1] += chances[called] * share
        chances = grown
    return chances
