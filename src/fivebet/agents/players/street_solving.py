"""Solving one street at the table, for whoever knows both ranges at its start.

A street is solved from its start on a few sizes and on every size that was actually bet, so
that nothing is outside the tree; when a new size is bet the street is solved again with it.
On the flop hands are checked down at the leaves, as on the turn when the budget is short.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import CardSet
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.game.action import Action
from fivebet.game.agent import Reason
from fivebet.solving.size_ladder import SIZE_LADDER, SizeStep, tree_within
from fivebet.solving.solver import solve
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, Tree

Row = NDArray[np.float64]
StreetMove = tuple[int, Action]
"""What a player did: 0 is who acts first on the street, 1 the other."""
FLOP, TURN, RIVER = 1, 2, 3
LEAST_REACH = 1e-3
"""The part of a hand's weight that no action takes away: nobody is that sure."""
_LEAST_CHANCE = 0.02  # rarer actions are residues of learning, and not taken
_TAIL = 0.01  # part of an opponent's range, of its least likely hands, that is left out
_BETS, _RAISES = "66%", "3x"
_WHOLE_FLOP_LADDER = SIZE_LADDER[-3:]
_WHOLE_FLOP_THREADS = 2
_WHOLE_FLOP_MEMORY = 2 * 10**9
_FULL_FLOP = 6.0  # seconds from which on a flop is solved to the end
_CONVERGED = 0.5  # percent of the pot at which a whole flop is solved well enough
_FULL_TURN = 0.4  # seconds from which on a turn is solved to the end
_MOST_ITERATIONS = 400
_MOST_TREES = 4  # of one street: whoever asks about many bets gets them solved one by one

ExtraSizes = tuple[tuple[str, int], ...]
"""Sizes that were bet or raised to, each after its kind and player as `Spot` names them."""


@dataclass
class Street:
    """One street of the hand in play: how it began, and its trees so far."""

    ranges: tuple[Row, Row]
    pot: int
    stack: int
    board: CardSet
    trees: dict[ExtraSizes, Tree] = field(default_factory=dict)
    """Its trees by the sizes that were added to the usual ones, the latest last."""
    solved: dict[str, Reason] = field(default_factory=dict)
    """How far a whole flop was solved, for the reasons."""

    @property
    def tree(self) -> Tree | None:
        """The tree that was solved last."""
        return next(reversed(self.trees.values()), None)

    def keep(self, sizes: ExtraSizes, tree: Tree) -> None:
        """Keep a tree; of the older ones, the first and some of the latest stay."""
        self.trees[sizes] = tree
        if len(self.trees) > _MOST_TREES:
            del self.trees[next(each for each in self.trees if each)]


class StreetSolver:
    """Solves streets between two players within a budget of seconds."""

    budget: float
    iterations: int
    _deadline: float

    def start_clock(self) -> None:
        """Begin the time of a decision."""
        self._deadline = time.perf_counter() + self.budget

    def find_node(
        self, begun: Street, line: Sequence[StreetMove], own: int, upto: int, now: int
    ) -> Node:
        """Return the node of a street after its first `upto` moves, on the way to street `now`.

        The tree has the sizes that were bet before the first decision of player `own`, and
        those that were not in it when they came. So it follows from the moves alone,
        whatever else the agent was asked about.
        """
        street = len(begun.board) - 2
        sizes, known = None, _sizes(line[:own])
        while sizes != known:
            sizes = known
            if sizes not in begun.trees:
                begun.keep(sizes, self._solved(begun, sizes, street, now))
            nodes: list[Node | None] = [begun.trees[sizes].root]
            for _, action in line:
                nodes.append(_follow(nodes[-1], action) if nodes[-1] else None)
            if None in nodes:
                known = _sizes(line[: nodes.index(None)])
        node = nodes[upto]
        if node is None or node.player is None:
            raise SolvingError(f"{[str(action) for _, action in line]} is not in the tree")
        return node

    def _solved(self, begun: Street, added: ExtraSizes, street: int, now: int) -> Tree:
        """Return a street's tree, solved in its part of the time up to the present street."""
        start = time.perf_counter()
        end = start + 0.9 * (self._deadline - start) / (now - street + 1)
        if street == FLOP and self.budget >= _FULL_FLOP:
            whole = self._solved_flop(begun, added, end)
            if whole is not None:
                return whole
        deep = street == RIVER or (street == TURN and self.budget >= _FULL_TURN)
        last = STREETS[-1 if deep else street - 1]
        spot = _spot(begun, added, SizeStep(_BETS, _RAISES), last)
        like = begun.tree
        tree = Tree(spot, threads=1, like=None if like is None or like.compressed else like)
        most = self.iterations or _MOST_ITERATIONS
        while tree.iterations < most:
            began = time.perf_counter()
            tree.iterate()
            ended = time.perf_counter()
            # Stop before an iteration that would not fit any more.
            if not self.iterations and ended + (ended - began) > end:
                break
        return tree

    def _solved_flop(self, begun: Street, added: ExtraSizes, end: float) -> Tree | None:
        """Return a flop's tree to the river, solved; None if there is no time for one."""

        def make_tree(step: SizeStep) -> Tree:
            return Tree(
                _spot(begun, added, step, STREETS[-1]),
                compressed=True,
                threads=_WHOLE_FLOP_THREADS,
                memory_limit=_WHOLE_FLOP_MEMORY,
            )

        begun.trees.clear()  # one of them may take gigabytes
        seconds = None
        sizes = _WHOLE_FLOP_LADDER[0]
        if self.iterations:
            tree = make_tree(sizes)
        else:
            left = max(end - time.perf_counter(), 0.1)
            chosen = tree_within(make_tree, left, _CONVERGED, ladder=_WHOLE_FLOP_LADDER)
            if not chosen.fits:
                return None
            sizes, tree = chosen.sizes, chosen.tree
            seconds = max(end - time.perf_counter(), 0.1)
        solution = solve(tree, _CONVERGED, self.iterations or _MOST_ITERATIONS, seconds=seconds)
        begun.solved = {
            "sizes": str(sizes),
            "iterations": solution.iterations,
            "exploitable, % of the pot": solution.exploitability_pct,
        }
        return tree


