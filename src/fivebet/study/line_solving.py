"""Ranges that follow from the line of a hand, and its streets solved with them.

Both players come to the flop with the ranges of the shipped strategy before the flop, as the
`solver` agent reads the betting there; where more were dealt in, to the first street that two
see with those of the blueprint for tables of three and more, as `champion` reads it
(`ring_lines`). Each street is solved once, from its start, with the
sizes that were bet on it besides a few others; the ranges of the next street follow from the
solution by Bayes' rule. Two things differ from play at the table, since the whole street is
known: one tree has all its sizes, and an action of the opponent that the solution hardly ever
takes is locked, as taken with all hands alike. What such a line means nobody can say, and
values of lines that are never reached do not converge.

Flops are solved to the river on bets of 75 % of the pot, without leads into whoever bet last, and
on the flop without leads of an opponent who did not lead: with wide ranges more takes minutes.
Turns and rivers have the sizes of `fivebet solve`. All are solved as that command does, so that
it says the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.preflop_charts import read_line, step_of
from fivebet.agents.players.ring_search import players_at_start
from fivebet.agents.players.solver import Solver
from fivebet.agents.players.street_lines import (
    LEAST_REACH,
    made_sizes,
    name_action,
    without_tail,
)
from fivebet.cards import CardSet
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS, combo_index
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.game import Action, Hand, Move, View
from fivebet.solving.locks import Lock
from fivebet.solving.preflop_blueprint import BIG_BLIND, nearest_preflop
from fivebet.solving.solver import Solution, solve
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, Tree
from fivebet.study.ring_lines import ring_ranges

Row = NDArray[np.float64]

_TAIL = 0.05  # part of each range, of its least likely hands, that is left out
_LEAST_WEIGHT = 0.01  # of the hands like the player's own
_RARE = 0.05  # an action taken less often says nothing about the hand
_MUCH_MEMORY = 1_500_000_000  # bytes; larger trees keep their numbers in 16 bits
_MEMORY = 2 * 10**9


@dataclass(frozen=True)
class PreflopAnswer:
    """What the strategy before the flop says about one decision with some cards."""

    depth: int
    """Of the strategy, in big blinds."""
    shares: dict[str, float]
    """How often it takes each action."""
    values: dict[str, float]
    """What each action wins from here on, in big blinds; empty if the strategy has no values."""
    error: float
    """The standard error of the difference between two values."""
    chosen: str
    """The action that was taken, in the strategy's words."""


@dataclass(frozen=True)
class ReviewedStreet:
    """One street of a hand, solved from its start."""

    solution: Solution
    moves: tuple[Move, ...]
    """What was done on it."""

    @property
    def tree(self) -> Tree:
        """The solved tree."""
        return self.solution.tree

    @property
    def exploitability_pct(self) -> float:
        """Half of what both best responses gain together, in percent of the pot."""
        return self.solution.exploitability_pct

    def find(self, view: View) -> tuple[Node, float]:
        """Return the node of a decision, and how often the players come to it."""
        node, share = self.tree.root, 1.0
        for move in self.moves[: sum(move.street == view.street for move in view.moves)]:
            name = self.name_of(node, move.action)
            share *= node.frequencies()[name]
            node = node / name
        return node, share

    def name_of(self, node: Node, action: Action) -> str:
        """Return the tree's name of an action; a fold that is not in it is a free one."""
        name = name_action(node.actions, action)
        if name is None and action.kind == "fold":
            return "fold"
        if name is None:
            raise SolvingError(f"{action} is not among {', '.join(node.actions)}")
        return name


def answer_before_flop(view: View, action: Action) -> PreflopAnswer:
    """Return what the shipped strategy says about a decision before the flop."""
    big = view.game.big_blind
    strategy = nearest_preflop(min(view.starting_stacks) / big)
    scale = BIG_BLIND / big
    path = read_line(strategy, view.moves, scale)
    options = strategy.nodes.get(path) if path is not None else None
    if path is None or options is None:
        raise SolvingError("the strategy before the flop does not know such a raise")
    chosen = step_of(action, tuple(options), scale)
    if chosen is None:
        raise SolvingError(f"the strategy before the flop has nothing like {action}")
    index = CLASS_OF_COMBO[combo_index(*view.cards)]
    known = strategy.values.get(path, {})
    # Values are those of the whole hand: a fold loses what was put in before.
    lost = float(known["fold"][index]) if "fold" in known else -1.0
    return PreflopAnswer(
        strategy.depth,
        {name: float(row[index]) for name, row in options.items()},
        {name: float(row[index]) - lost for name, row in known.items()},
        strategy.value_errors.get(path, 0.0),
        chosen,
    )


