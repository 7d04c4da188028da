"""Training of value networks with JAX, on a GPU that holds all boards.

First a network learns the start of the turn from solved turns. Then one learns the end of the
flop: its values are the means of the first network's over all 49 turns, of which a GPU computes a
thousand a second.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from fivebet.errors import StoreError
from fivebet.files import pack_arrays, write_atomically
from fivebet.lab.networks.boards import HANDS, Boards
from fivebet.lab.networks.situations import draw_ranges, draw_spr
from fivebet.solving.value_network import (
    INCIDENCE,
    Parameters,
    hand_features,
    predict,
    shapes,
    tier_rows,
    weights_below,
    weights_met,
)

Array = Any
Batch = tuple[Array, Array, Array, Array]
"""Features, weights, weights met and values."""

_RATE = 1e-3
_WARM_UP = 300
_BETA1, _BETA2, _DECAY = 0.9, 0.999, 1e-4
_HUBER = 0.05


@dataclass(frozen=True, eq=False)
class DeviceBoards:
    """All boards of a street in the memory of a device."""

    matrices: Array
    facts: Array
    orders: Array
    combos: Array

    @classmethod
    def load(cls, boards: Boards) -> "DeviceBoards":
        """Copy the boards to the device."""
        matrices = boards.array("matrices")
        parts = [jnp.asarray(matrices[i : i + 1024]) for i in range(0, len(matrices), 1024)]
        return cls(
            jnp.concatenate(parts) if len(parts) > 1 else parts[0],
            jnp.asarray(boards.array("facts")),
            jnp.asarray(boards.array("orders")).astype(jnp.int32),
            jnp.asarray(boards.array("combos")).astype(jnp.int32),
        )

    def tree(self) -> tuple[Array, Array, Array, Array]:
        """Return the arrays, as JAX passes them to functions."""
        return self.matrices, self.facts, self.orders, self.combos


def features_of(
    boards: tuple[Array, Array, Array, Array], numbers: Array, weights: Array, log_spr: Array
) -> tuple[Array, Array]:
    """Return the features of situations on some boards, and the weights that hands meet."""
    matrices, facts, orders, combos = boards
    matrix = matrices[numbers].astype(jnp.bfloat16) / 127
    facts, order = facts[numbers], orders[numbers]
    incidence = jnp.asarray(INCIDENCE)[combos[numbers]]
    parts = tier_rows(jnp, facts)
    columns = weights.transpose(0, 2, 1)[..., None] * parts[:, :, None, :]
    count, hands = facts.shape[:2]
    exact: Any = {"preferred_element_type": jnp.float32}
    flat = columns.reshape(count, hands, -1).astype(jnp.bfloat16)
    against = jnp.matmul(matrix, flat, **exact).reshape(count, hands, 2, -1)
    rows = weights.transpose(0, 2, 1).astype(jnp.bfloat16)
    spread = jnp.matmul(matrix * matrix, rows, **exact)
    found, mets = [], []
    below = [weights_below(jnp, weights[:, p], order) for p in (0, 1)]
    for p in (0, 1):
        met = weights_met(jnp, weights[:, 1 - p], incidence)
        found.append(
            hand_features(
                jnp,
                against[:, :, 1 - p],
                spread[:, :, 1 - p],
                met,
                facts,
                below[p],
                below[1 - p],
                log_spr,
            )
        )
        mets.append(met)
    return jnp.stack(found, axis=1), jnp.stack(mets, axis=1)


def new_parameters(seed: int, hidden: int, context: int) -> Parameters:
    """Return random parameters."""
    rng = np.random.default_rng(seed)
    found: Parameters = {}
    for name, shape in shapes(hidden, context).items():
        scale = math.sqrt(2 / shape[0]) if len(shape) == 2 else 0.0
        if name.startswith("value"):
            scale *= 0.1
        found[name] = jnp.asarray(scale * rng.standard_normal(shape), dtype=jnp.float32)
    return found


def _predict(parameters: Parameters, features: Array, weights: Array, met: Array) -> Array:
    with jax.default_matmul_precision("bfloat16"):
        return predict(jnp, parameters, features, weights, met)


def _loss(parameters: Parameters, batch: Batch) -> Array:
    features, weights, met, values = batch
    error = jnp.abs(_predict(parameters, features, weights, met) - values)
    huber = jnp.where(error < _HUBER, error * error / (2 * _HUBER), error - _HUBER / 2)
    importance = 0.5 * weights + 0.5 / weights.shape[2]
    return (huber * importance).sum(axis=2).mean()


@jax.jit
def _step(parameters: Parameters, state: Any, batch: Batch, rate: Array, number: Array) -> Any:
    """Take one step of Adam with decoupled decay of weights."""
    loss, slopes = jax.value_and_grad(_loss)(parameters, batch)
    first, second = state
    first = jax.tree.map(lambda m, g: _BETA1 * m + (1 - _BETA1) * g, first, slopes)
    second = jax.tree.map(lambda v, g: _BETA2 * v + (1 - _BETA2) * g * g, second, slopes)
    ahead, behind = 1 - _BETA1**number, 1 - _BETA2**number

    def moved(p: Array, m: Array, v: Array) -> Array:
        return p - rate * (m / ahead / (jnp.sqrt(v / behind) + 1e-8) + _DECAY * p)

    return jax.tree.map(moved, parameters, first, second), (first, second), loss


@jax.jit
def _errors(parameters: Parameters, batch: Batch) -> tuple[Array, Array]:
    features, weights, met, values = batch
    error = jnp.abs(_predict(parameters, features, weights, met) - values)
    return error.mean(), (error * weights).sum(axis=2).mean()


def fit(
    parameters: Parameters,
    batches: Iterator[Batch],
    held_out: list[Batch],
    seconds: float,
    report: Callable[[str], None],
) -> Parameters:
    """Train until the time is over; the rate of learning falls to nothing by then."""
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state: Any = (zeros, zeros)
    start = said = time.perf_counter()
    number = 0
    while (spent := time.perf_counter() - start) < seconds:
        number += 1
        rate = _RATE * min(1, number / _WARM_UP) * 0.5 * (1 + math.cos(math.pi * spent / seconds))
        parameters, state, loss = _step(
            parameters, state, next(batches), jnp.float32(rate), jnp.float32(number)
        )
        if number % 20 == 0:
            loss.block_until_ready()
        if time.perf_counter() - said > 15:
            said = time.perf_counter()
            report(f"{said - start:.0f} s, step {number}: {describe(parameters, held_out)}")
    report(f"end, step {number}: {describe(parameters, held_out)}")
    return parameters


def describe(parameters: Parameters, held_out: list[Batch]) -> str:
    """Return the mean errors on what was held out."""
    alike, ranged = mean_errors(parameters, held_out)
    return f"mean error in pots: every hand alike {alike:.4f}, by the range {ranged:.4f}"


def mean_errors(parameters: Parameters, held_out: list[Batch]) -> tuple[float, float]:
    """Return the mean error of values with every hand alike, and with hands by their weight."""
    found = np.array([[float(x) for x in _errors(parameters, batch)] for batch in held_out])
    return float(found[:, 0].mean()), float(found[:, 1].mean())


class SolvedTurns:
    """All solved turns of a folder, with their features, on the device."""

    def __init__(self, folder: Path, boards: DeviceBoards, held_out: int, batch: int) -> None:
        parts: dict[str, list[NDArray[Any]]] = {}
        for path in sorted(folder.glob("solved-*.npz")):
            with np.load(path) as file:
                count = len(file["classes"])
                rows = {name: file[name] for name in ("classes", "weights", "values")}
                rows["log_spr"] = np.full(count, np.log(file["spr"]), dtype=np.float32)
            for name, row in rows.items():
                parts.setdefault(name, []).append(row)
        if not parts:
            raise StoreError(f"{str(folder)!r} has no solved turns: solve some first")
        data = {name: np.concatenate(rows) for name, rows in parts.items()}
        shuffled = np.random.default_rng(0).permutation(len(data["classes"]))
        self._data = {name: jnp.asarray(rows[shuffled]) for name, rows in data.items()}
        self._boards = boards
        self.count = len(shuffled) - held_out
        self._batch = batch
        self.held_out = [
            self._read(jnp.arange(first, min(first + batch, len(shuffled))))
            for first in range(self.count, len(shuffled), batch)
        ]

    def _read(self, numbers: Array) -> Batch:
        batch: Batch = _solved(self._boards.tree(), self._data, numbers)
        return batch

    def batches(self, seed: int) -> Iterator[Batch]:
        """Yield random situations for ever."""
        rng = np.random.default_rng(seed)
        while True:
            yield self._read(jnp.asarray(rng.integers(0, self.count, self._batch)))


@jax.jit
def _solved(boards: Any, data: dict[str, Array], numbers: Array) -> Batch:
    weights = data["weights"][numbers].astype(jnp.float32)
    weights = weights / weights.sum(axis=2, keepdims=True)
    values = data["values"][numbers].astype(jnp.float32)
    classes = data["classes"][numbers].astype(jnp.int32)
    features, met = features_of(boards, classes, weights, data["log_spr"][numbers])
    return features, weights, met, values


class FlopEnds:
    """Situations at the end of the flop, valued by a network for the start of the turn."""

    def __init__(
        self, folder: Path, flops: DeviceBoards, turns: DeviceBoards, network: Parameters
    ) -> None:
        self.flops, self._turns = flops.tree(), turns.tree()
        self._turn_of = jnp.asarray(np.load(folder / "turn-of-flop.npy")).astype(jnp.int32)
        self._places = jnp.asarray(np.load(folder / "places-of-turn.npy")).astype(jnp.int32)
        self._network = network
        self._combos = np.asarray(Boards(folder, 3).array("combos"), dtype=np.intp)
        self._orders = np.asarray(Boards(folder, 3).array("orders"), dtype=np.intp)
        chances = np.asarray(Boards(folder, 3).array("chances"))
        self._chances = chances / chances.sum()

    def draw(self, rng: np.random.Generator, count: int) -> tuple[Array, Array, Array]:
        """Draw flops, ranges and chips behind."""
        flops = rng.choice(len(self._chances), count, p=self._chances)
        given = (self._combos[flops], self._orders[flops])
        weights = np.stack([draw_ranges(rng, *given) for _ in (0, 1)], axis=1)
        weights /= weights.sum(axis=2, keepdims=True)
        log_spr = np.log([draw_spr(rng) for _ in flops])
        return flops.astype(np.int32), weights.astype(np.float32), log_spr.astype(np.float32)

    def value(self, flops: Array, weights: Array, log_spr: Array) -> Array:
        """Return the means of the turn network's values over all turns."""
        given = (jnp.asarray(flops), jnp.asarray(weights), jnp.asarray(log_spr))
        return _mean_of_turns(self._turns, self._turn_of, self._places, self._network, *given)

    def read(self, flops: Array, weights: Array, log_spr: Array, values: Array) -> Batch:
        """Return situations as networks learn from them."""
        given = (jnp.asarray(flops), jnp.asarray(weights), jnp.asarray(log_spr))
        batch: Batch = _valued(self.flops, *given, jnp.asarray(values).astype(jnp.float32))
        return batch


