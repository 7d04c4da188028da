"""Section 6 of the AKI paper: its two events, judged by what its tables say.

A field ends with its weakest player.

Against players who stand in for others only orders can be compared. Where the text and a
table of the paper disagree, the table is taken (docs/errata.md): GUS6 lost 0.151 small bets
a hand, which is less than by folding every hand, and not 1.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import interval
from fivebet.lab.papers.aki_fields import SMALL_BET
from fivebet.lab.papers.reproduction import Claim, ReportTable, ordered

Floats = NDArray[np.float64]

_FOLDS_EVERY_HAND = -0.25  # small bets a hand: blinds of half a bet and one, every six hands
_LOST_TO = ("65,176 chips to HYPERBOREAN08_RING", "15,068 to DCUBOT", "2,769 to CMURING")


@dataclass(frozen=True)
class SixEvent:
    """Six entrants, the same without δ and ρ, and without the weakest: table 6.2."""

    field: str
    with_bounds: MatchResult
    without_bounds: MatchResult
    without_weakest: MatchResult

    def claims(self) -> list[Claim]:
        """Return what section 6 says of table 6.2, and section 8 of the reason."""
        names = self.with_bounds.match.agents
        pairs = self.with_bounds.pairs / SMALL_BET
        totals = self.with_bounds.small_bets
        # Who is weakest is known before the play, so that luck does not choose.
        weakest = len(names) - 1
        best, second, third, next_weakest = (
            int(player) for player in np.argsort(-totals.mean(axis=0)) if player not in (0, weakest)
        )
        field = f"{self.field} field"
        return [
            ordered(
                f"6: one player is ahead of AKI, {field}, SB/hand of {names[best]} more",
                "330,822 and 296,293 chips",
                totals[:, best] - totals[:, 0],
            ),
            ordered(
                f"6: AKI is ahead of the others, {field}, SB/hand more than {names[second]}",
                "296,293 and 126,657 chips",
                totals[:, 0] - totals[:, second],
            ),
            _taken(
                f"6: AKI takes more from the weakest than anyone else, {field}",
                "348,925 chips; the next 214,840",
                pairs,
                (weakest,),
                names,
            ),
            _taken(
                f"6: AKI takes more from the two weakest than anyone else, {field}",
                "379,168 chips; the next 244,107",
                pairs,
                (weakest, next_weakest),
                names,
            ),
            *(
                ordered(
                    f"6: AKI loses to the {place} of the others ({names[other]}), {field}, SB/hand",
                    printed,
                    -pairs[:, 0, other],
                )
                for place, other, printed in zip(
                    ("first", "second", "third"), (best, second, third), _LOST_TO, strict=True
                )
            ),
            ordered(
                f"table 6.2: the weakest ({names[weakest]}) loses less than by folding every "
                f"hand, {field}, SB/hand",
                "0.151 and 0.25 SB/hand; the text says 1.5, which is in chips",
                totals[:, weakest] - _FOLDS_EVERY_HAND,
            ),
            ordered(
                f"6: without the weakest three of four are ahead of AKI, {field}, SB/hand",
                "likely at one of the last positions: fourth of five by table 6.2",
                _third_best(self.without_weakest) - self.without_weakest.small_bets[:, 0],
            ),
            ordered(
                f"8: δ and ρ add to what AKI wins, {field}, SB/hand",
                "the key factor",
                totals[:, 0] - self.without_bounds.small_bets[:, 0],
            ),
            ordered(
                f"8: δ and ρ add to what AKI takes from the weakest, {field}, SB/hand",
                "a much higher amount than any other player",
                pairs[:, 0, weakest] - self.without_bounds.pairs[:, 0, weakest] / SMALL_BET,
            ),
        ]

    def tables(self) -> list[ReportTable]:
        """Return who wins what from whom."""
        one, other = self.with_bounds, self.without_weakest
        return [
            money_table(
                f"Six entrants, as table 6.2, {self.field} field", one.match.agents, one.pairs
            ),
            money_table(
                f"Without the weakest, {self.field} field", other.match.agents, other.pairs
            ),
        ]


def _taken(
    name: str, printed: str, pairs: Floats, losers: tuple[int, ...], names: Sequence[str]
) -> Claim:
    """Compare AKI's winnings from some players with those of the best of the others."""
    taken = pairs[:, :, losers].sum(axis=2)
    others = [i for i in range(1, len(names)) if i not in losers]
    best = max(others, key=lambda i: float(taken[:, i].mean()))
    return ordered(
        f"{name}, SB/hand more than {names[best]}", printed, taken[:, 0] - taken[:, best]
    )


def _third_best(result: MatchResult) -> Floats:
    others = result.small_bets[:, 1:]
    third = np.argsort(-others.mean(axis=0))[2]
    best: Floats = others[:, third]
    return best


@dataclass(frozen=True)
class InternalEvent:
    """Seven entrants, of whom one sits out in turn: table 6.1."""

    names: tuple[str, ...]
    pairs: Floats
    """Chips a hand that each wins from each, by round of seven matches."""

    @classmethod
    def from_results(
        cls, names: tuple[str, ...], results: Sequence[MatchResult]
    ) -> "InternalEvent":
        """Return the event from the matches without each of the entrants."""
        rounds = len(results[0].pairs)
        pairs = np.zeros((rounds, len(names), len(names)))
        for result in results:
            at = [names.index(name) for name in result.match.agents]
            pairs[:, np.array(at)[:, None], at] += result.pairs
        # Everybody plays six of the seven matches of a round.
        return cls(names, pairs / (len(names) - 1))

    def claims(self) -> list[Claim]:
        """Return what section 6 says of table 6.1."""
        totals = self.pairs.sum(axis=2) / SMALL_BET
        second, third, *_ = (int(i) for i in np.argsort(-totals.mean(axis=0)) if i)
        return [
            ordered(
                f"6.1: AKI is the first of seven, SB/hand more than {self.names[second]}",
                "173,362 and 70,608 chips",
                totals[:, 0] - totals[:, second],
            ),
            *(
                ordered(
                    f"6.1: AKI loses to the {place} ({self.names[other]}), SB/hand",
                    printed,
                    -self.pairs[:, 0, other] / SMALL_BET,
                )
                for place, other, printed in (
                    ("second", second, "9,924 chips to HOKUSPOKUS"),
                    ("third", third, "948 chips to MCBOTPRO"),
                )
            ),
        ]

    def table(self) -> ReportTable:
        """Return who wins what from whom."""
        return money_table("Seven entrants, as table 6.1", self.names, self.pairs)


def money_table(title: str, names: Sequence[str], pairs: Floats) -> ReportTable:
    """Tabulate winnings from each other in SB/hand, totals with intervals, and places."""
    means = pairs.mean(axis=0) / SMALL_BET
    totals = pairs.sum(axis=2) / SMALL_BET
    places = 1 + np.argsort(np.argsort(-totals.mean(axis=0)))
    rows = []
    for i, name in enumerate(names):
        cells = ["" if i == j else f"{means[i, j]:+.3f}" for j in range(len(names))]
        rows.append((name, *cells, f"{interval(totals[:, i]):+.3f}", f"{places[i]}."))
    return ReportTable(
        f"{title}: SB/hand from each other", ("", *names, "total", "place"), tuple(rows)
    )
