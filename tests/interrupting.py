"""Ctrl-C that another thread takes, as happens in a program that has several."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread


@contextmanager
def interrupting() -> Iterator[Callable[[], None]]:
    """Call it to interrupt; when it is back, the signal has been taken."""
    asked: SimpleQueue[bool] = SimpleQueue()
    taken: SimpleQueue[bool] = SimpleQueue()

    def take() -> None:
        while asked.get():
            signal.raise_signal(signal.SIGINT)
            taken.put(True)

    def interrupt() -> None:
        asked.put(True)
        taken.get()

    thread = Thread(target=take)
    thread.start()
    answer = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, answer)
        asked.put(False)
        thread.join()
