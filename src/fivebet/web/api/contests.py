"""Contests between agents: matches, rings, leagues and tournaments, live and kept."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query
from pydantic import BaseModel, Field

from fivebet.arena import SCHEDULES, League, Luck, Match, Tournament, TournamentSeries
from fivebet.arena.match import Seats, with_luck
from fivebet.arena.tournament_series import HANDS_A_TOURNAMENT
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.runs.handle import run_spec
from fivebet.runs.job import Job
from fivebet.store.tables import Run
from fivebet.web.api.job_dependencies import After, ArchiveHere, DeskHere, Wait
from fivebet.web.jobs.contests import CONTEST_KINDS, Contest, read_job
from fivebet.web.jobs.leaders import Leader, leaders
from fivebet.web.jobs.live_job import Status
from fivebet.web.jobs.lobby import lobby_to_dict
from fivebet.web.tables.plan import check_agent_name

router = APIRouter(tags=["contests"])

_RECORDED_DEALS = 100
_RECORDED_TOURNAMENTS = 3
_MOST_LISTED = 200
_MOST_RUNS_COUNTED = 2_000
_STATUS: dict[str, Status] = {
    "running": "working",
    "interrupted": "stopped",
    "finished": "finished",
}

Name = Annotated[str, Field(min_length=1, max_length=120)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]


class MatchAsked(BaseModel):
    """Two agents play a match, more a ring; or everybody everybody, in a league."""

    agents: list[Name] = Field(min_length=2, max_length=24, examples=[["fair", "tight"]])
    game: str = Field("nolimit-2p", max_length=40)
    deals: int = Field(2_000, ge=1, le=1_000_000)
    seats: Seats = Seats.ROTATED
    """In which seatings each deal is played; a league always switches seats."""
    matches: int = Field(1, ge=1, le=10_000)
    """Each from a fresh start, for agents that remember."""
    luck: str = Field("auto", max_length=20)
    """What is taken out of the result: auto, none, all-in, cards or aivat."""
    league: bool = False
    seed: Seed = 0
    record: bool = True
    """Whether the hands of about a hundred deals are kept, with reasons."""

    model_config = {
        "json_schema_extra": {
            "examples": [{"agents": ["fair", "tight"], "game": "nolimit-2p", "deals": 500}]
        }
    }


class TournamentAsked(BaseModel):
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
    """Whether the hands of a few tournaments are kept, for the lobby."""


class ContestTold(BaseModel):
    """A contest: what is played, how far it is, and the result so far."""

    run: int
    kind: Literal["match", "ring", "league", "tournament"]
    status: Status
    here: bool
    """Whether this card room plays it, or has since it was opened."""
    error: str
    version: int
    progress: float
    game: str
    players: list[str]
    settings: dict[str, Any]
    created: datetime | None
    recorded: int
    """Hands."""
    result: dict[str, Any] | None


class LobbyTold(BaseModel):
    """A recorded tournament, round by round."""

    run: int
    tournament: int
    recorded: list[int]
    """The tournaments of the series that can be looked at."""
    players: list[str]
    stack: int
    prizes: list[float]
    rounds: list[dict[str, Any]]
    places: list[dict[str, Any]]


class LeaderTold(BaseModel):
    """One agent over all kept contests: winnings by hands, intervals of independent runs."""

    name: str
    hands: int
    contests: int
    mbb_per_hand: float
    ci95: list[float] | None
    opponents: list[str]


class LeadersTold(BaseModel):
    """A leader board."""

    games: list[str]
    leaders: list[LeaderTold]


@router.post("/matches", status_code=202, tags=["matches"])
async def start_match(asked: MatchAsked, desk: DeskHere) -> ContestTold:
    """Start a match, a ring or a league."""
    kind, contest = _match(asked)
    every = max(1, asked.deals // _RECORDED_DEALS) if asked.record and desk.store else 0
    return _live(await desk.contests.start(kind, contest, every))


@router.post("/tournaments", status_code=202, tags=["tournaments"])
async def start_tournament(asked: TournamentAsked, desk: DeskHere) -> ContestTold:
    """Start a series of tournaments."""
    for name in set(asked.agents):
        check_agent_name(name, f"nolimit-{min(asked.seats, len(asked.agents))}p")
    if asked.schedule not in SCHEDULES:
        raise GameError(
            f"there is no schedule {asked.schedule!r}: there are {', '.join(SCHEDULES)}"
        )
    series = TournamentSeries(
        tournament=Tournament(
            agents=tuple(asked.agents),
            count=asked.count,
            seats=asked.seats,
            schedule=SCHEDULES[asked.schedule],
            buy_in=asked.buy_in,
            rotations=asked.rotations,
            seed=asked.seed,
        )
    )
    every = -(-series.chunks // _RECORDED_TOURNAMENTS) if asked.record and desk.store else 0
    return _live(await desk.contests.start("tournament", series, every))


@router.get("/contests")
def contests(desk: DeskHere) -> list[ContestTold]:
    """The latest contests, without their results' courses."""
    told = {number: _live(each) for number, each in list(desk.contests.contests.items())}
    if desk.archive:
        runs = desk.archive.runs(CONTEST_KINDS, _MOST_LISTED)
        counts = desk.archive.hand_counts([run.id for run in runs])
        for run in runs:
            live = told.get(run.id)
            told[run.id] = (live or _stored(run)).model_copy(
                update={"recorded": counts.get(run.id, 0), "created": run.created}
            )
    for each in told.values():
        if each.result:
            each.result = {key: value for key, value in each.result.items() if key != "course"}
    return sorted(told.values(), key=lambda each: -each.run)


