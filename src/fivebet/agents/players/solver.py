"""The real thing: heads-up no-limit by solving at the table.

Before the flop it plays the strategy of `fivebet.solving.preflop_blueprint` for the nearest
depth; raises of other sizes are taken for the nearer of their neighbours by
pseudo-harmonic mapping (Ganzfried and Sandholm, 2013), and answered by a game of their
own where no neighbour is near (`fivebet.solving.raise_response`). Both players' ranges are
carried down the hand by Bayes' rule through the strategies used. After the flop each
street is solved from its start, with both ranges, on a few sizes and on every size that
was actually bet, so that nothing is outside the tree; when the opponent bets a new size
the street is solved again with it. On the flop hands are checked down at the leaves, as
on the turn when the budget is short: whole trees take longer than a player usually thinks.
With a budget of several seconds, such as the 15 that Martins's thesis allows (FR-012,
NFR-004), flops are solved to the river on geometric sizes until they converge.

It gives probabilities for all of its hands. Solving ends with the budget, so that play
depends on the machine unless `iterations` are given.
"""

import time
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import Bounds, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.policies import decide_by_policy
from fivebet.agents.players.preflop_charts import as_action, read_line
from fivebet.agents.players.street_lines import (
    LEAST_REACH,
    ExtraSizes,
    made_sizes,
    name_action,
    without_tail,
)
from fivebet.cards import CardSet
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, COMBO_MASKS
from fivebet.cards.ranges import Range
from fivebet.errors import AgentError, SolvingError
from fivebet.game.action import FOLD, Action, Legal, Move, raise_to
from fivebet.game.agent import Decision, Reason
from fivebet.game.view import View
from fivebet.solving.depth_limited import DepthLimitedTree, StreetNode
from fivebet.solving.preflop_blueprint import BIG_BLIND, nearest_preflop
from fivebet.solving.raise_response import FacedRaise, RaiseResponse, solve_raise_response
from fivebet.solving.size_ladder import SIZE_LADDER, SizeStep, tree_within
from fivebet.solving.solver import solve
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, Tree

Row = NDArray[np.float64]
Line = tuple[int, tuple[Action, ...], tuple[int, ...]]
"""A seat whose agent is asked, the actions so far, and the board."""
_PURPOSE = purpose_key("solver")
FLOP, TURN, RIVER = 1, 2, 3
_BETS, _RAISES = "66%", "3x"
_WHOLE_FLOP_LADDER = SIZE_LADDER[-3:]
_WHOLE_FLOP_THREADS = 2
_WHOLE_FLOP_MEMORY = 2 * 10**9
_FULL_FLOP = 6.0  # seconds from which on a flop is solved to the end
_CONVERGED = 0.5  # percent of the pot at which a whole flop is solved well enough
_FULL_TURN = 0.4  # seconds from which on a turn is solved to the end
_LEAST_CHANCE = 0.02  # rarer actions are residues of learning, and not taken
TAIL = 0.01  # part of an opponent's range, of its least likely hands, that is left out
_MOST_ITERATIONS = 400
_MOST_TREES = 10  # of one street: whoever asks about many bets gets them solved one by one
_MOST_STREETS = 4  # of one hand whose trees are kept, before those of other lines are dropped
_MOST_POLICIES = 1000  # of one hand, before those that do not lead to the present line are dropped

StreetTree = Tree | DepthLimitedTree


@dataclass
class Street:
    """One street of the hand in play: how it began, and its trees so far."""

    ranges: tuple[Row, Row]
    pot: int
    stack: int
    board: CardSet
    trees: dict[ExtraSizes, StreetTree] = field(default_factory=dict)
    """Its trees by the sizes that were added to the usual ones, the latest last."""
    solved: dict[str, Reason] = field(default_factory=dict)
    """How far a whole flop was solved, for the reasons."""

    @property
    def tree(self) -> StreetTree | None:
        """The tree that was solved last."""
        return next(reversed(self.trees.values()), None)

    def keep(self, sizes: ExtraSizes, tree: StreetTree) -> None:
        """Keep a tree; of the older ones, the first and some of the latest stay."""
        self.trees[sizes] = tree
        if len(self.trees) > _MOST_TREES:
            del self.trees[next(each for each in self.trees if each)]


