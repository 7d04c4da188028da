"""Ctrl-C at the right moment: what must not be cut in two is done first."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

__all__ = ["uninterrupted"]

_REQUESTS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C, or another request to end, wait until all of this is done.

    Blocking the signals of one thread would not do: another thread may take them,
    and Python then answers in the main thread all the same. Processes that are
    started meanwhile hear nothing of Ctrl-C.
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
