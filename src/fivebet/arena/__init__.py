"""The arena: agents play each other, and the numbers say what is signal and what is luck."""

from fivebet.arena.event import Event, Result, Standing, play_event
from fivebet.arena.schedule import Seatings, all_seatings, rotations, sampled_seatings
from fivebet.arena.statistics import Interval, interval, student_quantile

__all__ = [
    "Event",
    "Interval",
    "Result",
    "Seatings",
    "Standing",
    "all_seatings",
    "interval",
    "play_event",
    "rotations",
    "sampled_seatings",
    "student_quantile",
]
