"""Contests between agents: the same results as the arena's, stopped, resumed and added up."""

import asyncio
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from fivebet.arena import (
    League,
    Match,
    Tournament,
    TournamentSeries,
    play_league,
    play_match,
    play_tournaments,
)
from fivebet.arena.match import Seats
from fivebet.arena.present import league_to_dict, match_to_dict
from fivebet.arena.tournament import SCHEDULES
from fivebet.errors import StoreError
from fivebet.game import Game
from fivebet.runs.handle import RunHandle
from fivebet.runs.runner import JobStopped
from fivebet.store.locations import store_url
from fivebet.store.runs import Runs
from fivebet.web.jobs.contests import ContestJob
from fivebet.web.jobs.job_queue import JobQueue
from fivebet.web.jobs.leaders import rank_leaders

from .following import followed, get, post, refusal
from .servers import CardRoom


def test_a_match_ends_as_the_arena_plays_it(room: CardRoom) -> None:
    asked = {"agents": ["fair", "station"], "game": "limit-2p", "deals": 60, "seed": 5}
    begun = post(room, "/matches", **asked)
    assert begun.status_code == 202
    run = begun.json()["run"]
    data = followed(room, f"/contests/{run}")
    assert data["status"] == "finished"
    event = Match(
        game=Game.named("limit-2p"),
        agents=("fair", "station"),
        deals=60,
        seed=5,
        seats=Seats.ROTATED,
    )
    oracle = play_match(event)
    assert [each["chips"] for each in data["result"]["players"]] == [
        float(standing.chips) for standing in oracle.standings
    ]
    course = data["result"]["course"]
    assert course["played"][-1] == 120
    assert course["players"][0]["won"][-1] == pytest.approx(
        float(oracle.standings[0].chips) / event.game.big_blind, abs=1e-3
    )
    assert data["recorded"] == 120
    assert data["result"]["players"][0]["adjusted"]["method"] == "cards"


@pytest.mark.parametrize(
    ("asked", "recorded"),
    [
        ({"agents": ["call", "fold"], "deals": 20, "matches": 30}, 2 * 30 * 4),
        ({"agents": ["call", "fold", "raise"], "deals": 200, "league": True}, 2 * 3 * 34),
    ],
)
def test_about_a_hundred_deals_are_recorded_of_all_matches(
    room: CardRoom, asked: dict[str, object], recorded: int
) -> None:
    run = post(room, "/matches", game="limit-2p", luck="none", **asked).json()["run"]
    assert followed(room, f"/contests/{run}")["recorded"] == recorded


def test_a_match_that_was_stopped_goes_on_to_the_same_end(room: CardRoom) -> None:
    asked = {"agents": ["fair", "tight"], "game": "limit-2p", "deals": 400, "seed": 9}
    whole = followed(room, f"/contests/{post(room, '/matches', **asked).json()['run']}")
    begun = post(room, "/matches", **asked).json()
    run, mine = begun["run"], {"authorization": f"Bearer {begun['token']}"}
    followed(room, f"/contests/{run}", lambda data: data["result"] is not None)
    httpx.delete(f"{room.api}/contests/{run}", headers=mine)
    stopped = followed(room, f"/contests/{run}")
    if stopped["status"] == "stopped":  # unless it was over by then
        assert post(room, f"/contests/{run}/resume").status_code == 202
    again = followed(room, f"/contests/{run}")
    assert again["status"] == "finished"
    chips = [[each["chips"] for each in data["result"]["players"]] for data in (whole, again)]
    assert chips[0] == chips[1]
    assert "not one that was left off" in refusal(post(room, f"/contests/{run}/resume"), 409)
    late = httpx.delete(f"{room.api}/contests/{run}")
    assert "not being played here" in refusal(late, 409)


