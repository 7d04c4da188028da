"""What chapter 7 leaves open: individual opponents, who react to each other and show strength.

The thesis lets every opponent call by pot odds alone, independently of the others,
and then hold any hand. Here each folds by their habits; callers may look at how
many have called before them; and those who stay in may be taken to hold what they
stay in with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fivebet.agents.players.planner.functions import RandomOpponents, calling_share, required_equity
from fivebet.agents.players.planner.habits import DEFAULT_HABITS, Habits
from fivebet.agents.players.planner.reading import Reading

_BetKey = tuple[float, float, int, int, float]
"""A pot, bet, number of opponents, street and range."""


@dataclass
class ModelledOpponents(RandomOpponents):
    """Opponents with habits, who may react to each other and whose hands may be read."""

    habits: Sequence[Habits] = (DEFAULT_HABITS,)
    """The habits of the opponents left, the next to act first."""
    reacting: bool = False
    reading: Reading | None = None
    _known: dict[_BetKey, list[float]] = field(default_factory=dict, repr=False)

    def calling(
        self, pot: float, bet: float, opponents: float, callers: float, street: float, range_: float
    ) -> float:
        """Return the chance of so many callers."""
        key = pot, bet, int(opponents), int(street), range_
        if key not in self._known:
            self._known[key] = self.callers(*key)
        return self._known[key][int(callers)] if callers <= opponents else 0.0

    def callers(
        self, pot: float, bet: float, opponents: int, street: int, range_: float = 1.0
    ) -> list[float]:
        """Return the probability of 0, 1, 2, … callers of a bet.

        Those who react see that each caller improves the price of the callers after them,
        and that each hand must beat one more: its equity counts to the power of those
        it meets.
        """
        chances = [1.0] + [0.0] * opponents
        for turn in range(opponents):
            habits = self.habits[turn % len(self.habits)]
            grown = [0.0] * (opponents + 1)
            for called in range(turn + 1):
                required = required_equity(pot, bet, self.odds)
                if self.equity == "all":
                    required **= 1 / opponents
                elif self.reacting and called:
                    price = required_equity(pot + bet * called, bet, self.odds)
                    required = price ** (1 / (called + 1))
                share = self._staying(required, street, range_, habits)
                grown[called] += chances[called] * (1 - share)
                grown[called + 1] += chances[called] * share
            chances = grown
        return chances

    def narrowed(self, range_: float, pot: float, bet: float, street: float) -> float:
        """Return the range of a caller: if hands are read, what does not fold."""
        if self.reading is None:
            return super().narrowed(range_, pot, bet, street)
        required = required_equity(pot, bet, self.odds)
        folds = sum(each.folds(required) for each in self.habits) / len(self.habits)
        return min(range_, 1 - folds)

    def betting(self, range_: float) -> float:
        """Return the range of one who bets: if hands are read, the better part of it."""
        return range_ if self.reading is None else min(range_, self.reading.betting(range_))

    def winning(self, cards: tuple[float, ...], opponents: float, range_: float) -> float:
        """Return the chance against the hands read, or on the cards that were drawn."""
        if self.reading is None:
            return super().winning(cards, opponents, range_)
        return float(self.reading.chance(range_) ** opponents)

    def _staying(self, required: float, street: int, range_: float, habits: Habits) -> float:
        if self.reading is None:
            return 1 - habits.folds(1 - calling_share(required, street))
        return self.reading.staying(range_, habits.folds(required))
