"""The champion's part for heads-up limit: a blueprint, and solving at the table.

Before the flop and on it it plays a blueprint that was trained on sampled boards
(`fivebet nash train --method boards`). Both players' ranges are carried down the hand by
Bayes' rule. At the start of the turn the rest of the hand, turn and river with all their
cards and the real betting, is solved exactly for these ranges, and played to the end.

An opponent need not play by the blueprint, and its range may be another one. So solving is
safe: hands that the blueprint would not bring there are considered, too, but may stop at
once for what they win against the blueprint (the gadget of Burch, Johanson and Bowling,
2014). Our strategy has to answer them where it would otherwise give them more than that.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import Bounds, FileName, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.policies import decide_by_policy
from fivebet.agents.players.street_lines import LEAST_REACH
from fivebet.cards import Card, CardSet
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES, COMBO_MASKS
from fivebet.cards.ranges import Range
from fivebet.errors import AgentError, SolvingError
from fivebet.game.action import FOLD, Action, Legal, raise_to
from fivebet.game.agent import Decision, Reason
from fivebet.game.view import View
from fivebet.machine import core_count
from fivebet.solving.limit_blueprint import BoardStrategy
from fivebet.solving.limit_holdem import BIG_BLIND, check_limit_game
from fivebet.solving.spot import STREETS, FixedLimit, Spot
from fivebet.solving.tree import Node, Tree

Row = NDArray[np.float64]
Solving = Literal["none", "river", "turn"]

_PURPOSE = purpose_key("champion limit")
_FILE = "champion.limit"
_FOLD, _PASSIVE, _RAISE = 0, 1, 2
_KINDS = {"fold": _FOLD, "check": _PASSIVE, "call": _PASSIVE}
_FIRST_SOLVED: dict[Solving, int] = {"none": 4, "river": 3, "turn": 2}
_TURN, _RIVER = 2, 3
_SAFETY = 0.1
"""The weight of hands that the opponent may have against all belief: as in a range of which one
tenth is any hand."""
_MOST_BETS = 12  # big bets; nobody can put in more on turn and river
_MOST_CLASSES = 5  # of the opponent's range, in the reasons
_MOST_ITERATIONS = 200
_LEAST_ITERATIONS = 10
_MOST_TREES = 2  # of the present hand: one for each seat that is asked


@dataclass
class SolvedStreet:
    """A tree from the start of a street to the end, and the ranges it was solved for."""

    tree: Tree
    ranges: tuple[Row, Row]
    start: int
    """The number of moves before it."""
    nodes: dict[tuple[Card | int, ...], Node] = field(default_factory=dict)

    def node(self, steps: tuple[Card | int, ...]) -> Node:
        """Return the node after some steps: a card, or the kind of an action."""
        if steps not in self.nodes:
            self.nodes[steps] = self._follow(steps)
        return self.nodes[steps]

    def _follow(self, steps: tuple[Card | int, ...]) -> Node:
        if not steps:
            return self.tree.root
        before, step = self.node(steps[:-1]), steps[-1]
        if isinstance(step, Card):
            return before.deal(step)
        kinds = [_kind(action) for action in before.actions]
        if step not in kinds:
            raise SolvingError(f"step {step} is none of {', '.join(before.actions)}")
        return before / before.actions[kinds.index(step)]


@dataclass(eq=False)
class LimitChampion:
    """Plays a blueprint of heads-up limit hold'em, and solves turn and river at the table."""

    games: ClassVar[tuple[str, ...]] = ("limit-2p",)

    solving: Solving = "turn"
    """From where on it solves: from the turn, from the river, or not at all."""
    gadget: bool = True
    """Solve safely, also against hands that the opponent should not have."""
    budget: Annotated[float, Bounds(0.001, 15)] = 1.0
    """The seconds that a solution may take."""
    iterations: Annotated[int, Bounds(0, 200)] = 0
    """The iterations of every solution, instead of as many as fit into the budget."""
    seed: Seed = 0
    """The seed of its random numbers."""
    limit_file: FileName = ""
    """A file with another blueprint, made by `fivebet nash train --method boards`."""

    def __post_init__(self) -> None:
        if self.solving not in _FIRST_SOLVED:
            raise AgentError(f"solving={self.solving} cannot be: give none, river or turn")
        if not 0 < self.budget <= 3600:
            raise AgentError(f"budget={self.budget} is no time to think: give seconds above 0")
        if self.iterations < 0:
            raise AgentError(f"iterations={self.iterations} cannot be: give 0 or more")
        self.seed = checked_seed(self.seed)
        if self.limit_file:
            _blueprint(self.limit_file)  # a file that is none is refused before the first hand
        self._hand: object = None
        self._solved: dict[object, SolvedStreet] = {}

    def __getstate__(self) -> dict[str, object]:
        """Return the state without what was solved for the present hand."""
        return self.__dict__ | {"_hand": None, "_solved": {}}

    @property
    def _blueprint(self) -> BoardStrategy:
        return _blueprint(self.limit_file)

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand, and say what the opponent may hold."""
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        decision = decide_by_policy(view, self.policy(view), draw)
        return replace(decision, reasons={**decision.reasons, **self._reasons(view)})

    def policy(self, view: View) -> dict[Action, Row]:
        """Return the probability of each action for each of the 1,326 hole cards."""
        check_limit_game(view.game, "champion")
        hand = (view.number, view.starting_stacks, id(view.game))
        if self._hand != hand:
            self._hand, self._solved = hand, {}
        if view.street < _FIRST_SOLVED[self.solving]:
            folds, raises = self._blueprint_chances(view, len(view.moves))
        else:
            folds, raises = self._solved_chances(view)
        return _as_policy(folds, raises, view.legal)

    def blueprint_policy(self, view: View) -> dict[Action, Row]:
        """Return the probability of each action by the blueprint alone, which is there at once."""
        return _as_policy(*self._blueprint_chances(view, len(view.moves)), view.legal)

    def _blueprint_chances(self, view: View, upto: int) -> tuple[Row, Row]:
        """Return how often each hand folds and raises after the first moves."""
        actions = [_KINDS.get(move.action.kind, _RAISE) for move in view.moves[:upto]]
        place = self._blueprint.place(actions)
        buckets = _buckets(self._blueprint, _board(view, place.street))
        folds, raises = self._blueprint.chances(place, buckets)
        return folds, raises

    def _solved_chances(self, view: View) -> tuple[Row, Row]:
        solved = self._solve(view)
        node = solved.node(_steps(view, solved.start))
        folds, raises = np.zeros(1326), np.zeros(1326)
        for action, row in node.strategy.items():
            if _kind(action) == _FOLD:
                folds = np.nan_to_num(row)
            elif _kind(action) == _RAISE:
                raises = np.nan_to_num(row)
        return folds, raises

    def _ranges(self, view: View, upto: int, street: int) -> tuple[Row, Row]:
        """Return both ranges after some moves by the blueprint, the largest weight being 1."""
        dead = np.uint64(sum(1 << card for card in _board(view, street)))
        weights = [((COMBO_MASKS & dead) == 0).astype(np.float64) for _ in (0, 1)]
        for i, move in enumerate(view.moves[:upto]):
            folds, raises = self._blueprint_chances(view, i)
            kind = _KINDS.get(move.action.kind, _RAISE)
            chance = (folds, 1 - folds - raises, raises)[kind]
            weights[move.seat] = weights[move.seat] * np.maximum(chance, LEAST_REACH)
        first, second = (row / max(float(row.max()), 1e-300) for row in weights)
        return first, second

    def _solve(self, view: View) -> SolvedStreet:
        """Return the solution that holds for a view: for both seats, or safely for one's own."""
        street = min(_FIRST_SOLVED[self.solving], view.street)
        start = sum(move.street < street for move in view.moves)
        board = _board(view, street)
        actions = tuple(move.action for move in view.moves[:start])
        key = (actions, board, view.seat if self.gadget and street == _TURN else None)
        if key not in self._solved:
            if len(self._solved) >= _MOST_TREES:
                del self._solved[next(iter(self._solved))]
            self._solved[key] = self._solve_street(view, street, start)
        return self._solved[key]

    def _solve_street(self, view: View, street: int, start: int) -> SolvedStreet:
        deadline = time.perf_counter() + self.budget
        ranges = self._ranges(view, start, street)
        contributed = _contributed(view, start)
        weights = list(ranges)
        other = 1 - view.seat
        safe = self.gadget and street == _TURN
        if safe:
            live = (ranges[other] > 0).astype(np.float64)
            weights[other] = (ranges[other] + _SAFETY * live) / (1 + _SAFETY)
        _, flop, turn, river = view.game.raise_sizes
        _, *most = view.game.max_raises
        behind = min(view.starting_stacks) - contributed
        spot = Spot.create(
            CardSet(_board(view, street)),
            2 * contributed,
            max(1, min(behind, _MOST_BETS * river)),
            Range.from_weights(weights[0]),
            Range.from_weights(weights[1]),
            limit=FixedLimit((flop, turn, river), (most[0], most[1], most[2])),
        )
        tree = Tree(spot, threads=min(2, core_count()))
        if safe:
            forced = ranges[other] / np.maximum(weights[other] * (1 + _SAFETY), 1e-300)
            tree.offer(other, self._worth(view, start, other) + contributed, forced)
        self._iterate(tree, deadline)
        return SolvedStreet(tree, ranges, start)

    def _iterate(self, tree: Tree, deadline: float) -> None:
        """Solve a tree as often as was asked for, or as often as fits into the budget."""
        while tree.iterations < (self.iterations or _MOST_ITERATIONS):
            began = time.perf_counter()
            tree.iterate()
            ended = time.perf_counter()
            # Stop before an iteration that would not fit any more.
            late = ended + (ended - began) > deadline and tree.iterations >= _LEAST_ITERATIONS
            if late and not self.iterations:
                break

    def _worth(self, view: View, start: int, player: int) -> Row:
        """Return the chips that each hand of a player wins in the whole hand by the blueprint."""
        actions = [_KINDS.get(move.action.kind, _RAISE) for move in view.moves[:start]]
        place = self._blueprint.place(actions)
        values = self._blueprint.turn_values[player, place.tree].astype(np.float64)
        unit = view.game.big_blind / BIG_BLIND
        worth: Row = unit * values[_buckets(self._blueprint, _board(view, _TURN))]
        return worth

    def _reasons(self, view: View) -> dict[str, Reason]:
        """Return what the opponent is believed to hold, and how far the rest is solved."""
        other = 1 - view.seat
        solved = self._solve(view) if view.street >= _FIRST_SOLVED[self.solving] else None
        reasons: dict[str, Reason] = {}
        if solved is None:
            held = self._ranges(view, len(view.moves), view.street)[other]
        else:
            reach = solved.node(_steps(view, solved.start)).reach(other)
            start = solved.tree.spot.ranges[other].weights
            held = reach * np.divide(
                solved.ranges[other], start, out=np.zeros(1326), where=start > 0
            )
            reasons["solved from"] = STREETS[solved.tree.spot.street]
            reasons["iterations"] = solved.tree.iterations
        held = held * beside(view.cards)
        reasons["opponent holds"] = likely_classes(held)
        return reasons


