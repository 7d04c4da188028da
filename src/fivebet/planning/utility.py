"""Utilities: what gains and losses are worth to the risk-averse and the risk-seeking.

A cost is a gain if positive and a loss if negative, as in Smith's thesis. The printed
utility is (a·e^(aαc) - 1)/α, which is -2/α at c = 0 for the averse and so punishes every
step of a plan; the one meant is a·(e^(aαc) - 1)/α, zero at zero. `printed` gives the
former.

The certainty equivalent of a lottery is the sure amount that is worth as much.
For exponential and neutral utilities it adds up along a plan whatever was won
before, and it never overflows; plans are compared by it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, expm1, fsum, inf, isfinite, isnan, log, log1p
from typing import Literal, Protocol, runtime_checkable

from fivebet.errors import PlanningError
from fivebet.planning.runtime import Lottery
from fivebet.planning.state import Arguments

Attitude = Literal["averse", "neutral", "seeking"]
ATTITUDES: tuple[Attitude, ...] = ("averse", "neutral", "seeking")

Facts = Iterable[tuple[str, Arguments]]
"""The atoms of a state."""


@runtime_checkable
class Utility(Protocol):
    """A utility function of the total cost, which does not decrease."""

    @property
    def additive(self) -> bool:
        """Return whether what was won before does not change how lotteries compare."""
        ...

    def value(self, cost: float) -> float:
        """Return the utility of a sure cost."""
        ...

    def expected(self, lottery: Lottery) -> float:
        """Return the expected utility of a lottery."""
        ...

    def equivalent(self, lottery: Lottery) -> float:
        """Return the sure cost that is worth as much as a lottery."""
        ...

    def at(self, facts: Facts) -> "Utility":
        """Return the utility in a state of the world."""
        ...


@dataclass(frozen=True, slots=True)
class Neutral:
    """The risk-neutral utility, for which only the mean counts."""

    additive = True

    def value(self, cost: float) -> float:
        """Return the cost itself."""
        return cost

    def expected(self, lottery: Lottery) -> float:
        """Return the mean of the lottery."""
        return expected_cost(lottery)

    def equivalent(self, lottery: Lottery) -> float:
        """Return the mean of the lottery."""
        return expected_cost(lottery)

    def at(self, _: Facts) -> "Neutral":
        """Return this utility, which does not depend on the state."""
        return self


NEUTRAL = Neutral()


@dataclass(frozen=True, slots=True)
class Exponential:
    """The utility a·(e^(aαc) - 1)/α: averse for a = -1, seeking for a = 1.

    >>> Exponential(-1, 0.05).value(0.0) == 0, Exponential(-1, 0.05, printed=True).value(0.0)
    (True, -40.0)
    """

    sign: Literal[-1, 1]
    alpha: float
    printed: bool = False
    """Whether to use the thesis's form, (a·e^(aαc) - 1)/α."""

    additive = True

    def __post_init__(self) -> None:
        if self.sign not in (-1, 1):
            raise PlanningError(f"a is {self.sign!r}: -1 is averse to risk and 1 seeks it")
        if not (isfinite(self.alpha) and self.alpha > 0):
            raise PlanningError(f"alpha is {self.alpha!r}: expected a number above 0")

    def value(self, cost: float) -> float:
        """Return the utility of a sure cost; infinite where it is beyond a double."""
        return self._from_log(self.sign * self.alpha * cost)

    def expected(self, lottery: Lottery) -> float:
        """Return the expected utility, from the logarithm of the mean of e^(aαc)."""
        return self._from_log(self._log_mean(lottery))

    def equivalent(self, lottery: Lottery) -> float:
        """Return the logarithm of the mean of e^(aαc), in units of cost."""
        if len(lottery) == 1:
            return lottery[0][1]
        return self._log_mean(lottery) / (self.sign * self.alpha)

    def at(self, _: Facts) -> "Exponential":
        """Return this utility, which does not depend on the state."""
        return self

    def _log_mean(self, lottery: Lottery) -> float:
        rate = self.sign * self.alpha
        powers = [(probability, rate * cost) for probability, cost in lottery if probability > 0]
        if len(powers) == 1 and powers[0][0] == 1:
            return powers[0][1]
        if len(powers) == 2:
            return _log_mean_of_two(*powers[0], *powers[1])
        most = max(power for _, power in powers)
        if all(most - power < 0.5 for _, power in powers):
            # Near 1 the difference to 1 is what counts.
            missing = fsum(probability for probability, _ in powers) - 1
            parts = (probability * expm1(power - most) for probability, power in powers)
            return most + log1p(fsum(parts) + missing)
        return most + log(fsum(probability * exp(power - most) for probability, power in powers))

    def _from_log(self, power: float) -> float:
        try:
            value = self.sign * expm1(power) / self.alpha
            if self.printed:
                value += (self.sign - 1) / self.alpha
        except OverflowError:
            return self.sign * inf
        return value


def _log_mean_of_two(chance: float, power: float, other: float, less: float) -> float:
    """Return the logarithm of the mean of two powers of e: sums of two need no care."""
    if power < less:
        chance, power, other, less = other, less, chance, power
    below = less - power
    if -below < 0.5:
        return power + log1p(other * expm1(below) + (chance + other - 1))
    return power + log(chance + other * exp(below))


