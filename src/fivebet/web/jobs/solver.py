"""A process that solves a spot, and answers what is asked of its tree meanwhile and after.

The tree is touched by one thread only: questions wait until the iteration is done.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import DECK
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES, COMBOS
from fivebet.errors import FivebetError, SolvingError
from fivebet.solving import Node, SolveProgress, Spot, Tree, find_tree, save_tree, solve
from fivebet.solving.tree import compatible_weights
from fivebet.solving.tree_files import library_path
from fivebet.web.jobs.processes import Line

__all__ = ["Ask", "Reached", "Stop", "Task", "solve_spot"]

_MEMORY = 2_000_000_000
_PLAYERS = ("oop", "ip")
Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be solved, and how well."""

    spot: Spot
    target: float
    """Percent of the pot."""
    iterations: int
    small: bool = False
    look: bool = False
    """Whether the tree is only looked at, as it was solved before."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about a node."""

    number: int
    path: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Leave off, and keep what was learnt."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far it is; values once it is over."""

    iterations: int
    exploitability_pct: float | None
    seconds: float
    memory_mb: float
    ev: tuple[float, float] | None = None


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """Somebody said so."""


def solve_spot(line: Line, task: Task) -> None:
    """Solve, telling `Reached` and in the end "finished" or "stopped"; then answer for ever."""
    try:
        tree = find_tree(task.spot, memory_limit=_MEMORY)
        if tree is None:
            if task.look:
                raise SolvingError("this spot was solved before, but its tree is gone")
            tree = Tree(task.spot, compressed=task.small, memory_limit=_MEMORY)
        if not task.look:
            _solve(line, tree, task)
        _tell_end(line, tree)
    except FivebetError as error:
        line.say(error)
        return
    while True:
        message = line.hear()
        if isinstance(message, Ask):
            _answer(line, tree, message)


def _solve(line: Line, tree: Tree, task: Task) -> None:
    before = tree.iterations

    def progress(now: SolveProgress) -> None:
        line.say(
            Reached(now.iterations, now.exploitability_pct, now.seconds, tree.memory / 1_000_000)
        )
        while (message := line.heard()) is not None:
            if isinstance(message, Stop):
                raise _Stopped
            _answer(line, tree, message)

    line.say(Reached(tree.iterations, None, 0.0, tree.memory / 1_000_000))
    try:
        solve(tree, task.target, task.iterations, progress=progress)
    except _Stopped:
        line.say("stopped")
    if tree.iterations > before:
        path = library_path(task.spot)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_tree(tree, path)


def _tell_end(line: Line, tree: Tree) -> None:
    chips = tree.measure() if tree.exploitability is None else tree.exploitability
    first = tree.expected(0)
    second = tree.expected(1) if tree.spot.rake else tree.spot.pot - first
    pct = 100 * chips / tree.spot.pot
    line.say(Reached(tree.iterations, pct, -1.0, tree.memory / 1_000_000, (first, second)))
    line.say("finished")


def _answer(line: Line, tree: Tree, asked: Ask) -> None:
    try:
        line.say((asked.number, tell_node(tree.node(asked.path))))
    except FivebetError as error:
        line.say((asked.number, error))


def tell_node(node: Node) -> dict[str, Any]:
    """A node as the page shows it: who may hold what, what each hand does and wins."""
    told: dict[str, Any] = {
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
        told["cards"] = [str(card) for card in DECK if card not in node.board]
    if node.player is None:
        return told
    strategy, reach = node.strategy, node.reach(node.player)
    weights = reach * compatible_weights(node.reach(1 - node.player))
    values, equity = node.values(node.player), node.equity(node.player)
    by_action = node.action_values()
    frequencies = node.frequencies()
    told["actions"] = [
        {
            "name": action,
            "share": _plain(frequencies[action]),
            "combos": float(np.nansum(reach * np.nan_to_num(row))),
        }
        for action, row in strategy.items()
    ]
    told["classes"] = _classes(reach, strategy, values, equity)
    told["ev"] = _mean(values, weights)
    told["equity"] = _mean(equity, weights)
    told["hands"] = [
        {
            "hand": f"{COMBOS[i][1]}{COMBOS[i][0]}",
            "class": CLASSES[CLASS_OF_COMBO[i]],
            "weight": float(reach[i]),
            "shares": [_plain(row[i]) for row in strategy.values()],
            "values": [_plain(row[i]) for row in by_action.values()],
            "ev": _plain(values[i]),
            "equity": _plain(equity[i]),
        }
        for i in np.flatnonzero(reach > 0)
    ]
    return told


def _ordered_board(node: Node) -> list[Any]:
    """The spot's cards first, then those that came."""
    start = list(node.tree.spot.board)
    return start + [card for card in _dealt(node) if card not in start]


def _dealt(node: Node) -> list[Any]:
    if node.parent is None:
        return []
    before = _dealt(node.parent)
    new = [card for card in node.board if card not in node.parent.board]
    return before + new


def _steps(node: Node) -> list[dict[str, Any]]:
    """The way here: at each step who was to act, what there was to do, and what was done."""
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
    """By class: its weight, and over its combos the mean shares, value and equity."""
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


def _plain(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
