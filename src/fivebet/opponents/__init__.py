"""What play reveals: statistics by opportunity, history, who wins from whom, classes, ranges.

The only place that counts how players play. Hands come as records from files and
stores, or as views from a table.
"""

from fivebet.game.positions import POSITIONS, positions
from fivebet.opponents.definitions import DEFINITIONS, Definition
from fivebet.opponents.estimates import PreflopRanges, estimate_ranges
from fivebet.opponents.flows import Ledger, flows
from fivebet.opponents.history import HandBuckets, History, PlayerActions, variation
from fivebet.opponents.profiles import Profile, Profiles, Strategy, classify, read_profiles
from fivebet.opponents.ratio import Ratio
from fivebet.opponents.statistics import Mean, Statistics, StyleFigures, Triple, hud_line, style_of
from fivebet.opponents.tally import Memory, Tally, statistics

__all__ = [
    "DEFINITIONS",
    "POSITIONS",
    "Definition",
    "HandBuckets",
    "History",
    "Ledger",
    "Mean",
    "Memory",
    "PlayerActions",
    "PreflopRanges",
    "Profile",
    "Profiles",
    "Ratio",
    "Statistics",
    "Strategy",
    "StyleFigures",
    "Tally",
    "Triple",
    "classify",
    "estimate_ranges",
    "flows",
    "hud_line",
    "positions",
    "read_profiles",
    "statistics",
    "style_of",
    "variation",
]
