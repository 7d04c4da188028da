"""Martins, Machine learning applied to the context of Poker (Porto 2020), run again.

Fictitious play follows section 6.1.1 put right (docs/errata.md). The pictures of the
thesis are lost: figure 47's curves are drawn anew, of figure 32 and 49 the text is
tested, and figure 48 is there in numbers. Its stack in section 7.3.2 is taken to be
figure 49's 10 big blinds, at blinds of 1 and 2 chips.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fivebet.arena.statistics import interval
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, CLASSES, combo_index
from fivebet.cards.evaluator import evaluate_many
from fivebet.cards.odds import call_value
from fivebet.cards.ranges import RangeLike, as_range
from fivebet.lab.papers.martins_flops import flops_in_time
from fivebet.lab.papers.martins_requirements import requirement_claims, requirement_table
from fivebet.lab.papers.martins_times import answer_times, optimisation_claims, optimisations
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    Findings,
    PaperScale,
    ReportTable,
    Verdict,
    estimated,
    holds,
    line_chart,
    ordered,
)
from fivebet.solving.jam_fold_heads_up import (
    JamOrFold,
    JamOrFoldSolution,
    fictitious_play,
    solve_jam_or_fold,
)
from fivebet.streams import Stream

TITLE = "Martins: Machine learning applied to the context of Poker (2020)"

Row = NDArray[np.float64]

SMALL_BLIND, BIG_BLIND, STACK = 1, 2, 20
"""Chips."""
HANDS = 10_000
ITERATIONS = 200
"""What section 6.1.3 recommends."""
PROFILES: Mapping[str, float | None] = {"A": 0.0, "B": 1.0, "C": 0.5, "D": None}
"""How often an opponent of section 7.3.2 jams and calls; D plays the solution."""
_PROFILE_NAMES = {
    "A": "A, who always folds",
    "B": "B, who always raises",
    "C": "C, who acts at random",
    "D": "D, who plays the same",
}

FIGURE_48 = """
100 100 100 100 100 90.5 71.9 56.5 51.2 100 * * 47.5
100 100 100 100 100 77.4 55.4 49 36.2 32.2 25.1 19.9 19.3
100 79.4 100 100 100 70.3 50.5 30.2 29.4 24.4 16.3 13.5 12.7
100 79.2 53.9 100 97.3 71.4 49.8 32.3 18.6 14.7 13.5 10.6 8.5
57.9 66.5 42.6 46 100 72 53.5 35.5 24.7 11.9 10.5 7.7 6.5
44.8 24.1 24.3 28.3 31.8 100 53.8 36.1 26.8 14.4 6.9 4.9 3.7
42.6 18 13 13.3 17.5 20.3 100 43.3 30.9 18.8 10 2.7 2.5
39.7 16.1 10.3 8.5 9 10.8 14.7 88.3 35.7 23.8 13.9 2.5 2.1
34.6 15.1 9.6 6.5 5.7 5.2 7 10.7 100 29.3 16.3 * 2
36.9 14.2 8.9 6 4.1 3.5 3 2.6 2.4 88.2 23.4 * 2
33.8 13.1 7.9 5.4 3.8 2.7 2.3 2.1 2 2.1 82.1 * 1.8
30 12.2 7.5 5 3.4 2.5 1.9 1.8 1.7 1.8 1.6 70.8 1.7
28.6 11.6 7 4.6 2.9 2.2 1.8 1.6 1.5 1.5 1.4 1.4 59.7
""".split()  # noqa: SIM905 - a chart reads best as one
"""The stack up to which each class is jammed, in the order of `CLASSES`; a class with a
star jams in several ranges of stacks that the figure does not tell. Of two figures in a cell
('5.2;' for 96o, '7.9;8.3' for Q4o) the first is taken."""
STACKS = (2.0, 3.0, 5.0, 8.0, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0, 75.0)

GUESSES: tuple[RangeLike, ...] = ("5%", "25%", "50%", "75%", "100%")
COUNTS = (50, 100, 200, 500)

USABILITY = (
    (0, 0, 0, 3, 11),
    (11, 3, 0, 0, 0),
    (0, 0, 0, 3, 11),
    (0, 0, 0, 12, 2),
    (0, 0, 1, 4, 9),
    (0, 0, 0, 12, 2),
    (0, 0, 0, 4, 10),
    (10, 4, 0, 0, 0),
    (0, 0, 2, 3, 9),
    (0, 0, 10, 3, 1),
)
"""ReportTable 26: how many of 14 people gave 1 to 5 in answer to each question."""
SCORES = (97.5, 100, 87.5, 87.5, 97.5, 95, 90, 97.5, 100, 82.5, 90, 100, 77.5, 100)
"""ReportTable 28."""

_ALIKE = ((1, 1, 1, 1, 1), (1, 1, 1, 1 / 3, 1), (1, 1, 1, 1, 1), (1, 3, 1, 1, 1), (1, 1, 1, 1, 1))
_APART = (
    (1, 9, 9, 9, 9),
    (1 / 9, 1, 3, 5, 7),
    (1 / 9, 1 / 3, 1, 3, 5),
    (1 / 9, 1 / 5, 1 / 3, 1, 1),
    (1 / 9, 1 / 7, 1 / 5, 1, 1),
)
COMPARISONS = (
    ("table 7, criteria", ((1, 5, 9), (1 / 5, 1, 3), (1 / 9, 1 / 3, 1)), 0.008),
    ("table 10, implementation", _ALIKE, 0.03),
    ("table 12, hardware requirements", _APART, 2.09),
    ("table 14, time elapsed", _APART, 2.09),
)
"""Pairwise comparisons and the consistency ratio printed for each."""
_RANDOM_INDEX = {3: 0.58, 5: 1.12}
_CONSISTENT = 0.1


@dataclass(frozen=True)
class MartinsSize:
    """How much is measured at a scale."""

    states: int
    agents: tuple[str, ...]
    flops: int
    """How many whole flops are solved within 15 s, each twice."""


SIZES = {
    PaperScale.QUICK: MartinsSize(10, ("fictitious", "solver:budget=0.05"), 1),
    PaperScale.PAPER: MartinsSize(200, ("fictitious", "solver:budget=0.05", "solver"), 20),
}


def run(size: MartinsSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Run every experiment of which a figure or table can be had again."""
    solution = fictitious_play(JamOrFold(STACK, SMALL_BLIND, BIG_BLIND), 0, ITERATIONS)
    won = {name: shove_or_fold(solution, share, seed) for name, share in PROFILES.items()}
    on_progress(0.1)
    chart_claims, chart_table = _charts(solution)
    guess_claims, guess_table = _guesses()
    times = optimisations()
    on_progress(0.3)
    answers, answer_table = answer_times(
        size.agents, size.states, seed, lambda share: on_progress(0.3 + 0.3 * share)
    )
    flops, flop_table = flops_in_time(
        size.flops, seed, lambda share: on_progress(0.6 + 0.4 * share)
    )
    return Findings(
        claims=(
            *_performance(won),
            *chart_claims,
            *guess_claims,
            *optimisation_claims(times),
            *answers,
            *flops,
            *_arithmetic(),
            *requirement_claims(),
        ),
        tables=(
            _performance_table(solution, won),
            chart_table,
            guess_table,
            times,
            answer_table,
            flop_table,
            requirement_table(),
        ),
        figures=(
            _chips_chart(won),
            Figure("figure-49", "The small blind jams at 10 BB", partial(_draw, solution.jam)),
        ),
    )


