"""Decision bounds: how much is risked against whom (sections 3.3 and 7.2).

In small bets, from d, what an opponent has lost to us over the last N hands. δ is
negative where we stay in for less than the fold is worth, ρ is what a hand must be
worth to be raised whatever the search prefers.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Literal

from fivebet.errors import AgentError

BoundsForm = Literal["paper", "tempered", "delta", "rho", "off"]
Pool = Literal["mean", "max", "weighted"]

_FULL = -0.6  # small bets: the most that δ ever risks
_FULL_AT = 50.0  # small bets won: section 7.2 wants no full aggression before
_CAUTION = 0.3  # small bets: the most that δ asks for against somebody who wins from us
_SCALE = 50.0  # small bets lost by which an opponent's weight falls by e
_BEYOND = 500.0  # d beyond this changes nothing, and its powers would overflow


def aggressive_preflop_value(d: float) -> float:
    """Return δ(d) = max(-0.6, -0.2 · 1.2^d), section 3.3.1.

    >>> aggressive_preflop_value(0), aggressive_preflop_value(7)
    (-0.2, -0.6)
    """
    return max(_FULL, -0.2 * float(1.2 ** min(d, _BEYOND)))


def aggressive_raise_value(d: float) -> float:
    """Return ρ(d) = min(1.5, 1.5 · 0.95^d), section 3.3.2.

    >>> aggressive_raise_value(0), aggressive_raise_value(-20)
    (1.5, 1.5)
    """
    return min(1.5, 1.5 * float(0.95 ** max(d, -_BEYOND)))


def tempered_preflop_value(d: float) -> float:
    """Return δ as section 7.2 wants it: 0 at 0, full from 50 on, above 0 against winners.

    >>> tempered_preflop_value(0), tempered_preflop_value(49) > -0.6, tempered_preflop_value(60)
    (0.0, True, -0.6)
    """
    return min(_CAUTION, max(_FULL, _FULL * d / _FULL_AT)) + 0.0


def _never(_: float) -> float:
    return float("inf")


def _nothing(_: float) -> float:
    return 0.0


BOUNDS: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
    "paper": (aggressive_preflop_value, aggressive_raise_value),
    "tempered": (tempered_preflop_value, aggressive_raise_value),
    "delta": (aggressive_preflop_value, _never),
    "rho": (_nothing, aggressive_raise_value),
    "off": (_nothing, _never),
}
"""δ and ρ by the name of their form."""

POOLS = ("mean", "max", "weighted")


def pooled(pool: str, values: Sequence[float], lost: Sequence[float]) -> float:
    """Return one bound for several opponents, from the bounds and losses of each.

    The mean is the paper's; the max is that of the strongest; weighted means weigh an
    opponent the more the less they have lost.

    >>> pooled("mean", [-0.01, -0.59], [-20, 40]), pooled("max", [-0.01, -0.59], [-20, 40])
    (-0.3, -0.01)
    """
    if pool == "mean":
        return sum(values) / len(values)
    if pool == "max":
        return max(values)
    if pool == "weighted":
        strongest = min(lost)
        weights = [exp((strongest - d) / _SCALE) for d in lost]
        # A weight of 0 times an infinite bound would be no number.
        parts = (weight * value for weight, value in zip(weights, values, strict=True) if weight)
        return sum(parts) / sum(weights)
    raise AgentError(f"{pool!r} is no way to pool bounds: there are {', '.join(POOLS)}")
