"""Deferring Ctrl-C until work that must not be cut in two is done."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

_REQUESTS = (signal.SIGINT, signal.SIGTERM)


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
