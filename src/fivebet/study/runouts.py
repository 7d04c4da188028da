"""Runouts: what every next card does to frequencies, values and equities."""

from dataclasses import dataclass
from math import isnan

from fivebet.cards import DECK
from fivebet.errors import SolvingError
from fivebet.solving.tree import Node
from fivebet.study.range_report import weighted_mean


@dataclass(frozen=True, slots=True)
class Runout:
    """What follows one card."""

    card: str
    weight: float
    """The part of all deals in which the card comes, by the ranges that reach the node."""
    ev: tuple[float | None, float | None]
    """The chips that OOP and IP win from there on, the pot included."""
    equity: tuple[float | None, float | None]
    frequencies: dict[str, float | None]
    """How often OOP, who acts first, takes each action."""


def runouts(node: Node) -> list[Runout]:
    """Return what follows each card that may come at a node.

    Cards that differ by suits which the tree plays as one have the same figures, and are
    computed once.
    """
    if not node.deals:
        raise SolvingError(
            f"no card comes after {', '.join(node.path) or 'the start'}: ask where one is dealt"
        )
    known: dict[tuple[int, int, int], Runout] = {}
    found = []
    for card in DECK:
        if card in node.board:
            continue
        after = node.deal(card)
        if after.location not in known:
            known[after.location] = _runout(after)
        same = known[after.location]
        found.append(Runout(str(card), same.weight, same.ev, same.equity, same.frequencies))
    total = sum(each.weight for each in found)
    return [
        Runout(
            each.card,
            each.weight / total if total else 0.0,
            each.ev,
            each.equity,
            each.frequencies,
        )
        for each in found
    ]


def _runout(node: Node) -> Runout:
    weights = [node.deal_weights(player) for player in (0, 1)]
    equities = node.equities()
    ev = tuple(weighted_mean(node.values(player), weights[player]) for player in (0, 1))
    equity = tuple(weighted_mean(equities[player], weights[player]) for player in (0, 1))
    return Runout(
        node.step,
        float(weights[0].sum()),
        (ev[0], ev[1]),
        (equity[0], equity[1]),
        {
            action: None if isnan(share) else share
            for action, share in (node.frequencies() if node.player is not None else {}).items()
        },
    )
