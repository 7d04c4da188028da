"""The field of section 5.2: everybody against everybody, ranked by bankroll and run-off.

The entrants of 2010 are gone: ours are the house's limit players, those that
simulate or search with a small budget. Tables 2 to 4 are printed beside them, the two
bankrolls that cannot be right corrected (docs/errata.md).
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.leaguetable import instant_runoff
from fivebet.arena.statistics import interval
from fivebet.papers.reproduction import Claim, Table, holds, ordered

__all__ = ["EQUILIBRIUM", "FIELD", "MODELLERS", "compare", "pairs", "printed_table"]

Floats = NDArray[np.float64]
Pair = tuple[str, str]

EQUILIBRIUM = "nash-limit"
MODELLERS = ("plicas", "plicas+", "aki:simulations=200")
FIELD = (
    EQUILIBRIUM,
    *MODELLERS,
    "plicas:dprc=off,dpac=off",
    "planner:samples=1,nodes=5",
    "fair",
    "tight",
    "loose",
    "maniac",
)

_PRINTED = (
    ("PULPO", 0.225, 5, "ε-equilibrium, learning"),
    ("Hyperborean", 0.207, 3, "ε-equilibrium, min-regret"),
    ("Sartre", 0.203, 6, "cases, opponent model"),
    ("Rockhopper", 0.200, 1, "unknown"),
    ("Slumbot", 0.199, 4, "ε-equilibrium, fictitious play"),
    ("GGValuta", 0.193, 2, "unknown"),
    ("Jester", 0.164, 9, "ε-equilibrium, min-max"),
    ("Arnold2", 0.160, 8, "ε-equilibrium, min-regret"),
    ("GS6", 0.139, 7, "ε-equilibrium, bucketing"),
    ("LittleRock", 0.118, 10, "ε-equilibrium, min-regret"),
    ("PLICAS", -0.046, 11, "cases, opponent model"),
    ("ASVP", -0.320, 12, "opponent model"),
    ("longhorn", -1.44, 13, "opponent model"),
)
"""Tables 2 to 4: bankroll in big blinds a hand, place in the run-off, decision method."""


def pairs() -> list[Pair]:
    """Who meets whom."""
    return list(combinations(FIELD, 2))


def compare(between: Mapping[Pair, Floats]) -> tuple[list[Claim], Table]:
    """Bankrolls and run-off from what the first of each pair has won, by match."""
    n, matches = len(FIELD), len(next(iter(between.values())))
    won = np.zeros((matches, n, n))
    for (first, second), each in between.items():
        i, j = FIELD.index(first), FIELD.index(second)
        won[:, i, j], won[:, j, i] = each, -each
    bankrolls = won.sum(axis=2) / (n - 1)
    means = won.mean(axis=0)
    runoff = instant_runoff(means)
    return _claims(bankrolls, runoff), _table(bankrolls, means, runoff)


def _claims(bankrolls: Floats, runoff: list[int]) -> list[Claim]:
    best = FIELD.index(EQUILIBRIUM)
    modellers = [name for name in MODELLERS if name in FIELD]
    claims = [
        ordered(
            f"5.2: {EQUILIBRIUM} has a bigger bankroll than {name}, SB/hand",
            "equilibrium players outrank opponent modellers",
            bankrolls[:, best] - bankrolls[:, FIELD.index(name)],
        )
        for name in modellers
    ]
    ahead = all(runoff.index(best) < runoff.index(FIELD.index(name)) for name in modellers)
    places = ", ".join(FIELD[i] for i in runoff)
    told = "5.2: equilibrium players outrank modellers in the run-off"
    return [*claims, holds(told, "so", ahead, places)]


def _table(bankrolls: Floats, means: Floats, runoff: list[int]) -> Table:
    order = np.argsort(-bankrolls.mean(axis=0)).tolist()
    rows = []
    for i in order:
        found = interval(bankrolls[:, i])
        cells = ("" if i == j else f"{means[i, j]:+.3f}" for j in order)
        total = f"{found.mean:+.3f} ± {found.high - found.mean:.3f}"
        rows.append((FIELD[i], *cells, total, f"{1 + runoff.index(i)}."))
    columns = ("", *(FIELD[i] for i in order), "bankroll", "run-off")
    return Table("The field, SB/hand from each other", columns, tuple(rows))


def printed_table() -> Table:
    """Tables 2 to 4 in one."""
    rows = tuple((name, bankroll, f"{place}.", how) for name, bankroll, place, how in _PRINTED)
    columns = ("", "bankroll, BB/hand", "run-off", "decision method")
    return Table("Printed: tables 2 to 4, two bankrolls corrected", columns, rows)
