"""Nodes of a game tree: where a player decides, a card comes, or a hand ends.

A node's numbers are rows over the 1,326 combos, NaN where the player cannot hold
one. They are those of the average strategy, which is what converges.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import heads_up
from fivebet.cards import Card, CardSet, as_cards
from fivebet.cards.card import rename_suits
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES, COMBOS, combos_with_suits
from fivebet.cards.ranges import Range, as_range
from fivebet.errors import SolvingError
from fivebet.machine import core_count
from fivebet.notebook import preformatted_html, strategy_html
from fivebet.solving.locks import Lock
from fivebet.solving.spot import Spot

if TYPE_CHECKING:
    from fivebet.solving.tree import Tree

Row = NDArray[np.float64]

_DECISION, _FOLDED, _SHOWDOWN, _RUN_OUT, _CHANCE = range(5)
STEPS = ("fold", "check", "call", "bet", "raise", "all-in")
"""Actions by the numbers that the core has for them."""
SAME_SUITS = (0, 1, 2, 3)
_INCIDENCE = np.zeros((52, 1326))
for _index, _combo in enumerate(COMBOS):
    _INCIDENCE[[int(card) for card in _combo], _index] = 1
_LOW = np.array([int(combo[0]) for combo in COMBOS])
_HIGH = np.array([int(combo[1]) for combo in COMBOS])


class Node:
    """A node of a tree: a decision, a card to come or an end."""

    def __init__(
        self,
        tree: "Tree",
        parent: "Node | None",
        step: str,
        street: int,
        board_class: int,
        number: int,
        suits: tuple[int, ...],
        board: CardSet,
    ) -> None:
        self.tree = tree
        self.parent = parent
        self.step = step
        self.street = street
        self.board = board
        self.location = (street, board_class, number)
        """Where the core has it: street, class of boards, number in the betting."""
        self._suits = suits
        kind, player, _, next_tree, children, put, *_ = tree._solver.node(street, number)
        self._kind = kind
        self._next = next_tree
        self._children = children
        self.contributed: tuple[int, int] = (put[0], put[1])
        """Chips that OOP and IP have put in since the spot's start."""
        self.player: int | None = player if kind == _DECISION else None
        """The player to act: 0 for OOP, 1 for IP, None for nobody."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the steps from the root."""
        return (*self.parent.path, self.step) if self.parent else ()

    @property
    def pot(self) -> int:
        """Return the chips in the pot."""
        return self.tree.spot.pot + sum(self.contributed)

    @property
    def deals(self) -> bool:
        """Return whether a card comes next."""
        return self._kind == _CHANCE

    @property
    def over(self) -> bool:
        """Return whether nobody has anything left to decide."""
        return self._kind in (_FOLDED, _SHOWDOWN, _RUN_OUT)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Return what the player to act may do, like fold, call, raise 500."""
        return tuple(self._label(child) for child in self._children)

    def __truediv__(self, step: str) -> "Node":
        """Return the node after an action, or after a card where one is dealt."""
        return self.deal(step) if self.deals else self._act(step)

    def __iter__(self) -> Iterator["Node"]:
        """Iterate over the nodes after all actions."""
        return (self._act(action) for action in self.actions)

    def deal(self, card: str | Card) -> "Node":
        """Return the node after a card."""
        if not self.deals:
            raise SolvingError(f"no card comes after {_path_text(self.path)}")
        dealt = Card(card)
        if dealt in self.board:
            raise SolvingError(f"{dealt} is on the board {self.board} already")
        street, board_class, _ = self.location
        # Suits are mapped from the class's board to the real one: back, then forward.
        back = [self._suits.index(suit) for suit in range(4)]
        solver = self.tree._solver
        found, suits = solver.deal(street, board_class, 13 * back[dealt.suit] + dealt.rank)
        combined = tuple(self._suits[suits[suit]] for suit in range(4))
        return Node(
            self.tree,
            self,
            str(dealt),
            street + 1,
            found,
            solver.root(street + 1, self._next),
            combined,
            self.board | as_cards([dealt]),
        )

    def _act(self, step: str) -> "Node":
        wanted = " ".join(step.lower().split())
        matches = [i for i, label in enumerate(self.actions) if label == wanted]
        matches = matches or [
            i for i, label in enumerate(self.actions) if label.split()[0] == wanted
        ]
        if len(matches) != 1:
            open_to = ", ".join(self.actions) or "nothing"
            raise SolvingError(
                f"{step!r} is not possible after {_path_text(self.path)}: {open_to} is"
            )
        street, board_class, _ = self.location
        number = self._children[matches[0]]
        label = self.actions[matches[0]]
        return Node(self.tree, self, label, street, board_class, number, self._suits, self.board)

    def _label(self, number: int) -> str:
        *_, step, to = self.tree._solver.node(self.street, number)
        return step_label(step, to)

    @property
    def strategy(self) -> dict[str, Row]:
        """The probability of each action by combo."""
        if self.player is None:
            raise SolvingError(f"nobody acts after {_path_text(self.path)}")
        fetched = self.tree.fetched or {}
        if self.location in fetched:
            rows = fetched[self.location]
        else:
            self._ready()
            rows = self.tree._solver.strategy(*self.location)
        combos = self._combos(self.player)
        full = np.full((len(rows), 1326), np.nan)
        full[:, combos] = rows
        return dict(zip(self.actions, full, strict=True))

    def reach(self, player: int) -> Row:
        """Return a player's weight of each combo: the range times all its strategies so far."""
        if self.parent is None:
            return self.tree.spot.ranges[player].without(self.board).weights
        before = self.parent.reach(player)
        if self.parent.player == player:
            before = before * np.nan_to_num(self.parent.strategy[self.step])
        elif self.parent.deals:
            dealt = int(Card(self.step))
            before = np.where(_INCIDENCE[dealt] > 0, 0.0, before)
        return before

    def deal_weights(self, player: int) -> Row:
        """Return how likely each combo of a player is here, the other player's cards considered."""
        return self.reach(player) * compatible_weights(self.reach(1 - player))

    def frequencies(self) -> dict[str, float]:
        """Return how often each action is taken, over all deals that lead here."""
        if self.player is None:
            raise SolvingError(f"nobody acts after {_path_text(self.path)}")
        weights = self.deal_weights(self.player)
        total = weights.sum()
        if total == 0:
            return dict.fromkeys(self.actions, float("nan"))
        return {
            action: float((weights * np.nan_to_num(row)).sum() / total)
            for action, row in self.strategy.items()
        }

    def values(self, player: int, best: bool = False) -> Row:
        """Return the chips that each combo of a player wins from here on.

        The player follows its strategy or a best response to the other's. What is in the
        pot counts, what was paid does not.
        """
        row: Row = self._values(player, best)[0]
        return row

    def action_values(self, best: bool = False) -> dict[str, Row]:
        """Return what each combo of the player to act wins by each action."""
        if self.player is None:
            raise SolvingError(f"nobody acts after {_path_text(self.path)}")
        return dict(zip(self.actions, self._values(self.player, best)[1:], strict=True))

    def decision_values(self) -> tuple[Row, dict[str, Row]]:
        """Return what each combo of the player to act wins, in all and by each action.

        Both come from one walk over the tree.
        """
        if self.player is None:
            raise SolvingError(f"nobody acts after {_path_text(self.path)}")
        values = self._values(self.player, best=False)
        return values[0], dict(zip(self.actions, values[1:], strict=True))

    def best_response(self) -> dict[str, Row]:
        """Return the best response of the player to act to the other's present strategy."""
        values = np.stack(list(self.action_values(best=True).values()))
        best = np.zeros_like(values)
        known = ~np.isnan(values).any(axis=0)
        best[np.nan_to_num(values, nan=-np.inf).argmax(axis=0), np.arange(1326)] = 1
        best[:, ~known] = np.nan
        return dict(zip(self.actions, best, strict=True))

    def equity(self, player: int) -> Row:
        """Return the part of the pot that each combo wins if all is checked down."""
        return self.equities()[player]

    def equities(self) -> tuple[Row, Row]:
        """Return the equities of both players' combos, which are computed together."""
        reach = [self.reach(0), self.reach(1)]
        top = [max(float(row.max()), 1e-300) for row in reach]
        scaled = [np.minimum(row / most, 1.0) for row, most in zip(reach, top, strict=True)]
        dealt, _, _, share = heads_up(scaled[0], scaled[1], self.board.mask, 0, core_count())
        with np.errstate(invalid="ignore", divide="ignore"):
            rows: list[Row] = [
                np.where(dealt[player] > 0, share[player] / dealt[player], np.nan)
                for player in (0, 1)
            ]
        return rows[0], rows[1]

    def realisation(self, player: int) -> Row:
        """Return value over the equity's part of the pot; above 1, more than its share is won."""
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio: Row = self.values(player) / (self.equity(player) * self.pot)
        return ratio

    def _values(self, player: int, best: bool) -> Row:
        self._ready()
        reach = self.reach(1 - player)
        theirs, ours = self._combos(1 - player), self._combos(player)
        rows = self.tree._solver.values(
            *self.location, player, reach[theirs].astype(np.float32), best
        ).astype(np.float64)
        others = compatible_weights(reach)[ours]
        chance = np.prod(
            [1 / (52 - 4 - s - 2) for s in range(self.tree.spot.street + 1, self.street + 1)]
        )
        full = np.full((len(rows), 1326), np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            won = rows / (others * chance) + self.tree.spot.pot / 2 + self.contributed[player]
        full[:, ours] = np.where(others > 1e-12, won, np.nan)
        return full

    def _combos(self, player: int) -> NDArray[np.intp]:
        street, board_class, _ = self.location
        hands = self.tree._solver.hands(street, board_class, player)
        return combos_with_suits(self._suits)[hands]

    def _ready(self) -> None:
        if not self.tree._solver.allocated:
            self.tree.prepare()

    def _lock(self, strategy: Mapping[str, Row | float | Range | str]) -> None:
        rows = self.locked_rows(strategy)
        if self.merges_suits(rows):
            raise SolvingError(
                f"{self.board} is played together with boards of other suits: build the tree "
                "with merge_suits=False to lock it alone"
            )
        assert self.player is not None
        combos = self._combos(self.player)
        self.tree._solver.lock(*self.location, rows[:, combos].astype(np.float32))
        played = {action: _lock_text(row) for action, row in zip(self.actions, rows, strict=True)}
        self.tree.locked[self.location] = Lock(", ".join(self.path), played)

    def merges_suits(self, rows: Row) -> bool:
        """Return whether a strategy here would be played on boards of other suits, too."""
        street, board_class, _ = self.location
        if self.tree._solver.class_size(street, board_class) > 1:
            return True
        if self.parent and self._suits != SAME_SUITS:
            return True
        if not self.tree.merge_suits or len(self.board) == 5:
            return False
        # Boards to come are merged where ranges treat suits alike: the strategy must, too.
        spot = self.tree.spot
        held = spot.ranges[self.player or 0].without(self.board).weights > 0
        return any(
            (rows[:, moved] != rows)[:, held].any() for moved in symmetries(spot, self.board)
        )

    def locked_rows(self, strategy: Mapping[str, Row | float | Range | str]) -> Row:
        """Return what a lock would play, by action and combo."""
        if self.player is None:
            raise SolvingError(
                f"nobody acts after {_path_text(self.path)}: there is nothing to lock"
            )
        for action in strategy:
            if action not in self.actions:
                raise SolvingError(f"{action!r} is none of {', '.join(self.actions)}")
        rows = np.zeros((len(self.actions), 1326))
        for i, action in enumerate(self.actions):
            if action in strategy:
                rows[i] = _probabilities(action, strategy[action])
        if not ((rows >= 0) & (rows <= 1)).all() or (rows.sum(axis=0) > 1 + 1e-6).any():
            raise SolvingError("probabilities lie between 0 and 1 and add up to at most 1")
        rest = np.maximum(1 - rows.sum(axis=0), 0)
        free = [i for i, action in enumerate(self.actions) if action not in strategy]
        if free:
            rows[free] = rest / len(free)
        elif (rest > 1e-6).any():
            raise SolvingError("probabilities of all actions add up to 1")
        return rows

    def rows(self) -> list[dict[str, Any]]:
        """Return how the player to act plays each class, as `pandas.DataFrame` takes it."""
        if self.player is None:
            raise SolvingError(f"nobody acts after {_path_text(self.path)}")
        weights = self.reach(self.player)
        held = np.bincount(CLASS_OF_COMBO, weights=weights, minlength=169)
        strategy = {
            action: np.bincount(CLASS_OF_COMBO, weights=weights * np.nan_to_num(row), minlength=169)
            for action, row in self.strategy.items()
        }
        return [
            {"hand": CLASSES[index], "combos": float(held[index])}
            | {action: float(sums[index] / held[index]) for action, sums in strategy.items()}
            for index in np.flatnonzero(held > 1e-9)
        ]

    def _repr_html_(self) -> str:
        if self.player is None:
            return preformatted_html(repr(self))
        shares = {action: [0.0] * 169 for action in self.actions}
        for row in self.rows():
            for action in self.actions:
                shares[action][CLASSES.index(row["hand"])] = row[action]
        player = ("OOP", "IP")[self.player]
        caption = (
            f"{player} to act after {_path_text(self.path)}, board {self.board}, pot {self.pot}"
        )
        return strategy_html(CLASSES, shares, caption)

    def __repr__(self) -> str:
        return f"Node({', '.join(self.path)!r})"


def step_label(step: int, to: int) -> str:
    """Return the name of a compiled action, with its amount where it has one."""
    name = STEPS[step]
    return name if name in ("fold", "check", "call") else f"{name} {to}"


def _probabilities(action: str, played: Row | float | Range | str) -> Row:
    """Return how often an action is taken with each combo, or one number for all of them."""
    if isinstance(played, Range | str):
        return as_range(played).weights
    row = np.asarray(played, dtype=np.float64)
    if row.shape not in ((), (1326,)):
        raise SolvingError(
            f"{action!r} is played with {row.shape} probabilities: give one, 1,326 by combo, or a "
            "range like 'AA,KK:0.5'"
        )
    return row


def _lock_text(row: Row) -> float | str:
    """Return how an action of a lock is played: one probability, or a range."""
    return float(row[0]) if (row == row[0]).all() else str(Range.from_weights(row))


def symmetries(spot: Spot, board: CardSet) -> Iterator[NDArray[np.intp]]:
    """Yield where combos go when suits are renamed so that boards and ranges stay the same."""
    for order in permutations(SAME_SUITS):
        if any(rename_suits(each.mask, order) != each.mask for each in (spot.board, board)):
            continue
        moved = combos_with_suits(order)
        if all((each.weights[moved] == each.weights).all() for each in spot.ranges):
            yield moved


def compatible_weights(reach: Row) -> Row:
    """Return for each combo the weight of all combos that share no card with it."""
    by_card = _INCIDENCE @ reach
    sums: Row = reach.sum() - by_card[_LOW] - by_card[_HIGH] + reach
    return np.maximum(sums, 0.0)


def _path_text(path: tuple[str, ...]) -> str:
    return ", ".join(path) or "the start"
