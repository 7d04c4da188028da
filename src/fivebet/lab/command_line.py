"""What programs of the lab do alike: print how far they are, and end as `fivebet` does.

Campaigns run on machines with nothing but NumPy, so that this needs nothing either.
"""

import sys
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

from fivebet.errors import FivebetError


def exit_with(main: Callable[[Sequence[str]], int], given: Sequence[str] | None = None) -> NoReturn:
    """Run a program with its arguments and exit: with 2 after a user's error, 130 after Ctrl-C."""
    try:
        code = main(sys.argv[1:] if given is None else given)
    except FivebetError as error:
        print(f"fivebet: {error}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        print("fivebet: interrupted; the same command goes on", file=sys.stderr)
        code = 130
    sys.exit(code)


def percent_printer() -> Callable[[float], None]:
    """Return a function that prints each further percent on standard error."""
    printed = -1

    def show(share: float) -> None:
        nonlocal printed
        percent = int(100 * share)
        if percent > printed:
            print(f"{percent} %", file=sys.stderr, flush=True)
            printed = percent

    return show


def until(minutes: float) -> Callable[[], bool]:
    """Return a function that says whether so many minutes are over, for `run_job` to ask."""
    end = time.monotonic() + 60 * minutes
    return lambda: time.monotonic() >= end
