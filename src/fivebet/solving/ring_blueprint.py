"""Strategies for three to six players, by sampled regret minimisation in the core.

A strategy is kept by lines of betting and by 169 classes or buckets of hands
(native/solve/ring_lines.hpp, ring_buckets.hpp, ring_blueprint.hpp). It holds two: the one
that was learnt in play with itself, and one of `exploiting` lines, learnt against a mixture
of that one and of drawn styles. Training takes slices of some seconds; each slice weighs
more than the one before (linear weights), what was learnt is kept beside the output, and
the same command continues from there.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import HandInfo, RingBlueprint, ring_buckets, ring_decision
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASS_OF_COMBO
from fivebet.errors import SolvingError
from fivebet.files import compress_arrays, pack_arrays, read_arrays, read_bounded, write_atomically
from fivebet.game.game import Game

Row = NDArray[np.float64]
BUCKETS = (80, 80, 80)
"""The buckets of flop, turn and river."""
ACTIONS = ("fold", "call", "small raise", "large raise", "all-in")
_MASK_BITS = 5
_LEVELS = 15  # parts into which a probability is rounded
_RESIDUE = 2  # fifteenths below which an action is not taken
_SWINGS = 4
_CHECKPOINT_SECONDS = 60.0
_SLICE_SECONDS = 4.0
_MOST_BYTES = 1 << 33
_EVIDENCE = 4.0  # the weight of visits below which neighbouring buckets count


@dataclass(frozen=True)
class RingTraining:
    """What a strategy is trained for."""

    games: tuple[str, ...]
    weights: tuple[float, ...]
    """How often each game is played."""
    depths: tuple[float, ...] = ()
    """Stacks in big blinds, one of them for everybody in a deal; the game's if there are none."""
    exploiting: float = 0.5
    """The part of deals in which exploiting lines learn."""
    styles: float = 0.6
    """The part of their opponents who play by a drawn style."""


TRAININGS = {
    "ring-limit": RingTraining(
        ("limit-3p", "limit-4p", "limit-5p", "limit-6p"), (0.06, 0.09, 0.15, 0.7)
    ),
    "ring-nolimit": RingTraining(
        ("nolimit-3p", "nolimit-4p", "nolimit-5p", "nolimit-6p", "nolimit-9p"),
        (0.06, 0.09, 0.12, 0.68, 0.05),
        (200, 200, 200, 200, 200, 100, 50, 20),
    ),
}


class RingTrainer:
    """A strategy in training, which can be written down and continued."""

    def __init__(
        self,
        training: RingTraining,
        buckets: tuple[int, int, int] = BUCKETS,
        numbers: int = 120_000_000,
        seed: int = 0,
    ) -> None:
        self.training, self.buckets, self.seed = training, buckets, seed
        rules = [Game.named(name)._rules for name in training.games]
        self._table = RingBlueprint(rules, buckets, numbers)
        self.boards = 0
        self.slices = 0

    def learn(self, boards: int, threads: int = 1) -> None:
        """Learn from so many boards, which count more than all before."""
        given = self.training
        if self.slices:
            kept = self.slices / (self.slices + 1)
            self._table.discount(kept, kept)
        self._table.learn(
            self.seed,
            self.boards,
            boards,
            given.weights,
            given.depths,
            given.exploiting,
            given.styles,
            threads,
        )
        self.boards += boards
        self.slices += 1

    def save(self, path: Path) -> None:
        """Write all that was learnt, to continue from."""
        keys, visits, regrets, sums = self._table.learnt()
        content = pack_arrays(
            buckets=self.buckets,
            progress=[self.seed, self.boards, self.slices],
            keys=keys,
            visits=visits,
            regrets=regrets,
            sums=sums,
        )
        write_atomically(path, content)

    def load(self, path: Path) -> None:
        """Continue from what was written."""
        try:
            arrays = read_arrays(read_bounded(path, _MOST_BYTES), _MOST_BYTES)
            if tuple(arrays["buckets"].tolist()) != self.buckets:
                raise ValueError("it has other buckets")
            self._table.restore(*(arrays[name] for name in ("keys", "visits", "regrets", "sums")))
            self.seed, self.boards, self.slices = map(int, arrays["progress"])
        except (OSError, ValueError, KeyError) as error:
            raise SolvingError(
                f"{str(path)!r} is no training to continue from ({error}): remove it"
            ) from error

    def strategy(self, least_visits: int = 0, most_numbers: int = 1 << 40) -> "RingStrategy":
        """Return the average strategy of the lines that were visited most, and often enough."""
        keys, visits, _, sums = self._table.learnt()
        numbers = _numbers(keys, self.buckets)
        starts = np.append(0, np.cumsum(numbers))
        by_visits = np.argsort(-visits.astype(np.int64), kind="stable")
        fitting = by_visits[np.cumsum(numbers[by_visits]) <= most_numbers]
        kept = np.sort(fitting[visits[fitting] >= least_visits])
        rows = [np.zeros(0, np.uint8)]
        for i in kept.tolist():
            key = int(keys[i])
            block = sums[starts[i] : starts[i + 1]].reshape(_actions(key), -1)
            rounded = _rounded(_smoothed(block.astype(np.float64), _street(key)))
            rows.append(rounded[:-1].ravel())
        facts = np.array([self.boards, self.slices, len(keys)])
        return RingStrategy(self.buckets, keys[kept], np.concatenate(rows), facts)


