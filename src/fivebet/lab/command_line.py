"""How `python -m fivebet.lab…` ends: as `fivebet` does, with one sentence where something is wrong.

Campaigns run on machines with nothing but NumPy, so that this needs nothing either.
"""

import sys
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
