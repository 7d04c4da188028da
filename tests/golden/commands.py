"""Run commands of `fivebet` in this process and put down what they answer.

Only the command line is used (`fivebet.cli:main`), so that everything behind it can be
rewritten. What differs from run to run, or from machine to machine, is replaced by a mark:
times, rates, paths, dates and the program's version.
"""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any

from fivebet.cli import main

__all__ = ["Case", "Outcome", "differences", "outcome", "plain", "room_for"]

ROOT = Path(__file__).parents[2]

VOLATILE_KEYS = {
    "created",
    "folder",
    "hands_per_second",
    "ms",
    "seconds",
    "slowest",
    "timing",
    "updated",
    "version",
}
"""Members of JSON objects whose values are times, paths or versions."""
PROSE_KEYS = {"about"}
"""Members that hold a sentence for people, taken from a docstring: it may be improved."""
VOLATILE_TEXT = (
    (re.compile(r"\s+·\s+[\d,.]+\s+hands/s"), " · <rate>"),
    (re.compile(r"\b[\d,.]+\s+m?s\b"), "<time>"),
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::[\d.]+)?"), "<date>"),
    (re.compile(r"\bfivebet \d+\.\d+\.\d+\S*"), "fivebet <version>"),
    # The command line library's own sentences differ from version to version.
    (re.compile(r"((?:Invalid value for|Missing option) '[^:.]*'[:.]) (?!\(see).*"), r"\1 …"),
    (re.compile(r" \((?:Possible options|Did you mean)[^)]*\)"), ""),
)


@dataclass(frozen=True)
class Case:
    """One command, and how its answer is compared."""

    arguments: tuple[str, ...]
    stdin: str = ""
    tolerance: float = 1e-9
    """Relative, of floats. The kernels are chosen by what the processor can do, and numpy's
    too: sums of the same numbers differ in their last bits from machine to machine."""
    position_names: bool = False
    """Whether the answer holds names of positions that solving spells in its own way (LJ
    where opponents have UTG): these are to change."""
    first_line_varies: bool = False
    """Free ports, printed first."""
    help_only: bool = False
    """Prints its help: of that, only the names are compared (see `answers.options`)."""
    own_process: bool = False
    """For commands that take standard output away from the process that they run in."""
    dealer: tuple[str, ...] = ()
    """A command that runs meanwhile and prints free ports: {port} stands for the last."""

    @property
    def name(self) -> str:
        """The command as one would type it."""
        return " ".join(word if word and " " not in word else repr(word) for word in self.arguments)


Outcome = dict[str, Any]
"""Exit code, standard output as JSON or lines, the first line of standard error."""


@contextmanager
def room_for(folder: Path, columns: int = 100) -> Iterator[None]:
    """Work in a folder that is also the user's home, on a terminal of so many columns."""
    changed = {
        "COLUMNS": str(columns),
        "FIVEBET_HOME": str(folder / "home"),
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    before = {name: os.environ.get(name) for name in (*changed, "FIVEBET_STORE")}
    cwd = Path.cwd()
    os.environ.update(changed)
    os.environ.pop("FIVEBET_STORE", None)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(cwd)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def outcome(case: Case) -> Outcome:
    """What a command answers, without what varies."""
    cwd = Path.cwd()
    with _dealt(case.dealer) as port:
        arguments = [word.replace("{port}", port) for word in case.arguments]
        run = _run_apart if case.own_process else _run
        code, out, err = run(arguments, case.stdin)
    os.chdir(cwd)
    if case.first_line_varies:
        out = out.partition("\n")[2]
    places = {str(cwd.resolve()): "<folder>", str(cwd): "<folder>", str(ROOT): "<root>"}
    found: Outcome = {"exit": code}
    if out and not case.help_only:
        document = _json(out)
        if document is None:
            found["text"] = _lines(out, places)
        else:
            found["json"] = plain(document, places)
    if err:
        found["error"] = _lines(err, places)[0]
    return found


def differences(
    expected: Any, found: Any, tolerance: float = 0.0, where: str = ""
) -> Iterator[str]:
    """Where two documents differ, one line for each place."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected.keys() | found.keys():
            if key not in found:
                yield f"{where}.{key} is missing: {_short(expected[key])}"
            elif key not in expected:
                yield f"{where}.{key} is new: {_short(found[key])}"
            else:
                yield from differences(expected[key], found[key], tolerance, f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            yield f"{where} has {len(found)} members, not {len(expected)}: {_short(found)}"
        for index, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from differences(one, other, tolerance, f"{where}[{index}]")
    elif isinstance(expected, float) and isinstance(found, float):
        if not isclose(expected, found, rel_tol=tolerance, abs_tol=tolerance):
            yield f"{where} is {found!r}, not {expected!r}"
    elif type(expected) is not type(found) or expected != found:
        yield f"{where} is {_short(found)}, not {_short(expected)}"


def _run(arguments: Sequence[str], stdin: str) -> tuple[int, str, str]:
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(3)]
    streams[0].buffer.write(stdin.encode())
    streams[0].buffer.seek(0)
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["fivebet", *arguments]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        main()
        code: Any = 0
    except SystemExit as end:
        code = end.code or 0
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    said = []
    for stream in streams[1:]:
        stream.flush()
        said.append(stream.buffer.getvalue().decode())
    return int(code), *said  # type: ignore[return-value]


_FIVEBET = (sys.executable, "-c", "from fivebet.cli import main; main()")


def _run_apart(arguments: Sequence[str], stdin: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*_FIVEBET, *arguments], input=stdin, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@contextmanager
def _dealt(arguments: Sequence[str]) -> Iterator[str]:
    """The last of the ports that a command opens, until it has ended by itself."""
    if not arguments:
        yield ""
        return
    with subprocess.Popen([*_FIVEBET, *arguments], stdout=subprocess.PIPE, text=True) as dealer:
        assert dealer.stdout is not None
        yield dealer.stdout.readline().split()[-1]
        dealer.communicate()


def _json(text: str) -> Any:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if isinstance(document, dict | list) else None


def _lines(text: str, places: dict[str, str]) -> list[str]:
    """Lines with single blanks: a time of another length moves what stands beside it."""
    lines = (re.sub(r"[ \t─━]+", " ", line).strip() for line in _masked(text, places).splitlines())
    return [line for line in lines if line.strip("│┃┡┏┓┗┛└┘┌┐├┤┼┴┬╇┳┩╰╯╭╮╵╷ ")]


def _masked(text: str, places: dict[str, str]) -> str:
    for place, mark in places.items():
        text = text.replace(place, mark)
    for pattern, mark in VOLATILE_TEXT:
        text = pattern.sub(mark, text)
    return text


def plain(value: Any, places: dict[str, str] = {}) -> Any:  # noqa: B006
    """A JSON document without what varies."""
    match value:
        case dict():
            return {
                key: f"<{key}>"
                if key in VOLATILE_KEYS or (key in PROSE_KEYS and each)
                else plain(each, places)
                for key, each in value.items()
            }
        case list():
            return [plain(each, places) for each in value]
        case str():
            return _masked(value, places)
    return value


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 160 else f"{text[:160]}…"
