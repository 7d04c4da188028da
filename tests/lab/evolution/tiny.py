"""An evolution of six players for a moment each."""

from collections.abc import Iterator
from dataclasses import replace

from fivebet.arena.tournament import SCHEDULES
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.evolve import (
    Generation,
    Population,
    first_population,
    play_generation,
)
from fivebet.lab.evolution.experiment import Experiment
from fivebet.runs.executors import JobExecutor

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


def evolve(
    experiment: Experiment,
    population: Population | None = None,
    executor: JobExecutor | None = None,
) -> Iterator[tuple[Population, Generation]]:
    """Evolve from a population on, without a job."""
    population = population or first_population(experiment)
    while population.generation < experiment.generations:
        population, generation = play_generation(experiment, population, executor, exact=True)
        yield population, generation
