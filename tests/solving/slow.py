"""Solving the slow way: every deal, every card, in plain Python.

The tree's shape is walked through its nodes; payoffs, reach and best responses are
computed from the rules alone.
"""

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import DECK, CardSet
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.evaluator import evaluate
from fivebet.solving import Node

Row = NDArray[np.float64]
APART = (COMBO_MASKS[:, None] & COMBO_MASKS[None, :]) == 0


def rake_of(node: Node, pot: float) -> float:
    spot = node.tree.spot
    taken = spot.rake * pot
    return min(taken, spot.rake_cap) if spot.rake_cap else taken


def pairs(node: Node) -> NDArray[np.bool_]:
    board = np.uint64(node.board.mask)
    live = (COMBO_MASKS & board) == 0
    return APART & live[:, None] & live[None, :]


def showdown(node: Node, player: int, reach: Row, hands: list[int]) -> Row:
    """What hands win at the river or when the board is run out."""
    spot, won = node.tree.spot, np.zeros(1326)
    stake = spot.pot / 2 + node.contributed[player]
    rake = rake_of(node, 2 * stake)
    boards = [node.board]
    for _ in range(5 - len(node.board)):
        boards = list({board | CardSet([c]) for board in boards for c in DECK - board})
    others = [int(i) for i in np.flatnonzero(reach)]
    count = {3: 990, 4: 44, 5: 1}[len(node.board)]
    for board in boards:
        mask = board.mask
        value = {
            i: evaluate(int(COMBO_MASKS[i]) | mask)
            for i in {*hands, *others}
            if not int(COMBO_MASKS[i]) & mask
        }
        for hand in hands:
            for other in others:
                if (
                    hand not in value
                    or other not in value
                    or COMBO_MASKS[hand] & COMBO_MASKS[other]
                ):
                    continue
                result = np.sign(value[hand] - value[other])
                payoff = stake - rake if result > 0 else -stake if result < 0 else -rake / 2
                won[hand] += reach[other] * payoff / count
    return won


def values(node: Node, player: int, reach: Row, best: bool) -> Row:
    """Counterfactual values against the other's average strategy, less half the pot."""
    hands = [int(i) for i in np.flatnonzero(node.tree.spot.ranges[player].weights)]
    if node.deals:
        total = np.zeros(1326)
        for card in DECK - node.board:
            below = node.deal(card)
            live = (COMBO_MASKS & np.uint64(1 << int(card))) == 0
            total += live * values(below, player, reach * live, best)
        return total / (52 - len(node.board) - 4)
    if node.over:
        if node.step != "fold":
            return showdown(node, player, reach, hands)
        folder = node.parent.player if node.parent else None
        lost = node.tree.spot.pot / 2 + min(node.contributed)
        won = -lost if folder == player else lost - rake_of(node, 2 * lost)
        others = np.flatnonzero(reach)
        result: Row = won * (pairs(node)[:, others] @ reach[others])
        return result
    if node.player == player:
        below = [values(node / action, player, reach, best) for action in node.actions]
        if best:
            return np.max(below, axis=0)
        return sum(
            np.nan_to_num(node.strategy[a]) * v for a, v in zip(node.actions, below, strict=True)
        )
    return sum(
        values(node / action, player, reach * np.nan_to_num(node.strategy[action]), best)
        for action in node.actions
    )


def expected(root: Node, player: int, best: bool) -> float:
    """Chips that a player wins over half of the pot, over all deals."""
    ours, theirs = (
        root.tree.spot.ranges[p].without(root.board).weights for p in (player, 1 - player)
    )
    total = ours @ pairs(root) @ theirs
    return float(ours @ values(root, player, theirs, best) / total)
