"""Smith's pictures of the model (figures 3.1 to 3.5, 7.1, 7.2) and of utility (4.2, 4.3).

The images are lost; each is drawn from the domain as it is played here. Compound tasks are
blue, methods white and operators green, as chapter 3 describes them; a task that was drawn
before is not extended again, as the captions of appendix A say.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from fivebet.agents.players.planner.functions import number_of_calling_opponents
from fivebet.agents.players.planner.situation import domain_named
from fivebet.lab.papers.reproduction import Figure, ReportTable, line_chart
from fivebet.planning import Domain, attitude

ALPHAS = (0.01, 0.02, 0.05)
_COSTS = np.linspace(-60, 60, 121)
_COLOURS = {"task": "tab:blue", "method": "white", "operator": "tab:green"}
RAISES = {"small": 0.5, "med": 1.0, "big": 2.0}


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A task, a method or an operator in a picture of a domain."""

    depth: int
    kind: str
    text: str


def model_rows(domain: Domain, task: str, drawn: set[str] | None = None) -> list[ModelRow]:
    """Return what a task decomposes into, one row for each; tasks are extended once."""
    found: list[ModelRow] = []
    _extend(domain, task, 0, set() if drawn is None else drawn, found)
    return found


def _extend(domain: Domain, task: str, depth: int, drawn: set[str], found: list[ModelRow]) -> None:
    if task.startswith("!"):
        found.append(ModelRow(depth, "operator", task))
        return
    found.append(ModelRow(depth, "task", task))
    if task in drawn:
        return
    drawn.add(task)
    for method in domain.methods:
        if method.name == task:
            for branch in method.branches:
                found.append(ModelRow(depth + 1, "method", branch.label))
                for each in branch.tasks.all_tasks():
                    _extend(domain, each.name, depth + 2, drawn, found)


def _model_figure(name: str, title: str, rows: Sequence[ModelRow]) -> Figure:
    def draw(axes: Axes) -> None:
        size = max(3.0, min(8.0, 230 / len(rows)))
        last: dict[int, int] = {}
        for place, row in enumerate(rows):
            parent = last.get(row.depth - 1)
            if parent is not None:
                xs = [row.depth - 0.8, row.depth - 0.8, row.depth - 0.1]
                axes.plot(xs, [-parent, -place, -place], color="black", linewidth=0.6)
            last[row.depth] = place
            box = {"facecolor": _COLOURS[row.kind], "edgecolor": "grey", "pad": 1.0, "alpha": 0.6}
            axes.text(row.depth, -place, row.text, va="center", fontsize=size, bbox=box)
        axes.set_xlim(-0.5, max(row.depth for row in rows) + 3)
        axes.set_ylim(-len(rows), 1)
        axes.set_axis_off()

    return Figure(name, title, draw)


def model_figures() -> list[Figure]:
    """Draw figures 3.1 to 3.5, 7.1 and 7.2."""
    one, whole = domain_named("one-turn"), domain_named("whole-round")
    actions = {"determine_action"}
    parts = (
        (
            "figure-3-1",
            "The first part of the one-turn domain",
            one,
            "play_round",
            {"play_pre_flop", "play_flop", "play_turn", "play_river"},
        ),
        ("figure-3-2", "determine_action", one, "determine_action", set[str]()),
        ("figure-3-3", "play_pre_flop", one, "play_pre_flop", actions),
        (
            "figure-3-4",
            "The first part of the whole-round domain",
            whole,
            "play_round",
            {"play_street", *actions},
        ),
        ("figure-7-1", "The one-turn domain", one, "play_round", set[str]()),
        ("figure-7-2", "The whole-round domain", whole, "play_round", set[str]()),
    )
    return [
        *(
            _model_figure(name, title, model_rows(domain, task, set(known)))
            for name, title, domain, task, known in parts
        ),
        _raises_figure(),
    ]


def _raises_figure() -> Figure:
    """Draw figure 3.5: how many call each raise, by the pot odds of section 3."""
    callers = range(8)
    curves = {
        f"{size}: {part:g} pots": (callers, [_callers(part, k) for k in callers])
        for size, part in RAISES.items()
    }
    labels = ("opponents who call, of seven, on a board", "probability")
    return line_chart("figure-3-5", "What raises lead to", curves, labels)


def _callers(part: float, callers: int, pot: float = 50.0) -> float:
    bet = part * pot
    return number_of_calling_opponents(pot + bet, bet, 7, callers, 2)


def raises_table(pot: float = 50.0) -> ReportTable:
    """Tabulate figure 3.5: what each raise costs and what it does, at a pot of 50."""
    rows: list[tuple[str | float, ...]] = []
    for size, part in RAISES.items():
        bet = part * pot
        nobody = _callers(part, 0, pot)
        rows.append((size, "nobody", nobody, f"+{pot:g}", "round over, pot 0"))
        rows.append(
            (
                size,
                "k of seven",
                1 - nobody,
                f"-{bet:g}",
                f"k opponents left, pot {pot + bet:g} + k·{bet:g}, stack less {bet:g}",
            )
        )
    columns = ("raise", "callers", "probability", "cost", "effects")
    return ReportTable(f"Figure 3.5: raises at a pot of {pot:g} on a board", columns, tuple(rows))


def utility_figures() -> list[Figure]:
    """Draw figures 4.2 and 4.3: utility functions of several curving coefficients."""
    return [
        line_chart(
            name,
            f"Risk {who} utility functions",
            {f"alpha {alpha:g}": (_COSTS, _utilities(who, alpha)) for alpha in ALPHAS},
            ("cost (gains are positive)", "utility"),
            level=0,
        )
        for name, who in (("figure-4-2", "seeking"), ("figure-4-3", "averse"))
    ]


def _utilities(who: str, alpha: float) -> list[float]:
    value: Callable[[float], float] = attitude(who, alpha).value
    return [value(float(cost)) for cost in _COSTS]
