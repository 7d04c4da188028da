"""Pictures of plan trees: one line for each task, operators in green."""

from pathlib import Path

from fivebet.errors import PlanningError
from fivebet.planning.plan import PlanTree

_LINE = 0.26  # inches
_INDENT = 0.35
_MOST_LINES = 400


def save_plan_tree(tree: PlanTree, path: Path) -> None:
    """Draw a tree into an SVG, PNG or PDF file, by the ending of its name."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to load

    if path.suffix not in (".svg", ".png", ".pdf"):
        raise PlanningError(f"{path.name!r} is no picture: end it in .svg, .png or .pdf")
    rows: list[tuple[int, int, PlanTree]] = []
    _list_rows(tree, 0, -1, rows)
    if len(rows) > _MOST_LINES:
        raise PlanningError(
            f"the tree has {len(rows)} tasks: a picture holds {_MOST_LINES}; print it instead"
        )
    depth = max(level for level, _, _ in rows)
    figure = Figure(figsize=(7 + _INDENT * depth, _LINE * (len(rows) + 1)))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(-0.3, depth + 7 / _INDENT)
    axes.set_ylim(-len(rows), 1)
    axes.axis("off")
    for row, (level, parent, node) in enumerate(rows):
        if parent >= 0:
            axes.plot(
                [level - 0.8, level - 0.8, level - 0.15],
                [-parent - 0.35, -row, -row],
                color="grey",
                linewidth=0.8,
            )
        colour = "tab:blue" if node.children else "tab:green"
        axes.text(level, -row, node.summary(), va="center", fontsize=8, color=colour)
    figure.savefig(path, dpi=150)


def _list_rows(
    node: PlanTree, level: int, parent: int, rows: list[tuple[int, int, PlanTree]]
) -> None:
    row = len(rows)
    rows.append((level, parent, node))
    for child in node.children:
        _list_rows(child, level + 1, row, rows)
