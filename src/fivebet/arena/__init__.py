"""The arena: agents play each other, and the numbers say what is signal and what is luck."""

from fivebet.arena.director import Director, Finish, TableHand
from fivebet.arena.league import League, play_league
from fivebet.arena.league_table import LeagueTable, instant_runoff
from fivebet.arena.luck import Luck
from fivebet.arena.match import Match, Seats, play_match
from fivebet.arena.ratings import Rating, ratings
from fivebet.arena.results import MatchResult, Standing
from fivebet.arena.seatings import Seatings, all_seatings, rotations, sampled_seatings
from fivebet.arena.statistics import Interval, interval, student_quantile
from fivebet.arena.tournament import SCHEDULES, Level, Schedule, Tournament
from fivebet.arena.tournament_series import (
    Entry,
    TournamentResult,
    TournamentSeries,
    play_tournaments,
)

__all__ = [
    "SCHEDULES",
    "Director",
    "Entry",
    "Finish",
    "Interval",
    "League",
    "LeagueTable",
    "Level",
    "Luck",
    "Match",
    "MatchResult",
    "Rating",
    "Schedule",
    "Seatings",
    "Seats",
    "Standing",
    "TableHand",
    "Tournament",
    "TournamentResult",
    "TournamentSeries",
    "all_seatings",
    "instant_runoff",
    "interval",
    "play_league",
    "play_match",
    "play_tournaments",
    "ratings",
    "rotations",
    "sampled_seatings",
    "student_quantile",
]
