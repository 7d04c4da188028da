"""The curves of chapter 5: fitness, its parts, returns and playing styles over the generations."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivebet.files import write_atomically
from fivebet.lab.evolution.evolve import Generation

WINDOW = 50
"""Generations in the thesis's moving average."""
_BARS = "▁▂▃▄▅▆▇█"

_PANELS: dict[str, tuple[str, ...]] = {
    "Overall fitness of the best": ("fitness",),
    "Its parts": ("place", "hands_won", "mean_money"),
    "ROI of the best, %": ("roi",),
    "Playing style of the best, %": ("vpip", "pfr", "afq"),
}


def moving_average(figures: Sequence[float], window: int = WINDOW) -> NDArray[np.float64]:
    """Average each figure with those before it, at most `window` in all.

    >>> moving_average([1, 2, 6], window=2).tolist()
    [1.0, 1.5, 4.0]
    """
    sums = np.concatenate([[0.0], np.cumsum(np.asarray(figures, np.float64))])
    stops = np.arange(1, len(sums))
    starts = np.maximum(stops - window, 0)
    averages: NDArray[np.float64] = (sums[stops] - sums[starts]) / (stops - starts)
    return averages


def sparkline(figures: Sequence[float], width: int = 40) -> str:
    """Draw a curve as one line of text.

    >>> sparkline([0, 1, 2, 3, 4, 5, 6, 7])
    '▁▂▃▄▅▆▇█'
    """
    if not len(figures):
        return ""
    chosen = np.asarray(figures)[
        np.linspace(0, len(figures) - 1, min(width, len(figures))).astype(int)
    ]
    low, high = float(chosen.min()), float(chosen.max())
    scale = (len(_BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(_BARS[round((figure - low) * scale)] for figure in chosen)


def draw_curves(runs: Mapping[str, Sequence[Generation]], stem: Path) -> list[Path]:
    """Draw four panels of every run, as SVG and PNG; curves are moving averages."""
    # Most who evolve never draw, and matplotlib takes half a second to load.
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(11, 7), layout="constrained")
    for axes, (title, names) in zip(figure.subplots(2, 2).flat, _PANELS.items(), strict=True):
        for label, generations in runs.items():
            for name in names:
                values = [getattr(each, name) for each in generations]
                line = name.replace("_", " ") if len(names) > 1 else ""
                axes.plot(moving_average(values), label=f"{label} {line}".strip(), linewidth=1.2)
        axes.set_title(title, fontsize=10)
        axes.set_xlabel(f"generation ({WINDOW}-generation average)", fontsize=8)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    written = [stem.with_suffix(suffix) for suffix in (".svg", ".png")]
    for path in written:
        picture = BytesIO()
        figure.savefig(picture, format=path.suffix[1:], metadata=_metadata(path))
        write_atomically(path, picture.getvalue())
    return written


def _metadata(path: Path) -> dict[str, str | None]:
    # Without the date, the same curves make the same file.
    return {"Date": None} if path.suffix == ".svg" else {}
