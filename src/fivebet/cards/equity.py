"""Equity: each player's share of the pot if all cards were dealt now.

It takes hands or weighted ranges of two to ten players on any street. Two players are always
answered exactly: before the flop by look-up, after it by playing out every
board. More players are answered exactly where that takes about a second, and by
Monte Carlo otherwise, with a standard error and a seed that gives the same
answer on any number of threads.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, inf, prod

import numpy as np
from numpy.typing import NDArray

from fivebet._core import CHUNK_DEALS, POT_FRACTIONS, deal_chunks, heads_up, multiway, weighted_sums
from fivebet.cards.card import CardSet, CardsLike, as_board, as_cards
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.preflop_matchups import class_matrix, matchups
from fivebet.cards.ranges import RangeLike, as_range
from fivebet.errors import CardError, EquityError
from fivebet.machine import core_count
from fivebet.notebook import table_html
from fivebet.streams import to_word

DEFAULT_ERROR = 2.5e-4
"""Monte Carlo samples until no player's standard error is above this."""

_CORES = core_count()
_EXACT_SECONDS = 1.0  # exact work expected to take longer is sampled unless asked for
_PREFLOP_DEAL_SECONDS = 1e-4  # one deal of hole cards over all boards, per player
_BOARD_SECONDS = 0.4e-9  # one board of one deal after the flop, per player
_CHUNKS_PER_ROUND = 64  # between two looks at the error and the clock
_SECONDS_PER_PART = 0.25  # exact work between two looks at the keyboard


@dataclass(frozen=True, slots=True)
class Equity:
    """The players' chances, in the order in which the players were given."""

    equity: tuple[float, ...]
    win: tuple[float, ...]
    tie: tuple[float, ...]
    lose: tuple[float, ...]
    exact: bool
    standard_error: tuple[float, ...]
    deals: float
    """The total weight of the deals if exact, their number if sampled."""
    method: str
    seed: int | None = None
    per_combo: tuple[NDArray[np.float64], ...] | None = None
    """Each player's equity by combo, NaN where the combo is not held."""

    def rows(self) -> list[dict[str, float]]:
        """Return one mapping for each player, as `pandas.DataFrame` takes them."""
        names = ("equity", "win", "tie", "lose", "standard_error")
        columns = [getattr(self, name) for name in names]
        return [dict(zip(names, each, strict=True)) for each in zip(*columns, strict=True)]

    def _repr_html_(self) -> str:
        how = "exact" if self.exact else f"sampled, {self.deals:,.0f} deals"
        rows = [{"player": i + 1, **row} for i, row in enumerate(self.rows())]
        return table_html(rows, f"{how}, by {self.method}")


def equity(
    *players: RangeLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    exact: bool | None = None,
    error: float | None = None,
    deals: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    per_combo: bool = False,
    progress: Callable[[float], None] = lambda _: None,
) -> Equity:
    """Return each player's share of the pot.

    `exact` forces one way or the other; by default small questions are answered
    exactly. A sampled answer stops at the standard `error`, after a number of
    `deals` or after some `seconds`, whichever comes first.

    >>> round(equity("AsAh", "KsKh").equity[0], 6)
    0.826366
    """
    table = _Table(
        players, as_board(board), as_cards(dead), threads if threads is not None else _CORES
    )
    for name, limit in (("error", error), ("deals", deals), ("seconds", seconds)):
        if limit is not None and not 0 < limit < inf:
            raise EquityError(f"{name}={limit} is no limit: give a number above 0")
    if exact and (error, deals, seconds) != (None, None, None):
        raise EquityError(
            "an exact answer has no error, deals or seconds to stop at: leave them out"
        )
    if exact is None:
        asked_to_sample = (error, deals, seconds) != (None, None, None)
        exact = (
            len(table.ranges) == 2 if asked_to_sample else table.exact_seconds() <= _EXACT_SECONDS
        )
    if not exact:
        return _sample(table, _Limits(error, deals, seconds), seed, per_combo, progress)
    if len(table.ranges) > 2 or table.preflop_deal:
        return _enumerate(table, per_combo, progress)
    if table.board:
        first, second = table.weights
        sums = heads_up(first, second, table.board.mask, table.dead.mask, table.threads)
        return _settle(sums, "enumeration", per_combo)
    return _look_up(table, per_combo)


