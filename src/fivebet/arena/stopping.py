"""When enough has been played: rules that look at a result so far.

    ci<5            the 95 % interval reaches less than 5 mbb/hand either way, for everybody
    sprt:0,20       the first player wins 0 or 20 mbb/hand: stop when one is 19 times likelier
    sprt:0,20,0.01  the same, to be wrong once in a hundred

A width may be watched without bias, since it says nothing about the mean (Chow
and Robbins, 1965). A sequential probability ratio test (Wald, 1945) decides
between two values with the stated error, with the variance estimated on the way;
the interval at its end is too narrow, and a result that was stopped so says it.
"""

from dataclasses import dataclass
from math import ceil, isfinite, log
from statistics import NormalDist
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import FivebetError

_LEAST_UNITS = 30
"""The fewest blocks whose variance means anything."""


class StoppingError(FivebetError):
    """A rule that cannot be read, or asks for nothing."""


class Rule(Protocol):
    """Whether a run may stop: given winnings in mbb/hand by block and player."""

    def __call__(self, winnings: NDArray[np.float64]) -> bool:
        """Return whether enough has been played."""
        ...

    @property
    def note(self) -> str:
        """What a reader of the intervals has to know."""
        ...

    @property
    def text(self) -> str:
        """As it can be read again."""
        ...


@dataclass(frozen=True, slots=True)
class IntervalBelow:
    """Stops when nobody's interval reaches further than a number of mbb/hand."""

    reach: float

    def __call__(self, winnings: NDArray[np.float64]) -> bool:
        """Return whether the normal interval is small enough."""
        if len(winnings) < _LEAST_UNITS:
            return False
        error = winnings.std(axis=0, ddof=1) / len(winnings) ** 0.5
        return bool((NormalDist().inv_cdf(0.975) * error < self.reach).all())

    @property
    def note(self) -> str:
        """The width was watched, not the mean: there is nothing to know."""
        return f"stopped when no interval reached further than {self.reach:g} mbb/hand"

    @property
    def text(self) -> str:
        """As it can be read again."""
        return f"ci<{self.reach!r}"


@dataclass(frozen=True, slots=True)
class RatioTest:
    """Decides whether the first player wins rather `low` or rather `high` mbb/hand."""

    low: float
    high: float
    error: float = 0.05

    def verdict(self, winnings: NDArray[np.float64]) -> float | None:
        """Return the value that is decided for, if one is."""
        first = winnings[:, 0]
        variance = float(first.var(ddof=1)) if len(first) >= _LEAST_UNITS else 0.0
        if not variance:
            return None
        middle = (self.low + self.high) / 2
        ratio = (self.high - self.low) / variance * float((first - middle).sum())
        bound = log((1 - self.error) / self.error)
        if abs(ratio) < bound:
            return None
        return self.high if ratio > 0 else self.low

    def __call__(self, winnings: NDArray[np.float64]) -> bool:
        """Return whether a verdict is reached."""
        return self.verdict(winnings) is not None

    @property
    def note(self) -> str:
        """The stop depends on the mean."""
        return (
            f"stopped by a test of {self.low:g} against {self.high:g} mbb/hand: the verdict is "
            f"wrong at most {self.error:.0%} of the time, but the interval is too narrow"
        )

    @property
    def text(self) -> str:
        """As it can be read again."""
        return f"sprt:{self.low!r},{self.high!r},{self.error!r}"


def parse_rule(text: str) -> Rule:
    """Return the rule of a text.

    >>> parse_rule("ci<5")
    IntervalBelow(reach=5.0)
    """
    kind, numbers = _split(text)
    if kind == "ci" and len(numbers) == 1 and numbers[0] > 0:
        return IntervalBelow(numbers[0])
    if kind == "sprt" and len(numbers) in (2, 3):
        test = RatioTest(*numbers)
        if test.low < test.high and 0 < test.error < 0.5:
            return test
    raise StoppingError(
        f"{text!r} is no rule to stop by: write ci<5 for intervals of ±5 mbb/hand, or sprt:0,20 "
        "to tell 0 from 20 mbb/hand (sprt:0,20,0.01 to be wrong at most once in a hundred)"
    )


def _split(text: str) -> tuple[str, list[float]]:
    for mark in ("<", ":"):
        kind, found, rest = text.replace(" ", "").lower().partition(mark)
        if found and (kind == "ci") == (mark == "<"):
            try:
                numbers = [float(word) for word in rest.split(",")]
            except ValueError:
                continue
            if all(isfinite(number) for number in numbers):
                return kind, numbers
    return "", []


def hands_to_tell(difference: float, spread: float, power: float = 0.8, error: float = 0.05) -> int:
    """Return how many independent blocks show a difference, at the standard deviation of one.

    A two-sided test that errs by `error` finds the difference with probability `power`.

    >>> hands_to_tell(20, 5000)
    490555
    """
    if not difference > 0 or not spread >= 0:
        raise StoppingError(
            f"a difference of {difference:g} mbb/hand cannot be shown: give one above 0"
        )
    normal = NormalDist()
    reach = normal.inv_cdf(1 - error / 2) + normal.inv_cdf(power)
    return max(2, ceil((reach * spread / difference) ** 2))
