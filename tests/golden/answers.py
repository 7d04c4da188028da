"""The kept answers, one JSON file for each scenario, and how they are made anew."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.golden.commands import Case, differences, outcome, room_for
from tests.golden.openapi import described
from tests.golden.scenario_files import furnish
from tests.golden.scenarios import COMMANDS, SCENARIOS

__all__ = ["DOCUMENTS", "compare", "kept", "made", "write"]

FOLDER = Path(__file__).parent / "answers"


def answers(scenario: str) -> dict[str, Any]:
    """What the commands of a scenario answer, by number and command."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        furnish(folder)
        with room_for(folder):
            return {key: outcome(case) for key, case in _numbered(scenario)}


def options() -> dict[str, list[str]]:
    """The options, arguments and subcommands that the help of each command lists."""
    with TemporaryDirectory() as name, room_for(Path(name), columns=1000):
        return {
            f"fivebet {command}".strip(): _listed(
                outcome(Case((*command.split(), "--help")))["text"]
            )
            for command in COMMANDS
        }


DOCUMENTS: dict[str, Callable[[], dict[str, Any]]] = {
    "options": options,
    "openapi": described,
    **{name: partial(answers, name) for name in SCENARIOS},
}
"""What is kept, by file, and how it is made."""


def made(name: str) -> Any:
    """A document as it is now."""
    return DOCUMENTS[name]()


def kept(name: str) -> Any:
    """A document as it was when it was written."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def write(name: str, document: Any) -> None:
    """Keep a document: one line for each command."""
    FOLDER.mkdir(exist_ok=True)
    lines = (f"{json.dumps(key)}: {_text(value)}" for key, value in document.items())
    (FOLDER / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def compare(name: str, found: Any) -> list[str]:
    """Where a document is no longer what was kept."""
    expected = kept(name)
    if name == "options":  # there may be more of them, never fewer
        return [
            f"{command} has lost {option}"
            for command, options in expected.items()
            for option in set(options) - set(found[command])
        ]
    if name not in SCENARIOS:
        return list(differences(expected, found))
    lines = [f"{key} is not kept" for key in found.keys() - expected.keys()]
    lines += [f"{key} is no longer asked" for key in expected.keys() - found.keys()]
    for key, case in _numbered(name):
        if key in expected:
            different = differences(expected[key], found[key], case.tolerance)
            mark = " (holds names of positions)" if case.position_names else ""
            lines += [f"{key}{mark}: {line}" for line in different]
    return lines


def _numbered(scenario: str) -> Iterator[tuple[str, Case]]:
    for number, case in enumerate(SCENARIOS[scenario], start=1):
        yield f"{number} fivebet {case.name}", case


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _listed(lines: list[str]) -> list[str]:
    """The names that begin the rows of panels: options, arguments and commands."""
    rows = (re.match(r"│ (?:\* )?((?:--?[A-Za-z][\w-]*,? ?)+|[a-z_]+\b)", line) for line in lines)
    return sorted({name for row in rows if row for name in row[1].replace(",", " ").split()})
