"""Nodes of a tree as JSON data, for the pages and the API."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import DECK
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES, COMBOS
from fivebet.solving import Node
from fivebet.solving.tree import compatible_weights
from fivebet.study.spot_solve import SpotSolve, open_tree

_PLAYERS = ("oop", "ip")
Row = NDArray[np.float64]


def show_node(job: SpotSolve, path: str) -> dict[str, Any]:
    """Return a node of the tree that this process solves, between two chunks of the job."""
    return node_to_dict(open_tree(job).node(path))


def node_to_dict(node: Node) -> dict[str, Any]:
    """Return a node as JSON data: who may hold what, and what each hand does and wins."""
    data: dict[str, Any] = {
        "path": list(node.path),
        "board": [str(card) for card in _ordered_board(node)],
        "street": ("flop", "turn", "river")[node.street],
        "pot": node.pot,
        "stacks": [node.tree.spot.stack - put for put in node.contributed],
        "player": None if node.player is None else _PLAYERS[node.player],
        "over": node.over,
        "steps": _steps(node),
        "actions": [],
        "classes": [],
        "hands": [],
    }
    if node.deals:
        data["cards"] = [str(card) for card in DECK if card not in node.board]
    if node.player is None:
        return data
    strategy, reach = node.strategy, node.reach(node.player)
    weights = reach * compatible_weights(node.reach(1 - node.player))
    values, equity = node.values(node.player), node.equity(node.player)
    by_action = node.action_values()
    frequencies = node.frequencies()
    data["actions"] = [
        {
            "name": action,
            "share": _number_or_none(frequencies[action]),
            "combos": float(np.nansum(reach * np.nan_to_num(row))),
        }
        for action, row in strategy.items()
    ]
    data["classes"] = _classes(reach, strategy, values, equity)
    data["ev"] = _mean(values, weights)
    data["equity"] = _mean(equity, weights)
    data["hands"] = [
        {
            "hand": f"{COMBOS[i][1]}{COMBOS[i][0]}",
            "class": CLASSES[CLASS_OF_COMBO[i]],
            "weight": float(reach[i]),
            "shares": [_number_or_none(row[i]) for row in strategy.values()],
            "values": [_number_or_none(row[i]) for row in by_action.values()],
            "ev": _number_or_none(values[i]),
            "equity": _number_or_none(equity[i]),
        }
        for i in np.flatnonzero(reach > 0)
    ]
    return data


def _ordered_board(node: Node) -> list[Any]:
    """Return the board with the spot's cards first, then the others as they were dealt."""
    start = list(node.tree.spot.board)
    return start + [card for card in _dealt(node) if card not in start]


def _dealt(node: Node) -> list[Any]:
    """Return the cards that were dealt after the root, in order."""
    if node.parent is None:
        return []
    before = _dealt(node.parent)
    new = [card for card in node.board if card not in node.parent.board]
    return before + new


def _steps(node: Node) -> list[dict[str, Any]]:
    """Return the path to a node: at each step who was to act, the choices, and what was done."""
    steps: list[dict[str, Any]] = []
    here: Node | None = node
    while here is not None and here.parent is not None:
        before = here.parent
        steps.append(
            {
                "player": "deal" if before.player is None else _PLAYERS[before.player],
                "actions": list(before.actions) if before.player is not None else [],
                "taken": here.step,
                "pot": before.pot,
            }
        )
        here = before
    return steps[::-1]


def _classes(
    reach: Row, strategy: dict[str, Row], values: Row, equity: Row
) -> list[dict[str, Any]]:
    """Return each class with its weight, and its combos' mean shares, value and equity."""
    held = np.bincount(CLASS_OF_COMBO, weights=reach, minlength=169)
    free = np.bincount(CLASS_OF_COMBO, weights=~np.isnan(values), minlength=169)

    def mean(row: Row) -> Row:
        sums = np.bincount(CLASS_OF_COMBO, weights=reach * np.nan_to_num(row), minlength=169)
        return np.divide(sums, held, out=np.zeros(169), where=held > 0)

    shares = [mean(row) for row in strategy.values()]
    worth, part = mean(values), mean(equity)
    return [
        {
            "name": CLASSES[i],
            "weight": float(held[i] / free[i]) if free[i] else 0.0,
            "combos": float(held[i]),
            "shares": [float(share[i]) for share in shares] if held[i] else [],
            "ev": float(worth[i]),
            "equity": float(part[i]),
        }
        for i in range(169)
    ]


def _mean(row: Row, weights: Row) -> float | None:
    known = ~np.isnan(row) & (weights > 0)
    total = weights[known].sum()
    return float((row[known] * weights[known]).sum() / total) if total else None


def _number_or_none(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
