"""Work that goes deeper than Python's stack: proofs and policies may be thousands of calls deep."""

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from fivebet.errors import PlanningError

__all__ = ["deeply"]

_Result = TypeVar("_Result")

_DEEP_STACK = 1 << 29  # bytes
_DEEPEST = 400_000  # calls in each other: what fits on such a stack
_STACK_SIZE = threading.Lock()


def deeply(work: Callable[[], _Result]) -> _Result:
    """Do some work; if it needs more stack than there is, again where there is plenty."""
    try:
        return work()
    except RecursionError:
        pass
    results: list[_Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEPEST)
        try:
            results.append(work())
        except RecursionError:
            errors.append(PlanningError(f"a proof or a plan is more than {_DEEPEST:,} calls deep"))
        except BaseException as error:
            errors.append(error)
        finally:
            sys.setrecursionlimit(limit)

    with _STACK_SIZE:
        size = threading.stack_size(_DEEP_STACK)
        try:
            # Ctrl-C leaves it behind: errors take minutes to climb out of such depths.
            thread = threading.Thread(target=run, daemon=True)
            thread.start()
        finally:
            threading.stack_size(size)
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
