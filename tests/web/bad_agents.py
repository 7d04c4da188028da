"""Agents that make trouble in the process where they think, or say what they see there."""

import os
import threading

from fivebet.game import Decision, View, raise_to


class Stuck:
    """Never answers."""

    def act(self, view: View) -> Decision:
        threading.Event().wait()
        raise AssertionError


class Dying:
    """Takes its process along."""

    def act(self, view: View) -> Decision:
        os._exit(3)


class Counting:
    """Remembers how many hands it has seen end, and says so."""

    remembers = True

    def __init__(self) -> None:
        self.seen = 0

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive, {"seen": self.seen})

    def observe(self, view: View) -> None:
        self.seen += 1


class Raising:
    """Answers with an exception."""

    def act(self, view: View) -> Decision:
        raise RuntimeError("no idea")


class Reporting:
    """Goes all-in, so that players are soon out, and says what it sees of the tournament."""

    def act(self, view: View) -> Decision:
        legal = view.legal
        action = raise_to(legal.max_raise) if legal.can_raise else legal.passive
        return Decision(action, {"game": view.game.name, "players_left": view.players_left})
