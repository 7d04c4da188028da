"""Solving one street to its end, where a network values the ranges that arrive.

The betting of a flop is small once the turn is left out: what follows is worth what the network
says for both ranges as they are (Moravčík and others, 2017). Every iteration carries both ranges
down, asks the network for all ends at once, and lets every decision learn by discounted regrets.
All-in hands are run out exactly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import SolvingError
from fivebet.solving.discounting import PLAIN, Discounting
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, betting_tree
from fivebet.solving.value_network import BoardHands, ValueNetwork, board_hands

Row = NDArray[np.float64]
Rows = tuple[Row, Row]
"""A row of each player."""
_COMBOS = 1326


@dataclass(eq=False)
class Decision:
    """A decision of one player, with what it has learnt for every hand."""

    player: int
    children: "list[Part]"
    regrets: Row
    sums: Row
    reach: Row = field(default_factory=lambda: np.zeros(0))
    """The player's own weights as they arrive, of the last iteration."""
    played: Row = field(default_factory=lambda: np.zeros(0))
    """The strategy of the last iteration."""

    @property
    def current(self) -> Row:
        """The strategy that regrets lead to."""
        return _normal(np.maximum(self.regrets, 0))

    @property
    def average(self) -> Row:
        """The average strategy, which approaches an equilibrium."""
        return _normal(self.sums)


@dataclass(eq=False)
class End:
    """An end of the street: a fold, an all-in that is run out, or the next card."""

    kind: str
    half_pot: float
    """Half of the pot; at a fold what the one who folds loses with it."""
    loser: int = -1
    spr: float = 0.0
    values: Row = field(default_factory=lambda: np.zeros((2, 0)))
    """Counterfactual values of both players' hands, of the last iteration."""


Part = Decision | End


@dataclass(eq=False)
class Offer:
    """A player's choice before the first decision: to stop for some value, or to play on."""

    player: int
    stops: Row
    """Counterfactual values of stopping."""
    regrets: Row
    """Of stopping and of playing on."""
    average: Row
    """How often each hand plays on."""

    @property
    def current(self) -> Row:
        """How often each hand plays on by its regrets; at first as often as not."""
        plays: Row = _normal(np.maximum(self.regrets, 0))[1]
        return plays

    def learn(self, plays: Row, step: tuple[float, float, float]) -> None:
        """Learn from the values of playing on."""
        positive, negative, share = step
        chance = self.current
        value = chance * plays + (1 - chance) * self.stops
        self.regrets *= np.where(self.regrets > 0, positive, negative)
        self.regrets += np.stack([self.stops, plays]) - value
        self.average += share * (chance - self.average)