@dataclass(eq=False)
class Solver:
    """Solves every street at the table within a budget of seconds."""

    games: ClassVar[tuple[str, ...]] = ("nolimit-2p", "cash-2p")

    budget: Annotated[float, Bounds(0.001, 15)] = 1.0
    """The seconds that a decision may take; from 6 on flops are solved to the river."""
    iterations: Annotated[int, Bounds(0, 400)] = 0
    """The iterations of every solution, instead of as many as fit into the budget."""
    seed: Seed = 0
    """The seed of its random numbers."""

    def __post_init__(self) -> None:
        if not 0 < self.budget <= 3600:
            raise AgentError(f"budget={self.budget} is no time to think: give seconds above 0")
        if self.iterations < 0:
            raise AgentError(f"iterations={self.iterations} cannot be: give 0 or more")
        self.seed = checked_seed(self.seed)
        self._deadline = 0.0
        self._hand: object = None
        self._forget()

    def _forget(self) -> None:
        self._policies: dict[Line, dict[Action, Row]] = {}
        self._answers: dict[object, RaiseResponse] = {}
        self._streets: dict[Line, Street] = {}

    def _forget_other_policies(self, view: View) -> None:
        """Keep only the policies on the way to a view."""
        self._policies = {key: each for key, each in self._policies.items() if _leads_to(key, view)}

    def _forget_other_streets(self, view: View) -> None:
        """Keep only the streets on the way to a view: their trees take much memory."""
        self._streets = {key: each for key, each in self._streets.items() if _leads_to(key, view)}

    def __getstate__(self) -> dict[str, object]:
        """Return the state without what was computed for the present hand."""
        return self.__dict__ | {"_hand": None, "_policies": {}, "_answers": {}, "_streets": {}}

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand."""
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        decision = decide_by_policy(view, self.policy(view), draw)
        return replace(decision, reasons={**decision.reasons, **self._whole_flop(view)})

    def _whole_flop(self, view: View) -> dict[str, Reason]:
        """Return how far the present flop is solved, if that was done to the end."""
        here = [each for each in self._streets.values() if len(each.board) == len(view.board)]
        return here[-1].solved if view.street == FLOP and here else {}

    def policy(self, view: View) -> dict[Action, Row]:
        """Return the probability of each action for every hand."""
        game = view.game
        if game.seats != 2 or game.hole_cards != 2 or game.structure != "no-limit":
            raise AgentError(f"solver plays no-limit hold'em for two, not {game}")
        self._deadline = time.perf_counter() + self.budget
        hand = (view.number, view.starting_stacks, id(game))
        if self._hand != hand:
            self._hand = hand
            self._forget()
        elif len(self._policies) > _MOST_POLICIES:
            self._forget_other_policies(view)
        return self._policy(view, len(view.moves), view.legal)

    def _policy(self, view: View, upto: int, legal: Legal | None) -> dict[Action, Row]:
        """Return the policy of the seat that acts after the first `upto` moves."""
        moves = view.moves[:upto]
        street = view.street if legal is not None else view.moves[upto].street
        key = line_to(view, upto, street)
        if key not in self._policies:
            if street == 0:
                policy = self._before_flop(view, moves, legal)
            else:
                policy = self._after_flop(view, moves, street, legal)
            self._policies[key] = without_residues(policy)
        return self._policies[key]

    def ranges(self, view: View, upto: int, street: int) -> tuple[Row, Row]:
        """Return both ranges after some moves, once the street's board is known."""
        dead = np.uint64(sum(1 << card for card in _board(view, street)))
        live = (COMBO_MASKS & dead) == 0
        weights = [live.astype(np.float64) for _ in (0, 1)]
        for i, move in enumerate(view.moves[:upto]):
            weights[move.seat] = weights[move.seat] * np.maximum(
                self._chances(view, i), LEAST_REACH
            )
        # All of our own hands stay, so that each has an answer.
        other = 1 - view.seat
        weights[other] = without_tail(weights[other], TAIL)
        first, second = (row / max(float(row.max()), 1e-300) for row in weights)
        return first, second

    def _chances(self, view: View, number: int) -> Row:
        """Return how likely each hand makes the move with this number."""
        move = view.moves[number]
        raised = move.street == 0 and move.action.kind == "raise"
        if raised and self._line(view, number + 1) is None:
            unusual: Row = self._answer(view, number).raises[CLASS_OF_COMBO]
            return unusual
        return _nearest_row(self._policy(view, number, None), move.action)

    # Before the flop.

    def _line(self, view: View, upto: int) -> tuple[str, ...] | None:
        """Return the strategy's steps for the first moves, or None where they left it."""
        big = view.game.big_blind
        strategy = nearest_preflop(min(view.starting_stacks) / big)
        path = read_line(strategy, view.moves[:upto], BIG_BLIND / big)
        return path if path is not None and path in strategy.nodes else None

    def _before_flop(
        self, view: View, moves: tuple[Move, ...], legal: Legal | None
    ) -> dict[Action, Row]:
        big = view.game.big_blind
        path = self._line(view, len(moves))
        if path is None:
            return self._outside(view, moves, legal)
        policy: dict[Action, Row] = {}
        for name, row in nearest_preflop(min(view.starting_stacks) / big).nodes[path].items():
            action = as_action(name, big / BIG_BLIND, legal)
            policy[action] = policy.get(action, np.zeros(1326)) + row[CLASS_OF_COMBO]
        return policy

    def _outside(
        self, view: View, moves: tuple[Move, ...], legal: Legal | None
    ) -> dict[Action, Row]:
        """Return the policy that faces a raise which the strategy does not know."""
        last = max(i for i, move in enumerate(moves) if move.action.kind == "raise")
        answer = self._answer(view, last)
        passive = legal.passive if legal is not None else Action("call")
        policy = {FOLD: answer.fold[CLASS_OF_COMBO], passive: answer.call[CLASS_OF_COMBO]}
        if answer.jam is not None:
            if legal is None:
                jam = raise_to(view.starting_stacks[1 - moves[last].seat])
            else:
                jam = raise_to(legal.max_raise) if legal.can_raise else passive
            policy[jam] = policy.get(jam, np.zeros(1326)) + answer.jam[CLASS_OF_COMBO]
        return policy

    def _answer(self, view: View, number: int) -> RaiseResponse:
        """Return how the raise with this number is made and answered."""
        moves = view.moves[: number + 1]
        key = (view.seat, tuple(move.action for move in moves))
        if key not in self._answers:
            raiser = moves[-1].seat
            paid = list(view.game.blinds)
            for move in moves[:-1]:
                paid[move.seat] += move.paid
            stack = min(view.starting_stacks)
            raised = FacedRaise(
                posted=min(paid[raiser], stack - 1),
                answered=min(paid[1 - raiser], stack - 1),
                to=min(moves[-1].action.to, stack),
                stack=stack,
                free=paid[raiser] == paid[1 - raiser],
            )
            ranges = self.ranges(view, number, 0)
            by_class = [np.bincount(CLASS_OF_COMBO, row) / CLASS_SIZES for row in ranges]
            self._answers[key] = solve_raise_response(
                raised, by_class[raiser], by_class[1 - raiser]
            )
        return self._answers[key]

    # After it.

    def _after_flop(
        self, view: View, moves: tuple[Move, ...], street: int, legal: Legal | None
    ) -> dict[Action, Row]:
        node = self._find(view, len(moves), street)
        policy: dict[Action, Row] = {}
        for name, row in node.strategy.items():
            action = as_action(name, 1.0, legal)
            policy[action] = policy.get(action, np.zeros(1326)) + np.nan_to_num(row)
        # Hands of the opponent that were left out count only in Bayes' rule, as its least.
        outside = sum(policy.values()) < 0.5
        passive = next(action for action in policy if action.kind in ("check", "call"))
        policy[passive] = np.where(outside, 1.0, policy[passive])
        return policy

    def _players(self, _: View) -> tuple[int, ...]:
        """Return the seats of the two who play, the first to act after the flop first."""
        return (0, 1)

    def _street(self, view: View, street: int) -> Street:
        """Return a street of the hand, as it began."""
        before = [move for move in view.moves if move.street < street]
        key = (view.seat, tuple(move.action for move in before), _board(view, street))
        if key not in self._streets:
            begun = self._begin(view, before, street)
            if len(self._streets) >= _MOST_STREETS:
                self._forget_other_streets(view)
            self._streets[key] = begun
        return self._streets[key]

    def _begin(self, view: View, before: list[Move], street: int) -> Street:
        paid = [view.game.blinds[seat] + view.game.antes[seat] for seat in (0, 1)]
        for move in before:
            paid[move.seat] += move.paid
        stacks = [view.starting_stacks[seat] - paid[seat] for seat in (0, 1)]
        ranges = self.ranges(view, len(before), street)
        return Street(ranges, sum(paid), min(stacks), CardSet(_board(view, street)))

    def _find(self, view: View, upto: int, street: int) -> Node | StreetNode:
        """Return the node of a street after the first `upto` moves of a hand.

        The tree has the sizes that were bet before our first decision, and those that
        were not in it when they came. So it follows from the moves alone, whatever else
        the agent was asked about.
        """
        begun = self._street(view, street)
        line = [move for move in view.moves if move.street == street]
        before = sum(move.street < street for move in view.moves)
        players = self._players(view)
        sizes, known = None, made_sizes(line[: players.index(view.seat)], players[0])
        while sizes != known:
            sizes = known
            if sizes not in begun.trees:
                begun.keep(sizes, self._solved(view, begun, sizes, street))
            nodes: list[Node | StreetNode | None] = [begun.trees[sizes].root]
            for move in line:
                nodes.append(follow(nodes[-1], move.action) if nodes[-1] else None)
            if None in nodes:
                known = made_sizes(line[: nodes.index(None)], players[0])
        node = nodes[upto - before]
        if node is None:
            raise SolvingError(f"{[str(move.action) for move in line]} is not in the tree")
        return node

    def _end(self, view: View, street: int) -> float:
        """Return when the solution of a street must end to leave time for those after it."""
        start = time.perf_counter()
        return start + 0.9 * (self._deadline - start) / (view.street - street + 1)

    def _solved(self, view: View, begun: Street, added: ExtraSizes, street: int) -> StreetTree:
        """Return a street's tree, solved in its part of the time up to the present street."""
        end = self._end(view, street)
        if street == FLOP and self.budget >= _FULL_FLOP:
            whole = self._solved_flop(begun, added, end)
            if whole is not None:
                return whole
        deep = street == RIVER or (street == TURN and self.budget >= _FULL_TURN)
        last = STREETS[-1 if deep else street - 1]
        spot = self._spot(begun, added, SizeStep(_BETS, _RAISES), last)
        like = begun.tree if isinstance(begun.tree, Tree) and not begun.tree.compressed else None
        tree = Tree(spot, threads=1, like=like)
        self._iterate(tree, _MOST_ITERATIONS, end)
        return tree

    def _spot(self, begun: Street, added: ExtraSizes, usual: SizeStep, last_street: str) -> Spot:
        """Return the spot that is solved for a street."""
        return spot_of_street(begun, added, usual, last_street)

    def _iterate(self, tree: StreetTree, most: int, end: float) -> None:
        """Solve a tree with the iterations that were asked for, or with those that fit in."""
        while tree.iterations < (self.iterations or most):
            began = time.perf_counter()
            tree.iterate()
            ended = time.perf_counter()
            # Stop before an iteration that would not fit any more.
            if not self.iterations and ended + (ended - began) > end:
                break

    def _solved_flop(self, begun: Street, added: ExtraSizes, end: float) -> Tree | None:
        """Return a flop's tree to the river, solved; None if there is no time for one."""

        def make_tree(step: SizeStep) -> Tree:
            return Tree(
                spot_of_street(begun, added, step, STREETS[-1]),
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


def spot_of_street(begun: Street, added: ExtraSizes, usual: SizeStep, last_street: str) -> Spot:
    """Return a street as a spot, with the usual sizes and those that were added."""
    whole_flop = len(begun.board) == 3 and last_street != "flop"
    street = STREETS[len(begun.board) - 3]
    sizes = {}
    for place in dict.fromkeys(place for place, _ in added):
        listed = usual.bets if place.startswith("bets") else usual.raises
        amounts = sorted(to for each, to in added if each == place)
        every = [*([listed] if listed else []), *(f"{to}c" for to in amounts)]
        # Sizes that were bet on a street would make those to come too large.
        sizes[f"{place} {street}"] = ", ".join(every)
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


def line_to(view: View, upto: int, street: int) -> Line:
    """Return the line after some moves, on a street."""
    return view.seat, tuple(move.action for move in view.moves[:upto]), _board(view, street)


def _leads_to(line: Line, view: View) -> bool:
    """Return whether a seat's line is on the way to its view."""
    seat, actions, board = line
    way = tuple(move.action for move in view.moves)
    on_the_way = way[: len(actions)] == actions and view.board[: len(board)] == board
    return seat == view.seat and on_the_way


def _board(view: View, street: int) -> tuple[int, ...]:
    return view.board[: BOARD_CARDS[street]]


def without_residues(policy: dict[Action, Row]) -> dict[Action, Row]:
    """Return a policy without actions that a hand hardly ever takes."""
    kept = {action: np.where(row < _LEAST_CHANCE, 0.0, row) for action, row in policy.items()}
    total = np.maximum(sum(kept.values()), 1e-300)
    return {action: row / total for action, row in kept.items()}


def _nearest_row(policy: dict[Action, Row], action: Action) -> Row:
    """Return the row of the action taken, or of the raise nearest to it."""
    if action in policy:
        return policy[action]
    if action.kind in ("check", "call"):
        same = [row for each, row in policy.items() if each.kind in ("check", "call")]
    else:
        raises = sorted(
            (each for each in policy if each.kind in ("bet", "raise")),
            key=lambda each: abs(each.to - action.to),
        )
        same = [policy[each] for each in raises[:1]]
    return same[0] if same else np.ones(1326)


def follow(node: Node | StreetNode, action: Action) -> Node | StreetNode | None:
    """Return the node after an action at the table, or None if the tree does not have it."""
    name = name_action(node.actions, action)
    return None if name is None else node / name
