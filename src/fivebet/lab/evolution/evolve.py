"""Evolution: play, measure, remember, breed, generation after generation (Moik 2018, figure 4.3).

Everything drawn is named by seed and generation, so that an evolution which was
interrupted goes on to the same end, on any number of workers.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.networks import weights_needed
from fivebet.arena.compiled_tournaments import TournamentBatches
from fivebet.lab.evolution.breeding import next_generation, renew_fame
from fivebet.lab.evolution.experiment import Experiment
from fivebet.lab.evolution.fitness import Record, record_of, style_of
from fivebet.lab.evolution.search import first_search, search_on
from fivebet.runs.executors import InProcess, JobExecutor, Shared
from fivebet.runs.runner import run_job
from fivebet.streams import Stream

__all__ = ["Generation", "Population", "evolve", "first_population"]

Genes = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation's best player did, and the others."""

    number: int
    fitness: float
    place: float
    """Mapped to 0 to 1, as the next two."""
    hands_won: float
    mean_money: float
    roi: float
    """In percent, as the three of the playing style."""
    vpip: float
    pfr: float
    afq: float
    mean_fitness: float
    """Of all who evolve."""
    fame_fitness: float
    """Of the hall of fame on average; 0 without one."""
    replaced: int
    """Members of the hall of fame."""
    hands: int
    """At all tables."""

    def as_dict(self) -> dict[str, Any]:
        """For tables and JSON."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Population:
    """Everybody before a generation plays; in the end, the players of the last one."""

    generation: int
    """How many have been played."""
    players: Genes
    fame: Genes
    best: Genes
    """The fittest player of the generation that was played last; with CMA-ES, its mean."""
    search: bytes = b""
    """What CMA-ES knows, if that is the strategy."""

    def __post_init__(self) -> None:
        for genes in (self.players, self.fame, self.best):
            genes.setflags(write=False)


def first_population(experiment: Experiment) -> Population:
    """Return random networks, in the hall of fame too."""
    rng = Stream(experiment.seed, "first population").numpy()
    shape = experiment.players, weights_needed(experiment.layers)
    genes = rng.normal(0, experiment.spread, shape).astype(np.float32)
    search = b""
    if experiment.strategy == "cma":
        genes[: experiment.evolving], search = first_search(experiment)
    return Population(
        0, genes[: experiment.evolving], genes[experiment.evolving :], genes[0], search
    )


def evolve(
    experiment: Experiment,
    population: Population | None = None,
    executor: JobExecutor | None = None,
    *,
    exact: bool = False,
) -> Iterator[tuple[Population, Generation]]:
    """Evolve generation by generation, from a population on; the executor must be entered.

    Hand strengths come from a table, or are worked out hand by hand if `exact`.
    """
    executor = executor or InProcess()
    population = population or first_population(experiment)
    while population.generation < experiment.generations:
        population, generation = _next_generation(experiment, population, executor, exact)
        yield population, generation


def _next_generation(
    experiment: Experiment, population: Population, executor: JobExecutor, exact: bool
) -> tuple[Population, Generation]:
    evolving, number = experiment.evolving, population.generation
    record, habits, dealt = _play(experiment, population, executor, exact)
    fitness = experiment.fitness.of(record)
    players_fitness, fame_fitness = fitness[:evolving], fitness[evolving:]
    best = int(np.argmax(players_fitness))
    place, hands_won, mean_money = experiment.fitness.parts(record)[best]
    style = style_of(habits[best])
    fame, replaced = renew_fame(
        population.fame,
        fame_fitness,
        population.players,
        players_fitness,
        experiment.replacements,
    )
    children, champion, search = _breed(experiment, population, players_fitness, fame)
    generation = Generation(
        number=number,
        fitness=float(players_fitness[best]),
        place=float(place),
        hands_won=float(hands_won),
        mean_money=float(mean_money),
        roi=100 * float(record.roi[best]),
        vpip=style.vpip,
        pfr=style.pfr,
        afq=style.afq,
        mean_fitness=float(players_fitness.mean()),
        fame_fitness=float(fame_fitness.mean()) if experiment.fame else 0.0,
        replaced=replaced,
        hands=dealt,
    )
    return Population(number + 1, children, fame, champion, search), generation


def _play(
    experiment: Experiment, population: Population, executor: JobExecutor, exact: bool
) -> tuple[Record, NDArray[np.uint32], int]:
    """Play a generation's tournaments, all together or in groups, and return what everybody did."""
    genes = np.concatenate([population.players, population.fame])
    size = experiment.group + experiment.fame
    records: list[Record] = []
    habits: list[NDArray[np.uint32]] = []
    dealt = 0
    for start in range(0, len(genes), size):
        brains = [experiment.brain(each) for each in genes[start : start + size]]
        job = TournamentBatches(
            tournament=experiment.tournament,
            entrants=(*brains, *experiment.rivals),
            start=population.generation * experiment.tournaments,
            count=experiment.tournaments,
            size=experiment.batch,
            exact=exact,
        )
        series = run_job(job, Shared(executor))
        chips = experiment.players * experiment.schedule.stack
        records.append(record_of(series, chips, experiment.tournament.buy_in).first(size))
        habits.append(series.habits[:size])
        dealt += series.dealt
    return Record.of(records), np.concatenate(habits), dealt


def _breed(
    experiment: Experiment, population: Population, fitness: NDArray[np.float64], fame: Genes
) -> tuple[Genes, Genes, bytes]:
    """The next players, the best, and what CMA-ES knows."""
    if experiment.strategy == "cma":
        return search_on(population.search, fitness)
    rng = Stream(experiment.seed, "breeding", population.generation).numpy()
    extra = fame if experiment.fame_breeds else fame[:0]
    children = next_generation(population.players, fitness, experiment.breeding, rng, extra)
    return children, population.players[int(np.argmax(fitness))].copy(), b""