def train(
    trainer: RingTrainer,
    checkpoint: Path,
    seconds: float,
    threads: int,
    on_progress: Callable[[float], None] = lambda _: None,
) -> None:
    """Train for so many seconds, writing a checkpoint every minute and at the end."""
    started = kept = time.monotonic()
    boards = 8 * threads
    try:
        while (left := seconds - (time.monotonic() - started)) > 0:
            began = time.monotonic()
            trainer.learn(boards, threads)
            took = max(time.monotonic() - began, 1e-3)
            wanted = min(_SLICE_SECONDS, max(left - took, 0.1))
            boards = int(np.clip(boards * wanted / took, boards / 4, boards * 4)) + 1
            on_progress(min((time.monotonic() - started) / seconds, 1.0))
            if time.monotonic() - kept > _CHECKPOINT_SECONDS:
                trainer.save(checkpoint)
                kept = time.monotonic()
    finally:
        trainer.save(checkpoint)


@dataclass(frozen=True, eq=False)
class RingStrategy:
    """How often each action is taken, by line and by class or bucket."""

    buckets: tuple[int, int, int]
    keys: NDArray[np.uint64]
    parts: NDArray[np.uint8]
    """Fifteenths of a probability: for each line a row for each action but the last."""
    facts: NDArray[np.int64]
    """How many boards and slices it was trained for, and how many lines were found."""

    @cached_property
    def _places(self) -> dict[int, tuple[int, int]]:
        numbers = _numbers(self.keys, self.buckets, but=1)
        ends = np.cumsum(numbers)
        starts = ends - numbers
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        return dict(zip(self.keys.tolist(), spans, strict=True))

    def __contains__(self, key: int) -> bool:
        return key in self._places

    def rows(self, key: int) -> Row:
        """Return the probabilities of a line's actions, by action and class or bucket."""
        start, end = self._places[key]
        parts = self.parts[start:end].reshape(_actions(key) - 1, -1).astype(np.float64)
        rows: Row = np.vstack([parts, _LEVELS - parts.sum(axis=0)]) / _LEVELS
        return rows

    def save(self, path: Path) -> None:
        """Write the strategy as a packed `.npz` file."""
        content = compress_arrays(
            made_by="fivebet tables",
            buckets=self.buckets,
            keys=self.keys,
            parts=self.parts,
            facts=self.facts,
        )
        write_atomically(path, content)

    @classmethod
    def from_bytes(cls, content: bytes) -> "RingStrategy":
        """Return the strategy of a file's content."""
        try:
            arrays = read_arrays(content, 1 << 28)
            buckets: Any = tuple(int(size) for size in arrays["buckets"])
            keys, parts = arrays["keys"].astype(np.uint64), arrays["parts"].astype(np.uint8)
            if len(buckets) != 3 or int(_numbers(keys, buckets, but=1).sum()) != len(parts):
                raise ValueError("its lines and numbers do not belong together")
            return cls(buckets, keys, parts, arrays["facts"])
        except (ValueError, KeyError) as error:
            raise SolvingError(f"this is no ring strategy: {error}") from error

    @classmethod
    def load(cls, path: Path | str) -> "RingStrategy":
        """Read a strategy from a file."""
        try:
            return cls.from_bytes(read_bounded(path))
        except OSError as error:
            raise SolvingError(f"{str(path)!r} cannot be read: {error.strerror}") from error


