"""The command line: one file per command, each thin.

User errors end with exit code 2 and one sentence on standard error.
"""

import sys

from fivebet.cli.app import run

__all__ = ["main"]


def main() -> None:
    """Run `fivebet` and exit."""
    sys.exit(run(sys.argv[1:]))
