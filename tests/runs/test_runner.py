import subprocess
import sys
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event as Bell
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.arena import Match, play_match
from fivebet.errors import AgentError, ClusterError
from fivebet.game import Game
from fivebet.runs.executors import Borrowed, InProcess, JobExecutor, Pool, Shared
from fivebet.runs.job import ChunkResult
from fivebet.runs.runner import JobStopped, run_job
from tests.runs.toy_jobs import AnyOrder, Notebook, Toy

HERE = Path(__file__).parents[1] / "arena"


@st.composite
def toys(draw: st.DrawFn) -> Toy:
    lengths = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=12)))
    stuck = draw(st.frozensets(st.integers(0, sum(lengths) - 1), max_size=4))
    return Toy(lengths, stuck)


@given(toys(), st.integers(0, 2**32), st.integers(1, 4))
def test_chunks_in_any_order_give_the_same_result(toy: Toy, seed: int, workers: int) -> None:
    alone = run_job(toy)
    assert len(alone) == toy.chunks
    with AnyOrder(seed) as executor:
        assert run_job(toy, Borrowed(executor, workers)) == alone


@given(toys(), st.integers(0, 2**32), st.integers(0, 30))
def test_a_rule_stops_at_the_same_chunk_with_any_workers(toy: Toy, seed: int, enough: int) -> None:
    def until(seen: tuple[str, ...]) -> bool:
        return len(seen) >= enough

    notes, others = Notebook(), Notebook()
    alone = run_job(toy, until=until, checkpoints=notes)
    with AnyOrder(seed) as executor:
        shared = Borrowed(executor, 3)
        assert run_job(toy, shared, until=until, checkpoints=others) == alone
    assert notes.ended == others.ended == len(alone) - 1
    assert set(notes.chunks) <= set(others.chunks)


