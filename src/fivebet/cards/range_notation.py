"""Ranges as players write them: text is parsed to weights, and weights are formatted as text.

    22+          pairs from deuces up           QQ-99        pairs between
    A2s+ K9o+    same high card, kicker up      KTs-K8s      kickers between
    AK           suited and offsuit             JTs-54s      connectors between
    AhKh         one combo                      random       any two cards
    15%          the best 15 %, the last class weighted so that it is exact
    15%@one-random   the same in another order  5%-15%       the slice between
    76s:0.5      any of these with a weight from 0 to 1

Parts are separated by commas, semicolons or blanks; where two name the same combo, the
later one holds.
"""

import re
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.card import RANKS, parse_cards
from fivebet.cards.class_orders import DEFAULT_ORDER, ORDERS, class_order
from fivebet.cards.combos import (
    CLASS_OF_COMBO,
    CLASS_SIZES,
    CLASSES,
    COMBOS,
    combo_index,
    combos_of_class,
)
from fivebet.errors import CardError, RangeError

_R = f"[{RANKS}{RANKS.lower()}]"
_CLASS = rf"({_R})({_R})([soSO]?)"
_PLUS = re.compile(rf"{_CLASS}(\+?)")
_DASH = re.compile(rf"{_CLASS}-{_CLASS}")
_PERCENT = re.compile(r"(?:(\d+(?:\.\d+)?)%?-)?(\d+(?:\.\d+)?)%(?:@([\w-]+))?")
_ACCEPTED = (
    "write parts like 22+, A2s+, KTs-K8s, AKo, AhKh, 15% or random, each with :weight if you like"
)


def parse_range(text: str) -> NDArray[np.float64]:
    """Return the weights of all combos for the text of a range.

    >>> float(parse_range("QQ+, AKs:0.5").sum())
    20.0
    """
    weights = np.zeros(1326)
    parts = [part for part in re.split(r"[,;\s]+", text) if part]
    if not parts:
        raise RangeError(f"{text!r} is an empty range: {_ACCEPTED}")
    for part in parts:
        body, _, weight_text = part.partition(":")
        weight = _parse_weight(weight_text, part) if ":" in part else 1.0
        combos = _parse_part(body, part)
        weights[combos > 0] = weight * combos[combos > 0]
    return weights


