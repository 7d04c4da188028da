"""Search once two are left: a street of a ring game, solved with ranges from a blueprint.

At the start of a street that two players see, both ranges follow from the blueprint by
Bayes' rule over all that the two have done before, raises of other sizes being taken for
the nearest by pseudo-harmonic mapping; cards of those who folded are not accounted for. The
street is then solved as the solver does it (`street_solving`).
"""

import numpy as np

from fivebet._core import nearest_ring_action
from fivebet.agents.players.preflop_charts import as_action
from fivebet.agents.players.street_solving import (
    LEAST_REACH,
    Row,
    Street,
    StreetSolver,
    without_residues,
    without_tail,
)
from fivebet.cards import CardSet
from fivebet.cards.combos import COMBO_MASKS
from fivebet.game.action import Action
from fivebet.game.view import View
from fivebet.solving.ring_blueprint import RingDecision, RingStrategy, combo_buckets

_BOARD_CARDS = (0, 3, 4, 5)


class RingSearch(StreetSolver):
    """Solves the streets of a hand on which two players are left."""

    def __init__(self, budget: float, iterations: int) -> None:
        self.budget, self.iterations = budget, iterations
        self._deadline = 0.0
        self._begun: tuple[object, Street] | None = None

    def policy(self, view: View, strategy: RingStrategy) -> dict[Action, Row] | None:
        """Return the probability of each action for every hand; None where more are in."""
        left = players_at_start(view)
        if view.street == 0 or len(left) != 2:
            return None
        self.start_clock()
        before = sum(move.street < view.street for move in view.moves)
        key = (view.number, view.players, view.board, view.moves[:before])
        if self._begun is None or self._begun[0] != key:
            self._begun = key, _begin(view, left, before, strategy)
        line = [(left.index(move.seat), move.action) for move in view.moves[before:]]
        own = left.index(view.seat)
        node = self.find_node(self._begun[1], line, own, len(line), view.street)
        policy: dict[Action, Row] = {}
        for name, row in node.strategy.items():
            action = as_action(name, 1.0, view.legal)
            policy[action] = policy.get(action, np.zeros(1326)) + np.nan_to_num(row)
        # Hands that the range leaves out have no answer: they check or call.
        outside = sum(policy.values()) < 0.5
        passive = view.legal.passive
        policy[passive] = np.where(outside, 1.0, policy[passive])
        return without_residues(policy)


def players_at_start(view: View) -> tuple[int, ...]:
    """Return the seats that were in when the present street began, by order of action."""
    folded = {
        move.seat for move in view.moves if move.action.kind == "fold" and move.street < view.street
    }
    return tuple(seat for seat in range(view.game.seats) if seat not in folded)


def _begin(view: View, left: tuple[int, ...], before: int, strategy: RingStrategy) -> Street:
    """Return the present street as two players have begun it."""
    game, stacks = view.game, view.starting_stacks
    paid = [min(stacks[i], game.antes[i] + game.blinds[i]) for i in range(game.seats)]
    for move in view.moves[:before]:
        paid[move.seat] += move.paid
    ranges = carried_ranges(view, left, before, strategy)
    # All of our own hands stay, so that each has an answer.
    first, second = (
        row if seat == view.seat else without_tail(row)
        for seat, row in zip(left, ranges, strict=True)
    )
    behind = min(stacks[seat] - paid[seat] for seat in left)
    board = CardSet(view.board[: _BOARD_CARDS[view.street]])
    return Street((first, second), sum(paid), behind, board)


def carried_ranges(
    view: View, seats: tuple[int, ...], upto: int, strategy: RingStrategy
) -> list[Row]:
    """Return the ranges of some seats after the first `upto` moves, each with a maximum of 1."""
    dead = np.uint64(sum(1 << card for card in view.board))
    weights = {seat: ((COMBO_MASKS & dead) == 0).astype(np.float64) for seat in seats}
    for i, move in enumerate(view.moves[:upto]):
        if move.seat not in weights:
            continue
        decision = RingDecision.of(view, i)
        if decision.key not in strategy:
            continue
        numbers = [number for number, _ in decision.actions]
        row = strategy.rows(decision.key)[numbers.index(nearest_ring_action(view, i))]
        board = tuple(int(card) for card in view.board[: _BOARD_CARDS[move.street]])
        chances = row[combo_buckets(board, strategy.buckets)]
        weights[move.seat] *= np.maximum(chances, LEAST_REACH)
    return [row / max(float(row.max()), 1e-300) for row in weights.values()]
