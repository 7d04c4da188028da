"""Ranges as pictures: in the terminal, as SVG and as PNG."""

from pathlib import Path

from rich.style import Style
from rich.text import Text

from fivebet.combos import CLASSES
from fivebet.errors import RangeError
from fivebet.ranges import Range

__all__ = ["grid_text", "save_grid"]

_EMPTY = {"s": (37, 42, 48), "o": (30, 34, 39), "": (46, 52, 60)}
_GOLD = (240, 180, 41)
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
    """The 13 × 13 grid for a terminal; without colour, weights stand beside classes in tenths."""
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


def save_grid(range_: Range, path: Path, title: str = "") -> None:
    """The grid as a picture file, by its ending: .svg, .png or .pdf."""
    if path.suffix.lower() not in _FORMATS:
        raise RangeError(f"{str(path)!r} names no picture: end it with {', '.join(_FORMATS)}")
    if not path.parent.is_dir():
        raise RangeError(f"{str(path)!r} cannot be written: there is no folder {path.parent}")
    # Imported here: drawing takes longer to load than everything else together.
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415

    def paint(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
        return rgb[0] / 255, rgb[1] / 255, rgb[2] / 255

    figure = Figure(figsize=(7.2, 7.9), facecolor=paint((18, 21, 25)))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.02, 0.015, 0.96, 0.91))
    axes.set_xlim(0, 13)
    axes.set_ylim(13, 0)
    axes.set_axis_off()
    for index, weight in enumerate(range_.grid().reshape(169)):
        row, column = divmod(index, 13)
        name = CLASSES[index]
        axes.add_patch(
            FancyBboxPatch(
                (column + 0.06, row + 0.06),
                0.88,
                0.88,
                boxstyle="round,pad=0,rounding_size=0.1",
                facecolor=paint(_colour(name, float(weight))),
                edgecolor="none",
            )
        )
        partial = 0 < weight < 1
        axes.text(
            column + 0.5,
            row + (0.43 if partial else 0.5),
            name,
            ha="center",
            va="center",
            fontsize=11,
            fontweight="bold" if weight > 0 else "normal",
            color=paint(_ink(weight)),
        )
        if partial:
            axes.text(
                column + 0.5,
                row + 0.76,
                f"{weight:.0%}",
                ha="center",
                va="center",
                fontsize=7,
                color=paint(_ink(weight)),
            )
    figure.text(
        0.03,
        0.958,
        title or _shorten(str(range_)),
        fontsize=12,
        color=paint((230, 233, 237)),
        va="center",
    )
    figure.text(
        0.97,
        0.958,
        f"{range_.combos:.6g} combos · {range_.share:.2%}",
        fontsize=11,
        color=paint(_GOLD),
        ha="right",
        va="center",
    )
    figure.savefig(
        path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None
    )


def _shorten(text: str, room: int = 52) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"
