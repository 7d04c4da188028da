"""The champion's heads-up no-limit: every street is solved as it comes.

Before the flop it plays as `solver` does. On the flop the betting is solved to its end, where a
network values both ranges (`solving.depth_limited`); turns are solved to the river, and rivers on
more sizes. What follows a bet of another size is solved alone (`subgame_solver`).

Turns and rivers are solved safely, against hands too that the opponent should not have: its range
gets a tenth of every hand, and this part may stop at once for what the hand is worth, by a network
at the start of the turn, by the turn's solution on the river.
"""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from fivebet.agents.hosting.options import Bounds
from fivebet.agents.players.champion_limit import beside, likely_classes
from fivebet.agents.players.champion_ring import RingChampion
from fivebet.agents.players.solver import (
    FLOP,
    RIVER,
    TURN,
    Row,
    Street,
    StreetTree,
)
from fivebet.agents.players.street_lines import ExtraSizes
from fivebet.agents.players.subgame_solver import SAFETY, SubgameSolver
from fivebet.cards.combos import COMBO_MASKS
from fivebet.game.agent import Decision, Policy
from fivebet.game.view import View
from fivebet.solving.depth_limited import DepthLimitedTree
from fivebet.solving.size_ladder import SizeStep
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, Tree
from fivebet.solving.value_network import board_hands, shipped_network

_SIZES = {
    FLOP: SizeStep("50%, 100%", "3x"),
    TURN: SizeStep("66%", "3x"),
    RIVER: SizeStep("50%, 100%", "3x"),
}
_FLOP_CARDS = 3
_MOST_ITERATIONS = {FLOP: 100, TURN: 120, RIVER: 300}
_RELATIVE_ITERATIONS = {FLOP: 1, TURN: 2, RIVER: 5}
"""How many iterations a street gets for one of a flop, about as a second gives them."""
_AFTER_UNUSUAL_SIZES = {FLOP: 3, TURN: 2, RIVER: 2}
"""How many times as many iterations what follows an unusual size gets: its tree is small."""


@dataclass(eq=False)
class NoLimitChampion(SubgameSolver):
    """Solves every street at the table, flops with a network at their end."""

    threads: Annotated[int, Bounds(1, 64)] = 2
    """The threads that solve."""
    network: bool = True
    """Value the ends of flops by a network, instead of checking hands down."""
    gadget: bool = True
    """Solve safely, also against hands that the opponent should not have."""

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand, and say what the opponent may hold."""
        decision = super().act(view)
        held = self.ranges(view, len(view.moves), view.street)[1 - view.seat] * beside(view.cards)
        return replace(
            decision, reasons={**decision.reasons, "opponent holds": likely_classes(held)}
        )

    def blueprint_policy(self, view: View) -> Policy | None:
        """Return what is known without solving: the strategies before the flop, and ring games'.

        Among larger tables' lines, those that two players see are the same as here.
        """
        if view.street == 0:
            return self.policy(view) if self._line(view, len(view.moves)) is not None else None
        return RingChampion(exploit=False, search=False).strategy_policy(view, exploiting=False)

    def usual_sizes(self, street: int) -> SizeStep:
        """Return the sizes of a street's own tree."""
        return _SIZES[street]

    def most_iterations(self, street: int) -> int:
        """Return how often a street's trees learn where there is time."""
        return _MOST_ITERATIONS[street]

    def last_street(self, street: int) -> str:
        """Return the last street with betting in a street's trees."""
        return STREETS[0 if street == FLOP else -1]

    def empty_tree(self, spot: Spot, like: StreetTree | None = None) -> StreetTree:
        """Return the tree of a spot, before its first iteration."""
        if self.network and len(spot.board) == _FLOP_CARDS:
            return DepthLimitedTree(spot, shipped_network("flop-end"), threads=self.threads)
        shared = like if isinstance(like, Tree) else None
        return Tree(spot, compressed=True, threads=self.threads, merge_suits=False, like=shared)

    def _iterate(self, tree: StreetTree, most: int, end: float) -> None:
        """Solve a tree with the iterations that were asked for, or with those that fit in."""
        if not self.iterations:
            super()._iterate(tree, most, end)
            return
        street = tree.spot.street + 1
        times = _AFTER_UNUSUAL_SIZES[street] if tree.spot.removed else 1
        for _ in range(times * _RELATIVE_ITERATIONS[street] * self.iterations):
            tree.iterate()

    def _solved(self, view: View, begun: Street, added: ExtraSizes, street: int) -> StreetTree:
        end = self._end(view, street)
        if street == FLOP:
            tree = self.empty_tree(self._spot(begun, added, _SIZES[FLOP], STREETS[0]))
        else:
            tree = self._safe_tree(view, begun, added, street)
        self._iterate(tree, _MOST_ITERATIONS[street], end)
        return tree

    def _safe_tree(self, view: View, begun: Street, added: ExtraSizes, street: int) -> Tree:
        """Return a turn or river whose opponent may refuse to play on, if that is asked for."""
        worth = self._worth(view, begun, street) if self.gadget else None
        if worth is None:
            spot = self._spot(begun, added, _SIZES[street], STREETS[-1])
            return Tree(spot, compressed=True, threads=self.threads)
        opponent = 1 - view.seat
        believed = begun.ranges[opponent]
        dead = np.uint64(begun.board.mask)
        live = ((COMBO_MASKS & dead) == 0) & np.isfinite(worth)
        mixed = (believed + SAFETY * live) / (1 + SAFETY)
        ranges = (mixed, begun.ranges[1]) if opponent == 0 else (begun.ranges[0], mixed)
        spot = self._spot(replace(begun, ranges=ranges), added, _SIZES[street], STREETS[-1])
        tree = Tree(spot, compressed=True, threads=self.threads, merge_suits=False)
        forced = believed / np.maximum(mixed * (1 + SAFETY), 1e-300)
        tree.offer(opponent, np.nan_to_num(worth), forced)
        return tree

    def _worth(self, view: View, begun: Street, street: int) -> Row | None:
        """Return the chips that the opponent's hands are worth when a street begins.

        They are not a number for hands of which nothing is known.
        """
        opponent = 1 - view.seat
        if street == TURN:
            hands = board_hands(begun.board)
            weights = np.array([[row[hands.combos] for row in begun.ranges]], dtype=np.float32)
            spr = np.array([begun.stack / begun.pot])
            values = shipped_network("turn-start").values(hands, weights, spr)[0, opponent]
            worth = np.full(1326, np.nan)
            worth[hands.combos] = (values + 0.5) * begun.pot
            return worth
        upto = sum(move.street < street for move in view.moves)
        node = self._find(view, upto, TURN)
        return node.deal(view.board[-1]).values(opponent) if isinstance(node, Node) else None
