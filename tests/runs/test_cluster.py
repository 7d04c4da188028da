"""On Dask: a real scheduler and real worker processes, one of which is killed in mid-run."""

import gc
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import pytest

from fivebet.arena import Match, play_match
from fivebet.cli.app import run
from fivebet.errors import ClusterError
from fivebet.game import Game
from fivebet.runs.executors import Cluster
from fivebet.runs.runner import run_job
from tests.runs.toy_jobs import Notebook

EVENT = Match(game=Game.named("limit-2p"), agents=("random", "call"), deals=6000, seed=3)


@dataclass
class Machines:
    address: str
    scheduler: "subprocess.Popen[str]"
    workers: "list[subprocess.Popen[str]]"


def started(program: str, *arguments: str, until: str) -> "tuple[subprocess.Popen[str], str]":
    """A program of Dask's that has come so far, and the line in which it says so."""
    pages = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{program}", *arguments, *pages],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    return process, next(line for line in process.stderr if until in line)


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    # Workers do not run ahead, so that what happens in mid-run does not happen after it.
    monkeypatch.setattr("fivebet.runs.runner._LINES_AHEAD", 1)
    scheduler, line = started(
        "scheduler", "--host", "127.0.0.1", "--port", "0", until="Scheduler at:"
    )
    found = Machines(line.split()[-1], scheduler, [])
    alone = ("--no-nanny", "--nthreads", "1")
    for _ in range(2):
        worker, _ = started("worker", found.address, *alone, until="Registered to:")
        found.workers.append(worker)
    yield found
    for process in (*found.workers, scheduler):
        process.kill()
        process.communicate()


def answer(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    assert run(["match", "random", "fair", "--hands", "300", "--json", *options]) == 0
    output: dict[str, object] = json.loads(capsys.readouterr().out)
    del output["timing"]
    return output


def test_another_program_on_the_dashboards_usual_port_does_not_matter() -> None:
    with socket.socket() as other:
        # Taken by us, or by somebody else already: both are what is meant.
        with suppress(OSError):
            other.bind(("0.0.0.0", 8787))
            other.listen()
        with Cluster("local", 1) as cluster:
            assert cluster.submit(abs, -7).result() == 7


def test_a_cluster_gives_the_same_result_though_a_worker_is_killed(
    machines: Machines, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, "--cluster", machines.address) == answer(capsys, "--workers", "1")

    def kill_one(done: float) -> None:
        if done > 0.2:
            machines.workers[0].kill()

    spread = run_job(EVENT, Cluster(machines.address), on_progress=kill_one)
    assert machines.workers[0].wait() != 0
    alone = play_match(EVENT)
    assert np.array_equal(spread.winnings, alone.winnings)
    assert spread.standings == alone.standings


def test_a_lost_cluster_is_one_sentence_and_keeps_what_is_done(machines: Machines) -> None:
    def kill_all(done: float) -> None:
        if done > 0.2:
            for process in (*machines.workers, machines.scheduler):
                process.kill()

    notes = Notebook()
    with pytest.raises(ClusterError, match="lost in mid-run"):
        run_job(EVENT, Cluster(machines.address), on_progress=kill_all, checkpoints=notes)
    assert 0 < len(notes.chunks) < EVENT.chunks
    resumed = run_job(EVENT, checkpoints=notes)
    assert np.array_equal(resumed.winnings, play_match(EVENT).winnings)


@pytest.mark.parametrize(
    ("address", "message"),
    [("nowhere", "cannot be reached"), ("tcp://127.0.0.1:1", "cannot be reached")],
)
def test_a_cluster_that_is_not_there_is_one_sentence(
    address: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fivebet.runs.executors._SECONDS_TO_REACH_A_CLUSTER", 0.2)
    assert run(["match", "call", "call", "--hands", "10", "--cluster", address]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:1"])
def test_a_client_that_could_not_start_is_closed_at_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed later, by the garbage collector, it may wait for Dask's lock for ever."""
    monkeypatch.setattr("fivebet.runs.executors._SECONDS_TO_REACH_A_CLUSTER", 0.2)
    with pytest.raises(ClusterError, match="cannot be reached"):
        Cluster(address).__enter__()
    clients = [each for each in gc.get_objects() if type(each).__name__ == "Client"]
    assert clients
    assert {client.status for client in clients} <= {"closed", "newly-created"}
