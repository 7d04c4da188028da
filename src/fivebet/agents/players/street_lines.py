"""One street's betting in a solved tree: the sizes that were bet, the node of a line, ranges."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fivebet.game.action import Action, Move

Row = NDArray[np.float64]

LEAST_REACH = 1e-3
"""The part of a hand's weight that no action takes away: nobody is that sure."""

ExtraSizes = tuple[tuple[str, int], ...]
"""Sizes that were bet or raised to, each after its kind and player as `Spot` names them."""


def made_sizes(moves: Sequence[Move], oop: int = 0) -> ExtraSizes:
    """Return the sizes of a street's bets and raises, each once; seat `oop` acts first."""
    found = {
        (f"{move.action.kind}s {'oop' if move.seat == oop else 'ip'}", move.action.to)
        for move in moves
        if move.action.kind in ("bet", "raise")
    }
    return tuple(sorted(found))


def name_action(names: Sequence[str], action: Action) -> str | None:
    """Return a tree's name of an action at the table, or None if the tree does not have it."""
    wanted: tuple[str, ...] = ("fold",)
    if action.kind in ("check", "call"):
        wanted = ("check", "call")
    elif action.kind != "fold":
        wanted = tuple(f"{word} {action.to}" for word in ("bet", "raise", "all-in"))
        # More than the other has is all-in.
        if action.to > max(map(_amount, names), default=0):
            wanted = tuple(name for name in names if name.startswith("all-in"))
    return next((name for name in names if name in wanted), None)


def _amount(name: str) -> int:
    return int(name.split()[1]) if " " in name else 0


def without_tail(weights: Row, part: float) -> Row:
    """Return a range without its least likely hands, which are at most this part of it."""
    rising = np.sort(weights)
    cut = int(np.searchsorted(np.cumsum(rising), part * weights.sum()))
    # Hands as likely as each other stay together: a range that treats suits alike solves faster.
    return np.where(weights < rising[cut], 0.0, weights)
