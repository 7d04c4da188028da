"""Charts: decisions that are solved already, by set, chart and line.

A set has charts (a depth, a table, a flop); a chart is a tree whose nodes are found by the
steps that lead there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.errors import SolvingError
from fivebet.study.drills.decision import action_text
from fivebet.study.preflop_lines import Path

Row = NDArray[np.float64]


@dataclass(frozen=True)
class ChartStep:
    """A step on the way to a node: who acts, what could be done, and what was."""

    player: str
    actions: tuple[str, ...]
    taken: str
    big_blind: int = 100
    """The chips of a big blind, in the amounts of actions."""


@dataclass(frozen=True)
class ChartNode:
    """A decision of a chart, by class."""

    player: str
    """Who acts, by position."""
    actions: tuple[str, ...]
    shares: Row
    """How often each action is taken, by action and class."""
    weights: Row
    """The part of each class that comes here, 0 to 1."""
    further: frozenset[str]
    """The actions after which somebody decides again within the chart."""
    values: Row | None = None
    """What each action wins from here on, in big blinds, by action and class, where known."""
    board: str = ""
    big_blind: int = 100
    """The chips of a big blind, in the amounts of actions."""
    study: str = ""
    """The page of the card room where more is known, if there is one."""

    def frequencies(self) -> dict[str, float]:
        """Return how often each action is taken by all hands that come here."""
        weights = self.weights * CLASS_SIZES
        total = max(float(weights.sum()), 1e-12)
        sums = (np.nan_to_num(self.shares) * weights).sum(axis=1) / total
        return dict(zip(self.actions, map(float, sums), strict=True))


@dataclass(frozen=True)
class ChartSet:
    """Charts of one sort."""

    name: str
    title: str
    about: str
    """What was solved and how, in a sentence or two; sizes are stated."""
    charts: Callable[[], Sequence[tuple[str, str]]]
    """Returns the charts that are at hand: the key and the title of each."""
    node: Callable[[str, Path], ChartNode]
    """Returns a node by the key of its chart and the steps to it."""
    missing: Callable[[], Sequence[tuple[str, str]]] = tuple
    """Returns the charts that can be made."""


def no_node(path: Path, known: Sequence[str]) -> SolvingError:
    """Return the error of a line that leads nowhere."""
    return SolvingError(
        f"nobody decides after {', '.join(path) or 'the deal'} here: "
        f"{', '.join(known) or 'nothing'} can be done before"
    )


def steps_to_dict(steps: Sequence[ChartStep]) -> list[dict[str, Any]]:
    """Return the steps to a node as JSON data."""
    return [
        {
            "player": step.player,
            "actions": [_named(name, step.big_blind) for name in step.actions],
            "taken": step.taken,
        }
        for step in steps
    ]


def node_to_dict(node: ChartNode) -> dict[str, Any]:
    """Return a node as JSON data; classes come row by row from the aces."""
    classes = []
    for number, name in enumerate(CLASSES):
        weight = float(node.weights[number])
        values = None if node.values is None else node.values[:, number]
        classes.append(
            {
                "name": name,
                "weight": weight,
                "shares": [float(share) for share in node.shares[:, number]] if weight > 0 else [],
                "values": [] if values is None or weight <= 0 else _known(values),
            }
        )
    return {
        "player": node.player,
        "actions": [
            {**_named(name, node.big_blind), "share": share, "further": name in node.further}
            for name, share in node.frequencies().items()
        ],
        "classes": classes,
        "board": node.board,
        "study": node.study,
    }


def _named(action: str, big_blind: int) -> dict[str, str]:
    return {"name": action, "label": action_text(action, big_blind)}


def _known(values: Row) -> list[float | None]:
    return [None if np.isnan(value) else float(value) for value in values]
