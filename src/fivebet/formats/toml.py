"""The small part of TOML that hand histories are written in.

Python reads TOML but does not write it; the values here are numbers, texts, times
and lists of them.
"""

import re
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any

__all__ = ["toml_lines"]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """One line for each key.

    >>> print(*toml_lines({"hand": 7, "players": ["Ann", "Bo's"], "blinds": [Decimal("0.5"), 1]}))
    hand = 7 players = ['Ann', "Bo's"] blinds = [0.5, 1]
    """
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return _decimal(value)
        case str():
            return _text(value)
        case date() | time():
            return value.isoformat()
        case dict():
            return "{" + ", ".join(toml_lines(value)) + "}"
        case _:
            return "[" + ", ".join(map(_value, value)) + "]"


def _decimal(value: Decimal) -> str:
    if not value.is_finite():
        return str(value).lower().replace("infinity", "inf").replace("snan", "nan")
    # A number without a point or an exponent would come back as a whole one.
    text = str(value)
    return text if set(text) & set(".E") else f"{text}.0"


def _text(value: str) -> str:
    plain = value.isprintable() and "'" not in value
    return f"'{value}'" if plain else _quoted(value)


def _quoted(value: str) -> str:
    letters = (_ESCAPES.get(letter) or _escaped(letter) for letter in value)
    return '"' + "".join(letters) + '"'


def _escaped(letter: str) -> str:
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
