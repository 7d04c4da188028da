"""Equity and hand strength of many hands at once, over NumPy arrays and with threads.

Cards are given as text (`"AhKh"`), as 64-bit sets (bit i for card i, a one-dimensional
array), as rows of card numbers (a two-dimensional array) or as a list of any of these.
One hand, or one board, goes with all of the others. The kernels release Python's lock, so
that threads work at the same time; results do not depend on their number.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivebet._core import heads_up
from fivebet.cards.card import BOARD_CARDS, Card, CardSet, as_cards
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.preflop_matchups import matchups
from fivebet.cards.ranges import Range, RangeLike, as_range
from fivebet.cards.strength import Strength, strength
from fivebet.errors import CardError, EquityError
from fivebet.machine import core_count

Sets = NDArray[np.uint64]
Floats = NDArray[np.float64]
Input = TypeVar("Input")
Output = TypeVar("Output")

_ORDER = np.argsort(COMBO_MASKS)
_SORTED_MASKS = COMBO_MASKS[_ORDER]


def equity_many(
    hole: ArrayLike,
    opponent: RangeLike | ArrayLike = "random",
    board: ArrayLike = "",
    threads: int | None = None,
) -> Floats:
    """Return the exact equity of each pair of hole cards against a range, or hand against hand.

    `opponent` is one range for all, or an array of hole cards, one for each hand.

    >>> equity_many(["AsAh", "7c2d"], "KK+", board="Kd7h2s").round(4)
    array([0.1894, 0.4976])
    """
    holes = _sets(hole, "hole")
    boards = _sets(board, "board")
    ranges: list[Range] = []
    if isinstance(opponent, Range) or (isinstance(opponent, str) and not _is_hole(opponent)):
        ranges = [as_range(opponent)]
        against = np.zeros(1, dtype=np.uint64)
    else:
        against = _sets(opponent, "hole")
    holes, against, boards = _broadcast(holes, against, boards)
    _check_distinct(holes, boards, *(() if ranges else (against,)))
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, key in enumerate(zip(boards.tolist(), against.tolist(), strict=True)):
        groups[key].append(index)
    combos = _combos(holes)
    result = np.empty(len(holes))

    def solve(group: tuple[tuple[int, int], list[int]]) -> None:
        (table, theirs), members = group
        mine = combos[members]
        weights = ranges[0].weights if ranges else _one_combo(theirs)
        result[members] = _equities(mine, weights, table)

    list(_parallel(solve, groups.items(), threads))
    blocked = np.flatnonzero(np.isnan(result))
    if len(blocked):
        raise EquityError(
            f"hand {blocked[0]}: {str(opponent)!r} holds no hand that is left when its cards "
            "and the board are known"
        )
    return result


class StrengthArray(Sequence[Strength]):
    """The strengths of many hands: a sequence of `Strength`, with its figures as arrays.

    >>> found = strength_many(["9h8h", "AsAd"], "ThJh2d")
    >>> found.immediate.round(4), found[1].ahead
    (array([0.2632, 0.9662]), 1044.0)
    """

    __slots__ = ("_all",)

    def __init__(self, strengths: Iterable[Strength]) -> None:
        self._all = tuple(strengths)

    @property
    def immediate(self) -> Floats:
        """Immediate hand strength (IHS) of each hand."""
        return np.array([each.immediate for each in self._all])

    @property
    def positive(self) -> Floats:
        """Positive potential (PPot) of each hand."""
        return np.array([each.positive for each in self._all])

    @property
    def negative(self) -> Floats:
        """Negative potential (NPot) of each hand."""
        return np.array([each.negative for each in self._all])

    def effective(self, opponents: int = 1) -> Floats:
        """Return the effective hand strength (EHS) of each hand."""
        return np.array([each.effective(opponents) for each in self._all])

    def optimistic(self, opponents: int = 1) -> Floats:
        """Return the EHS of each hand with no negative potential."""
        return np.array([each.optimistic(opponents) for each in self._all])

    def rows(self) -> list[dict[str, Any]]:
        """Return one mapping for each hand, as `pandas.DataFrame` takes them."""
        names = ("ahead", "tied", "behind", "immediate", "positive", "negative")
        return [{name: getattr(each, name) for name in names} for each in self._all]

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Strength: ...
    @overload
    def __getitem__(self, index: slice) -> "StrengthArray": ...
    def __getitem__(self, index: int | slice) -> "Strength | StrengthArray":
        if isinstance(index, slice):
            return StrengthArray(self._all[index])
        return self._all[index]

    def __repr__(self) -> str:
        if not self._all:
            return "StrengthArray(no hands)"
        mean = float(self.immediate.mean())
        hands = f"{len(self)} hand{'s' * (len(self) != 1)}"
        return f"StrengthArray({hands}, mean immediate strength {mean:.4f})"


def strength_many(
    hole: ArrayLike,
    board: ArrayLike,
    opponent: RangeLike = "random",
    threads: int | None = None,
) -> StrengthArray:
    """Compute the strength of each pair of hole cards on its board against a range."""
    holes, boards = _broadcast(_sets(hole, "hole"), _sets(board, "board"))
    _check_distinct(holes, boards)
    range_ = as_range(opponent)
    pairs = list(zip(holes.tolist(), boards.tolist(), strict=True))

    def solve(pair: tuple[int, int]) -> Strength:
        return strength(_cards(pair[0]), _cards(pair[1]), range_)

    distinct = list(dict.fromkeys(pairs))
    solved = dict(zip(distinct, _parallel(solve, distinct, threads), strict=True))
    return StrengthArray(solved[pair] for pair in pairs)


def _equities(mine: NDArray[np.intp], theirs: Floats, board: int) -> Floats:
    """Return the equities of combos on one board against weighted ones; NaN if none is left."""
    with np.errstate(invalid="ignore"):
        if not board:
            table = matchups()
            equities: Floats = (table.share[mine] @ theirs) / (table.deals[mine] @ theirs)
            return equities
        ours = np.zeros(1326)
        ours[mine] = 1.0
        dealt, _, _, share = heads_up(ours, theirs, board, 0, 1)
        found: Floats = share[0, mine] / dealt[0, mine]
        return found


def _parallel(
    solve: Callable[[Input], Output], work: Iterable[Input], threads: int | None
) -> Iterator[Output]:
    number = core_count() if threads is None else threads
    if number < 1:
        raise EquityError(f"threads={threads} cannot work: give 1 or more")
    if number == 1:
        yield from map(solve, work)
        return
    with ThreadPoolExecutor(number) as pool:
        yield from pool.map(solve, work)


def _is_hole(text: str) -> bool:
    try:
        return len(as_cards(text)) == 2
    except CardError:
        return False


def _are_cards(given: Sequence[object]) -> bool:
    return bool(given) and all(isinstance(each, Card) for each in given)


def _sets(given: Any, kind: str) -> Sets:
    """Read cards as an array of 64-bit sets."""
    one = isinstance(given, str | CardSet)
    if one or (isinstance(given, list | tuple) and _are_cards(given)):
        given = [as_cards(given).mask]
    try:
        array = np.asarray(given)
    except ValueError:
        raise CardError(f"{kind} cards of several lengths: give texts or 64-bit sets") from None
    if array.ndim == 1 and array.dtype.kind not in "iub":
        array = np.array([as_cards(each).mask for each in given], dtype=np.uint64)
    if array.dtype.kind not in "iu" or array.ndim not in (1, 2):
        raise CardError(
            f"{kind} cards of shape {array.shape} and type {array.dtype} cannot be read: give "
            "text, 64-bit sets, or rows of card numbers"
        )
    if array.ndim == 2:
        if array.size and not (int(array.min()) >= 0 and int(array.max()) < 52):
            raise CardError("a row holds a number that is no card: cards are 0 (2c) to 51 (As)")
        width = array.shape[1]
        bits = np.left_shift(np.uint64(1), array.astype(np.uint64))
        array = np.bitwise_or.reduce(bits, axis=1)
        twice = np.flatnonzero(np.bitwise_count(array) != width)
        if len(twice):
            raise CardError(f"row {twice[0]} of the {kind} cards holds a card twice")
    sets: Sets = array.astype(np.uint64)
    counts = np.bitwise_count(sets)
    wrong = counts != 2 if kind == "hole" else ~np.isin(counts, BOARD_CARDS)
    if (sets >> np.uint64(52)).any() or wrong.any():
        at = int(np.flatnonzero(wrong | (sets >> np.uint64(52) > 0))[0])
        accepted = "two cards" if kind == "hole" else "no cards, or three to five"
        mask = int(sets[at])
        found = f"{mask:#x}" if mask >> 52 else repr(str(_cards(mask)))
        raise CardError(f"{kind} cards {at} are {found}: give {accepted}")
    return sets


def _broadcast(*arrays: Sets) -> tuple[Sets, ...]:
    try:
        return tuple(np.broadcast_arrays(*arrays))
    except ValueError:
        lengths = ", ".join(str(len(each)) for each in arrays)
        raise CardError(
            f"arrays of {lengths} do not fit together: give one for each hand, or one for all"
        ) from None


def _check_distinct(*arrays: Sets) -> None:
    union = np.bitwise_or.reduce(arrays, axis=0)
    total = sum(np.bitwise_count(each).astype(int) for each in arrays)
    twice = np.flatnonzero(np.bitwise_count(union) != total)
    if len(twice):
        raise CardError(f"hand {twice[0]} has a card in two places: hole cards and board differ")


def _combos(holes: Sets) -> NDArray[np.intp]:
    found: NDArray[np.intp] = _ORDER[np.searchsorted(_SORTED_MASKS, holes)]
    return found


def _one_combo(hole: int) -> Floats:
    weights = np.zeros(1326)
    weights[_combos(np.array([hole], dtype=np.uint64))] = 1.0
    return weights


def _cards(mask: int) -> CardSet:
    return CardSet.from_mask(int(mask))
