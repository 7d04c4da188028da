"""The real thing: heads-up no-limit by solving at the table.

Before the flop it plays the strategy of `fivebet.solving.blueprint` for the nearest
depth; raises of other sizes are taken for the nearer of their neighbours by
pseudo-harmonic mapping (Ganzfried and Sandholm, 2013). Both players' ranges are carried
down the hand by Bayes' rule through the strategies used. After the flop each street is
solved from its start, with both ranges, on a few sizes and on every size that was
actually bet, so that nothing is outside the tree; when the opponent bets a new size the
street is solved again with it. On the flop hands are checked down at the leaves, as on
the turn when the budget is short: whole trees take longer than a player may think.

It gives probabilities for all of its hands. Solving ends with the budget, so that play
depends on the machine unless `iterations` are given.
"""

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.baselines import checked_seed
from fivebet.agents.mixing import draw_action
from fivebet.cards import Cards
from fivebet.combos import CLASS_OF_COMBO, COMBO_MASKS, combo_index
from fivebet.errors import AgentError, SolvingError
from fivebet.game.action import FOLD, Action, Move, raise_to
from fivebet.game.agent import Decision
from fivebet.game.legal import Legal
from fivebet.game.view import View
from fivebet.ranges import Range
from fivebet.solving.blueprint import BIG_BLIND, preflop_at
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Node, Tree

__all__ = ["Solver"]

Row = NDArray[np.float64]
_PURPOSE = purpose_key("solver")
_BETS, _RAISES = "66%", "3x"
_FULL_TURN = 0.4  # seconds from which on a turn is solved to the end
_LEAST_REACH = 1e-3  # part of a hand's weight that no action takes away: nobody is that sure
_MOST_ITERATIONS = 400


@dataclass
class _Street:
    """One street of the hand in play: how it began, and its tree so far."""

    ranges: tuple[Row, Row]
    pot: int
    stack: int
    board: Cards
    extra: dict[str, set[int]] = field(default_factory=dict)
    tree: Tree | None = None