def test_a_league_is_a_cross_table_and_a_ranking(room: CardRoom) -> None:
    asked = {"agents": ["call", "raise", "fold"], "game": "limit-2p", "deals": 50, "league": True}
    run = post(room, "/matches", **asked).json()["run"]
    result = followed(room, f"/contests/{run}")["result"]
    for i in range(3):
        for j in range(3):
            assert result["cross"][i][j] == pytest.approx(-result["cross"][j][i])
    assert sorted(each["bankroll_rank"] for each in result["players"]) == [1, 2, 3]
    listed = {each["run"]: each for each in get(room, "/contests")}
    assert listed[run]["kind"] == "league"
    assert "course" not in (listed[run]["result"] or {})


def test_a_lobby_tells_the_places_that_the_director_gave(room: CardRoom) -> None:
    agents = ["fair", "tight", "loose", "call", "maniac", "station", "fold"]
    asked = {"agents": agents, "count": 1, "seats": 4, "schedule": "turbo", "seed": 3}
    run = post(room, "/tournaments", **asked).json()["run"]
    data = followed(room, f"/contests/{run}")
    assert data["status"] == "finished"
    lobby = get(room, f"/contests/{run}/lobby")
    tournament = Tournament(
        agents=tuple(agents), count=1, seats=4, schedule=SCHEDULES["turbo"], seed=3
    )
    oracle = play_tournaments(TournamentSeries(tournament=tournament))
    places = {entry.name: entry.places.index(1) + 1 for entry in oracle.entries}
    assert {agents[each["entrant"]]: each["place"] for each in lobby["places"]} == places
    assert sum(each["prize"] for each in lobby["places"]) == pytest.approx(700)
    chips = sum(seat["stack"] for table in lobby["rounds"][0]["tables"] for seat in table["seats"])
    assert chips == 7 * lobby["stack"]
    assert len(lobby["rounds"][0]["tables"]) == 2
    assert lobby["rounds"][-1]["left"] == 1
    missing = httpx.get(f"{room.api}/contests/{run}/lobby", params={"tournament": 5})
    assert "not recorded" in refusal(missing, 404)


def test_a_contest_that_was_stopped_before_anything_was_played_goes_on(room: CardRoom) -> None:
    asked = {"agents": ["aki", "planner"], "game": "limit-2p", "deals": 2000}
    begun = post(room, "/matches", **asked).json()

    def stop() -> None:
        mine = {"authorization": f"Bearer {begun['token']}"}
        httpx.delete(f"{room.api}/contests/{begun['run']}", headers=mine)
        assert followed(room, f"/contests/{begun['run']}")["status"] == "stopped"

    stop()
    resumed = post(room, f"/contests/{begun['run']}/resume")
    assert (resumed.status_code, resumed.json()["run"]) == (202, begun["run"])
    begun = resumed.json()
    stop()


@pytest.mark.parametrize(
    ("path", "asked", "why"),
    [
        ("/matches", {"agents": ["fair", "nobody"]}, "no agent 'nobody'"),
        ("/matches", {"agents": ["fair", "bot.py::Bot"]}, "cannot be seated from here"),
        ("/matches", {"agents": ["fair", "tight", "call"]}, "is played by 2"),
        ("/matches", {"agents": ["fair", "tight"], "luck": "none at all"}, "luck"),
        ("/matches", {"agents": ["fair", "tight"], "game": "bridge"}, "no game 'bridge'"),
        ("/tournaments", {"agents": ["fair", "tight"], "schedule": "slow"}, "no schedule"),
        ("/tournaments", {"agents": ["fair", "tight"], "rotations": 9}, "rotations"),
    ],
)
def test_contests_that_cannot_be_played_are_refused(
    room: CardRoom, path: str, asked: dict[str, object], why: str
) -> None:
    assert why in refusal(post(room, path, **asked))


def test_a_contest_that_never_was_is_not_found(room: CardRoom) -> None:
    assert "no contest 99999" in refusal(httpx.get(f"{room.api}/contests/99999"), 404)


