"""Bets that a street's tree does not have: what follows them is solved alone, and safely.

A street is solved once, on its usual sizes. When somebody bets another size, only what follows
the bet is solved anew, with both ranges as they were before it (nested safe subgame solving,
Brown and Sandholm, 2017). Whoever bets may also have stopped, with each hand, for what the hand
was worth by the street's own tree: so the answer gives a bet of any size no more than the usual
ones win, and the hands that rather bet are those that the bet is taken to mean.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from fivebet.agents.players.least_raises import without_least_raises
from fivebet.agents.players.solver import (
    Line,
    Row,
    Solver,
    Street,
    StreetTree,
    follow,
    line_to,
    spot_of_street,
)
from fivebet.agents.players.street_lines import ExtraSizes, made_sizes, name_action
from fivebet.cards.combos import COMBO_MASKS
from fivebet.errors import SolvingError
from fivebet.game.action import Action, Move
from fivebet.game.view import View
from fivebet.solving.depth_limited import StreetNode
from fivebet.solving.size_ladder import SizeStep
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Node, Tree, betting_tree

SAFETY = 0.1
"""The part of a range, every hand alike, that is added to it: nobody is sure of a range."""
_USUAL_FORCED = 0.2  # pots behind that a bet of the streets' own sizes does not leave


@dataclass(eq=False)
class SubgameSolver(Solver, ABC):
    """Solves streets on their usual sizes, and what follows any other size as it comes."""

    nested: bool = True
    """Solve what follows an unusual size alone, instead of the whole street with it."""

    def _forget(self) -> None:
        super()._forget()
        self._chosen: dict[Line, Row | None] = {}
        self._worths: dict[Line, Row] = {}

    def __getstate__(self) -> dict[str, object]:
        """Return the state without what was computed for the present hand."""
        return super().__getstate__() | {"_chosen": {}, "_worths": {}}

    @abstractmethod
    def usual_sizes(self, street: int) -> SizeStep:
        """Return the sizes of a street's own tree."""

    @abstractmethod
    def empty_tree(self, spot: Spot, like: StreetTree | None) -> StreetTree:
        """Return the tree of a spot, before its first iteration."""

    @abstractmethod
    def most_iterations(self, street: int) -> int:
        """Return how often a street's trees learn where there is time."""

    @abstractmethod
    def last_street(self, street: int) -> str:
        """Return the last street with betting in a street's trees."""

    def _spot(self, begun: Street, added: ExtraSizes, usual: SizeStep, last_street: str) -> Spot:
        return without_least_raises(super()._spot(begun, added, usual, last_street), added)

    def _find(self, view: View, upto: int, street: int) -> Node | StreetNode:
        if not self.nested:
            return super()._find(view, upto, street)
        before = sum(move.street < street for move in view.moves)
        return self._reached(view, street, upto - before)[0]

    def _chances(self, view: View, number: int) -> Row:
        move = view.moves[number]
        chosen = None
        if self.nested and move.street and move.action.to:
            key = line_to(view, number + 1, move.street)
            if key not in self._chosen:
                self._chosen[key] = self._unusual_chances(view, number)
            chosen = self._chosen[key]
        return super()._chances(view, number) if chosen is None else chosen

    def _unusual_chances(self, view: View, number: int) -> Row | None:
        """Return how likely each hand bets an unusual size, or None if the size is usual."""
        move = view.moves[number]
        made = number - sum(each.street < move.street for each in view.moves)
        node, _ = self._reached(view, move.street, made)
        if follow(node, move.action) is not None:
            return None
        return self._reached(view, move.street, made + 1)[1].plays_on()

    def _reached(self, view: View, street: int, made: int) -> tuple[Node | StreetNode, StreetTree]:
        """Return the node after some moves of a street, and the tree that it is in."""
        begun = self._street(view, street)
        line = [move for move in view.moves if move.street == street][:made]
        is_new = () not in begun.trees
        if is_new:
            begun.keep((), self._solved(view, begun, (), street))
        tree = begun.trees[()]
        node: Node | StreetNode = tree.root
        for i, move in enumerate(line):
            after = follow(node, move.action)
            if after is None:
                tree = self._subgame(view, begun, node, line[: i + 1])
                after = _followed(tree.root, [each.action for each in line[: i + 1]])
            node = after
        if is_new and tree is begun.trees[()] and not self.iterations:
            # No size was unusual: the time that was put aside for one is spent after all.
            self._iterate(tree, self.most_iterations(street), self._end(view, street))
        return node, tree

    def _end(self, view: View, street: int) -> float:
        """Return when a solution must end; the street's own tree leaves time for a new size."""
        end = super()._end(view, street)
        faces_bets = any(
            move.street == street and move.seat != view.seat and move.action.to
            for move in view.moves
        )
        if self.nested and faces_bets and () not in self._street(view, street).trees:
            return (time.perf_counter() + end) / 2
        return end

    def _subgame(
        self, view: View, begun: Street, node: Node | StreetNode, line: Sequence[Move]
    ) -> StreetTree:
        """Return the solved tree of what follows a line, whose last move left another tree."""
        sizes = made_sizes(line)
        if sizes not in begun.trees:
            begun.keep(sizes, self._solved_subgame(view, begun, node, line))
        return begun.trees[sizes]

    def _solved_subgame(
        self, view: View, begun: Street, node: Node | StreetNode, line: Sequence[Move]
    ) -> StreetTree:
        street, bettor = line[-1].street, line[-1].seat
        before = sum(move.street < street for move in view.moves)
        upto = before + len(line) - 1
        key = line_to(view, upto, street)
        if key not in self._worths:
            self._worths[key] = node.values(bettor) - node.contributed[bettor]
        worth = self._worths[key]
        ranges = list(self.ranges(view, upto, street))
        live = (COMBO_MASKS & np.uint64(begun.board.mask)) == 0
        ranges[bettor] = (ranges[bettor] + SAFETY * live) * np.isfinite(worth) / (1 + SAFETY)
        spot = self._narrowed(replace(begun, ranges=(ranges[0], ranges[1])), line)
        tree = self.empty_tree(spot, begun.tree)
        tree.offer(bettor, np.nan_to_num(worth))
        self._iterate(tree, self.most_iterations(street), self._end(view, street))
        return tree

    def _narrowed(self, begun: Street, line: Sequence[Move]) -> Spot:
        """Return the spot of a street that begins with some moves, whatever else were possible."""
        for forced in (_USUAL_FORCED, 0.0):
            # A size that was bet stays what it is, even if it leaves little behind.
            spot = self._with_line(begun, line, forced)
            if spot is not None:
                return without_least_raises(spot, made_sizes(line))
        raise SolvingError(f"{[str(move.action) for move in line]} is not in the tree")

    def _with_line(self, begun: Street, line: Sequence[Move], forced: float) -> Spot | None:
        """Return a street with one line at its start, or None if it cannot be played there.

        The line grows move by move, as a tree with all of its sizes at once may be very large.
        """
        street, actions = line[-1].street, [move.action for move in line]
        usual, last = self.usual_sizes(street), self.last_street(street)
        removed: tuple[str, ...] = ()
        for made in range(1, len(line) + 1):
            sizes = spot_of_street(begun, made_sizes(line[:made]), usual, last)
            spot = replace(sizes, force_all_in=forced, removed=removed)
            others = _others(betting_tree(spot), actions[:made])
            if others is None:
                return None
            removed = (*removed, *others)
        return replace(spot, removed=removed)


def _others(tree: Tree, actions: Sequence[Action]) -> list[str] | None:
    """Return what else could be done on a line, or None if the line is not in the tree."""
    node, others = tree.root, []
    for action in actions:
        taken = name_action(node.actions, action)
        if taken is None:
            return None
        others += [", ".join((*node.path, name)) for name in node.actions if name != taken]
        node = node / taken
    return others


def _followed(node: Node | StreetNode, actions: Sequence[Action]) -> Node | StreetNode:
    for action in actions:
        after = follow(node, action)
        if after is None:
            raise SolvingError(f"{action} is not in the tree of what follows it")
        node = after
    return node
