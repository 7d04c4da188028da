"""Solving one street to its end, where a network values the ranges that arrive.

The betting of a flop is small once the turn is left out: what follows is worth what the network
says for both ranges as they are (Moravčík and others, 2017). Every iteration carries both ranges
down, asks the network for all ends at once, and lets every decision learn by discounted regrets.
All-in hands are run out exactly.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import SolvingError
from fivebet.solving.discounting import PLAIN, Discounting
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, betting_tree
from fivebet.solving.value_network import BoardHands, ValueNetwork, board_hands

Row = NDArray[np.float64]
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
    values: Row = field(default_factory=lambda: np.zeros(0))
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
        entering = self._ranges.copy()
        if self._offer is not None:
            entering[self._offer.player] *= self._offer.current
        arriving: list[tuple[End, Row]] = []
        self._descend(self._root, entering, arriving)
        self._value_ends(arriving)
        values = self._learn(self._root, step)
        if self._offer is not None:
            self._offer.learn(values[self._offer.player], step)
        self.iterations += 1

    def _descend(self, part: Part, reach: Row, arriving: list[tuple[End, Row]]) -> None:
        if isinstance(part, End):
            arriving.append((part, reach))
            return
        part.reach = reach[part.player]
        for chances, child in zip(part.current, part.children, strict=True):
            after = reach.copy()
            after[part.player] = after[part.player] * chances
            self._descend(child, after, arriving)

    def _value_ends(self, arriving: list[tuple[End, Row]]) -> None:
        reaches = np.array([reach for _, reach in arriving])
        mets = self._met(reaches[:, ::-1])  # the weight of the other range that each hand meets
        dealt = [i for i, (end, _) in enumerate(arriving) if end.kind == "next card"]
        if dealt:
            sprs = np.array([arriving[i][0].spr for i in dealt])
            asked = self._network.values(
                self.hands, reaches[dealt].astype(np.float32), sprs, self._threads
            )
            for i, values in zip(dealt, asked, strict=True):
                end = arriving[i][0]
                end.values = 2 * end.half_pot * values * mets[i]
        run_out = [i for i, (end, _) in enumerate(arriving) if end.kind == "all-in"]
        if run_out:
            others = reaches[run_out][:, ::-1].reshape(-1, reaches.shape[2]).astype(np.float32)
            ahead = (self.hands.matrix @ others.T).T.reshape(len(run_out), 2, -1)
            for i, rows in zip(run_out, ahead, strict=True):
                arriving[i][0].values = arriving[i][0].half_pot * rows.astype(np.float64)
        for i, (end, _) in enumerate(arriving):
            if end.kind == "fold":
                end.values = end.half_pot * mets[i]
                end.values[end.loser] *= -1

    def _learn(self, part: Part, step: tuple[float, float, float]) -> Row:
        """Return both players' values, after their decisions have learnt from them."""
        if isinstance(part, End):
            return part.values
        positive, negative, share = step
        below = np.array([self._learn(child, step) for child in part.children])
        strategy = part.current
        ours, theirs = part.player, 1 - part.player
        value: Row = np.empty_like(below[0])
        value[ours] = (strategy * below[:, ours]).sum(axis=0)
        value[theirs] = below[:, theirs].sum(axis=0)
        part.regrets *= np.where(part.regrets > 0, positive, negative)
        part.regrets += below[:, ours] - value[ours]
        part.sums *= 1 - share
        part.sums += share * strategy * part.reach
        return value

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
        arriving: list[tuple[End, Row]] = []
        self._descend_average(self._parts[path], reach, arriving)
        self._value_ends(arriving)
        found = self._value_average(self._parts[path])[player]
        met = self._met(reach[1 - player])
        rows = np.full(_COMBOS, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            won = found / met + self.spot.pot / 2 + node.contributed[player]
        rows[self.hands.combos] = np.where(met > 1e-12, won, np.nan)
        return rows

    def _descend_average(self, part: Part, reach: Row, arriving: list[tuple[End, Row]]) -> None:
        if isinstance(part, End):
            arriving.append((part, reach))
            return
        for chances, child in zip(part.average, part.children, strict=True):
            after = reach.copy()
            after[part.player] = after[part.player] * chances
            self._descend_average(child, after, arriving)

    def _value_average(self, part: Part) -> Row:
        if isinstance(part, End):
            return part.values
        below = np.array([self._value_average(child) for child in part.children])
        value: Row = below.sum(axis=0)
        value[part.player] = (part.average * below[:, part.player]).sum(axis=0)
        return value


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


def _normal(rows: Row) -> Row:
    """Return rows divided by their sums; where there is nothing, every action is as likely."""
    total = rows.sum(axis=0)
    safe = np.where(total > 0, total, 1.0)
    normal: Row = np.where(total > 0, rows / safe, 1 / len(rows))
    return normal
