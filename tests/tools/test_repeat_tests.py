"""Repeated runs are counted for a commit, kept and resumed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .test_checks import tool

repeat_tests = tool("repeat_tests")


def git(*words: str) -> None:
    who = ("-c", "user.name=T", "-c", "user.email=t@t")
    subprocess.run(["git", *who, *words], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git("init", "--quiet")
    Path(".gitignore").write_text("test-logs/\ntimes\n")
    Path("check").write_text('echo x >> times; echo "== 3 passed in 0.1s =="')
    git("add", ".")
    git("commit", "--quiet", "-m", "Check")


def runs() -> int:
    return Path("times").read_text().count("x")


def test_runs_are_kept_counted_and_not_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--runs", "2", "--busy", "0", "1", "--command", "sh check"]
    assert repeat_tests.main(asked) == 0
    assert runs() == 4
    out = capsys.readouterr().out
    assert "4 of 4 runs passed" in out
    assert "| 1 | 2 | passed |" in out
    assert len(list(Path("test-logs").glob("*/busy-*/run-*.log"))) == 4
    last = max(Path("test-logs").glob("*/busy-1/run-*.json"))
    assert json.loads(last.read_text())["summary"] == "3 passed in 0.1s"
    last.unlink()  # as if it had been interrupted
    assert repeat_tests.main(asked) == 0
    assert runs() == 5
    assert "done before" in capsys.readouterr().out


def test_busy_processes_that_are_there_already_are_not_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[int] = []
    begin = repeat_tests._busy_processes
    monkeypatch.setattr(
        repeat_tests, "_busy_processes", lambda number: started.append(number) or begin(number)
    )
    asked = ["--runs", "1", "--busy", "0", "3", "--already", "2", "--command", "sh check"]
    assert repeat_tests.main(asked) == 0
    assert started == [0, 1]
    [result] = Path("test-logs").glob("*/busy-3/run-*.json")
    run = json.loads(result.read_text())
    assert (run["busy"], run["already"]) == (3, 2)
    assert run["load"] >= 0


def test_runs_of_another_commit_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--runs", "1", "--busy", "0", "--command", "sh check"]
    assert repeat_tests.main(asked) == 0
    Path("check").write_text("echo x >> times; echo 'FAILED tests/test_a.py::test_b'; exit 3")
    assert repeat_tests.main(asked) == 2
    assert "commit your changes first" in capsys.readouterr().err
    git("commit", "--quiet", "-a", "-m", "Break")
    assert repeat_tests.main(asked) == 1
    assert runs() == 2
    out = capsys.readouterr().out
    assert "failed: tests/test_a.py::test_b" in out
    assert "0 of 1 runs passed" in out


def test_code_that_changes_during_a_run_does_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert repeat_tests.main(["--runs", "1", "--busy", "0", "--command", "touch new"]) == 2
    assert "does not count" in capsys.readouterr().err
    assert not list(Path("test-logs").glob("*/busy-*/*.json"))


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_it_ends_its_run(tmp_path: Path, by: int) -> None:
    os.mkfifo(tmp_path / "started")
    command = f"sh -c 'echo $$ > {tmp_path}/started; exec sleep 600'"
    tool = [sys.executable, repeat_tests.__file__, "--runs", "1", "--busy", "0"]
    with subprocess.Popen([*tool, "--command", command], stderr=subprocess.PIPE) as process:
        run = int((tmp_path / "started").read_text())
        process.send_signal(by)
        _, error = process.communicate()
    assert (process.returncode, error) == (130, b"stopped: the same command resumes\n")
    with pytest.raises(ProcessLookupError):
        os.kill(run, 0)
