"""Classes of players and the strategies that belong to them (Martins 2020, FR-007, FR-008).

A class is a pair of intervals, of VPIP and of AFq, for tables of some size; they are data
that can be read and edited (`data/profiles.toml`). Statistics are counted by opportunity,
so a player's true share is not known but has a beta distribution, with the population's
figure as prior. The probability of a class is that of both shares lying in its intervals.
Near a border two classes are about as probable, and the strategy assigned is the mixture of
all by their probabilities: one hand more never turns it over. Below a stated sample the
population's profile is assigned.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from fivebet.cards.ranges import Range
from fivebet.errors import FivebetError, FormatError
from fivebet.files import read_bounded
from fivebet.game.game import STREETS
from fivebet.opponents.definitions import street_index
from fivebet.opponents.ratio import Ratio, beta_cdf
from fivebet.opponents.statistics import Statistics, Triple

POPULATION = "population"
TABLES = {"heads-up": 2.5, "short": 6.5, "full": float("inf")}
"""The most players at a table on average, by the name of its size."""
AXES = ("vpip", "aggression_frequency")


@dataclass(frozen=True)
class Strategy:
    """How a player is taken to play: hands before the flop, triples after it."""

    plays: Range
    raises: Range
    three_bets: Range
    """The hands that raise again."""
    after_flop: tuple[Triple, ...]

    @property
    def calls(self) -> Range:
        """The hands that the player plays without raising."""
        return self.plays - self.raises

    def triple(self, street: str | int) -> Triple:
        """Return the fold, call and raise ratios on a street; before the flop from the ranges."""
        index = street_index(street)
        if index:
            return self.after_flop[index - 1]
        raises = min(self.raises.share, self.plays.share)
        return Triple(1 - self.plays.share, self.plays.share - raises, raises)


@dataclass(frozen=True)
class Profile:
    """The class that a player is taken for."""

    name: str
    """The most probable class, or the population where too little was seen."""
    confidence: float
    """The probability of that class; for the population, of the most probable one."""
    probabilities: Mapping[str, float]
    """The probability of every class."""
    strategy: Strategy
    """The mixture of the classes' strategies, or the population's."""
    says: str


@dataclass(frozen=True)
class _Class:
    name: str
    says: str
    intervals: tuple[tuple[float, float], ...]
    """The intervals of VPIP and AFq."""
    strategy: Strategy


@dataclass(frozen=True)
class _TableClasses:
    means: tuple[float, ...]
    population: Strategy
    classes: tuple[_Class, ...]


@dataclass(frozen=True)
class Profiles:
    """The classes for every size of table."""

    hands: int
    """The opportunities of VPIP below which the population's profile is assigned."""
    weight: float
    """The number of opportunities that the population's figures count for."""
    tables: Mapping[str, _TableClasses]

    def classify(self, statistics: Statistics, seats: float | None = None) -> Profile:
        """Return a player's profile at a table of that many seats, by default as they played."""
        seats = statistics.seats if seats is None else seats
        table = self._at(seats)
        shares = [statistics.ratio(axis) for axis in AXES]
        probabilities = {
            each.name: self._probability(each, shares, table) for each in table.classes
        }
        best = max(table.classes, key=lambda each: probabilities[each.name])
        known = statistics.vpip.opportunities >= self.hands
        weights = [probabilities[each.name] for each in table.classes]
        return Profile(
            name=best.name if known else POPULATION,
            confidence=probabilities[best.name],
            probabilities=probabilities,
            strategy=_mixture([each.strategy for each in table.classes], weights)
            if known
            else table.population,
            says=best.says if known else f"seen in fewer than {self.hands} hands",
        )

    def strategy(self, name: str, seats: float) -> Strategy:
        """Return the strategy of a class, or of the population, at a table of that many seats."""
        table = self._at(seats)
        known = {each.name: each.strategy for each in table.classes}
        known[POPULATION] = table.population
        if name not in known:
            raise FivebetError(f"there is no class {name!r}: there are {', '.join(known)}")
        return known[name]

    def _at(self, seats: float) -> _TableClasses:
        return next(self.tables[size] for size, most in TABLES.items() if seats <= most)

    def _probability(self, each: _Class, shares: Sequence[Ratio], table: _TableClasses) -> float:
        probability = 1.0
        for (low, high), share, mean in zip(each.intervals, shares, table.means, strict=True):
            a = share.times + mean * self.weight
            b = share.opportunities - share.times + (1 - mean) * self.weight
            probability *= beta_cdf(high, a, b) - beta_cdf(low, a, b)
        return probability


