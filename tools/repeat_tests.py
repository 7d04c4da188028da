"""Run the tests again and again, on free cores and beside busy processes.

    python tools/repeat_tests.py [--runs 10] [--busy 0 4] [--already 0] [--command "make test"]

Each run's output is kept in `test-logs/COMMIT/busy-K/run-NN.log`, and its result beside it.
Run the same command again to resume: finished runs of this commit count, an interrupted one
is repeated, and those of other commits do not count. The exit code is 0 if all runs have
passed. Code that is not committed is refused, as it would pass under a commit's name.

Busy processes count to a hundred thousand for ever. Where the machine has other work,
`--already 3` says that three of them need not be started. The load that each run has met, its own
processes included, is in its result.
"""

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

_BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"
_SUMMARY = re.compile(r"^=* ?(\d+ (?:passed|failed|error).*?) ?=*$", re.M)
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.M)
_SECONDS_BETWEEN_REPORTS = 60
_ENDS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class TestRun:
    """The result of one run."""

    commit: str
    command: str
    busy: int
    already: int
    load: float
    """The processes that could run, its own included, on average."""
    number: int
    exit_code: int
    seconds: float
    summary: str
    failed: list[str]

    def __str__(self) -> str:
        verdict = "passed" if self.exit_code == 0 else f"FAILED (exit code {self.exit_code})"
        return f"{verdict} in {self.seconds:.0f} s: {self.summary or 'no summary'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do the runs that are missing and print a table of all."""
    options = _options(arguments)
    commit = _commit()
    if commit is None:
        print("commit your changes first: a run counts for a commit", file=sys.stderr)
        return 2
    runs = []
    try:
        for busy in options.busy:
            for number in range(1, options.runs + 1):
                folder = options.folder / commit[:12] / f"busy-{busy}"
                runs.append(_run(folder, commit, options, busy, number))
    except KeyboardInterrupt:
        print("stopped: the same command resumes", file=sys.stderr)
        return 130
    except ChangedError:
        print("the code has changed during a run, which does not count", file=sys.stderr)
        return 2
    _print_table(runs)
    return int(any(run.exit_code for run in runs))


class ChangedError(Exception):
    """The code is no longer that of the commit."""


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=10, help="how often, for each load")
    parser.add_argument(
        "--busy", type=int, nargs="+", default=[0, 4], help="numbers of busy processes beside"
    )
    parser.add_argument(
        "--already", type=int, default=0, help="how many busy processes need not be started"
    )
    parser.add_argument("--command", default="make test", help="what is run")
    parser.add_argument(
        "--folder", type=Path, default=Path("test-logs"), help="where logs are kept"
    )
    return parser.parse_args(arguments)


def _commit() -> str | None:
    """Return the commit of the code here; None if the code differs from it."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], check=True, capture_output=True, text=True
        ).stdout.strip()

    return None if git("status", "--porcelain") else git("rev-parse", "HEAD")


def _run(folder: Path, commit: str, options: argparse.Namespace, busy: int, number: int) -> TestRun:
    """Return a finished run, or do it."""
    command, already = options.command, min(options.already, busy)
    name = f"busy {busy}, run {number} of {options.runs}"
    result = folder / f"run-{number:02}.json"
    if result.exists():
        run = TestRun(**json.loads(result.read_text("utf-8")))
        if (run.commit, run.command) == (commit, command):
            print(f"{name}: {run} (done before)", flush=True)
            return run
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"run-{number:02}.log"
    print(f"{name}: started, into {log}", flush=True)
    start = time.monotonic()
    with _busy_processes(busy - already):
        exit_code, load = _watch(command, log, name, start)
    seconds = time.monotonic() - start
    if _commit() != commit:
        raise ChangedError
    text = log.read_text("utf-8", errors="replace")
    summaries = _SUMMARY.findall(text)
    summary = summaries[-1] if summaries else ""
    run = TestRun(
        commit=commit,
        command=command,
        busy=busy,
        already=already,
        load=round(load, 1),
        number=number,
        exit_code=exit_code,
        seconds=round(seconds, 1),
        summary=summary,
        failed=_FAILED.findall(text),
    )
    unfinished = result.with_suffix(".part")
    unfinished.write_text(json.dumps(asdict(run), indent=1) + "\n", "utf-8")
    unfinished.replace(result)
    print(f"{name}: {run}", flush=True)
    return run


@contextmanager
def _busy_processes(number: int) -> Iterator[None]:
    """Keep so many processes busy; they also end when this one does."""
    processes = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _watch(command: str, log: Path, name: str, start: float) -> tuple[int, float]:
    """Run a command into a log, with a line of progress each minute; also return the load."""
    process = None
    loads: list[float] = []
    try:
        with log.open("wb") as output, _uninterrupted():
            process = subprocess.Popen(
                shlex.split(command),
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        while True:
            try:
                exit_code = process.wait(_SECONDS_BETWEEN_REPORTS)
                return exit_code, fmean(loads or [os.getloadavg()[0]])
            except subprocess.TimeoutExpired:
                loads.append(os.getloadavg()[0])
                last = log.read_text("utf-8", errors="replace").rstrip().rpartition("\n")[2]
                print(f"{name}: {time.monotonic() - start:.0f} s: {last[-60:]}", flush=True)
    except BaseException:
        if process is not None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
        raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put signals off to the end of the block: what it starts would be left behind unknown."""
    noted: list[int] = []
    answers = {
        number: signal.signal(number, lambda number, _: noted.append(number)) for number in _ENDS
    }
    try:
        yield
    finally:
        for number, answer in answers.items():
            signal.signal(number, answer)
    for number in noted:
        signal.raise_signal(number)


def _print_table(runs: list[TestRun]) -> None:
    print(f"\ncommit {runs[0].commit}, {runs[0].command}\n" if runs else "no runs")
    print("| busy | run | result | load | seconds | tests |\n|---|---|---|---|---|---|")
    for run in runs:
        result = "passed" if run.exit_code == 0 else f"failed: {', '.join(run.failed) or '?'}"
        print(
            f"| {run.busy} | {run.number} | {result} | {run.load} | {run.seconds:.0f} "
            f"| {run.summary} |"
        )
    green = sum(run.exit_code == 0 for run in runs)
    print(f"\n{green} of {len(runs)} runs passed")


if __name__ == "__main__":
    # Whoever ends this also ends the run, which would go on beside the one that resumes.
    for number in _ENDS:
        signal.signal(number, signal.default_int_handler)
    sys.exit(main())
