"""Ratings on the Elo scale, with how sure they are.

Every block that two players have played is a game: whoever won chips from the
other won it, and none is half a win for both. Ratings are those that make the
games likeliest (Bradley and Terry, 1952), with a weak belief that players are
alike, without which one who never lost would have no rating. 400 points are
odds of ten to one; the mean is 1500.
"""

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import GameError

_MEAN = 1500.0
_POINTS = 400 / log(10)
"""Of a unit of log-odds."""
_BELIEF = 800 / _POINTS
"""How far from each other we expect players to be, as a standard deviation."""
_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """Points, and their standard error."""

    points: float
    error: float


def ratings(wins: NDArray[np.float64]) -> tuple[Rating, ...]:
    """Return ratings from how often each player won against each other; draws count half.

    >>> [round(each.points) for each in ratings(np.array([[0.0, 75.0], [25.0, 0.0]]))]
    [1595, 1405]
    """
    players = len(wins)
    if wins.shape != (players, players) or (wins < 0).any() or np.diag(wins).any():
        raise GameError("wins are a square table without negative numbers, 0 on its diagonal")
    games = wins + wins.T
    strength = np.zeros(players)
    for _ in range(_STEPS):
        slope, curve = _derivatives(strength, wins, games)
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -2, 2)
        if abs(step).max() < 1e-10:
            break
    _, curve = _derivatives(strength, wins, games)
    # Ratings are relative to the mean, which itself is not in question.
    centre = np.eye(players) - 1 / players
    spread = centre @ np.linalg.inv(curve) @ centre
    strength -= strength.mean()
    return tuple(
        Rating(_MEAN + _POINTS * float(value), _POINTS * float(max(variance, 0.0)) ** 0.5)
        for value, variance in zip(strength, np.diag(spread), strict=True)
    )


def _derivatives(
    strength: NDArray[np.float64], wins: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return slope and negative curvature of the log-likelihood, the prior included."""
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    slope = (wins - games * expected).sum(axis=1) - strength / _BELIEF**2
    pull = games * expected * (1 - expected)
    curve = np.diag(pull.sum(axis=1) + 1 / _BELIEF**2) - pull
    return slope, curve
