"""The folder of an evolution: settings, the last population, every generation's figures.

    experiment.json    the settings
    population.npz     the players after the last generation, to resume from
    generations.csv    a line for each generation
    best.npz           the fittest player's network
    curves.svg, .png   the curves so far

All but the curves are written after every generation, each file whole or not at
all, the population last: generations after it are played again, with the same result.
It is what people use of a run, and what an evolution of more generations begins with.
"""

import csv
import io
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from fivebet.agents.players.networks import weights_needed
from fivebet.errors import StoreError
from fivebet.files import write_atomically
from fivebet.lab.evolution.evolve import Generation, Population
from fivebet.lab.evolution.experiment import Experiment

_COLUMNS = [each.name for each in fields(Generation)]
_WHOLE = {"number", "replaced", "hands"}


class Folder:
    """The folder of one evolution."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, experiment: Experiment, fresh: bool = False) -> Population | None:
        """Prepare the folder; return the population of the same evolution if it was interrupted."""
        self.path.mkdir(parents=True, exist_ok=True)
        settings = self.path / "experiment.json"
        wanted = json.dumps(experiment.to_dict(), indent=2) + "\n"
        kept = self.path / "population.npz"
        if fresh:
            for file in (kept, self.path / "generations.csv"):
                file.unlink(missing_ok=True)
        elif kept.exists() and _same(settings, wanted):
            return self._continued(experiment)
        elif kept.exists():
            raise StoreError(
                f"{str(self.path)!r} holds another evolution than the one asked for: give another "
                "folder, or --fresh to start anew"
            )
        self.write("experiment.json", wanted.encode())
        return None

    def keep(
        self, experiment: Experiment, population: Population, *generations: Generation
    ) -> None:
        """Write what is known after one or more generations, of which the last is the newest."""
        lines = self._lines(generations[0].number)
        lines += [",".join(map(str, each.to_dict().values())) for each in generations]
        text = "\n".join([",".join(_COLUMNS), *lines]) + "\n"
        self.write("generations.csv", text.encode())
        best = io.BytesIO()
        experiment.brain(population.best).save(best)
        self.write("best.npz", best.getvalue())
        self.write("population.npz", population.to_bytes())

    def population(self) -> Population:
        """Return the last population that was stored."""
        path = self.path / "population.npz"
        try:
            return Population.from_bytes(path.read_bytes())
        except (OSError, StoreError) as error:
            raise StoreError(f"{str(path)!r} holds no population: {error}") from error

    def generations(self) -> list[Generation]:
        """Return all generations that were stored."""
        path = self.path / "generations.csv"
        if not path.exists():
            return []
        with path.open(newline="", encoding="utf-8") as file:
            try:
                return [_read(row) for row in csv.DictReader(file)]
            except (KeyError, ValueError, TypeError) as error:
                raise StoreError(f"{str(path)!r} holds no generations: {error}") from error

    def write(self, name: str, data: bytes) -> None:
        """Write a file of the folder, whole or not at all."""
        path = self.path / name
        try:
            write_atomically(path, data)
        except OSError as error:
            raise StoreError(
                f"{str(path)!r} cannot be written: {error.strerror}; what was kept until then stays"
            ) from error

    def _continued(self, experiment: Experiment) -> Population:
        population = self.population()
        weights = weights_needed(experiment.layers)
        wanted = ((experiment.evolving, weights), (experiment.fame, weights), (weights,))
        if (population.players.shape, population.fame.shape, population.best.shape) != wanted:
            raise StoreError(
                f"{str(self.path / 'population.npz')!r} is of another evolution: give another "
                "folder, or --fresh to start anew"
            )
        if (done := population.generation) > experiment.generations:
            raise StoreError(
                f"{str(self.path)!r} has done {done} generations already: give --generations "
                f"{done} or more, another --folder, or --fresh to start anew"
            )
        return population

    def _lines(self, number: int) -> list[str]:
        path = self.path / "generations.csv"
        # Bytes that are no text are the same as lines that are lost.
        text = path.read_text("utf-8", "replace") if path.exists() else ""
        lines = text.splitlines()[1:]
        if len(lines) < number:
            raise StoreError(
                f"{str(path)!r} has lost generations before number {number}: "
                "evolve with --fresh to start anew"
            )
        return lines[:number]


def _same(settings: Path, wanted: str) -> bool:
    """Tell whether two evolutions have the same settings; one may have more generations."""
    try:
        before, now = json.loads(settings.read_text("utf-8")), json.loads(wanted)
    except (OSError, ValueError):
        return False
    if not isinstance(before, dict):
        return False
    before.pop("generations", None)
    now.pop("generations")
    return bool(before == now)


def _read(row: dict[str, str]) -> Generation:
    figures: dict[str, Any] = {
        name: int(row[name]) if name in _WHOLE else float(row[name]) for name in _COLUMNS
    }
    return Generation(**figures)
