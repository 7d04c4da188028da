"""Jam or fold, heads-up: the small blind jams or folds, the big blind calls or folds.

Solved twice: by the regret minimiser, and by fictitious play after Martins (2020),
section 6.1.1, put right: the effective stack is the smaller one, each player's
equity is taken against the other's range, the big blind loses its own blind when it
folds, and ranges move once an iteration, not once a hand. Its snippet 6, the update,
is missing from the print; ours is named at `fictitious_play`.

Combos of a class differ by suits only and play alike, so that the 169 classes,
weighted with the pairs of combos that can be dealt, stand for all 1,326.
"""

import time
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.combos import CLASSES
from fivebet.cards.ranges import Range, RangeLike, as_range
from fivebet.errors import SolvingError
from fivebet.solving.public_games import PublicGame, PublicNode, Terminal, class_payoffs, solve_game

Row = NDArray[np.float64]
"""One number for each of the 169 classes."""

MOST_CHIPS = 1_000_000_000
"""The largest stack, in any unit."""


@dataclass(frozen=True, slots=True)
class JamOrFold:
    """A heads-up game of jam or fold, in big blinds or any other unit."""

    stack: float
    """The effective stack: the smaller one, blinds and ante included."""
    small_blind: float = 0.5
    big_blind: float = 1.0
    ante: float = 0.0
    """The ante of each player."""

    def __post_init__(self) -> None:
        for name in ("small_blind", "ante"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise SolvingError(f"{name}={getattr(self, name)} cannot be posted: give 0 or more")
        if not self.small_blind <= self.big_blind or not self.big_blind > 0:
            raise SolvingError(
                f"blinds of {self.small_blind:g} and {self.big_blind:g} cannot be posted: the big "
                "blind is the larger"
            )
        if not self.big_blind + self.ante < self.stack:
            raise SolvingError(
                f"a stack of {self.stack:g} cannot jam: it must be above the big blind and the "
                f"ante, {self.big_blind + self.ante:g}"
            )
        if self.stack > MOST_CHIPS:
            raise SolvingError(
                f"a stack of {self.stack:g} is too large: give {MOST_CHIPS:,} at most"
            )

    @property
    def steal(self) -> float:
        """Return what a jam wins when the big blind folds."""
        return self.big_blind + self.ante

    @property
    def surrender(self) -> float:
        """Return what the small blind's fold loses."""
        return self.small_blind + self.ante

    def value(self, jam: Row, call: Row) -> float:
        """Return what the small blind wins with these strategies."""
        deals, shown = _deals()
        called = deals @ call
        won = self.steal * (deals.sum(axis=1) - called) + self.stack * (shown @ call)
        return float(jam @ won - self.surrender * (1 - jam) @ deals.sum(axis=1))

    def jam_gains(self, call: Row) -> Row:
        """Return what jamming each class wins over folding it, weighted with its chance."""
        deals, shown = _deals()
        total = deals.sum(axis=1)
        gains: Row = (self.steal + self.surrender) * total
        return gains + (self.stack * shown - self.steal * deals) @ call

    def call_gains(self, jam: Row) -> Row:
        """Return what calling with each class wins over folding it, weighted with its chance."""
        deals, shown = _deals()
        gains: Row = (self.steal * deals - self.stack * shown).T @ jam
        return gains

    def exploitability(self, jam: Row, call: Row) -> float:
        """Return half of what both could gain by best responses: 0 in equilibrium."""
        jams, calls = self.jam_gains(call), self.call_gains(jam)
        better = np.maximum(jams, 0) - jam * jams
        answer = np.maximum(calls, 0) - call * calls
        return float(better.sum() + answer.sum()) / 2


@dataclass(frozen=True, slots=True)
class JamOrFoldSolution:
    """The strategies of a solved game and their worth."""

    game: JamOrFold
    jam: Row
    call: Row
    iterations: int
    seconds: float

    @property
    def value(self) -> float:
        """Return what the small blind wins."""
        return self.game.value(self.jam, self.call)

    @property
    def exploitability(self) -> float:
        """Return half of what both could gain by best responses."""
        return self.game.exploitability(self.jam, self.call)

    @property
    def ranges(self) -> tuple[Range, Range]:
        """Return the ranges of jams and of calls."""
        return Range.from_weights(self.jam), Range.from_weights(self.call)


def solve_jam_or_fold(
    game: JamOrFold, target: float = 1e-5, iterations: int = 100_000
) -> JamOrFoldSolution:
    """Solve by regret minimisation, until exploitability is at most `target`."""
    start = time.perf_counter()
    deals, shown = _deals()
    answer = PublicNode(
        1, (("fold", Terminal("deal", game.steal)), ("call", Terminal("show", game.stack)))
    )
    root = PublicNode(0, (("fold", Terminal("deal", -game.surrender)), ("jam", answer)))
    matrices = {"deal": deals.astype(np.float32), "show": shown.astype(np.float32)}
    solved = solve_game(PublicGame(root, (CLASSES, CLASSES), matrices), target, iterations)
    jam, call = solved.strategy[()]["jam"], solved.strategy[("jam",)]["call"]
    return JamOrFoldSolution(game, jam, call, solved.iterations, time.perf_counter() - start)


def fictitious_play(
    game: JamOrFold,
    target: float = 1e-4,
    iterations: int = 20_000,
    alpha: float = 2.0,
    jam: RangeLike = "50%",
    call: RangeLike = "50%",
) -> JamOrFoldSolution:
    """Solve by fictitious play: both ranges move towards best responses to the other.

    The update that the thesis's snippet 6 must have held: in iteration n a range
    keeps the fraction n / (n + alpha) of itself and takes the rest from the best
    response. With alpha = 1 that is the mean of the initial guess and of all best
    responses; more forgets the beginning sooner. It stops where exploitability is
    at most `target`, the improvement that the thesis names as missing.
    """
    if not alpha > 0:
        raise SolvingError(f"a learning rate of {alpha} learns nothing: give more than 0")
    if iterations < 0 or not target >= 0:
        raise SolvingError(
            f"target {target} and {iterations} iterations solve nothing: give a target from 0 on "
            "and at least one iteration"
        )
    start = time.perf_counter()
    jams, calls = (_by_class(as_range(each)) for each in (jam, call))
    done = 0
    while done < iterations and game.exploitability(jams, calls) > target:
        done += 1
        fraction = done / (done + alpha)
        best_jams = (game.jam_gains(calls) > 0).astype(np.float64)
        best_calls = (game.call_gains(jams) > 0).astype(np.float64)
        jams = fraction * jams + (1 - fraction) * best_jams
        calls = fraction * calls + (1 - fraction) * best_calls
    return JamOrFoldSolution(game, jams, calls, done, time.perf_counter() - start)


def _by_class(range_: Range) -> Row:
    return range_.grid().reshape(169).copy()


@cache
def _deals() -> tuple[Row, Row]:
    return class_payoffs()
