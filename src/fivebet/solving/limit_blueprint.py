"""A blueprint of heads-up limit hold'em: sampled boards, buckets with imperfect recall.

Regrets are minimised on boards drawn at random, all hands of a board at once
(`board_buckets`, and `limit_blueprint` in the core). It can be stopped and resumed at any
board. Besides the strategy it keeps what every bucket wins from the start of each turn on,
for both players: a solver at the table promises an opponent no less than that.

    trained = train_blueprint((1500, 1000, 800), seconds=600, checkpoint=Path("limit.ckpt"))
    trained.save("champion.limit")
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import LimitBlueprint
from fivebet.cards.combos import CLASS_OF_COMBO
from fivebet.errors import SolvingError
from fivebet.files import write_atomically
from fivebet.machine import core_count
from fivebet.solving.board_buckets import (
    BoardBuckets,
    Sizes,
    check_bucket_sizes,
    make_board_buckets,
)
from fivebet.solving.limit_holdem import (
    BETS,
    BIG_BLIND,
    BLINDS,
    LEVELS,
    MAX_RAISES,
    to_levels,
)
from fivebet.solving.strategy_files import UNREADABLE, read_strategy, write_strategy

DEFAULT_BUCKETS: Sizes = (1500, 1000, 800)
"""On flop, turn and river; before the flop there are the 169 classes."""

FORMAT = "fivebet limit board blueprint 1"
_CHECKPOINT = "fivebet limit checkpoint 1"
_STREETS = 4
_TURN = 2
_DECISION, _CHANCE = 0, 4
_FOLD, _PASSIVE, _RAISE = 0, 1, 2
_BOARDS_AT_ONCE = 8
_LEARNING_SHARE, _MEASURING_SHARE = 0.9, 0.04  # of the seconds; the rest is for packing
_SECONDS_BETWEEN_CHECKPOINTS = 120.0
_LEAST_MEASURED, _MOST_MEASURED = 16, 8000
_PARTS = ("regrets", "averages")
_MOST_HEADER = 512  # bytes

Levels = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Betting:
    """One street's betting: its decisions and endings, tree after tree."""

    nodes: NDArray[np.int16]
    """By node: kind, player, next street's tree, and children by fold, call and raise."""
    roots: NDArray[np.int32]
    """The first node of each tree, and one past the last."""

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """Return the number of decisions before each node."""
        decisions = self.nodes[:, 0] == _DECISION
        before: NDArray[np.intp] = np.cumsum(decisions) - decisions
        return before


@dataclass(frozen=True)
class Place:
    """A decision, or the start of a street: the street, its tree and the node."""

    street: int
    tree: int
    node: int