Number = Annotated[int, Path(ge=1, lt=2**31)]


def _contest(number: Number, desk: DeskHere) -> Contest | Run:
    if playing := desk.contests.contests.get(number):
        return playing
    run = desk.archive.run(number) if desk.archive else None
    if run is None or run.kind not in CONTEST_KINDS:
        raise HTTPException(404, f"there is no contest {number}")
    return run


ContestHere = Annotated[Contest | Run, Depends(_contest)]


@router.get("/contests/{number}")
async def contest(
    found: ContestHere, number: Number, desk: DeskHere, after: After = -1, wait: Wait = 0.0
) -> ContestTold:
    """One contest with its result so far, waiting for news if that is asked for."""
    if isinstance(found, Contest):
        await found.wait_for_news(after, wait)
        told = _live(found)
    else:
        told = _stored(found)
    if desk.archive:
        told.recorded = desk.archive.hand_counts([number]).get(number, 0)
    return told


@router.delete("/contests/{number}")
async def stop(found: ContestHere, number: Number, desk: DeskHere) -> ContestTold:
    """Leave a contest off; it can be gone on with."""
    if not isinstance(found, Contest) or not desk.contests.stop(number):
        raise HTTPException(409, f"contest {number} is not being played here")
    return _live(found)


@router.post("/contests/{number}/resume", status_code=202)
async def resume(number: Number, desk: DeskHere, archive: ArchiveHere) -> ContestTold:
    """Go on with a contest that was left off."""
    playing = desk.contests.contests.get(number)
    run = archive.run(number)
    if run is None or run.kind not in CONTEST_KINDS:
        raise HTTPException(404, f"there is no contest {number}")
    if run.status != "interrupted" or (playing and not playing.over):
        raise HTTPException(409, f"contest {number} is not one that was left off")
    again = read_job(run)
    for name in set(again.players):
        check_agent_name(name)
    every = run.settings["record"]
    if run.settings["until"] or run_spec(run.kind, again, every).fingerprint != run.fingerprint:
        raise HTTPException(
            409, f"contest {number} was begun in another way: fivebet runs resume {number}"
        )
    return _live(await desk.contests.start(run.kind, again, every, number))