class LineSolver:
    """Solves the streets of one hand for two players, each when it is first asked for.

    A `quick` one solves the streets before those that it is asked for alone, checked down
    afterwards, as the `solver` agent does when there is little time: that is good enough for
    ranges. With `seconds` no street is solved for longer.
    """

    def __init__(
        self,
        hand: Hand,
        seat: int,
        target: float,
        *,
        quick: bool = False,
        seconds: float | None = None,
    ) -> None:
        self.view = hand.view(seat)
        self._seat, self._target, self._quick, self._seconds = seat, target, quick, seconds
        self._solved: dict[int, ReviewedStreet] = {}
        self._alone: dict[int, ReviewedStreet] = {}
        self._known_ranges: dict[int, tuple[Row, Row]] = {}

    def street(self, number: int) -> ReviewedStreet:
        """Return a street, solved."""
        if number not in self._solved:
            self._solved[number] = self._solve(number)
        return self._solved[number]

    def street_alone(self, number: int) -> ReviewedStreet:
        """Return a street, solved as if all checked afterwards."""
        if number not in self._alone:
            spot = replace(self.spot(number), last_street=STREETS[number - 1])
            solution = solve(Tree(spot, threads=1), self._target, seconds=self._seconds)
            self._alone[number] = ReviewedStreet(solution, self._moves(number))
        return self._alone[number]

    def spot(self, number: int) -> Spot:
        """Return a street as a spot, with both ranges at its start."""
        return self._spot(number, self._moves(number))

    def _moves(self, number: int) -> tuple[Move, ...]:
        return tuple(move for move in self.view.moves if move.street == number)

    def _ranges(self, number: int) -> tuple[Row, Row]:
        """Return both ranges at the start of a street, before anything is left out."""
        if number not in self._known_ranges:
            self._known_ranges[number] = self._find_ranges(number)
        return self._known_ranges[number]

    def _players(self, number: int) -> tuple[int, int]:
        """Return the two seats that see a street, by order of action."""
        left = players_at_start(self.view, number)
        if len(left) != 2:
            raise SolvingError(
                f"{len(left)} players saw the {STREETS[number - 1]}, and ranges are known for two"
            )
        return left[0], left[1]

    def _find_ranges(self, number: int) -> tuple[Row, Row]:
        view, players = self.view, self._players(number)
        if view.game.seats == 2 and number == 1:
            return Solver().ranges(view, len(self._moves(0)), 1)
        if number == 1 or len(players_at_start(view, number - 1)) > 2:
            return ring_ranges(view, players, number)
        before = (self.street_alone if self._quick else self.street)(number - 1)
        dead = np.uint64(CardSet(view.board[: BOARD_CARDS[number]]).mask)
        rows = [np.where(COMBO_MASKS & dead, 0.0, row) for row in self._ranges(number - 1)]
        node = before.tree.root
        for move in before.moves:
            name = before.name_of(node, move.action)
            taken = np.nan_to_num(node.strategy[name])
            rows[players.index(move.seat)] *= np.maximum(taken, LEAST_REACH)
            node = node / name
        return rows[0], rows[1]

    def _solve(self, number: int) -> ReviewedStreet:
        # Which actions are rare is seen on a tree of this street alone, which takes no time.
        alone = self.street_alone(number)
        locks = self._locks(alone)
        if number == len(STREETS) and not locks:
            return alone
        tree = Tree(self.spot(number), threads=1)
        if tree.memory > _MUCH_MEMORY:
            tree = Tree(tree.spot, compressed=True, threads=1, memory_limit=_MEMORY)
        tree.apply_locks(locks)
        return ReviewedStreet(solve(tree, self._target, seconds=self._seconds), alone.moves)

    def _locks(self, street: ReviewedStreet) -> list[Lock]:
        """Return the rare actions of the opponent before the player's last decision, locked."""
        last = max((i for i, move in enumerate(street.moves) if move.seat == self._seat), default=0)
        node, locks = street.tree.root, list[Lock]()
        for move in street.moves[:last]:
            name = street.name_of(node, move.action)
            if move.seat != self._seat and node.frequencies()[name] < _RARE:
                locks.append(Lock(", ".join(node.path), {name: 1.0}))
            node = node / name
        return locks

    def _spot(self, number: int, moves: Sequence[Move]) -> Spot:
        view, game, players = self.view, self.view.game, self._players(number)
        paid = [
            min(stack, game.blinds[seat] + game.antes[seat])
            for seat, stack in enumerate(view.starting_stacks)
        ]
        for move in view.moves:
            if move.street < number:
                paid[move.seat] += move.paid
        stack = min(view.starting_stacks[seat] - paid[seat] for seat in players)
        rows = list(self._ranges(number))
        mine = np.zeros(len(CLASS_OF_COMBO), dtype=bool)
        if view.hole(self._seat) is not None:
            mine = CLASS_OF_COMBO[combo_index(*view.cards)] == CLASS_OF_COMBO
        ranges = []
        for seat, row in zip(players, rows, strict=True):
            kept = np.round(without_tail(row / row.max(), _TAIL), 2)
            if seat == self._seat:
                dead = row == 0
                kept = np.where(mine & ~dead, np.maximum(kept, _LEAST_WEIGHT), kept)
            ranges.append(Range.from_weights(kept))
        flop = number == 1
        made = made_sizes(moves, players[0])
        street = STREETS[number - 1]
        bets, raises = ("75%", "") if flop else ("50%, 100%", "100%")
        # Where the opponent did not lead, a third of the tree is saved.
        sizes = {"bets oop flop": ""} if flop and self._seat == players[1] else {}
        for place in dict.fromkeys(place for place, _ in made):
            usual = bets if place.startswith("bets") else raises
            chips = [f"{to}c" for each, to in made if each == place]
            sizes[f"{place} {street}"] = ", ".join([*([usual] if usual else []), *chips])
        return Spot.create(
            CardSet(view.board[: BOARD_CARDS[number]]),
            sum(paid),
            stack,
            ranges[0],
            ranges[1],
            bets,
            raises,
            "" if flop else None,
            sizes=sizes,
            add_all_in=0.0 if flop else 1.5,
            # A size that was bet stays what it is.
            force_all_in=0.0 if made else 0.2,
        )