class _Table:
    """The players' ranges, the board and the dead cards of a question."""

    def __init__(
        self, players: Sequence[RangeLike], board: CardSet, dead: CardSet, threads: int
    ) -> None:
        if not 2 <= len(players) <= 10:
            raise EquityError(
                f"{len(players)} player{'s' * (len(players) != 1)} cannot be compared: "
                "give 2 to 10 hands or ranges"
            )
        if board & dead:
            raise CardError(f"{board & dead} cannot be on the board and dead at once")
        if threads < 1:
            raise EquityError(f"threads={threads} cannot work: give 1 or more")
        left, needed = 52 - len(board) - len(dead), 2 * len(players) + 5 - len(board)
        if left < needed:
            raise EquityError(
                f"only {left} cards are left for {len(players)} players and the board, "
                f"who need {needed}"
            )
        self.ranges = [as_range(player) for player in players]
        self.board, self.dead, self.threads = board, dead, threads
        self.weights: list[NDArray[np.float64]] = [range_.weights for range_ in self.ranges]
        for player, range_, size in zip(players, self.ranges, self.sizes(), strict=True):
            if not range_:
                raise EquityError(f"{str(player)!r} is an empty range: it must hold some hand")
            if not size:
                known = " and ".join(map(str, filter(None, (board, dead))))
                raise EquityError(
                    f"{str(player)!r} holds no hand that is left when {known} are known"
                )

    def sizes(self) -> list[int]:
        """Return the number of combos that each player may hold."""
        if not (self.board or self.dead):
            return [range_.size for range_ in self.ranges]
        free = (COMBO_MASKS & np.uint64((self.board | self.dead).mask)) == 0
        return [int(((weights > 0) & free).sum()) for weights in self.weights]

    @property
    def preflop_deal(self) -> bool:
        """Return whether enumerating is faster than looking up: two known hands, or dead cards."""
        if self.board:
            return False
        return bool(self.dead) or all(range_.size == 1 for range_ in self.ranges)

    def exact_seconds(self) -> float:
        """Estimate the seconds that an exact answer takes on one thread."""
        if len(self.ranges) == 2 and (self.board or not self.preflop_deal):
            return 0.0
        deals = prod(self.sizes()) * len(self.ranges)
        if not self.board:
            return deals * _PREFLOP_DEAL_SECONDS
        missing = 5 - len(self.board)
        boards = comb(52 - len(self.board) - len(self.dead), missing)
        return deals * max(boards, 32) * _BOARD_SECONDS


Sums = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def _settle(sums: Sums, method: str, per_combo: bool) -> Equity:
    dealt, won, tied, share = (part.sum(axis=1) for part in sums)
    by_combo = None
    if per_combo:
        with np.errstate(invalid="ignore"):
            by_combo = tuple(sums[3] / sums[0])
    return _exact_equity(float(dealt[0]), won, tied, share, method, by_combo)


def _exact_equity(
    dealt: float,
    won: Sequence[float] | NDArray[np.float64],
    tied: Sequence[float] | NDArray[np.float64],
    share: Sequence[float] | NDArray[np.float64],
    method: str,
    by_combo: tuple[NDArray[np.float64], ...] | None,
) -> Equity:
    if not dealt > 0:
        raise EquityError("these hands cannot be dealt together: they need the same cards")
    return Equity(
        equity=tuple(float(n) / dealt for n in share),
        win=tuple(float(n) / dealt for n in won),
        tie=tuple(float(n) / dealt for n in tied),
        lose=tuple(
            max(0.0, (dealt - float(w) - float(t)) / dealt) for w, t in zip(won, tied, strict=True)
        ),
        exact=True,
        standard_error=(0.0,) * len(share),
        deals=dealt,
        method=method,
        per_combo=by_combo,
    )


