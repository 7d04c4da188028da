"""Equilibria: game trees, and solvers for them.

A `Spot` says what is played, a `Tree` holds its nodes, and `solve` solves it.
"""

from fivebet.solving.bet_sizes import BetSizes
from fivebet.solving.discounting import CFR_PLUS, DISCOUNTED, LINEAR, Discounting
from fivebet.solving.locks import Lock
from fivebet.solving.many_spots import solve_many
from fivebet.solving.preview import SolvePreview, preview_solve
from fivebet.solving.solver import Solution, SolveProgress, solve
from fivebet.solving.spot import BettingOptions, FixedLimit, Spot
from fivebet.solving.tree import Node, Tree
from fivebet.solving.tree_files import find_tree, load_tree, save_tree

__all__ = [
    "CFR_PLUS",
    "DISCOUNTED",
    "LINEAR",
    "BetSizes",
    "BettingOptions",
    "Discounting",
    "FixedLimit",
    "Lock",
    "Node",
    "Solution",
    "SolvePreview",
    "SolveProgress",
    "Spot",
    "Tree",
    "find_tree",
    "load_tree",
    "preview_solve",
    "save_tree",
    "solve",
    "solve_many",
]
