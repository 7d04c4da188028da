"""Agents that misbehave in ways that only a process of its own contains."""

import os
import sys

from fivebet.game import Decision, View


class Dies:
    """Takes its process with it in every third hand."""

    def act(self, view: View) -> Decision:
        if view.number % 3 == 2:
            sys.stderr.write("no more of this")
            sys.stderr.flush()
            os._exit(7)
        return Decision(view.legal.passive)


class Hangs:
    """Never comes back from its second hand."""

    def act(self, view: View) -> Decision:
        while view.number == 1:
            pass
        return Decision(view.legal.passive)


class Eats:
    """Wants four gibibytes."""

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive, {"bytes": len(bytearray(4 << 30))})


class Prints:
    """Talks on standard output."""

    def act(self, view: View) -> Decision:
        print("thinking")
        return Decision(view.legal.passive)


class Word:
    """Answers with a word."""

    def act(self, view: View) -> Decision:
        return f"all of {view.stack}"  # type: ignore[return-value]


class Upset:
    """Cannot bear to see how hands end."""

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)

    def observe(self, view: View) -> None:
        raise RuntimeError(f"hand {view.number} was too much")


class Keeps:
    """Keeps what it has seen."""

    remembers = True

    def __init__(self) -> None:
        self.seen = 0

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive, {"seen": self.seen})

    def observe(self, _: View) -> None:
        self.seen += 1
