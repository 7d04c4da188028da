"""Evolutions from several seeds under several scalings, measured among static players.

    python -m fivebet.lab.evolution.campaign FOLDER --processes 16 --minutes 9

Every evolution has a folder of its own, `FOLDER/base-unit-0` for the first experiment with
inputs from 0 to 1 and seed 0, with the files of `fivebet evolve` and:

    survey.csv       the best of each generation among static players, and the floor of clones
    champions.npz    the fittest and the most profitable of these so far
    candidates.csv   all players of the last population in 1,000 tournaments each
    evaluation.json  the champions by each reading in 100,000 tournaments each

Evolutions are independent processes. An interrupted campaign continues from its files, on
this machine or another, and comes to the same end. This module needs nothing beyond NumPy.
"""

import argparse
import csv
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, wait
from dataclasses import dataclass, field, fields, replace
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.networks import STRETCHES, Scaling
from fivebet.cards.showdown_strength import strength_table
from fivebet.errors import GameError, StoreError
from fivebet.files import read_arrays, read_bounded, write_atomically
from fivebet.lab.evolution.card_sense import card_sensitivity
from fivebet.lab.evolution.evaluation import EvaluationResult, evaluate
from fivebet.lab.evolution.evolve import Generation, Population, evolve
from fivebet.lab.evolution.experiment import EXPERIMENTS, Experiment
from fivebet.lab.evolution.folder import Folder
from fivebet.lab.evolution.survey import StaticRow, rank_candidates, survey_best
from fivebet.machine import core_count
from fivebet.runs.executors import make_executor
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

_GENERATIONS_BETWEEN_FILES = 10
_SECONDS_BETWEEN_LOOKS = 2.0
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

    def run(self, deadline: float = inf) -> bool:
        """Continue until it is finished, or stop after the deadline; return whether it is."""
        if self.share == 1:
            return True
        population = self._evolve(deadline)
        if population.generation < self.size.generations or time.time() > deadline:
            return False
        ranked = self.candidates()
        if not ranked:
            ranked = rank_candidates(
                self.experiment, population.players, self.size.candidates, exact=self.size.exact
            )
            self._write_rows("candidates.csv", ranked)
        return self._evaluate(self._champions(population, ranked), deadline)

    def _evolve(self, deadline: float) -> Population:
        folder, experiment = Folder(self.folder), self.experiment
        kept = folder.begin(experiment)
        rows = self.survey()[: kept.generation if kept else 0]
        best = _Champions.load(self.folder / "champions.npz") if rows else _Champions()
        fresh: list[Generation] = []
        for population, generation in evolve(experiment, kept, exact=self.size.exact):
            fresh.append(generation)
            number = generation.number
            floor = number % self.size.floor_every == 0
            row = survey_best(
                experiment,
                population.best,
                number,
                self.size.survey,
                floor=floor,
                exact=self.size.exact,
            )
            rows.append(row)
            best = best.updated(row, population.best)
            late = time.time() > deadline
            last = population.generation == experiment.generations
            if late or last or len(fresh) == _GENERATIONS_BETWEEN_FILES:
                # The population last: what is written after it is played again, to the same end.
                self._write_rows("survey.csv", rows)
                self._write("champions.npz", best.to_bytes())
                folder.keep(experiment, population, *fresh)
                fresh = []
            if late:
                break
        return folder.population()

    def _champions(
        self, population: Population, ranked: Sequence[StaticRow]
    ) -> dict[str, tuple[Genes, int]]:
        """Return the champions' weights and generations, by reading."""
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

    def _evaluate(self, champions: dict[str, tuple[Genes, int]], deadline: float) -> bool:
        done: dict[bytes, Evaluation] = {}
        readings: dict[str, Any] = {}
        seed = Stream(self.experiment.seed, "evaluation").word()
        for reading, (genes, number) in champions.items():
            part = self.folder / f"evaluation-{reading}.json"
            if part.exists():
                done[genes.tobytes()] = Evaluation.from_dict(_read_json(part))
            elif genes.tobytes() not in done:
                if time.time() > deadline:
                    return False
                brain = self.experiment.brain(genes)
                results = evaluate(
                    {"hero": brain},
                    self.size.evaluation,
                    schedule=self.experiment.schedule,
                    seed=seed,
                    exact=self.size.exact,
                )
                done[genes.tobytes()] = Evaluation(number, card_sensitivity(brain), results)
                self._write(part.name, _to_json(done[genes.tobytes()].to_dict()))
                weights = BytesIO()
                brain.save(weights)
                self._write(f"champion-{reading}.npz", weights.getvalue())
            readings[reading] = done[genes.tobytes()].to_dict()
        self._write("evaluation.json", _to_json({"readings": readings}))
        return True

    def _write_rows(self, name: str, rows: Sequence[StaticRow]) -> None:
        lines = [",".join(_COLUMNS)]
        lines += [",".join(map(str, row.to_dict().values())) for row in rows]
        self._write(name, ("\n".join(lines) + "\n").encode())

    def _write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        try:
            write_atomically(path, data)
        except OSError as error:
            raise StoreError(
                f"{str(path)!r} cannot be written: {error.strerror}; what was kept until then stays"
            ) from error


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
        file = BytesIO()
        np.savez(file, **{each.name: getattr(self, each.name) for each in fields(self)})
        return file.getvalue()

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


