"""Heads-up no-limit before the flop, from 10 to 200 big blinds.

Each depth is solved as a whole hand: the 169 classes before the flop, buckets by
strength after it, one size of bet and of raise and all-in on every street, one
random board an iteration. Only what is played before the flop is saved;
`fivebet tables preflop` makes it anew. What a learner gains who knows one player's
strategy in the same abstraction is saved with it, and what every action wins with every
class when both go on by the same strategy, after the flop too.

Amounts are in hundredths of a big blind; steps read like `raise 250`.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import resources
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Blueprint
from fivebet.errors import SolvingError
from fivebet.solving.bet_sizes import BetSizes
from fivebet.solving.discounting import SAMPLED
from fivebet.solving.tree_node import step_label
from fivebet.streams import to_word

PREFLOP_FILE = "preflop.json"
BIG_BLIND = 100
DEPTHS = (10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200)
ITERATIONS = 2000
"""The iterations of the strategies that ship."""
VALUE_BOARDS = 4000
"""The random boards on which the values of actions that ship were measured."""
_BUCKETS = (60, 60, 60)
_BATCHES = 40  # of boards, whose differences say how exact the values of actions are
_STEPS_OF_A_VALUE = 30_000  # in which a value is saved, from nothing to the whole stack
_DECISION = 0
_KNOWN_ITERATIONS = 20  # that the strategy from which a learner starts counts as

Row = NDArray[np.float64]
Nodes = dict[tuple[str, ...], dict[str, Row]]


@dataclass(frozen=True)
class PreflopStrategy:
    """The strategy before the flop at one depth."""

    depth: int
    iterations: int
    value: float
    """What the small blind wins, in big blinds."""
    gains: tuple[float, float]
    """What a learner gains on the big blind's and on the small blind's seat, in mbb a hand."""
    nodes: Nodes
    """The probability of each action by class, by the steps so far."""
    values: Nodes = field(default_factory=dict)
    """What each action wins in the whole hand by class, in big blinds, if both go on by this
    strategy; blinds and chips that are in the pot already count as lost."""
    value_errors: dict[tuple[str, ...], float] = field(default_factory=dict)
    """The standard error of the difference between two actions' values, in big blinds, by
    decision: the root mean square over all classes."""


def nearest_preflop(stack: float) -> PreflopStrategy:
    """Return the strategy whose depth is nearest, by ratio, to a stack in big blinds."""
    known = _shipped()
    if not known:
        raise SolvingError("no strategies before the flop ship here: see fivebet tables preflop")
    depth = min(known, key=lambda each: abs(log(each / max(stack, 1.0))))
    return known[depth]


def solve_preflop(
    depth: int,
    iterations: int = ITERATIONS,
    responses: int = 400,
    boards: int = 300,
    seed: int = 0,
    value_boards: int = VALUE_BOARDS,
    progress: Callable[[float], None] = lambda _: None,
) -> PreflopStrategy:
    """Solve one depth, let learners exploit it, and measure both on random boards.

    What actions win is measured on so many other boards as `value_boards` says.
    """
    if not 2 <= depth <= 1000 or iterations < 1:
        raise SolvingError(f"{depth} big blinds and {iterations} iterations cannot be solved")
    total = iterations + 2 * responses + value_boards

    def report(before: int, done: int) -> None:
        progress((before + done) / total)

    game = _game(depth)
    _learn(game, iterations, seed, 3, partial(report, 0))
    plain = np.array(game.measure(seed, boards)) / BIG_BLIND
    gains = []
    for player in (0, 1):
        learner = _game(depth)
        learner.copy_from(game)
        before = iterations + player * responses
        _learn(learner, responses, seed + 1, 1 << player, partial(report, before))
        won = np.array(learner.measure(seed, boards)) / BIG_BLIND
        gains.append(float((won - plain).mean() * (1 if player == 0 else -1)) * 1000)
    values, errors = measure_values(
        game, seed, value_boards, partial(report, iterations + 2 * responses)
    )
    return PreflopStrategy(
        depth,
        iterations,
        float(-plain.mean()),
        (gains[0], gains[1]),
        {path: _by_action(game, node, game.strategy(node)) for path, node in _decisions(game)},
        values,
        errors,
    )


def measure_values(
    game: Blueprint, seed: int, boards: int, progress: Callable[[int], None] = lambda _: None
) -> tuple[Nodes, dict[tuple[str, ...], float]]:
    """Return what each action wins with each class, in big blinds, and how exact that is.

    Values are means over random boards, on each of which all pairs of hands are played out.
    """
    size = max(1, boards // _BATCHES)
    batches = []
    for first in range(0, boards, size):
        batches.append(game.action_values(to_word(seed), first, min(size, boards - first)))
        progress(min(first + size, boards))
    values: Nodes = {}
    errors = {}
    for path, node in _decisions(game):
        rows = np.stack([batch[node] for batch in batches]) / BIG_BLIND
        weights, won = rows[:, :1] * BIG_BLIND, rows[:, 1:]
        mean = won.sum(axis=0) / np.maximum(weights.sum(axis=0), 1e-12)
        values[path] = _by_action(game, node, mean)
        # Both actions are tried on the same boards, whose luck they share.
        apart = (won[:, 1:] - won[:, :1] - weights * (mean[1:] - mean[:1])) / np.maximum(
            weights.mean(axis=0), 1e-12
        )
        errors[path] = float(np.sqrt((apart.var(axis=0, ddof=1) / len(batches)).mean()))
    return values, errors


def _game(depth: int) -> Blueprint:
    opens = "2.5x, a" if depth <= 25 else "2.5x"
    threes = "3x, a" if depth <= 60 else "3.5x"
    levels = [list(BetSizes(text).sizes) for text in (opens, threes, "2.3x, a", "a")]
    after = (list(BetSizes("66%").sizes), list(BetSizes("3x").sizes))
    return Blueprint(
        depth * BIG_BLIND, BIG_BLIND // 2, BIG_BLIND, levels, [after] * 3, (1.5, 0.3, 0.0), _BUCKETS
    )


def _learn(
    game: Blueprint, iterations: int, seed: int, learners: int, progress: Callable[[int], None]
) -> None:
    """Let both players learn from scratch, or one alone from what both have learnt."""
    steps = SAMPLED.steps(0 if learners == 3 else _KNOWN_ITERATIONS)
    for done, step in zip(range(iterations), steps, strict=False):
        game.iterate(to_word(seed), done, *step, learners)
        progress(done + 1)


def _decisions(
    game: Blueprint, number: int = 0, path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], int]]:
    """Return all decisions before the flop: the steps to each, and its node."""
    kind, _, _, _, children, *_ = game.node(number)
    if kind != _DECISION:
        return []
    found = [(path, number)]
    for child in children:
        found += _decisions(game, child, (*path, _step(game, child)))
    return found


def _by_action(game: Blueprint, number: int, rows: NDArray[Any]) -> dict[str, Row]:
    names = [_step(game, child) for child in game.node(number)[4]]
    return dict(zip(names, rows.astype(np.float64), strict=True))


def _step(game: Blueprint, number: int) -> str:
    *_, step, to = game.node(number)
    return step_label(step, to)


def strategies_to_dict(strategies: list[PreflopStrategy]) -> dict[str, Any]:
    """Return strategies as the shipped file holds them: probabilities in 1/255, row by row."""
    return {
        "made by": "fivebet tables preflop",
        "depths": {
            str(each.depth): {
                "iterations": each.iterations,
                "value": each.value,
                "gains": list(each.gains),
                "nodes": [
                    [list(path), list(rows), _packed(np.stack(list(rows.values())))]
                    for path, rows in each.nodes.items()
                ],
                "values": [
                    _packed_values(np.stack(list(rows.values())), each.depth)
                    for rows in each.values.values()
                ],
                "value_errors": list(each.value_errors.values()),
            }
            for each in strategies
        },
    }


def _packed(rows: Row) -> str:
    return b64encode(np.round(rows * 255).astype(np.uint8).tobytes()).decode("ascii")


def _packed_values(rows: Row, depth: int) -> str:
    steps = np.round(rows * (_STEPS_OF_A_VALUE / depth)).astype("<i2")
    return b64encode(steps.tobytes()).decode("ascii")


def _unpacked_values(packed: str, depth: int) -> Row:
    steps = np.frombuffer(b64decode(packed), dtype="<i2").reshape(-1, 169)
    return steps * (depth / _STEPS_OF_A_VALUE)


def strategies_from_dict(document: dict[str, Any]) -> dict[int, PreflopStrategy]:
    """Return the strategies that `strategies_to_dict` described, by depth."""
    found = {}
    for depth, kept in document["depths"].items():
        nodes = {}
        for path, actions, packed in kept["nodes"]:
            raw = np.frombuffer(b64decode(packed), dtype=np.uint8).reshape(len(actions), 169) / 255
            rows = raw / np.maximum(raw.sum(axis=0), 1e-9)
            nodes[tuple(path)] = dict(zip(actions, rows, strict=True))
        values = {
            path: dict(zip(rows, _unpacked_values(packed, int(depth)), strict=True))
            for (path, rows), packed in zip(nodes.items(), kept.get("values", ()), strict=False)
        }
        gains = kept["gains"]
        found[int(depth)] = PreflopStrategy(
            int(depth),
            kept["iterations"],
            kept["value"],
            (gains[0], gains[1]),
            nodes,
            values,
            dict(zip(nodes, kept.get("value_errors", ()), strict=False)),
        )
    return found


def shipped_depths() -> tuple[int, ...]:
    """Return the depths whose strategies ship, in big blinds."""
    return tuple(sorted(_shipped()))


@cache
def _shipped() -> dict[int, PreflopStrategy]:
    file = resources.files("fivebet.data").joinpath(PREFLOP_FILE)
    return strategies_from_dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}
