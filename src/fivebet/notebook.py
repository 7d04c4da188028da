"""HTML for notebooks: tables of rows, the 13 × 13 grid of hole cards, strategies.

Objects that show themselves in a notebook call these from `_repr_html_`. All text is
escaped, colours have enough contrast on light and dark backgrounds, and nothing is loaded.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

_ACTION_COLOURS = ("#2f6fde", "#2a9d6f", "#c98a00", "#d1495b", "#8457c9", "#0f8ba0")
_CELL = "width:2.6em;height:1.8em;text-align:center;font-size:11px;padding:0;border:1px solid #8885"


def table_html(rows: Sequence[Mapping[str, object]], caption: str = "") -> str:
    """Return rows, mappings with the same keys, as a table."""
    names = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_text(row[name]))}</td>" for name in names) + "</tr>"
        for row in rows
    )
    return f"<table>{_caption(caption)}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def grid_html(names: Sequence[str], weights: Iterable[float], caption: str = "") -> str:
    """Return the 169 classes as a grid, each shaded by its weight from 0 to 1."""
    cells = []
    for name, weight in zip(names, weights, strict=True):
        part = f"{100 * weight:.0f}%"
        colour = _gradient([("#2f6fde", weight)])
        cells.append(f'<td title="{escape(name)} {part}" style="{_CELL};{colour}">{name}</td>')
    return _grid(cells, caption)


def strategy_html(
    names: Sequence[str], actions: Mapping[str, Sequence[float]], caption: str = ""
) -> str:
    """Return how each of the 169 classes is played: a bar of colours for its actions."""
    colours = dict(zip(actions, _ACTION_COLOURS * 3, strict=False))
    cells = []
    for index, name in enumerate(names):
        shares = {action: values[index] for action, values in actions.items()}
        shares = {action: share for action, share in shares.items() if share > 0}
        title = ", ".join(f"{action} {100 * share:.0f}%" for action, share in shares.items())
        colour = _gradient([(colours[action], share) for action, share in shares.items()])
        title = escape(f"{name}: {title}")
        cells.append(f'<td title="{title}" style="{_CELL};{colour}">{name}</td>')
    legend = "".join(
        f'<span style="margin-right:1em"><span style="color:{colours[action]}">■</span> '
        f"{escape(action)}</span>"
        for action in actions
    )
    return f"<div>{legend}</div>{_grid(cells, caption)}"


def preformatted_html(text: str) -> str:
    """Return text as it is drawn for the terminal."""
    return f"<pre>{escape(text)}</pre>"


def _grid(cells: Sequence[str], caption: str) -> str:
    rows = "".join(f"<tr>{''.join(cells[at : at + 13])}</tr>" for at in range(0, 169, 13))
    style = "border-collapse:collapse;font-family:monospace"
    return f'<table style="{style}">{_caption(caption)}<tbody>{rows}</tbody></table>'


def _gradient(parts: Sequence[tuple[str, float]]) -> str:
    """Return a background whose widths are the parts, from left to right."""
    stops, at = [], 0.0
    for colour, share in parts:
        stops.append(f"{colour}80 {100 * at:.1f}% {100 * (at + share):.1f}%")
        at += share
    stops.append(f"transparent {100 * min(at, 1.0):.1f}%")
    return f"background:linear-gradient(90deg,{','.join(stops)})"


def _caption(text: str) -> str:
    return f'<caption style="text-align:left">{escape(text)}</caption>' if text else ""


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    return "" if value is None else str(value)
