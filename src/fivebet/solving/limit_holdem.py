"""An equilibrium of heads-up limit hold'em between buckets: training, measuring, saving.

The betting is the real game's; hands are bucket sequences (`buckets`). The regret
minimiser updates both players over the whole tree, and a best response inside the
abstraction is exact, since it has perfect recall. Probabilities are saved in
fifteenths, and not at all where the strategy never comes.

    solved = solve_limit((10, 5, 4, 5), iterations=300)
    solved.strategy.save("nash.limit")
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import LimitGame
from fivebet.errors import SolvingError
from fivebet.game.game import Game
from fivebet.machine import core_count
from fivebet.solving.buckets import (
    ShowdownCounts,
    StrengthBuckets,
    check_sizes,
    count_showdowns,
    make_buckets,
)
from fivebet.solving.discounting import ABSTRACTED, Discounting
from fivebet.solving.strategy_files import UNREADABLE, read_strategy, write_strategy

DEFAULT_SIZES = (10, 5, 4, 5)
"""Buckets before the flop, on flop, turn and river: 1,000 sequences."""

DEFAULT_ITERATIONS = 300
"""Leaves an exploitability of a few mbb/hand and takes minutes on two cores."""

BLINDS, BETS, MAX_RAISES = (10, 5), (10, 10, 20, 20), (3, 4, 4, 4)
BIG_BLIND = 10
"""The betting of limit-2p in chips of a tenth of the big blind."""

LEVELS = 15
_FORMAT = "fivebet limit blueprint 1"
_DECISION, _DEAL = 0, 3
FOLD, PASSIVE, RAISE = 0, 1, 2

Floats = NDArray[np.float32]
Levels = NDArray[np.uint8]


@dataclass(frozen=True)
class StrategyValue:
    """The worth of a strategy inside its abstraction, in mbb/hand."""

    values: tuple[float, float]
    """What seat 0, the big blind, and seat 1, the button, win against the strategy itself."""
    best: tuple[float, float]
    """What they win with the best response to it."""

    @property
    def exploitability(self) -> float:
        """Return the mean of both best responses: a strategy that nobody can exploit has 0."""
        return sum(self.best) / 2


@dataclass(frozen=True)
class SolvedLimit:
    """A trained strategy and how long it took."""

    strategy: "LimitStrategy"
    iterations: int
    measured: StrategyValue
    """The worth before rounding; `strategy.facts` has that after it."""
    seconds: float


@dataclass(frozen=True, eq=False)
class LimitStrategy:
    """A saved strategy: buckets, the tree, and how often each sequence folds and raises."""

    buckets: StrengthBuckets
    nodes: NDArray[np.int16]
    """By node: kind, street, player, and its children by fold, check or call, and raise."""
    folds: Levels
    raises: Levels
    """Folds and raises in fifteenths, decision after decision, a number for each sequence."""
    facts: dict[str, Any]
    """How the strategy was trained and what it is worth."""

    @cached_property
    def starts(self) -> list[int]:
        """Return the index at which each decision's numbers begin."""
        number = np.cumprod(self.buckets.sizes)
        decisions = self.nodes[:, 0] == _DECISION
        taken = np.where(decisions, number[np.minimum(self.nodes[:, 1], 3)], 0)
        starts: list[int] = (np.cumsum(taken) - taken).tolist()
        return starts

    @cached_property
    def children(self) -> list[list[int]]:
        """Return what follows a fold, a check or call, and a raise at each node, or -1."""
        after = self.nodes[:, 3:6].astype(int)
        deals = self.nodes[:, 0] == _DEAL
        through = np.where(deals, after[:, PASSIVE], np.arange(len(after)))
        skipped: list[list[int]] = np.where(after >= 0, through[after], -1).tolist()
        return skipped

    def node(self, actions: Sequence[int]) -> int:
        """Return the decision to which actions lead: folds 0, checks and calls 1, raises 2."""
        at = 0
        for action in actions:
            at = self.children[at][action]
            if at < 0:
                raise SolvingError(f"the actions {list(actions)} are none of this game")
        return at

    def chances(self, node: int, sequences: NDArray[np.intp] | int) -> tuple[Any, Any]:
        """Return how often sequences fold and raise at a decision."""
        at = self.starts[node] + sequences
        return self.folds[at] / LEVELS, self.raises[at] / LEVELS

    def save(self, path: Path | str) -> None:
        """Write the strategy into a file, whole or not at all."""
        about = {"format": _FORMAT, "sizes": self.buckets.sizes} | self.facts
        parts: dict[str, NDArray[Any]] = {
            "classes": self.buckets.classes,
            "nodes": self.nodes,
            "folds": self.folds,
            "raises": self.raises,
            **{f"bounds{i}": bounds for i, bounds in enumerate(self.buckets.bounds)},
        }
        if self.buckets.flops is not None:
            parts["flops"] = self.buckets.flops
        write_strategy(path, about, parts)

    @classmethod
    def load(cls, path: Path | str) -> "LimitStrategy":
        """Read a strategy from a file."""
        try:
            about, kept = read_strategy(path, _FORMAT)
            sizes = tuple(about.pop("sizes"))
            bounds = kept["bounds0"], kept["bounds1"], kept["bounds2"]
            buckets = StrengthBuckets(sizes, kept["classes"], bounds, kept.get("flops"))
            made = cls(buckets, kept["nodes"], kept["folds"], kept["raises"], about)
        except OSError as error:
            raise SolvingError(f"{str(path)!r} cannot be read: {error.strerror}") from error
        except UNREADABLE as error:
            raise SolvingError(
                f"{str(path)!r} is no strategy for limit hold'em, or a damaged one: "
                "`fivebet nash train` makes them"
            ) from error
        return made

    def strategy(self, node: int) -> Floats:
        """Return the probabilities at a decision, a row over all sequences for each action."""
        street = int(self.nodes[node, 1])
        number = int(np.prod(self.buckets.sizes[: street + 1]))
        fold, raised = self.chances(node, np.arange(number))
        rows = np.stack([fold, 1 - fold - raised, raised]).astype(np.float32)
        return np.ascontiguousarray(rows[self.nodes[node, 3:6] >= 0])


