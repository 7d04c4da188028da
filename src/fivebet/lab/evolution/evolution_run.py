"""One evolution of a campaign, kept in its folder and measured among static players.

Beside the files of `fivebet evolve` there are:

    survey.csv       the best of each generation among static players, and the floor of clones
    champions.npz    the fittest and the most profitable of these so far
    candidates.csv   all players of the last population in 1,000 tournaments each
    evaluation.json  the champions by each reading in 100,000 tournaments each
"""

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.networks import STRETCHES, Scaling
from fivebet.errors import StoreError
from fivebet.files import pack_arrays, read_arrays, read_bounded
from fivebet.lab.evolution.card_sense import card_sensitivity
from fivebet.lab.evolution.evaluation import EvaluationResult, evaluate
from fivebet.lab.evolution.evolve import Generation, evolve
from fivebet.lab.evolution.experiment import EXPERIMENTS, Experiment
from fivebet.lab.evolution.folder import Folder
from fivebet.lab.evolution.survey import StaticRow, rank_candidates, survey_best
from fivebet.streams import Stream

Genes = NDArray[np.float32]

READINGS = {
    "last": "the fittest of the last generation among its own kind (5.2)",
    "chosen": "the fittest of the last population in 1,000 tournaments among static players (6.1)",
    "chosen-roi": "the most profitable of the last population there",
    "ever": "of the best of all generations, the fittest in 1,000 tournaments there (4.3.2)",
    "ever-roi": "of the best of all generations, the most profitable there",
}
"""Who is 'the best performing agent after 1000 generations': the text allows all of these."""

_GENERATIONS_OF_A_STEP = 5  # files are written after each: one percent of the time
_COLUMNS = [each.name for each in fields(StaticRow)]


@dataclass(frozen=True)
class CampaignSize:
    """How much is evolved and measured."""

    generations: int = 1000
    tournaments: int = 200
    """The number of tournaments in each generation."""
    survey: int = 1000
    """The number of tournaments of each generation's best among static players."""
    candidates: int = 1000
    """The number of tournaments of each player of the last population there."""
    evaluation: int = 100_000
    """The number of tournaments of each champion there."""
    floor_every: int = 50
    """How many generations apart the floor of clones is measured."""
    seeds: int = 5
    scalings: tuple[Scaling, ...] = tuple(STRETCHES)
    experiments: Mapping[str, Experiment] = field(default_factory=lambda: EXPERIMENTS)
    exact: bool = False
    """Whether hand strengths are computed hand by hand instead of taken from a table."""

    def to_dict(self) -> dict[str, Any]:
        """Return JSON data."""
        experiments = {name: each.to_dict() for name, each in self.experiments.items()}
        return asdict(replace(self, experiments={})) | {"experiments": experiments}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "CampaignSize":
        """Return what `to_dict` has written."""
        read = {
            "scalings": tuple(data["scalings"]),
            "experiments": {
                name: Experiment.from_dict(each) for name, each in data["experiments"].items()
            },
        }
        return cls(**dict(data) | read)


