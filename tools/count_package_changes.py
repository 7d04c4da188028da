"""Count how often a command passes from one package of fivebet to another, and who is made.

    python tools/count_package_changes.py [match aki+ fair --hands 2]

A change is counted when a function of fivebet is called or returns and the function that
was called or returned before it is in another package: control has passed from one to the
other. The package is the first folder below `fivebet`; the modules beside the folders are
one package together. What happens while modules are imported does not count: the work of
the command is meant, not its start. Version 0.1.0 (053817c) has 335 changes in 50 files
for `match aki+ fair --hands 2` by this count, the closest to the 329 reported of it.

An agent is constructed when the `__init__` of a class with a method `act` runs.
"""

import contextlib
import io
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

DEFAULT = ["match", "aki+", "fair", "--hands", "2"]


@dataclass
class Profile:
    """Counts calls between packages below a folder."""

    root: Path
    changes: Counter[tuple[str, str]] = field(default_factory=Counter)
    before: str | None = None
    importing: int = 0
    """How many modules are being imported."""
    files: set[str] = field(default_factory=set)
    agents: Counter[str] = field(default_factory=Counter)

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call or a return."""
        if event not in ("call", "return"):
            return
        if frame.f_code.co_name == "<module>":
            self.importing += 1 if event == "call" else -1
        if self.importing:
            return
        if event == "call" and frame.f_code.co_name == "__init__":
            self._note_agent(frame)
        here = self._file(frame)
        if here is None:
            return
        self.files.add(here)
        if self.before is not None and self.before != package(here):
            self.changes[self.before, package(here)] += 1
        self.before = package(here)

    def _note_agent(self, frame: FrameType) -> None:
        """Note that an agent is made; those of base classes are part of it."""
        made = type(frame.f_locals.get("self"))
        own = getattr(made.__init__, "__code__", None) is frame.f_code
        if own and hasattr(made, "act") and made.__module__.startswith("fivebet."):
            self.agents[made.__name__] += 1

    def _file(self, frame: FrameType) -> str | None:
        name = frame.f_code.co_filename
        start = f"{self.root}{os.sep}"
        return name.removeprefix(start) if name.startswith(start) else None


def package(file: str) -> str:
    """Return the first folder of a path below fivebet, or nothing for modules beside it.

    >>> package("arena/match.py"), package("errors.py")
    ('arena', '')
    """
    folder, slash, _ = file.partition("/")
    return folder if slash else ""


def profile(arguments: list[str]) -> Profile:
    """Run a command, with a home of its own, and count."""
    spec = find_spec("fivebet")
    assert spec is not None
    assert spec.origin is not None
    counted = Profile(Path(spec.origin).parent)
    from fivebet.cli.app import run  # noqa: PLC0415 - loaded before counting begins

    with TemporaryDirectory() as home, contextlib.redirect_stdout(io.StringIO()):
        os.environ["FIVEBET_HOME"] = home
        sys.setprofile(counted)
        try:
            code = run(arguments)
        finally:
            sys.setprofile(None)
    if code:
        raise SystemExit(f"the command ended with exit code {code}")
    return counted


def main() -> None:
    """Print the counts."""
    arguments = sys.argv[1:] or DEFAULT
    counted = profile(arguments)
    print(f"fivebet {' '.join(arguments)}")
    print(f"{counted.changes.total()} changes of package in {len(counted.files)} files")
    for (one, other), times in counted.changes.most_common():
        print(f"  {times:5}  {one or 'fivebet'} -> {other or 'fivebet'}")
    made = ", ".join(f"{name} {times} times" for name, times in counted.agents.items())
    print(f"agents constructed: {made or 'none'}")


if __name__ == "__main__":
    main()