def is_limit_game(game: Game) -> bool:
    """Return whether a game has the betting of this equilibrium."""
    unit = game.big_blind / BIG_BLIND
    return (
        game.structure == "fixed-limit"
        and game.seats == 2
        and game.hole_cards == 2
        and game.blinds == tuple(unit * blind for blind in BLINDS)
        and game.raise_sizes == tuple(unit * size for size in BETS)
        and game.max_raises == MAX_RAISES
    )


def check_limit_game(game: Game, who: str) -> None:
    """Raise a SolvingError unless a game has the betting of this equilibrium."""
    if not is_limit_game(game):
        raise SolvingError(
            f"{who} plays heads-up limit hold'em with four bets a street, like limit-2p, not {game}"
        )


def limit_game(buckets: StrengthBuckets, meetings: ShowdownCounts, threads: int = 1) -> LimitGame:
    """Return the abstracted game before any learning."""
    return LimitGame(BLINDS, BETS, MAX_RAISES, buckets.sizes, meetings.won, meetings.tied, threads)


def solve_limit(
    sizes: tuple[int, int, int, int] = DEFAULT_SIZES,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    discounting: Discounting = ABSTRACTED,
    progress: Callable[[float], None] = lambda _: None,
) -> SolvedLimit:
    """Group hands into buckets, count their showdowns, and let both players learn."""
    check_sizes(sizes)
    if iterations < 1:
        raise SolvingError(f"{iterations} iterations teach nothing: give 1 or more")
    start, threads = time.perf_counter(), threads or core_count()
    buckets = make_buckets(sizes, seed=seed).with_flops(threads)
    progress(0.05)
    meetings = count_showdowns(buckets, seed=seed, threads=threads)
    progress(0.1)
    game = limit_game(buckets, meetings, threads)
    done = 0
    for done, step in zip(range(1, iterations + 1), discounting.steps(), strict=False):
        game.iterate(*step)
        spent = time.perf_counter() - start
        progress(0.1 + 0.85 * max(done / iterations, spent / seconds if seconds else 0))
        if seconds is not None and spent > seconds:
            break
    measured = _measured(game)
    strategy = rounded(game, buckets)
    exact = measure(strategy, meetings, threads, game)
    facts = {
        "iterations": done,
        "seed": seed,
        "exploitability": exact.exploitability,
        "exploitability_before_rounding": measured.exploitability,
        "button_wins": exact.values[1],
    }
    spent = time.perf_counter() - start
    progress(1.0)
    return SolvedLimit(replace(strategy, facts=facts), done, measured, spent)


