"""Jam or fold for two to nine players, by chips or by a tournament's prizes.

Players act once, in turn, with all their chips or none; calls make side pots. What
a hand is worth beside several others is estimated over random deals, and both the
equilibrium's values and what best responses would gain come with intervals. With
prizes, chips are worth what the independent chip model says: each place goes to one
of those left in proportion to their chips.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet._core import JamFoldSolver
from fivebet.errors import SolvingError
from fivebet.game.positions import position_names
from fivebet.machine import core_count
from fivebet.solving.discounting import SAMPLED
from fivebet.solving.jam_fold_heads_up import MOST_CHIPS
from fivebet.streams import to_word

_CHIPS_PER_UNIT = 10_000
_DEALS_PER_BATCH = 4096
_MOST_PRIZE = 10**15


@dataclass(frozen=True, slots=True)
class JamTable:
    """A table that jams or folds: stacks in order of action, the blinds last, in big blinds."""

    stacks: tuple[float, ...]
    small_blind: float = 0.5
    big_blind: float = 1.0
    ante: float = 0.0
    prizes: tuple[float, ...] = ()
    """The prizes from the first place down; without them chips count."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.stacks) <= 9:
            raise SolvingError(f"{len(self.stacks)} players cannot jam or fold: two to nine can")
        if not 0 <= self.small_blind <= self.big_blind or not self.ante >= 0:
            raise SolvingError(
                f"blinds of {self.small_blind:g} and {self.big_blind:g} with an ante of "
                f"{self.ante:g} cannot be posted"
            )
        for name, stack, blind in zip(self.names, self.stacks, self.blinds, strict=True):
            if not blind + self.ante < stack:
                raise SolvingError(
                    f"{name}'s stack of {stack:g} cannot jam: it must be above what it posts, "
                    f"{blind + self.ante:g}"
                )
        for what, greatest, most in (
            ("stack", max(self.stacks), MOST_CHIPS),
            ("prize", max(self.prizes, default=0), _MOST_PRIZE),
        ):
            if greatest > most:
                raise SolvingError(f"a {what} of {greatest:g} is too large: give {most:,} at most")
        if len(self.prizes) > len(self.stacks) or any(not prize >= 0 for prize in self.prizes):
            raise SolvingError(
                f"prizes {', '.join(f'{prize:g}' for prize in self.prizes)} cannot be won by "
                f"{len(self.stacks)} players"
            )
        if any(a < b for a, b in zip(self.prizes, self.prizes[1:], strict=False)):
            raise SolvingError(
                f"prizes {', '.join(f'{prize:g}' for prize in self.prizes)} go up: give them from "
                "the first place down"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the positions, in order of action."""
        return position_names(len(self.stacks))

    @property
    def blinds(self) -> tuple[float, ...]:
        """Return what each position posts besides the ante."""
        return (0.0,) * (len(self.stacks) - 2) + (self.small_blind, self.big_blind)


@dataclass(frozen=True)
class JamTableSolution:
    """The strategies of a solved table by position, and their worth."""

    table: JamTable
    values: tuple[float, ...]
    """What each position wins a hand, in big blinds or in prizes."""
    gains: tuple[float, ...]
    """What a best response would win more."""
    errors: tuple[tuple[float, float], ...]
    """The standard errors of values and gains."""
    iterations: int
    deals: int
    seconds: float
    _solver: JamFoldSolver = field(repr=False)

    @property
    def exploitability(self) -> float:
        """Return what a player could gain by a best response, on average over the positions."""
        return float(np.mean(self.gains))

    def strategy(self, position: str, *jammed: str) -> NDArray[np.float64]:
        """Return how often each of the 169 classes goes all-in after the named positions have.

        With none named it is the jam of the first in.
        """
        names = self.table.names
        for name in (position, *jammed):
            if name not in names:
                raise SolvingError(f"{name!r} is no position here: there are {', '.join(names)}")
        player = names.index(position)
        before = 0
        for name in jammed:
            if names.index(name) >= player:
                raise SolvingError(f"{name} acts after {position}")
            before |= 1 << names.index(name)
        if position == names[-1] and not before:
            raise SolvingError("the big blind has nothing to decide when everybody has folded")
        row: NDArray[np.float64] = self._solver.strategy(player, before)[0].astype(np.float64)
        return row


def solve_jam_table(
    table: JamTable,
    iterations: int = 400,
    seed: int = 0,
    threads: int | None = None,
    measured: int | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> JamTableSolution:
    """Let all positions learn from batches of random deals, then measure on fresh ones.

    As many deals are measured as were learnt from, unless `measured` says how many.
    """
    if iterations < 1:
        raise SolvingError(f"{iterations} iterations solve nothing: give 1 or more")
    start = time.perf_counter()
    solver = JamFoldSolver(
        [round(stack * _CHIPS_PER_UNIT) for stack in table.stacks],
        [round(blind * _CHIPS_PER_UNIT) for blind in table.blinds],
        round(table.ante * _CHIPS_PER_UNIT),
        list(table.prizes),
    )
    workers = threads or core_count()
    for done, step in zip(range(iterations), SAMPLED.steps(), strict=False):
        solver.iterate(to_word(seed), done, _DEALS_PER_BATCH, *step, workers)
        progress((done + 1) / (iterations + 1))
    unit = 1.0 if table.prizes else float(_CHIPS_PER_UNIT)
    fresh = max(iterations * _DEALS_PER_BATCH, 100_000) if measured is None else measured
    won, gained = (part / unit for part in solver.measure(to_word(seed), fresh, workers))
    progress(1.0)
    return JamTableSolution(
        table,
        tuple(map(float, won.mean(axis=0))),
        tuple(map(float, gained.mean(axis=0))),
        tuple(zip(_errors(won), _errors(gained), strict=True)),
        iterations,
        iterations * _DEALS_PER_BATCH,
        time.perf_counter() - start,
        solver,
    )


def _errors(chunks: NDArray[np.float64]) -> list[float]:
    return [float(x) for x in chunks.std(axis=0, ddof=1) / len(chunks) ** 0.5]


def icm_values(chips: Sequence[float], prizes: Sequence[float]) -> tuple[float, ...]:
    """Return the prizes that stacks are worth by the independent chip model.

    >>> [round(share, 4) for share in icm_values([50, 30, 20], [50, 30, 20])]
    [38.3929, 32.75, 28.8571]
    """
    whole = [round(stack * _CHIPS_PER_UNIT) for stack in chips]
    return tuple(_core.icm_values(whole, whole, list(prizes)))
