"""Runs from the command line: interrupted, resumed, short of disk, and cut off from their store."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from fivebet.arena import Match
from fivebet.cli.app import run
from fivebet.errors import StoreError
from fivebet.game import Game
from fivebet.runs.handle import RunHandle
from fivebet.runs.runner import JobStopped
from fivebet.store.locations import store_url
from tests.store.server import PostgresServer

LEARNERS = Path(__file__).parent / "arena" / "learners.py"
EVERY_CHUNK = "import fivebet.runs.handle as handle; handle._SECONDS_BETWEEN_WRITES = 0.0"


def answer(capsys: pytest.CaptureFixture[str], *command: str) -> Any:
    """The JSON of a command that must succeed."""
    capsys.readouterr()
    assert run([*command, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def result(capsys: pytest.CaptureFixture[str], *command: str) -> Any:
    """The JSON of a run, times aside."""
    output = answer(capsys, *command)
    assert set(output.pop("timing")) == {"seconds", "hands_per_second"}
    return output


@pytest.fixture
def pipes(tmp_path: Path) -> Path:
    """Through which an agent says where it is."""
    folder = tmp_path / "pipes"
    folder.mkdir()
    os.mkfifo(folder / "here")
    os.mkfifo(folder / "go on")
    return folder


def started(*command: str, first: str = "pass") -> "subprocess.Popen[str]":
    """A command in a process of its own, which takes Ctrl-C even if we do not."""
    interrupts = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    lines = (interrupts, first, "from fivebet.cli import main", "main()")
    return subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(pipes: Path, process: "subprocess.Popen[str]") -> None:
    """Until the agent in a process says that it is there."""
    heard = b""
    with os.fdopen(os.open(pipes / "here", os.O_RDONLY | os.O_NONBLOCK), "rb", 0) as pipe:
        while not heard:
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
            heard = pipe.read() or b""
    assert heard.startswith(b"here")


def interrupted(pipes: Path, *command: str, by: int = signal.SIGINT) -> str:
    """What a command says when it is interrupted in the hand in which its agent pauses."""
    process = started(*command)
    wait_for(pipes, process)
    process.send_signal(by)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (128 + by, "")
    assert err.count("\n") == 1
    shutil.rmtree(pipes)
    return err


def pauses(pipes: Path, at: int) -> str:
    return f"{LEARNERS}::Pauses:pipes={pipes},at={at}"


@pytest.mark.parametrize(
    ("command", "at", "workers", "by"),
    [
        # Agents that remember are cut after five hundred hands, others far more often.
        (("match", f"{LEARNERS}::Learner", "--hands", "540"), 520, "1", signal.SIGTERM),
        (
            ("match", f"{LEARNERS}::Learner", "--hands", "540", "--matches", "3"),
            520,
            "2",
            signal.SIGINT,
        ),
        (
            ("ring", "random", "call", "--game", "limit-3p", "--hands", "400"),
            320,
            "2",
            signal.SIGTERM,
        ),
        (("league", "random", "fold", "--hands", "400"), 320, "1", signal.SIGINT),
    ],
)
def test_a_run_that_was_interrupted_ends_as_one_that_was_not(
    command: tuple[str, ...],
    at: int,
    workers: str,
    by: int,
    pipes: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = (*command, pauses(pipes, at))
    said = interrupted(pipes, *whole, "--workers", workers, by=by)
    assert "resume with the same command, or fivebet runs resume 1" in said
    (kept,) = answer(capsys, "runs")
    assert kept["status"] == "interrupted"
    assert 0 < kept["done"] < kept["pieces"]
    resumed = result(capsys, *whole, "--workers", "1")
    assert answer(capsys, "runs")[0]["status"] == "finished"
    assert resumed == result(capsys, *whole, "--workers", "1", "--store", "none", "--trust")


def test_a_run_is_resumed_by_its_number_from_anywhere(
    pipes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(LEARNERS, tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    agent = f"mine.py::Pauses:pipes={pipes},at=320"
    command = ("match", agent, "random", "--hands", "450", "--seed", "4", "--record", "1/9")
    interrupted(pipes, *command, "--workers", "1")
    monkeypatch.chdir("/")
    resumed = result(capsys, "runs", "resume", "1", "--workers", "1")
    shown = answer(capsys, "runs", "show", "1")
    assert (shown["status"], shown["recorded_hands"]) == ("finished", 50)
    assert shown["result"]["players"] == resumed["players"]
    monkeypatch.chdir(tmp_path)
    assert resumed == result(capsys, *command[:-2], "--workers", "1", "--store", "none")


def test_a_run_is_resumed_in_the_store_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though the run goes on in another folder than that of the command."""
    store, elsewhere = str(tmp_path / "runs.db"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    match = Match(game=Game.named("limit-2p"), agents=("call", "fair"), deals=1000)
    chunks: list[object] = []
    with (
        RunHandle("match", match, store_url(store)) as handle,
        pytest.raises(JobStopped),
    ):
        handle.execute(on_result=chunks.append, should_stop=lambda: bool(chunks))
    monkeypatch.chdir(elsewhere)
    answer(capsys, "runs", "resume", "1", "--workers", "1", "--store", "../runs.db")
    assert answer(capsys, "runs", "show", "1", "--store", store)["status"] == "finished"


def test_another_version_of_an_agent_does_not_go_on(
    pipes: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.py"
    shutil.copy(LEARNERS, mine)
    command = ("match", f"{mine}::Pauses:pipes={pipes},at=320", "random", "--hands", "400")
    command = (*command, "--workers", "1")
    interrupted(pipes, *command)
    mine.write_text(mine.read_text() + "\n# better now\n")
    assert run(["runs", "resume", "1"]) == 2
    assert "start it anew" in capsys.readouterr().err
    assert run([*command, "--store", str(tmp_path / "home" / "fivebet.db")]) == 0
    assert [each["status"] for each in answer(capsys, "runs")] == ["interrupted", "finished"]


def test_a_fresh_start_does_not_go_on(pipes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("match", pauses(pipes, 320), "random", "--hands", "400", "--record", "all")
    command = (*command, "--workers", "1")
    interrupted(pipes, *command)
    assert run([*command, "--fresh"]) == 0
    assert [each["status"] for each in answer(capsys, "runs")] == ["interrupted", "finished"]


@pytest.mark.parametrize(("at", "store"), [("0", "own.db"), ("500", "none")])
def test_where_nothing_is_kept_an_interrupted_run_says_so(
    at: str, store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = store if store == "none" else str(tmp_path / store)
    command = ["match", "call", f"{LEARNERS}::Interrupts:at={at}", "--hands", "900"]
    assert run([*command, "--workers", "1", "--trust", "--store", path]) == 130
    assert capsys.readouterr().err == "fivebet: interrupted: nothing is stored\n"
    if store != "none":
        assert answer(capsys, "runs", "--store", path) == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_agent_that_ends_its_process_is_named_and_the_run_goes_on(
    workers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = f"{LEARNERS.with_name('bad_agents.py')}::Dies"
    output = result(capsys, "match", "call", agent, "--hands", "30", "--workers", workers)
    calling, dying = output["players"]
    assert output["hands"] == 30
    assert calling["failures"] == 0
    assert dying["failure_kinds"]["died"] == dying["failures"] > 0


def test_finished_runs_are_played_anew(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("match", "call", "random", "--hands", "25", "--record", "all")
    first = result(capsys, *command)
    assert result(capsys, *command) == first
    assert [each["status"] for each in answer(capsys, "runs")] == ["finished"] * 2


def test_short_runs_are_not_kept_unless_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivebet.cli.run_options._PATIENCE", 3600.0)
    command = ("match", "call", "random", "--hands", "25")
    result(capsys, *command)
    assert not (tmp_path / "home").exists()
    result(capsys, *command, "--store", str(tmp_path / "own.db"))
    (kept,) = answer(capsys, "runs", "--store", str(tmp_path / "own.db"))
    assert kept["players"] == ["call", "random"]


def test_a_full_disk_keeps_what_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("match", "call", "random", "--hands", "3000", "--record", "all", "--workers", "1")
    small_disk = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))"
    process = started(*command, first=f"{EVERY_CHUNK}\n{small_disk}")
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (2, "")
    assert err.count("\n") == 1
    assert "cannot be written" in err
    assert "resume with fivebet runs resume 1" in err
    (kept,) = answer(capsys, "runs")
    assert (kept["status"], 0 < kept["done"] < kept["pieces"]) == ("interrupted", True)
    resumed = result(capsys, "runs", "resume", "1", "--workers", "1")
    assert answer(capsys, "runs", "show", "1")["recorded_hands"] == 3000
    assert resumed == result(capsys, *command[:5], "--workers", "1", "--store", "none")


def test_a_store_that_is_lost_at_the_end_does_not_take_the_result_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr("fivebet.store.runs.Runs.finish", lose)
    command = ["match", "call", "random", "--hands", "25", "--store", str(tmp_path / "own.db")]
    assert run([*command, "--workers", "1", "--json"]) == 2
    output = capsys.readouterr()
    assert json.loads(output.out)["hands"] == 25
    assert output.err == "fivebet: the disk is full; the result is complete, but it is not stored\n"


def test_a_lost_server_keeps_what_is_done(
    pipes: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("match", pauses(pipes, 400), "random", "--hands", "800", "--workers", "1")
    with PostgresServer() as server:
        monkeypatch.setenv("FIVEBET_STORE", server.new_database())
        process = started(*command, first=EVERY_CHUNK)
        wait_for(pipes, process)
        server.stop()
        (pipes / "go on").write_text("go on")
        out, err = process.communicate(timeout=600)
        assert (process.returncode, out) == (2, "")
        assert err.count("\n") == 1
        assert "the store postgresql://postgres@/fivebet0 cannot be written" in err
        server.start()
        shutil.rmtree(pipes)
        (kept,) = answer(capsys, "runs")
        assert (kept["status"], 0 < kept["done"] < kept["pieces"]) == ("interrupted", True)
        resumed = result(capsys, "runs", "resume", str(kept["run"]), "--workers", "1")
        assert resumed == result(capsys, *command, "--store", "none")


def test_a_home_that_cannot_be_written_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", "/proc/fivebet")
    command = ["match", "call", "random", "--hands", "100"]
    assert run([*command, "--record", "all"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "/proc/fivebet/fivebet.db cannot be made" in err
    assert "--store none plays without one" in err
    assert run([*command, "--store", "none"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "call", "call", "--record", "1/0"], "give none, all, or a share like 1/100"),
        (["match", "call", "call", "--record", "all", "--store", "none"], "needs a store"),
        (["match", "call", "call", "--store", "ftp://x"], "is no store"),
        (["match", "call", "call", "--matches", "0"], "0 matches"),
        (["runs", "show", "5"], "there is no run 5"),
        (["runs", "resume", "5"], "there is no run 5"),
        (["runs", "remove", "5"], "there is no run 5"),
        (["runs", "hands", "5"], "there is no run 5"),
        (["runs", "--store", "none"], "in no store"),
        (["runs", "show", "x"], "Invalid value"),
        (["runs", "show", "9" * 20], "there is no run 99999999999999999999"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert message in err


def test_runs_are_listed_shown_written_and_removed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["runs"]) == 0
    assert "No runs yet" in capsys.readouterr().out
    assert run(["match", "fair", "call", "--hands", "20", "--record", "1/2"]) == 0
    assert run(["league", "fold", "call", "--hands", "4", "--record", "all"]) == 0
    assert run(["runs"]) == 0
    assert "2 runs" in capsys.readouterr().out
    assert run(["runs", "show", "1"]) == 0
    assert "mbb/hand" in capsys.readouterr().out
    assert run(["runs", "hands", "1"]) == 0
    assert capsys.readouterr().out.count("variant = 'FT'") == 10
    assert run(["runs", "resume", "1"]) == 2
    assert run(["runs", "remove", "1"]) == 0
    capsys.readouterr()
    assert [each["run"] for each in answer(capsys, "runs")] == [2]
