"""A season's figures: who stands where, and whether two seasons agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from fivebet.arena.league_table import instant_runoff
from fivebet.arena.statistics import Interval
from fivebet.errors import FivebetError

TOURNAMENTS = "tournaments"
_NORMAL = 1.96  # standard errors that hold 95 of a hundred means of many hands
_ROUNDING = 1e-9  # of a figure: the same hands added up in another order


class Cell(NamedTuple):
    """A figure, its standard error, and how far its 95 % interval reaches."""

    mean: float
    error: float
    reach: float

    @classmethod
    def of(cls, found: Interval) -> "Cell":
        """Return the cell of a mean with its interval."""
        return cls(found.mean, found.standard_error, found.high - found.mean)

    def figure(self, as_return: bool = False) -> str:
        """Return the figure as text: mbb/hand, or a return in hundredths of the buy-in.

        >>> Cell(-0.5, 0.1, 0.2).figure(as_return=True)
        '-50 ± 20 %'
        """
        if as_return:
            return f"{100 * self.mean:+.0f} ± {100 * self.reach:.0f} %"
        return f"{self.mean:+,.0f} ± {self.reach:,.0f}"


def home_name(discipline: str) -> str:
    """Return the name of a discipline among agents that were made for it."""
    return f"{discipline} at home"


def agent_cell(discipline: str, name: str) -> str:
    """Return the name of the figure of an agent."""
    return f"{discipline}: {name}"


def pair_cell(discipline: str, name: str, other: str) -> str:
    """Return the name of the figure of two agents heads-up."""
    return agent_cell(discipline, f"{name} from {other}")


def is_pair(cell: str) -> bool:
    """Return whether a figure of that name is of two agents."""
    return " from " in cell


@dataclass(frozen=True)
class SeasonRow:
    """An agent in all disciplines."""

    name: str
    mean_rank: float
    """Over the disciplines, from 1."""
    cells: tuple[Cell, ...]


def season_rows(
    cells: Mapping[str, Cell], names: Sequence[str], disciplines: Sequence[str]
) -> list[SeasonRow]:
    """Return the rows, the best mean rank first."""
    columns = [[cells[agent_cell(each, name)] for name in names] for each in disciplines]
    ranks = np.zeros(len(names))
    for column in columns:
        means = [cell.mean for cell in column]
        ranks += [1 + sum(other > mean for other in means) for mean in means]
    found = [
        SeasonRow(name, float(rank) / len(columns), cells_of)
        for name, rank, cells_of in zip(names, ranks, zip(*columns, strict=True), strict=True)
    ]
    return sorted(found, key=lambda row: row.mean_rank)


@dataclass(frozen=True)
class HomeRow:
    """An agent among those that were made for a discipline."""

    name: str
    won: Cell
    runoff_rank: int


def home_rows(
    names: Sequence[str],
    at_home: Sequence[str],
    cross: Sequence[Sequence[float]],
    errors: Sequence[Sequence[float | None]],
) -> list[HomeRow]:
    """Return the agents at home, best first, by what they won from each other heads-up.

    Given are all agents' names, and what each row has won from each column, with its
    standard error.

    >>> [row.name for row in home_rows("abc", "ac", [[0, 5, -1], [-5, 0, 2], [1, -2, 0]],
    ...                                [[0, 1, 1], [1, 0, 1], [1, 1, 0]])]
    ['c', 'a']
    """
    own = [names.index(name) for name in at_home]
    table = np.array(cross, dtype=np.float64)[np.ix_(own, own)]
    variances = np.array(errors, dtype=np.float64)[np.ix_(own, own)] ** 2
    others = max(1, len(own) - 1)
    runoff = instant_runoff(table)
    rows = []
    for i, name in enumerate(at_home):
        error = float(variances[i].sum() ** 0.5) / others
        cell = Cell(float(table[i].sum()) / others, error, _NORMAL * error)
        rows.append(HomeRow(name, cell, runoff.index(i) + 1))
    return sorted(rows, key=lambda row: -row.won.mean)


@dataclass(frozen=True)
class Agreement:
    """How two seasons compare, cell by cell."""

    cells: int
    beyond: int
    """Further apart than their combined 95 % interval."""
    furthest: float
    """In combined standard errors."""
    where: str
    """The cell that is."""

    @property
    def holds(self) -> bool:
        """At most 7 % of the cells are beyond, and none by more than 4.5 standard errors."""
        return self.beyond <= 0.07 * self.cells and self.furthest <= 4.5


def agreement(ours: Mapping[str, Cell], theirs: Mapping[str, Cell]) -> Agreement:
    """Compare the cells that both seasons have with known errors.

    >>> ours = {"a": Cell(1.0, 0.3, 0.6), "b": Cell(2.0, 0.1, 0.2)}
    >>> agreement(ours, ours | {"b": Cell(3.0, 0.1, 0.2)}).where
    'b'
    """
    apart: dict[str, float] = {}
    beyond = 0
    for key in sorted(ours.keys() & theirs.keys()):
        one, other = ours[key], theirs[key]
        error = float(np.hypot(one.error, other.error))
        if error == inf:
            continue
        distance = abs(one.mean - other.mean)
        if distance <= _ROUNDING * abs(one.mean):
            distance = 0.0
        apart[key] = 0.0 if distance == 0 else distance / error if error > 0 else inf
        beyond += distance > float(np.hypot(one.reach, other.reach))
    if not apart:
        raise FivebetError("the two seasons have no figure in common")
    where = max(apart, key=lambda key: apart[key])
    return Agreement(len(apart), beyond, apart[where], where)