def classify(
    statistics: Statistics, seats: float | None = None, profiles: Profiles | None = None
) -> Profile:
    """Return a player's profile, by the classes that come with the package or by others."""
    return (profiles or read_profiles()).classify(statistics, seats)


def _mixture(strategies: Sequence[Strategy], weights: Sequence[float]) -> Strategy:
    shares = np.array(weights) / sum(weights)

    def mixed(ranges: Sequence[Range]) -> Range:
        stacked = np.stack([each.weights for each in ranges])
        return Range.from_weights(np.clip(shares @ stacked, 0.0, 1.0))

    triples = shares @ np.array([each.after_flop for each in strategies]).reshape(len(shares), -1)
    return Strategy(
        mixed([each.plays for each in strategies]),
        mixed([each.raises for each in strategies]),
        mixed([each.three_bets for each in strategies]),
        tuple(Triple(*row) for row in triples.reshape(-1, 3).tolist()),
    )


def read_profiles(path: str | Path | None = None) -> Profiles:
    """Read classes from a file in the layout of `data/profiles.toml`, or the package's own."""
    if path is None:
        return _shipped()
    try:
        text = read_bounded(path).decode()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from None
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start} is no UTF-8 text", str(path)) from error
    return _parse(text, str(path))


@cache
def _shipped() -> Profiles:
    text = resources.files("fivebet.data").joinpath("profiles.toml").read_text("utf-8")
    return _parse(text, "profiles.toml")


def _parse(text: str, source: str) -> Profiles:
    try:
        document = tomllib.loads(text)
        tables = {size: _table(document, size) for size in TABLES}
        sample = document["sample"]
        hands, weight = int(sample["hands"]), float(sample["weight"])
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"is no TOML: {error}", source) from None
    except KeyError as error:
        raise FormatError(f"{error.args[0]!r} is missing among the profiles", source) from None
    except (TypeError, ValueError) as error:
        raise FormatError(f"these are no profiles: {error}", source) from None
    if weight <= 0:
        raise FormatError(f"the population's weight is {weight}: give more than 0", source)
    for size, table in tables.items():
        _check_cover(table, size, source)
    return Profiles(hands, weight, tables)


def _table(document: Mapping[str, Any], size: str) -> _TableClasses:
    population = document["population"][size]
    return _TableClasses(
        tuple(float(population[axis]) for axis in AXES),
        _strategy(population, population),
        tuple(
            _Class(
                each["name"],
                each["says"],
                tuple((float(each[size][axis][0]), float(each[size][axis][1])) for axis in AXES),
                _strategy(each, each[size]),
            )
            for each in document["class"]
        ),
    )


def _strategy(streets: Mapping[str, Any], ranges: Mapping[str, str]) -> Strategy:
    triples = tuple(Triple(*map(float, streets[street])) for street in STREETS[1:])
    for triple in triples:
        if min(triple) < 0 or abs(sum(triple) - 1) > 1e-9:
            raise FivebetError(f"{tuple(triple)} is no fold, call and raise that sum to 1")
    plays, raises, three_bets = (Range(ranges[key]) for key in ("plays", "raises", "three_bets"))
    return Strategy(plays, raises, three_bets, triples)


def _check_cover(table: _TableClasses, size: str, source: str) -> None:
    """Check that every pair of shares belongs to exactly one class."""
    cuts = [
        sorted({bound for each in table.classes for bound in each.intervals[axis]} | {0.0, 1.0})
        for axis in range(len(AXES))
    ]
    for vpip in pairwise(cuts[0]):
        for frequency in pairwise(cuts[1]):
            point = (sum(vpip) / 2, sum(frequency) / 2)
            holding = [
                each.name
                for each in table.classes
                if all(
                    low < share < high
                    for (low, high), share in zip(each.intervals, point, strict=True)
                )
            ]
            if len(holding) != 1:
                raise FormatError(
                    f"{size}: VPIP {point[0]:.3g} with AFq {point[1]:.3g} belongs to "
                    f"{' and '.join(holding) or 'no class'}: it must belong to one",
                    source,
                )
