"""Equilibria: game trees and how they are solved.

`Spot` says what is played, `Tree` holds it, `solve` solves it.
"""

from fivebet.solving.discounting import CFR_PLUS, DISCOUNTED, LINEAR, Discounting
from fivebet.solving.files import find_tree, load_tree, save_tree
from fivebet.solving.sizes import BetSizes
from fivebet.solving.solving import Progress, Solution, solve
from fivebet.solving.spot import Menu, Spot
from fivebet.solving.tree import Node, Tree

__all__ = [
    "CFR_PLUS",
    "DISCOUNTED",
    "LINEAR",
    "BetSizes",
    "Discounting",
    "Menu",
    "Node",
    "Progress",
    "Solution",
    "Spot",
    "Tree",
    "find_tree",
    "load_tree",
    "save_tree",
    "solve",
]
