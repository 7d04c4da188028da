"""Agents that misbehave, and one that keeps count."""

import os

from fivebet.game import Decision, View, raise_to


class Raises:
    """Breaks down."""

    def act(self, view: View) -> Decision:
        raise RuntimeError(f"no idea what to do in hand {view.number}")


class Nonsense:
    """Answers with a word."""

    def act(self, view: View) -> Decision:
        return f"all of {view.stack}"  # type: ignore[return-value]


class Illegal:
    """Raises to what nobody has."""

    def act(self, view: View) -> Decision:
        return Decision(raise_to(10**9 + len(view.moves)))


class Leaves:
    """Leaves the program."""

    def act(self, view: View) -> Decision:
        raise SystemExit(view.number)


class Dies:
    """Takes its process with it."""

    def act(self, view: View) -> Decision:
        os._exit(view.seat)


class Unborn:
    """Cannot even be made."""

    def __init__(self) -> None:
        raise RuntimeError("not today")

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)


class Counting:
    """Calls, and insists on seeing one hand after the other from the first."""

    remembers = True

    def __init__(self) -> None:
        self.seen = 0

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)

    def observe(self, view: View) -> None:
        if view.number != self.seen:
            raise RuntimeError(f"hand {view.number} after {self.seen} hands")
        self.seen += 1