@jax.jit
def _valued(boards: Any, flops: Array, weights: Array, log_spr: Array, values: Array) -> Batch:
    features, met = features_of(boards, flops, weights, log_spr)
    return features, weights, met, values


@jax.jit
def _mean_of_turns(
    turns: Any,
    turn_of: Array,
    places_of: Array,
    network: Parameters,
    flops: Array,
    weights: Array,
    log_spr: Array,
) -> Array:
    count = len(flops)

    def add_turn(card: int, sums: tuple[Array, Array]) -> tuple[Array, Array]:
        total, mets = sums
        numbers, places = turn_of[flops, card], places_of[flops, card]
        index = jnp.broadcast_to(places[:, None, :], (count, 2, HANDS[4]))
        dealt = jnp.take_along_axis(weights, index, axis=2)
        whole = dealt.sum(axis=2, keepdims=True)
        rows = dealt / whole
        features, met = features_of(turns, numbers, rows, log_spr)
        values = _predict(network, features, rows, met)
        # A hand counts as much as the part of the other range that it meets there.
        met = met * whole[:, ::-1]
        at = (jnp.arange(count)[:, None, None], jnp.arange(2)[None, :, None], index)
        return total.at[at].add(values * met), mets.at[at].add(met)

    zeros = jnp.zeros((count, 2, HANDS[3]))
    total, mets = jax.lax.fori_loop(0, turn_of.shape[1], add_turn, (zeros, zeros))
    return total / jnp.maximum(mets, 1e-12)


