"""Nodes of a tree as JSON data, for the pages and the API."""

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import DECK
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES, combo_name
from fivebet.solving import Node
from fivebet.solving.spot import STREETS
from fivebet.study.made_hands import DRAWS, MADE_HANDS, draws, made_hands
from fivebet.study.range_report import range_report
from fivebet.study.runouts import runouts
from fivebet.study.spot_solve import SpotSolve, open_tree

_PLAYERS = ("oop", "ip")
_DIGITS = 6
Row = NDArray[np.float64]


def show_node(job: SpotSolve, path: str) -> dict[str, Any]:
    """Return a node of the tree that this process solves, between two chunks of the job."""
    return node_to_dict(open_tree(job).node(path))


def show_runouts(job: SpotSolve, path: str) -> dict[str, Any]:
    """Return what follows each card at a node of the tree that this process solves."""
    node = open_tree(job).node(path)
    cards = runouts(node)
    return {
        "path": list(node.path),
        "pot": node.pot,
        "actions": list(cards[0].frequencies),
        "cards": [asdict(each) for each in cards],
    }


def node_to_dict(node: Node) -> dict[str, Any]:
    """Return a node as JSON data: who may hold what, and what each hand does and wins."""
    data: dict[str, Any] = {
        "path": list(node.path),
        "board": [str(card) for card in _ordered_board(node)],
        "street": STREETS[node.street],
        "pot": node.pot,
        "stacks": [node.tree.spot.stack - put for put in node.contributed],
        "player": None if node.player is None else _PLAYERS[node.player],
        "over": node.over,
        "locked": node.location in node.tree.locked,
        "steps": _steps(node),
        "actions": [],
        "classes": [],
        "hands": [],
        "other": None,
        "ranges": [],
    }
    if node.deals:
        data["cards"] = [str(card) for card in DECK if card not in node.board]
    if node.player is None:
        return data
    player, other = node.player, 1 - node.player
    strategy, frequencies = node.strategy, node.frequencies()
    reaches = [node.reach(each) for each in (0, 1)]
    equities = node.equities()
    own, by_action = node.decision_values()
    values = [own if each == player else node.values(each) for each in (0, 1)]
    data["actions"] = [
        {
            "name": action,
            "share": _number_or_none(frequencies[action]),
            "combos": float(np.nansum(reaches[player] * np.nan_to_num(row))),
        }
        for action, row in strategy.items()
    ]
    data["classes"] = _classes(reaches[player], strategy, values[player], equities[player])
    data["hands"] = _hands(node, player, values[player], equities[player])
    for each, shares, worth in zip(
        data["hands"],
        *(_by_hand(rows, reaches[player]) for rows in (strategy, by_action)),
        strict=True,
    ):
        each |= {"shares": shares, "values": worth}
    data["other"] = {
        "player": _PLAYERS[other],
        "classes": _classes(reaches[other], {}, values[other], equities[other]),
        "hands": _hands(node, other, values[other], equities[other]),
    }
    data["ranges"] = [
        asdict(
            range_report(
                node,
                each,
                equities[each],
                values[each],
                node.deal_weights(each),
            )
        )
        for each in (0, 1)
    ]
    data["ev"], data["equity"] = (data["ranges"][player][name] for name in ("ev", "equity"))
    return data


def _hands(node: Node, player: int, values: Row, equity: Row) -> list[dict[str, Any]]:
    """Return each hand that a player may hold: its weight, value and equity, and what it is."""
    reach, made, drawing = node.reach(player), made_hands(node.board), draws(node.board)
    return [
        {
            "hand": combo_name(int(i)),
            "class": CLASSES[CLASS_OF_COMBO[i]],
            "weight": round(float(reach[i]), _DIGITS),
            "ev": _number_or_none(values[i]),
            "equity": _number_or_none(equity[i]),
            "made": MADE_HANDS[made[i]],
            "draw": "" if drawing is None else DRAWS[drawing[i]],
        }
        for i in np.flatnonzero(reach > 0)
    ]


def _by_hand(rows: dict[str, Row], reach: Row) -> list[list[float | None]]:
    """Return the numbers of each hand that may be held, one for each row."""
    return [[_number_or_none(row[i]) for row in rows.values()] for i in np.flatnonzero(reach > 0)]


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
            "weight": round(float(held[i] / free[i]), _DIGITS) if free[i] else 0.0,
            "combos": round(float(held[i]), _DIGITS),
            "shares": [round(float(share[i]), _DIGITS) for share in shares] if held[i] else [],
            "ev": round(float(worth[i]), _DIGITS),
            "equity": round(float(part[i]), _DIGITS),
        }
        for i in range(169)
    ]


def _number_or_none(number: float) -> float | None:
    return None if np.isnan(number) else round(float(number), _DIGITS)
