"""The papers of a card room: what each prints, and the report of its latest reproduction.

A reproduction runs in a child process and its report is saved in the user's folder.
Until there is one, the page shows the quick run that is shipped with the program
(tools/make_reports.py).
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivebet.files import home, write_atomically
from fivebet.lab.papers import PaperScale, Reproduction, reproduce
from fivebet.store.locations import use_store
from fivebet.web.jobs.job_queue import JobQueue, ProcessJob


@dataclass(frozen=True, slots=True)
class Publication:
    """A paper as it was published."""

    name: str
    title: str
    authors: str
    year: int
    kind: str
    agents: tuple[str, ...]
    about: str


PUBLICATIONS: dict[str, Publication] = {
    paper.name: paper
    for paper in (
        Publication(
            "aki",
            "An Exploitative Monte-Carlo Poker Agent",
            "Immanuel Schweizer, Kamill Panitzek, Sang-Hyeun Park, Johannes Fürnkranz",
            2009,
            "technical report, TU Darmstadt",
            ("aki",),
            "AKI-RealBot plays six-handed limit hold'em: it simulates the rest of the hand with "
            "what it knows of each opponent, and bends its choices to exploit weak ones.",
        ),
        Publication(
            "plicas",
            "PLICAS: A Texas Hold'em Poker Bot",
            "Christian Friedrich, Michael Schwind",
            2011,
            "Kaiserslautern and Frankfurt",
            ("plicas",),
            "A heads-up limit bot of the 2010 competition: rules before the flop, a model of the "
            "opponent, and cases that it has met before.",
        ),
        Publication(
            "moik",
            "Evolutionary neural networks for no-limit tournaments",
            "Fabian Moik",
            2018,
            "bachelor's thesis, TU Graz",
            ("evolved",),
            "Networks whose weights are bred: populations play tournaments, the best have "
            "children, and a hall of fame keeps them from going round in circles.",
        ),
        Publication(
            "martins",
            "Machine learning applied to the context of Poker",
            "Tiago Silva Martins",
            2020,
            "master's thesis, ISEP Porto",
            ("fictitious", "solver"),
            "A heads-up no-limit agent that finds its ranges by fictitious play, and the card "
            "room around it.",
        ),
        Publication(
            "smith",
            "Risk Awareness in Poker Planning Agents",
            "Robin Smith",
            2023,
            "bachelor's thesis, Stuttgart",
            ("planner",),
            "Poker as hierarchical planning: tasks are split into actions by rules, and an "
            "attitude to risk decides between plans of uncertain cost.",
        ),
    )
}


SHIPPED = Path(__file__).parents[1] / "reports"
_REPORT = "report.json"


def _report_folder(name: str) -> Path:
    """Return where the latest report of a paper is: the user's, or the one that was shipped."""
    own = home() / "papers" / name
    return own if (own / _REPORT).is_file() else SHIPPED / name


def read_report(name: str) -> dict[str, Any] | None:
    """Return the latest report of a paper, and whether it was shipped with the program."""
    folder = _report_folder(name)
    try:
        report = json.loads((folder / _REPORT).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return report | {"shipped": folder.parent == SHIPPED} if isinstance(report, dict) else None


def figure_path(name: str, figure: str) -> Path | None:
    """Return the file of a figure of the latest report, if there is one."""
    report = read_report(name) or {}
    known = {each["name"] for each in report.get("figures", ())}
    path = _report_folder(name) / f"{figure}.png"
    return path if figure in known and path.is_file() else None


def save_report(result: Reproduction, scale: PaperScale, folder: Path) -> None:
    """Write the claims, tables and figures of a reproduction into a folder; the report last."""
    folder.mkdir(parents=True, exist_ok=True)
    for figure in result.figures:
        figure.save(folder)
    report = result.to_dict() | {
        "title": result.title,
        "scale": scale,
        "tables": [
            {"title": t.title, "columns": list(t.columns), "rows": [list(r) for r in t.rows]}
            for t in result.tables
        ],
        "figures": [{"name": each.name, "title": each.title} for each in result.figures],
    }
    write_atomically(folder / _REPORT, json.dumps(report).encode())


class ReproductionJob(ProcessJob):
    """A paper whose experiments are run again."""

    def __init__(self, name: str, scale: str, seed: int, store: str | None) -> None:
        super().__init__()
        self.name, self.scale, self.seed, self.store = name, scale, seed, store

    def command(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        """Return what the child process does."""
        return reproduce_paper, (self.name, self.scale, self.seed, self.store)


class ReproductionQueue(JobQueue[str, ReproductionJob]):
    """Reproduces papers, one at a time; their runs are kept in the card room's store."""

    def __init__(self, store: str | None) -> None:
        super().__init__("papers")
        self.store = store

    def reproduce(self, name: str, scale: str, seed: int, client: str) -> str:
        """Run a paper's experiments; return the token that stops it, none if it is run already."""
        known = self.jobs.get(name)
        if known and not known.over:
            return ""
        return self.start(name, ReproductionJob(name, scale, seed, self.store), client).token


def reproduce_paper(
    name: str, scale: str, seed: int, store: str | None, on_progress: Callable[[float], None]
) -> None:
    """Reproduce a paper in a process of its own, and save its report."""
    use_store(store)
    result = reproduce(name, PaperScale(scale), seed, on_progress)
    save_report(result, PaperScale(scale), home() / "papers" / name)
