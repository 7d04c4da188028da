"""Charts before the flop for six players: the champion's blueprint, every line that it knows."""

import numpy as np

from fivebet.errors import SolvingError
from fivebet.game.action import FOLD, raise_to
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.positions import positions
from fivebet.solving.ring_blueprint import RingDecision, RingStrategy, Row, shipped_ring_strategy
from fivebet.study.library.charts import ChartNode, ChartSet, no_node
from fivebet.study.preflop_lines import Path

_DEPTHS = (200, 100, 50, 20)
"""The big blinds for which the blueprint was trained."""
_CHARTS = {
    **{f"{depth}": f"No-limit, {depth} big blinds" for depth in _DEPTHS},
    "limit": "Limit",
}
_CALL, _ALL_IN = 1, 4


def _charts() -> list[tuple[str, str]]:
    return list(_CHARTS.items())


def _node(chart: str, path: Path) -> ChartNode:
    game = Game.named("limit-6p" if chart == "limit" else "nolimit-6p")
    strategy = shipped_ring_strategy(game.structure)
    stacks = None if chart == "limit" else [int(chart) * game.big_blind] * game.seats
    hand, weights = Hand(game, stacks=stacks), {seat: np.ones(169) for seat in range(game.seats)}
    for number, step in enumerate(path):
        rows = _rows(strategy, hand)
        if step not in rows:
            raise no_node(path[: number + 1], tuple(rows))
        seat = RingDecision.of(hand).seat
        weights[seat] = weights[seat] * rows[step]
        _take(hand, step)
        if hand.over or hand.street > 0:
            raise no_node(path[: number + 1], tuple(rows))
    rows = _rows(strategy, hand)
    seat = RingDecision.of(hand).seat
    return ChartNode(
        player=positions(game)[seat],
        actions=tuple(rows),
        shares=np.stack(list(rows.values())),
        weights=weights[seat],
        further=frozenset(step for step in rows if _decides_again(strategy, hand, step)),
        big_blind=game.big_blind,
    )


def _rows(strategy: RingStrategy, hand: Hand) -> dict[str, Row]:
    """Return how often each class takes each action, by its name."""
    decision = RingDecision.of(hand)
    if decision.key not in strategy:
        raise SolvingError("this line was never trained: nobody who plays the blueprint comes here")
    names = [_name(hand, number, to) for number, to in decision.actions]
    return dict(zip(names, strategy.rows(decision.key), strict=True))


def _name(hand: Hand, number: int, to: int) -> str:
    if number > _CALL:
        return f"all-in {to}" if number == _ALL_IN else f"raise {to}"
    if number == _CALL:
        return "call" if hand.legal.call else "check"
    return "fold"


def _take(hand: Hand, step: str) -> None:
    word, _, to = step.partition(" ")
    hand.act(FOLD if word == "fold" else raise_to(int(to)) if to else hand.legal.passive)


def _decides_again(strategy: RingStrategy, hand: Hand, step: str) -> bool:
    after = hand.copy()
    _take(after, step)
    return not after.over and after.street == 0 and RingDecision.of(after).key in strategy


RING = ChartSet(
    "ring",
    "Before the flop, six players",
    "The champion's blueprint, as it has learnt in play with itself: lines that look alike are "
    "one, with buckets by strength after the flop. No-limit raises are by half the pot or by the "
    "pot, later ones by the pot, and all-in within three pots.",
    _charts,
    _node,
)
