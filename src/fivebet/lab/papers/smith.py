"""Smith, Risk Awareness in Poker Planning Agents (Stuttgart 2023): chapter 5 again.

The thesis's images are lost; what its text claims is tested with the listings as they are
printed and with the domains made sound (docs/errata.md). Its alpha, its stack and its
function of callers in section 5.1 are not printed: the readings are in `smith_turn`. Then
what it never did: real matches of every attitude and domain against the baselines, the
other agents that play no-limit, and planner+, with variance and drawdown beside the mean,
since risk is the point, and tournaments, where prizes give risk a price. Intervals of
matches are less the luck of the cards after the last decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.luck import Luck
from fivebet.arena.match import Match, Seats
from fivebet.arena.results import MatchResult
from fivebet.game import Game
from fivebet.lab.papers.reproduction import (
    Claim,
    Findings,
    PaperScale,
    ReportTable,
    estimated,
    ordered,
)
from fivebet.lab.papers.smith_figures import model_figures, raises_table, utility_figures
from fivebet.lab.papers.smith_principles import PrincipleHands
from fivebet.lab.papers.smith_round import whole_round
from fivebet.lab.papers.smith_tournaments import tournaments_of_attitudes
from fivebet.lab.papers.smith_turn import one_turn
from fivebet.runs.group import RunGroup

TITLE = "Smith: Risk Awareness in Poker Planning Agents (2023)"

ATTITUDES = ("averse", "neutral", "seeking", "dynamic")
DOMAINS = ("one-turn", "whole-round", "mixed")
PUBLISHED = "planner"
PLUS = "planner+"
_GAME = Game.named("nolimit-2p")


@dataclass(frozen=True)
class SmithSize:
    """How much is played at a scale."""

    repetitions: int
    """How often fifty games are simulated."""
    principle_hands: int
    deals: int
    pairs: tuple[tuple[str, str], ...]
    tournaments: int
    rotations: int
    """How many chairs everybody has in the tournaments of the same decks."""


_OTHERS = ("call", "random", "tight", "loose", "maniac", "station", "fair", "evolved")
_ALL = tuple(
    f"planner:attitude={attitude},domain={domain}" for domain in DOMAINS for attitude in ATTITUDES
)
_SEEKING = "planner:attitude=seeking"
_AMONG_THEMSELVES = ((PUBLISHED, _SEEKING), (PLUS, PUBLISHED), (PLUS, _SEEKING))
SIZES = {
    PaperScale.QUICK: SmithSize(
        repetitions=3,
        principle_hands=20,
        deals=40,
        pairs=(
            *((agent, "fair") for agent in (PUBLISHED, _SEEKING, "planner:domain=one-turn", PLUS)),
            (PLUS, PUBLISHED),
        ),
        tournaments=1,
        rotations=1,
    ),
    PaperScale.PAPER: SmithSize(
        repetitions=40,
        principle_hands=2000,
        deals=500,
        pairs=(
            *((agent, other) for agent in (*_ALL, PLUS) for other in _OTHERS),
            *_AMONG_THEMSELVES,
        ),
        tournaments=100,
        rotations=6,
    ),
}


def run(size: SmithSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Run all of chapter 5, and the matches."""
    turn_claims, turn_figures, turn_tables = one_turn()
    on_progress(0.01)
    round_claims, round_figures, round_tables = whole_round(
        size.repetitions, seed, lambda share: on_progress(0.01 + 0.19 * share)
    )
    principles, principle_claims = _principles(
        size.principle_hands, seed, lambda share: on_progress(0.2 + 0.05 * share)
    )
    match_claims, matches = play_matches(
        size.pairs, size.deals, seed, lambda share: on_progress(0.25 + 0.55 * share)
    )
    tournament_claims, tournaments = tournaments_of_attitudes(
        size.tournaments, size.rotations, seed, lambda share: on_progress(0.8 + 0.2 * share)
    )
    return Findings(
        claims=(
            *turn_claims,
            *round_claims,
            *principle_claims,
            *match_claims,
            *tournament_claims,
        ),
        tables=(
            *turn_tables,
            raises_table(),
            *round_tables,
            principles,
            matches,
            tournaments,
        ),
        figures=(*model_figures(), *utility_figures(), *turn_figures, *round_figures),
    )


def _principles(
    hands: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[ReportTable, list[Claim]]:
    """Score the four principles of section 2.1.2 from play."""
    names = ("planner:attitude=averse", "planner:attitude=seeking", "planner+", "fair")
    jobs = {name: PrincipleHands(agent=name, deals=hands, seed=seed) for name in names}
    with RunGroup(on_progress, list(jobs.values())) as group:
        scores = {name: group.run(job) for name, job in jobs.items()}
    table = ReportTable(
        "Principles of section 2.1.2, scored from play against fair",
        ("agent", "strength", "aggression", "betting", "deception"),
        tuple((name, *each.row()) for name, each in scores.items()),
    )
    averse, seeking = scores["planner:attitude=averse"], scores["planner:attitude=seeking"]
    claim = ordered(
        "5.2 the seeking agent plays closer to strategy advice (sum of scores, more)",
        "closer",
        np.subtract(seeking.parts, averse.parts),
    )
    return table, [claim]


# Matches, which the thesis never played.


def play_matches(
    pairs: Sequence[tuple[str, str]], deals: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[list[Claim], ReportTable]:
    """Let each pair play so many deals from both seats."""
    matches = [
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
    with RunGroup(on_progress, matches) as group:
        results = [group.run(match) for match in matches]
    table = ReportTable(
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
        tuple(map(_match_row, results)),
    )
    return list(map(_match_claim, results)), table


def _match_row(result: MatchResult) -> tuple[str | float, ...]:
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


def _match_claim(result: MatchResult) -> Claim:
    agent, opponent = result.match.agents
    mbb = result.standings[0].adjusted_mbb_per_hand(_GAME)
    assert mbb is not None
    return estimated(f"match {agent} v {opponent}, mbb/hand less luck", None, mbb)


def drawdown(winnings: NDArray[np.float64]) -> float:
    """Return the longest fall from a peak of the running total.

    >>> drawdown(np.array([1.0, -2.0, -1.0, 5.0, -1.0]))
    3.0
    """
    totals = np.concatenate([[0.0], winnings.cumsum()])
    return float((np.maximum.accumulate(totals) - totals).max())