def _spot(begun: Street, added: ExtraSizes, usual: SizeStep, last_street: str) -> Spot:
    """Return a street as a spot, with the usual sizes and those that were added."""
    whole_flop = len(begun.board) == 3 and last_street != "flop"
    sizes = {}
    for place in dict.fromkeys(place for place, _ in added):
        listed = usual.bets if place.startswith("bets") else usual.raises
        amounts = sorted(to for each, to in added if each == place)
        every = [*([listed] if listed else []), *(f"{to}c" for to in amounts)]
        # Sizes that were bet on the flop would make the streets to come too large.
        sizes[f"{place} flop" if whole_flop else place] = ", ".join(every)
    return Spot.create(
        begun.board,
        begun.pot,
        begun.stack,
        Range.from_weights(np.clip(begun.ranges[0], 0, 1)),
        Range.from_weights(np.clip(begun.ranges[1], 0, 1)),
        usual.bets,
        usual.raises,
        sizes=sizes,
        last_street=last_street,
        add_all_in=0.0 if whole_flop else 1.5,
        # A size that was bet stays what it is.
        force_all_in=0.0 if sizes else 0.2,
    )


def _sizes(moves: Sequence[StreetMove]) -> ExtraSizes:
    """Return the sizes of a street's bets and raises, each once."""
    found = {
        (f"{action.kind}s {'ip' if player else 'oop'}", action.to)
        for player, action in moves
        if action.kind in ("bet", "raise")
    }
    return tuple(sorted(found))


def _follow(node: Node, action: Action) -> Node | None:
    wanted: tuple[str, ...] = ("fold",)
    if action.kind in ("check", "call"):
        wanted = ("check", "call")
    elif action.kind != "fold":
        wanted = tuple(f"{word} {action.to}" for word in ("bet", "raise", "all-in"))
        # More than the other has is all-in.
        if action.to > max((_amount(name) for name in node.actions), default=0):
            wanted = tuple(name for name in node.actions if name.startswith("all-in"))
    return next((node / name for name in node.actions if name in wanted), None)


def _amount(name: str) -> int:
    return int(name.split()[1]) if " " in name else 0


def without_residues(policy: dict[Action, Row]) -> dict[Action, Row]:
    """Return a policy without actions that a hand hardly ever takes."""
    kept = {action: np.where(row < _LEAST_CHANCE, 0.0, row) for action, row in policy.items()}
    total = np.maximum(sum(kept.values()), 1e-300)
    return {action: row / total for action, row in kept.items()}


def without_tail(weights: Row) -> Row:
    """Return a range without its least likely hands, which are a small part of it."""
    rising = np.sort(weights)
    cut = int(np.searchsorted(np.cumsum(rising), _TAIL * weights.sum()))
    # Hands as likely as each other stay together: a range that treats suits alike solves faster.
    return np.where(weights < rising[cut], 0.0, weights)
