"""Evolving players among static ones, generation by generation (Moik 2018, 4.3.2, 5.2.1, 6.1).

Fitness in a generation is relative to that generation: its mean is the same from the first
to the last. The thesis therefore benchmarks 'the best agents per generation' among static
players, and section 6.1 says that the best agent is selected by 1,000 tournaments. Even the
fitness of the luckiest of 45 identical players is above the mean, which is the floor under
every curve of a best fitness.
"""

from dataclasses import asdict, dataclass
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.compiled_tournaments import TournamentBatches
from fivebet.lab.evolution.evaluation import evaluate
from fivebet.lab.evolution.experiment import Experiment
from fivebet.lab.evolution.fitness import Record
from fivebet.runs.executors import InProcess, Shared
from fivebet.runs.runner import run_job
from fivebet.streams import Stream

Genes = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class StaticRow:
    """What one player did among eleven of each static type."""

    number: int
    """The generation whose best it was, or its place in a list of candidates."""
    fitness: float
    place: float
    roi: float
    """In percent, as the playing style is."""
    vpip: float
    pfr: float
    afq: float
    floor: float = nan
    """The best fitness of as many identical players in one generation, if that was measured."""

    def to_dict(self) -> dict[str, Any]:
        """Return the figures for tables and CSV."""
        return asdict(self)


def survey_best(
    experiment: Experiment,
    best: Genes,
    number: int,
    tournaments: int,
    *,
    floor: bool = False,
    exact: bool = False,
) -> StaticRow:
    """Measure the best player of a generation among static players, on decks of its own."""
    seed = Stream(experiment.seed, "survey", number).word()
    row = _measure(experiment, best, number, tournaments, seed, exact)
    clones = clone_floor(experiment, best, number, exact=exact) if floor else nan
    return StaticRow(**{**row.to_dict(), "floor": clones})


def rank_candidates(
    experiment: Experiment, players: Genes, tournaments: int, *, exact: bool = False
) -> list[StaticRow]:
    """Measure players, one in each row, among static players; all on the same decks."""
    seed = Stream(experiment.seed, "candidates").word()
    return [
        _measure(experiment, player, number, tournaments, seed, exact)
        for number, player in enumerate(players)
    ]


def clone_floor(experiment: Experiment, best: Genes, number: int, *, exact: bool = False) -> float:
    """Return the best fitness among players who are all the same: what luck alone comes to.

    They play as many tournaments as a generation does, and as many of them count as evolve.
    """
    job = TournamentBatches(
        tournament=experiment.tournament,
        entrants=(experiment.brain(best),) * experiment.players,
        start=number * experiment.tournaments,
        count=experiment.tournaments,
        size=experiment.batch,
        exact=exact,
    )
    chips = experiment.players * experiment.schedule.stack
    series = run_job(job, Shared(InProcess()))
    record = Record.from_series(series, chips, experiment.tournament.buy_in)
    return float(experiment.fitness.score(record)[: experiment.evolving].max())


def _measure(
    experiment: Experiment, player: Genes, number: int, tournaments: int, seed: int, exact: bool
) -> StaticRow:
    results = evaluate(
        {"hero": experiment.brain(player)},
        tournaments,
        schedule=experiment.schedule,
        seed=seed,
        batch=min(experiment.batch, tournaments),
        exact=exact,
    )
    hero = results["hero"]
    return StaticRow(number, hero.fitness, hero.place, hero.roi, hero.vpip, hero.pfr, hero.afq)