@dataclass(frozen=True)
class EvolutionRun:
    """One evolution of a campaign, as far as it has come."""

    folder: Path
    experiment: Experiment
    size: CampaignSize

    @property
    def name(self) -> str:
        """Return the name of its folder."""
        return self.folder.name

    @property
    def share(self) -> float:
        """Return how much of it is done, from 0 to 1."""
        if (self.folder / "evaluation.json").exists():
            return 1.0
        if not (self.folder / "population.npz").exists():
            return 0.0
        return 0.9 * Folder(self.folder).population().generation / self.size.generations

    def generations(self) -> list[Generation]:
        """Return what the best did among their own kind."""
        return Folder(self.folder).generations()

    def survey(self) -> list[StaticRow]:
        """Return what the best of each generation did among static players."""
        return _read_rows(self.folder / "survey.csv")

    def candidates(self) -> list[StaticRow]:
        """Return what each player of the last population did among static players."""
        return _read_rows(self.folder / "candidates.csv")

    def evaluations(self) -> dict[str, "Evaluation"]:
        """Return what the champions reached, by reading."""
        data = _read_json(self.folder / "evaluation.json")
        return {reading: Evaluation.from_dict(each) for reading, each in data["readings"].items()}

    @property
    def steps(self) -> int:
        """Return how many steps there are: some generations each, the candidates, the readings."""
        return self._steps_of_generations + 1 + len(READINGS)

    def run_step(self, number: int) -> int:
        """Do a step, unless the folder has what it comes to; return the last that is done."""
        if self.share == 1:
            return self.steps - 1
        reading = number - self._steps_of_generations - 1
        if reading >= 0:
            self._evaluate([*READINGS][reading])
        elif number == self._steps_of_generations:
            self._rank_candidates()
        else:
            return self._evolve(number)
        return number

    @property
    def _steps_of_generations(self) -> int:
        return -(-self.size.generations // _GENERATIONS_OF_A_STEP)

    def _evolve(self, step: int) -> int:
        folder, experiment = Folder(self.folder), self.experiment
        kept = folder.begin(experiment)
        end = min((step + 1) * _GENERATIONS_OF_A_STEP, self.size.generations)
        if kept and kept.generation == self.size.generations:
            return self._steps_of_generations - 1
        if kept and kept.generation >= end:
            return kept.generation // _GENERATIONS_OF_A_STEP - 1
        rows = self.survey()[: kept.generation if kept else 0]
        best = _Champions.load(self.folder / "champions.npz") if rows else _Champions()
        played: list[Generation] = []
        for population, generation in evolve(experiment, kept, exact=self.size.exact):
            played.append(generation)
            row = survey_best(
                experiment,
                population.best,
                generation.number,
                self.size.survey,
                floor=generation.number % self.size.floor_every == 0,
                exact=self.size.exact,
            )
            rows.append(row)
            best = best.updated(row, population.best)
            if population.generation == end:
                break
        # The population last: what is written after it is played again, to the same end.
        self._write_rows("survey.csv", rows)
        self._write("champions.npz", best.to_bytes())
        folder.keep(experiment, population, *played)
        return step

    def _rank_candidates(self) -> None:
        if not self.candidates():
            players = Folder(self.folder).population().players
            self._write_rows(
                "candidates.csv",
                rank_candidates(
                    self.experiment, players, self.size.candidates, exact=self.size.exact
                ),
            )

    def _champions(self) -> dict[str, tuple[Genes, int]]:
        """Return the champions' weights and generations, by reading."""
        population, ranked = Folder(self.folder).population(), self.candidates()
        last = self.size.generations - 1
        best = _Champions.load(self.folder / "champions.npz")

        def chosen(what: str) -> tuple[Genes, int]:
            top = max(ranked, key=lambda row: float(getattr(row, what)))
            return population.players[top.number], last

        return {
            "last": (population.best, last),
            "chosen": chosen("fitness"),
            "chosen-roi": chosen("roi"),
            "ever": (best.fittest, best.fittest_number),
            "ever-roi": (best.richest, best.richest_number),
        }

    def _evaluate(self, reading: str) -> None:
        """Evaluate a champion, unless it is one by an earlier reading; the last sums all up."""
        champions = self._champions()
        first: dict[bytes, str] = {}
        for name, (genes, _) in champions.items():
            first.setdefault(genes.tobytes(), name)
        genes, generation = champions[reading]
        part = f"evaluation-{reading}.json"
        if first[genes.tobytes()] == reading and not (self.folder / part).exists():
            brain = self.experiment.brain(genes)
            results = evaluate(
                {"hero": brain},
                self.size.evaluation,
                schedule=self.experiment.schedule,
                seed=Stream(self.experiment.seed, "evaluation").word(),
                exact=self.size.exact,
            )
            weights = BytesIO()
            brain.save(weights)
            self._write(f"champion-{reading}.npz", weights.getvalue())
            found = Evaluation(generation, card_sensitivity(brain), results)
            self._write(part, _to_json(found.to_dict()))
        if reading == [*READINGS][-1]:
            parts = {
                name: _read_json(self.folder / f"evaluation-{first[genes.tobytes()]}.json")
                for name, (genes, _) in champions.items()
            }
            self._write("evaluation.json", _to_json({"readings": parts}))

    def _write_rows(self, name: str, rows: Sequence[StaticRow]) -> None:
        lines = [",".join(_COLUMNS)]
        lines += [",".join(map(str, row.to_dict().values())) for row in rows]
        self._write(name, ("\n".join(lines) + "\n").encode())

    def _write(self, name: str, data: bytes) -> None:
        Folder(self.folder).write(name, data)


@dataclass(frozen=True)
class Evaluation:
    """What a champion reached among static players."""

    generation: int
    sensitivity: float
    """How differently it plays aces and 7-2: see `card_sensitivity`."""
    results: dict[str, EvaluationResult]

    def to_dict(self) -> dict[str, Any]:
        """Return JSON data."""
        return {
            "generation": self.generation,
            "sensitivity": self.sensitivity,
            "results": {name: each.to_dict() for name, each in self.results.items()},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Evaluation":
        """Return what `to_dict` has written."""
        results = {name: EvaluationResult.from_dict(each) for name, each in data["results"].items()}
        return cls(data["generation"], data["sensitivity"], results)


@dataclass(frozen=True, eq=False)
class _Champions:
    """Of the best of each generation so far, the fittest and the richest among static players."""

    fittest: Genes = field(default_factory=lambda: np.empty(0, np.float32))
    fittest_number: int = -1
    fitness: float = -inf
    richest: Genes = field(default_factory=lambda: np.empty(0, np.float32))
    richest_number: int = -1
    roi: float = -inf

    def updated(self, row: StaticRow, best: Genes) -> "_Champions":
        now = self
        if row.fitness > now.fitness:
            now = replace(now, fittest=best, fittest_number=row.number, fitness=row.fitness)
        if row.roi > now.roi:
            now = replace(now, richest=best, richest_number=row.number, roi=row.roi)
        return now

    def to_bytes(self) -> bytes:
        return pack_arrays(**{each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def load(cls, path: Path) -> "_Champions":
        try:
            file = read_arrays(read_bounded(path))
            return cls(
                file["fittest"],
                int(file["fittest_number"]),
                float(file["fitness"]),
                file["richest"],
                int(file["richest_number"]),
                float(file["roi"]),
            )
        except (OSError, ValueError, KeyError) as error:
            raise StoreError(f"{str(path)!r} holds no champions: {error}") from error


def _read_rows(path: Path) -> list[StaticRow]:
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        try:
            return [_row(each) for each in csv.DictReader(file)]
        except (KeyError, ValueError, TypeError) as error:
            raise StoreError(f"{str(path)!r} holds no figures: {error}") from error


def _row(row: dict[str, str]) -> StaticRow:
    figures = {name: float(row[name]) for name in _COLUMNS if name != "number"}
    return StaticRow(number=int(row["number"]), **figures)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise StoreError(f"{str(path)!r} holds no results: {error}") from error


def _to_json(data: Any) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()
