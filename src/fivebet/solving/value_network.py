"""Values at the end of a street, by a network that is asked for every hand.

Before the next card is dealt, a hand's value depends on both ranges, on the chips behind and on
what the board makes of it. The network sees a hand by a few features (`hand_features`): how it
does against the other range and against its weak and strong parts, how that spreads, how much of
the range it blocks, where it stands in both ranges, and what it is whatever the ranges are. Each
range is summed up by the mean of a hidden layer over its hands, so that the order of hands does
not matter, nor suits. Values are parts of the pot, less one half: what checking down would win
plus what the network learnt; in the end both players' values are shifted alike until nobody
wins what the other does not lose.

Networks are trained with JAX (`fivebet.lab.networks`) by the functions here, which tests call with
NumPy; at the table the core does the same (native/solve/value_network.hpp).
"""

import math
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.cards.card import CardSet
from fivebet.cards.combos import COMBO_MASKS, COMBOS
from fivebet.cards.evaluator import evaluate_many
from fivebet.errors import SolvingError
from fivebet.files import read_arrays, read_bounded

Floats = NDArray[np.float32]
Parameters = dict[str, Any]

TIERS = (-1.01, -0.35, 0.0, 0.35, 1.01)
"""The parts of a range, by the margin of hands against all others: from weak to strong."""
FEATURES = 13
_LEAST_SPR = 0.02
_MOST_BYTES = 16_000_000

INCIDENCE = np.zeros((len(COMBOS), 52), dtype=np.float32)
"""Which cards each combo has."""
for _i, _combo in enumerate(COMBOS):
    INCIDENCE[_i, [int(card) for card in _combo]] = 1


@dataclass(frozen=True, eq=False)
class BoardHands:
    """The hands that a flop or turn leaves, and what it makes of them whatever the ranges are."""

    combos: NDArray[np.intp]
    """The combos that share no card with the board."""
    matrix: Floats
    """How much more often each hand wins than loses against each other, over all boards to come."""
    facts: Floats
    """For each hand: its mean margin against all others, the mean of its squares, and where it
    stands among all hands on the board as it is, from -1 to 1."""
    order: NDArray[np.intp]
    """The hands from the lowest mean margin to the highest."""

    @classmethod
    def of(cls, board: CardSet) -> "BoardHands":
        """Compute a board's hands."""
        if not 3 <= len(board) <= 4:
            raise SolvingError(f"{board} is no board before another card: give three or four cards")
        mask = np.uint64(board.mask)
        combos = np.flatnonzero((COMBO_MASKS & mask) == 0)
        matrix = np.asarray(_core.win_loss_matrix(board.mask), dtype=np.float32)
        opponents = math.comb(50 - len(board), 2)
        margin = matrix.sum(axis=1) / opponents
        squares = np.einsum("ij,ij->i", matrix, matrix) / opponents
        values = evaluate_many(COMBO_MASKS[combos] | mask)
        ordered = np.sort(values)
        below = np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")
        standing = below / len(combos) - 1
        facts = np.stack([margin, squares, standing], axis=1).astype(np.float32)
        return cls(combos, matrix, facts, np.argsort(margin, kind="stable"))

    @cached_property
    def incidence(self) -> Floats:
        """Which cards each hand has."""
        return INCIDENCE[self.combos]

    @cached_property
    def core(self) -> _core.NetworkBoard:
        """The same for the compiled network."""
        tiers = tier_rows(np, self.facts).argmax(axis=1).astype(np.uint8)
        cards = np.array([[int(card) for card in COMBOS[i]] for i in self.combos], dtype=np.uint8)
        return _core.NetworkBoard(
            self.matrix, self.facts, tiers, self.order.astype(np.uint16), cards
        )


@lru_cache(maxsize=8)
def board_hands(board: CardSet) -> BoardHands:
    """Return a board's hands, which are computed once."""
    return BoardHands.of(board)


def tier_rows(xp: Any, facts: Any) -> Any:
    """Return which part of a range each hand belongs to, as rows of zeros and a one."""
    margin = facts[..., :1]
    low, high = xp.asarray(TIERS[:-1]), xp.asarray(TIERS[1:])
    return ((margin >= low) & (margin < high)).astype(facts.dtype)


def weights_met(xp: Any, weights: Any, incidence: Any) -> Any:
    """Return the weight of the other range's hands that share no card with each hand."""
    by_card = xp.matmul(weights[..., None, :], incidence)
    shared = xp.matmul(incidence, xp.swapaxes(by_card, -1, -2))[..., 0]
    return weights.sum(axis=-1, keepdims=True) - shared + weights


def weights_below(xp: Any, weights: Any, order: Any) -> Any:
    """Return the weight of hands before each one in an order, its own by half."""
    order = xp.broadcast_to(order, weights.shape)
    ordered = xp.take_along_axis(weights, order, axis=-1)
    sums = xp.cumsum(ordered, axis=-1) - ordered / 2
    return xp.take_along_axis(sums, xp.argsort(order, axis=-1), axis=-1)


