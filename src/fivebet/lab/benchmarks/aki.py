"""How many six-player hands AKI-RealBot plays out a second, beside the paper's figures.

From the first decision before the flop, with all five opponents yet to act: both
choices are played to the end. Everybody folds, calls and raises like somebody of whom
nothing is known.
"""

import os
from collections.abc import Callable
from functools import partial

from fivebet.agents.players.aki import Aki, AkiPlus
from fivebet.game import Game, Hand, View
from fivebet.lab.benchmarks.measure import Row, seconds

__all__ = ["BENCHMARKS"]

_PAPER = {"the paper": 10_000.0, "the paper, later": 30_000.0}
"""Hands a second, section 7.1: the engine of the event, and after first tests."""
_DEALS = 2_000  # few enough that other work does not interrupt every run


def _decision() -> View:
    return Hand(Game.named("limit-6p"), seed=3).view(2)


def _simulated(name: str, make: type[Aki], threads: int, goal: float | None) -> Row:
    agent, view = make(), _decision()
    play_out = agent.play_out(view, agent.opponents(view))
    deals = _DEALS if threads == 1 else 10 * _DEALS  # threads take a while to start
    took = seconds(lambda: play_out.play(1, deals, float("inf"), threads), at_least=1.0)
    return Row(name, 2 * deals / took, "hands/s", True, goal, _PAPER)


def _decided(name: str) -> Row:
    agent, view = Aki(), _decision()
    took = seconds(lambda: agent.act(view))
    return Row(name, 1000 * took, "ms", False)


_CORES = os.cpu_count() or 1

BENCHMARKS: dict[str, Callable[[str], Row]] = {
    "aki: simulated six-player hands before the flop": partial(
        _simulated, make=Aki, threads=1, goal=1e6
    ),
    f"aki: the same on {_CORES} cores": partial(_simulated, make=Aki, threads=_CORES, goal=None),
    "aki+: simulated hands, opponents who look at their cards": partial(
        _simulated, make=AkiPlus, threads=1, goal=None
    ),
    "aki: one decision with 1,000 simulations of each choice": _decided,
}
