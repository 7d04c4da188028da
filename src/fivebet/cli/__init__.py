"""The command line: one file per command, each thin.

User errors end with exit code 2 and one sentence on standard error.
"""

import sys
from io import TextIOWrapper

from fivebet.cli.app import run

__all__ = ["main"]


def main() -> None:
    """Run `fivebet` and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # suits, on terminals that have none
    sys.exit(run(sys.argv[1:]))
