import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Thread

import pytest

from fivebet.interrupts import uninterrupted
from tests.interrupting import interrupting


def test_an_interruption_waits_until_all_is_done() -> None:
    done = []

    def work(interrupt: Callable[[], None]) -> None:
        with uninterrupted():
            interrupt()
            done.append(1)
            interrupt()
            done.append(2)

    with interrupting() as interrupt, pytest.raises(KeyboardInterrupt):
        work(interrupt)
    assert done == [1, 2]


def test_an_interruption_waits_for_the_outermost() -> None:
    done = []

    def work(interrupt: Callable[[], None]) -> None:
        with uninterrupted():
            with uninterrupted():
                interrupt()
                done.append("inner")
            done.append("outer")

    with interrupting() as interrupt, pytest.raises(KeyboardInterrupt):
        work(interrupt)
    assert done == ["inner", "outer"]


def test_afterwards_interruptions_are_answered_as_before() -> None:
    answers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    with uninterrupted():
        pass
    assert {each: signal.getsignal(each) for each in answers} == answers
    with pytest.raises(KeyboardInterrupt), interrupting():
        signal.raise_signal(signal.SIGINT)


def test_processes_that_are_started_meanwhile_hear_nothing_of_ctrl_c() -> None:
    program = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('still there')"
    with uninterrupted():
        output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert output == "still there\n"


def test_elsewhere_than_in_the_main_thread_nothing_needs_to_wait() -> None:
    done = []

    def work() -> None:
        with uninterrupted():
            done.append(1)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


def test_a_command_that_is_interrupted_while_it_is_loaded_says_so_in_a_word() -> None:
    lines = (
        "import signal, sys",
        "signal.signal(signal.SIGINT, signal.default_int_handler)",
        "class Interrupts:",
        "    def find_spec(self, name, *_):",
        "        if name == 'fivebet.cli.app':",
        "            signal.raise_signal(signal.SIGINT)",
        "sys.meta_path.insert(0, Interrupts())",
        "from fivebet.cli import main",
        "main()",
    )
    program = [sys.executable, "-c", "\n".join(lines), "agents"]
    ended = subprocess.run(program, check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "fivebet: interrupted\n")
