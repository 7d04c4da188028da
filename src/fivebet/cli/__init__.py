"""The command line: one file per command, each thin.

User errors end with exit code 2 and one sentence on standard error.
"""

import os
import sys
from io import TextIOWrapper

from fivebet import __version__

__all__ = ["main"]


def main() -> None:
    """Run `fivebet` and exit."""
    if sys.argv[1:] == ["--version"]:
        print(f"fivebet {__version__}")  # at once, without loading the commands
        sys.exit()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # suits, on terminals that have none
    try:
        from fivebet.cli.app import run  # noqa: PLC0415 - takes a while, which Ctrl-C may end

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        print("fivebet: interrupted", file=sys.stderr)
        code = 130
    if code >= 128:
        import signal  # noqa: PLC0415

        # A second Ctrl-C, while processes are shut down, exits at once.
        signal.signal(signal.SIGINT, lambda *_: os._exit(code))
    sys.exit(code)