def measure(
    strategy: LimitStrategy,
    meetings: ShowdownCounts | None = None,
    threads: int | None = None,
    game: LimitGame | None = None,
) -> StrategyValue:
    """Measure a saved strategy inside its abstraction, exactly for the boards counted."""
    threads = threads or core_count()
    if game is None:
        seed = int(strategy.facts.get("seed", 0))
        met = meetings or count_showdowns(strategy.buckets, seed=seed, threads=threads)
        game = limit_game(strategy.buckets, met, threads)
    for node in np.flatnonzero(strategy.nodes[:, 0] == _DECISION).tolist():
        game.set_strategy(node, strategy.strategy(node))
    return _measured(game)


def _measured(game: LimitGame) -> StrategyValue:
    unit = 1000 / BIG_BLIND
    values = unit * game.value(0, False), unit * game.value(1, False)
    return StrategyValue(values, (unit * game.value(0, True), unit * game.value(1, True)))


def rounded(game: LimitGame, buckets: StrengthBuckets) -> LimitStrategy:
    """Round a strategy to fifteenths; where it never comes, it checks and calls."""
    nodes = np.array(
        [(kind, street, player, *after) for kind, street, player, after in game.nodes()]
    )
    number = np.cumprod(buckets.sizes)
    reach: dict[int, tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}
    reach[0] = (np.ones(number[0], dtype=bool),) * 2
    folds: list[Levels] = []
    raises: list[Levels] = []
    for node, (kind, street, player, *after) in enumerate(nodes.tolist()):
        there = reach.pop(node, None)
        if there is None:
            continue
        if kind == _DEAL:
            parts = buckets.sizes[street]
            reach[after[PASSIVE]] = np.repeat(there[0], parts), np.repeat(there[1], parts)
            continue
        if kind != _DECISION:
            continue
        levels = np.zeros((3, number[street]), dtype=np.uint8)
        levels[[i for i in range(3) if after[i] >= 0]] = to_levels(game.strategy(node))
        levels[:, ~there[player]] = 0
        folds.append(levels[FOLD])
        raises.append(levels[RAISE])
        for action, child in enumerate(after):
            if child >= 0:
                own = there[player] & (levels[action] > 0)
                reach[child] = (own, there[1]) if player == 0 else (there[0], own)
    kept = nodes.astype(np.int16)
    return LimitStrategy(buckets, kept, np.concatenate(folds), np.concatenate(raises), {})


def to_levels(rows: Floats) -> Levels:
    """Round probabilities to fifteenths that sum to fifteen, the largest remainders up."""
    exact = rows * LEVELS
    levels = np.floor(exact)
    left = (LEVELS - levels.sum(axis=0)).astype(int)
    order = np.argsort(levels - exact, axis=0, kind="stable")
    ranks = np.argsort(order, axis=0, kind="stable")
    rounded_up: Levels = (levels + (ranks < left)).astype(np.uint8)
    return rounded_up
