"""Evolutions of one paper side by side: what they reached, and the curves of Moik's chapter 5."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fivebet.lab.evolution.curves import WINDOW, moving_average
from fivebet.lab.evolution.evaluation import EvaluationResult
from fivebet.lab.evolution.evolve import Generation
from fivebet.lab.evolution.experiment import STATIC
from fivebet.lab.papers.reproduction import Figure, Table

__all__ = ["LABELS", "Run", "curves_table", "figures", "results_table"]

LABELS = {"base": "Control", "hof": "HOF", "hof-opm": "HOF_OPM"}
"""The agents' names in the thesis, by experiment."""


@dataclass(frozen=True)
class Run:
    """One evolution and what its agent reached."""

    generations: list[Generation]
    results: dict[str, EvaluationResult]

    @property
    def roi(self) -> float:
        """The agent's, in percent."""
        return self.results["hero"].roi

    @property
    def fitness(self) -> float:
        """The agent's."""
        return self.results["hero"].fitness

    def static(self, what: str) -> dict[str, float]:
        """A figure of the static types, by their names."""
        return {name: getattr(self.results[name], what) for name in STATIC}

    def last(self, name: str) -> float:
        """A curve's last average."""
        return float(moving_average([getattr(each, name) for each in self.generations])[-1])


def results_table(name: str, played: Sequence[Run]) -> Table:
    """What everybody reached among static players, on average over the seeds."""

    def mean(who: str, what: str) -> float:
        return float(np.mean([getattr(each.results[who], what) for each in played]))

    columns = ("fitness", "place", "roi", "vpip", "pfr", "afq")
    rows: list[tuple[str | float, ...]] = [
        (who, *(mean(who, what) for what in columns)) for who in ("hero", *STATIC)
    ]
    return Table(
        f"{LABELS[name]} among static players, mean of {len(played)} seeds",
        ("", *columns),
        tuple(rows),
    )


def curves_table(runs: dict[str, list[Run]]) -> Table:
    """The averaged curves at ten points."""
    columns = ("fitness", "roi", "vpip", "pfr", "afq")
    rows: list[tuple[str | float, ...]] = []
    for name, played in runs.items():
        averages = {what: _average(played, what) for what in columns}
        length = len(averages["fitness"])
        for stop in np.linspace(length / 10, length, 10).astype(int):
            figures = (float(averages[what][stop - 1]) for what in columns)
            rows.append((LABELS[name], float(stop), *figures))
    title = f"Best player by generation, {WINDOW}-generation averages"
    return Table(title, ("", "generation", *columns), tuple(rows))


def _average(played: Sequence[Run], what: str) -> NDArray[np.float64]:
    curves = [moving_average([getattr(g, what) for g in each.generations]) for each in played]
    mean: NDArray[np.float64] = np.mean(curves, axis=0)
    return mean


def figures(runs: dict[str, list[Run]]) -> tuple[Figure, ...]:
    """Those of chapter 5, by their numbers."""
    drawn = []
    for i, (name, played) in enumerate(runs.items()):
        label = LABELS[name]
        for number, title, names in (
            (1 + 5 * i, "overall fitness of the best", ("fitness",)),
            (2 + 5 * i, "fitness by parts", ("place", "hands_won", "mean_money")),
            (5 + 5 * i, "ROI of the best, %", ("roi",)),
            (16 + i, "playing style of the best, %", ("vpip", "pfr", "afq")),
        ):
            draw = partial(_draw_curves, played, names)
            drawn.append(Figure(f"figure-5-{number}", f"{label}: {title}", draw))
        for number, what in ((3 + 5 * i, "fitness"), (4 + 5 * i, "roi")):
            draw_bars = partial(_draw_bars, played, what)
            drawn.append(Figure(f"figure-5-{number}", f"{label}: {what} by type", draw_bars))
    return tuple(drawn)


def _draw_curves(played: Sequence[Run], names: Sequence[str], axes: Axes) -> None:
    for name in names:
        axes.plot(_average(played, name), label=name.replace("_", " "))
    axes.set_xlabel(f"generation ({WINDOW}-generation average over {len(played)} seeds)")
    axes.legend()


def _draw_bars(played: Sequence[Run], what: str, axes: Axes) -> None:
    types = ("hero", *STATIC)
    means = [float(np.mean([getattr(each.results[who], what) for each in played])) for who in types]
    axes.bar(types, means)
    axes.set_ylabel(what)