def beside(cards: Sequence[int]) -> Row:
    """Return 1 for hole cards that share none of some cards, else 0."""
    known = np.uint64(sum(1 << int(card) for card in cards))
    row: Row = ((COMBO_MASKS & known) == 0).astype(np.float64)
    return row


def likely_classes(weights: Row) -> dict[str, float]:
    """Return the probabilities of the likeliest classes of hole cards."""
    by_class = np.bincount(CLASS_OF_COMBO, weights=weights, minlength=169)
    total = max(float(by_class.sum()), 1e-300)
    order = np.argsort(-by_class, kind="stable")[:_MOST_CLASSES]
    return {CLASSES[index]: float(by_class[index]) / total for index in order}


def _as_policy(folds: Row, raises: Row, legal: Legal) -> dict[Action, Row]:
    """Return the probabilities of legal actions; with too few chips to raise it calls."""
    if not legal.can_raise:
        raises = np.zeros(1326)
    if not legal.call:
        folds = np.zeros(1326)
    policy = {legal.passive: np.maximum(1.0 - folds - raises, 0.0)}
    if legal.call:
        policy[FOLD] = folds
    if legal.can_raise:
        policy[raise_to(legal.min_raise)] = raises
    return policy


def _kind(action: str) -> int:
    """Return the kind of a tree's action, whose name may be followed by chips."""
    return _KINDS.get(action.split(maxsplit=1)[0], _RAISE)


