"""Random streams: one seed, and independent numbers for every purpose and index.

A stream is Philox 4x64-10 keyed by (seed, purpose) and counting from (index,
part). Nothing is shared between streams, so the same numbers come out in any
order, on any number of workers, in C++ and in Python; `numpy()` gives NumPy's
own generator with the same numbers.
"""

from collections.abc import Iterable
from operator import index as whole
from typing import SupportsIndex, TypeVar

import numpy as np

from fivebet._core import Stream as _Stream
from fivebet._core import purpose_key
from fivebet.errors import FivebetError

_WORD = 1 << 64
_Item = TypeVar("_Item")


def to_word(number: SupportsIndex) -> int:
    """Return a whole number, NumPy's too, as the 64 bits by which the core knows a seed.

    >>> to_word(7), to_word(np.int64(7)), to_word(-1) == 2**64 - 1
    (7, 7, True)
    """
    try:
        return whole(number) % _WORD
    except TypeError:
        raise FivebetError(
            f"{number!r} is no seed or number of a stream: give a whole number"
        ) from None


class Stream(_Stream):
    """Random numbers for one purpose, say Stream(7, "deal", hand_number).

    >>> Stream(7, "deal", 3).below(52) == Stream(7, "deal", 3).below(52)
    True
    """

    seed: int
    purpose: str
    index: int
    part: int

    def __init__(self, seed: int, purpose: str, index: int = 0, part: int = 0) -> None:
        if not isinstance(purpose, str):
            raise FivebetError(f"{purpose!r} is no purpose of random numbers: give a text")
        super().__init__(to_word(seed), purpose_key(purpose), to_word(index), to_word(part))
        self.seed, self.purpose, self.index, self.part = seed, purpose, index, part

    def child(self, purpose: str, index: int = 0, part: int = 0) -> "Stream":
        """Return a stream for a purpose within this one, independent of what was drawn here."""
        path = f"{self.purpose}/{self.index}.{self.part}/{purpose}"
        return Stream(self.seed, path, index, part)

    def shuffled(self, items: Iterable[_Item]) -> list[_Item]:
        """Return items in a random order: `shuffled(range(52))` is a deck."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def numpy(self) -> np.random.Generator:
        """Return NumPy's generator at this stream's beginning, for arrays and distributions."""
        return np.random.Generator(
            np.random.Philox(
                key=np.array([to_word(self.seed), purpose_key(self.purpose)], dtype=np.uint64),
                counter=np.array([0, to_word(self.index), to_word(self.part), 0], dtype=np.uint64),
            )
        )

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {self.purpose!r}, {self.index}, {self.part})"
