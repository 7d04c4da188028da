"""Search once two are left: a street of a ring game, solved with ranges from a blueprint.

At the start of a street that two players see, both ranges follow from the blueprint by
Bayes' rule over all that the two have done before, raises of other sizes being taken for
the nearest by pseudo-harmonic mapping; cards of those who folded are not accounted for. The
street is then solved as the solver does it.
"""

import time
from collections.abc import Sequence

import numpy as np

from fivebet._core import nearest_ring_action
from fivebet.agents.players.least_raises import without_least_raises
from fivebet.agents.players.solver import TAIL, Row, Solver, Street, without_residues
from fivebet.agents.players.street_lines import LEAST_REACH, ExtraSizes, without_tail
from fivebet.cards import CardSet
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import COMBO_MASKS
from fivebet.game.action import Action
from fivebet.game.view import View
from fivebet.solving.ring_blueprint import RingDecision, RingStrategy, combo_buckets
from fivebet.solving.size_ladder import SizeStep
from fivebet.solving.spot import Spot


class RingSearch(Solver):
    """Solves the streets of a hand on which two players are left."""

    def play(self, view: View, strategy: RingStrategy) -> dict[Action, Row]:
        """Return the probability of each action for every hand, on a street that two see."""
        self._deadline = time.perf_counter() + self.budget
        self._strategy = strategy
        policy = self._after_flop(view, view.moves, view.street, view.legal)
        return without_residues(policy)

    def _players(self, view: View) -> tuple[int, ...]:
        return players_at_start(view)

    def _spot(self, begun: Street, added: ExtraSizes, usual: SizeStep, last_street: str) -> Spot:
        return without_least_raises(super()._spot(begun, added, usual, last_street), added)

    def _street(self, view: View, street: int) -> Street:
        before = sum(move.street < street for move in view.moves)
        hand = (view.number, view.players, view.board, view.moves[:before])
        if self._hand != hand:
            self._hand = hand
            self._begun = _begin(view, players_at_start(view), before, self._strategy)
        return self._begun


def players_at_start(view: View, street: int | None = None) -> tuple[int, ...]:
    """Return the seats that were in when a street began, the present one, by order of action."""
    number = view.street if street is None else street
    folded = {
        move.seat for move in view.moves if move.action.kind == "fold" and move.street < number
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
        row if seat == view.seat else without_tail(row, TAIL)
        for seat, row in zip(left, ranges, strict=True)
    )
    behind = min(stacks[seat] - paid[seat] for seat in left)
    board = CardSet(view.board[: BOARD_CARDS[view.street]])
    return Street((first, second), sum(paid), behind, board)


def carried_ranges(
    view: View,
    seats: tuple[int, ...],
    upto: int,
    strategy: RingStrategy,
    board: Sequence[int] | None = None,
) -> list[Row]:
    """Return the ranges of some seats after the first `upto` moves, each with a maximum of 1.

    The board is that of the view, unless less of it was known by then.
    """
    dead = np.uint64(sum(1 << card for card in (view.board if board is None else board)))
    weights = {seat: ((COMBO_MASKS & dead) == 0).astype(np.float64) for seat in seats}
    for i, move in enumerate(view.moves[:upto]):
        if move.seat not in weights:
            continue
        decision = RingDecision.of(view, i)
        if decision.key not in strategy:
            continue
        numbers = [number for number, _ in decision.actions]
        row = strategy.rows(decision.key)[numbers.index(nearest_ring_action(view, i))]
        seen = tuple(int(card) for card in view.board[: BOARD_CARDS[move.street]])
        chances = row[combo_buckets(seen, strategy.buckets)]
        weights[move.seat] *= np.maximum(chances, LEAST_REACH)
    return [row / max(float(row.max()), 1e-300) for row in weights.values()]
