"""What comes of running a paper again: claims with verdicts, tables and figures."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from fivebet.arena.statistics import interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "Claim",
    "Figure",
    "Reproduction",
    "Scale",
    "Table",
    "Verdict",
    "holds",
    "measured",
    "ordered",
]

Verdict = Literal["confirmed", "refuted", "undecided"]


class Scale(StrEnum):
    """How much is played: enough to see something, or as much as the paper needs."""

    QUICK = "quick"
    PAPER = "paper"


@dataclass(frozen=True)
class Claim:
    """Something that a paper states, or that we found beside it."""

    name: str
    printed: float | str | None
    """As the paper has it; None for what it leaves open."""
    ours: float | str
    ci95: tuple[float, float] | None = None
    verdict: Verdict | None = None
    """None where the print leaves the figure open."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "printed": self.printed,
            "ours": self.ours,
            "ci95": list(self.ci95) if self.ci95 else None,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Figure:
    """A picture for the report."""

    name: str
    title: str
    draw: Callable[["Axes"], None] = field(repr=False)

    def save(self, folder: Path) -> list[Path]:
        """Write it as SVG and as PNG."""
        from matplotlib.figure import Figure as Canvas  # noqa: PLC0415 - slow to load

        canvas = Canvas(figsize=(7, 4.2), layout="constrained")
        axes = canvas.add_subplot()
        self.draw(axes)
        axes.set_title(self.title)
        paths = [folder / f"{self.name}.{kind}" for kind in ("svg", "png")]
        for path in paths:
            canvas.savefig(path, dpi=150)
        return paths


@dataclass(frozen=True)
class Table:
    """Figures in rows, for the report and the terminal."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]


@dataclass(frozen=True)
class Reproduction:
    """A paper, run again."""

    paper: str
    title: str
    claims: tuple[Claim, ...]
    seconds: float
    seed: int
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "paper": self.paper,
            "claims": [claim.as_dict() for claim in self.claims],
            "tables": [asdict(table) for table in self.tables],
            "seconds": self.seconds,
            "seed": self.seed,
        }

    def write(self, folder: Path) -> list[Path]:
        """Write claims, tables and pictures into a folder; the files."""
        folder.mkdir(parents=True, exist_ok=True)
        report = folder / "report.md"
        report.write_text(self.markdown(), "utf-8")
        return [report, *(path for figure in self.figures for path in figure.save(folder))]

    def markdown(self) -> str:
        """The report as text."""
        lines = [f"# {self.title}", "", f"Seed {self.seed}, {self.seconds:.0f} s.", ""]
        claims = Table(
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
            lines += ["| " + " | ".join(map(shown, row)) + " |" for row in table.rows]
            lines.append("")
        lines += [f"![{figure.title}]({figure.name}.svg)\n" for figure in self.figures]
        return "\n".join(lines)


def shown(value: str | float) -> str:
    """A cell of a table."""
    return value if isinstance(value, str) else f"{value:.4g}"


def holds(name: str, printed: str, true: bool, ours: str) -> Claim:
    """A claim that needs no statistics: it is so, or it is not."""
    return Claim(name, printed, ours, None, "confirmed" if true else "refuted")


def ordered(name: str, printed: str, differences: ArrayLike) -> Claim:
    """A claim of an order: confirmed if the interval of the differences is above 0."""
    found = interval(differences)
    verdict: Verdict = "undecided"
    if found.low > 0:
        verdict = "confirmed"
    elif found.high < 0:
        verdict = "refuted"
    return Claim(name, printed, found.mean, _bounds(found.low, found.high), verdict)


def measured(name: str, printed: float | None, observations: Sequence[float]) -> Claim:
    """A figure: confirmed if our interval holds the printed one."""
    found = interval(np.asarray(observations, dtype=np.float64))
    verdict: Verdict | None = None
    if printed is not None:
        verdict = "confirmed" if found.low <= printed <= found.high else "refuted"
        if found.units < 2:
            verdict = "undecided"
    return Claim(name, printed, found.mean, _bounds(found.low, found.high), verdict)


def _bounds(low: float, high: float) -> tuple[float, float] | None:
    return (low, high) if np.isfinite(low) and np.isfinite(high) else None
