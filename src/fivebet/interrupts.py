"""When processes end: Ctrl-C deferred until work is done, and nobody left without a parent."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from types import FrameType

_REQUESTS = (signal.SIGINT, signal.SIGTERM)
_SECONDS_BETWEEN_LOOKS = 2.0  # at whether the parent is alive


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer Ctrl-C and SIGTERM until the block is done.

    Blocking the signals of one thread would not do: another thread may take them,
    and Python then answers in the main thread all the same. Processes that are
    started meanwhile do not receive Ctrl-C.
    """
    if current_thread() is not main_thread():
        yield  # signals are answered in the main thread only
        return
    waiting: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        waiting.append(number)

    before = {request: signal.signal(request, note) for request in _REQUESTS}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for request, answer in before.items():
            signal.signal(request, answer)
        if waiting:
            signal.raise_signal(waiting[0])


def end_with_parent() -> None:
    """End this process soon after its parent has ended, whatever it is doing."""
    Thread(target=_watch_parent, args=(os.getppid(),), daemon=True).start()


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)
