import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from fivebet.arena import League, Match
from fivebet.arena.match import Seats
from fivebet.errors import StoreError
from fivebet.game import Game
from fivebet.runs.executors import Borrowed
from fivebet.runs.handle import RunHandle
from fivebet.store.database import Database
from fivebet.store.run_spec import ChunkResult, RunSpec
from fivebet.store.runs import Runs
from tests.runs.toy_jobs import AnyOrder


def spec(seed: int = 0) -> RunSpec:
    return RunSpec(kind="match", settings={"seed": seed}, players=("call", "fold"), chunks=10)


@pytest.fixture
def runs(store_url: str) -> Iterator[Runs]:
    opened = Runs(store_url)
    yield opened
    opened.close()


def test_an_interrupted_run_is_gone_on_with_and_a_finished_one_is_not(runs: Runs) -> None:
    first = runs.begin(spec())
    runs.interrupt(first)
    assert runs.begin(spec()) == first
    runs.finish(first, {"hands": 3}, last=9)
    second = runs.begin(spec())
    assert second != first
    assert runs.one(first).result == {"hands": 3}


def test_what_is_known_of_a_run_can_be_changed_while_it_goes_on(runs: Runs) -> None:
    run, other = runs.begin(spec(), fresh=True), runs.begin(spec(), fresh=True)
    runs.amend(run, {"seed": 0, "tokens": ["abc"]})
    assert runs.one(run).settings == {"seed": 0, "tokens": ["abc"]}
    assert runs.one(other).settings == {"seed": 0}


def test_of_several_interrupted_runs_the_latest_or_the_wanted_one_goes_on(runs: Runs) -> None:
    numbers = [runs.begin(spec(), fresh=True) for _ in range(3)]
    for number in numbers:
        runs.interrupt(number)
    assert runs.begin(spec(), wanted=numbers[1]) == numbers[1]
    assert runs.begin(spec()) == numbers[2]


def test_other_settings_and_a_fresh_start_make_another_run(runs: Runs) -> None:
    first = runs.begin(spec(seed=1))
    runs.interrupt(first)
    assert runs.begin(spec(seed=2)) != first
    assert runs.begin(spec(seed=1), fresh=True) != first


def test_a_run_that_another_process_plays_is_left_alone(runs: Runs, store_url: str) -> None:
    first = runs.begin(spec())
    database = Database(store_url)
    with database.writing() as session:
        worker = f"{os.uname().nodename}:{os.getppid()}"
        session.execute(text("UPDATE runs SET worker = :worker"), {"worker": worker})
    assert runs.begin(spec()) != first
    with pytest.raises(StoreError, match="is being played"):
        runs.remove(first)
    with database.writing() as session:
        session.execute(text("UPDATE runs SET worker = 'elsewhere:1'"))
    assert runs.begin(spec()) not in (first, first + 1)
    with database.writing() as session:
        session.execute(text("UPDATE runs SET updated = '2020-01-01 00:00:00+00:00'"))
    assert runs.begin(spec()) in (first, first + 1, first + 2)
    database.close()


def test_a_run_whose_process_died_counts_as_interrupted(runs: Runs, store_url: str) -> None:
    first = runs.begin(spec())
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    database = Database(store_url)
    with database.writing() as session:
        session.execute(
            text("UPDATE runs SET worker = :w"), {"w": f"{os.uname().nodename}:{child}"}
        )
    database.close()
    assert [run.status for run in runs.listed()] == ["interrupted"]
    assert runs.begin(spec()) == first


def test_chunks_come_back_as_they_were(runs: Runs) -> None:
    run = runs.begin(spec())
    chunks = {0: ChunkResult({"x": [1, "2/3"]}, 0), 4: ChunkResult(["é", None], 7, b"\0state\xff")}
    runs.write(run, chunks)
    assert runs.chunks(run) == chunks
    assert runs.one(run).done == 5