def campaign_runs(folder: Path, size: CampaignSize, seed: int = 0) -> list[EvolutionRun]:
    """Return the evolutions of a campaign; those that take longest are first."""
    return [
        EvolutionRun(
            folder / f"{name}-{scaling}-{seed + number}",
            replace(
                experiment,
                generations=size.generations,
                tournaments=size.tournaments,
                batch=_fitting(experiment.batch, size.tournaments),
                scaling=scaling,
                seed=seed + number,
            ),
            size,
        )
        for number in range(size.seeds)
        for name, experiment in reversed([*size.experiments.items()])
        for scaling in size.scalings
    ]


def run_campaign(
    runs: Sequence[EvolutionRun],
    processes: int | None = None,
    minutes: float = inf,
    on_progress: Callable[[float], None] = lambda _: None,
) -> bool:
    """Continue all evolutions until they are finished or time is up; return whether they are."""
    if not runs:
        raise GameError("there are no evolutions: give 1 seed or more, and an experiment")
    deadline = time.time() + 60 * minutes
    if not all(run.size.exact for run in runs):
        strength_table()
    processes = processes or core_count()
    if processes == 1:
        for number, run in enumerate(runs):
            run.run(deadline)
            on_progress((number + 1) / len(runs))
        return _share(runs) == 1
    with make_executor(processes) as executor:
        waiting = {executor.submit(run.run, deadline) for run in runs}
        while waiting:
            done, waiting = wait(waiting, _SECONDS_BETWEEN_LOOKS, FIRST_EXCEPTION)
            for future in done:
                future.result()
            on_progress(_share(runs))
    return _share(runs) == 1


def _share(runs: Sequence[EvolutionRun]) -> float:
    return sum(run.share for run in runs) / len(runs)


def _fitting(longest: int, tournaments: int) -> int:
    """Return a length of batches, as long as the tournaments of a generation allow."""
    return next(size for size in range(longest, 0, -1) if tournaments % size == 0)


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


def _arguments(given: Sequence[str]) -> argparse.Namespace:
    usual = CampaignSize()
    parser = argparse.ArgumentParser(
        prog="python -m fivebet.lab.evolution.campaign",
        description="Evolve the three experiments from several seeds under both scalings of "
        "inputs, and measure them among static players. Continues what the folder holds.",
    )
    parser.add_argument("folder", type=Path, help="where everything is kept")
    parser.add_argument("--processes", type=int, help="how many run at a time; one on each core")
    parser.add_argument("--minutes", type=float, default=inf, help="stop after so many")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--seeds", type=int, default=usual.seeds)
    parser.add_argument("--experiments", nargs="+", choices=EXPERIMENTS, default=[*EXPERIMENTS])
    parser.add_argument("--scalings", nargs="+", choices=STRETCHES, default=[*STRETCHES])
    for name in ("generations", "tournaments", "survey", "candidates", "evaluation"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    return parser.parse_args(given)


def main(given: Sequence[str]) -> int:
    """Run a campaign from the command line; return 0 when it is finished, 3 when it is not."""
    asked = _arguments(given)
    size = CampaignSize(
        generations=asked.generations,
        tournaments=asked.tournaments,
        survey=asked.survey,
        candidates=asked.candidates,
        evaluation=asked.evaluation,
        seeds=asked.seeds,
        scalings=tuple(asked.scalings),
        experiments={name: EXPERIMENTS[name] for name in asked.experiments},
    )
    runs = campaign_runs(asked.folder, size, asked.seed)
    finished = run_campaign(runs, asked.processes, asked.minutes, _printer())
    for run in runs:
        print(f"{run.name}: {100 * run.share:.0f} %")
    return 0 if finished else 3


def _printer() -> Callable[[float], None]:
    """Return a function that prints each further percent on standard error."""
    printed = -1

    def show(share: float) -> None:
        nonlocal printed
        percent = int(100 * share)
        if percent > printed:
            print(f"{percent} %", file=sys.stderr, flush=True)
            printed = percent

    return show


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
