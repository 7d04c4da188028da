"""PLICAS before the flop (4.1.1): a hand's place among the 169 classes, and a rule for it.

Places come from the order by equity against three random hands, with which the
paper's printed ranges agree, or from the eight classes of its table 1. The table
itself is lost: what its text says of it are Sklansky and Malmuth's groups, with
those of their eighth, which has J8o, counted to the seventh.
"""

from functools import cache, lru_cache
from typing import Literal

import numpy as np

from fivebet.agents.players.plicas.rules import Bands, read_bands, read_rules
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, CLASSES, combo_index
from fivebet.cards.range_notation import parse_range
from fivebet.errors import FormatError
from fivebet.game.view import View
from fivebet.opponents import Triple

Order = Literal["three-random", "table-1"]

SITUATIONS = ("first", "limped", "raised", "reraised")

_GROUPS = (
    "AA,KK,QQ,JJ,AKs",
    "TT,AQs,AJs,KQs,AKo",
    "99,JTs,QJs,KJs,ATs,AQo",
    "T9s,KQo,88,QTs,98s,J9s,AJo,KTs",
    "77,87s,Q9s,T8s,KJo,QJo,JTo,76s,97s,A9s-A2s,65s",
    "66,ATo,55,86s,KTo,QTo,54s,K9s,J8s,75s",
    "44,J9o,64s,T9o,53s,33,98o,43s,22,K8s-K2s,T7s,Q8s,"
    "87o,A9o,Q9o,76o,42s,32s,96s,85s,J8o,J7s,65o,54o,74s,K9o,T8o",
)
NOT_PLAYABLE = 8


class PreflopRules:
    """The rules of a file, by situation and place."""

    def __init__(self, path: str = "", order: Order = "three-random") -> None:
        rules, name = read_rules("preflop.toml", path)
        plays = rules.get("plays")
        if not isinstance(plays, int | float) or not 0 < plays <= 100:
            raise FormatError(f"{name}: plays = {plays!r} is no percentage of hands, 0 to 100")
        self.range = plays / 100
        """The share of hands that they play first in."""
        self.order: Order = order
        self._bands: dict[str, Bands] = {
            each: read_bands(rules.get(each), f"{name}, [{each}]", 100, whole=False)
            for each in SITUATIONS
        }

    def triple(self, situation: str, place: float, range_: float) -> Triple:
        """Return what to do with the hand at a place, 0 to 1, when playing this range of hands."""
        stretched = min(100.0 * place * self.range / max(range_, 1e-3), 99.99)
        return self._bands[situation].at(stretched)


def situation_of(view: View) -> str:
    """Return what the seat to act faces before the flop."""
    raises = sum(move.action.kind == "raise" for move in view.moves)
    if raises:
        return "raised" if raises == 1 else "reraised"
    return "limped" if view.moves else "first"


@lru_cache(maxsize=2048)
def hand_place(cards: tuple[int, int], order: Order = "three-random") -> float:
    """Return a hand's place: the share of all hands before the middle of its class."""
    return float(_places(order)[CLASS_OF_COMBO[combo_index(*cards)]])


@cache
def _places(order: Order) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    classes = np.array(class_order("three-random"))
    if order == "table-1":
        classes = classes[np.argsort(table_1_classes()[classes], kind="stable")]
    sizes = CLASS_SIZES[classes]
    places = np.zeros(169)
    places[classes] = (np.cumsum(sizes) - sizes / 2) / 1326
    return places


@cache
def table_1_classes() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return, by class of hole cards, 1 (the strongest) to 8 (not playable)."""
    found = np.full(len(CLASSES), NOT_PLAYABLE)
    for number, group in enumerate(_GROUPS, start=1):
        found[CLASS_OF_COMBO[parse_range(group) > 0]] = number
    return found
