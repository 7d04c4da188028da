"""Commands as scenarios write them."""

import shlex
from typing import Any

from tests.golden.commands import Case

ALONE = "--workers 1 --store none"


def case(line: str, **how: Any) -> Case:
    return Case(tuple(shlex.split(line)), **how)


def cases(*lines: str, **how: Any) -> list[Case]:
    return [case(line, **how) for line in lines]


def both(*lines: str, **how: Any) -> list[Case]:
    """Return each command twice: for scripts and for people."""
    return [case(f"{line}{ending}", **how) for line in lines for ending in (" --json", "")]
