"""Charts before the flop, heads-up: the blueprint's, at every depth that ships."""

import numpy as np

from fivebet.solving.preflop_blueprint import BIG_BLIND, nearest_preflop, shipped_depths
from fivebet.study.library.charts import ChartNode, ChartSet, no_node
from fivebet.study.preflop_lines import Path, class_reach, contributions

_POSITIONS = ("BTN", "BB")


def _charts() -> list[tuple[str, str]]:
    return [(str(depth), f"{depth} big blinds") for depth in shipped_depths()]


def _node(chart: str, path: Path) -> ChartNode:
    strategy = nearest_preflop(int(chart))
    rows = strategy.nodes.get(path)
    if rows is None:
        raise no_node(path, tuple(strategy.nodes.get(path[:-1], ())))
    player = len(path) % 2
    values = strategy.values.get(path)
    return ChartNode(
        player=_POSITIONS[player],
        actions=tuple(rows),
        shares=np.stack(list(rows.values())),
        weights=class_reach(strategy, path, player),
        further=frozenset(name for name in rows if (*path, name) in strategy.nodes),
        values=None
        if values is None
        else np.stack(list(values.values())) + contributions(path)[player] / BIG_BLIND,
        big_blind=BIG_BLIND,
    )


PREFLOP = ChartSet(
    "preflop",
    "Before the flop, heads-up",
    "Our blueprint: whole hands, with buckets by strength after the flop. Raises are to 2.5 big "
    "blinds, 3-bets to 3 or 3.5 times that, 4-bets to 2.3 times, and all-in.",
    _charts,
    _node,
)
