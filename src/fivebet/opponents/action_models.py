"""Models of heads-up opponents: how often they fold, call and raise, by situation and strength.

A model is a table of probabilities: for 128 situations (the street, what is faced and at what
price), 16 levels of strength (how many random hands theirs beats) and five actions: fold,
check or call, and raises that are small, large or huge by the pot. The words are those of
native/solve/model_response.hpp, which also finds the best response to a model.

A library holds the models of many types of players, counted from play in which all cards
are known. A belief about an opponent starts with it. What the opponent is seen to do moves
the types' probabilities by Bayes' rule, with the cards that it shows or, where it shows
none, with all that it may hold, as its model would have brought them there. Nobody is of one
type all through: somebody may call before the flop like one player and bluff rivers like
another. So the types have probabilities of their own in every situation, and what is seen in
one counts for the others by how near they are: the same street, the same thing faced, a
similar price.

Beside that its own actions are counted by situation and level, hidden hands in parts: these
counts take over from the types as hands come in (a Dirichlet prior whose mean is the mixture
of types).
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from fivebet._core import HandInfo, modelled_move, strength_levels
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.class_orders import strengths_before_flop
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.errors import FivebetError
from fivebet.files import compress_arrays, read_arrays, read_bounded, write_atomically

Row = NDArray[np.float64]
Table = NDArray[np.float32]
"""The probabilities of a model, by situation, level and action."""
Situations = slice | list[int]
ModelledStructure = Literal["fixed-limit", "no-limit"]

SITUATIONS, LEVELS, ACTIONS = 128, 16, 5
FOLD, PASSIVE, FIRST_RAISE = 0, 1, 2
RAISE_SIZES = (0.4, 0.85, 2.5)
"""What small, large and huge raises add, in pots after calling, before any was seen."""
_FILE = "opponent_types.npz"
_PARTS = 250
_LEAST_CHANCE = 0.004  # of an action that a type was never seen to take
_COMMON = 0.03  # of every type's play that is what all types do on average
# Nobody is exactly a type. So every action weighs less than one for who a player is; and for how
# it plays in a situation all actions together weigh as this many at most, as types have to stay as
# unsure as they are.
_EVIDENCE, _MOST_EVIDENCE = 0.6, 40.0
# How much an action counts in situations that differ: on the next street, before the flop for
# after it, for one raise more, for who faces nothing, and at the next price.
_NEXT_STREET, _BEFORE_FLOP, _NEXT_FACED, _FREE, _NEXT_PRICE = 0.25, 0.1, 0.5, 0.1, 0.7
_SOUND_PRIOR = 0.3
_TYPES_WEIGH = 3.0  # actions of a situation and level that weigh as much as the types
_SIZES_WEIGH = 4.0
_SMALLEST_SIZE, _LARGEST_SIZE = 0.01, 1000.0
"""What one raise counts as, in pots: all-in before the flop may be by thousands of them."""
_FACING, _PRICES = 4, 8
_PRICE_BOUNDS = (0.17, 0.27, 0.36, 0.417, 0.4545, 0.476, 0.492)  # of the prices, as in the core


@dataclass(frozen=True, eq=False)
class TypeLibrary:
    """The models of types of players."""

    names: tuple[str, ...]
    sound: NDArray[np.bool_]
    """Which of them leave nothing to win that is worth a risk."""
    parts: NDArray[np.uint8]
    """Their probabilities in 250ths, by type, situation, level and action."""

    @cached_property
    def chances(self) -> Table:
        """The probabilities, none of them quite 0.

        A type that never does something would be ruled out by a single action, and who does
        everything at random would be left: so each does a little of what all do.
        """
        table = np.maximum(self.parts.astype(np.float32) / _PARTS, _LEAST_CHANCE)
        table /= table.sum(axis=-1, keepdims=True)
        chances: Table = (1 - _COMMON) * table + _COMMON * table.mean(axis=0)
        return chances

    @cached_property
    def by_situation(self) -> Table:
        """The probabilities by situation, type, and level and action together."""
        return np.ascontiguousarray(
            self.chances.swapaxes(0, 1).reshape(SITUATIONS, len(self.names), LEVELS * ACTIONS)
        )

    @cached_property
    def prior(self) -> Row:
        """The probabilities of the types before anything was seen."""
        sound = self.sound.sum()
        if sound in (0, len(self.names)):
            return np.full(len(self.names), 1 / len(self.names))
        others = (1 - _SOUND_PRIOR) / (len(self.names) - sound)
        prior: Row = np.where(self.sound, _SOUND_PRIOR / sound, others)
        return prior


def save_types(libraries: dict[ModelledStructure, TypeLibrary], path: Path) -> None:
    """Write the types of both betting structures as a packed `.npz` file."""
    arrays: dict[str, NDArray[Any]] = {"made_by": np.array("fivebet tables types")}
    for structure, library in libraries.items():
        arrays[f"{structure} names"] = np.array(library.names)
        arrays[f"{structure} sound"] = library.sound
        arrays[f"{structure} parts"] = library.parts
    write_atomically(path, compress_arrays(**arrays))


def read_types(content: bytes) -> dict[ModelledStructure, TypeLibrary]:
    """Return the types in a file's content."""
    try:
        arrays = read_arrays(content)
        libraries: dict[ModelledStructure, TypeLibrary] = {}
        structures: tuple[ModelledStructure, ...] = ("fixed-limit", "no-limit")
        for structure in structures:
            if f"{structure} names" not in arrays:
                continue
            names = tuple(str(name) for name in arrays[f"{structure} names"])
            parts = arrays[f"{structure} parts"].astype(np.uint8)
            sound = arrays[f"{structure} sound"].astype(np.bool_)
            if parts.shape != (len(names), SITUATIONS, LEVELS, ACTIONS) or len(sound) != len(names):
                raise ValueError("names and numbers do not belong together")
            libraries[structure] = TypeLibrary(names, sound, parts)
    except (ValueError, KeyError) as error:
        raise FivebetError(f"these are no types of opponents: {error}") from error
    return libraries


