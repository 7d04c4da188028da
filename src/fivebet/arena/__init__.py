"""The arena: agents play each other, and the numbers say what is signal and what is luck."""

from fivebet.arena.director import Director, Finish, TableHand
from fivebet.arena.event import Event, Seats, play_event
from fivebet.arena.league import League, LeagueTable, instant_runoff, play_league
from fivebet.arena.luck import Luck
from fivebet.arena.ratings import Rating, ratings
from fivebet.arena.results import Result, Standing
from fivebet.arena.schedule import Seatings, all_seatings, rotations, sampled_seatings
from fivebet.arena.statistics import Interval, interval, student_quantile
from fivebet.arena.tournament import SCHEDULES, Level, Schedule, Tournament

__all__ = [
    "SCHEDULES",
    "Director",
    "Event",
    "Finish",
    "Interval",
    "League",
    "LeagueTable",
    "Level",
    "Luck",
    "Rating",
    "Result",
    "Schedule",
    "Seatings",
    "Seats",
    "Standing",
    "TableHand",
    "Tournament",
    "all_seatings",
    "instant_runoff",
    "interval",
    "play_event",
    "play_league",
    "ratings",
    "rotations",
    "sampled_seatings",
    "student_quantile",
]