class DepthLimitedTree:
    """One street of a spot, with a network at its end.

    It is read like a `Tree` from its root: `actions`, `/`, `player` and `strategy`.
    """

    def __init__(
        self,
        spot: Spot,
        network: ValueNetwork,
        *,
        threads: int = 1,
        discounting: Discounting = PLAIN,
    ) -> None:
        street = STREETS[spot.street]
        if spot.last_street != street or street == STREETS[-1]:
            raise SolvingError(f"a network values the end of the {street}: make it the last street")
        self.spot = spot
        self.hands: BoardHands = board_hands(spot.board)
        self.iterations = 0
        self._network, self._threads, self._discounting = network, threads, discounting
        self._weight = 0.0
        ranges = [each.weights[self.hands.combos] for each in (spot.oop, spot.ip)]
        self._ranges = np.array([row / max(row.sum(), 1e-300) for row in ranges])
        self._betting = betting_tree(spot)
        self._offer: Offer | None = None
        self._parts: dict[tuple[str, ...], Part] = {}
        self._root = self._build(self._betting.root)

    def _build(self, node: Node) -> Part:
        part: Part
        if node.player is not None:
            shape = (len(node.actions), len(self.hands.combos))
            part = Decision(node.player, [], np.zeros(shape), np.zeros(shape))
            part.children = [self._build(child) for child in node]
        else:
            part = self._end(node)
        self._parts[node.path] = part
        return part

    def _end(self, node: Node) -> End:
        oop, ip = node.contributed
        if node.step == "fold":
            loser = int(oop > ip)
            return End("fold", self.spot.pot / 2 + min(oop, ip), loser)
        behind = self.spot.stack - oop
        if behind <= 0:
            return End("all-in", node.pot / 2)
        return End("next card", node.pot / 2, spr=behind / node.pot)

    @cached_property
    def root(self) -> "StreetNode":
        """The first decision."""
        return StreetNode(self, self._betting.root)

    def part(self, path: tuple[str, ...]) -> Part:
        """Return what was learnt at a node."""
        return self._parts[path]

    def offer(self, player: int, chips: Row) -> None:
        """Let a player stop at the root with each combo for some chips, as `Tree.offer` does."""
        hands = self.hands.combos
        if chips.shape != (_COMBOS,):
            raise SolvingError(f"{chips.shape} numbers are offered: give one for each combo")
        met = self._met(self._ranges[1 - player])
        stops = (chips[hands] - self.spot.pot / 2) * met
        self._offer = Offer(player, stops, np.zeros((2, len(hands))), np.full(len(hands), 0.5))

    def plays_on(self) -> Row:
        """Return how often each combo plays on instead of stopping, where that was offered."""
        chances = np.ones(_COMBOS)
        if self._offer is not None:
            chances[self.hands.combos] = self._offer.average
        return chances

    def iterate(self) -> None:
        """Let both players learn once."""
        positive, negative = self._discounting.factors(self.iterations)
        self._weight = self._discounting.weight(self.iterations, self._weight)
        step = (positive, negative, 1 / self._weight)
        entering = self._ranges
        if self._offer is not None:
            entering = entering.copy()
            entering[self._offer.player] *= self._offer.current
        arriving: list[tuple[End, Rows]] = []
        self._descend(self._root, (entering[0], entering[1]), arriving)
        self._value_ends(arriving)
        values = self._learn(self._root, step)
        if self._offer is not None:
            self._offer.learn(values[self._offer.player], step)
        self.iterations += 1

    def _descend(self, part: Part, reach: Rows, arriving: list[tuple[End, Rows]]) -> None:
        if isinstance(part, End):
            arriving.append((part, reach))
            return
        part.reach, part.played = reach[part.player], part.current
        for after, child in zip(
            _reaches(part.player, part.played, reach), part.children, strict=True
        ):
            self._descend(child, after, arriving)

    def _value_ends(self, arriving: list[tuple[End, Rows]]) -> None:
        reaches = np.array([reach for _, reach in arriving])
        mets = self._met(reaches)[:, ::-1]  # the weight of the other range that each hand meets
        halves = np.array([end.half_pot for end, _ in arriving])[:, None, None]
        kinds = np.array([end.kind for end, _ in arriving])
        values = halves * mets  # as it is where somebody folds
        dealt = np.flatnonzero(kinds == "next card")
        if dealt.size:
            sprs = np.array([arriving[i][0].spr for i in dealt])
            asked = self._network.values(
                self.hands, reaches[dealt].astype(np.float32), sprs, self._threads
            )
            values[dealt] = (2 * halves[dealt]).astype(np.float32) * asked * mets[dealt]
        run_out = np.flatnonzero(kinds == "all-in")
        if run_out.size:
            others = reaches[run_out][:, ::-1].reshape(-1, reaches.shape[2]).astype(np.float32)
            ahead = self.hands.core.margins(others).reshape(len(run_out), 2, -1)
            values[run_out] = halves[run_out] * ahead
        for (end, _), rows in zip(arriving, values, strict=True):
            end.values = rows
            if end.kind == "fold":
                rows[end.loser] *= -1

    def _learn(self, part: Part, step: tuple[float, float, float]) -> Rows:
        """Return both players' values, after their decisions have learnt from them."""
        if isinstance(part, End):
            return part.values[0], part.values[1]
        positive, negative, share = step
        below = [self._learn(child, step) for child in part.children]
        ours = np.array([rows[part.player] for rows in below])
        value = (part.played * ours).sum(axis=0)
        part.regrets *= np.where(part.regrets > 0, positive, negative)
        ours -= value
        part.regrets += ours
        part.sums *= 1 - share
        part.sums += share * part.played * part.reach
        return _both(part.player, value, _sum(rows[1 - part.player] for rows in below))

    def _met(self, rows: Row) -> Row:
        """Return for each hand the weight of hands that share no card with it."""
        incidence = self.hands.incidence
        met: Row = rows.sum(axis=-1, keepdims=True) - (rows @ incidence) @ incidence.T + rows
        return met

    def values(self, path: tuple[str, ...], player: int) -> Row:
        """Return what each combo wins from a node on by average play, in chips.

        What is in the pot counts, what was paid does not; combos that the board takes, and those
        that meet no hand of the other player, have no number.
        """
        reach = self._ranges.copy()
        if self._offer is not None:
            reach[self._offer.player] *= self._offer.average
        node = self._betting.root
        for step in path:
            part = self._parts[node.path]
            assert isinstance(part, Decision)
            reach[part.player] = reach[part.player] * part.average[node.actions.index(step)]
            node = node / step
        arriving: list[tuple[End, Rows]] = []
        self._descend_average(self._parts[path], (reach[0], reach[1]), arriving)
        self._value_ends(arriving)
        found = self._value_average(self._parts[path])[player]
        met = self._met(reach[1 - player])
        rows = np.full(_COMBOS, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            won = found / met + self.spot.pot / 2 + node.contributed[player]
        rows[self.hands.combos] = np.where(met > 1e-12, won, np.nan)
        return rows

    def _descend_average(self, part: Part, reach: Rows, arriving: list[tuple[End, Rows]]) -> None:
        if isinstance(part, End):
            arriving.append((part, reach))
            return
        for after, child in zip(
            _reaches(part.player, part.average, reach), part.children, strict=True
        ):
            self._descend_average(child, after, arriving)

    def _value_average(self, part: Part) -> Rows:
        if isinstance(part, End):
            return part.values[0], part.values[1]
        below = [self._value_average(child) for child in part.children]
        ours = np.array([rows[part.player] for rows in below])
        value = (part.average * ours).sum(axis=0)
        return _both(part.player, value, _sum(rows[1 - part.player] for rows in below))


class StreetNode:
    """A node of a depth-limited tree."""

    def __init__(self, tree: DepthLimitedTree, betting: Node) -> None:
        self._tree, self._betting = tree, betting
        self.player = betting.player
        self.actions = betting.actions
        self.contributed = betting.contributed
        """Chips that OOP and IP have put in since the spot's start."""

    def __truediv__(self, step: str) -> "StreetNode":
        return StreetNode(self._tree, self._betting / step)

    def values(self, player: int) -> Row:
        """Return the chips that each combo of a player wins from here on, by average play."""
        return self._tree.values(self._betting.path, player)

    @property
    def strategy(self) -> dict[str, Row]:
        """The probability of each action for each of the 1,326 combos."""
        part = self._tree.part(self._betting.path)
        if not isinstance(part, Decision):
            raise SolvingError("nobody decides here")
        rows = np.zeros((len(self.actions), _COMBOS))
        rows[:, self._tree.hands.combos] = part.average
        return dict(zip(self.actions, rows, strict=True))


def _reaches(player: int, strategy: Row, reach: Rows) -> list[Rows]:
    """Return both players' weights after each action of one of them."""
    return [_both(player, own, reach[1 - player]) for own in strategy * reach[player]]


def _both(player: int, own: Row, other: Row) -> Rows:
    """Return the rows of a player and of the other one, in order."""
    return (own, other) if player == 0 else (other, own)


def _sum(rows: Iterable[Row]) -> Row:
    return reduce(np.add, rows)


def _normal(rows: Row) -> Row:
    """Return rows divided by their sums; where there is nothing, every action is as likely."""
    total = rows.sum(axis=0)
    empty = total <= 0
    if not empty.any():
        divided: Row = rows / total
        return divided
    total[empty] = 1.0
    normal: Row = rows / total
    normal[:, empty] = 1 / len(rows)
    return normal
