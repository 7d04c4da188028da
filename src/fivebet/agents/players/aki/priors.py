"""What is assumed of players of whom little is known yet.

The figures were measured by `tools/aki_priors.py` at tables of strangers, whose styles are
drawn at random: none of them plays in the paper's event or in any experiment here.
"""

from typing import NamedTuple

from fivebet.opponents import Statistics, Triple


class StreetResponse(NamedTuple):
    """How often a player acts on a street, facing a bet and without one."""

    fold: float
    raise_: float
    bet: float


UNKNOWN = (
    Triple(0.52, 0.34, 0.14),
    Triple(0.07, 0.73, 0.20),
    Triple(0.06, 0.73, 0.21),
    Triple(0.05, 0.73, 0.22),
)
"""An unknown player's ratios by street: the mean of strangers, six-handed."""
PROFILES = {
    "tight": (StreetResponse(0.71, 0.14, 0.14), StreetResponse(0.12, 0.19, 0.18)),
    "loose": (StreetResponse(0.24, 0.18, 0.18), StreetResponse(0.15, 0.21, 0.19)),
    "aggressive": (StreetResponse(0.30, 0.36, 0.36), StreetResponse(0.12, 0.44, 0.38)),
    "middling": (StreetResponse(0.53, 0.20, 0.20), StreetResponse(0.12, 0.25, 0.22)),
}
"""Responses before and after the flop of four kinds of strangers."""


def profile(statistics: Statistics) -> str:
    """Return tight, loose, aggressive or middling, by the hands that a player plays and bets."""
    entered = statistics.vpip.value or 0.0
    aggression = statistics.aggression_frequency.value or 0.0
    if aggression > 0.6 and entered > 0.5:
        return "aggressive"
    if entered < 0.3:
        return "tight"
    return "loose" if entered > 0.5 else "middling"
