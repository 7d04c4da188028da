"""How often a player did something when there was an opportunity, and how sure that is."""

from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from statistics import NormalDist

_ENOUGH = 1e-15
_MOST_TERMS = 10_000


@dataclass(frozen=True, slots=True)
class Ratio:
    """Times out of opportunities. Where memory fades, both are effective numbers.

    >>> str(Ratio(12, 48))
    '25.0 % (12/48)'
    """

    times: float
    opportunities: float

    @property
    def value(self) -> float | None:
        """The share, or None if there was no opportunity."""
        return self.times / self.opportunities if self.opportunities else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return Wilson's score interval; everything is possible where nothing was seen.

        >>> [round(bound, 3) for bound in Ratio(0, 10).interval()]
        [0.0, 0.278]
        """
        n = self.opportunities
        if n <= 0:
            return 0.0, 1.0
        z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
        share = self.times / n
        centre = (share + z2 / (2 * n)) / (1 + z2 / n)
        reach = (z2 * (share * (1 - share) + z2 / (4 * n)) / n) ** 0.5 / (1 + z2 / n)
        return max(0.0, centre - reach), min(1.0, centre + reach)

    def shrunk(self, prior: float, weight: float) -> float:
        """Return the share if a prior one had been seen over `weight` opportunities before."""
        return (self.times + prior * weight) / (self.opportunities + weight)

    def __str__(self) -> str:
        counts = f"({_number(self.times)}/{_number(self.opportunities)})"
        return f"{100 * self.value:.1f} % {counts}" if self.value is not None else f"– {counts}"


def _number(n: float) -> str:
    return f"{n:,.0f}" if n == round(n) else f"{n:,.1f}"


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the probability that a beta-distributed share is at most x, by its continued fraction.

    >>> round(beta_cdf(0.5, 2, 2), 12)
    0.5
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    # The fraction converges fast below the mean; above it the other tail is taken.
    if x > (a + 1) / (a + b + 2):
        return 1.0 - beta_cdf(1 - x, b, a)
    front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Return the incomplete beta function's continued fraction by Lentz's method."""
    c = 1.0
    d = 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            value *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return value
