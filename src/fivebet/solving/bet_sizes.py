"""Bet sizes as players write them.

50%       of the pot; for a raise, of the pot after calling
2.5x      times the last bet (raises only)
e  2e     geometric: the same part of the pot on each street left, or on two,
          the last one all-in; 2e150% bets at most 150 % of the pot
120c      chips
a         all-in
"""

import re
from typing import Self

from fivebet.errors import SolvingError

Size = tuple[int, float, int]
"""A size as the compiled solver takes it: kind, amount and streets."""

_POT, _LAST, _GEOMETRIC, _CHIPS, _ALL_IN = range(5)
_NUMBER = r"(\d+(?:\.\d+)?|\.\d+)"
_FORMS = (
    (_POT, re.compile(rf"{_NUMBER}%")),
    (_LAST, re.compile(rf"{_NUMBER}x")),
    (_CHIPS, re.compile(rf"{_NUMBER}c")),
    (_GEOMETRIC, re.compile(rf"([1-3]?)e(?:{_NUMBER}%)?")),
    (_ALL_IN, re.compile(r"a|all-?in")),
)
_HOW = (
    "write 50% (of the pot), 2.5x (the last bet, for raises), e or 2e (geometric), "
    "120c (chips) or a (all-in)"
)


class BetSizes:
    """An immutable list of bet sizes.

    >>> str(BetSizes("50 %, 100%, all-in"))
    '50%, 100%, a'
    """

    __slots__ = ("sizes", "text")
    sizes: tuple[Size, ...]
    text: str

    def __init__(self, text: str) -> None:
        parts = [part.strip() for part in text.replace(" %", "%").split(",") if part.strip()]
        read = [_read(part.lower(), text) for part in parts]
        self.sizes = tuple(size for size, _ in read)
        self.text = ", ".join(written for _, written in read)

    @classmethod
    def of(cls, sizes: "BetSizes | str") -> Self:
        """Return the sizes given as sizes or as a text."""
        return cls(str(sizes))

    def require_bets(self) -> None:
        """Raise if one of the sizes can only be a raise."""
        for written in self.text.split(", "):
            if written.endswith("x"):
                raise SolvingError(
                    f"{written} is a size of raises: it multiplies a bet, and a first bet has "
                    "none before it; write 50% (of the pot), e, 120c (chips) or a"
                )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BetSizes) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __bool__(self) -> bool:
        return bool(self.sizes)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"BetSizes({self.text!r})"


def _read(part: str, text: str) -> tuple[Size, str]:
    for kind, form in _FORMS:
        if not (found := form.fullmatch(part)):
            continue
        if kind == _ALL_IN:
            return (kind, 0.0, 0), "a"
        if kind == _GEOMETRIC:
            streets, most = found.groups()
            return (kind, float(most or 0) / 100, int(streets or 0)), part
        amount = float(found[1])
        if amount <= 0:
            raise SolvingError(f"{part!r} in {text!r} bets nothing: {_HOW}")
        if kind == _LAST and amount <= 1:
            raise SolvingError(f"{part!r} in {text!r} does not raise: multiples are above 1x")
        return (kind, amount / 100 if kind == _POT else amount, 0), part
    raise SolvingError(f"{part!r} in {text!r} is no bet size: {_HOW}")
