"""Contests between agents: matches, rings, leagues and tournaments, live and stored."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field

from fivebet.arena import SCHEDULES, League, Match, Tournament, TournamentSeries
from fivebet.arena.match import Seats, with_luck
from fivebet.arena.tournament_series import HANDS_A_TOURNAMENT
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.runs.handle import run_spec
from fivebet.runs.job import Job
from fivebet.store.tables import Run
from fivebet.web.api.dependencies import (
    SEARCHES_STORE,
    After,
    ArchiveDependency,
    ClientDependency,
    JobsDependency,
    QuestionsDependency,
    Token,
    Wait,
)
from fivebet.web.contest_report import contest_figures, contest_report
from fivebet.web.jobs.contests import CONTEST_KINDS, ContestJob, read_job
from fivebet.web.jobs.job_queue import STATUS_OF_RUNS, Status
from fivebet.web.jobs.leaders import rank_leaders
from fivebet.web.jobs.lobby import lobby_to_dict
from fivebet.web.repetition import contest_command, contest_python
from fivebet.web.tables.settings import check_agent_name

router = APIRouter(tags=["contests"])

_MOST_HANDS = 20_000_000
"""The hands of one contest that the card room plays: strangers may start it."""
_RECORDED_DEALS = 100
_RECORDED_TOURNAMENTS = 3
_MOST_LISTED = 200
_MOST_RUNS_COUNTED = 2_000

Name = Annotated[str, Field(min_length=1, max_length=120)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]


class MatchRequest(BaseModel):
    """A match of two agents, a ring of more, or a league in which each plays each."""

    agents: list[Name] = Field(min_length=2, max_length=24, examples=[["fair", "tight"]])
    game: str = Field("nolimit-2p", max_length=40)
    deals: int = Field(2_000, ge=1, le=1_000_000)
    seats: Seats = Seats.ROTATED
    """The seatings in which each deal is played; a league always switches seats."""
    matches: int = Field(1, ge=1, le=10_000)
    """The number of matches, each with fresh agents, for agents that remember."""
    luck: str = Field("auto", max_length=20)
    """The luck that is taken out of the result: auto, none, all-in, cards or aivat."""
    league: bool = False
    seed: Seed = 0
    record: bool = True
    """Whether the hands of about a hundred deals are stored, with reasons."""

    model_config = {
        "json_schema_extra": {
            "examples": [{"agents": ["fair", "tight"], "game": "nolimit-2p", "deals": 500}]
        }
    }


class TournamentRequest(BaseModel):
    """A series of freeze-out tournaments."""

    agents: list[Name] = Field(
        min_length=2, max_length=200, examples=[["fair", "tight", "loose", "call"]]
    )
    count: int = Field(20, ge=1, le=10_000)
    seats: int = Field(9, ge=2, le=10)
    schedule: str = Field("turbo", max_length=40)
    buy_in: int = Field(100, ge=1, le=10**9)
    rotations: int = Field(1, ge=1, le=200)
    seed: Seed = 0
    record: bool = True
    """Whether the hands of a few tournaments are stored, for the lobby."""


class ContestResponse(BaseModel):
    """A contest: what is played, how far it is, and the result so far."""

    run: int
    kind: Literal["match", "ring", "league", "tournament"]
    status: Status
    here: bool
    """Whether this card room plays it, or has played it since it was opened."""
    error: str
    version: int
    progress: float
    game: str
    players: list[str]
    settings: dict[str, Any]
    created: datetime | None
    recorded: int
    """The number of stored hands."""
    result: dict[str, Any] | None
    command: str
    """The command that plays it again."""
    python: str
    """Lines of Python that play it again."""
    token: str = ""
    """Stops the contest; only whoever starts or resumes it gets it."""


class LobbyResponse(BaseModel):
    """A recorded tournament, round by round."""

    run: int
    tournament: int
    recorded: list[int]
    """The tournaments of the series that were recorded."""
    players: list[str]
    stack: int
    prizes: list[float]
    rounds: list[dict[str, Any]]
    places: list[dict[str, Any]]


class LeaderResponse(BaseModel, from_attributes=True):
    """What one agent has won over all stored contests, with the interval."""

    name: str
    hands: int
    contests: int
    mbb_per_hand: float
    ci95: list[float] | None
    opponents: list[str]


class LeaderBoardResponse(BaseModel):
    """The leader board, and the games that there are results of."""

    games: list[str]
    leaders: list[LeaderResponse]


@router.post("/matches", status_code=202, tags=["matches"])
async def start_match(
    request: MatchRequest, jobs: JobsDependency, client: ClientDependency
) -> ContestResponse:
    """Start a match, a ring or a league; the token that stops it is returned only once."""
    kind, job = _match_job(request)
    _check_size(job)
    tables = len(job.tables) if isinstance(job, League) else 1
    deals = tables * request.matches * request.deals
    every = max(1, deals // _RECORDED_DEALS) if request.record and jobs.store else 0
    return _started_response(await jobs.contests.play(kind, job, every, client))


@router.post("/tournaments", status_code=202, tags=["tournaments"])
async def start_tournament(
    request: TournamentRequest, jobs: JobsDependency, client: ClientDependency
) -> ContestResponse:
    """Start a series of tournaments; the token that stops it is returned only once."""
    for name in set(request.agents):
        check_agent_name(name, f"nolimit-{min(request.seats, len(request.agents))}p")
    if request.schedule not in SCHEDULES:
        known = ", ".join(SCHEDULES)
        raise GameError(f"there is no schedule {request.schedule!r}: there are {known}")
    series = TournamentSeries(
        tournament=Tournament(
            agents=tuple(request.agents),
            schedule=SCHEDULES[request.schedule],
            **request.model_dump(include={"count", "seats", "buy_in", "rotations", "seed"}),
        )
    )
    _check_size(series)
    every = -(-series.chunks // _RECORDED_TOURNAMENTS) if request.record and jobs.store else 0
    return _started_response(await jobs.contests.play("tournament", series, every, client))


@router.get("/contests", dependencies=[SEARCHES_STORE])
def list_contests(jobs: JobsDependency) -> list[ContestResponse]:
    """List the latest contests, without the curves of their results."""
    contests = {number: _live_response(each) for number, each in list(jobs.contests.jobs.items())}
    if jobs.archive:
        runs = jobs.archive.runs(CONTEST_KINDS, _MOST_LISTED)
        counts = jobs.archive.hand_counts([run.id for run in runs])
        for run in runs:
            contest = contests.setdefault(run.id, _stored_response(run))
            contest.recorded, contest.created = counts.get(run.id, 0), run.created
    for contest in contests.values():
        if contest.result:
            contest.result = {k: each for k, each in contest.result.items() if k != "course"}
    return sorted(contests.values(), key=lambda contest: -contest.run)


Number = Annotated[int, Path(ge=1, lt=2**31)]


def _find_contest(number: Number, jobs: JobsDependency) -> ContestJob | Run:
    if live := jobs.contests.jobs.get(number):
        return live
    run = jobs.archive.run(number) if jobs.archive else None
    if run is None or run.kind not in CONTEST_KINDS:
        raise HTTPException(404, f"there is no contest {number}")
    return run


ContestDependency = Annotated[ContestJob | Run, Depends(_find_contest)]


@router.get("/contests/{number}")
async def get_contest(
    contest: ContestDependency,
    number: Number,
    jobs: JobsDependency,
    after: After = -1,
    wait: Wait = 0.0,
) -> ContestResponse:
    """Return a contest with its result so far; `wait` waits for news first."""
    if isinstance(contest, ContestJob):
        await contest.wait_for_news(after, wait)
        response = _live_response(contest)
    else:
        response = _stored_response(contest)
    if jobs.archive:
        response.recorded = jobs.archive.hand_counts([number]).get(number, 0)
    return response


@router.delete("/contests/{number}")
async def stop_contest(
    contest: ContestDependency, number: Number, jobs: JobsDependency, token: Token
) -> ContestResponse:
    """Stop a contest that you have started; it can be resumed."""
    if not isinstance(contest, ContestJob) or not jobs.contests.stop(number, token):
        raise HTTPException(409, f"contest {number} is not being played here")
    return _live_response(contest)


@router.post("/contests/{number}/resume", status_code=202)
async def resume_contest(
    number: Number,
    jobs: JobsDependency,
    archive: ArchiveDependency,
    client: ClientDependency,
) -> ContestResponse:
    """Resume a contest that was stopped; the token that stops it is returned only once."""
    live = jobs.contests.jobs.get(number)
    run = archive.run(number)
    if run is None or run.kind not in CONTEST_KINDS:
        raise HTTPException(404, f"there is no contest {number}")
    if run.status != "interrupted" or (live and not live.over):
        raise HTTPException(409, f"contest {number} is not one that was left off")
    job = read_job(run)
    for name in set(job.players):
        check_agent_name(name)
    every = run.settings["record"]
    if run.settings["until"] or run_spec(run.kind, job, every).fingerprint != run.fingerprint:
        raise HTTPException(
            409, f"contest {number} was begun in another way: fivebet runs resume {number}"
        )
    return _started_response(await jobs.contests.play(run.kind, job, every, client, number))


@router.get("/contests/{number}/lobby", dependencies=[SEARCHES_STORE])
def get_lobby(
    contest: ContestDependency,
    number: Number,
    archive: ArchiveDependency,
    tournament: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> LobbyResponse:
    """Return a recorded tournament, table by table."""
    series = contest.job if isinstance(contest, ContestJob) else read_job(contest)
    if not isinstance(series, TournamentSeries):
        raise HTTPException(404, f"contest {number} is no tournament")
    every = contest.record_every if isinstance(contest, ContestJob) else contest.settings["record"]
    first = tournament * HANDS_A_TOURNAMENT
    last = first + HANDS_A_TOURNAMENT - 1
    hands = archive.of_run(number, first, last, HANDS_A_TOURNAMENT)
    played = series.tournament
    if not hands:
        raise HTTPException(404, f"tournament {tournament} of contest {number} is not recorded")
    return LobbyResponse(
        run=number,
        tournament=tournament,
        recorded=list(range(0, series.chunks, every)) if every else [],
        players=list(played.agents),
        stack=played.schedule.stack,
        prizes=[share * played.prize_pool for share in played.payouts],
        **lobby_to_dict([each.hand for each in hands], played),
    )


@router.get("/contests/{number}/figures", response_class=PlainTextResponse)
def get_figures(contest: ContestDependency, number: Number) -> Response:
    """Download the figures of a contest with their intervals, as CSV."""
    return _download(contest_figures(_result_of(contest, number)), f"contest-{number}.csv")


@router.get("/contests/{number}/report", response_class=HTMLResponse)
async def get_report(
    contest: ContestDependency, number: Number, questions: QuestionsDependency
) -> Response:
    """Download one page of a contest that can be cited."""
    if isinstance(contest, ContestJob):
        settings, created = contest.job.to_dict(), datetime.now(UTC)
    else:
        settings, created = contest.settings["contest"], contest.created
    page = await questions.ask(
        contest_report,
        contest.kind,
        settings,
        _result_of(contest, number),
        number,
        f"{created:%Y-%m-%d}",
    )
    return _download(page, f"contest-{number}.html", "text/html")


@router.get("/leaders", dependencies=[SEARCHES_STORE])
def get_leader_board(
    archive: ArchiveDependency,
    game: Annotated[str, Query(max_length=40, description="All games if left out.")] = "",
    hands: Annotated[int, Query(ge=0, lt=2**53, description="The least to be listed.")] = 1_000,
) -> LeaderBoardResponse:
    """Rank agents by what they have won in all stored matches, rings and leagues."""
    runs = archive.runs(("match", "ring", "league"), _MOST_RUNS_COUNTED, "finished")
    results = [(_seats_of(run), run.result) for run in runs if run.result]
    leaders = rank_leaders(results, game)
    return LeaderBoardResponse(
        games=sorted({str(run.result["game"]) for run in runs if run.result}),
        leaders=[LeaderResponse.model_validate(each) for each in leaders if each.hands >= hands],
    )


def _seats_of(run: Run) -> int:
    """Return the seats at a table of a match, a ring or a league."""
    return int(run.settings["contest"]["game"]["seats"])


def _result_of(contest: ContestJob | Run, number: int) -> dict[str, Any]:
    if not contest.result:
        raise HTTPException(409, f"contest {number} has no result yet")
    return contest.result


def _download(text: str, name: str, kind: str = "text/csv") -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, media_type=kind, headers=headers)


def _match_job(request: MatchRequest) -> tuple[str, Job[Any]]:
    """Return the kind of job that a request asks for, and the job."""
    game = Game.named(request.game)
    for name in set(request.agents):
        check_agent_name(name, game.name)
    given: dict[str, Any] = {
        "game": game,
        "agents": tuple(request.agents),
        "deals": request.deals,
        "seed": request.seed,
        "matches": request.matches,
    }
    if request.league:
        return "league", League(**given).with_luck(request.luck)
    match = Match(**given, seats=request.seats)
    return "match" if len(match.agents) == 2 else "ring", with_luck(match, request.luck)


def _check_size(job: Job[Any]) -> None:
    if job.hands > _MOST_HANDS:
        raise GameError(
            f"{job.hands:,} hands are too many for the card room, which plays {_MOST_HANDS:,} in a "
            "contest: play longer ones from the command line"
        )


def _started_response(contest: ContestJob) -> ContestResponse:
    return _live_response(contest).model_copy(update={"token": contest.token})


def _live_response(contest: ContestJob) -> ContestResponse:
    return ContestResponse(
        run=contest.number,
        kind=contest.kind,  # type: ignore[arg-type]
        status=contest.status,
        here=True,
        error=contest.error,
        version=contest.version,
        progress=contest.progress,
        players=list(contest.job.players),
        created=None,
        recorded=0,
        result=contest.result,
        command=contest_command(contest.job),
        python=contest_python(contest.job),
        **_split_settings(contest.job.to_dict()),
    )


def _stored_response(run: Run) -> ContestResponse:
    job = read_job(run)
    return ContestResponse(
        run=run.id,
        kind=run.kind,  # type: ignore[arg-type]
        status=STATUS_OF_RUNS[run.status],
        here=False,
        error="",
        version=0,
        progress=min(1.0, run.done / run.chunks) if run.status != "finished" else 1.0,
        players=run.players,
        created=run.created,
        recorded=0,
        result=run.result,
        command=contest_command(job, run.settings["until"]),
        python="" if run.settings["until"] else contest_python(job),
        **_split_settings(run.settings["contest"]),
    )


def _split_settings(job: dict[str, Any]) -> dict[str, Any]:
    """Return the game's name and the other settings of a job."""
    return {
        "game": str(job["game"]["name"] or job["game"]["structure"]),
        "settings": {key: each for key, each in job.items() if key not in ("game", "agents")},
    }
