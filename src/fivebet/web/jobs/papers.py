"""The papers of a card room: what each prints, beside what running it again came to.

What `fivebet.lab.papers` does not have yet cannot be run. A reproduction runs in a process of
its own and is kept in the user's folder. Until one has run, the page shows the quick run
that came with the program (tools/make_reports.py).
"""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivebet.errors import FivebetError
from fivebet.files import home
from fivebet.lab.papers import PAPERS, Reproduction, Scale, reproduce
from fivebet.web.jobs.live_job import LiveJob
from fivebet.web.jobs.processes import Helper, Line

__all__ = [
    "PRINTED",
    "SHIPPED",
    "PaperDesk",
    "Printed",
    "Reproducing",
    "keep_report",
    "kept_report",
    "picture",
    "runnable",
]


@dataclass(frozen=True, slots=True)
class Printed:
    """A paper as it was published."""

    name: str
    title: str
    authors: str
    year: int
    kind: str
    agents: tuple[str, ...]
    about: str


PRINTED: dict[str, Printed] = {
    paper.name: paper
    for paper in (
        Printed(
            "aki",
            "An Exploitative Monte-Carlo Poker Agent",
            "Immanuel Schweizer, Kamill Panitzek, Sang-Hyeun Park, Johannes Fürnkranz",
            2009,
            "technical report, TU Darmstadt",
            ("aki",),
            "AKI-RealBot plays six-handed limit hold'em: it simulates the rest of the hand with "
            "what it knows of each opponent, and bends its choices to exploit weak ones.",
        ),
        Printed(
            "plicas",
            "PLICAS: A Texas Hold'em Poker Bot",
            "Christian Friedrich, Michael Schwind",
            2011,
            "Kaiserslautern and Frankfurt",
            ("plicas",),
            "A heads-up limit bot of the 2010 competition: rules before the flop, a model of the "
            "opponent, and cases that it has met before.",
        ),
        Printed(
            "moik",
            "Evolutionary neural networks for no-limit tournaments",
            "Fabian Moik",
            2018,
            "bachelor's thesis, TU Graz",
            ("evolved",),
            "Networks whose weights are bred: populations play tournaments, the best have "
            "children, and a hall of fame keeps them from going round in circles.",
        ),
        Printed(
            "martins",
            "Machine learning applied to the context of Poker",
            "Tiago Silva Martins",
            2020,
            "master's thesis, ISEP Porto",
            ("fictitious", "solver"),
            "A heads-up no-limit agent that finds its ranges by fictitious play, and the card "
            "room around it.",
        ),
        Printed(
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


def runnable() -> tuple[str, ...]:
    """The papers that can be run here, by the names of `fivebet reproduce`."""
    return tuple(PAPERS)


SHIPPED = Path(__file__).parents[1] / "reports"
_REPORT = "report.json"


def _folder(name: str) -> Path:
    """Where the latest run of a paper is: of this house, or the one that came with it."""
    ours = home() / "papers" / name
    return ours if (ours / _REPORT).is_file() else SHIPPED / name


def kept_report(name: str) -> dict[str, Any] | None:
    """What the latest run of a paper came to, and whether it came with the program."""
    folder = _folder(name)
    try:
        told = json.loads((folder / _REPORT).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return told | {"shipped": folder.parent == SHIPPED} if isinstance(told, dict) else None


def picture(name: str, figure: str) -> Path | None:
    """A picture of a kept report."""
    report = kept_report(name) or {}
    known = {each["name"] for each in report.get("figures", ())}
    path = _folder(name) / f"{figure}.png"
    return path if figure in known and path.is_file() else None


def keep_report(found: Reproduction, scale: Scale, folder: Path) -> None:
    """Claims, tables and pictures of a run into a folder; the report last."""
    folder.mkdir(parents=True, exist_ok=True)
    for figure in found.figures:
        figure.save(folder)
    report = found.as_dict() | {
        "title": found.title,
        "scale": scale,
        "tables": [
            {"title": t.title, "columns": list(t.columns), "rows": [list(r) for r in t.rows]}
            for t in found.tables
        ],
        "figures": [{"name": each.name, "title": each.title} for each in found.figures],
    }
    (folder / _REPORT).write_text(json.dumps(report), "utf-8")


class Reproducing(LiveJob):
    """A paper that is being run again."""

    def __init__(self, name: str, scale: str, seed: int) -> None:
        super().__init__()
        self.name, self.scale, self.seed = name, scale, seed
        self.runner: asyncio.Task[None] | None = None


class PaperDesk:
    """Runs papers, one at a time."""

    def __init__(self) -> None:
        self.jobs: dict[str, Reproducing] = {}
        self._turn = asyncio.Semaphore(1)

    async def close(self) -> None:
        """Stop all."""
        tasks = [job.runner for job in self.jobs.values() if job.runner]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def start(self, name: str, scale: str, seed: int) -> Reproducing:
        """Run a paper again; the same job if it is being run already."""
        known = self.jobs.get(name)
        if known and not known.over:
            return known
        job = self.jobs[name] = Reproducing(name, scale, seed)
        job.runner = asyncio.create_task(self._run(job))
        return job

    def stop(self, name: str) -> bool:
        """Leave off; whether there was anything to."""
        job = self.jobs.get(name)
        if job is None or job.over or job.runner is None:
            return False
        job.runner.cancel()
        return True

    async def _run(self, job: Reproducing) -> None:
        helper = Helper()
        try:
            async with self._turn:
                await helper.start(reproduce_paper, job.name, job.scale, job.seed)
                job.become("working")
                while not job.over:
                    await self._hear(job, helper)
        except asyncio.CancelledError:
            job.become("stopped")
        finally:
            helper.end()

    async def _hear(self, job: Reproducing, helper: Helper) -> None:
        match await helper.hear():
            case float(part):
                job.progress = part
                job.notify()
            case "finished":
                job.progress = 1.0
                job.become("finished")
            case FivebetError() as error:
                job.become("failed", str(error))
            case None:
                job.become("failed", "the paper's process has died")


def reproduce_paper(line: Line, name: str, scale: str, seed: int) -> None:
    """Run a paper and keep its report: claims, tables and pictures."""
    told = 0.0

    def progress(part: float) -> None:
        nonlocal told
        if part - told >= 0.005 or part >= 1:
            told = part
            line.say(float(part))

    try:
        found = reproduce(name, Scale(scale), seed, progress)
        keep_report(found, Scale(scale), home() / "papers" / name)
        line.say("finished")
    except FivebetError as error:
        line.say(error)
