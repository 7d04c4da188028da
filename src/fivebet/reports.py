"""Reports: one HTML file with tables and charts that needs nothing else.

report = Report("fair against tight", ["limit-2p, seed 7"])
report.table("Result", ["Player", "mbb/hand"], [["fair", "+31"], ["tight", "-31"]])
report.chart("Winnings", figure)
report.write("report.html")
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from fivebet.files import save_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#5b6470"
PALETTE = ("#2f6fde", "#d1495b", "#2a9d6f", "#c98a00", "#8457c9", "#0f8ba0", "#7a8593", "#b3589a")
"""Colours of players, in order; the colour-blind can distinguish them, on light and dark pages."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2530; --soft: #66707d; --line: #dfe3e8;
  --paper: #fff; --shade: #f6f7f9; --good: #1b7f4d; --bad: #b3313f }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #99a3af; --line: #333b45;
  --paper: #14181d; --shade: #1b2027; --good: #57c78f; --bad: #f0808c } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.7rem; margin: 0 0 .25rem } h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem }
p.facts { color: var(--soft); margin: 0 } .wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: 20rem }
th, td { padding: .4rem .8rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap }
th { color: var(--soft); font-weight: 600; white-space: normal; vertical-align: bottom }
th:first-child, td:first-child { text-align: left }
tbody tr:hover { background: var(--shade) }
td.plus { color: var(--good) } td.minus { color: var(--bad) }
figure { margin: 0 } figure svg { width: 100%; height: auto } p.note { color: var(--soft) }
"""


class Report:
    """A page that is written from top to bottom."""

    def __init__(self, title: str, facts: Iterable[str] = ()) -> None:
        self.title = title
        self._parts = [f"<h1>{escape(title)}</h1>"]
        self._parts += [f'<p class="facts">{escape(fact)}</p>' for fact in facts]

    def table(self, heading: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Add a table; cells that begin with + or - are coloured."""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
        self._parts.append(
            f'<h2>{escape(heading)}</h2><div class="wide"><table>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def chart(self, heading: str, figure: "Figure") -> None:
        """Add a figure of matplotlib, as SVG."""
        self._parts.append(
            f'<h2>{escape(heading)}</h2><figure role="img" aria-label="{escape(heading)}">'
            f"{_svg(figure)}</figure>"
        )

    def note(self, text: str) -> None:
        """Add a paragraph."""
        self._parts.append(f'<p class="note">{escape(text)}</p>')

    def code(self, heading: str, text: str) -> None:
        """Add a text that is to be copied as it is."""
        self._parts.append(f"<h2>{escape(heading)}</h2><pre>{escape(text)}</pre>")

    def html(self) -> str:
        """Return the whole page."""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body>{''.join(self._parts)}</body></html>\n"
        )

    def write(self, path: str | Path) -> None:
        """Write the page into a file."""
        save_text(Path(path), self.html())


def new_figure(width: float = 9.0, height: float = 4.2) -> "Figure":
    """Return an empty figure that suits light and dark pages."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to load, and seldom needed

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.set_facecolor("none")
    axes.grid(color=INK, alpha=0.2, linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(INK)
    axes.tick_params(colors=INK)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    return figure


def _cell(text: str) -> str:
    sign = {"+": ' class="plus"', "-": ' class="minus"'}.get(text[:1], "")
    return f"<td{sign}>{escape(text)}</td>"


def _svg(figure: "Figure") -> str:
    import matplotlib as mpl  # noqa: PLC0415 - slow to load

    out = StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "fivebet"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
