"""Ranges at a node of a tree, looked at by kinds of hands and by equity.

Shares are of all deals that lead to the node, as the frequencies of actions are: a combo counts
by the weight of the other player's hands that can be held with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivebet.solving.tree import Node
from fivebet.study.made_hands import DRAWS, MADE_HANDS, draws, made_hands

Row = NDArray[np.float64]

POINTS = 51
"""The number of points of an equity distribution: from 0 to 100 % of the range."""


@dataclass(frozen=True, slots=True)
class KindShare:
    """How much of a range is one kind of hands, and how it is played."""

    name: str
    combos: float
    share: float
    """The part of all deals that lead to the node."""
    equity: float | None
    ev: float | None
    actions: tuple[float, ...]
    """How often each action is taken, where the player is to act."""


@dataclass(frozen=True, slots=True)
class RangeReport:
    """One player's range at a node: its equity, its kinds of hands, and their equity by rank."""

    combos: float
    equity: float | None
    ev: float | None
    made: tuple[KindShare, ...]
    draws: tuple[KindShare, ...]
    """Empty on the river."""
    distribution: tuple[float, ...]
    """The equity at 0 %, 2 %, … 100 % of the range, the strongest hands first."""


def range_reports(node: Node) -> tuple[RangeReport, RangeReport]:
    """Return what OOP's and IP's ranges are at a decision."""
    equities = node.equities()
    first, second = (
        range_report(node, player, equities[player], node.values(player), node.deal_weights(player))
        for player in (0, 1)
    )
    return first, second


def range_report(node: Node, player: int, equity: Row, values: Row, weights: Row) -> RangeReport:
    """Return what a player's range is, from its equities, values and weights of deals by combo."""
    strategy = list(node.strategy.values()) if node.player == player else []
    reach = node.reach(player)

    def by_kind(names: Sequence[str], kinds: NDArray[np.int8]) -> tuple[KindShare, ...]:
        total = weights.sum()
        shares = []
        for number, name in enumerate(names):
            mask = (kinds == number) & (reach > 0)
            own = np.where(mask, weights, 0.0)
            shares.append(
                KindShare(
                    name,
                    float(reach[mask].sum()),
                    float(own.sum() / total) if total else 0.0,
                    weighted_mean(equity, own),
                    weighted_mean(values, own),
                    tuple(weighted_mean(row, own) or 0.0 for row in strategy),
                )
            )
        return tuple(share for share in shares if share.combos > 0)

    drawing = draws(node.board)
    return RangeReport(
        float(reach.sum()),
        weighted_mean(equity, weights),
        weighted_mean(values, weights),
        by_kind(MADE_HANDS, made_hands(node.board)),
        () if drawing is None else by_kind(DRAWS, drawing),
        equity_distribution(equity, weights),
    )


def equity_distribution(equity: Row, weights: Row, points: int = POINTS) -> tuple[float, ...]:
    """Return the equity at even steps of a range, the strongest hands first.

    At 25 % it is that of the hand which a quarter of the range, by weight, is better than.
    """
    known = ~np.isnan(equity) & (weights > 0)
    if not known.any():
        return ()
    order = np.argsort(-equity[known], kind="stable")
    sorted_equity = equity[known][order]
    passed = np.cumsum(weights[known][order])
    wanted = np.linspace(0.0, 1.0, points) * passed[-1]
    # A step at the end of a hand's weight belongs to that hand, whatever is lost in adding up.
    found = np.searchsorted(passed * (1 + 1e-12), wanted, side="left")
    return tuple(sorted_equity[np.minimum(found, len(passed) - 1)].tolist())


def weighted_mean(row: Row, weights: Row) -> float | None:
    """Return the mean of a row by weight, over combos whose number is known."""
    known = ~np.isnan(row) & (weights > 0)
    total = weights[known].sum()
    return float((row[known] * weights[known]).sum() / total) if total else None