def load_types(path: Path | str) -> dict[ModelledStructure, TypeLibrary]:
    """Read types of opponents from a file."""
    return read_types(read_bounded(path))


@lru_cache(maxsize=1)
def _shipped() -> dict[ModelledStructure, TypeLibrary]:
    return read_types(resources.files("fivebet.data").joinpath(_FILE).read_bytes())


def shipped_types(structure: ModelledStructure) -> TypeLibrary:
    """Return the types that ship for limit or no-limit games."""
    return _shipped()[structure]


def smoothed_parts(counts: Row, evidence: float = 3.0) -> NDArray[np.uint8]:
    """Return a model in 250ths from counts by situation, level and action.

    What was seen seldom follows what the same level does at the same price when other things are
    faced, then on other streets, then at other prices, with the weight of a few actions each time.
    The price is what matters most: who calls a bet of the pot folds to a raise of twenty. With
    nothing to call there is nothing to fold to, and no price.
    """
    by_street = counts.reshape(4, _FACING, _PRICES, LEVELS, ACTIONS)
    free = _refined(by_street[:, :1], ((0, 1, 2, 3), (0, 1, 2), ()), evidence)
    faced = _refined(by_street[:, 1:], ((0, 1, 2, 3), (0, 1, 2), (0, 1), (1,), ()), evidence)
    table = np.concatenate([free, faced], axis=1).reshape(SITUATIONS, LEVELS, ACTIONS)
    parts: NDArray[np.uint8] = np.round(table * _PARTS).astype(np.uint8)
    return parts


