"""Papers: the five that the house is built on, and what running them again came to."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from fivebet.agents.hosting.registry import AGENTS
from fivebet.errors import FivebetError
from fivebet.web.api.job_dependencies import After, DeskHere, Wait
from fivebet.web.jobs.live_job import Status
from fivebet.web.jobs.papers import PRINTED, Printed, kept_report, picture, runnable

router = APIRouter(tags=["papers"])


class RunAsked(BaseModel):
    """How much is played."""

    scale: Literal["quick", "paper"] = "quick"
    seed: int = Field(0, ge=0, lt=2**63)


class RunTold(BaseModel):
    """How far a paper's run is."""

    status: Status
    progress: float
    error: str
    version: int


class PaperTold(BaseModel):
    """A paper, and what is known of it here."""

    name: str
    title: str
    authors: str
    year: int
    kind: str
    agents: list[str]
    about: str
    seated: list[str]
    """Those of its agents that this card room can seat."""
    runnable: bool
    """Whether it can be run again here."""
    run: RunTold | None
    report: dict[str, Any] | None
    """Claims with verdicts, tables and pictures of the latest run."""


def _printed(name: Annotated[str, Path(max_length=40)]) -> Printed:
    if name not in PRINTED:
        raise HTTPException(404, f"there is no paper {name!r}: there are {', '.join(PRINTED)}")
    return PRINTED[name]


PrintedHere = Annotated[Printed, Depends(_printed)]


@router.get("/papers")
def papers(desk: DeskHere) -> list[PaperTold]:
    """All five."""
    return [_told(paper, desk) for paper in PRINTED.values()]


@router.get("/papers/{name}")
async def paper(
    paper: PrintedHere, desk: DeskHere, after: After = -1, wait: Wait = 0.0
) -> PaperTold:
    """One paper, waiting for news of its run if that is asked for."""
    if job := desk.papers.jobs.get(paper.name):
        await job.wait_for_news(after, wait)
    return _told(paper, desk)


@router.post("/papers/{name}/runs", status_code=202)
async def run(paper: PrintedHere, asked: RunAsked, desk: DeskHere) -> PaperTold:
    """Run a paper's experiments again."""
    if paper.name not in runnable():
        raise FivebetError(f"{paper.name!r} cannot be run by this version yet")
    desk.papers.start(paper.name, asked.scale, asked.seed)
    return _told(paper, desk)


@router.delete("/papers/{name}/runs")
async def stop(paper: PrintedHere, desk: DeskHere) -> PaperTold:
    """Leave a run off."""
    desk.papers.stop(paper.name)
    return _told(paper, desk)


@router.get("/papers/{name}/figures/{figure}", response_class=FileResponse)
def figure(paper: PrintedHere, figure: Annotated[str, Path(max_length=80)]) -> FileResponse:
    """A picture of the latest run."""
    path = picture(paper.name, figure)
    if path is None:
        raise HTTPException(404, f"there is no picture {figure!r} of {paper.name}")
    return FileResponse(path, media_type="image/png")


def _told(paper: Printed, desk: DeskHere) -> PaperTold:
    job = desk.papers.jobs.get(paper.name)
    return PaperTold(
        **asdict(paper),
        seated=[name for name in paper.agents if name in AGENTS],
        runnable=paper.name in runnable(),
        run=None
        if job is None
        else RunTold(
            status=job.status, progress=job.progress, error=job.error, version=job.version
        ),
        report=kept_report(paper.name),
    )
