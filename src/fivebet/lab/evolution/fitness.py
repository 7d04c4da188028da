"""Fitness: place, hands won and mean money, each mapped to 0 to 1 (Moik 2018, 4.3.2).

The thesis maps 'linearly to a range between 0 and 1' and does not say from where.
Its printed fitnesses do: over the field of figure 5.3 they average .40, which is
what .8 of the mapped place gives by itself if places go from last = 0 to first =
1, and nothing is left for the other two. So all three have fixed ends and money
is measured against all chips in play: see docs/open-values.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.compiled_tournaments import HABITS, TournamentBatch
from fivebet.errors import GameError

MOST_HANDS_WON = 500
"""Hands won in a tournament that count as 1: more than anybody wins in one."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Record:
    """What entrants did over some tournaments, by entrant."""

    places: Floats
    """The average place."""
    hands_won: Floats
    """The average number of hands won in a tournament."""
    mean_money: Floats
    """The mean money of equation 4.7, as a share of all chips of the tournament."""
    roi: Floats
    """The return on investment, 0 for breaking even."""
    entrants: int = field(kw_only=True)
    """The number of entrants in a tournament, others included."""

    @classmethod
    def from_series(cls, series: TournamentBatch, chips: int, buy_in: int) -> "Record":
        """Average over tournaments with so many chips in play in each."""
        _, hands_won, hands_lost, won, lost = np.moveaxis(series.counts.sum(axis=0), 1, 0)
        # Equation 4.7; where nothing was won, or nothing lost, that part is 0.
        mean_money = won / np.maximum(hands_won, 1) - lost / np.maximum(hands_lost, 1)
        return cls(
            series.places.mean(axis=0),
            hands_won / len(series.places),
            mean_money / chips,
            series.prizes.mean(axis=0) / buy_in - 1,  # equation 4.8
            entrants=series.entrants,
        )

    @classmethod
    def join(cls, groups: Sequence["Record"]) -> "Record":
        """Put the records of groups that played apart one after the other."""
        columns = zip(*(each._figures for each in groups), strict=True)
        return cls(*map(np.concatenate, columns), entrants=groups[0].entrants)

    def first(self, number: int) -> "Record":
        """Return the record of the first entrants only."""
        return Record(*(each[:number] for each in self._figures), entrants=self.entrants)

    @property
    def _figures(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.places, self.hands_won, self.mean_money, self.roi


@dataclass(frozen=True, slots=True)
class Fitness:
    """The weights of the parts: those of the thesis, or others that sum to 1."""

    place: float = 0.8
    hands_won: float = 0.02
    mean_money: float = 0.18
    roi: float = 0.0
    """The weight of the return, which section 6.1 suggests and the thesis does not use."""

    def __post_init__(self) -> None:
        weights = (self.place, self.hands_won, self.mean_money, self.roi)
        if min(weights) < 0 or abs(sum(weights) - 1) > 1e-9:
            raise GameError(f"fitness weights {weights} do not sum to 1: give shares of 1")

    def parts(self, record: Record) -> Floats:
        """Return place, hands won and mean money by entrant, each mapped to 0 to 1."""
        entrants = record.entrants
        return np.stack(
            [
                (entrants - record.places) / (entrants - 1),
                np.clip(record.hands_won / MOST_HANDS_WON, 0, 1),
                np.clip(record.mean_money, 0, 1),
            ],
            axis=1,
        )

    def score(self, record: Record) -> Floats:
        """Return the fitness by entrant: equation 4.9."""
        mapped: Floats = self.parts(record) @ (self.place, self.hands_won, self.mean_money)
        # A return of as many buy-ins as there are entrants is winning everything.
        return mapped + self.roi * (record.roi + 1) / record.entrants


@dataclass(frozen=True, slots=True)
class PlayingStyle:
    """How an entrant plays, in percent: equations 4.1 to 4.3."""

    vpip: float
    pfr: float
    afq: float


def playing_style(habits: NDArray[np.uint32]) -> PlayingStyle:
    """Return the style of an entrant, or of several summed; 0 where there was no occasion."""
    counted = dict(zip(HABITS, (int(n) for n in habits), strict=True))
    acted = counted["raised"] + counted["called"] + counted["folded"]
    return PlayingStyle(
        _percent(counted["entered"], counted["decided"]),
        _percent(counted["raised_first"], counted["decided"]),
        _percent(counted["raised"], acted),
    )


def _percent(times: int, opportunities: int) -> float:
    return 100 * times / opportunities if opportunities else 0.0
