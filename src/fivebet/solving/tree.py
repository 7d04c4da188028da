"""Game trees: build one from any spot, walk it, solve it, look at its numbers.

    tree = Tree(Spot.create("Kh8h3dJc5s", 200, 900, oop="22+", ip="22+"))
    solve(tree, target=0.3)
    node = tree.root / "check" / "bet 100"
    node.strategy["raise 500"]   # probability by each of the 1,326 combos

A node's numbers are rows over the 1,326 combos, NaN where the player cannot hold
one. They are those of the average strategy, which is what converges.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Solver
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.cards.ranges import Range
from fivebet.errors import CardError, SolvingError
from fivebet.machine import core_count
from fivebet.solving.discounting import DISCOUNTED, Discounting, plan_steps
from fivebet.solving.locks import Lock
from fivebet.solving.spot import STREETS, BettingOptions, Spot, read_line
from fivebet.solving.tree_node import SAME_SUITS, STEPS, Node, Row, compatible_weights, symmetries

__all__ = ["PARTS", "Node", "Tree", "betting_tree", "check_threads", "compatible_weights"]

PARTS = ("averages", "regrets", "scales")
"""The buffers that the solver has for each player."""


class Tree:
    """A spot's game tree with its regrets and strategies.

    `compressed` keeps every number in 16 bits, half the memory; `merge_suits` plays
    boards that differ by suits only once. A tree with the same board and ranges, `like`,
    lends what does not depend on the betting. Memory is taken by the first iteration.
    """

    def __init__(
        self,
        spot: Spot,
        *,
        compressed: bool = False,
        merge_suits: bool = True,
        threads: int | None = None,
        memory_limit: int | None = None,
        discounting: Discounting = DISCOUNTED,
        like: "Tree | None" = None,
    ) -> None:
        check_threads(threads)
        self.spot = spot
        self.compressed = compressed
        self.merge_suits = merge_suits
        self.discounting = discounting
        self.iterations = 0
        self.weight = 0.0
        self.exploitability: float | None = None
        """The mean of what both could gain, in chips, as last measured."""
        self.measured: list[tuple[int, float]] = []
        """After which iterations a solve has measured it, and what it was in percent of the pot."""
        self.locked: dict[tuple[int, int, int], Lock] = {}
        """The decisions that are fixed, by where they are."""
        self.alternatives: int | None = None
        """The player who may stop at once for a given value, instead of playing on."""
        self.resumable = True
        """Whether it can be solved further; False for a file without regrets."""
        self.device = "cpu"
        """Where it was last solved: cpu, or a GPU's name."""
        self.fetched: dict[tuple[int, int, int], NDArray[np.float32]] | None = None
        """Strategies that alone came back from a GPU, by where they are; None if all are here."""
        self.threads = threads or core_count()
        try:
            self._solver = self._built(like)
        except CardError as error:
            raise SolvingError(str(error)) from None
        if memory_limit is not None and self.memory > memory_limit:
            raise SolvingError(
                f"the tree needs {self.memory / 1e6:,.0f} MB and {memory_limit / 1e6:,.0f} MB are "
                "allowed: offer fewer sizes" + ("" if compressed else " or keep numbers in 16 bits")
            )

    def _built(self, like: "Tree | None") -> Solver:
        spot = self.spot
        return Solver(
            spot.board.mask,
            spot.pot,
            spot.stack,
            spot.oop.weights.astype(np.float32),
            spot.ip.weights.astype(np.float32),
            [[_size_lists(options) for options in streets] for streets in spot.betting],
            (spot.add_all_in, spot.force_all_in, spot.merge),
            (spot.rake, spot.rake_cap),
            STREETS.index(spot.last_street),
            self.compressed,
            self.merge_suits,
            self.threads,
            like._solver if like is not None else None,
            None if spot.limit is None else (spot.limit.bets, spot.limit.max_raises),
            [
                [(STEPS.index(name), amount) for name, amount in read_line(line)]
                for line in spot.removed
            ],
        )

    @property
    def memory(self) -> int:
        """Return the bytes that solving takes, before they are allocated."""
        return self._solver.bytes_needed + self._solver.overhead_bytes

    @property
    def nodes(self) -> int:
        """Return the number of public nodes over all boards."""
        return sum(self._solver.nodes())

    @property
    def root(self) -> "Node":
        """Return the first node, where OOP acts."""
        return Node(self, None, "", self.spot.street, 0, 0, SAME_SUITS, self.spot.board)

    def node(self, path: str) -> "Node":
        """Return a node by its path, like "check, bet 100, call, 2c".

        >>> from fivebet.solving import Spot
        >>> tree = Tree(Spot.create("Kh8h3dJc5s", 200, 900, "AA", "KK"))
        >>> tree.node("check, bet 100").player
        0
        """
        node = self.root
        for step in filter(None, (part.strip() for part in path.split(","))):
            node = node / step
        return node

    def iterate(self, times: int = 1) -> None:
        """Let both players learn once, or so many times.

        Ctrl-C waits for the end, but cuts iterations off that take longer than a second:
        what they have learnt until then stays, and they do not count.
        """
        if not self.resumable:
            raise SolvingError(
                "this tree was saved without its regrets: it cannot be solved further"
            )
        self.prepare()
        steps, weight = plan_steps(self.discounting, self.iterations, self.weight, times)
        self.exploitability = None
        if times == 1:
            self._solver.iterate(*steps[0])
        else:
            self._solver.iterate_many(steps)
        self.weight = weight
        self.iterations += times

    def measure(self) -> float:
        """Measure exactly what players could gain on average by best responses, in chips."""
        self.prepare()
        gains = sum(self._solver.expected_value(player, True) for player in (0, 1))
        # Without rake what one wins the other loses, and both values cancel.
        if self.spot.rake > 0 or self.locked or self.alternatives is not None:
            gains -= sum(self._solver.expected_value(player, False) for player in (0, 1))
        self.exploitability = gains / 2
        return self.exploitability

    def expected(self, player: int, best: bool = False) -> float:
        """Return the chips of the pot that a player wins, by its strategy or a best response."""
        self.prepare()
        return self._solver.expected_value(player, best) + self.spot.pot / 2

    def lock(self, node: "Node", strategy: Mapping[str, Row | float | Range | str]) -> None:
        """Fix how a decision is played: each action by a probability, by one a combo or a range.

        What remains of one is left to the other actions alike. A locked decision
        does not learn; everybody else learns to respond.
        """
        self._own(node)._lock(strategy)

    def offer(self, player: int, chips: Row, forced: Row | None = None) -> None:
        """Let a player stop at the root with each combo for some chips, instead of playing on.

        This is the gadget of safe re-solving (Burch, Johanson and Bowling, 2014): where the
        chips are what the player's hands are worth by an earlier solution, the other's new
        strategy gives it no more than that, whatever range it really has. The chips are
        those that a hand wins from the root on, against the other's range, the pot
        included. `forced` is the part of each combo's weight that has no choice, none by
        default. Neither files nor a GPU know of it.
        """
        without_choice = np.zeros(1326) if forced is None else forced
        if chips.shape != (1326,) or without_choice.shape != (1326,):
            raise SolvingError(f"{chips.shape} numbers are offered: give one for each combo")
        if self.merge_suits and any(map(self._breaks_symmetry, (chips, without_choice))):
            raise SolvingError(
                "the offer tells suits apart that the tree merges: build it with merge_suits=False"
            )
        if self.spot.rake > 0:
            raise SolvingError("nothing can be offered where there is rake")
        hands = self._solver.hands(self.spot.street, 0, player)
        other = self.spot.ranges[1 - player].without(self.spot.board).weights
        values = (chips - self.spot.pot / 2) * compatible_weights(other)
        self._solver.set_alternatives(
            player, values[hands].astype(np.float32), without_choice[hands].astype(np.float32)
        )
        self.alternatives = player

    def plays_on(self) -> Row:
        """Return how often each combo plays on instead of stopping, where that was offered.

        Without an offer all combos play on.
        """
        chances = np.ones(1326)
        if self.alternatives is not None:
            hands = self._solver.hands(self.spot.street, 0, self.alternatives)
            chances[hands] = self._solver.plays_on()
        return chances

    def _breaks_symmetry(self, row: Row) -> bool:
        """Return whether a row differs for combos that the tree takes for the same."""
        live = COMBO_MASKS & np.uint64(self.spot.board.mask) == 0
        return not all(
            np.allclose(row[moved][live], row[live])
            for moved in symmetries(self.spot, self.spot.board)
        )

    def apply_locks(self, locks: Iterable[Lock]) -> None:
        """Fix decisions by their paths."""
        for lock in locks:
            self.node(lock.at)._lock(lock.rows())

    def can_be_locked(self, locks: Iterable[Lock]) -> bool:
        """Return whether decisions can be fixed in this tree: not if it merges their suits."""
        return not any(
            node.merges_suits(node.locked_rows(lock.rows()))
            for lock in locks
            for node in (self.node(lock.at),)
        )

    @property
    def locks(self) -> tuple[Lock, ...]:
        """Return all decisions that are fixed, in the order of their paths."""
        return tuple(sorted(self.locked.values(), key=lambda lock: lock.at))

    def unlock(self, node: "Node") -> None:
        """Let a decision learn again."""
        self._solver.lock(*self._own(node).location, None)
        self.locked.pop(node.location, None)

    def _own(self, node: "Node") -> "Node":
        if node.tree is not self:
            line = ", ".join(node.path)
            raise SolvingError(f"that node is of another tree: take this one's, .node({line!r})")
        return node

    def __repr__(self) -> str:
        pct = self.exploitability and 100 * self.exploitability / self.spot.pot
        measured = "" if pct is None else f", exploitability {pct:.2f}% of the pot"
        return (
            f"<Tree {self.spot.board}, pot {self.spot.pot}, stack {self.spot.stack}: "
            f"{self.nodes:,} nodes, {self.iterations} iterations{measured}>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        options = (self.spot, self.compressed, self.merge_suits, self.threads, self.discounting)
        state = (
            self.iterations,
            self.weight,
            self.exploitability,
            self.measured,
            self.resumable,
            self.device,
        )
        names = [(name, player) for name in PARTS for player in (0, 1)] if self.iterations else []
        parts = [(*name, self._solver.buffer(*name)) for name in names]
        return _restore_tree, (options, state, parts, self.locks)

    def prepare(self) -> None:
        """Take the memory for what is learnt, unless that has happened."""
        if self.fetched is not None:
            raise SolvingError(
                "only some strategies of this tree came back from the GPU: solve its spot alone"
            )
        if self._solver.allocated:
            return
        try:
            self._solver.allocate()
        except (MemoryError, SolvingError) as error:
            saving = "" if self.compressed else " or keep numbers in 16 bits"
            raise SolvingError(
                f"the tree needs {self.memory / 1e6:,.0f} MB, which this machine does not have"
                f"{_reason(error)}: offer fewer sizes{saving}"
            ) from None


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads that cannot solve; None stands for one on each core."""
    if threads is not None and threads < 1:
        raise SolvingError(f"{threads} threads cannot solve: give 1 or more")


def betting_tree(spot: Spot) -> Tree:
    """Return the tree of a spot in which each player has one hand: its betting, quickly built."""
    spare = [card for card in range(52) if not spot.board.mask >> card & 1][:4]
    hands = [np.zeros(1326), np.zeros(1326)]
    for row, cards in zip(hands, (spare[:2], spare[2:]), strict=True):
        row[combo_index(*cards)] = 1
    oop, ip = map(Range.from_weights, hands)
    return Tree(replace(spot, oop=oop, ip=ip), compressed=True, merge_suits=False, threads=1)


def _size_lists(options: BettingOptions) -> tuple[list[Any], list[Any], list[Any] | None]:
    donks = None if options.donks is None else list(options.donks.sizes)
    return list(options.bets.sizes), list(options.raises.sizes), donks


def _restore_tree(
    options: tuple[Spot, bool, bool, int, Discounting],
    state: tuple[int, float, float | None, list[tuple[int, float]], bool, str],
    parts: list[tuple[str, int, NDArray[np.uint8]]],
    locks: tuple[Lock, ...],
) -> Tree:
    spot, compressed, merge_suits, threads, discounting = options
    tree = Tree(
        spot,
        compressed=compressed,
        merge_suits=merge_suits,
        threads=threads,
        discounting=discounting,
    )
    tree.apply_locks(locks)
    if parts:
        tree.prepare()
    for name, player, data in parts:
        tree._solver.set_buffer(name, player, data)
    tree.iterations, tree.weight, tree.exploitability = state[:3]
    tree.measured, tree.resumable, tree.device = state[3:]
    return tree


def _reason(error: Exception) -> str:
    return f" ({error})" if isinstance(error, SolvingError) else ""
