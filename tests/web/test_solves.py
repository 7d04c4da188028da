"""Solves of a card room as runs: stopped, resumed, and shown by the process that solves."""

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from fivebet.errors import SolvingError
from fivebet.runs.executors import Pool
from fivebet.solving import Spot
from fivebet.solving.tree_files import library_path
from fivebet.store.runs import Runs
from fivebet.study.spot_solve import SpotSolve
from fivebet.web.jobs.solves import SolveJob, SolveQueue, delete_stored

SPOT = Spot.create("Kh8h3dJc5s", 200, 900, "22+, A2s+", "TT+, AKs")
ENDLESS = SpotSolve(spot=SPOT, target=0.0, iterations=10_000_000)


async def until_over(solve: SolveJob) -> None:
    while not solve.over:
        await solve.wait_for_news(solve.version, 60)


def kill_process(pool: Pool | None) -> None:
    assert pool
    (process,) = pool._pool._processes
    os.kill(process, signal.SIGKILL)


def test_a_solve_is_a_run_that_is_stopped_shown_and_resumed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'runs.db'}"

    async def solve() -> tuple[SolveJob, SolveJob]:
        queue = SolveQueue("cpu", url)
        first, token = queue.solve(ENDLESS, "host")
        while not first.figures.iterations:
            await first.wait_for_news(first.version, 60)
        assert queue.solve(ENDLESS, "other") == (first, "")
        assert (await queue.node(first, "check"))["player"] == "ip"
        queue.stop(first.id, token)
        await until_over(first)
        assert first.pool
        assert (await queue.node(first, ""))["player"] == "oop"
        second, _ = queue.solve(ENDLESS, "host")
        while second.figures.iterations <= first.figures.iterations:
            assert not second.over, second.error
            await second.wait_for_news(second.version, 60)
        await queue.close()
        return first, second

    first, second = asyncio.run(solve())
    assert (first.status, second.status) == ("stopped", "stopped")
    assert first.figures.ev
    assert second.figures.seconds > first.figures.seconds
    assert second.figures.points[0] == first.figures.points[0]  # from the store
    runs = Runs(url)
    (stored,) = runs.listed()
    assert (stored.kind, stored.status) == ("solve", "interrupted")
    other = replace(ENDLESS, spot=Spot.create("Kh8h3dJc5s", 200, 901, "22+, A2s+", "TT+, AKs"))
    # The process that solves has the home of the first test that has started one.
    library_path(SPOT).parent.mkdir(parents=True, exist_ok=True)
    library_path(SPOT).write_bytes(b"a tree")
    delete_stored(other, url)
    assert len(runs.listed()) == 1
    assert library_path(SPOT).is_file()
    delete_stored(ENDLESS, url)
    assert not runs.listed()
    assert not library_path(SPOT).exists()
    runs.close()


def test_a_process_that_died_while_its_tree_was_shown_is_replaced() -> None:
    async def solve() -> dict[str, Any]:
        queue = SolveQueue()
        solved, _ = queue.solve(SpotSolve(spot=SPOT, target=5.0, iterations=500), "host")
        await until_over(solved)
        kill_process(solved.pool)
        with pytest.raises(SolvingError, match="try again"):
            await queue.node(solved, "check")
        assert solved.task
        await solved.task
        node = await queue.node(solved, "check")
        await queue.close()
        return node

    assert asyncio.run(solve())["player"] == "ip"


def test_a_solve_that_waits_for_its_turn_is_stopped_at_once() -> None:
    async def solve() -> str:
        queue = SolveQueue()
        await queue._slots.acquire()
        waiting, token = queue.solve(ENDLESS, "host")
        await asyncio.sleep(0)
        with pytest.raises(SolvingError, match="waits for its turn"):
            await queue.node(waiting, "")
        with pytest.raises(HTTPException, match="stop it first"):
            await queue.delete(waiting, token, is_local=True)
        queue.stop(waiting.id, token)
        await until_over(waiting)
        await queue.close()
        return waiting.status

    assert asyncio.run(solve()) == "stopped"
