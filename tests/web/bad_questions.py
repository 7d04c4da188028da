"""Questions that no worker can answer; a module of few imports, which every worker loads."""

import os
import threading

from fivebet.errors import RangeError


def explode() -> None:
    raise ZeroDivisionError


def complain() -> None:
    raise RangeError("player 1 holds nothing")


def vanish() -> None:
    os._exit(3)


def hang() -> None:
    threading.Event().wait()
