"""Evolutions from several seeds under several scalings, measured among static players.

    python -m fivebet.lab.evolution.campaign FOLDER --processes 16 --minutes 9

Every evolution has a folder of its own, `FOLDER/base-unit-0` for the first experiment with
inputs from 0 to 1 and seed 0: see fivebet.lab.evolution.evolution_run. The folder is the record
of the campaign: an interrupted one continues from there, on this machine or another, and comes
to the same end. This module needs nothing beyond NumPy.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, ClassVar

from fivebet.agents.players.networks import STRETCHES
from fivebet.cards.showdown_strength import strength_table
from fivebet.errors import GameError
from fivebet.lab.command_line import exit_with, percent_printer, until
from fivebet.lab.evolution.evolution_run import CampaignSize, EvolutionRun
from fivebet.lab.evolution.experiment import EXPERIMENTS
from fivebet.machine import core_count
from fivebet.runs.executors import JobExecutor, make_executor
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.runs.runner import JobStopped, run_job


@dataclass(frozen=True, kw_only=True)
class Campaign(Job["tuple[EvolutionRun, ...]"]):
    """Evolutions that are independent of one another; each chunk continues one of them."""

    folder: str
    size: CampaignSize
    seed: int = 0
    """The first seed."""

    readers: ClassVar = {"size": CampaignSize.from_dict}

    def __post_init__(self) -> None:
        if not self.runs:
            raise GameError("there are no evolutions: give 1 seed or more, and an experiment")

    @cached_property
    def runs(self) -> tuple[EvolutionRun, ...]:
        """The evolutions; those that take longest are first."""
        return tuple(
            EvolutionRun(
                Path(self.folder) / f"{name}-{scaling}-{seed}",
                replace(
                    experiment,
                    generations=self.size.generations,
                    tournaments=self.size.tournaments,
                    batch=_fitting(experiment.batch, self.size.tournaments),
                    scaling=scaling,
                    seed=seed,
                ),
                self.size,
            )
            for seed in range(self.seed, self.seed + self.size.seeds)
            for name, experiment in reversed([*self.size.experiments.items()])
            for scaling in self.size.scalings
        )

    @property
    def chunks(self) -> int:
        """The steps of all evolutions."""
        return len(self.runs) * self._steps

    @property
    def most_workers(self) -> int:
        """The number of evolutions."""
        return len(self.runs)

    @property
    def share(self) -> float:
        """How much of it the folder has, from 0 to 1."""
        return sum(run.share for run in self.runs) / len(self.runs)

    def continues(self, number: int) -> bool:
        """Return whether a chunk continues the evolution of the chunk before."""
        return number % self._steps > 0

    def on_workers(
        self,
        workers: JobExecutor,
        on_progress: Callable[[float], None],  # noqa: ARG002 - steps are short enough
    ) -> "tuple[Campaign, JobExecutor]":
        """Make the table of hand strengths that all workers read."""
        if not self.size.exact:
            strength_table()
        return self, workers

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Do a step of an evolution; those that its folder has are done already."""
        which, step = divmod(number, self._steps)
        last = self.runs[which].run_step(step)
        return ChunkResult({"evolution": self.runs[which].name}, which * self._steps + last)

    def reducer(self) -> "Collected[tuple[EvolutionRun, ...]]":
        """Return a reducer whose result is in the folder."""
        return Collected(lambda _: self.runs)

    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON data; the folder is the same from everywhere."""
        return super().to_dict() | {"folder": str(Path(self.folder).absolute())}

    @property
    def _steps(self) -> int:
        return self.runs[0].steps


def _fitting(longest: int, tournaments: int) -> int:
    """Return a length of batches, as long as the tournaments of a generation allow."""
    return next(size for size in range(longest, 0, -1) if tournaments % size == 0)


def _arguments(given: Sequence[str]) -> argparse.Namespace:
    usual = CampaignSize()
    parser = argparse.ArgumentParser(
        prog="python -m fivebet.lab.evolution.campaign",
        description="Evolve the three experiments from several seeds under both scalings of "
        "inputs, and measure them among static players. Continues what the folder holds.",
    )
    parser.add_argument("folder", help="where everything is kept")
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
    campaign = Campaign(folder=asked.folder, size=size, seed=asked.seed)
    processes = core_count() if asked.processes is None else asked.processes
    finished = True
    try:
        run_job(
            campaign,
            make_executor(processes, chunks=campaign.most_workers),
            on_progress=percent_printer(),
            should_stop=until(asked.minutes),
        )
    except JobStopped:
        finished = False
    for run in campaign.runs:
        print(f"{run.name}: {100 * run.share:.0f} %")
    return 0 if finished else 3


if __name__ == "__main__":
    exit_with(main)