@given(toys(), st.integers(0, 2**32), st.lists(st.integers(1, 8), max_size=4))
def test_an_interrupted_run_ends_as_one_that_was_not(
    toy: Toy, seed: int, interruptions: list[int]
) -> None:
    notes = Notebook()
    for after in interruptions:
        left = [after]

        def interrupt(_: float, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt

        with AnyOrder(seed) as executor:
            try:
                run_job(toy, Borrowed(executor, 2), checkpoints=notes, on_progress=interrupt)
            except KeyboardInterrupt:
                continue
    assert run_job(toy, checkpoints=notes) == run_job(toy)


def test_progress_counts_chunks_that_wait_for_an_earlier_one() -> None:
    class LastFirst(JobExecutor):
        width = 2

        def __init__(self) -> None:
            self.work: list[tuple[Future[Any], Any]] = []

        def submit(self, work: Any, *args: Any, **_: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            self.work.append((future, lambda: work(*args)))
            if len(self.work) == self.width:
                self.finish_last()
            return future

        def finish_last(self) -> None:
            future, work = self.work.pop()
            future.set_result(work())

    shares: list[float] = []
    executor = LastFirst()

    def on_progress(share: float) -> None:
        shares.append(share)
        if share < 1:
            executor.finish_last()

    toy = Toy((1, 1))
    assert run_job(toy, executor, on_progress=on_progress) == run_job(toy)
    assert shares == [0.5, 1.0, 1.0]


def test_nothing_is_played_twice() -> None:
    notes = Notebook()
    toy = Toy((3, 1, 2))
    whole = run_job(toy, checkpoints=notes)

    class Nobody(JobExecutor):
        def submit(self, *_: Any, **__: Any) -> "Future[Any]":
            raise AssertionError("all was kept")

    assert run_job(toy, Nobody(), checkpoints=notes) == whole


def test_only_as_many_chunks_are_given_out_as_workers_need() -> None:
    with AnyOrder(1) as executor:
        run_job(Toy((1,) * 3000), Borrowed(executor, 3))
    assert executor.most_waiting <= 6


def test_checkpoints_are_written_while_nothing_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow chunks must not keep quick ones from being written."""
    monkeypatch.setattr("fivebet.runs.runner._SECONDS_UNTIL_IDLE", 0.001)

    class Waking(Notebook):
        def idle(self) -> None:
            super().idle()
            slow.set()

    class OneIsSlow(Toy):
        def run_chunk(self, number: int, state: bytes | None, record_every: int) -> ChunkResult:
            assert number != 1 or slow.wait(60)
            return super().run_chunk(number, state, record_every)

    slow = Bell()
    notes = Waking()
    with ThreadPoolExecutor(1) as threads:
        run_job(OneIsSlow((1, 1)), Borrowed(threads, 1), checkpoints=notes)
    assert notes.idled


class Mortal(JobExecutor):
    """Breaks when given certain chunks, until they are isolated."""

    width = 4
    trusts_agents = True

    def __init__(self, *deadly: int, broken: type[Exception] = BrokenExecutor) -> None:
        self.deadly, self.broken, self.restarts = deadly, broken, 0
        self.died = (broken,)

    def submit(self, work: Any, *args: Any, **_: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        _, number, _, _, isolate = args
        if number in self.deadly and not isolate:
            future.set_exception(self.broken())
        else:
            future.set_result(work(*args))
        return future

    def restart(self) -> None:
        self.restarts += 1


class WorkerDiedError(Exception):
    pass


@pytest.mark.parametrize("broken", [BrokenExecutor, WorkerDiedError])
@pytest.mark.parametrize("deadly", range(9))
def test_chunks_that_a_dead_worker_leaves_are_isolated(
    deadly: int, broken: type[Exception]
) -> None:
    toy = Toy((1, 3, 2, 1, 2))
    executor = Mortal(deadly, (deadly + 3) % 9, broken=broken)
    assert run_job(toy, executor) == run_job(toy)
    assert executor.restarts == (broken is BrokenExecutor)


def test_isolated_chunks_that_end_workers_too_end_the_job() -> None:
    class Deadly(Mortal):
        def submit(self, work: Any, *args: Any, **kwargs: Any) -> "Future[Any]":
            return super().submit(work, *args[:4], False, **kwargs)

    notes = Notebook()
    with pytest.raises(AgentError, match="a worker died while toy were playing"):
        run_job(Toy((1, 1, 1, 1)), Deadly(2), checkpoints=notes)
    assert set(notes.chunks) >= {0, 1}


def test_a_job_that_is_told_to_stop_keeps_its_chunks() -> None:
    notes, toy = Notebook(), Toy((1,) * 9)
    with pytest.raises(JobStopped):
        run_job(toy, checkpoints=notes, should_stop=lambda: len(notes.chunks) >= 4)
    assert len(notes.chunks) == 4
    assert run_job(toy, checkpoints=notes) == run_job(toy)


def test_results_so_far_are_seen_chunk_by_chunk() -> None:
    seen: list[int] = []
    run_job(Toy((2, 3)), on_result=lambda reducer: seen.append(len(reducer.result())))
    assert seen == [1, 2, 3, 4, 5]


class FoldsWhenIsolated(Match):
    def isolated(self) -> "FoldsWhenIsolated":
        return replace(self, agents=("fold", "call"))


def test_a_pool_starts_anew_after_a_worker_died() -> None:
    match = FoldsWhenIsolated(
        game=Game.named("limit-2p"), agents=(f"{HERE / 'bad_agents.py'}::Dies", "call"), deals=60
    )
    pool = Pool(2)
    pool.trusts_agents = True
    result = run_job(match, pool)
    other = Match(game=match.game, agents=("fold", "call"), deals=60)
    assert result.winnings.tolist() == play_match(other).winnings.tolist()


def test_workers_are_forked_with_the_modules_that_are_loaded() -> None:
    asked = "'fivebet.arena.match' in __import__('sys').modules"
    program = (
        "import fivebet.arena.match, fivebet.runs.executors as executors\n"
        f"with executors.Pool(1) as pool: print(pool.submit(eval, {asked!r}).result())"
    )
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, check=True, capture_output=True).stdout == b"True\n"


def test_a_shared_executor_stays_for_the_next_job() -> None:
    class Guests(InProcess):
        gone = restarted = False

        def __exit__(self, *_: object) -> None:
            self.gone = True

        def restart(self) -> None:
            self.restarted = True

    guests, toy = Guests(), Toy((2, 1))
    shared = Shared(guests)
    assert run_job(toy, shared) == run_job(toy, shared) == run_job(toy)
    assert not guests.gone
    shared.restart()
    assert guests.restarted


def test_workers_that_are_lost_are_one_sentence() -> None:
    class Lost(JobExecutor):
        def submit(self, *_: Any, **__: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(ClusterError, match="lost in mid-run"):
        run_job(Toy((1, 1)), Lost())
