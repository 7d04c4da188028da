"""A player's rating, and when mistakes come again.

Ratings are Elo's (1978): the player meets each drill as an opponent whose rating says how hard
it is, and scores what the answer is worth. A mistake comes again after a day, then after more
and more days, until it was answered well that often.
"""

from datetime import date, timedelta

FIRST_RATING = 1200.0
_QUICK, _STEADY = 48.0, 24.0
_QUICK_ANSWERS = 20
PAUSES = (1, 3, 7, 16)
"""The days after which a mistake comes again, by how often it was answered well since."""


def next_rating(rating: float, drill: float, score: float, answered: int) -> float:
    """Return a player's rating after an answer; the first answers count more.

    >>> round(next_rating(1200, 1200, 1, 0)), round(next_rating(1200, 1600, 0, 50))
    (1224, 1198)
    """
    expected = 1 / (1 + 10 ** ((drill - rating) / 400))
    weight = _QUICK if answered < _QUICK_ANSWERS else _STEADY
    return rating + weight * (score - expected)


def next_repetition(step: int | None, is_mistake: bool, today: date) -> tuple[int, date] | None:
    """Return the step of a drill's repetition and the day it is due, or None if it is learnt.

    `step` says how often it was answered well since the last mistake; None means that it was
    no mistake before.
    """
    if is_mistake:
        return 0, today + timedelta(days=PAUSES[0])
    if step is None or step + 1 == len(PAUSES):
        return None
    return step + 1, today + timedelta(days=PAUSES[step + 1])
