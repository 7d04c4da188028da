"""Ranges: the hands a player may hold, each of the 1,326 combos with a weight."""

from collections.abc import Iterator
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivebet.cards.card import Card, CardsLike, as_cards
from fivebet.cards.class_orders import DEFAULT_ORDER
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, CLASSES, COMBO_MASKS, COMBOS
from fivebet.cards.range_notation import format_range, parse_range, top_classes
from fivebet.errors import RangeError
from fivebet.notebook import grid_html


class Range:
    """An immutable weighted set of combos. See `fivebet.cards.range_notation` for the text.

    >>> pairs = Range("22+")
    >>> pairs.combos, str(pairs & Range("QQ+, AKs")), round(pairs.share, 4)
    (78.0, 'QQ+', 0.0588)
    """

    __slots__ = ("_classes", "size", "weights")
    weights: NDArray[np.float64]
    size: int
    """The number of combos that have any weight."""
    _classes: NDArray[np.float64] | bool | None

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise RangeError(
                f"{type(text).__name__} is no text of a range: write '22+,A2s+', "
                "or use Range.from_weights"
            )
        self._set(parse_range(text))

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Self:
        """Make a range from 1,326 weights by combo index, or from 169 by class."""
        array = np.array(weights, dtype=np.float64)
        if array.shape in ((169,), (13, 13)):
            array = array.reshape(169)[CLASS_OF_COMBO]
        if array.shape != (1326,):
            raise RangeError(
                f"weights of shape {array.shape} are no range: give 1,326 by combo or 169 by class"
            )
        if not ((array >= 0) & (array <= 1)).all():
            raise RangeError("weights lie between 0 and 1, and these do not all")
        made = cls.__new__(cls)
        made._set(array)
        return made

    @classmethod
    def top(cls, share: float, order: str = DEFAULT_ORDER) -> Self:
        """Make the range of the best combos, a share of 0 to 1; the last class is weighted."""
        if not 0 <= share <= 1:
            raise RangeError(f"{share} is no share of all hands: give a number from 0 to 1")
        return cls.from_weights(top_classes(share, order))

    def _set(self, weights: NDArray[np.float64]) -> None:
        weights.setflags(write=False)
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "size", int(np.count_nonzero(weights)))
        object.__setattr__(self, "_classes", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a range does not change: {name} cannot be set")

    @property
    def combos(self) -> float:
        """Return the sum of all weights."""
        return float(self.weights.sum())

    @property
    def share(self) -> float:
        """Return the part of all 1,326 combos that the range holds."""
        return self.combos / 1326

    @property
    def class_weights(self) -> NDArray[np.float64] | None:
        """Return the weights of the 169 classes, or None if combos of a class differ."""
        if self._classes is None:
            firsts = self.weights[_FIRST_COMBOS]
            even = bool((firsts[CLASS_OF_COMBO] == self.weights).all())
            object.__setattr__(self, "_classes", firsts if even else False)
        return None if isinstance(self._classes, bool) else self._classes

    def grid(self) -> NDArray[np.float64]:
        """Return the mean weights as the 13 × 13 grid: aces first, suited right of the pairs."""
        means = np.bincount(CLASS_OF_COMBO, weights=self.weights, minlength=169) / CLASS_SIZES
        return means.reshape(13, 13)

    def without(self, dead: CardsLike) -> "Range":
        """Return the range once these cards are known to be elsewhere."""
        blocked = (COMBO_MASKS & np.uint64(as_cards(dead).mask)) != 0
        return Range.from_weights(np.where(blocked, 0.0, self.weights))

    def __iter__(self) -> Iterator[tuple[tuple[Card, Card], float]]:
        for index in np.flatnonzero(self.weights):
            yield COMBOS[index], float(self.weights[index])

    def __contains__(self, hands: object) -> bool:
        """Return whether every one of these hands is held, with any weight: "AKs" in r."""
        asked = as_range(hands)  # type: ignore[arg-type]
        return bool((self.weights[asked.weights > 0] > 0).all())

    def __getitem__(self, name: str) -> float:
        """Return the mean weight of a class, or of a combo: r["AKs"], r["AhKh"]."""
        asked = parse_range(name) > 0
        return float(self.weights[asked].mean())

    def __bool__(self) -> bool:
        return self.size > 0

    def __or__(self, other: "Range") -> "Range":
        return Range.from_weights(np.maximum(self.weights, other.weights))

    def __and__(self, other: "Range") -> "Range":
        return Range.from_weights(np.minimum(self.weights, other.weights))

    def __sub__(self, other: "Range") -> "Range":
        return Range.from_weights(np.maximum(self.weights - other.weights, 0.0))

    def __invert__(self) -> "Range":
        return Range.from_weights(1.0 - self.weights)

    def __mul__(self, factor: float) -> "Range":
        return Range.from_weights(self.weights * factor)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __reduce__(self) -> tuple[object, tuple[NDArray[np.float64]]]:
        return Range.from_weights, (self.weights,)

    def __str__(self) -> str:
        """Return a text that reads back as the same range; empty for an empty range."""
        return format_range(self.weights)

    def __repr__(self) -> str:
        text = str(self)
        return f"Range({text if len(text) <= 60 else text[:57] + '...'!r})"

    def _repr_html_(self) -> str:
        caption = f"{self.combos:g} combos, {100 * self.share:.2f}% of all"
        return grid_html(CLASSES, self.grid().ravel().tolist(), caption)


_FIRST_COMBOS = np.array([int(np.argmax(i == CLASS_OF_COMBO)) for i in range(len(CLASSES))])

RangeLike = Range | str | CardsLike
"""What functions accept as a range; two cards are a range of one combo."""


def as_range(hands: RangeLike) -> Range:
    """Return the range given as a range, a text or two cards."""
    if isinstance(hands, Range):
        return hands
    return Range(hands if isinstance(hands, str) else str(as_cards(hands)))
