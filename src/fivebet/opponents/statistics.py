"""What is known of one player: every statistic, over all hands, positions and streets.

    ann = tally["Ann"]
    ann.vpip                        # Ratio(times=31, opportunities=120)
    ann.at("BTN").ratio("steal")    # on the button
    ann.on("turn").ratio("cbet")    # on the turn

A figure without a street is the one that players quote: 3-bets are those before the
flop, AFq and AF those after it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import GameError
from fivebet.game.positions import POSITIONS
from fivebet.notebook import table_html
from fivebet.opponents.definitions import (
    AFTER_FLOP,
    ALL_STREETS,
    DEFINITIONS,
    INDEX,
    street_index,
)
from fivebet.opponents.ratio import Ratio

SHAPE = (len(POSITIONS), len(ALL_STREETS), len(INDEX), 2)
"""The shape of counts: positions, streets, statistics, times and opportunities."""


class Triple(NamedTuple):
    """How often a player folds, calls (or checks) and raises (or bets); they sum to 1."""

    fold: float
    call: float
    raise_: float


CALLS = Triple(0.0, 1.0, 0.0)
"""A player of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over hands with its standard error, infinite for fewer than two."""

    mean: float
    standard_error: float
    hands: float


class Statistics:
    """The counts of one player by position and street."""

    def __init__(self, counts: NDArray[np.float64], streets: tuple[int, ...] | None = None) -> None:
        self.counts = counts
        self.streets = streets
        """The streets asked for, or None for those that players quote."""

    def at(self, *positions: str) -> "Statistics":
        """Return the statistics of hands in these positions only."""
        unknown = [name for name in positions if name not in POSITIONS]
        if unknown or not positions:
            raise GameError(
                f"{', '.join(unknown) or 'nothing'} is no position: there are "
                f"{', '.join(POSITIONS)}"
            )
        only = np.zeros_like(self.counts)
        for place in map(POSITIONS.index, positions):
            only[place] = self.counts[place]
        return Statistics(only, self.streets)

    def on(self, *streets: str | int) -> "Statistics":
        """Return the statistics of these streets only."""
        return Statistics(self.counts, tuple(map(street_index, streets)))

    @cached_property
    def _by_street(self) -> NDArray[np.float64]:
        summed: NDArray[np.float64] = self.counts.sum(axis=0)
        return summed

    def ratio(self, name: str) -> Ratio:
        """Return a statistic by name, on the streets asked for or on those that players quote."""
        definition = DEFINITIONS.get(name)
        if definition is None:
            raise GameError(f"there is no statistic {name!r}: there are {', '.join(DEFINITIONS)}")
        if not definition.streets:
            return self._whole_hand(name)
        streets = self._streets(definition.streets, definition.shown)
        if name == "aggression_frequency":
            aggressive = self._times("bet", streets) + self._times("raise", streets)
            passive = self._times("call", streets) + self._times("fold", streets)
            return Ratio(aggressive, aggressive + passive)
        cells = self._by_street[list(streets), INDEX[name]].sum(axis=0)
        return Ratio(float(cells[0]), float(cells[1]))

    @property
    def hands(self) -> float:
        """The number of hands dealt to the player; fewer where memory fades."""
        return float(self._by_street[0, INDEX["seen"], 1])

    @property
    def seats(self) -> float:
        """How many sat at the table on average; six where nothing was seen."""
        seats, hands = self._by_street[0, INDEX["seats"]]
        return float(seats / hands) if hands else 6.0

    @property
    def vpip(self) -> Ratio:
        """How often the player puts chips in voluntarily."""
        return self.ratio("vpip")

    @property
    def pfr(self) -> Ratio:
        """How often the player raises before the flop."""
        return self.ratio("pfr")

    @property
    def aggression_frequency(self) -> Ratio:
        """The AFq: bets and raises among bets, raises, calls and folds; after the flop."""
        return self.ratio("aggression_frequency")

    @property
    def aggression_frequency_by_hands(self) -> Ratio:
        """AFq by hands raised, called and folded with, all streets: Moik's equation 4.3."""
        raised, called = self._times("raised_hand", (0,)), self._times("called_hand", (0,))
        return Ratio(raised, raised + called + self._times("fold", ALL_STREETS))

    @property
    def aggression_factor(self) -> float | None:
        """AF: bets and raises for each call; after the flop. None without a call."""
        streets = self._streets(ALL_STREETS, AFTER_FLOP)
        calls = self._times("call", streets)
        aggressive = self._times("bet", streets) + self._times("raise", streets)
        return aggressive / calls if calls else None

    @property
    def bet_size(self) -> float | None:
        """The average bet or raise in parts of the pot once one has called; after the flop."""
        cells = self._by_street[list(self._streets(ALL_STREETS, AFTER_FLOP)), INDEX["bet_size"]]
        sizes, bets = cells.sum(axis=0)
        return float(sizes / bets) if bets else None

    @property
    def pot(self) -> float | None:
        """The average pot in big blinds, of finished hands in which the player saw the flop."""
        chips, hands = self._by_street[0, INDEX["pot"]]
        return float(chips / hands) if hands else None

    @property
    def bb_per_100(self) -> Mean:
        """The winnings in big blinds for a hundred hands, before any rake."""
        won, hands = self._by_street[0, INDEX["winnings"]]
        if not hands:
            return Mean(0.0, float("inf"), 0.0)
        mean = won / hands
        spread = max(0.0, self._by_street[0, INDEX["squared_winnings"], 0] / hands - mean**2)
        error = (spread / (hands - 1)) ** 0.5 if hands > 1 else float("inf")
        return Mean(100 * float(mean), 100 * float(error), float(hands))

    def to_dict(self) -> dict[str, float | None]:
        """Return the player's figures by name, None where nothing was counted."""
        ratios = ((name, self.ratio(name)) for name in DEFINITIONS)
        return {
            "hands": self.hands,
            **{
                name: ratio.times / ratio.opportunities if ratio.opportunities else None
                for name, ratio in ratios
            },
            "aggression_factor": self.aggression_factor,
            "bet_size": self.bet_size,
            "bb_per_100": self.bb_per_100.mean,
        }

    def rows(self) -> list[dict[str, float | str | None]]:
        """Return one mapping for each statistic, as `pandas.DataFrame` takes them."""
        return [
            {"statistic": name, "times": ratio.times, "opportunities": ratio.opportunities}
            for name, ratio in ((name, self.ratio(name)) for name in DEFINITIONS)
        ]

    def __repr__(self) -> str:
        return f"<Statistics of {self.hands:g} hands: VPIP {self.vpip}, PFR {self.pfr}>"

    def _repr_html_(self) -> str:
        return table_html(self.rows(), f"{self.hands:g} hands")

    def triple(self, street: str | int, unknown: Triple = CALLS) -> Triple:
        """Return the fold, call and raise ratios of a street by AKI-RealBot's estimate (its 4.2).

        Folds are counted by hands in which the player was in, since one folds only
        once; calls, checks among them, and raises share the rest by their numbers.
        Without either, all the rest is calls: somebody all-in stays to the end.
        Where the player never saw the street, the answer is `unknown`.
        """
        at = (street_index(street),)
        present = self._times("seen", at)
        if not present:
            return unknown
        fold = min(1.0, self._times("fold", at) / present)
        raises = self._times("bet", at) + self._times("raise", at)
        calls = self._times("call", at) + self._times("check", at)
        raise_ = (1 - fold) * raises / (raises + calls) if raises else 0.0
        return Triple(fold, 1 - fold - raise_, raise_)

    def _streets(self, counted: tuple[int, ...], shown: tuple[int, ...]) -> tuple[int, ...]:
        if self.streets is None:
            return shown
        return tuple(street for street in self.streets if street in counted)

    def _times(self, name: str, streets: tuple[int, ...]) -> float:
        return float(self._by_street[list(streets), INDEX[name], 0].sum())

    def _whole_hand(self, name: str) -> Ratio:
        if self.streets is not None:
            return Ratio(0.0, 0.0)
        times, opportunities = self._by_street[0, INDEX[name]]
        return Ratio(float(times), float(opportunities))

    def __add__(self, other: "Statistics") -> "Statistics":
        """Return the statistics of two players taken together, as for a population."""
        return Statistics(self.counts + other.counts, self.streets)


@dataclass(frozen=True, slots=True)
class StyleFigures:
    """VPIP, PFR and AF: shares, and bets and raises for each call; None if never seen."""

    vpip: float | None
    pfr: float | None
    aggression_factor: float | None
    hands: float

    def __str__(self) -> str:
        """Return the style as players write it: 22/18/2.5."""
        factor = self.aggression_factor
        return f"{_percent(self.vpip)}/{_percent(self.pfr)}/" + (
            "–" if factor is None else f"{factor:.1f}"
        )


def style_of(statistics: Statistics) -> StyleFigures:
    """Return the style of a player."""
    return StyleFigures(
        statistics.vpip.value,
        statistics.pfr.value,
        statistics.aggression_factor,
        statistics.hands,
    )


def hud_line(statistics: Statistics) -> str:
    """Return one line for a display: 22/18/2.5 · 3B 7 · CB 65 · WTSD 28 · 1,204 hands."""
    shown = (("3B", "three_bet"), ("CB", "cbet"), ("WTSD", "showdown"))
    parts = [str(style_of(statistics))]
    parts += [f"{label} {_percent(statistics.ratio(name).value)}" for label, name in shown]
    return " · ".join([*parts, f"{statistics.hands:,.0f} hands"])


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f}"
