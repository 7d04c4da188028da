"""The beta distribution: what a share may be after so many times out of so many."""

from math import exp, lgamma, log, log1p

__all__ = ["beta_cdf"]

_ENOUGH = 1e-15
_MOST_TERMS = 10_000


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