@dataclass(frozen=True, eq=False)
class BoardStrategy:
    """A saved blueprint: buckets, the betting, and how often each bucket folds and raises."""

    buckets: BoardBuckets
    betting: tuple[Betting, ...]
    """By street."""
    levels: tuple[Levels, ...]
    """By street, a row for each decision: raises times sixteen plus folds, in fifteenths."""
    turn_values: Floats
    """By player, start of a turn and bucket: chips won in all, in tenths of the big blind."""
    facts: dict[str, Any]
    """How the strategy was trained."""

    def place(self, actions: Sequence[int]) -> Place:
        """Return the decision to which actions lead: folds 0, checks and calls 1, raises 2."""
        here = Place(0, 0, 0)
        for action in actions:
            nodes = self.betting[here.street].nodes
            child = int(nodes[here.node, 3 + action])
            if child < 0 or nodes[here.node, 0] != _DECISION:
                raise SolvingError(f"the actions {list(actions)} are none of this game")
            here = Place(here.street, here.tree, child)
            if nodes[child, 0] == _CHANCE:
                tree, street = int(nodes[child, 2]), here.street + 1
                here = Place(street, tree, int(self.betting[street].roots[tree]))
        return here

    def chances(self, place: Place, buckets: NDArray[Any]) -> tuple[Any, Any]:
        """Return how often buckets fold and raise at a decision."""
        betting = self.betting[place.street]
        if betting.nodes[place.node, 0] != _DECISION:
            raise SolvingError("nobody acts there")
        packed = self.levels[place.street][betting.rows[place.node]][buckets]
        return (packed & 15) / LEVELS, (packed >> 4) / LEVELS

    def bucket_row(self, board: Sequence[int]) -> NDArray[np.intp]:
        """Return the bucket of each of the 1,326 combos on a board, 0 for impossible ones."""
        if not board:
            return CLASS_OF_COMBO.astype(np.intp)
        found = self.buckets.assign(board)
        return np.where(found == 0xFFFF, 0, found).astype(np.intp)

    def save(self, path: Path | str) -> None:
        """Write the strategy into a file, whole or not at all."""
        arrays: dict[str, NDArray[Any]] = {"groups": self.buckets.groups}
        for street, centroids in enumerate(self.buckets.centroids, start=1):
            arrays[f"centroids{street}"] = centroids.astype(np.float16)
        for street, betting in enumerate(self.betting):
            arrays[f"nodes{street}"] = betting.nodes
            arrays[f"roots{street}"] = betting.roots
            arrays[f"levels{street}"] = self.levels[street]
        arrays["turn_values"] = self.turn_values.astype(np.float16)
        write_strategy(path, {"format": FORMAT} | self.facts, arrays)

    @classmethod
    def load(cls, path: Path | str) -> "BoardStrategy":
        """Read a strategy from a file."""
        try:
            about, kept = read_strategy(path, FORMAT)
            centroids = [kept[f"centroids{street}"].astype(np.float32) for street in (1, 2, 3)]
            buckets = BoardBuckets(kept["groups"], (centroids[0], centroids[1], centroids[2]))
            streets = range(_STREETS)
            betting = tuple(Betting(kept[f"nodes{i}"], kept[f"roots{i}"]) for i in streets)
            levels = tuple(kept[f"levels{i}"] for i in streets)
            values = kept["turn_values"].astype(np.float32)
            made = cls(buckets, betting, levels, values, about)
            made._check()
        except OSError as error:
            raise SolvingError(f"{str(path)!r} cannot be read: {error.strerror}") from error
        except UNREADABLE as error:
            raise SolvingError(
                f"{str(path)!r} is no blueprint of limit hold'em, or a damaged one: "
                "`fivebet nash train --method boards` makes them"
            ) from error
        return made

    def _check(self) -> None:
        """Raise a ValueError unless all parts fit together."""
        widths = (169, *self.buckets.sizes)
        for betting, levels, width in zip(self.betting, self.levels, widths, strict=True):
            decisions = int((betting.nodes[:, 0] == _DECISION).sum())
            if levels.shape != (decisions, width) or levels.dtype != np.uint8:
                raise ValueError("a street has another number of decisions or buckets")
            if ((levels & 15) + (levels >> 4) > LEVELS).any():
                raise ValueError("probabilities add up to more than 1")
        for betting, after in zip(self.betting, [*self.betting[1:], None], strict=True):
            _check_betting(betting, after)
        # The core refuses groups and centroids that cannot be.
        assert self.buckets.core
        trees = len(self.betting[_TURN].roots) - 1
        if self.turn_values.shape != (2, trees, widths[_TURN]):
            raise ValueError("the values of the turn have another shape")


def _check_betting(betting: Betting, after: Betting | None) -> None:
    """Raise a ValueError if a street's betting leads nowhere."""
    nodes, roots = betting.nodes, betting.roots
    trees = 0 if after is None else len(after.roots) - 1
    chances = nodes[nodes[:, 0] == _CHANCE, 2]
    inside = (nodes[:, 3:6] >= -1).all() and (nodes[:, 3:6] < len(nodes)).all()
    inside &= bool((chances >= 0).all() and (chances < trees).all())
    if not inside or (roots[:-1] < 0).any() or (roots[:-1] >= len(nodes)).any():
        raise ValueError("the betting leads nowhere")