def _parse_weight(text: str, part: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise RangeError(f"{text!r} in {part!r} is no weight: a weight is a number from 0 to 1")
    return weight


def _parse_part(body: str, part: str) -> NDArray[np.float64]:
    if body.lower() in ("random", "any"):
        return np.ones(1326)
    if found := _PERCENT.fullmatch(body):
        return _parse_percent(found, part)
    if found := _PLUS.fullmatch(body):
        return _of_classes(_parse_plus(found, part))
    if found := _DASH.fullmatch(body):
        return _of_classes(_parse_dash(found, part))
    try:
        hole = parse_cards(body)
    except CardError as error:
        raise RangeError(f"{part!r} is no part of a range: {_ACCEPTED}") from error
    if len(set(hole)) != 2 or len(hole) != 2:
        raise RangeError(f"{part!r} is no combo: a combo has two different cards, like AhKh")
    weights = np.zeros(1326)
    weights[combo_index(*hole)] = 1
    return weights


def _parse_percent(found: re.Match[str], part: str) -> NDArray[np.float64]:
    low, high, order = float(found[1] or 0), float(found[2]), found[3] or DEFAULT_ORDER
    if not low <= high <= 100:
        raise RangeError(f"{part!r} is no share of all hands: write a number from 0% to 100%")
    if order not in ORDERS:
        raise RangeError(
            f"{order!r} in {part!r} is no order of hands: there are {', '.join(ORDERS)}"
        )
    shares = top_classes(high / 100, order) - top_classes(low / 100, order)
    weights: NDArray[np.float64] = shares[CLASS_OF_COMBO]
    return weights


def top_classes(share: float, order: str = DEFAULT_ORDER) -> NDArray[np.float64]:
    """Return the weights of the 169 classes that make up a share of all combos exactly."""
    weights = np.zeros(169)
    left = share * 1326
    for index in class_order(order):
        weights[index] = min(1.0, max(0.0, left / CLASS_SIZES[index]))
        left -= CLASS_SIZES[index]
    return weights


def _read_class(high: str, low: str, kind: str, part: str) -> tuple[int, int, str]:
    a, b = RANKS.index(high.upper()), RANKS.index(low.upper())
    if a == b and kind:
        raise RangeError(f"{part!r} has a pair that is {kind!r}: write {high}{low} alone")
    return max(a, b), min(a, b), kind.lower()


def _names(high: int, low: int, kind: str) -> list[str]:
    if high == low:
        return [RANKS[high] * 2]
    return [RANKS[high] + RANKS[low] + k for k in (kind or "so")]


def _parse_plus(found: re.Match[str], part: str) -> list[str]:
    high, low, kind = _read_class(found[1], found[2], found[3], part)
    if not found[4]:
        return _names(high, low, kind)
    if high == low:
        return [name for rank in range(high, 13) for name in _names(rank, rank, kind)]
    return [name for kicker in range(low, high) for name in _names(high, kicker, kind)]


def _parse_dash(found: re.Match[str], part: str) -> list[str]:
    high_a, low_a, kind = _read_class(found[1], found[2], found[3], part)
    high_b, low_b, kind_b = _read_class(found[4], found[5], found[6], part)
    if kind != kind_b:
        raise RangeError(
            f"{part!r} goes from one kind of hand to another: write KTs-K8s or KTo-K8o"
        )
    if high_a == high_b and high_a != low_a and high_b != low_b:
        kickers = range(min(low_a, low_b), max(low_a, low_b) + 1)
        return [name for kicker in kickers for name in _names(high_a, kicker, kind)]
    if high_a - low_a == high_b - low_b:
        gap = high_a - low_a
        tops = range(min(high_a, high_b), max(high_a, high_b) + 1)
        return [name for top in tops for name in _names(top, top - gap, kind)]
    raise RangeError(
        f"{part!r} has ends that do not match: write pairs (QQ-99), "
        "the same high card (KTs-K8s) or the same gap (JTs-54s)"
    )


def _of_classes(names: list[str]) -> NDArray[np.float64]:
    weights = np.zeros(1326)
    for name in names:
        weights[combos_of_class(name)] = 1
    return weights


def format_range(weights: NDArray[np.float64]) -> str:
    """Return the shortest text that reads back as the same weights, heaviest parts first.

    >>> format_range(parse_range("AA, KK, QQ, A5s, A4s, 76s:0.5"))
    'QQ+, A5s-A4s, 76s:0.5'
    """
    whole: dict[float, set[int]] = {}
    parts: list[tuple[float, str]] = []
    for index in range(169):
        combos = np.flatnonzero(index == CLASS_OF_COMBO)
        held = weights[combos]
        if (held == held[0]).all():
            if held[0] > 0:
                whole.setdefault(float(held[0]), set()).add(index)
            continue
        for combo in combos[::-1]:
            if weights[combo] > 0:
                low, high = sorted(COMBOS[combo], key=lambda card: (card.rank, card.suit))
                parts.append((float(weights[combo]), f"{high}{low}"))
    for weight, classes in whole.items():
        parts += [(weight, part) for part in _format_classes(classes)]
    parts.sort(key=lambda part: -part[0])
    return ", ".join(text if weight == 1 else f"{text}:{weight!r}" for weight, text in parts)


def _format_classes(classes: set[int]) -> list[str]:
    if len(classes) == 169:
        return ["random"]
    held = {CLASSES[index] for index in classes}
    parts = _runs([RANKS[rank] * 2 for rank in range(12, -1, -1)], held)
    for kind in "so":
        for high in range(12, 0, -1):
            kickers = [RANKS[high] + RANKS[low] + kind for low in range(high - 1, -1, -1)]
            parts += _runs(kickers, held)
    return parts


def _runs(line: list[str], held: set[str]) -> list[str]:
    """Return the parts that name the held classes of a line, such as AA, KK, … or AKs, AQs, …"""
    parts = []
    for known, group in groupby(line, key=held.__contains__):
        run = list(group)
        if not known:
            continue
        if len(run) == 1:
            parts.append(run[0])
        elif run[0] == line[0]:
            parts.append(f"{run[-1]}+")
        else:
            parts.append(f"{run[0]}-{run[-1]}")
    return parts
