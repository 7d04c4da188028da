"""Ranges and strategies as pictures: in the terminal, as SVG and as PNG."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.style import Style
from rich.text import Text

from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, CLASSES
from fivebet.cards.ranges import Range
from fivebet.errors import RangeError

Weights = NDArray[np.float64]

_EMPTY = {"s": (37, 42, 48), "o": (30, 34, 39), "": (46, 52, 60)}
_GOLD = (240, 180, 41)
_PAGE = (18, 21, 25)
_BLUE, _GREEN = (61, 108, 158), (82, 153, 96)
_LIGHT_RED, _DARK_RED = (226, 140, 106), (150, 38, 44)
_FORMATS = (".svg", ".png", ".pdf")


def _kind(name: str) -> str:
    return name[2:]


def _mix(
    low: tuple[int, int, int], high: tuple[int, int, int], part: float
) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _colour(name: str, weight: float) -> tuple[int, int, int]:
    return _mix(_EMPTY[_kind(name)], _GOLD, weight**0.8)


def _ink(weight: float) -> tuple[int, int, int]:
    return (20, 20, 20) if weight > 0.45 else (150, 158, 168)


def grid_text(range_: Range, colour: bool = True) -> Text:
    """Return the 13 × 13 grid for a terminal; without colour, weights are written in tenths."""
    grid = range_.grid().reshape(169)
    text = Text(no_wrap=True)
    for index, (name, weight) in enumerate(zip(CLASSES, grid, strict=True)):
        if colour:
            red, green, blue = _ink(weight)
            style = Style(
                color=f"rgb({red},{green},{blue})",
                bgcolor="rgb({},{},{})".format(*_colour(name, float(weight))),
                bold=bool(weight > 0),
            )
            text.append(f"{name:^5}", style)
        else:
            mark = name if weight > 0 else "·"
            text.append(f"{mark + _share(float(weight)):<6}")
        if index % 13 == 12:
            text.append("\n")
    return text


def _share(weight: float) -> str:
    return "" if weight in (0, 1) else f"{min(max(weight, 0.1), 0.9):.1f}".removeprefix("0")


def save_grid(range_: Range, path: Path | str, title: str = "") -> None:
    """Save the grid as a picture: .svg, .png or .pdf."""
    chart = _Chart(path)
    for index, weight in enumerate(range_.grid().reshape(169)):
        chart.cell(index, _colour(CLASSES[index], float(weight)))
        partial = 0 < weight < 1
        chart.name(index, _ink(weight), bold=bool(weight > 0), raised=bool(partial))
        if partial:
            chart.number(index, f"{weight:.0%}", _ink(weight))
    chart.head(
        title or _shorten(str(range_)), f"{range_.combos:.6g} combos · {range_.share:.2%}", _GOLD
    )
    chart.save()


def save_strategy(
    weights: Weights, strategy: Mapping[str, Weights], path: Path | str, title: str = ""
) -> None:
    """Save a strategy as a picture.

    A class's colours are as wide as its actions are frequent and as high as it is held.

    Weights and probabilities are rows over the 1,326 combos or the 169 classes; NaN
    where a combo cannot be held.
    """
    held, parts = _by_class(weights, strategy)
    colours = action_colours(list(strategy))
    chart = _Chart(path, legend=True)
    top = max(float(held.max()), 1e-12)
    for index in range(169):
        chart.cell(index, _EMPTY[_kind(CLASSES[index])])
        height = float(held[index]) / top
        if height > 0:
            left = 0.0
            for action, row in parts.items():
                width = float(row[index])
                chart.bar(index, left, width, height, colours[action])
                left += width
        chart.name(
            index,
            (245, 247, 250) if height > 0 else (110, 118, 128),
            bold=height > 0,
            raised=height > 0,
        )
        if height > 0:
            most = max(parts, key=lambda action: float(parts[action][index]))
            chart.number(index, f"{float(parts[most][index]):.0%}", (225, 229, 234))
    total = float((held * CLASS_SIZES).sum())
    shares = {
        action: float(np.nansum(row * held * CLASS_SIZES)) / max(total, 1e-12)
        for action, row in parts.items()
    }
    chart.head(_shorten(title or "Strategy", 60), f"{total:.4g} combos", (230, 233, 237))
    chart.legend([(f"{action} {shares[action]:.1%}", colours[action]) for action in parts])
    chart.save()


def check_picture(path: Path) -> None:
    """Raise a RangeError unless a picture can be saved there, before anything is solved."""
    if path.suffix.lower() not in _FORMATS:
        raise RangeError(f"{str(path)!r} names no picture: end it with {', '.join(_FORMATS)}")
    if not path.parent.is_dir():
        raise RangeError(f"{str(path)!r} cannot be written: there is no folder {path.parent}")


def action_colours(actions: Sequence[str]) -> dict[str, tuple[int, int, int]]:
    """Return a colour for each action: blue folds, green calls, bets the darker red the bigger.

    >>> action_colours(["fold", "call"])["fold"]
    (61, 108, 158)
    """
    bets = [action for action in actions if action.split()[0] not in ("fold", "check", "call")]
    colours = {}
    for action in actions:
        if action.split()[0] == "fold":
            colours[action] = _BLUE
        elif action in bets:
            part = (bets.index(action) + 1) / len(bets)
            colours[action] = _mix(_LIGHT_RED, _DARK_RED, part)
        else:
            colours[action] = _GREEN
    return colours


def _by_class(
    weights: Weights, strategy: Mapping[str, Weights]
) -> tuple[Weights, dict[str, Weights]]:
    """Return the mean weight of each class and the share of each action."""
    if weights.shape == (169,):
        return weights, {action: np.nan_to_num(row) for action, row in strategy.items()}
    total = np.bincount(CLASS_OF_COMBO, weights=weights, minlength=169)
    parts = {}
    for action, row in strategy.items():
        taken = np.bincount(CLASS_OF_COMBO, weights=weights * np.nan_to_num(row), minlength=169)
        parts[action] = np.divide(taken, total, out=np.zeros(169), where=total > 0)
    return total / CLASS_SIZES, parts


class _Chart:
    """A 13 × 13 picture that is being drawn."""

    def __init__(self, path: Path | str, legend: bool = False) -> None:
        self.path = Path(path)
        check_picture(self.path)
        # Imported here: drawing takes longer to load than everything else together.
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415

        self.figure = Figure(figsize=(7.2, 8.3 if legend else 7.9), facecolor=_paint(_PAGE))
        FigureCanvasAgg(self.figure)
        bottom = 0.06 if legend else 0.015
        self.axes = self.figure.add_axes((0.02, bottom, 0.96, 0.925 - bottom))
        self.axes.set_xlim(0, 13)
        self.axes.set_ylim(13, 0)
        self.axes.set_axis_off()

    def cell(self, index: int, colour: tuple[int, int, int]) -> None:
        """Draw a class's square."""
        from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415

        row, column = divmod(index, 13)
        self.axes.add_patch(
            FancyBboxPatch(
                (column + 0.06, row + 0.06),
                0.88,
                0.88,
                boxstyle="round,pad=0,rounding_size=0.1",
                facecolor=_paint(colour),
                edgecolor="none",
            )
        )

    def bar(
        self, index: int, left: float, width: float, height: float, colour: tuple[int, int, int]
    ) -> None:
        """Fill a part of the square, from its bottom up."""
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        if width <= 0:
            return
        row, column = divmod(index, 13)
        self.axes.add_patch(
            Rectangle(
                (column + 0.06 + 0.88 * left, row + 0.94 - 0.88 * height),
                0.88 * width,
                0.88 * height,
                facecolor=_paint(colour),
                edgecolor="none",
            )
        )

    def name(self, index: int, ink: tuple[int, int, int], bold: bool, raised: bool) -> None:
        """Write the class's name into its square."""
        row, column = divmod(index, 13)
        self.axes.text(
            column + 0.5,
            row + (0.43 if raised else 0.5),
            CLASSES[index],
            ha="center",
            va="center",
            fontsize=11,
            fontweight="bold" if bold else "normal",
            color=_paint(ink),
        )

    def number(self, index: int, text: str, ink: tuple[int, int, int]) -> None:
        """Write a small number below the name."""
        row, column = divmod(index, 13)
        self.axes.text(
            column + 0.5, row + 0.76, text, ha="center", va="center", fontsize=7, color=_paint(ink)
        )

    def head(self, left: str, right: str, colour: tuple[int, int, int]) -> None:
        """Write the line above the grid."""
        light = _paint((230, 233, 237))
        self.figure.text(0.03, 0.958, left, fontsize=12, color=light, va="center")
        self.figure.text(
            0.97, 0.958, right, fontsize=11, color=_paint(colour), ha="right", va="center"
        )

    def legend(self, entries: list[tuple[str, tuple[int, int, int]]]) -> None:
        """Explain the colours below the grid."""
        room = 0.94 / len(entries)
        for number, (text, colour) in enumerate(entries):
            left = 0.03 + room * number
            self.figure.text(left, 0.03, "■", fontsize=13, color=_paint(colour), va="center")
            self.figure.text(
                left + 0.03, 0.03, text, fontsize=10, color=_paint((200, 205, 212)), va="center"
            )

    def save(self) -> None:
        """Write the file."""
        svg = self.path.suffix.lower() == ".svg"
        self.figure.savefig(self.path, dpi=150, metadata={"Date": None} if svg else None)


def _paint(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    return rgb[0] / 255, rgb[1] / 255, rgb[2] / 255


def _shorten(text: str, room: int = 52) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
