"""Charts before the flop for tables of three to six, read from a ring strategy.

There is one chart for each position first in, for each position behind one raise, and
for each raiser who is raised again: how often each of the 169 classes takes each action, as
the strategy learnt it in play with itself.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fivebet.game.action import FOLD, raise_to
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.positions import positions
from fivebet.solving.ring_blueprint import ACTIONS, RingDecision, RingStrategy, Row

_CALL = 1


@dataclass(frozen=True, eq=False)
class RingChart:
    """What a position does after a line of raises."""

    position: str
    raises: tuple[str, ...]
    """Who has raised before, by position; all others have folded."""
    rows: dict[str, Row]
    """The probability of each action by class."""

    def to_dict(self) -> dict[str, Any]:
        """Return the chart as JSON data, with probabilities in 1/255, row by row."""
        packed = np.round(np.stack(list(self.rows.values())) * 255).astype(np.uint8)
        return {
            "position": self.position,
            "raises": list(self.raises),
            "actions": list(self.rows),
            "rows": b64encode(packed.tobytes()).decode("ascii"),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "RingChart":
        """Return the chart that `to_dict` has written."""
        raw = np.frombuffer(b64decode(data["rows"]), dtype=np.uint8)
        rows = raw.reshape(len(data["actions"]), 169) / 255
        total = np.maximum(rows.sum(axis=0), 1e-9)
        named = dict(zip(data["actions"], rows / total, strict=True))
        return cls(data["position"], tuple(data["raises"]), named)


def ring_charts(strategy: RingStrategy, game: Game) -> list[RingChart]:
    """Return all charts of a game whose lines the strategy knows."""
    names = positions(game)
    charts = []
    for raisers, hand in _lines(game):
        decision = RingDecision.of(hand)
        if decision.key in strategy:
            rows = strategy.rows(decision.key)
            labels = [_label(game, number, to) for number, to in decision.actions]
            charts.append(
                RingChart(
                    names[decision.seat],
                    tuple(names[seat] for seat in raisers),
                    dict(zip(labels, rows, strict=True)),
                )
            )
    return charts


def _lines(game: Game) -> Iterator[tuple[tuple[int, ...], Hand]]:
    """Yield hands at decisions before the flop, with the seats that have raised."""
    order = [*range(2, game.seats), 0, 1]
    for opener in order[:-1]:
        first = _folded_to(Hand(game), opener)
        yield (), first
        opened = _raised(first)
        for second in order[order.index(opener) + 1 :]:
            behind = _folded_to(opened, second)
            yield (opener,), behind
            yield (opener, second), _folded_to(_raised(behind), opener)


def _folded_to(hand: Hand, seat: int) -> Hand:
    left = hand.copy()
    while left.actor != seat:
        left.act(FOLD)
    return left


def _raised(hand: Hand) -> Hand:
    """Return the hand after the larger of the strategy's raises."""
    raised = hand.copy()
    sizes = [to for number, to in RingDecision.of(hand).actions if number > _CALL]
    raised.act(raise_to(max(sizes)))
    return raised


def _label(game: Game, number: int, to: int) -> str:
    if number <= _CALL:
        return ACTIONS[number]
    return "raise" if game.structure == "fixed-limit" else f"raise {to}"
