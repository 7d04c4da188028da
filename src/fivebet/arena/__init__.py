"""The arena: agents play each other, and the numbers say what is signal and what is luck."""

from fivebet.arena.contest import Contest, Played, play_contest
from fivebet.arena.event import Event, Result, Standing, play_event
from fivebet.arena.league import League, LeagueTable, instant_runoff, play_league
from fivebet.arena.schedule import Seatings, all_seatings, rotations, sampled_seatings
from fivebet.arena.statistics import Interval, interval, student_quantile

__all__ = [
    "Contest",
    "Event",
    "Interval",
    "League",
    "LeagueTable",
    "Played",
    "Result",
    "Seatings",
    "Standing",
    "all_seatings",
    "instant_runoff",
    "interval",
    "play_contest",
    "play_event",
    "play_league",
    "rotations",
    "sampled_seatings",
    "student_quantile",
]
