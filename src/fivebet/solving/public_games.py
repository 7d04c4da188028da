"""Small two-player zero-sum games over a public tree, and a solver for them.

What both players see is the tree; what one of them knows is a hand. An end names
a matrix of what the first player wins for every pair of hands, weighted with the
chance of dealing them, and a factor. Regrets are minimised by the loops that solve
spots after the flop.

>>> solved = solve_game(kuhn(), target=1e-5)
>>> round(solved.value, 4)  # -1/18
-0.0556
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from fivebet._core import PublicTree
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.errors import SolvingError
from fivebet.solving.discounting import PLAIN, Discounting

Matrix = NDArray[np.float32]
_CHANCE, _END = -1, -2


@dataclass(frozen=True, slots=True)
class Terminal:
    """An end of the game: the first player wins a matrix's payoffs times a factor."""

    matrix: str
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class PublicNode:
    """A node where a player acts, 0 or 1, or a public card is dealt (None)."""

    player: int | None
    children: "tuple[tuple[str, PublicNode | Terminal], ...]"
    """The next nodes by the name of the action or of the card."""


@dataclass(frozen=True)
class PublicGame:
    """A game over a public tree: its root, its hands' names and its matrices."""

    root: PublicNode
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    matrices: dict[str, Matrix]


@dataclass(frozen=True)
class SolvedGame:
    """The result of solving a game."""

    value: float
    """What the first player wins."""
    exploitability: float
    """The mean of what both could gain."""
    iterations: int
    strategy: dict[tuple[str, ...], dict[str, NDArray[np.float64]]]
    """The probability of each action by hand, by the path to a decision."""


def solve_game(
    game: PublicGame,
    target: float = 1e-4,
    iterations: int = 100_000,
    every: int = 50,
    discounting: Discounting = PLAIN,
) -> SolvedGame:
    """Let both players learn until neither could gain more than `target`, on average."""
    if not target >= 0 or iterations < 1 or every < 1:
        raise SolvingError(
            f"target {target} and {iterations} iterations solve nothing: give a target from 0 on "
            "and at least one iteration"
        )
    tree, decisions = _compile(game)
    done, gain, steps = 0, float("inf"), discounting.steps()
    while gain > target and done < iterations:
        for step in islice(steps, min(every, iterations - done)):
            tree.iterate(*step)
            done += 1
        gain = sum(float(tree.values(player, True).sum()) for player in (0, 1)) / 2
    strategy = {
        path: dict(zip(actions, tree.strategy(node).astype(np.float64), strict=True))
        for path, (node, actions) in decisions.items()
    }
    return SolvedGame(float(tree.values(0, False).sum()), gain, done, strategy)


Decisions = dict[tuple[str, ...], tuple[int, tuple[str, ...]]]


def _compile(game: PublicGame) -> tuple[PublicTree, Decisions]:
    """Build the compiled tree, parents first, and find its decisions by path."""
    names = list(game.matrices)
    nodes: list[tuple[int, list[int], int, float]] = []
    decisions: Decisions = {}
    waiting: list[tuple[PublicNode | Terminal, tuple[str, ...], list[int]]] = [(game.root, (), [])]
    while waiting:
        node, path, siblings = waiting.pop(0)
        siblings.append(len(nodes))
        if isinstance(node, Terminal):
            if node.matrix not in names:
                raise SolvingError(f"{node.matrix!r} is none of the matrices {', '.join(names)}")
            nodes.append((_END, [], names.index(node.matrix), node.factor))
            continue
        children: list[int] = []
        if node.player is not None:
            decisions[path] = len(nodes), tuple(name for name, _ in node.children)
        nodes.append((_CHANCE if node.player is None else node.player, children, 0, 0.0))
        waiting += [(child, (*path, name), children) for name, child in node.children]
    matrices = [np.ascontiguousarray(game.matrices[name], dtype=np.float32) for name in names]
    return PublicTree(nodes, len(game.hands[0]), len(game.hands[1]), matrices), decisions


def class_payoffs(
    weights: NDArray[np.float64] | float = 1.0,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the chance of each pair of classes, and the same times what the first wins.

    `weights` are those of the pairs, of two ranges for example; the first wins 1, 0 or -1.
    """
    matrix = class_matrix()
    deals = matrix.deals * weights
    total = deals.sum()
    return deals / total, (2 * matrix.share - matrix.deals) * weights / total


def kuhn() -> PublicGame:
    """Return Kuhn's poker: jack, queen or king, one chip in, one to bet; its value is -1/18."""
    deal = ((1 - np.eye(3)) / 6).astype(np.float32)
    order = (np.sign(np.subtract.outer(np.arange(3), np.arange(3))) / 6).astype(np.float32)

    def facing(player: int) -> PublicNode:
        wins = 1.0 if player == 1 else -1.0
        return PublicNode(
            player, (("fold", Terminal("deal", wins)), ("call", Terminal("show", 2.0)))
        )

    behind = PublicNode(1, (("check", Terminal("show", 1.0)), ("bet", facing(0))))
    root = PublicNode(0, (("check", behind), ("bet", facing(1))))
    cards = ("J", "Q", "K")
    return PublicGame(root, (cards, cards), {"deal": deal, "show": order})


_LEDUC_BETS = (2.0, 4.0)
_LEDUC_RAISES = 2


def leduc() -> PublicGame:
    """Return Leduc hold'em: six cards, two streets of limit betting; its value is -0.0856."""
    cards = ("J1", "J2", "Q1", "Q2", "K1", "K2")
    rank = np.repeat(np.arange(3), 2)
    matrices: dict[str, Matrix] = {"deal": ((1 - np.eye(6)) / 30).astype(np.float32)}
    for public in range(6):
        apart = (1 - np.eye(6)) / 120
        apart[public, :] = apart[:, public] = 0
        strength = rank + 10 * (rank == rank[public])
        matrices[f"deal {cards[public]}"] = apart.astype(np.float32)
        show = np.sign(np.subtract.outer(strength, strength)) * apart
        matrices[f"show {cards[public]}"] = show.astype(np.float32)

    def street(
        number: int, public: str, staked: tuple[float, float], actor: int, bets: int
    ) -> PublicNode:
        """Return the node after so many bets on a street; a check behind or a call ends it."""
        deal = f"deal {public}" if number else "deal"
        ahead, mine = staked[1 - actor], staked[actor]
        actions: list[tuple[str, PublicNode | Terminal]] = []
        if ahead > mine:
            actions.append(("fold", Terminal(deal, mine if actor == 1 else -mine)))
        closes = ahead > mine or actor == 1
        even = (ahead, ahead)
        passive = close(number, public, even) if closes else street(number, public, even, 1, bets)
        actions.append(("call" if ahead > mine else "check", passive))
        if bets < _LEDUC_RAISES:
            to = ahead + _LEDUC_BETS[number]
            raised = (to, ahead) if actor == 0 else (ahead, to)
            actions.append(
                ("raise" if bets else "bet", street(number, public, raised, 1 - actor, bets + 1))
            )
        return PublicNode(actor, tuple(actions))

    def close(number: int, public: str, staked: tuple[float, float]) -> PublicNode | Terminal:
        if number:
            return Terminal(f"show {public}", staked[0])
        return PublicNode(None, tuple((card, street(1, card, staked, 0, 0)) for card in cards))

    root = street(0, "", (1.0, 1.0), 0, 0)
    return PublicGame(root, (cards, cards), matrices)
