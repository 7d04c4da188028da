"""What Smith's thesis never did: real matches of its agents, with risk beside the mean.

Every attitude and domain meets the baselines, the other agents that play no-limit,
and planner+; intervals are less the luck of the cards after the last decision. What
is played is kept in the store until all of it is over, so that an interrupted run
goes on where it was.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.luck import Luck
from fivebet.arena.match import Match, Seats
from fivebet.arena.results import MatchResult
from fivebet.game import Game
from fivebet.lab.papers.reproduction import Claim, Table, Verdict
from fivebet.runs.group import RunGroup

__all__ = ["ATTITUDES", "DOMAINS", "drawdown", "play_matches"]

ATTITUDES = ("averse", "neutral", "seeking", "dynamic")
DOMAINS = ("one-turn", "whole-round", "mixed")
PUBLISHED = "planner"
PLUS = "planner+"
_GAME = Game.named("nolimit-2p")
_CLAIMED = (PUBLISHED, "fair")
"""Those whom planner+ should beat."""


def play_matches(
    pairs: Sequence[tuple[str, str]], deals: int, seed: int, progress: Callable[[float], None]
) -> tuple[list[Claim], Table]:
    """Each pair over so many deals, from both seats."""
    events = [
        Match(
            game=_GAME,
            agents=pair,
            deals=deals,
            seed=seed,
            seats=Seats.ROTATED,
            luck=Luck.ALL_IN,
        )
        for pair in pairs
    ]
    with RunGroup(progress, events) as group:
        results = [group.run(event) for event in events]
    table = Table(
        f"Matches at {_GAME}, {deals} deals each played from both seats",
        (
            "agent",
            "opponent",
            "mbb/hand",
            "less luck",
            "95 %",
            "sd (BB a hand)",
            "drawdown (BB)",
        ),
        tuple(map(_row, results)),
    )
    return list(map(_claim, results)), table


def _row(result: MatchResult) -> tuple[str | float, ...]:
    standing = result.standings[0]
    adjusted = standing.adjusted_mbb_per_hand(_GAME)
    assert adjusted is not None
    blinds = result.winnings[:, 0] / _GAME.big_blind
    return (
        *result.match.agents,
        standing.mbb_per_hand(_GAME).mean,
        adjusted.mean,
        f"{adjusted.low:+.0f} to {adjusted.high:+.0f}",
        float(blinds.std(ddof=1)),
        drawdown(blinds),
    )


def _claim(result: MatchResult) -> Claim:
    agent, opponent = result.match.agents
    mbb = result.standings[0].adjusted_mbb_per_hand(_GAME)
    assert mbb is not None
    name = f"match {agent} v {opponent}, mbb/hand less luck"
    if agent != PLUS or opponent not in _CLAIMED:
        return Claim(name, None, mbb.mean, (mbb.low, mbb.high))
    verdict: Verdict = "undecided"
    if mbb.low > 0:
        verdict = "confirmed"
    elif mbb.high < 0:
        verdict = "refuted"
    return Claim(name, "ours: wins", mbb.mean, (mbb.low, mbb.high), verdict)


def drawdown(winnings: NDArray[np.float64]) -> float:
    """The longest fall from a peak of the running total.

    >>> drawdown(np.array([1.0, -2.0, -1.0, 5.0, -1.0]))
    3.0
    """
    totals = np.concatenate([[0.0], winnings.cumsum()])
    return float((np.maximum.accumulate(totals) - totals).max())