def _look_up(table: _Table, per_combo: bool) -> Equity:
    first, second = table.ranges
    a, b = first.class_weights, second.class_weights
    if a is not None and b is not None:
        dealt, won, tied, share = weighted_sums(class_matrix().stack, a, b)
    else:
        a, b = first.weights, second.weights
        dealt, won, tied, share = weighted_sums(matchups().stack, a, b)
    by_combo = None
    if per_combo:
        pairs = matchups()
        with np.errstate(invalid="ignore"):
            by_combo = tuple(
                np.where(ours > 0, (pairs.share @ theirs) / (pairs.deals @ theirs), np.nan)
                for ours, theirs in (
                    (first.weights, second.weights),
                    (second.weights, first.weights),
                )
            )
    lost = dealt - won - tied
    return _exact_equity(
        dealt, (won, lost), (tied, tied), (share, dealt - share), "look-up", by_combo
    )


def _enumerate(table: _Table, per_combo: bool, progress: Callable[[float], None]) -> Equity:
    # The widest range goes first: its hands are what the work is cut into.
    sizes = table.sizes()
    order = sorted(range(len(sizes)), key=lambda i: -sizes[i])
    weights = [table.weights[i] for i in order]
    pieces = max(1, int(table.exact_seconds() / _SECONDS_PER_PART))
    step = max(1, -(-sizes[order[0]] // pieces))
    totals: list[NDArray[np.float64]] = [np.zeros((len(sizes), 1326)) for _ in range(4)]
    for start in range(0, sizes[order[0]], step):
        part = multiway(
            weights, table.board.mask, table.dead.mask, start, start + step, table.threads
        )
        for total, sums in zip(totals, part, strict=True):
            total[order] += sums
        progress(min(1.0, (start + step) / sizes[order[0]]))
    dealt, won, tied, share = totals
    return _settle((dealt, won, tied, share), "enumeration", per_combo)


@dataclass(frozen=True, slots=True)
class _Limits:
    error: float | None
    deals: float | None
    seconds: float | None

    def goal(self) -> float:
        if self.error is not None:
            return self.error
        return DEFAULT_ERROR if (self.deals, self.seconds) == (None, None) else 0.0


def _sample(
    table: _Table,
    limits: _Limits,
    seed: int,
    per_combo: bool,
    progress: Callable[[float], None],
) -> Equity:
    players = len(table.ranges)
    ties = np.arange(1, players + 1)
    won = np.zeros((players, players + 1))
    shares, dealt = np.zeros((players, 1326)), np.zeros((players, 1326))
    deals, chunk = 0, 0
    started = time.monotonic()
    goal = limits.goal()
    while True:
        chunks = _CHUNKS_PER_ROUND
        if limits.deals is not None:
            chunks = int(min(chunks, -(-(limits.deals - deals) // CHUNK_DEALS)))  # of 1e5, too
        made, *counts = deal_chunks(
            table.weights,
            table.board.mask,
            table.dead.mask,
            to_word(seed),
            chunk,
            chunk + chunks,
            per_combo,
            table.threads,
        )
        if not made:
            raise EquityError(
                "these ranges could hardly ever be dealt together: they need the same cards; "
                "widen them or ask for an exact answer"
            )
        chunk += chunks
        deals += made
        won += counts[0]
        if per_combo:
            shares += counts[1] / POT_FRACTIONS
            dealt += counts[2]
        means = (won[:, 1:] / ties).sum(axis=1) / deals
        squares = (won[:, 1:] / ties**2).sum(axis=1) / deals
        errors = np.sqrt(np.maximum(squares - means**2, 1 / deals) / deals)
        spent = time.monotonic() - started
        done = [
            (goal / max(float(errors.max()), 1e-300)) ** 2,
            deals / limits.deals if limits.deals else 0.0,
            spent / limits.seconds if limits.seconds else 0.0,
        ]
        progress(min(1.0, max(done)))
        if max(done) >= 1:
            break
    with np.errstate(invalid="ignore"):
        by_combo = tuple(shares / dealt) if per_combo else None
    tied = won[:, 2:].sum(axis=1) / deals
    sole = won[:, 1] / deals
    return Equity(
        equity=tuple(map(float, means)),
        win=tuple(map(float, sole)),
        tie=tuple(map(float, tied)),
        lose=tuple(map(float, 1 - sole - tied)),
        exact=False,
        standard_error=tuple(map(float, errors)),
        deals=deals,
        method="monte carlo",
        seed=seed,
        per_combo=by_combo,
    )
