"""The strength of hole cards at the showdown, against any number of random hands.

Moik's effective hand strength (2018, 4.2): the chance to beat all opponents, a
tie with the best of them counting as half (equation 4.4). Before the flop it is
a table of 169 classes by one to eight opponents, exact for one and simulated
for more; on the river the holdings are counted, on flop and turn every board to
come. The thesis plays 1,000 random games for each decision, to within 4 %. Here the
opponents' hands are taken as independent of each other, and boards to come as a Beta
distribution: right to a quarter of one percent against one opponent, and off by half
of one percent on average against two or three, by two (at worst by ten) against eight.

The table of all flops and turns has 48 MB and takes half a minute to make, on
first use. Without it the same numbers are computed hand by hand.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivebet._core import (
    FLOPS,
    TURNS,
    StrengthTables,
    fill_turn_points,
    flop_prospects,
    preflop_counts,
    turn_prospects,
)
from fivebet.cards.card import BOARD_CARDS, CardsLike, as_cards
from fivebet.cards.class_orders import class_equities
from fivebet.errors import CardError
from fivebet.files import home, write_atomically
from fivebet.machine import core_count

MAX_OPPONENTS = 8
_COMBOS = 1326
_PREFLOP_FILE = "preflop_strengths.json"
_TABLE_FILE = "prospects-1.npy"  # flops, then turns; the number is that of the layout
_TURNS_AT_ONCE = 128
_FLOPS_AT_ONCE = 65


def showdown_strength(hole: CardsLike, board: CardsLike = "", opponents: int = 1) -> float:
    """Return the chance that hole cards beat so many random hands at the showdown.

    >>> round(showdown_strength("AsAh", opponents=3), 2)
    0.64
    """
    if not 1 <= opponents <= MAX_OPPONENTS:
        raise CardError(f"{opponents} opponents: there are 1 to {MAX_OPPONENTS}")
    held, on_board = as_cards(hole), as_cards(board)
    if len(held) != 2 or len(on_board) not in BOARD_CARDS or held.mask & on_board.mask:
        raise CardError(
            f"{held} on {on_board or 'no board'}: give two cards and no, 3, 4 or 5 others"
        )
    return strengths_on_demand().strength(held.mask, on_board.mask, opponents)


@cache
def preflop_strengths() -> NDArray[np.float32]:
    """Return the strengths before the flop, by class and by one to eight opponents."""
    text = resources.files("fivebet.data").joinpath(_PREFLOP_FILE).read_text("utf-8")
    table = np.empty((169, MAX_OPPONENTS), np.float32)
    table[:, 0] = class_equities("one-random")
    table[:, 1:] = json.loads(text)["strengths"]
    table.setflags(write=False)
    return table


def simulate_preflop_strengths(
    deals: int, seed: int = 0, progress: Callable[[float], None] = lambda _: None
) -> list[list[float]]:
    """Simulate the strengths before the flop, by class and by two to eight opponents."""
    rows = []
    for index in range(169):
        wins, ties = preflop_counts(index, deals, seed)
        rows.append([(won + tied / 2) / deals for won, tied in zip(wins, ties, strict=True)][1:])
        progress((index + 1) / 169)
    return rows


@cache
def strengths_on_demand() -> StrengthTables:
    """Return strengths that are computed on demand, which suits one hand at a time."""
    empty = np.empty((0, _COMBOS, 2), np.uint8)
    return StrengthTables(preflop_strengths(), empty, empty)


_loaded: dict[Path, StrengthTables] = {}


def strength_table(
    progress: Callable[[float], None] = lambda _: None, threads: int | None = None
) -> StrengthTables:
    """Return strengths by look-up, which suits millions of hands; make the table on first use."""
    path = home() / _TABLE_FILE
    if path not in _loaded:
        if not _is_whole(path):
            _make_table(path, progress, threads or core_count())
        table = np.load(path, mmap_mode="r")
        _loaded[path] = StrengthTables(preflop_strengths(), table[:FLOPS], table[FLOPS:])
    return _loaded[path]


def _is_whole(path: Path) -> bool:
    try:
        table = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError):
        return False
    return bool(table.shape == (FLOPS + TURNS, _COMBOS, 2) and table.dtype == np.uint8)


def _make_table(path: Path, progress: Callable[[float], None], threads: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    points = np.empty((TURNS, _COMBOS, 2), np.uint32)
    steps = TURNS + FLOPS
    for start in range(0, TURNS, _TURNS_AT_ONCE):
        fill_turn_points(points[start : start + _TURNS_AT_ONCE], start, threads)
        progress(min(start + _TURNS_AT_ONCE, TURNS) / steps)
    table = np.empty((steps, _COMBOS, 2), np.uint8)
    for start in range(0, FLOPS, _FLOPS_AT_ONCE):
        stop = min(start + _FLOPS_AT_ONCE, FLOPS)
        table[start:stop] = flop_prospects(points, start, stop, threads)
        progress((TURNS + stop) / steps)
    for start in range(0, TURNS, _TURNS_AT_ONCE):
        stop = min(start + _TURNS_AT_ONCE, TURNS)
        table[FLOPS + start : FLOPS + stop] = turn_prospects(points[start:stop])
    file = BytesIO()
    np.save(file, table)
    write_atomically(path, file.getbuffer())