def distil(
    ends: FlopEnds, seconds: float, batch: int, seed: int, report: Callable[[str], None]
) -> list[tuple[Array, Array, Array, Array]]:
    """Value new situations at the end of the flop for so many seconds."""
    start = time.perf_counter()
    found: list[tuple[Array, Array, Array, Array]] = []
    rng = np.random.default_rng(seed)
    while time.perf_counter() - start < seconds or not found:
        drawn = ends.draw(rng, batch)
        values = ends.value(*drawn)
        found.append((*drawn, np.asarray(values, dtype=np.float16)))
    spent = time.perf_counter() - start
    report(f"{batch * len(found)} ends of flops in {spent:.0f} s")
    return found


def save(path: Path, parameters: Parameters) -> None:
    """Write a network, in 16 bits."""
    arrays = {name: np.asarray(values, dtype=np.float16) for name, values in parameters.items()}
    write_atomically(path, pack_arrays(**arrays))


def load(path: Path) -> Parameters:
    """Read a network."""
    if not path.exists():
        raise StoreError(f"there is no {str(path)!r}: train that network first")
    with np.load(path) as file:
        return {name: jnp.asarray(file[name], dtype=jnp.float32) for name in file.files}


def stored(
    valued: list[tuple[Array, Array, Array, Array]], ends: FlopEnds, size: int, seed: int
) -> Iterator[Batch]:
    """Yield random situations from those that were valued, for ever."""
    data = tuple(jnp.asarray(np.concatenate(rows)) for rows in zip(*valued, strict=True))
    rng = np.random.default_rng(seed)
    while True:
        yield _chosen(ends.flops, data, jnp.asarray(rng.integers(0, len(data[0]), size)))


@jax.jit
def _chosen(boards: Any, data: tuple[Array, ...], numbers: Array) -> Batch:
    flops, weights, log_spr, values = (rows[numbers] for rows in data)
    batch: Batch = _valued(boards, flops, weights, log_spr, values.astype(jnp.float32))
    return batch
