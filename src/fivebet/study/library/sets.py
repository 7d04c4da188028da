"""All sets of the library; others join by `register_set`, or by a place in the list here."""

from fivebet.errors import SolvingError
from fivebet.study.library.charts import ChartNode, ChartSet, ChartStep
from fivebet.study.library.flops import FLOPS
from fivebet.study.library.preflop import PREFLOP
from fivebet.study.library.push_fold import PUSH_FOLD
from fivebet.study.library.ring import RING
from fivebet.study.preflop_lines import Path

_SETS: dict[str, ChartSet] = {each.name: each for each in (PREFLOP, RING, PUSH_FOLD, FLOPS)}


def register_set(charts: ChartSet) -> None:
    """Add a set to the library, in place of one of the same name."""
    _SETS[charts.name] = charts


def chart_sets() -> tuple[ChartSet, ...]:
    """Return all sets of the library."""
    return tuple(_SETS.values())


def find_set(name: str) -> ChartSet:
    """Return a set by its name."""
    if name not in _SETS:
        raise SolvingError(f"the library has no charts {name!r}: it has {', '.join(_SETS)}")
    return _SETS[name]


def find_node(set_name: str, chart: str, line: str = "") -> ChartNode:
    """Return a node by its set, its chart and the line to it, like "raise 250, call"."""
    charts = find_set(set_name)
    keys = [key for key, _ in charts.charts()]
    if chart not in keys:
        few = ", ".join(keys[:12]) or "none yet"
        raise SolvingError(f"there is no chart {chart!r} of {set_name}: there are {few}")
    return charts.node(chart, split_line(line))


def split_line(line: str) -> Path:
    """Return the steps of a line.

    >>> split_line("raise 250, call")
    ('raise 250', 'call')
    """
    return tuple(" ".join(step.split()) for step in line.split(",") if step.strip())


def steps_to(charts: ChartSet, chart: str, path: Path) -> tuple[ChartStep, ...]:
    """Return the steps to a node, each with what else could have been done."""
    before = [charts.node(chart, path[:number]) for number in range(len(path))]
    return tuple(
        ChartStep(node.player, node.actions, taken, node.big_blind)
        for node, taken in zip(before, path, strict=True)
    )
