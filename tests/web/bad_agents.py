"""Agents that make trouble in the process where they think, or say what they see there."""

import os
import threading

import numpy as np
from numpy.typing import NDArray

from fivebet.game import Action, Decision, View, raise_to


class Stuck:
    """Never answers."""

    def act(self, view: View) -> Decision:
        threading.Event().wait()
        raise AssertionError


class Dying:
    """Takes its process along."""

    def act(self, view: View) -> Decision:
        os._exit(3)


class Secretive:
    """Decides, and does not say by which policy."""

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        raise RuntimeError("never")


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