def _refined(counts: Row, steps: tuple[tuple[int, ...], ...], evidence: float) -> Row:
    """Return probabilities by counts that are summed over ever fewer axes."""
    chances: Row = np.full((1,) * (counts.ndim - 1) + (ACTIONS,), 1 / ACTIONS)
    for wider in steps:
        sums = counts.sum(axis=wider, keepdims=True) if wider else counts
        chances = (sums + evidence * chances) / (sums.sum(axis=-1, keepdims=True) + evidence)
    return chances


@cache
def nearness() -> Row:
    """Return how much what is seen in a situation counts for another, by both: 1 for itself."""
    street, facing, price = np.unravel_index(np.arange(SITUATIONS), (4, _FACING, _PRICES))

    def pairs(values: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        return values[:, None], values[None, :]

    one, other = pairs(street)
    streets = np.where((one == 0) != (other == 0), _BEFORE_FLOP, _NEXT_STREET ** abs(one - other))
    one, other = pairs(facing)
    faced = np.where((one == 0) != (other == 0), _FREE, _NEXT_FACED ** abs(one - other))
    one, other = pairs(price)
    near: Row = streets * faced * _NEXT_PRICE ** abs(one - other)
    near.setflags(write=False)
    return near


def situation_of(street: int, raises: int, price: float) -> int:
    """Return the situation of a player who faces so many bets and raises of a street.

    The price is what a call costs, as a part of the pot with it; blinds are no raise.
    """
    facing = 0
    if price > 0:
        facing = 1 + min(max(raises - (street > 0), 0), _FACING - 2)
    return (street * _FACING + facing) * _PRICES + bisect_right(_PRICE_BOUNDS, price)


@lru_cache(maxsize=64)
def combo_levels(board: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the level of strength of each of the 1,326 combos on a board."""
    return strength_levels(sum(1 << card for card in board), strengths_before_flop())


def levels_on_street(hand: HandInfo, street: int) -> NDArray[np.uint8]:
    """Return the levels of all combos as they are on a street of a hand."""
    return combo_levels(tuple(int(card) for card in hand.board[: BOARD_CARDS[street]]))


@dataclass
class OpponentBelief:
    """What is believed of one opponent: types, and counts of its own actions."""

    evidence: Row
    """The logarithm of each type's likelihood, by situation and type."""
    prior: Row
    """The probability of each type before anything was seen."""
    counts: Row = field(default_factory=lambda: np.zeros((SITUATIONS, LEVELS, ACTIONS)))
    sizes: Row = field(
        default_factory=lambda: _SIZES_WEIGH * np.array([(1.0, x) for x in RAISE_SIZES])
    )
    """How often it raised by little, much and very much, and the sums of these sizes."""
    hands: int = 0

    @classmethod
    def before_play(cls, library: TypeLibrary) -> Self:
        """Return what is believed of somebody who was never seen."""
        return cls(np.zeros((SITUATIONS, len(library.names))), library.prior)

    def types(self) -> Row:
        """Return the probability of each type, by all that was seen."""
        return _normalized(np.log(self.prior) + _EVIDENCE * self.evidence.sum(axis=0))

    def types_by_situation(self, situations: Situations = slice(None)) -> Row:
        """Return the probability of each type, by situation and type."""
        near = nearness()[situations]
        seen = near @ self.counts.sum(axis=(1, 2))
        weight = _MOST_EVIDENCE / (_MOST_EVIDENCE + seen)
        return _normalized(np.log(self.prior) + weight[:, None] * (near @ self.evidence))

    def sound(self, library: TypeLibrary) -> float:
        """Return the probability that there is nothing to win from it that is worth a risk."""
        return float(self.types()[library.sound].sum())

    def model(self, library: TypeLibrary) -> Table:
        """Return how it is expected to play."""
        return self._model(library, self.types_by_situation(), slice(None))

    def drawn_models(self, library: TypeLibrary, number: int, draws: np.random.Generator) -> Table:
        """Return models that it may have, as likely as each other, by model and situation.

        Each takes one type in every situation, mostly the same one in those that are near each
        other. What was counted is in all of them, so that they differ where little was seen.
        """
        sums = np.cumsum(self.types_by_situation(), axis=1)
        # Systematic sampling: a type with a third of the probability gets a third of the models.
        places = np.stack(
            [draws.permutation(number) + draws.random() for _ in range(SITUATIONS // _PRICES)],
            axis=1,
        ).repeat(_PRICES, axis=1)
        chosen = (sums[None] < (places / number * sums[:, -1])[:, :, None]).sum(axis=2)
        names = np.arange(len(library.names))
        return np.stack(
            [self._model(library, row[:, None] == names, slice(None)) for row in chosen]
        )

    def _model(self, library: TypeLibrary, types: Row, situations: Situations) -> Table:
        """Return the model of situations by their types' probabilities and by the counts."""
        expected = (types[:, None].astype(np.float32) @ library.by_situation[situations]).reshape(
            -1, LEVELS, ACTIONS
        )
        counts = self.counts[situations]
        seen = counts.sum(axis=-1, keepdims=True)
        model = (_TYPES_WEIGH * expected + counts) / (_TYPES_WEIGH + seen)
        chances: Table = (model / model.sum(axis=-1, keepdims=True)).astype(np.float32)
        return chances

    def raise_sizes(self) -> tuple[float, float, float]:
        """Return what its small, large and huge raises add on average, in pots."""
        small, large, huge = (self.sizes[:, 1] / self.sizes[:, 0]).tolist()
        return small, large, huge

    def observe(self, hand: HandInfo, seat: int, own: int, library: TypeLibrary) -> None:
        """Learn from a hand that is over: what the player on a seat did, and what it showed."""
        moves = [i for i, move in enumerate(hand.moves) if move.seat == seat]
        self.hands += 1
        if not moves:
            return
        steps = [(*modelled_move(hand, i), hand.moves[i].street) for i in moves]
        known = (*hand.board, *(hand.hole(own) or ()))
        live = (COMBO_MASKS & np.uint64(sum(1 << card for card in known))) == 0
        shown = hand.hole(seat)
        held = np.flatnonzero(live) if shown is None else np.array([combo_index(*shown)])
        met = [situation for situation, _, _, _ in steps]
        model = self._model(library, self.types_by_situation(met), met)
        weights = np.ones(len(held))
        for (situation, action, _, street), chances in zip(steps, model, strict=True):
            levels = levels_on_street(hand, street)[held]
            by_level = np.bincount(levels, weights, LEVELS)
            likelihood = library.chances[:, situation, :, action] @ (by_level / by_level.sum())
            self.evidence[situation] += np.log(likelihood)
            weights *= chances[:, action][levels]
            weights /= weights.sum()
        parts = weights
        for situation, action, fraction, street in steps:
            levels = levels_on_street(hand, street)[held]
            self.counts[situation, :, action] += np.bincount(levels, parts, LEVELS)
            if action >= FIRST_RAISE and 0 < fraction < float("inf"):
                size = min(max(fraction, _SMALLEST_SIZE), _LARGEST_SIZE)
                self.sizes[action - FIRST_RAISE] += (1.0, size)


def _normalized(logarithms: Row) -> Row:
    """Return probabilities by their logarithms, up to a constant each, along the last axis."""
    weights = np.exp(logarithms - logarithms.max(axis=-1, keepdims=True))
    chances: Row = weights / weights.sum(axis=-1, keepdims=True)
    return chances


def range_by_model(hand: HandInfo, seat: int, model: Table) -> Row:
    """Return the weights of a player's hands after its moves so far, the largest being 1."""
    dead = np.uint64(sum(1 << card for card in hand.board))
    weights = ((COMBO_MASKS & dead) == 0).astype(np.float64)
    for i, move in enumerate(hand.moves):
        if move.seat == seat:
            situation, action, _ = modelled_move(hand, i)
            weights *= model[situation, :, action][levels_on_street(hand, move.street)]
    scaled: Row = weights / max(float(weights.max()), 1e-300)
    return scaled