@dataclass(frozen=True, slots=True)
class Dynamic:
    """A utility that seeks risk when short and avoids it when deep (thesis, 2.4.1).

    Wealth is a number in the state, say the 1,500 of (stack 1500). Below the pivot
    the utility of wealth is convex, above it concave, with slope 1 between them:
    ±(1 - e^(-α|w - pivot|))/α. What counts is the wealth after the plan.
    """

    alpha: float
    pivot: float
    atom: str = "stack"
    wealth: float | None = None

    additive = False

    def __post_init__(self) -> None:
        if not (isfinite(self.alpha) and self.alpha > 0):
            raise PlanningError(f"alpha is {self.alpha!r}: expected a number above 0")

    def value(self, cost: float) -> float:
        """Return the utility of the wealth after a cost less that of the present wealth."""
        if self.wealth is None:
            raise PlanningError(
                f"a dynamic utility needs a state: ({self.atom} wealth) says what one has"
            )
        return self._of_wealth(self.wealth + cost) - self._of_wealth(self.wealth)

    def expected(self, lottery: Lottery) -> float:
        """Return the expected utility of a lottery."""
        return fsum(probability * self.value(cost) for probability, cost in lottery)

    def equivalent(self, lottery: Lottery) -> float:
        """Return the inverse of the expected utility."""
        if self.wealth is None:
            self.value(0.0)
        assert self.wealth is not None
        level = self.expected(lottery) + self._of_wealth(self.wealth)
        # Where the curve is flat, rounding may reach its limit: no sure amount does.
        scaled = 1 - self.alpha * abs(level)
        if scaled <= 0:
            return max(cost for _, cost in lottery) if level > 0 else min(c for _, c in lottery)
        distance = -log(scaled) / self.alpha
        return self.pivot + (distance if level >= 0 else -distance) - self.wealth

    def at(self, facts: Facts) -> "Dynamic":
        """Return the utility for the wealth in a state."""
        for name, arguments in facts:
            if name == self.atom and len(arguments) == 1 and isinstance(arguments[0], float):
                return Dynamic(self.alpha, self.pivot, self.atom, arguments[0])
        raise PlanningError(f"the state has no ({self.atom} number): a dynamic utility needs it")

    def _of_wealth(self, wealth: float) -> float:
        above = wealth - self.pivot
        return (
            -expm1(-self.alpha * above) / self.alpha
            if above >= 0
            else (expm1(self.alpha * above) / self.alpha)
        )


@dataclass(frozen=True, slots=True)
class CustomUtility:
    """A user's own function of the total cost, which must not decrease."""

    function: Callable[[float], float]

    additive = False

    def value(self, cost: float) -> float:
        """Return the function's value of a sure cost."""
        value = float(self.function(cost))
        if isnan(value):
            raise PlanningError(f"the utility of {cost!r} is no number")
        return value

    def expected(self, lottery: Lottery) -> float:
        """Return the expected utility of a lottery."""
        return fsum(probability * self.value(cost) for probability, cost in lottery if probability)

    def equivalent(self, lottery: Lottery) -> float:
        """Return the certainty equivalent, found by bisection."""
        level = self.expected(lottery)
        low = min(cost for probability, cost in lottery if probability)
        high = max(cost for probability, cost in lottery if probability)
        if self.value(low) > self.value(high):
            raise PlanningError(
                f"the utility of {high!r} is less than that of {low!r}: it must not decrease"
            )
        for _ in range(200):
            middle = low + (high - low) / 2
            if middle in (low, high):
                break
            low, high = (middle, high) if self.value(middle) < level else (low, middle)
        return high

    def at(self, _: Facts) -> "CustomUtility":
        """Return this utility, which does not depend on the state."""
        return self


def attitude(name: str, alpha: float = 0.01, printed: bool = False) -> Utility:
    """Return a static utility by its name in the thesis.

    >>> attitude("averse", 0.05)
    Exponential(sign=-1, alpha=0.05, printed=False)
    """
    match name:
        case "neutral":
            return NEUTRAL
        case "averse":
            return Exponential(-1, alpha, printed)
        case "seeking":
            return Exponential(1, alpha, printed)
    raise PlanningError(f"there is no attitude {name!r}: expected {', '.join(ATTITUDES)}")


def expected_cost(lottery: Lottery) -> float:
    """Return the mean of a lottery."""
    if len(lottery) == 1:
        return lottery[0][0] * lottery[0][1]
    return fsum(probability * cost for probability, cost in lottery)


def combined(lotteries: Iterable[Lottery]) -> Lottery:
    """Return the lottery of a sum of independent ones: each total once, with its probability."""
    totals: dict[float, float] = {0.0: 1.0}
    for lottery in lotteries:
        grown: dict[float, list[float]] = {}
        for total, probability in totals.items():
            for chance, cost in lottery:
                if chance:
                    grown.setdefault(total + cost, []).append(probability * chance)
        totals = {total: fsum(parts) for total, parts in grown.items()}
    return tuple((probability, total) for total, probability in sorted(totals.items()))


def expected_utility(
    utility: Utility, lotteries: Sequence[Lottery], aggregate: Literal["exact", "sum"] = "exact"
) -> tuple[float, float]:
    """Return the expected utility and certainty equivalent of a sequence of independent lotteries.

    `sum` adds the utilities of the steps, as the thesis does; exact is the utility
    of their total. The certainty equivalent is that of the total in either case.
    """
    if utility.additive:
        sure = fsum(utility.equivalent(lottery) for lottery in lotteries)
        value = utility.value(sure)
    else:
        total = combined(lotteries)
        sure, value = utility.equivalent(total), utility.expected(total)
    if aggregate == "sum":
        value = fsum(utility.expected(lottery) for lottery in lotteries)
    return value, sure
