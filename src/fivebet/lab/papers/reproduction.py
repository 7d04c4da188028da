"""The result of running a paper again: claims with verdicts, tables and figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from fivebet.arena.statistics import Interval, interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Verdict = Literal["confirmed", "refuted", "undecided"]

_CLOSE = 0.25  # of a printed figure: what is measured less closely than that does not confirm it


class PaperScale(StrEnum):
    """How much is played: enough to see something, or as much as the paper needs."""

    QUICK = "quick"
    PAPER = "paper"


@dataclass(frozen=True)
class Claim:
    """Something that a paper states, or that we measured beside it."""

    name: str
    printed: float | str | None
    """The figure of the paper; None where it leaves the figure open."""
    ours: float | str
    ci95: tuple[float, float] | None = None
    verdict: Verdict | None = None
    """None where the paper leaves the figure open."""


@dataclass(frozen=True)
class Figure:
    """A picture for the report."""

    name: str
    title: str
    draw: Callable[["Axes"], None] = field(repr=False)

    def save(self, folder: Path) -> list[Path]:
        """Write the figure as SVG and as PNG, and return the files."""
        from matplotlib.figure import Figure as Canvas  # noqa: PLC0415 - slow to load

        canvas = Canvas(figsize=(7, 4.2), layout="constrained")
        axes = canvas.add_subplot()
        self.draw(axes)
        axes.set_title(self.title)
        paths = [folder / f"{self.name}.{kind}" for kind in ("svg", "png")]
        for path in paths:
            canvas.savefig(path, dpi=150)
        return paths


def line_chart(
    name: str,
    title: str,
    curves: Mapping[str, tuple[ArrayLike, ArrayLike]],
    axis_labels: tuple[str, str],
    level: float | None = None,
) -> Figure:
    """Return a figure with a line for each curve (its x and y values), and one at a level."""

    def draw(axes: "Axes") -> None:
        for label, (xs, ys) in curves.items():
            axes.plot(xs, ys, label=label)
        if level is not None:
            axes.axhline(level, linewidth=0.8, color="grey")
        axes.set_xlabel(axis_labels[0])
        axes.set_ylabel(axis_labels[1])
        if len(curves) > 1:
            axes.legend()

    return Figure(name, title, draw)


@dataclass(frozen=True)
class ReportTable:
    """Figures in rows, for the report and the terminal."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]


@dataclass(frozen=True)
class Findings:
    """What the experiments of a paper have shown."""

    claims: tuple[Claim, ...]
    tables: tuple[ReportTable, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reproduction(Findings):
    """A paper that was run again."""

    paper: str
    title: str
    seconds: float
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return JSON data."""
        return {
            "paper": self.paper,
            "claims": [
                asdict(claim) | {"ci95": claim.ci95 and list(claim.ci95)} for claim in self.claims
            ],
            "tables": [asdict(table) for table in self.tables],
            "seconds": self.seconds,
            "seed": self.seed,
        }

    def write(self, folder: Path) -> list[Path]:
        """Write claims, tables and pictures into a folder, and return the files."""
        folder.mkdir(parents=True, exist_ok=True)
        report = folder / "report.md"
        report.write_text(self.markdown(), "utf-8")
        return [report, *(path for figure in self.figures for path in figure.save(folder))]

    def markdown(self) -> str:
        """Return the report as text."""
        lines = [f"# {self.title}", "", f"Seed {self.seed}, {self.seconds:.0f} s.", ""]
        claims = ReportTable(
            "Claims",
            ("claim", "printed", "ours", "95 %", "verdict"),
            tuple(
                (
                    claim.name,
                    "" if claim.printed is None else claim.printed,
                    claim.ours,
                    f"{claim.ci95[0]:.4g} to {claim.ci95[1]:.4g}" if claim.ci95 else "",
                    claim.verdict or "",
                )
                for claim in self.claims
            ),
        )
        for table in (claims, *self.tables):
            lines += [f"## {table.title}", "", "| " + " | ".join(table.columns) + " |"]
            lines.append("|" + "---|" * len(table.columns))
            lines += ["| " + " | ".join(map(cell_text, row)) + " |" for row in table.rows]
            lines.append("")
        lines += [f"![{figure.title}]({figure.name}.svg)\n" for figure in self.figures]
        return "\n".join(lines)


def cell_text(value: str | float) -> str:
    """Return the text of a cell of a table."""
    return value if isinstance(value, str) else f"{value:.4g}"


def holds(name: str, printed: str, true: bool, ours: str) -> Claim:
    """Return a claim that needs no statistics: it is so, or it is not."""
    return Claim(name, printed, ours, None, "confirmed" if true else "refuted")


def ordered(name: str, printed: str, differences: ArrayLike | Interval) -> Claim:
    """Return a claim of an order, confirmed if the interval of the differences is above 0."""
    bounds = differences if isinstance(differences, Interval) else interval(differences)
    verdict: Verdict = "undecided"
    if bounds.low > 0:
        verdict = "confirmed"
    elif bounds.high < 0:
        verdict = "refuted"
    return _claim(name, printed, bounds, verdict)


def measured(name: str, printed: float | None, observations: Sequence[float]) -> Claim:
    """Return a claim about a figure, confirmed if our interval contains the printed one.

    An interval that is too wide for the figure confirms nothing.
    """
    bounds = interval(np.asarray(observations, dtype=np.float64))
    verdict: Verdict | None = None
    if printed is not None:
        is_close = bounds.units > 1 and bounds.high - bounds.low <= 2 * _CLOSE * abs(printed)
        verdict = "confirmed" if is_close else "undecided"
        if bounds.units > 1 and not bounds.low <= printed <= bounds.high:
            verdict = "refuted"
    return _claim(name, printed, bounds, verdict)


def estimated(name: str, printed: float | None, observations: ArrayLike | Interval) -> Claim:
    """Return a claim without a verdict: our mean and its interval beside what is printed."""
    bounds = observations if isinstance(observations, Interval) else interval(observations)
    return _claim(name, printed, bounds, None)


def _claim(
    name: str, printed: float | str | None, bounds: Interval, verdict: Verdict | None
) -> Claim:
    finite = np.isfinite(bounds.low) and np.isfinite(bounds.high)
    return Claim(name, printed, bounds.mean, (bounds.low, bounds.high) if finite else None, verdict)
