"""Evolution: play, measure, remember, breed, generation after generation (Moik 2018, figure 4.3).

Everything drawn is named by seed and generation, so that an evolution which was
interrupted goes on to the same end, on any number of workers.
"""

import io
import pickle
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.networks import weights_needed
from fivebet.arena.compiled_tournaments import TournamentBatches
from fivebet.errors import FivebetError, StoreError
from fivebet.files import pack_arrays, read_arrays
from fivebet.lab.evolution.breeding import next_generation, renew_fame
from fivebet.lab.evolution.experiment import Experiment
from fivebet.lab.evolution.fitness import Record, playing_style
from fivebet.runs.executors import InProcess, JobExecutor, Shared
from fivebet.runs.runner import run_job
from fivebet.streams import Stream

if TYPE_CHECKING:
    from cma import CMAEvolutionStrategy

Genes = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Generation:
    """What the best player of a generation did, and what the others did."""

    number: int
    fitness: float
    place: float
    """The place, mapped to 0 to 1 as the next two are."""
    hands_won: float
    mean_money: float
    roi: float
    """The return on investment in percent, as the three of the playing style are."""
    vpip: float
    pfr: float
    afq: float
    mean_fitness: float
    """The mean fitness of all who evolve."""
    fame_fitness: float
    """The mean fitness of the hall of fame; 0 without one."""
    replaced: int
    """How many members of the hall of fame were replaced."""
    hands: int
    """Hands dealt at all tables."""

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for tables and JSON."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Population:
    """Everybody before a generation plays, or after the last one."""

    generation: int
    """How many generations have been played."""
    players: Genes
    fame: Genes
    best: Genes
    """The fittest player of the generation that was played last; with CMA-ES, its mean."""
    search: bytes = b""
    """The state of CMA-ES, if that is the strategy."""

    def __post_init__(self) -> None:
        for genes in (self.players, self.fame, self.best):
            genes.setflags(write=False)

    def to_bytes(self) -> bytes:
        """Return everybody as the content of an npz file."""
        return pack_arrays(
            generation=self.generation,
            players=self.players,
            fame=self.fame,
            best=self.best,
            search=np.frombuffer(self.search, np.uint8),
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> "Population":
        """Return the population that `to_bytes` has written."""
        try:
            file = read_arrays(data)
            return cls(
                int(file["generation"]),
                file["players"],
                file["fame"],
                file["best"],
                file["search"].tobytes(),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"this is no population: {error}") from error


def first_population(experiment: Experiment) -> Population:
    """Return random networks, in the hall of fame too."""
    rng = Stream(experiment.seed, "first population").numpy()
    shape = experiment.players, weights_needed(experiment.layers)
    genes = rng.normal(0, experiment.spread, shape).astype(np.float32)
    search = b""
    if experiment.strategy == "cma":
        genes[: experiment.evolving], search = _first_search(experiment)
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
    """Evolve generation by generation, from a population on; the executor must be entered."""
    population = population or first_population(experiment)
    while population.generation < experiment.generations:
        population, generation = play_generation(experiment, population, executor, exact=exact)
        yield population, generation


def play_generation(
    experiment: Experiment,
    population: Population,
    executor: JobExecutor | None = None,
    *,
    exact: bool = False,
) -> tuple[Population, Generation]:
    """Play one generation and breed the next; the executor must be entered.

    Hand strengths come from a table, or are worked out hand by hand if `exact`.
    """
    executor = executor or InProcess()
    evolving, number = experiment.evolving, population.generation
    record, habits, dealt = _play(experiment, population, executor, exact)
    fitness = experiment.fitness.score(record)
    players_fitness, fame_fitness = fitness[:evolving], fitness[evolving:]
    best = int(np.argmax(players_fitness))
    place, hands_won, mean_money = experiment.fitness.parts(record)[best]
    style = playing_style(habits[best])
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
        record = Record.from_series(series, chips, experiment.tournament.buy_in)
        records.append(record.first(size))
        habits.append(series.habits[:size])
        dealt += series.dealt
    return Record.join(records), np.concatenate(habits), dealt


def _breed(
    experiment: Experiment, population: Population, fitness: NDArray[np.float64], fame: Genes
) -> tuple[Genes, Genes, bytes]:
    """Return the next players, the best, and the state of CMA-ES."""
    if experiment.strategy == "cma":
        return _search_on(population.search, fitness)
    rng = Stream(experiment.seed, "breeding", population.generation).numpy()
    extra = fame if experiment.fame_breeds else fame[:0]
    children = next_generation(population.players, fitness, experiment.breeding, rng, extra)
    return children, population.players[int(np.argmax(fitness))].copy(), b""


# CMA-ES instead of the thesis's breeding, the baseline that a reader would ask for: Hansen's
# package (pycma) in its separable form, since a network has hundreds of weights. The players of
# a generation are its samples. The best is not the luckiest sample but the mean of all that is
# sampled next, which the method itself recommends under noise.


def _first_search(experiment: Experiment) -> tuple[Genes, bytes]:
    """Return the first players, around the network of all zeros, and the search's state."""
    try:
        from cma import CMAEvolutionStrategy  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise FivebetError("CMA-ES comes with an extra: pip install 'fivebet[cma]'") from error
    options = {
        "popsize": experiment.evolving,
        "CMA_diagonal": True,
        "seed": np.nan,  # leaves NumPy's global generator alone
        "randn": _Normal(Stream(experiment.seed, "search").numpy()),
        "verbose": -9,
        "maxiter": experiment.generations + 1,
    }
    start = np.zeros(weights_needed(experiment.layers))
    return _sample(CMAEvolutionStrategy(start, experiment.spread, options))


def _search_on(state: bytes, fitness: NDArray[np.float64]) -> tuple[Genes, Genes, bytes]:
    """Return the next players, given the fitness of the last ones; their mean; the state."""
    search, samples = _SearchReader(io.BytesIO(state)).load()
    search.tell(samples, (-fitness).tolist())
    mean = np.asarray(search.result.xfavorite, np.float32)
    players, state = _sample(search)
    return players, mean, state


def _sample(search: "CMAEvolutionStrategy") -> tuple[Genes, bytes]:
    samples: list[Any] = search.ask()
    return np.array(samples, np.float32), pickle.dumps((search, samples))


@dataclass
class _Normal:
    """Normal draws from a stream of ours, which are part of the search's state."""

    generator: np.random.Generator

    def __call__(self, *shape: int) -> NDArray[np.float64]:
        return self.generator.standard_normal(shape)


class _SearchReader(pickle.Unpickler):
    """Reads the state of a search, also of versions that had the draws in another module."""

    def find_class(self, module: str, name: str) -> Any:
        return _Normal if name == _Normal.__name__ else super().find_class(module, name)
