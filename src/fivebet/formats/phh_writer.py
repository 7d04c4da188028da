"""Writing hands as PHH text.

The format cannot express pot-limit hold'em, other decks, caps, or a player out of
turn who acts first: such games are refused.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any

from fivebet.errors import FormatError
from fivebet.formats.file_record import FileRecord, as_file_record, money
from fivebet.formats.phh import STRUCTURES, first_to_act
from fivebet.formats.phh_actions import phh_notations
from fivebet.formats.phh_fields import INFINITE
from fivebet.game.chips import Chips
from fivebet.game.game import UNLIMITED, Game
from fivebet.game.record import HandRecord

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_VARIANTS = {structure: variant for variant, structure in STRUCTURES.items()}


def write_phh(hands: Iterable[HandRecord]) -> str:
    """Return the text of a `.phh` for one hand or of a `.phhs` for many."""
    texts = ["\n".join(toml_lines(_table(as_file_record(hand)))) + "\n" for hand in hands]
    if len(texts) == 1:
        return texts[0]
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def _table(record: FileRecord) -> dict[str, Any]:
    game, scale = record.game, record.scale
    _check(game)
    turn = -1 if game.seats == 2 else 1
    metadata = dict(record.metadata)
    table: dict[str, Any] = {"variant": _VARIANTS[game.structure]}
    if "ante_trimming_status" in metadata:
        table["ante_trimming_status"] = metadata.pop("ante_trimming_status")
    elif len(set(game.antes)) == 1 and not record.notations:
        table["ante_trimming_status"] = True
    table["antes"] = _amounts(game.antes[::turn], scale)
    table["blinds_or_straddles"] = _amounts(_blinds(game)[::turn], scale)
    if game.structure == "fixed-limit":
        table["small_bet"], table["big_bet"] = _amounts(game.raise_sizes[1:3], scale)
    else:
        table["min_bet"] = _amount(game.min_bet, scale)
    table["starting_stacks"] = _amounts(record.stacks, scale)
    table["actions"] = record.notations or phh_notations(record.replay(), scale)
    table |= metadata
    if record.places:
        table["seats"] = record.places
    if record.players:
        table["players"] = record.players
    return table | _results(record)


def _results(record: FileRecord) -> dict[str, Any]:
    stated, scale = record.stated, record.scale
    results: dict[str, Any] = {}
    if stated.stacks is not None:
        results["finishing_stacks"] = _amounts(stated.stacks, scale)
    elif record.payoffs is not None and UNLIMITED not in record.stacks and not record.notations:
        ends = (start + won for start, won in zip(record.stacks, record.payoffs, strict=True))
        results["finishing_stacks"] = _amounts(ends, scale)
    if stated.winnings is not None:
        results["winnings"] = _amounts(stated.winnings, scale)
    return results


def _check(game: Game) -> None:
    if game.structure not in _VARIANTS or not game.is_holdem:
        raise FormatError(f"PHH cannot say {game}: no-limit and fixed-limit hold'em are written")
    if game.first != (first_to_act(_blinds(game)), 0, 0, 0):
        raise FormatError(f"PHH cannot say who acts first in {game}: seats {game.first}")
    sizes = game.raise_sizes
    if sizes and (sizes[0] != sizes[1] or sizes[2] != sizes[3]):
        raise FormatError(f"PHH knows a small and a big bet, not {sizes}")


def _blinds(game: Game) -> tuple[int, ...]:
    """Return the blinds, those of newcomers negative: they do not change who acts first."""
    last = game.first[0] - 1
    biggest = game.blinds[last]
    return tuple(
        -blind if blind >= biggest and seat > last % game.seats else blind
        for seat, blind in enumerate(game.blinds)
    )


def _amounts(chips: Iterable[Chips], scale: int) -> list[int | Decimal]:
    return [_amount(each, scale) for each in chips]


def _amount(chips: Chips, scale: int) -> int | Decimal:
    if chips == UNLIMITED:
        return INFINITE
    text = money(chips, scale)
    return Decimal(text) if "." in text else int(text)


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """Return a table as lines of TOML, which Python reads but does not write.

    >>> print(*toml_lines({"hand": 7, "players": ["Ann", "Bo's"], "blinds": [Decimal("0.5"), 1]}))
    hand = 7 players = ['Ann', "Bo's"] blinds = [0.5, 1]
    """
    return [f"{_toml_key(key)} = {_toml_value(value)}" for key, value in table.items()]


def _toml_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _toml_value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return _decimal(value)
        case str():
            return _toml_text(value)
        case date() | time():
            return value.isoformat()
        case dict():
            return "{" + ", ".join(toml_lines(value)) + "}"
        case _:
            return "[" + ", ".join(map(_toml_value, value)) + "]"


def _decimal(value: Decimal) -> str:
    if not value.is_finite():
        return str(value).lower().replace("infinity", "inf").replace("snan", "nan")
    # A number without a point or an exponent would come back as a whole one.
    text = str(value)
    return text if set(text) & set(".E") else f"{text}.0"


def _toml_text(value: str) -> str:
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