class BlueprintTraining:
    """A blueprint that is being trained: it can be saved, and resumed from a file."""

    def __init__(self, buckets: BoardBuckets, seed: int = 0, threads: int = 1) -> None:
        self.buckets = buckets
        self.seed = seed
        self.iterations = 0
        self.boards = 0
        self._core = LimitBlueprint(BLINDS, BETS, MAX_RAISES, buckets.core, threads)

    def iterate(self, boards: int = _BOARDS_AT_ONCE) -> None:
        """Let both players learn on the next boards."""
        self._core.iterate(self.seed, self.boards, boards, self.iterations + 1)
        self.iterations += 1
        self.boards += boards

    def save(self, path: Path) -> None:
        """Write all that has been learnt into a checkpoint file."""
        about = {
            "format": _CHECKPOINT,
            "sizes": self.buckets.sizes,
            "seed": self.seed,
            "iterations": self.iterations,
            "boards": self.boards,
        }
        parts: list[NDArray[Any]] = [self.buckets.groups, *self.buckets.centroids]
        parts += [self._core.buffer(name) for name in _PARTS]
        text = json.dumps(about).encode()
        content = [len(text).to_bytes(8, "little"), text, *(part.tobytes() for part in parts)]
        try:
            write_atomically(path, content)
        except OSError as error:
            raise SolvingError(f"{str(path)!r} cannot be written: {error.strerror}") from error

    @classmethod
    def load(cls, path: Path, threads: int = 1) -> "BlueprintTraining":
        """Return the training that a checkpoint file has stored."""
        try:
            if path.exists() and not path.is_file():  # a pipe might never begin
                raise ValueError("no plain file")
            with path.open("rb") as file:
                size = int.from_bytes(file.read(8), "little")
                about = json.loads(file.read(min(size, _MOST_HEADER)))
                if about["format"] != _CHECKPOINT:
                    raise ValueError("another format")
                sizes = check_bucket_sizes(about["sizes"])
                groups = _read(file, np.uint8, 169)
                found = [_read(file, np.float32, 16 * size).reshape(size, 16) for size in sizes]
                buckets = BoardBuckets(groups, (found[0], found[1], found[2]))
                made = cls(buckets, int(about["seed"]), threads)
                for name in _PARTS:
                    numbers = len(made._core.buffer(name))
                    made._core.set_buffer(name, _read(file, np.float32, numbers))
            made.iterations, made.boards = int(about["iterations"]), int(about["boards"])
        except OSError as error:
            raise SolvingError(f"{str(path)!r} cannot be read: {error.strerror}") from error
        except (*UNREADABLE, SolvingError) as error:
            raise SolvingError(
                f"{str(path)!r} is no checkpoint of a limit blueprint, or a damaged one: "
                "remove it to begin anew"
            ) from error
        return made

    def measure(self, boards: int) -> tuple[NDArray[np.float64], Floats]:
        """Return what the big blind wins on each of some boards, and the turn's values."""
        return self._core.measure(self.seed, boards)

    def strategy(self, measured_boards: int) -> BoardStrategy:
        """Round the average strategy to fifteenths; what is never seen checks and calls."""
        won, values = self.measure(measured_boards)
        betting, levels = [], []
        for street in range(_STREETS):
            described = self._core.nodes(street)
            nodes = np.array([(*node[:3], *node[3]) for node in described], dtype=np.int16)
            betting.append(Betting(nodes, np.array(self._core.roots(street), dtype=np.int32)))
            levels.append(self._levels(street, nodes))
        facts = {
            "iterations": self.iterations,
            "boards": self.boards,
            "seed": self.seed,
            "measured_boards": measured_boards,
            "button_wins": -float(won.mean()) * 1000 / BIG_BLIND,
        }
        return BoardStrategy(
            self.buckets, tuple(betting), tuple(levels), np.nan_to_num(values), facts
        )

    def _levels(self, street: int, nodes: NDArray[np.int16]) -> Levels:
        rows = []
        for node in np.flatnonzero(nodes[:, 0] == _DECISION).tolist():
            rounded = to_levels(self._core.strategy(street, node))
            there = [action for action in range(3) if nodes[node, 3 + action] >= 0]
            full = np.zeros((3, rounded.shape[1]), dtype=np.uint8)
            full[there] = rounded
            rows.append(full[_FOLD] | full[_RAISE] << 4)
        return np.stack(rows)


def train_blueprint(
    sizes: Sizes | None = None,
    *,
    boards: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> BoardStrategy:
    """Train a blueprint on so many boards in all, or for some seconds, and measure it.

    A checkpoint that is there is resumed; it is written every two minutes, at the end and
    on Ctrl-C.
    """
    if boards is None and seconds is None:
        raise SolvingError("training has no end: give boards or seconds")
    start, threads = time.perf_counter(), threads or core_count()
    training = _begin(sizes, seed, threads, checkpoint)
    if sizes is not None and training.buckets.sizes != sizes:
        raise SolvingError(
            f"the checkpoint {str(checkpoint)!r} has the buckets {training.buckets.sizes}: give "
            "those, or another file"
        )
    saved = began = time.perf_counter()
    resumed = training.boards
    try:
        while boards is None or training.boards < boards:
            spent = time.perf_counter() - start
            share = spent / (seconds * _LEARNING_SHARE) if seconds else 0.0
            if share >= 1:
                break
            left = _BOARDS_AT_ONCE if boards is None else boards - training.boards
            training.iterate(min(_BOARDS_AT_ONCE, left))
            progress(0.95 * max(share, training.boards / boards if boards else 0.0))
            if checkpoint and time.perf_counter() - saved > _SECONDS_BETWEEN_CHECKPOINTS:
                training.save(checkpoint)
                saved = time.perf_counter()
    except KeyboardInterrupt:
        if checkpoint:
            training.save(checkpoint)
        raise
    saved = time.perf_counter()
    if checkpoint:
        training.save(checkpoint)
    measured = min(training.boards // 24, _MOST_MEASURED)
    if seconds and training.boards > resumed:
        each = (saved - began) / (training.boards - resumed)
        measured = min(measured, int(_MEASURING_SHARE * seconds / each))
    measured = max(measured, _LEAST_MEASURED)
    strategy = training.strategy(measured)
    progress(1.0)
    return strategy


def _begin(
    sizes: Sizes | None, seed: int, threads: int, checkpoint: Path | None
) -> BlueprintTraining:
    if checkpoint is not None and checkpoint.exists():
        return BlueprintTraining.load(checkpoint, threads)
    return BlueprintTraining(
        make_board_buckets(sizes or DEFAULT_BUCKETS, seed, threads), seed, threads
    )


def _read(file: Any, kind: type, numbers: int) -> NDArray[Any]:
    content = file.read(numbers * np.dtype(kind).itemsize)
    return np.frombuffer(content, dtype=kind, count=numbers).copy()