# Figure 47: 10,000 hands of shove or fold.


def shove_or_fold(solution: JamOrFoldSolution, share: float | None, seed: int) -> Row:
    """Return the chips that the solution wins from a profile in each hand; seats alternate."""
    random = Stream(seed, "martins/figure-47", 0 if share is None else round(100 * share)).numpy()
    deck = np.argsort(random.random((HANDS, 52)), axis=1)[:, :9]
    first, second = (
        CLASS_OF_COMBO[[combo_index(a, b) for a, b in deck[:, at : at + 2]]] for at in (0, 2)
    )
    values = [
        evaluate_many(np.hstack([deck[:, at : at + 2], deck[:, 4:]])).astype(int) for at in (0, 2)
    ]
    ours_first = np.arange(HANDS) % 2 == 0
    jam, call = _frequencies(solution, share)
    jams = random.random(HANDS) < np.where(ours_first, solution.jam[first], jam[first])
    calls = random.random(HANDS) < np.where(ours_first, call[second], solution.call[second])
    shown = STACK * np.sign(values[0] - values[1])
    small_blind = np.where(jams, np.where(calls, shown, BIG_BLIND), -SMALL_BLIND)
    won: Row = np.where(ours_first, small_blind, -small_blind).astype(np.float64)
    return won


def _frequencies(solution: JamOrFoldSolution, share: float | None) -> tuple[Row, Row]:
    """Return how often an opponent jams and calls, by class; None plays the solution."""
    if share is None:
        return solution.jam, solution.call
    return np.full(169, share), np.full(169, share)


