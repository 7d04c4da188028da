"""How long Martins's calculations take, and ours: tables 18 and 25.

Processor seconds of one thread, so that other work on the machine does not count;
answers within the clock are timed on the wall, where the clock hangs.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.registry import make_agent
from fivebet.cards.equity import equity
from fivebet.cards.preflop_matchups import matchups
from fivebet.cards.ranges import Range
from fivebet.game import Game, Hand, View
from fivebet.game.game import STREETS
from fivebet.lab.papers.reproduction import Claim, ReportTable
from fivebet.solving.jam_fold_heads_up import JamOrFold, fictitious_play, solve_jam_or_fold

PRINTED_ANSWERS = (19.67, 17.59, 15.99, 0.67)
"""Table 25: mean seconds by street."""
CLOCK = 15.0
"""Seconds, section 7.2.1."""
ITERATIONS = 100
PLAYERS = ("SB", "BB")

Row = NDArray[np.float64]


@dataclass(frozen=True)
class _Technique:
    """A row of table 18 and the nearest thing here."""

    printed: str
    minutes: float | None
    ours: str
    iteration: Callable[[Row], object]
    """Both players' equities against a range, by combo: the work of an iteration."""


def optimisations() -> ReportTable:
    """Time table 18: a hundred iterations of fictitious play, by how equities are computed."""
    start = Range("50%").weights
    _matrix()  # Counted once.
    rows: list[tuple[str | float, ...]] = []
    for technique in _techniques():
        began = time.process_time()
        technique.iteration(start)
        took = (time.process_time() - began) * ITERATIONS
        minutes = "" if technique.minutes is None else f"{technique.minutes:g} min"
        rows.append((technique.printed, minutes, technique.ours, took))
    for title, work in (
        ("classes: fictitious play as it ships, 100 iterations", _by_class),
        ("the regret minimiser to 1e-4 BB, from nothing", _by_regret),
    ):
        work()  # Tables are loaded once.
        began = time.process_time()
        work()
        rows.append(("", "", title, time.process_time() - began))
    return ReportTable(
        "Table 18: 100 iterations at 10 BB (one measured and multiplied, but for the last two)",
        ("the thesis", "printed", "here", "processor s"),
        tuple(rows),
    )


def optimisation_claims(table: ReportTable) -> list[Claim]:
    """Show the slowest and the fastest way beside ours, without a verdict.

    The thesis's look-up finds equities that it has computed before. Here every way computes them
    from the same matrix, in Python or in NumPy, which says nothing about look-ups.
    """
    averaged, *_, shipped, _ = (float(row[3]) for row in table.rows)
    return [
        Claim("table 18: hand by hand, averaged, s", 28 * 60.0, averaged),
        Claim("table 18: the fastest way, s", 180.0, shipped),
    ]


def _techniques() -> list[_Technique]:
    return [
        _Technique(
            "hand by hand, averaged", 28, "hand by hand in plain Python", _averaged_in_python
        ),
        _Technique("an equity calculator", 15, "a call of `equity` for each hand", _calculated),
        _Technique(
            "a calculator and look-up", 9, "a row of the shipped matrix for each hand", _by_rows
        ),
        _Technique(
            "processes and look-up", 3, "the shipped matrix times the range, one thread", _by_matrix
        ),
    ]


@cache
def _matrix() -> tuple[Row, Row]:
    """Return equities of combos against combos, 0 where they share a card, and who shares none."""
    return np.nan_to_num(matchups().equity), (matchups().deals > 0).astype(np.float64)


def _averaged_in_python(weights: Row) -> list[float]:
    shares, beside = (each.tolist() for each in _matrix())
    held = [(i, weight) for i, weight in enumerate(weights.tolist()) if weight]
    equities = []
    for _ in PLAYERS:
        for mine, dealt in zip(shares, beside, strict=True):
            won = met = 0.0
            for i, weight in held:
                won += weight * mine[i]
                met += weight * dealt[i]
            equities.append(won / met if met else 0.0)
    return equities


def _calculated(weights: Row) -> list[float]:
    against, alone = Range.from_weights(weights), np.eye(1326)
    return [
        equity(Range.from_weights(mine), against, threads=1).equity[0]
        for _ in PLAYERS
        for mine in alone
    ]


def _by_rows(weights: Row) -> list[float]:
    return [
        float(mine @ weights) / max(float(dealt @ weights), 1e-12)
        for _ in PLAYERS
        for mine, dealt in zip(*_matrix(), strict=True)
    ]


def _by_matrix(weights: Row) -> Row:
    shares, beside = _matrix()
    both = np.stack([weights for _ in PLAYERS], axis=1)
    equities: Row = (shares @ both) / np.maximum(beside @ both, 1e-12)
    return equities


def _by_class() -> None:
    fictitious_play(JamOrFold(10), 0, ITERATIONS)


def _by_regret() -> None:
    solve_jam_or_fold(JamOrFold(10), 1e-4)


def answer_times(
    agents: tuple[str, ...], states: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[list[Claim], ReportTable]:
    """Time table 25: how long agents think by street, in states drawn at random."""
    views = _views(states, seed)
    rows: list[tuple[str | float, ...]] = [("the thesis", "mean", *PRINTED_ANSWERS)]
    claims = []
    for done, name in enumerate(agents):
        agent = make_agent(name, seed=seed)
        agent.act(views[0][0])  # Tables are loaded once.
        waited = []
        for street in views:
            taken = []
            for view in street:
                began, used = time.perf_counter(), time.thread_time()
                agent.act(view)
                taken.append((time.perf_counter() - began, time.thread_time() - used))
            waited.append(np.array(taken))
        rows.append((name, "mean", *(float(each[:, 0].mean()) for each in waited)))
        rows.append((name, "longest", *(float(each[:, 0].max()) for each in waited)))
        rows.append((name, "processor", *(float(each[:, 1].mean()) for each in waited)))
        longest = max(float(each[:, 0].max()) for each in waited)
        met = "met" if longest <= CLOCK else "not met"
        claim = f"7.3.1.3, NFR-004: {name} answers within 15 s"
        claims.append(Claim(claim, "not met", f"{met}, at most {longest:.2g} s"))
        on_progress((done + 1) / len(agents))
    table = ReportTable(
        f"Table 25: seconds to an answer, {states} states a street",
        ("who", "what", *STREETS),
        tuple(rows),
    )
    return claims, table


def _views(states: int, seed: int) -> list[list[View]]:
    """Return states of hands between two players who act at random, by street."""
    game, random = Game.named("nolimit-2p"), make_agent("random", seed=seed)
    views: list[list[View]] = [[] for _ in STREETS]
    number = 0
    while min(map(len, views)) < states:
        hand = Hand(game, seed=seed, number=number)
        number += 1
        while (seat := hand.actor) is not None:
            view = hand.view(seat)
            if len(views[view.street]) < states:
                views[view.street].append(view)
            hand.act(random.act(view).action)
    return views
