"""Means and their intervals. Pure: numbers in, numbers out."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its standard error and the interval that holds the truth 95 times in 100.

    >>> f"{Interval(2.5, 0.5, 1.52, 3.48, 40):+.1f}"
    '+2.5 ± 1.0'
    """

    mean: float
    standard_error: float
    low: float
    high: float
    units: int
    """How many independent observations it rests on."""

    def __format__(self, form: str) -> str:
        """The mean and how far the truth may be, both in a number's format; of one observation
        only the mean, since nothing is known of the rest."""
        if not form:
            return str(self)
        reach = self.high - self.mean
        mean = format(self.mean, form)
        return f"{mean} ± {format(reach, form.lstrip('+'))}" if isfinite(reach) else mean

    def scaled(self, factor: float) -> "Interval":
        """Return the interval in another unit."""
        return Interval(
            self.mean * factor,
            self.standard_error * factor,
            self.low * factor,
            self.high * factor,
            self.units,
        )


def interval(observations: ArrayLike, confidence: float = 0.95) -> Interval:
    """Return Student's interval for the mean of independent observations.

    With one observation nothing is known: the interval is without bounds.
    """
    values = np.asarray(observations, dtype=np.float64)
    n = len(values)
    mean = float(values.mean()) if n else float("nan")
    if n < 2:
        return Interval(mean, float("inf"), -float("inf"), float("inf"), n)
    error = float(values.std(ddof=1)) / n**0.5
    reach = student_quantile((1 + confidence) / 2, n - 1) * error
    return Interval(mean, error, mean - reach, mean + reach, n)


def averaged(parts: Sequence[Interval], confidence: float = 0.95) -> Interval:
    """Return the interval of the average of independent means, each of which counts alike.

    Its degrees of freedom are those of Welch and Satterthwaite.

    >>> one = interval([1, 2, 3])
    >>> averaged([one]) == one
    True
    """
    mean = float(np.mean([part.mean for part in parts]))
    squares = np.array([part.standard_error**2 for part in parts])
    units = sum(part.units for part in parts)
    if not np.isfinite(squares).all():
        return Interval(mean, float("inf"), -float("inf"), float("inf"), units)
    if not squares.any():
        return Interval(mean, 0.0, mean, mean, units)
    error = float(squares.sum() ** 0.5) / len(parts)
    freedom = [part.units - 1 for part in parts]
    degrees = int(squares.sum() ** 2 / (squares**2 / freedom).sum() + _ROUNDING)
    reach = student_quantile((1 + confidence) / 2, degrees) * error
    return Interval(mean, error, mean - reach, mean + reach, units)


def student_quantile(probability: float, degrees: int) -> float:
    """Return a quantile of Student's t: exact for one and two degrees, else Fisher's expansion.

    >>> round(student_quantile(0.975, 10), 3)
    2.228
    """
    if degrees == 1:
        return float(np.tan(np.pi * (probability - 0.5)))
    if degrees == 2:
        a = 4 * probability * (1 - probability)
        return float(2 * (probability - 0.5) * (2 / a) ** 0.5)
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + float(sum(term / degrees**power for power, term in enumerate(terms, start=1)))