@router.get("/contests/{number}/lobby")
def lobby(
    found: ContestHere,
    number: Number,
    archive: ArchiveHere,
    tournament: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> LobbyTold:
    """A recorded tournament, table by table."""
    series = found.job if isinstance(found, Contest) else read_job(found)
    if not isinstance(series, TournamentSeries):
        raise HTTPException(404, f"contest {number} is no tournament")
    every = found.record_every if isinstance(found, Contest) else found.settings["record"]
    first = tournament * HANDS_A_TOURNAMENT
    last = first + HANDS_A_TOURNAMENT - 1
    hands = archive.of_run(number, first, last, HANDS_A_TOURNAMENT)
    given = series.tournament
    if not hands:
        raise HTTPException(404, f"tournament {tournament} of contest {number} is not recorded")
    told = lobby_to_dict([each.hand for each in hands], given)
    return LobbyTold(
        run=number,
        tournament=tournament,
        recorded=list(range(0, series.chunks, every)) if every else [],
        players=list(given.agents),
        stack=given.schedule.stack,
        prizes=[share * given.prize_pool for share in given.payouts],
        **told,
    )


@router.get("/leaders")
def leader_board(
    archive: ArchiveHere,
    game: Annotated[str, Query(max_length=40, description="All games if left out.")] = "",
    hands: Annotated[int, Query(ge=0, lt=2**53, description="The least to be listed.")] = 1_000,
) -> LeadersTold:
    """Agents by what they have won in all kept matches, rings and leagues."""
    runs = archive.runs(("match", "ring", "league"), _MOST_RUNS_COUNTED, "finished")
    found = leaders([run.result for run in runs if run.result], game)
    return LeadersTold(
        games=sorted({str(run.result["game"]) for run in runs if run.result}),
        leaders=[_leader(each) for each in found if each.hands >= hands],
    )


def _leader(found: Leader) -> LeaderTold:
    return LeaderTold(
        name=found.name,
        hands=found.hands,
        contests=found.contests,
        mbb_per_hand=found.mean,
        ci95=list(found.ci95) if found.ci95 else None,
        opponents=sorted(found.opponents),
    )


def _match(asked: MatchAsked) -> tuple[str, Job[Any]]:
    game = Game.named(asked.game)
    for name in set(asked.agents):
        check_agent_name(name, game.name)
    agents = tuple(asked.agents)
    if asked.league:
        league = League(
            game=game, agents=agents, deals=asked.deals, seed=asked.seed, matches=asked.matches
        )
        lucks = [with_luck(match, asked.luck).luck for match in league.table_matches]
        strongest = max(lucks, key=list(Luck).index)
        return "league", replace(league, luck=strongest)
    match = Match(
        game=game,
        agents=agents,
        deals=asked.deals,
        seed=asked.seed,
        seats=asked.seats,
        matches=asked.matches,
    )
    return "match" if len(agents) == 2 else "ring", with_luck(match, asked.luck)


def _live(playing: Contest) -> ContestTold:
    settings = playing.job.to_dict()
    return ContestTold(
        run=playing.number,
        kind=playing.kind,  # type: ignore[arg-type]
        status=playing.status,
        here=True,
        error=playing.error,
        version=playing.version,
        progress=playing.progress,
        game=_game(settings),
        players=list(playing.job.players),
        settings=_settings(settings),
        created=None,
        recorded=0,
        result=playing.result,
    )


def _stored(run: Run) -> ContestTold:
    settings = run.settings["contest"]
    return ContestTold(
        run=run.id,
        kind=run.kind,  # type: ignore[arg-type]
        status=_STATUS[run.status],
        here=False,
        error="",
        version=0,
        progress=min(1.0, run.done / run.chunks) if run.status != "finished" else 1.0,
        game=_game(settings),
        players=run.players,
        settings=_settings(settings),
        created=run.created,
        recorded=0,
        result=run.result,
    )


def _game(settings: dict[str, Any]) -> str:
    return str(settings["game"]["name"] or settings["game"]["structure"])


def _settings(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key not in ("game", "agents")}
