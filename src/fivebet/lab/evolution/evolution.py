"""Evolution as a job: a chunk for each generation, and at its end the evaluation of the best.

What a chunk leaves for the next is the population. The tournaments of a generation are a job
of their own, which all workers share.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from fivebet.lab.evolution.evaluation import EvaluationResult, evaluate
from fivebet.lab.evolution.evolve import (
    Generation,
    Population,
    first_population,
    play_generation,
)
from fivebet.lab.evolution.experiment import Experiment
from fivebet.lab.evolution.folder import Folder
from fivebet.runs.executors import InProcess, JobExecutor, Shared
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.runs.kinds import JobKind


@dataclass(frozen=True, kw_only=True)
class Evolution(Job["EvolutionResult"]):
    """An experiment, and the evaluation of the best network that comes out of it."""

    experiment: Experiment
    evaluation: int = 0
    """The number of tournaments among static players at the end."""
    folder: str = ""
    """Where all generations are kept, if anywhere; those that are there are not played again."""
    exact: bool = False
    """Whether hand strengths are worked out hand by hand instead of taken from a table."""
    workers: JobExecutor = field(default_factory=InProcess, compare=False, repr=False)
    on_progress: Callable[[float], None] = field(default=lambda _: None, compare=False, repr=False)

    readers: ClassVar = {"experiment": Experiment.from_dict}

    @property
    def chunks(self) -> int:
        """One chunk for each generation, and for as many tournaments of the evaluation."""
        return self.experiment.generations + -(-self.evaluation // self.experiment.tournaments)

    @property
    def most_workers(self) -> int:
        """The number of batches in a generation or in the evaluation."""
        return max(self.experiment.tournaments, self.evaluation) // self.experiment.batch

    def continues(self, number: int) -> bool:
        """Return whether a chunk needs a population: all but the first do."""
        return number > 0

    def on_workers(
        self, workers: JobExecutor, on_progress: Callable[[float], None]
    ) -> tuple["Evolution", JobExecutor]:
        """Keep the workers for the tournaments; generations follow one another in this process."""
        return replace(self, workers=Shared(workers), on_progress=on_progress), InProcess()

    def run_chunk(self, number: int, state: bytes | None, _: int) -> ChunkResult:
        """Play a generation, or return all that the folder has; or evaluate the best."""
        experiment = self.experiment
        population = Population.from_bytes(state) if state else first_population(experiment)
        if number >= experiment.generations:
            return self._evaluate(population)
        folder = Folder(Path(self.folder)) if self.folder else None
        kept = folder.begin(experiment) if folder else None
        if folder and kept and kept.generation > number:
            played = folder.generations()[number : kept.generation]
            return _chunk(kept, played)
        population, generation = play_generation(
            experiment, population, self.workers, exact=self.exact
        )
        if folder:
            folder.keep(experiment, population, generation)
        return _chunk(population, [generation])

    def reducer(self) -> "Collected[EvolutionResult]":
        """Return a new reducer."""
        return Collected(partial(_collect, self))

    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON data; the folder is the same from everywhere."""
        folder = str(Path(self.folder).absolute()) if self.folder else ""
        return super().to_dict() | {"folder": folder}

    def _evaluate(self, population: Population) -> ChunkResult:
        played = self.experiment.generations
        results = evaluate(
            {"best": self.experiment.brain(population.best)},
            self.evaluation,
            schedule=self.experiment.schedule,
            seed=self.experiment.seed,
            executor=self.workers,
            on_progress=lambda share: self.on_progress(
                (played + share * (self.chunks - played)) / self.chunks
            ),
            exact=self.exact,
        )
        data = [asdict(result) for result in results.values()]
        return ChunkResult({"evaluation": data}, self.chunks - 1)


@dataclass(frozen=True)
class EvolutionResult:
    """What an evolution has come to so far."""

    job: Evolution
    generations: tuple[Generation, ...]
    evaluation: dict[str, EvaluationResult]
    """What the best and the static players have reached, by name, if that was asked for."""

    @property
    def hands(self) -> int:
        """The number of hands of all generations."""
        return sum(each.hands for each in self.generations)


def evolution_to_dict(result: EvolutionResult) -> dict[str, Any]:
    """Present an evolution as JSON data."""
    return {
        "experiment": result.job.experiment.to_dict(),
        "folder": result.job.folder,
        "generations": [each.to_dict() for each in result.generations],
        "evaluation": [each.to_dict() for each in result.evaluation.values()],
    }


EVOLUTION_KIND = JobKind("evolution", Evolution.from_dict, evolution_to_dict)


def _chunk(population: Population, played: Sequence[Generation]) -> ChunkResult:
    data = {"generations": [each.to_dict() for each in played]}
    return ChunkResult(data, population.generation - 1, population.to_bytes())


def _collect(job: Evolution, chunks: Sequence[dict[str, Any]]) -> EvolutionResult:
    def collected(name: str) -> Iterator[dict[str, Any]]:
        return (each for chunk in chunks for each in chunk.get(name, ()))

    generations = tuple(Generation(**each) for each in collected("generations"))
    evaluation = [EvaluationResult(**each) for each in collected("evaluation")]
    return EvolutionResult(job, generations, {each.name: each for each in evaluation})
