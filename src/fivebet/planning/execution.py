"""Running a search that may need a deep stack, and ending it when its time is up."""

import ctypes
import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TypeVar

from fivebet.errors import PlanningError

_Result = TypeVar("_Result")

_DEEP_STACK = 1 << 29  # bytes
_MAX_DEPTH = 400_000  # nested calls that fit on such a stack
_STACK_SIZE = threading.Lock()
_ALLOCATIONS = 200_000  # objects that are kept until garbage is looked for
_SECONDS_UNTIL_AGAIN = 0.5  # an exception thrown into garbage collection is lost


def with_deep_stack(work: Callable[[], _Result]) -> _Result:
    """Do some work, and do it again on a deep stack if it exceeds Python's recursion limit.

    Proofs and policies may be thousands of calls deep.
    """
    try:
        return work()
    except RecursionError:
        pass
    results: list[_Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_MAX_DEPTH)
        try:
            results.append(work())
        except RecursionError:
            errors.append(
                PlanningError(f"a proof or a plan is more than {_MAX_DEPTH:,} calls deep")
            )
        except BaseException as error:
            errors.append(error)
        finally:
            sys.setrecursionlimit(limit)

    with _STACK_SIZE:
        size = threading.stack_size(_DEEP_STACK)
        try:
            # Ctrl-C abandons the thread: errors take minutes to climb out of such depths.
            thread = threading.Thread(target=run, daemon=True)
            thread.start()
        finally:
            threading.stack_size(size)
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Let Python look for circular garbage less often meanwhile: a search makes hardly any.

    It keeps so much besides that looking through it takes a fifth of the time.
    """
    before = gc.get_threshold()
    if not 0 < before[0] < _ALLOCATIONS:  # switched off, or rarer already
        yield
        return
    gc.set_threshold(_ALLOCATIONS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _TimeIsUp(BaseException):
    """Signals the deadline; not an Exception, so that handlers of errors let it pass."""


def with_deadline(
    deadline: float, work: Callable[[], _Result], otherwise: Callable[[], _Result]
) -> _Result:
    """Return the result of some work, or that of `otherwise` if the deadline comes first.

    The work is ended wherever it is: in a search, a proof or a user's function. The
    deadline is one of `time.perf_counter`, or infinite.
    """
    if deadline == inf:
        return work()
    worker, over = threading.get_ident(), threading.Event()

    def watch() -> None:
        if over.wait(min(max(0.0, deadline - time.perf_counter()), threading.TIMEOUT_MAX)):
            return
        with _unraisable_ignored():
            while True:
                _throw(_TimeIsUp, worker)
                if over.wait(_SECONDS_UNTIL_AGAIN):
                    return

    watcher = threading.Thread(target=watch, daemon=True)

    def settle() -> None:
        over.set()
        watcher.join()
        _throw(None, worker)

    # The deadline may also come while it is being settled, after the work or after an
    # earlier signal; signals are so far apart that a third cannot.
    try:
        try:
            try:
                watcher.start()
                result = work()
                settle()
                return result
            except BaseException:
                settle()
                raise
        except _TimeIsUp:
            settle()
            return otherwise()
    except _TimeIsUp:
        settle()
        return otherwise()


@contextmanager
def _unraisable_ignored() -> Iterator[None]:
    """Keep Python from reporting a deadline that it could not raise."""
    before = sys.unraisablehook

    def report(lost: "sys.UnraisableHookArgs") -> None:
        if lost.exc_type is not _TimeIsUp:
            before(lost)

    sys.unraisablehook = report
    try:
        yield
    finally:
        sys.unraisablehook = before


def _throw(what: type[BaseException] | None, thread: int) -> None:
    """Raise an exception in a thread as soon as that runs Python code; None takes it back."""
    exception = None if what is None else ctypes.py_object(what)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), exception)
