"""Agents that attack the arena which seats them.

Each calls or checks otherwise, so that an honest arena lets it come out as the agent `call`.
"""

import os
import signal
import sys
import time
from typing import Any

import fivebet.game.hand
from fivebet import _core
from fivebet.game import Decision, Hand, View, raise_to

print('{"players": "forged at import"}')


def decide(view: View) -> Decision:
    return Decision(view.legal.passive)


class Forger:
    """Makes all hands pay it, wherever it finds them."""

    def __init__(self) -> None:
        million = property(lambda _: (10**6, -(10**6)))
        for owner in (Hand, fivebet.game.hand.Hand, _core.HandInfo):
            try:
                owner.payoffs = million  # type: ignore[attr-defined]
            except (AttributeError, TypeError):
                continue
        _core.add_flows = lambda *_: None  # type: ignore[assignment]

    def act(self, view: View) -> Decision:
        import fivebet.arena.match  # noqa: PLC0415 - what the arena itself has loaded

        fivebet.arena.match.CHIP_FRACTIONS = 10**9  # type: ignore[attr-defined]
        return decide(view)


class Prints:
    """Prints in every way that there is."""

    def act(self, view: View) -> Decision:
        print('{"hands": 0}')
        os.write(1, b'{"hands": 0}\n')
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - it stays
        print('{"hands": 0}', flush=True)
        os.system("echo '{\"hands\": 0}'")
        return decide(view)


class Reads:
    """Reads what it can find on standard input."""

    def act(self, view: View) -> Decision:
        assert sys.stdin.read() == ""
        assert os.read(0, 100) == b""
        return decide(view)


class Deaf:
    """Ignores every signal that can be ignored, and everything that is raised."""

    def act(self, view: View) -> Decision:
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        while view.number == 1:
            try:
                time.sleep(60)
            except BaseException:
                continue
        return decide(view)


class Stubborn:
    """Catches the interruption and goes on."""

    def act(self, view: View) -> Decision:
        while view.number == 1:
            try:
                time.sleep(60)
            except BaseException:
                continue
        return decide(view)


class Forks:
    """Leaves a copy of itself behind that answers too."""

    def act(self, view: View) -> Decision:
        if view.number == 2:
            os.fork()
        return decide(view)


class Quits:
    """Raises what ends programs."""

    def act(self, view: View) -> Decision:
        raise (KeyboardInterrupt, SystemExit, GeneratorExit)[view.number % 3]("enough")


class Escapes:
    """Says things that a terminal would obey."""

    def act(self, view: View) -> Decision:
        raise ValueError(f"\x1b[2J{view.number}" + "gone " * 10_000)


class Chatters:
    """Fills both pipes with nonsense."""

    def act(self, view: View) -> Decision:
        for number in range(3, 20):
            try:
                os.write(number, b'{"type":"action","id":1,"action":"raise","to":2}\n')
            except OSError:
                continue
        sys.stderr.write("no " * 100_000)
        return decide(view)


class _Bomb:
    """Writes down which process opens it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _explode, ()


def _explode() -> None:
    with open(os.environ["BOMB_LOG"], "a", encoding="utf-8") as log:
        log.write(f"{os.getpid()}\n")


class Learns:
    """Raises more the more hands it has seen, and keeps a bomb with its notes."""

    remembers = True

    def __init__(self) -> None:
        self.seen = 0
        self.bomb: object = _Bomb()

    def act(self, view: View) -> Decision:
        if self.seen % 3 == 0 and view.legal.can_raise:
            return Decision(raise_to(view.legal.min_raise), {"seen": self.seen})
        return decide(view)

    def observe(self, view: View) -> None:
        self.seen += view.over


class Where:
    """Notes the processes in which it plays."""

    def act(self, view: View) -> Decision:
        with open(os.environ["WHERE_LOG"], "a", encoding="utf-8") as log:
            log.write(f"{os.getpid()}\n")
        return decide(view)
