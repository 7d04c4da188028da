"""An evolution of six players for a moment each."""

from dataclasses import replace
from functools import partial

from fivebet.arena.tournament import SCHEDULES
from fivebet.lab.evolution import evolve as evolution
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.experiment import Experiment

# Nobody sees a flop that has no chips left: hands are short, and no table of strengths is needed.
SHORT = replace(SCHEDULES["turbo"], name="short", stack=30)
TINY = Experiment(
    name="tiny",
    layers=(16, 4, 3),
    generations=4,
    tournaments=4,
    batch=2,
    players=6,
    fame=2,
    replacements=1,
    breeding=Breeding(elite=2),
    schedule=SHORT,
    seed=5,
)

evolve = partial(evolution.evolve, exact=True)
"""Strengths are worked out hand by hand: the table would take half a minute to make."""