def test_what_cannot_be_written_whole_is_not_written(runs: Runs) -> None:
    run = runs.begin(spec())
    runs.write(run, {0: ChunkResult(1, 0)})
    with pytest.raises(StoreError, match="cannot be written"):
        runs.write(run, {1: ChunkResult(2, 1), 0: ChunkResult(3, 0)})
    assert runs.chunks(run) == {0: ChunkResult(1, 0)}


def test_a_run_that_is_not_there_is_named(runs: Runs) -> None:
    with pytest.raises(StoreError, match="there is no run 77"):
        runs.one(77)


def recorded(url: str, job: Match | League, every: int) -> tuple[Runs, int]:
    with RunHandle("any", job, url, record_every=every) as handle:
        handle.execute()
        handle.finish({})
    assert handle.run is not None
    return Runs(url), handle.run


def agents_of_decisions(url: str) -> Iterator[str]:
    database = Database(url)
    with database.reading() as session:
        found = session.scalars(text("SELECT agent FROM decisions ORDER BY hand, number")).all()
    database.close()
    return iter(found)


def test_recorded_hands_replay_and_tell_why(store_url: str) -> None:
    event = Match(
        game=Game.named("limit-3p"), agents=("fair", "tight", "call"), deals=40, seats=Seats.ALL
    )
    runs, run = recorded(store_url, event, every=1)
    hands = list(runs.hands(run))
    runs.close()
    agents = agents_of_decisions(store_url)
    assert [hand.serial for hand in hands] == list(range(240))
    for hand in hands:
        assert hand.record.replay().payoffs == hand.record.payoffs
        for seat, reasons in hand.decisions:
            agent = event.agents[hand.seating[seat]]
            assert next(agents) == agent
            assert ("strength" in json.loads(reasons or "{}")) == (agent != "call")
        assert len(hand.decisions) == len(hand.record.actions)


def test_a_share_of_the_deals_is_recorded_whole(tmp_path: Path) -> None:
    event = Match(
        game=Game.named("nolimit-2p"),
        agents=("random", "call"),
        deals=70,
        seats=Seats.ROTATED,
        matches=2,
    )
    runs, run = recorded(f"sqlite:///{tmp_path / 'runs.db'}", event, every=25)
    hands = list(runs.hands(run))
    runs.close()
    assert [hand.number for hand in hands] == [0, 0, 25, 25, 50, 50] * 2
    assert len({hand.seed for hand in hands}) == 2
    assert len({hand.serial for hand in hands}) == 12


def test_hands_beyond_the_point_where_a_rule_stopped_the_run_are_not_kept(tmp_path: Path) -> None:
    event = Match(game=Game.named("limit-2p"), agents=("call", "random"), deals=900)
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    with RunHandle("any", event, url, record_every=1) as handle, AnyOrder(5) as executor:
        result = handle.execute(Borrowed(executor, 4), until=lambda so_far: so_far.deals >= 200)
        handle.finish({})
    assert 200 <= result.hands < 900
    assert handle.run
    runs = Runs(url)
    numbers = [hand.number for hand in runs.hands(handle.run)]
    runs.close()
    assert numbers == list(range(result.hands))


def test_hands_of_a_league_name_its_players(tmp_path: Path) -> None:
    league = League(game=Game.named("limit-2p"), agents=("fold", "call", "raise"), deals=5)
    runs, run = recorded(f"sqlite:///{tmp_path / 'runs.db'}", league, every=1)
    pairs = [hand.record.players for hand in runs.hands(run)]
    runs.close()
    assert set(pairs[:10]) == {("fold", "call"), ("call", "fold")}
    assert set(pairs[20:]) == {("call", "raise"), ("raise", "call")}


def test_removing_a_run_removes_all_of_it(store_url: str) -> None:
    event = Match(game=Game.named("limit-2p"), agents=("call", "call"), deals=30)
    runs, run = recorded(store_url, event, every=1)
    assert runs.hand_count(run) == 30
    runs.remove(run)
    assert runs.listed() == []
    runs.close()
    database = Database(store_url)
    with database.reading() as session:
        for table in ("hands", "decisions", "pieces"):
            assert session.scalar(text(f"SELECT count(*) FROM {table}")) == 0
    database.close()