def _steps(view: View, start: int) -> tuple[Card | int, ...]:
    """Return the path in a tree that begins after some moves: actions, and a river card."""
    steps: list[Card | int] = []
    street = view.moves[start].street if start < len(view.moves) else view.street
    for move in view.moves[start:]:
        if move.street > street:
            steps.append(Card(view.board[-1]))
            street = move.street
        steps.append(_KINDS.get(move.action.kind, _RAISE))
    if view.street > street:
        steps.append(Card(view.board[-1]))
    return tuple(steps)


def _contributed(view: View, upto: int) -> int:
    """Return the chips that each player has put in once a street's bets are even."""
    spent = list(view.game.blinds)
    for move in view.moves[:upto]:
        spent[move.seat] += move.paid
    return int(min(spent))


def _board(view: View, street: int) -> tuple[int, ...]:
    return tuple(int(card) for card in view.board[: BOARD_CARDS[street]])


@lru_cache(maxsize=4)
def _blueprint(file: str) -> BoardStrategy:
    if file:
        return BoardStrategy.load(file)
    with resources.as_file(resources.files("fivebet.data").joinpath(_FILE)) as path:
        return BoardStrategy.load(path)


@lru_cache(maxsize=64)
def _buckets(blueprint: BoardStrategy, board: tuple[int, ...]) -> NDArray[np.intp]:
    return blueprint.bucket_row(board)