def _performance(won: Mapping[str, Row]) -> list[Claim]:
    claims = [
        ordered(
            f"figure 47: the solution beats {_PROFILE_NAMES[name]}, chips in {HANDS:,} hands",
            "a clear winner",
            won[name] * HANDS,
        )
        for name in ("A", "B", "C")
    ]
    # With seats that alternate every strategy wins nothing from itself: nothing to judge.
    even = f"figure 47: nothing is won from {_PROFILE_NAMES['D']}, chips in {HANDS:,} hands"
    return [*claims, estimated(even, 0.0, won["D"] * HANDS)]


def _performance_table(solution: JamOrFoldSolution, won: Mapping[str, Row]) -> ReportTable:
    game = solution.game
    rows: list[tuple[str | float, ...]] = []
    for name, share in PROFILES.items():
        jam, call = _frequencies(solution, share)
        exact = (game.value(solution.jam, call) - game.value(jam, solution.call)) / 2
        total = interval(won[name] * HANDS)
        bounds = f"{total.low:+,.0f} to {total.high:+,.0f}"
        rows.append(
            (_PROFILE_NAMES[name], f"{won[name].sum():+,.0f}", bounds, f"{exact * HANDS:+,.0f}")
        )
    return ReportTable(
        f"Figure 47: chips in {HANDS:,} hands, blinds {SMALL_BLIND} and {BIG_BLIND}, {STACK} deep",
        ("opponent", "chips", "95 %", "expected exactly"),
        tuple(rows),
    )


def _chips_chart(won: Mapping[str, Row]) -> Figure:
    hands = np.arange(1, HANDS + 1)
    curves = {_PROFILE_NAMES[name]: (hands, chips.cumsum()) for name, chips in won.items()}
    title = f"Chips over {HANDS:,} hands of shove or fold"
    return line_chart("figure-47", title, curves, ("hands", "chips"))


# Figures 48 and 49: who jams.


def _wrong(jam: Row, stack: float) -> list[str]:
    """Return the unstarred cells of figure 48 that say otherwise."""
    return [
        name
        for name, text, weight in zip(CLASSES, FIGURE_48, jam, strict=True)
        if text != "*" and (weight > 0.5) != (float(text) >= stack)
    ]


def _charts(solution: JamOrFoldSolution) -> tuple[list[Claim], ReportTable]:
    cells = sum(text != "*" for text in FIGURE_48)
    exact = {stack: solve_jam_or_fold(JamOrFold(stack), 1e-6) for stack in STACKS}
    claims = []
    for name, jam in (
        ("figure 48: the equilibrium at 10 BB", exact[10.0].jam),
        (f"figure 49: {ITERATIONS} iterations of fictitious play at 10 BB", solution.jam),
    ):
        wrong = _wrong(jam, 10.0)
        ours = f"{cells - len(wrong)} of {cells}"
        claims.append(holds(f"{name}, unstarred cells", "collide perfectly", not wrong, ours))
    rows = []
    for stack, solved in exact.items():
        wrong = _wrong(solved.jam, stack)
        share = float(solved.jam @ CLASS_SIZES / 1326)
        agree = f"{cells - len(wrong)} of {cells}"
        rows.append((stack, f"{share:.2%}", f"{solved.value:+.5f}", agree, ", ".join(wrong)))
    table = ReportTable(
        "Figure 48 at other stacks",
        ("stack, BB", "jammed", "small blind wins, BB", "cells that agree", "otherwise"),
        tuple(rows),
    )
    return claims, table


