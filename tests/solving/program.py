"""A river spot as a linear program over sequences (von Stengel, 1996)."""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.evaluator import evaluate
from fivebet.solving import Node

Sequence = tuple[int, tuple[str, ...]]
"""A hand, and its player's actions so far."""


class Form:
    """Sequences and information sets of both players, and payoffs of pairs of sequences."""

    def __init__(self, root: Node) -> None:
        self.spot = root.tree.spot
        self.weights = [range_.without(self.spot.board).weights for range_ in self.spot.ranges]
        self.hands = [[int(i) for i in np.flatnonzero(row)] for row in self.weights]
        self.sequences: list[dict[Sequence, int]] = [
            {(hand, ()): i for i, hand in enumerate(hands)} for hands in self.hands
        ]
        self.sets: list[list[tuple[int, list[int]]]] = [[], []]
        self.payoffs: dict[tuple[int, int], float] = {}
        self.deals = [(a, b) for a in self.hands[0] for b in self.hands[1] if apart(a, b)]
        self.total = sum(self.weights[0][a] * self.weights[1][b] for a, b in self.deals)
        self.visit(root, ((), ()))

    def visit(self, node: Node, done: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        if node.over:
            return self.pay(node, done)
        player = node.player
        assert player is not None
        after = [(*done[player], f"{node.path}/{action}") for action in node.actions]
        for hand in self.hands[player]:
            known = self.sequences[player]
            children = [known.setdefault((hand, path), len(known)) for path in after]
            self.sets[player].append((known[hand, done[player]], children))
        for child, path in zip(node, after, strict=True):
            self.visit(child, (path, done[1]) if player == 0 else (done[0], path))
        return None

    def pay(self, node: Node, done: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        lost = self.spot.pot / 2 + min(node.contributed)
        mask = self.spot.board.mask
        for a, b in self.deals:
            if node.step == "fold":
                assert node.parent is not None
                won = -lost if node.parent.player == 0 else lost
            else:
                ours, theirs = (evaluate(int(COMBO_MASKS[hand]) | mask) for hand in (a, b))
                won = lost * int(np.sign(ours - theirs))
            key = self.sequences[0][a, done[0]], self.sequences[1][b, done[1]]
            chance = self.weights[0][a] * self.weights[1][b] / self.total
            self.payoffs[key] = self.payoffs.get(key, 0.0) + chance * won


def apart(a: int, b: int) -> bool:
    return not COMBO_MASKS[a] & COMBO_MASKS[b]


def flow(form: Form, player: int) -> lil_matrix:
    """A hand is played with weight one, and what reaches a decision leaves it."""
    hands, sets = form.hands[player], form.sets[player]
    matrix = lil_matrix((len(hands) + len(sets), len(form.sequences[player])))
    for i, hand in enumerate(hands):
        matrix[i, form.sequences[player][hand, ()]] = 1
    for i, (parent, children) in enumerate(sets, start=len(hands)):
        matrix[i, parent] = -1
        for child in children:
            matrix[i, child] = 1
    return matrix


def river_value(root: Node) -> float:
    """What OOP wins over half of the pot: the most that it can be sure of."""
    form = Form(root)
    ours, theirs = flow(form, 0), flow(form, 1)
    payoffs = lil_matrix((theirs.shape[1], ours.shape[1]))
    for (i, j), won in form.payoffs.items():
        payoffs[j, i] = won
    sure = theirs.shape[0]
    limits = lil_matrix((theirs.shape[1], ours.shape[1] + sure))
    limits[:, : ours.shape[1]] = -payoffs
    limits[:, ours.shape[1] :] = theirs.T
    equal = lil_matrix((ours.shape[0], ours.shape[1] + sure))
    equal[:, : ours.shape[1]] = ours
    goal = np.zeros(ours.shape[1] + sure)
    goal[ours.shape[1] : ours.shape[1] + len(form.hands[1])] = -1
    result = linprog(
        goal,
        A_ub=limits.tocsr(),
        b_ub=np.zeros(limits.shape[0]),
        A_eq=equal.tocsr(),
        b_eq=np.array([1.0] * len(form.hands[0]) + [0.0] * len(form.sets[0])),
        bounds=[(0, None)] * ours.shape[1] + [(None, None)] * sure,
    )
    assert result.status == 0
    return float(-result.fun)
