"""The fields of one hand in PHH, and their lines in the file."""

import re
import tomllib
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from fivebet.errors import FormatError
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_record import as_chips, decimals
from fivebet.game.game import UNLIMITED

INFINITE = Decimal("Infinity")
"""The stack of a player whose chips nobody counted."""

_MOST_DIGITS = 1000
"""Digits before or after the point; arithmetic with more takes for ever."""

_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass
class Fields:
    """One hand's values by name; errors name the line of a value."""

    text: str
    name: str
    line: int
    """The number of lines of the file before the hand."""
    values: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.values = self._toml()

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def error(
        self,
        what: str,
        key: str = "",
        offset: int | None = None,
        kind: str = ComplaintKind.MALFORMED,
    ) -> FormatError:
        """Return an error at a field or at an offset of the text."""
        place = self.offset(key) if offset is None else offset
        column = place - self.text.rfind("\n", 0, place)
        return FormatError(what, self.name, self.line_at(place), column, kind=kind)

    def offset(self, key: str) -> int:
        """Return the offset at which a field begins."""
        found = re.search(rf"^[ \t]*(['\"]?){re.escape(key)}\1[ \t]*=", self.text, re.M)
        return found.start() if key and found else 0

    def line_at(self, offset: int) -> int:
        """Return the line of the file for an offset of the text."""
        return self.line + 1 + self.text.count("\n", 0, offset)

    def need(self, key: str) -> Any:
        """Return the value of a field that must be there."""
        if key not in self.values:
            raise self.error(f"the hand has no {key!r}: it must")
        return self.values[key]

    def amount(self, key: str, value: Any) -> Decimal:
        """Return a number of the file as an amount."""
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self.error(f"{key} holds {value!r}: an amount of chips is expected", key)
        amount = Decimal(value)
        if amount.is_nan():
            raise self.error(f"{key} holds {value!r}: an amount of chips is expected", key)
        return amount

    def amounts(self, key: str, players: int | None = None) -> tuple[Decimal, ...]:
        """Return a list of numbers, one for each player."""
        given = self.need(key)
        if not isinstance(given, list):
            raise self.error(f"{key} is {given!r}: a list of amounts is expected", key)
        if players is not None and len(given) != players:
            raise self.error(f"{key} has {len(given)} amounts for {players} players", key)
        return tuple(self.amount(key, value) for value in given)

    def chips(self, key: str, amount: Decimal, scale: int) -> int:
        """Return an amount as a whole number of chips."""
        chips = as_chips(amount, scale)
        if not isinstance(chips, int) or not 0 <= chips <= UNLIMITED:
            raise self.error(f"{key} holds {amount}: that is no number of chips", key)
        return chips

    def places(self, key: str, amount: Decimal) -> int:
        """Return the number of decimal places of an amount."""
        try:
            return decimals(amount)
        except FormatError as error:
            raise self.error(error.what, key) from None

    def names(self, key: str, players: int) -> tuple[str, ...]:
        """Return a list of texts, one for each player, or nothing."""
        return self._one_each(key, players, str, "texts")

    def numbers(self, key: str, players: int) -> tuple[int, ...]:
        """Return a list of whole numbers, one for each player, or nothing."""
        return self._one_each(key, players, int, "whole numbers")

    def _one_each(self, key: str, players: int, kind: type, what: str) -> tuple[Any, ...]:
        given = self.values.get(key, [])
        if not isinstance(given, list) or not all(type(each) is kind for each in given):
            raise self.error(f"{key} are {given!r}: a list of {what} is expected", key)
        if len(given) not in (0, players):
            raise self.error(f"{key} has {len(given)} entries for {players} players", key)
        return tuple(given)

    def _toml(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text, parse_float=_decimal)
        except RecursionError:
            raise self.error("the text is nested too deeply") from None
        except ValueError as error:
            what = str(error)
            place = _TOML_PLACE.search(what)
            at = (int(place[1]), int(place[2])) if place and place[1] else None
            line, column = at or (self.text.count("\n") + 1, 1)
            kind = ComplaintKind.CUT_OFF if place and not at else ComplaintKind.MALFORMED
            what = f"no TOML: {_TOML_PLACE.sub('', what)}"
            raise FormatError(what, self.name, self.line + line, column, kind=kind) from None


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text.replace("_", ""))
    except InvalidOperation:
        raise ValueError(f"{text[:40]!r} is no number that can be counted") from None
    if number.is_finite() and number and abs(number.adjusted()) > _MOST_DIGITS:
        raise ValueError(f"{text[:40]!r} is no number that can be counted")
    return number
