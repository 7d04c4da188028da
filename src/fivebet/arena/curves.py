"""Curves of winnings: sums over a run at a few hundred points, and their spread.

A band that holds 95 of a hundred such curves reaches 1.96 spreads times the root
of the units played to both sides of the mean.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.results import MatchResult
from fivebet.arena.tournament_series import TournamentResult

Floats = NDArray[np.float64]

BANDS = (1.96, 1.036)
"""The number of spreads within which 95 and 70 of a hundred curves stay."""


def course(values: Floats, points: int) -> tuple[Floats, Floats]:
    """Return the units played and the sum until then, at a number of points.

    >>> [row.tolist() for row in course(np.array([2.0, -1.0]), 100)]
    [[0.0, 1.0, 2.0], [0.0, 2.0, 1.0]]
    """
    total = np.concatenate([[0.0], np.cumsum(values)])
    chosen = np.unique(np.linspace(0, len(values), min(len(values), points) + 1).astype(int))
    return chosen.astype(np.float64), total[chosen]


def match_curve(result: MatchResult, points: int = 160) -> dict[str, Any]:
    """Present everybody's big blinds by hands played, with and without luck, as JSON data."""
    hands_a_unit = result.hands / len(result.winnings)
    scale = hands_a_unit / result.match.game.big_blind
    adjusted = None if result.adjusted is None else result.adjusted * scale
    return _courses(result.winnings * scale, adjusted, hands_a_unit, "hands", "big blinds", points)


def tournament_curve(result: TournamentResult, points: int = 160) -> dict[str, Any]:
    """Present every entry's buy-ins by tournaments played, as JSON data."""
    rotations = result.tournaments / len(result.roi)
    return _courses(result.roi * rotations, None, rotations, "tournaments", "buy-ins", points)


def _courses(
    won: Floats, adjusted: Floats | None, step: float, unit: str, money: str, points: int
) -> dict[str, Any]:
    played = course(won[:, 0], points)[0]
    return {
        "unit": unit,
        "money": money,
        "played": (played * step).round(2).tolist(),
        "players": [
            {
                "won": course(won[:, i], points)[1].round(3).tolist(),
                "adjusted": None
                if adjusted is None
                else course(adjusted[:, i], points)[1].round(3).tolist(),
                "mean": float(won[:, i].mean() / step),
                "spread": float(won[:, i].std(ddof=1) / step**0.5) if len(won) > 1 else None,
            }
            for i in range(won.shape[1])
        ],
    }
