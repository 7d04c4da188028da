"""The command line: one file per command, each thin.

User errors end with exit code 2 and one sentence on standard error.
"""

import os
import signal
import sys
from io import TextIOWrapper

__all__ = ["main"]


def main() -> None:
    """Run `fivebet` and exit."""
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
        # Ctrl-C once more, while processes are let go, ends it without another word.
        signal.signal(signal.SIGINT, lambda *_: os._exit(code))
    sys.exit(code)