def _draw(jam: Row, axes: Axes) -> None:
    axes.imshow(jam.reshape(13, 13), cmap="Greens", vmin=0, vmax=1.4, aspect="auto")
    for index, name in enumerate(CLASSES):
        axes.text(index % 13, index // 13, name, ha="center", va="center", fontsize=6)
    axes.set_axis_off()


# Figure 32: iterations and the initial guess.


def _guesses() -> tuple[list[Claim], ReportTable]:
    game, cells = JamOrFold(10), sum(text != "*" for text in FIGURE_48)
    equilibrium = solve_jam_or_fold(game, 1e-6)
    guesses: list[tuple[str, RangeLike, RangeLike]] = [
        *((f"{guess}", guess, guess) for guess in GUESSES),
        ("the equilibrium", *equilibrium.ranges),
    ]
    rows: list[tuple[str | float, ...]] = []
    wrong: dict[int, list[int]] = {count: [] for count in COUNTS}
    needed = []
    for name, jam, call in guesses:
        row: list[str | float] = [name]
        for count in COUNTS:
            after = fictitious_play(game, 0, count, jam=jam, call=call)
            wrong[count].append(len(_wrong(after.jam, game.stack)))
            row.append(f"{wrong[count][-1]} wrong, {1000 * after.exploitability:.3f}")
        needed.append(fictitious_play(game, 1e-3, jam=jam, call=call).iterations)
        rows.append((*row, float(needed[-1])))
    away = [float(np.abs(_row(jam) - equilibrium.jam).mean()) for _, jam, _ in guesses]
    claims = [
        holds(
            "figure 32: 200 iterations give the right chart, from any guess",
            "consistently",
            max(wrong[200]) == 0,
            f"at most {max(wrong[200])} of {cells} cells wrong",
        ),
        holds(
            "figure 32: 100 iterations are viable, from any guess",
            "a reduced error",
            max(wrong[100]) <= 0.025 * cells,
            f"at most {max(wrong[100])} of {cells} cells wrong",
        ),
        holds(
            "6.1.3: a closer guess needs fewer iterations",
            "greatly reduces",
            [needed[i] for i in np.argsort(away)] == sorted(needed),
            "to 1 mBB: "
            + ", ".join(f"{n} from {g[0]}" for n, g in zip(needed, guesses, strict=True)),
        ),
    ]
    table = ReportTable(
        "Figure 32 at 10 BB: cells wrong and exploitability in mBB, by initial guess",
        ("guess", *(f"{count} iterations" for count in COUNTS), "iterations to 1 mBB"),
        tuple(rows),
    )
    return claims, table


def _row(guess: RangeLike) -> Row:
    row: Row = as_range(guess).grid().reshape(169)
    return row


# Sums that the thesis prints.


def usability(answers: Sequence[Sequence[int]]) -> float:
    """Return the SUS score of a table of answers, as section 7.2.2 defines it."""
    score = 0.0
    for question, counts in enumerate(answers):
        mean = float(np.average(range(1, 6), weights=counts))
        score += mean - 1 if question % 2 == 0 else 5 - mean
    return 2.5 * score


def consistency_ratio(comparisons: Sequence[Sequence[float]]) -> float:
    """Return Saaty's CR of a matrix: (λ_max - n) / (n - 1) over the random index."""
    size = len(comparisons)
    largest = float(np.linalg.eigvals(np.array(comparisons)).real.max())
    return (largest - size) / (size - 1) / _RANDOM_INDEX[size]


def _arithmetic() -> list[Claim]:
    call = call_value(equity=0.4, stack=20, pot=40, call=20)
    claims = [
        _figure("2.2.6: the stack after calling, BB", 22.5, call),
        _figure("table 26: the SUS score", 92.08, usability(USABILITY)),
        _figure("table 28: the mean of its scores", 92.08, float(np.mean(SCORES))),
    ]
    claims += [
        _figure(f"{name}: consistency ratio", printed, consistency_ratio(comparisons))
        for name, comparisons, printed in COMPARISONS
    ]
    consistent = [consistency_ratio(each) < _CONSISTENT for _, each, _ in COMPARISONS[1:]]
    claims.append(
        holds(
            "4.1.4: all of the criteria proved to be consistent",
            "below .1",
            all(consistent),
            f"{sum(consistent)} of {len(consistent)}",
        )
    )
    return claims


def _figure(name: str, printed: float, ours: float) -> Claim:
    digits = len(f"{printed}".partition(".")[2])
    verdict: Verdict = "confirmed" if round(ours, digits) == printed else "refuted"
    return Claim(name, printed, ours, None, verdict)
