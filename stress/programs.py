"""Commands of fivebet in processes of their own, which may be killed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FIVEBET = Path(sys.executable).with_name("fivebet")


class LostError(AssertionError):
    """Something that must not break has broken."""


@dataclass(frozen=True)
class Command:
    """A command that prints JSON, with a home of its own."""

    arguments: tuple[str, ...]
    home: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    largest_file: int | None = None
    """Bytes: writing more fails, as on a full disk."""

    def start(self) -> "subprocess.Popen[str]":
        """In a session of its own, so that its workers die with it."""
        return subprocess.Popen(
            [*self._limit(), FIVEBET, *self.arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "FIVEBET_HOME": str(self.home), **self.environment},
        )

    def result(self) -> dict[str, Any]:
        """What it prints when it is let be, without what depends on the clock."""
        with self.start() as process:
            out, err = process.communicate()
        if process.returncode:
            raise LostError(f"{' '.join(self.arguments)} ended with {process.returncode}: {err}")
        return timeless(json.loads(out))

    def _limit(self) -> list[str]:
        return [] if self.largest_file is None else ["prlimit", f"--fsize={self.largest_file}"]


def kill(process: "subprocess.Popen[str]") -> None:
    """With all its workers, at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def killed_until_done(command: Command, draw: random.Random, most: float) -> tuple[int, Any]:
    """How often it was killed, and what it printed when it got through.

    The time that it is given grows, so that it gets through even if it were to
    start anew each time; that it goes on is seen by its work, not by this.
    """
    kills = 0
    while True:
        process = command.start()
        try:
            out, err = process.communicate(timeout=draw.uniform(0.3, most * 1.1**kills))
        except subprocess.TimeoutExpired:
            kill(process)
            kills += 1
            continue
        if process.returncode:
            raise LostError(f"{' '.join(command.arguments)} ended with {process.returncode}: {err}")
        return kills, timeless(json.loads(out))


def timeless(output: Any) -> Any:
    """The same without seconds and rates."""
    if isinstance(output, dict):
        gone = ("timing", "seconds", "hands_per_second", "run", "file", "folder")
        return {key: timeless(value) for key, value in output.items() if key not in gone}
    return [timeless(each) for each in output] if isinstance(output, list) else output


def resident(pid: int) -> float:
    """Megabytes of a process and all its children."""
    total = 0.0
    waiting = [pid]
    while waiting:
        each = waiting.pop()
        try:
            status = Path(f"/proc/{each}/status").read_text()
            children = Path(f"/proc/{each}/task/{each}/children").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        waiting += map(int, children.split())
        total += next(
            (int(line.split()[1]) / 1024 for line in status.splitlines() if "VmRSS" in line), 0.0
        )
    return total


def wait_for(what: str, fine: Any, seconds: float = 30.0) -> None:
    """Until something holds."""
    deadline = time.monotonic() + seconds
    while not fine():
        if time.monotonic() > deadline:
            raise LostError(f"{what} did not happen within {seconds:g} s")
        time.sleep(0.1)
