"""Pictures of results: how winnings grew, who took from whom, who finished where."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.curves import BANDS, course
from fivebet.arena.results import MatchResult
from fivebet.arena.tournament_series import TournamentResult
from fivebet.reports import INK, PALETTE, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINTS = 600
_DARKNESS = (0.12, 0.2)
"""The opacity of the bands."""
_MOST_BANDS = 3
"""The bands of more players would hide each other."""
_DARK = 0.85
"""The share of the deepest colour from which on figures are white."""


def winnings_curves(result: MatchResult) -> "Figure":
    """Draw the big blinds won by everybody, with bands that hold 70 and 95 of a hundred curves."""
    figure = new_figure()
    axes = figure.axes[0]
    hands_a_unit = result.hands / len(result.winnings)
    scale = hands_a_unit / result.match.game.big_blind
    for i, standing in enumerate(result.standings):
        colour = PALETTE[i % len(PALETTE)]
        played, won = course(result.winnings[:, i] * scale, _POINTS)
        hands = played * hands_a_unit
        axes.plot(hands, won, color=colour, lw=1.8, label=standing.name)
        if result.adjusted is not None:
            _, luckless = course(result.adjusted[:, i] * scale, _POINTS)
            axes.plot(hands, luckless, color=colour, lw=1.1, ls="--")
        mean = standing.per_hand.mean * scale
        spread = standing.per_hand.standard_error * scale * len(result.winnings) ** 0.5
        banded = np.isfinite(spread) and len(result.standings) <= _MOST_BANDS
        for times, alpha in zip(BANDS, _DARKNESS, strict=True) if banded else ():
            reach = times * spread * np.sqrt(played)
            low, high = mean * played - reach, mean * played + reach
            axes.fill_between(hands, low, high, color=colour, alpha=alpha, lw=0)
    axes.axhline(0, color=INK, lw=0.8)
    axes.margins(x=0.01)
    axes.set_xlabel("hands")
    dashed = "" if result.adjusted is None else ", dashed: less luck"
    axes.set_ylabel(f"big blinds won{dashed}")
    axes.legend(frameon=False, labelcolor=INK)
    return figure


def cross_table(names: list[str], table: NDArray[np.float64], unit: str) -> "Figure":
    """Draw the row's winnings from the column, as colours and figures."""
    n = len(names)
    figure = new_figure(1.8 + 0.95 * n, 0.9 + 0.55 * n)
    axes = figure.axes[0]
    axes.grid(visible=False)
    # A few who give everything away would leave no colour for the others.
    most = float(np.quantile(abs(table), 0.9)) or 1.0
    axes.imshow(table, cmap="RdBu", vmin=-most, vmax=most, alpha=0.75, aspect="auto")
    for i in range(n):
        for j in range(n):
            if i != j:
                ink = "white" if abs(table[i, j]) > _DARK * most else "black"
                text = f"{table[i, j]:+,.0f}"
                axes.text(j, i, text, ha="center", va="center", fontsize=9, color=ink)
    axes.set_xticks(range(n), names, rotation=30, ha="right")
    axes.set_yticks(range(n), names)
    axes.set_xlabel(unit)
    return figure


def finishing_places(result: TournamentResult) -> "Figure":
    """Draw how often the entrants of each name took each place."""
    figure = new_figure()
    axes = figure.axes[0]
    for i, entry in enumerate(result.entries):
        share = np.cumsum(entry.places) / max(1, sum(entry.places))
        axes.step(
            np.arange(1, len(share) + 1),
            share,
            where="mid",
            color=PALETTE[i % len(PALETTE)],
            lw=1.8,
            label=entry.name,
        )
    axes.set_xlabel("place")
    axes.set_ylabel("share that finished so well or better")
    axes.set_ylim(0, 1.02)
    axes.legend(frameon=False, labelcolor=INK)
    return figure