def test_the_leader_board_weighs_by_hands_and_adds_errors_in_squares() -> None:
    def match(game: str, hands: int, mbb: float, reach: float) -> dict[str, object]:
        return {
            "game": game,
            "hands": hands,
            "players": [
                {"name": "a", "mbb_per_hand": mbb, "ci95": [mbb - reach, mbb + reach]},
                {"name": "b", "mbb_per_hand": -mbb, "ci95": [-mbb - reach, -mbb + reach]},
            ],
        }

    first, second = rank_leaders([(2, match("x", 100, 30, 8)), (2, match("x", 300, 10, 6))])
    assert (first.name, first.hands, first.contests) == ("a", 400, 2)
    assert first.mbb_per_hand == pytest.approx(15)
    assert first.ci95
    reach = ((8 * 100) ** 2 + (6 * 300) ** 2) ** 0.5 / 400
    assert first.ci95[1] - first.mbb_per_hand == pytest.approx(reach)
    assert second.opponents == ["a"]
    assert rank_leaders([(2, match("x", 100, 30, 8))], "y") == []


def test_hands_of_a_league_count_for_those_who_sat_in_them() -> None:
    match = Match(game=Game.named("limit-3p"), agents=("fold", "call", "raise"), deals=4)
    league = League(game=match.game, agents=match.agents, deals=4, rounds=2)
    results = [match_to_dict(play_match(match)), league_to_dict(play_league(league))]
    for leader in rank_leaders([(3, each) for each in results]):
        assert leader.hands == sum(each["hands"] for each in results)


def test_results_less_luck_count_on_the_leader_board() -> None:
    player = {"name": "a", "mbb_per_hand": 100.0, "ci95": [0.0, 200.0]}
    lucky = player | {"adjusted": {"mbb_per_hand": 10.0, "ci95": [5.0, 15.0]}}
    (found,) = rank_leaders([(2, {"game": "x", "hands": 10, "players": [lucky]})])
    assert found.mbb_per_hand == 10


def test_a_contest_that_waits_is_stopped_at_once(tmp_path: Path) -> None:
    match = Match(game=Game.named("limit-2p"), agents=("fair", "tight"), deals=1000)
    url = store_url(str(tmp_path / "runs.db"))
    assert url
    chunks: list[object] = []
    with RunHandle("match", match, url) as begun, pytest.raises(JobStopped):
        begun.execute(on_result=chunks.append, should_stop=lambda: bool(chunks))

    async def stop_waiting() -> list[str]:
        queue = JobQueue[int, ContestJob]("contests", at_once=0)
        for number, fresh in ((1, False), (2, True)):
            handle = RunHandle("match", match, url, fresh=fresh)
            assert handle.run == number
            queue.start(number, ContestJob(number, "match", handle))
        await asyncio.sleep(0)
        assert all(queue.stop(number, job.token) for number, job in queue.jobs.items())
        async with asyncio.timeout(60):
            await asyncio.gather(*(job.task for job in queue.jobs.values() if job.task))
        return [job.status for job in queue.jobs.values()]

    assert asyncio.run(stop_waiting()) == ["stopped", "stopped"]
    with closing(Runs(url)) as runs:
        (kept,) = runs.listed()  # nothing was played of the other
    assert (kept.id, kept.status) == (1, "interrupted")


def test_a_contest_that_cannot_be_left_while_it_waits_says_so(tmp_path: Path) -> None:
    match = Match(game=Game.named("limit-2p"), agents=("fair", "tight"), deals=1000)
    url = store_url(str(tmp_path / "runs.db"))

    class Stuck(ContestJob):
        async def leave(self) -> None:
            raise StoreError("the store is locked")

    async def stop_waiting() -> ContestJob:
        queue = JobQueue[int, ContestJob]("contests", at_once=0)
        job = Stuck(1, "match", RunHandle("match", match, url))
        queue.start(1, job)
        await asyncio.sleep(0)
        queue.stop(1, job.token)
        async with asyncio.timeout(60):
            assert job.task
            await job.task
        return job

    job = asyncio.run(stop_waiting())
    assert (job.status, job.error, job.over) == ("failed", "the store is locked", True)


def test_a_contest_that_takes_too_long_is_stopped_and_says_so() -> None:
    match = Match(game=Game.named("limit-2p"), agents=("fair", "tight"), deals=100)
    job = ContestJob(1, "match", RunHandle("match", match, None))
    job.most_seconds = 0.0
    asyncio.run(job.work())
    assert job.status == "stopped"
    assert "can be resumed" in job.error
