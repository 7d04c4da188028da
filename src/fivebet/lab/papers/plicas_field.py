"""The field of section 5.2: everybody against everybody, ranked by bankroll and run-off.

The entrants of 2010 are gone: our own limit players take part, those that
simulate or search with a small budget. Tables 2 to 4 are printed beside them, the two
bankrolls that cannot be right corrected (docs/errata.md).
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.league_table import instant_runoff
from fivebet.arena.statistics import interval
from fivebet.lab.papers.reproduction import Claim, ReportTable, Verdict, ordered

Floats = NDArray[np.float64]
Pair = tuple[str, str]

EQUILIBRIUM = "nash-limit"
MODELLERS = ("plicas", "plicas+", "aki:simulations=200")
FIELD = (
    EQUILIBRIUM,
    *MODELLERS,
    "plicas:dprc=off,dpac=off",
    "fair",
    "tight",
    "loose",
    "maniac",
)

_DRAWN_FIELDS = 1000
_SURE = 0.975
"""The share of drawn fields from which on a ranking is no chance."""

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


def compare(between: Mapping[Pair, Floats]) -> tuple[list[Claim], list[ReportTable]]:
    """Compute bankrolls and run-off from what the first of each pair has won, by match."""
    names = list(dict.fromkeys(name for pair in between for name in pair))
    n, matches = len(names), len(next(iter(between.values())))
    won = np.zeros((matches, n, n))
    for (first, second), each in between.items():
        i, j = names.index(first), names.index(second)
        won[:, i, j], won[:, j, i] = each, -each
    bankrolls = dict(zip(names, won.sum(axis=2).T / (n - 1), strict=True))
    runoff = [names[i] for i in instant_runoff(won.mean(axis=0))]
    order = sorted(names, key=lambda name: -float(bankrolls[name].mean()))
    places = [names.index(name) for name in order]
    cross = won.mean(axis=0)[np.ix_(places, places)]
    ranked_first = _share_ranked_first(names, won)
    claims = _claims(bankrolls, runoff, ranked_first)
    return claims, [_ranking(order, bankrolls, runoff), _matrix(order, cross)]


def _share_ranked_first(names: list[str], won: Floats) -> float | None:
    """Return how often the equilibrium outranks all modellers, in fields of drawn matches.

    As many matches are drawn as were played, each as often as chance has it (bootstrap).
    """
    matches = len(won)
    if matches < 2:
        return None
    draws = np.random.default_rng(0).integers(matches, size=(_DRAWN_FIELDS, matches))
    orders = [[names[i] for i in instant_runoff(won[draw].mean(axis=0))] for draw in draws]
    return float(np.mean([_is_first(order) for order in orders]))


def _is_first(order: list[str]) -> bool:
    return all(order.index(EQUILIBRIUM) < order.index(n) for n in MODELLERS if n in order)


def _claims(
    bankrolls: Mapping[str, Floats], runoff: list[str], ranked_first: float | None
) -> list[Claim]:
    modellers = [name for name in MODELLERS if name in bankrolls]
    claims = [
        ordered(
            f"5.2: {EQUILIBRIUM} has a bigger bankroll than {name}, SB/hand",
            "equilibrium players outrank opponent modellers",
            bankrolls[EQUILIBRIUM] - bankrolls[name],
        )
        for name in modellers
    ]
    claim = "5.2: equilibrium players outrank modellers in the run-off"
    verdict: Verdict = "undecided"
    ours = ", ".join(runoff)
    if ranked_first is not None:
        ours += f"; so in {ranked_first:.0%} of drawn fields"
        if ranked_first >= _SURE or ranked_first <= 1 - _SURE:
            verdict = "confirmed" if _is_first(runoff) else "refuted"
    return [*claims, Claim(claim, "so", ours, None, verdict)]


def _ranking(order: list[str], bankrolls: Mapping[str, Floats], runoff: list[str]) -> ReportTable:
    rows = tuple(
        (f"{place}.", name, f"{interval(bankrolls[name]):+.3f}", f"{1 + runoff.index(name)}.")
        for place, name in enumerate(order, start=1)
    )
    columns = ("", "player", "bankroll, SB/hand", "run-off")
    return ReportTable("The field by bankroll and run-off", columns, rows)


def _matrix(order: list[str], cross: Floats) -> ReportTable:
    rows = []
    for i, name in enumerate(order):
        cells = ("" if i == j else f"{won:+.2f}" for j, won in enumerate(cross[i]))
        rows.append((name, *cells))
    columns = ("", *(f"{place}." for place in range(1, len(order) + 1)))
    return ReportTable("What each has won from each, SB/hand", columns, tuple(rows))


def printed_table() -> ReportTable:
    """Return tables 2 to 4 in one."""
    rows = tuple((name, bankroll, f"{place}.", how) for name, bankroll, place, how in _PRINTED)
    columns = ("", "bankroll, BB/hand", "run-off", "decision method")
    return ReportTable("Printed: tables 2 to 4, two bankrolls corrected", columns, rows)