def hand_features(
    xp: Any, tiers: Any, squares: Any, met: Any, facts: Any, own: Any, other: Any, log_spr: Any
) -> Any:
    """Return the features of a player's hands.

    `tiers` are the products of the matrix with each part of the other range, `squares` those of
    its squares with the whole range, `met` the weight that each hand meets, `own` and `other` the
    weights below each hand in both ranges, all of ranges that add up to 1.
    """
    safe = xp.maximum(met, 1e-6)
    columns = [
        tiers.sum(axis=-1) / safe,
        squares / safe,
        met,
        own,
        other,
        xp.broadcast_to(log_spr[..., None] / 3, met.shape),
    ]
    stacked = xp.stack(columns, axis=-1)
    facts = xp.broadcast_to(facts, (*met.shape, 3))
    return xp.concatenate([stacked, tiers, facts], axis=-1)


def predict(xp: Any, parameters: Parameters, features: Any, weights: Any, met: Any) -> Any:
    """Return both players' values of every hand, in parts of the pot less one half.

    `features` has the axes situation, player, hand and feature; `weights` add up to 1.
    """
    hidden = [_layer(xp, parameters, f"hand{p}", features[:, p]) for p in (0, 1)]
    context = _context(xp, hidden, weights)
    second = []
    for p in (0, 1):
        shared = _layer(xp, parameters, f"context{p}", context)
        extra = xp.matmul(shared, parameters[f"mix{p}.context"])[:, None, :]
        second.append(_layer(xp, parameters, f"mix{p}", hidden[p], extra))
    context = _context(xp, second, weights)
    values = []
    for p in (0, 1):
        shared = _layer(xp, parameters, f"again{p}", context)
        extra = xp.matmul(shared, parameters[f"last{p}.context"])[:, None, :]
        third = _layer(xp, parameters, f"last{p}", second[p], extra)
        learnt = xp.matmul(third, parameters[f"value{p}.weight"])[..., 0]
        values.append(learnt + parameters[f"value{p}.bias"] + features[:, p, :, 0] / 2)
    return balanced(xp, xp.stack(values, axis=1), weights, met)


def balanced(xp: Any, values: Any, weights: Any, met: Any) -> Any:
    """Return values shifted alike until both players' add up to nothing."""
    pairs = weights * met
    total = (pairs * values).sum(axis=(1, 2)) / xp.maximum(pairs.sum(axis=(1, 2)), 1e-12)
    return values - total[:, None, None]


def _context(xp: Any, hidden: list[Any], weights: Any) -> Any:
    means = [xp.matmul(weights[:, p, None, :], hidden[p])[:, 0] for p in (0, 1)]
    return xp.concatenate(means, axis=-1)


def _layer(xp: Any, parameters: Parameters, name: str, x: Any, extra: Any = 0.0) -> Any:
    y = xp.matmul(x, parameters[f"{name}.weight"]) + parameters[f"{name}.bias"] + extra
    return xp.maximum(y, 0)


def shapes(hidden: int, context: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a network's parameters by name, in the order of the core."""
    found: dict[str, tuple[int, ...]] = {}
    for p in (0, 1):
        for name, inputs, outputs in (
            (f"hand{p}", FEATURES, hidden),
            (f"context{p}", 2 * hidden, context),
            (f"mix{p}", hidden, hidden),
            (f"again{p}", 2 * hidden, context),
            (f"last{p}", hidden, hidden),
            (f"value{p}", hidden, 1),
        ):
            found[f"{name}.weight"] = (inputs, outputs)
            found[f"{name}.bias"] = (outputs,)
        for name in (f"mix{p}", f"last{p}"):
            found[f"{name}.context"] = (context, hidden)
    return found


class ValueNetwork:
    """A trained network for the end of one street."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = {name: np.asarray(each, np.float32) for name, each in parameters.items()}
        hidden, context = (self.parameters[f"{name}0.bias"].size for name in ("mix", "context"))
        if {name: each.shape for name, each in self.parameters.items()} != shapes(hidden, context):
            raise SolvingError("these are not the parameters of a value network")
        ordered = [self.parameters[name].ravel() for name in shapes(hidden, context)]
        self._core = _core.ValueNetwork(hidden, context, np.concatenate(ordered))

    def values(self, hands: BoardHands, weights: Floats, spr: Floats, threads: int = 1) -> Floats:
        """Return the values of both players' hands in several situations on one board.

        `weights` has the axes situation, player and hand, `spr` the chips behind for each
        situation, in pots. Values are parts of the pot less one half, for a hand that meets
        the other range: times the weight met they are counterfactual.
        """
        log_spr = np.log(np.maximum(spr, _LEAST_SPR)).astype(np.float32)
        return self._core.values(hands.core, weights.astype(np.float32), log_spr, threads)

    @classmethod
    def load(cls, file: str | Path) -> "ValueNetwork":
        """Read a network."""
        return cls(read_arrays(read_bounded(Path(file), _MOST_BYTES), _MOST_BYTES))


@cache
def shipped_network(name: str) -> ValueNetwork:
    """Return one of the networks that ship."""
    with resources.as_file(resources.files("fivebet.data").joinpath(f"{name}.npz")) as path:
        return ValueNetwork.load(path)
