"""Finished evolutions of Moik's experiments, as the verdicts and tables of chapter 5 need them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.lab.evolution.curves import moving_average
from fivebet.lab.evolution.evaluation import EvaluationResult
from fivebet.lab.evolution.evolution_run import Evaluation, EvolutionRun
from fivebet.lab.evolution.evolve import Generation
from fivebet.lab.evolution.experiment import STATIC
from fivebet.lab.evolution.survey import StaticRow

CHAMPION = "chosen"
"""The reading of 'the best performing agent' that verdicts are about: see `READINGS`."""


@dataclass(frozen=True)
class PlayedRun:
    """One evolution, and what its champions reached."""

    name: str
    """The experiment."""
    generations: Sequence[Generation] = field(repr=False)
    survey: Sequence[StaticRow] = field(repr=False)
    candidates: Sequence[StaticRow] = field(repr=False)
    champions: Mapping[str, Evaluation] = field(repr=False)
    """By reading."""

    @classmethod
    def load(cls, run: EvolutionRun) -> "PlayedRun":
        """Read a finished evolution."""
        return cls(
            run.experiment.name,
            run.generations(),
            run.survey(),
            run.candidates(),
            run.evaluations(),
        )

    @property
    def results(self) -> dict[str, EvaluationResult]:
        """Return what everybody reached in the champion's field."""
        return self.champions[CHAMPION].results

    @property
    def roi(self) -> float:
        """Return the champion's return on investment, in percent."""
        return self.results["hero"].roi

    @property
    def fitness(self) -> float:
        """Return the champion's fitness."""
        return self.results["hero"].fitness

    def static(self, what: str) -> dict[str, float]:
        """Return a figure of the static types, by their names."""
        return {name: getattr(self.results[name], what) for name in STATIC}

    def curve(self, name: str) -> NDArray[np.float64]:
        """Return the average of a figure of the best among their own kind, by generation."""
        return moving_average([getattr(each, name) for each in self.generations])

    def static_curve(self, name: str) -> NDArray[np.float64]:
        """Return the average of a figure of the best among static players, by generation."""
        return moving_average([getattr(each, name) for each in self.survey])


Runs = Mapping[str, Sequence[PlayedRun]]
"""Evolutions by experiment, from one seed after the other."""
