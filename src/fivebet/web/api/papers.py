"""Papers: the five whose agents are here, and the reports of their reproductions."""

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from fivebet.agents.hosting.registry import AGENTS
from fivebet.errors import FivebetError
from fivebet.lab.papers import PAPERS
from fivebet.web.api.dependencies import After, ClientDependency, JobsDependency, Token, Wait
from fivebet.web.jobs.background import BackgroundJobs
from fivebet.web.jobs.job_queue import Status
from fivebet.web.jobs.papers import PUBLICATIONS, Publication, figure_path, read_report

router = APIRouter(tags=["papers"])


class ReproductionRequest(BaseModel):
    """How much is played."""

    scale: Literal["quick", "paper"] = "quick"
    seed: int = Field(0, ge=0, lt=2**63)


class ReproductionResponse(BaseModel, from_attributes=True):
    """How far a reproduction is."""

    status: Status
    progress: float
    error: str
    version: int


@dataclass(frozen=True)
class PaperResponse(Publication):
    """A paper, and what is known of it here."""

    seated: list[str]
    """Those of its agents that this card room can seat."""
    runnable: bool
    """Whether it can be reproduced here."""
    run: ReproductionResponse | None
    report: dict[str, Any] | None
    """Claims with verdicts, tables and figures of the latest reproduction."""


@dataclass(frozen=True)
class StartedReproductionResponse(PaperResponse):
    """A paper whose reproduction was started, and the token that stops it."""

    token: str
    """Sent once; empty if somebody else has started it already."""


async def _publication(name: Annotated[str, Path(max_length=40)]) -> Publication:
    if name not in PUBLICATIONS:
        known = ", ".join(PUBLICATIONS)
        raise HTTPException(404, f"there is no paper {name!r}: there are {known}")
    return PUBLICATIONS[name]


PublicationDependency = Annotated[Publication, Depends(_publication)]


@router.get("/papers")
def list_papers(jobs: JobsDependency) -> list[PaperResponse]:
    """List all papers."""
    return [_paper_response(paper, jobs) for paper in PUBLICATIONS.values()]


@router.get("/papers/{name}")
async def get_paper(
    paper: PublicationDependency, jobs: JobsDependency, after: After = -1, wait: Wait = 0.0
) -> PaperResponse:
    """Return a paper; `wait` waits for news of its reproduction first."""
    if job := jobs.papers.jobs.get(paper.name):
        await job.wait_for_news(after, wait)
    return _paper_response(paper, jobs)


@router.post("/papers/{name}/runs", status_code=202)
async def start_reproduction(
    paper: PublicationDependency,
    request: ReproductionRequest,
    jobs: JobsDependency,
    client: ClientDependency,
) -> StartedReproductionResponse:
    """Run a paper's experiments again."""
    if paper.name not in PAPERS:
        raise FivebetError(f"{paper.name!r} cannot be run by this version yet")
    token = jobs.papers.reproduce(paper.name, request.scale, request.seed, client)
    return StartedReproductionResponse(**_facts(paper, jobs), token=token)


@router.delete("/papers/{name}/runs")
async def stop_reproduction(
    paper: PublicationDependency, jobs: JobsDependency, token: Token
) -> PaperResponse:
    """Stop a reproduction that you have started."""
    jobs.papers.stop(paper.name, token)
    return _paper_response(paper, jobs)


@router.get("/papers/{name}/figures/{figure}", response_class=FileResponse)
def get_figure(
    paper: PublicationDependency, figure: Annotated[str, Path(max_length=80)]
) -> FileResponse:
    """Return a figure of the latest reproduction."""
    path = figure_path(paper.name, figure)
    if path is None:
        raise HTTPException(404, f"there is no picture {figure!r} of {paper.name}")
    return FileResponse(path, media_type="image/png")


def _paper_response(paper: Publication, jobs: BackgroundJobs) -> PaperResponse:
    return PaperResponse(**_facts(paper, jobs))


def _facts(paper: Publication, jobs: BackgroundJobs) -> dict[str, Any]:
    job = jobs.papers.jobs.get(paper.name)
    return asdict(paper) | {
        "seated": [name for name in paper.agents if name in AGENTS],
        "runnable": paper.name in PAPERS,
        "run": ReproductionResponse.model_validate(job) if job else None,
        "report": read_report(paper.name),
    }
