"""A street's betting without small raises that follow each other hundreds of times.

A size in chips is the least raise wherever that is more. So a size that was bet once can be
raised to again and again, and where both players have made one, deep stacks lie behind hundreds
of least raises: such a tree takes gigabytes and many times as long as a player may think.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from fivebet.agents.players.street_lines import ExtraSizes
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Node, betting_tree

_MOST_NODES = 256
"""The nodes of a street from which on least raises are left out: raises by the usual sizes and by
parts of the pot come to a hundred, at two hundred big blinds."""


def without_least_raises(spot: Spot, made: ExtraSizes) -> Spot:
    """Return a spot whose first street is small: if it is not, without least raises.

    Those to an amount that was `made` stay.
    """
    if not made:
        return spot
    root = betting_tree(spot).root
    if sum(1 for _ in islice(_nodes(root), _MOST_NODES + 1)) <= _MOST_NODES:
        return spot
    return replace(spot, removed=(*spot.removed, *_least_raises(root, made)))


def _nodes(root: Node) -> Iterator[Node]:
    """Iterate over the nodes of a tree's first street."""
    left = [root]
    while left:
        node = left.pop()
        yield node
        if node.player is not None:
            left += node


def _least_raises(root: Node, made: ExtraSizes) -> Iterator[str]:
    """Iterate over the lines to least raises that are not under another one."""
    left = [(root, 0)]
    while left:
        node, last = left.pop()
        if node.player is None:
            continue
        player, faced = ("oop", "ip")[node.player], node.contributed[1 - node.player]
        for after in node:
            word, _, amount = after.step.partition(" ")
            to = int(amount or faced)
            is_made = (f"{word}s {player}", to) in made
            if word == "raise" and to == faced + last and not is_made:
                yield ", ".join(after.path)
            else:
                left.append((after, max(to - faced, last)))
