"""Work that is left when time is up, wherever it is then: in a search, a proof or a function."""

import ctypes
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import TIMEOUT_MAX, Event, Thread, get_ident
from typing import TypeVar

__all__ = ["within"]

_Result = TypeVar("_Result")

_SECONDS_UNTIL_AGAIN = 0.5  # what is thrown into garbage collection is lost


class _TimeIsUp(BaseException):
    """No error: whoever catches errors lets it pass."""


def within(
    deadline: float, work: Callable[[], _Result], otherwise: Callable[[], _Result]
) -> _Result:
    """What some work gives, or something else if that takes longer than till the deadline.

    The deadline is one of `time.perf_counter`, or infinite.
    """
    if deadline == inf:
        return work()
    worker, over = get_ident(), Event()

    def watch() -> None:
        if over.wait(min(max(0.0, deadline - time.perf_counter()), TIMEOUT_MAX)):
            return
        with _lost_in_silence():
            while True:
                _throw(_TimeIsUp, worker)
                if over.wait(_SECONDS_UNTIL_AGAIN):
                    return

    watcher = Thread(target=watch, daemon=True)
    try:
        watcher.start()
        try:
            return work()
        finally:
            over.set()
            watcher.join()
    except _TimeIsUp:
        return otherwise()


@contextmanager
def _lost_in_silence() -> Iterator[None]:
    """Python reports what it cannot raise; that time is up is nothing to report."""
    before = sys.unraisablehook

    def report(lost: "sys.UnraisableHookArgs") -> None:
        if lost.exc_type is not _TimeIsUp:
            before(lost)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before


def _throw(what: type[BaseException], thread: int) -> None:
    """Raise something in another thread, as soon as that is at Python's code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(what))
