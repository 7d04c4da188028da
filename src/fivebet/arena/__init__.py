"""The arena: agents play each other, and the numbers say what is signal and what is luck."""

from fivebet.arena.director import Director, Finish, TableHand
from fivebet.arena.league import League, play_league
from fivebet.arena.league_table import LeagueTable, instant_runoff
from fivebet.arena.luck import Luck
from fivebet.arena.match import Event, Seats, play_event
from fivebet.arena.ratings import Rating, ratings
from fivebet.arena.results import Result, Standing
from fivebet.arena.seatings import Seatings, all_seatings, rotations, sampled_seatings
from fivebet.arena.series import Entry, Series, SeriesResult, play_series
from fivebet.arena.statistics import Interval, interval, student_quantile
from fivebet.arena.tournament import SCHEDULES, Level, Schedule, Tournament
from fivebet.runs.job import Contest, Played, play_contest

__all__ = [
    "SCHEDULES",
    "Contest",
    "Director",
    "Entry",
    "Event",
    "Finish",
    "Interval",
    "League",
    "LeagueTable",
    "Level",
    "Luck",
    "Played",
    "Rating",
    "Result",
    "Schedule",
    "Seatings",
    "Seats",
    "Series",
    "SeriesResult",
    "Standing",
    "TableHand",
    "Tournament",
    "all_seatings",
    "instant_runoff",
    "interval",
    "play_contest",
    "play_event",
    "play_league",
    "play_series",
    "ratings",
    "rotations",
    "sampled_seatings",
    "student_quantile",
]
