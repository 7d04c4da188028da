"""Smith, Risk Awareness in Poker Planning Agents (Stuttgart 2023): chapter 5 again.

The thesis's images are lost; what its text claims is tested with the domains made
sound (docs/errata.md). Its alpha and its stack in section 5.1 are not printed:
they are named in `smith_turn`. Then what it never did: real matches of every
attitude and domain, with variance and drawdown beside the mean, since risk is the
point.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from fivebet.lab.papers.reproduction import Claim, Reproduction, Scale, Table, holds
from fivebet.lab.papers.smith_matches import ATTITUDES, DOMAINS, PLUS, PUBLISHED, play_matches
from fivebet.lab.papers.smith_principles import Principles, play_principles
from fivebet.lab.papers.smith_round import whole_round
from fivebet.lab.papers.smith_turn import one_turn

__all__ = ["SIZES", "SmithSize", "run"]

TITLE = "Smith: Risk Awareness in Poker Planning Agents (2023)"


@dataclass(frozen=True)
class SmithSize:
    """How much is played at a scale."""

    repetitions: int
    """Of fifty games."""
    principle_hands: int
    deals: int
    pairs: tuple[tuple[str, str], ...]


_OTHERS = ("call", "random", "tight", "loose", "maniac", "station", "fair", "evolved")
_ALL = tuple(
    f"planner:attitude={attitude},domain={domain}" for domain in DOMAINS for attitude in ATTITUDES
)
_SEEKING = "planner:attitude=seeking"
_AMONG_THEMSELVES = ((PUBLISHED, _SEEKING), (PLUS, PUBLISHED), (PLUS, _SEEKING))
SIZES = {
    Scale.QUICK: SmithSize(
        repetitions=3,
        principle_hands=20,
        deals=40,
        pairs=(
            *((agent, "fair") for agent in (PUBLISHED, _SEEKING, "planner:domain=one-turn", PLUS)),
            (PLUS, PUBLISHED),
        ),
    ),
    Scale.PAPER: SmithSize(
        repetitions=40,
        principle_hands=2000,
        deals=500,
        pairs=(
            *((agent, other) for agent in (*_ALL, PLUS) for other in _OTHERS),
            *_AMONG_THEMSELVES,
        ),
    ),
}


def run(
    scale: Scale,
    seed: int,
    progress: Callable[[float], None],
    size: SmithSize | None = None,
) -> Reproduction:
    """All of chapter 5, and the matches."""
    start, size = time.perf_counter(), size or SIZES[scale]
    turn_claims, turn_figures = one_turn()
    progress(0.01)
    round_claims, round_figures, round_tables = whole_round(
        size.repetitions, seed, lambda part: progress(0.01 + 0.19 * part)
    )
    principles, principle_claims = _principles(size.principle_hands, seed)
    progress(0.25)
    match_claims, matches = play_matches(
        size.pairs, size.deals, seed, lambda part: progress(0.25 + 0.75 * part)
    )
    return Reproduction(
        paper="smith",
        title=TITLE,
        claims=(*turn_claims, *round_claims, *principle_claims, *match_claims),
        seconds=time.perf_counter() - start,
        seed=seed,
        tables=(*round_tables, principles, matches),
        figures=(*turn_figures, *round_figures),
    )


def _principles(hands: int, seed: int) -> tuple[Table, list[Claim]]:
    """The four principles of section 2.1.2, scored from play."""
    scores: dict[str, Principles] = {}
    for name in ("planner:attitude=averse", "planner:attitude=seeking", "planner+", "fair"):
        scores[name] = play_principles(name, hands, seed)
    table = Table(
        "Principles of section 2.1.2, scored from play against fair",
        ("agent", "strength", "aggression", "betting", "deception"),
        tuple((name, *each.row()) for name, each in scores.items()),
    )
    averse, seeking = scores["planner:attitude=averse"], scores["planner:attitude=seeking"]
    closer = sum(seeking.row()) > sum(averse.row())
    claim = holds(
        "5.2 the seeking agent plays closer to strategy advice",
        "closer",
        closer,
        f"sum of scores {sum(seeking.row()):.2f} against {sum(averse.row()):.2f}",
    )
    return table, [claim if hands >= 500 else replace(claim, verdict="undecided")]