@lru_cache(maxsize=2)
def shipped_ring_strategy(structure: str) -> RingStrategy:
    """Return the strategy that ships for limit or no-limit games."""
    name = "ring_limit.npz" if structure == "fixed-limit" else "ring_nolimit.npz"
    return RingStrategy.from_bytes(resources.files("fivebet.data").joinpath(name).read_bytes())


@dataclass(frozen=True)
class RingDecision:
    """A decision of a hand in the strategy's words."""

    key: int
    seat: int
    actions: tuple[tuple[int, int], ...]
    """Each action's number in `ACTIONS`, and what a raise brings the bet to."""

    @classmethod
    def of(
        cls,
        hand: HandInfo,
        moves: int | None = None,
        exploiting: bool = False,
        habits: tuple[int, ...] = (),
    ) -> "RingDecision":
        """Return the decision after the first `moves` moves of a hand, or the present one."""
        upto = len(hand.moves) if moves is None else moves
        key, seat, actions = ring_decision(hand, upto, exploiting, habits)
        return cls(key, seat, tuple(actions))


@lru_cache(maxsize=512)
def combo_buckets(board: tuple[int, ...], buckets: tuple[int, int, int]) -> NDArray[np.intp]:
    """Return the class or bucket of each of the 1,326 combos."""
    if not board:
        return CLASS_OF_COMBO.astype(np.intp)
    mask = sum(1 << card for card in board)
    return ring_buckets(mask, buckets).astype(np.intp)


def _street(key: int) -> int:
    return key >> _MASK_BITS & 3


def _actions(key: int) -> int:
    return (key & (1 << _MASK_BITS) - 1).bit_count()


def _numbers(
    keys: NDArray[np.uint64], buckets: tuple[int, int, int], but: int = 0
) -> NDArray[np.int64]:
    """Return how many numbers each line has, with rows for all actions but some."""
    widths = np.array([169, *buckets])[(keys >> np.uint64(_MASK_BITS)) & np.uint64(3)]
    bits = np.array([mask.bit_count() for mask in range(1 << _MASK_BITS)])
    numbers: NDArray[np.int64] = widths * (bits[keys & np.uint64(31)] - but)
    return numbers


def _smoothed(sums: Row, street: int) -> Row:
    """Return sums in which buckets that were hardly seen follow their neighbours in strength."""
    order = np.arange(sums.shape[1])
    groups = [order]
    if street == 0:
        groups = [np.array(class_order("three-random"))]
    elif street < 3:
        groups = [order[swing::_SWINGS] for swing in range(_SWINGS)]
    result = sums.copy()
    whole = sums.sum(axis=1)
    whole = whole / whole.sum() if whole.sum() > 0 else np.full(len(sums), 1 / len(sums))
    for group in groups:
        seen = sums[:, group]
        near = seen.copy()
        for distance in (1, 2, 3, 4, 6, 8):
            near[:, distance:] += seen[:, :-distance] / distance
            near[:, :-distance] += seen[:, distance:] / distance
        total = near.sum(axis=0)
        prior = np.where(total > 0, near / np.maximum(total, 1e-30), whole[:, None])
        result[:, group] = seen + _EVIDENCE * prior
    return result


def _rounded(sums: Row) -> NDArray[np.uint8]:
    """Return probabilities in fifteenths, each column adding up to fifteen.

    Actions that are taken less than twice in fifteen times are residues of learning: what they
    have goes to the likeliest.
    """
    parts = np.round(sums / sums.sum(axis=0) * _LEVELS)
    parts = np.where(parts < _RESIDUE, 0, parts)
    parts[sums.argmax(axis=0), np.arange(sums.shape[1])] += _LEVELS - parts.sum(axis=0)
    rounded: NDArray[np.uint8] = parts.astype(np.uint8)
    return rounded