class Solver:
    """Solves every street at the table within a budget of seconds."""

    def __init__(self, budget: float = 1.0, iterations: int = 0, seed: int = 0) -> None:
        if not 0 < budget <= 3600:
            raise AgentError(f"budget={budget} is no time to think: give seconds above 0")
        if iterations < 0:
            raise AgentError(f"iterations={iterations} cannot be: give 0 or more")
        self.budget, self.iterations = float(budget), int(iterations)
        self.seed = checked_seed(seed)
        self._hand: object = None
        self._policies: dict[object, dict[Action, Row]] = {}
        self._streets: dict[object, _Street] = {}

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand."""
        policy = self.policy(view)
        index = combo_index(*view.cards)
        chances = {action: float(row[index]) for action, row in policy.items()}
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        reasons = {str(each): chance for each, chance in chances.items()}
        return Decision(draw_action(chances, draw), reasons)

    def policy(self, view: View) -> dict[Action, Row]:
        """The probability of each action for every hand."""
        game = view.game
        if game.seats != 2 or game.hole_cards != 2 or game.structure != "no-limit":
            raise AgentError(f"solver plays no-limit hold'em for two, not {game}")
        hand = (view.number, view.starting_stacks, id(game))
        if self._hand != hand:
            self._hand = hand
            self._policies.clear()
            self._streets.clear()
        return self._policy(view, len(view.moves), view.legal)

    def _policy(self, view: View, upto: int, legal: Legal | None) -> dict[Action, Row]:
        """Of whoever acts after the first `upto` moves; `legal` where that is now."""
        moves = view.moves[:upto]
        street = view.street if legal is not None else view.moves[upto].street
        board = view.board[: (0, 3, 4, 5)[street]]
        key = (tuple(move.action for move in moves), board)
        if key not in self._policies:
            if street == 0:
                policy = self._before_flop(view, moves, legal)
            else:
                policy = self._after_flop(view, moves, street, legal)
            self._policies[key] = policy
        return self._policies[key]

    def _ranges(self, view: View, upto: int, street: int) -> tuple[Row, Row]:
        """Both ranges after some moves, once the street's board is known."""
        board = np.uint64(sum(1 << card for card in view.board[: (0, 3, 4, 5)[street]]))
        weights = [np.where((COMBO_MASKS & board) == 0, 1.0, 0.0) for _ in (0, 1)]
        for i, move in enumerate(view.moves[:upto]):
            policy = self._policy(view, i, None)
            row = _nearest_row(policy, move.action)
            weights[move.seat] = weights[move.seat] * np.maximum(row, _LEAST_REACH)
        first, second = (row / max(float(row.max()), 1e-300) for row in weights)
        return first, second

    def _before_flop(
        self, view: View, moves: tuple[Move, ...], legal: Legal | None
    ) -> dict[Action, Row]:
        big = view.game.big_blind
        strategy = preflop_at(min(view.starting_stacks) / big)
        path: tuple[str, ...] = ()
        for move in moves:
            options = strategy.nodes.get(path)
            if options is None:
                break
            path = (*path, _mapped(move.action, tuple(options), BIG_BLIND / big))
        options = strategy.nodes.get(path)
        if options is None:
            # Beyond the strategy's end somebody was taken for all-in: what is left is
            # to call or not, which every hand that came this far does.
            passive = legal.passive if legal is not None else Action("call")
            return {passive: np.ones(1326)}
        policy: dict[Action, Row] = {}
        for name, row in options.items():
            action = _played(name, big / BIG_BLIND, legal)
            policy[action] = policy.get(action, np.zeros(1326)) + row[CLASS_OF_COMBO]
        return policy

    def _after_flop(
        self, view: View, moves: tuple[Move, ...], street: int, legal: Legal | None
    ) -> dict[Action, Row]:
        before = [move for move in moves if move.street < street]
        here = [move for move in moves if move.street == street]
        key = (street, tuple(move.action for move in before), view.board[: (0, 3, 4, 5)[street]])
        if key not in self._streets:
            self._streets[key] = self._begin(view, before, street)
        begun = self._streets[key]
        node = self._find(begun, here, street)
        policy: dict[Action, Row] = {}
        for name, row in node.strategy.items():
            action = _played(name, 1.0, legal)
            policy[action] = policy.get(action, np.zeros(1326)) + np.nan_to_num(row)
        # A hand outside the range is played like any other: passively.
        outside = sum(policy.values()) < 0.5
        passive = next(action for action in policy if action.kind in ("check", "call"))
        policy[passive] = np.where(outside, 1.0, policy[passive])
        return policy

    def _begin(self, view: View, before: list[Move], street: int) -> _Street:
        paid = [view.game.blinds[seat] + view.game.antes[seat] for seat in (0, 1)]
        for move in before:
            paid[move.seat] += move.paid
        stacks = [view.starting_stacks[seat] - paid[seat] for seat in (0, 1)]
        ranges = self._ranges(view, len(before), street)
        return _Street(ranges, sum(paid), min(stacks), Cards(view.board[: street + 2]))

    def _find(self, begun: _Street, here: list[Move], street: int) -> Node:
        """The node that the street's actions lead to; new sizes are added and solved."""
        for move in here:
            if move.action.kind in ("bet", "raise"):
                begun.extra.setdefault("oop" if move.seat == 0 else "ip", set()).add(move.action.to)
        for fresh in (False, True):
            if begun.tree is None or fresh:
                begun.tree = self._solved(begun, street)
            node: Node | None = begun.tree.root
            for move in here:
                node = _follow(node, move.action) if node else None
            if node is not None and node.player is not None:
                return node
        raise SolvingError(f"{[str(move.action) for move in here]} is not in the tree")

    def _solved(self, begun: _Street, street: int) -> Tree:
        deep = street == 2 or (street == 1 and self.budget >= _FULL_TURN)
        sizes = {}
        for player, amounts in begun.extra.items():
            chips = ", ".join(f"{to}c" for to in sorted(amounts))
            sizes[f"bets {player}"] = f"{_BETS}, {chips}"
            sizes[f"raises {player}"] = f"{_RAISES}, {chips}"
        spot = Spot.of(
            begun.board,
            begun.pot,
            begun.stack,
            Range.from_weights(np.clip(begun.ranges[0], 0, 1)),
            Range.from_weights(np.clip(begun.ranges[1], 0, 1)),
            _BETS,
            _RAISES,
            sizes=sizes,
            last_street="river" if deep else ("flop", "turn")[street],
            add_all_in=1.5,
            force_all_in=0.2,
        )
        start = time.perf_counter()
        tree = Tree(spot, threads=1)
        most = self.iterations or _MOST_ITERATIONS
        while tree.iterations < most:
            began = time.perf_counter()
            tree.iterate()
            now = time.perf_counter()
            # Stop before an iteration that would not fit any more.
            if not self.iterations and now - start + (now - began) > 0.9 * self.budget:
                break
        return tree


def _nearest_row(policy: dict[Action, Row], action: Action) -> Row:
    """The row of the action taken, or of the raise nearest to it."""
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


def _mapped(action: Action, options: tuple[str, ...], scale: float) -> str:
    """The step of the strategy that an action is taken for."""
    if action.kind == "fold":
        return "fold"
    passive = next(name for name in options if name in ("check", "call"))
    if action.kind in ("check", "call"):
        return passive
    sizes = sorted((int(name.split()[1]), name) for name in options if " " in name)
    if not sizes:
        return passive
    to = action.to * scale
    below = [each for each in sizes if each[0] <= to]
    above = [each for each in sizes if each[0] > to]
    if not below or not above:
        return (below[-1:] or above[:1])[0][1]
    low, high = below[-1], above[0]
    # Pseudo-harmonic: how often a size between two is taken for the smaller.
    small = (high[0] - to) * (1 + low[0]) / ((high[0] - low[0]) * (1 + to))
    return low[1] if small >= 0.5 else high[1]


def _played(name: str, scale: float, legal: Legal | None) -> Action:
    """A step of the strategy as an action at the table."""
    word, _, amount = name.partition(" ")
    if word == "fold":
        return FOLD
    if word in ("check", "call"):
        return legal.passive if legal is not None else Action(word)
    to = round(int(amount) * scale)
    if legal is None:
        return raise_to(to)
    if not legal.can_raise:
        return legal.passive
    return raise_to(min(max(to, legal.min_raise), legal.max_raise))


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
