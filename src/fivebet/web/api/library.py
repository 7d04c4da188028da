"""Solutions at hand: charts before the flop, push or fold, and flops."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query
from pydantic import BaseModel

from fivebet.study.library.charts import node_to_dict, steps_to_dict
from fivebet.study.library.flops import FLOPS
from fivebet.study.library.sets import chart_sets, find_node, find_set, split_line, steps_to
from fivebet.web.api.dependencies import (
    After,
    ClientDependency,
    JobsDependency,
    QuestionsDependency,
    Token,
    Wait,
)
from fivebet.web.jobs.flops import FlopJob
from fivebet.web.jobs.job_queue import Status

router = APIRouter(tags=["library"])

ChartKey = Annotated[str, Path(max_length=40)]
Line = Annotated[str, Query(max_length=400, description="Like `raise 250, call`.")]


class ChartTitle(BaseModel):
    """A chart: its key, and how people call it."""

    chart: str
    title: str


class ChartSetResponse(BaseModel):
    """A set of charts."""

    name: str
    title: str
    about: str
    charts: list[ChartTitle]
    missing: list[ChartTitle]
    """The charts that can be made."""


class ChartChoice(BaseModel):
    """An action, and how people call it."""

    name: str
    label: str


class ChartAction(ChartChoice):
    """An action of a decision, and how often all hands take it."""

    share: float
    further: bool
    """Whether somebody decides again after it, within the chart."""


class ChartClass(BaseModel):
    """What one of the 169 classes does."""

    name: str
    weight: float
    """The part of the class that comes here, 0 to 1."""
    shares: list[float]
    values: list[float | None]
    """What each action wins from here on, in big blinds; empty where that is not known."""


class ChartStepResponse(BaseModel):
    """A step on the way to a decision."""

    player: str
    actions: list[ChartChoice]
    taken: str


class ChartNodeResponse(BaseModel):
    """A decision of a chart: what each class does, row by row from the aces."""

    player: str
    steps: list[ChartStepResponse]
    actions: list[ChartAction]
    classes: list[ChartClass]
    board: str
    study: str
    """The page where more is known, if there is one."""


class FlopRunResponse(BaseModel):
    """How far a flop of the library is."""

    chart: str
    status: Status
    error: str
    version: int
    progress: float


class StartedFlopResponse(FlopRunResponse):
    """A flop that is being solved, and the token that stops it."""

    token: str
    """Sent once; empty if somebody else has it solved already."""


@router.get("/library")
def list_sets() -> list[ChartSetResponse]:
    """List all sets with their charts."""
    return [
        ChartSetResponse(
            name=each.name,
            title=each.title,
            about=each.about,
            charts=[ChartTitle(chart=key, title=title) for key, title in each.charts()],
            missing=[ChartTitle(chart=key, title=title) for key, title in each.missing()],
        )
        for each in chart_sets()
    ]


@router.get("/library/{name}/{chart}")
async def get_chart(
    name: ChartKey, chart: ChartKey, questions: QuestionsDependency, at: Line = ""
) -> ChartNodeResponse:
    """Return a decision of a chart."""
    return ChartNodeResponse(**await questions.ask(_node, name, chart, at))


@router.post("/library/flops/{chart}/runs", status_code=202)
async def make_flop(
    chart: ChartKey, jobs: JobsDependency, client: ClientDependency
) -> StartedFlopResponse:
    """Solve a flop for the library; it takes a minute or two."""
    if chart not in dict(FLOPS.missing()):
        raise HTTPException(404, f"{chart!r} is no flop that can be made, or it is made already")
    job, token = jobs.flops.make(chart, client)
    return StartedFlopResponse(**_facts(chart, job), token=token)


@router.get("/library/flops/{chart}/runs")
async def get_flop_run(
    chart: ChartKey, jobs: JobsDependency, after: After = -1, wait: Wait = 0.0
) -> FlopRunResponse:
    """Return how far a flop is; `wait` waits for news first."""
    job = _job(chart, jobs)
    await job.wait_for_news(after, wait)
    return FlopRunResponse(**_facts(chart, job))


@router.delete("/library/flops/{chart}/runs")
async def stop_flop(chart: ChartKey, jobs: JobsDependency, token: Token) -> FlopRunResponse:
    """Stop a flop that you have started."""
    job = _job(chart, jobs)
    jobs.flops.stop(chart, token)
    return FlopRunResponse(**_facts(chart, job))


def _job(chart: str, jobs: JobsDependency) -> FlopJob:
    job = jobs.flops.jobs.get(chart)
    if job is None:
        raise HTTPException(404, f"nobody has {chart!r} solved")
    return job


def _facts(chart: str, job: FlopJob) -> dict[str, Any]:
    return {
        "chart": chart,
        "status": job.status,
        "error": job.error,
        "version": job.version,
        "progress": job.progress,
    }


def _node(name: str, chart: str, at: str) -> dict[str, Any]:
    node = find_node(name, chart, at)
    steps = steps_to(find_set(name), chart, split_line(at))
    return node_to_dict(node) | {"steps": steps_to_dict(steps)}
