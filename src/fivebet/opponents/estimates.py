"""Ranges before the flop, estimated from how often a player plays.

A player is taken to play the best hands of the core's order. Those raised with are
the best of these, those called with the rest. While shares rest on few opportunities
they are drawn towards the population's, and in a position towards the player's own.
"""

from dataclasses import dataclass

from fivebet.cards.class_orders import DEFAULT_ORDER
from fivebet.cards.ranges import Range
from fivebet.opponents.profiles import POPULATION, Profiles, read_profiles
from fivebet.opponents.statistics import Statistics


@dataclass(frozen=True)
class PreflopRanges:
    """What a player is taken to hold after acting before the flop."""

    plays: Range
    """Any hand that the player puts chips in with."""
    raises: Range
    calls: Range
    """The hands that are good enough to play but not to raise."""
    three_bets: Range
    """The hands that raise again."""


def estimate_ranges(
    statistics: Statistics,
    position: str | None = None,
    order: str = DEFAULT_ORDER,
    profiles: Profiles | None = None,
) -> PreflopRanges:
    """Return the ranges of a player, overall or in one position."""
    profiles = profiles or read_profiles()
    population = profiles.strategy(POPULATION, statistics.seats)

    def share(name: str, prior: float) -> float:
        overall = statistics.ratio(name).shrunk(prior, profiles.weight)
        if position is None:
            return overall
        return statistics.at(position).ratio(name).shrunk(overall, profiles.weight)

    vpip = share("vpip", population.plays.share)
    pfr = min(vpip, share("pfr", population.raises.share))
    three_bet = min(vpip, share("three_bet", population.three_bets.share))
    plays, raises = Range.top(vpip, order), Range.top(pfr, order)
    return PreflopRanges(plays, raises, plays - raises, Range.top(three_bet, order))
