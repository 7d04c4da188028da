"""Models of heads-up opponents: how often they fold, call and raise, by situation and strength.

A model is a table of probabilities: for 80 situations (the street, what is faced and at what
price), 16 levels of strength (how many random hands theirs beats) and five actions: fold,
check or call, and raises that are small, large or huge by the pot. The words are those of
native/solve/model_response.hpp, which also finds the best response to a model.

A library holds the models of many types of players, counted from play in which all cards
are known. A belief about an opponent starts with it. What the opponent is seen to do moves
the types' probabilities by Bayes' rule, with the cards that it shows or, where it shows
none, with all that it may hold, as each type would have brought them there. Beside that its
own actions are counted by situation and level, hidden hands in parts: these counts take over
from the types as hands come in (a Dirichlet prior whose mean is the mixture of types).
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
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
Structure = Literal["fixed-limit", "no-limit"]

SITUATIONS, LEVELS, ACTIONS = 80, 16, 5
FOLD, PASSIVE, FIRST_RAISE = 0, 1, 2
RAISE_SIZES = (0.4, 0.85, 2.5)
"""What small, large and huge raises add, in pots after calling, before any was seen."""
_FILE = "opponent_types.npz"
_PARTS = 250
_LEAST_CHANCE = 0.004  # of an action that a type was never seen to take
_EVIDENCE = 0.6  # nobody is exactly a type, so that every action weighs less than one
_SOUND_PRIOR = 0.3
_TYPES_WEIGH = 8.0  # actions of a situation and level that weigh as much as the types
_SIZES_WEIGH = 4.0
_FACING, _PRICES = 4, 5


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
        """The probabilities, none of them quite 0."""
        table = np.maximum(self.parts.astype(np.float32) / _PARTS, _LEAST_CHANCE)
        chances: Table = table / table.sum(axis=-1, keepdims=True)
        return chances

    @cached_property
    def prior(self) -> Row:
        """The probabilities of the types before anything was seen."""
        sound = self.sound.sum()
        if sound in (0, len(self.names)):
            return np.full(len(self.names), 1 / len(self.names))
        others = (1 - _SOUND_PRIOR) / (len(self.names) - sound)
        prior: Row = np.where(self.sound, _SOUND_PRIOR / sound, others)
        return prior


def save_types(libraries: dict[Structure, TypeLibrary], path: Path) -> None:
    """Write the types of both betting structures as a packed `.npz` file."""
    arrays: dict[str, NDArray[Any]] = {"made_by": np.array("fivebet tables types")}
    for structure, library in libraries.items():
        arrays[f"{structure} names"] = np.array(library.names)
        arrays[f"{structure} sound"] = library.sound
        arrays[f"{structure} parts"] = library.parts
    write_atomically(path, compress_arrays(**arrays))


def read_types(content: bytes) -> dict[Structure, TypeLibrary]:
    """Return the types in a file's content."""
    try:
        arrays = read_arrays(content)
        libraries: dict[Structure, TypeLibrary] = {}
        structures: tuple[Structure, ...] = ("fixed-limit", "no-limit")
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


def load_types(path: Path | str) -> dict[Structure, TypeLibrary]:
    """Read types of opponents from a file."""
    return read_types(read_bounded(path))


@lru_cache(maxsize=1)
def _shipped() -> dict[Structure, TypeLibrary]:
    return read_types(resources.files("fivebet.data").joinpath(_FILE).read_bytes())


def shipped_types(structure: Structure) -> TypeLibrary:
    """Return the types that ship for limit or no-limit games."""
    return _shipped()[structure]


def smoothed_parts(counts: Row, evidence: float = 3.0) -> NDArray[np.uint8]:
    """Return a model in 250ths from counts by situation, level and action.

    What was seen seldom follows what the same level does at other prices, then on other streets,
    then in whatever situation, with the weight of a few actions each time.
    """
    by_street = counts.reshape(4, _FACING, _PRICES, LEVELS, ACTIONS)
    # With nothing to call there is nothing to fold to, which must not count elsewhere.
    facing = by_street.copy()
    facing[:, 0] = 0
    chances = np.full((4, _FACING, _PRICES, LEVELS, ACTIONS), 1 / ACTIONS)
    for wider in ((0, 1, 2, 3), (0, 1, 2), (0, 2), (2,), ()):
        seen = by_street if wider in ((0, 2), (2,), ()) else facing
        sums = seen.sum(axis=wider, keepdims=True) if wider else seen
        chances = (sums + evidence * chances) / (
            sums.sum(axis=-1, keepdims=True) + evidence * chances.sum(axis=-1, keepdims=True)
        )
    table = np.broadcast_to(chances, by_street.shape).reshape(SITUATIONS, LEVELS, ACTIONS)
    parts: NDArray[np.uint8] = np.round(table * _PARTS).astype(np.uint8)
    return parts


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
    """The logarithm of each type's probability, up to a constant."""
    counts: Row = field(default_factory=lambda: np.zeros((SITUATIONS, LEVELS, ACTIONS)))
    sizes: Row = field(
        default_factory=lambda: _SIZES_WEIGH * np.array([(1.0, x) for x in RAISE_SIZES])
    )
    """How often it raised by little, much and very much, and the sums of these sizes."""
    hands: int = 0

    @classmethod
    def before_play(cls, library: TypeLibrary) -> Self:
        """Return what is believed of somebody who was never seen."""
        return cls(np.log(library.prior))

    def types(self) -> Row:
        """Return the probability of each type."""
        weights = np.exp(self.evidence - self.evidence.max())
        types: Row = weights / weights.sum()
        return types

    def sound(self, library: TypeLibrary) -> float:
        """Return the probability that there is nothing to win from it that is worth a risk."""
        return float(self.types()[library.sound].sum())

    def model(self, library: TypeLibrary) -> Table:
        """Return how it is expected to play."""
        types = np.tensordot(self.types().astype(np.float32), library.chances, axes=1)
        seen = self.counts.sum(axis=-1, keepdims=True)
        model: Table = ((_TYPES_WEIGH * types + self.counts) / (_TYPES_WEIGH + seen)).astype(
            np.float32
        )
        return model

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
        model = self.model(library)
        by_type = np.ones((len(library.names), len(held)), np.float32)
        own_weight = np.ones(len(held))
        for situation, action, _, street in steps:
            levels = levels_on_street(hand, street)[held]
            by_type *= library.chances[:, situation, :, action][:, levels]
            own_weight *= model[situation, :, action][levels]
        likelihood = np.maximum(by_type.mean(axis=1, dtype=np.float64), 1e-30)
        self.evidence = self.evidence + _EVIDENCE * np.log(likelihood)
        parts = own_weight / max(float(own_weight.sum()), 1e-300)
        for situation, action, fraction, street in steps:
            levels = levels_on_street(hand, street)[held]
            self.counts[situation, :, action] += np.bincount(levels, parts, LEVELS)
            if action >= FIRST_RAISE and 0 < fraction < float("inf"):
                self.sizes[action - FIRST_RAISE] += (1.0, fraction)


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
