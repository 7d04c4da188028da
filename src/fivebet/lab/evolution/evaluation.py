"""Evaluation: 100,000 tournaments among 44 static players (Moik 2018, 5.1 and 5.2.1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.networks import Brain
from fivebet.arena.compiled_tournaments import Player, TournamentBatch, TournamentBatches
from fivebet.arena.tournament import Schedule, Tournament
from fivebet.errors import GameError
from fivebet.lab.evolution.experiment import SCHEDULE, STATIC
from fivebet.lab.evolution.fitness import Fitness, Record, playing_style
from fivebet.runs.executors import InProcess, JobExecutor, Shared
from fivebet.runs.runner import run_job

_EACH = 11  # players of each static type
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """What one type of player reached."""

    name: str
    fitness: float
    place: float
    roi: float
    """In percent, with half the width of its 95 % interval."""
    roi_error: float
    fitness_error: float
    vpip: float
    pfr: float
    afq: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON data."""
        return {
            "name": self.name,
            "fitness": self.fitness,
            "fitness_ci95": [self.fitness - self.fitness_error, self.fitness + self.fitness_error],
            "place": self.place,
            "roi": self.roi,
            "roi_ci95": [self.roi - self.roi_error, self.roi + self.roi_error],
            "vpip": self.vpip,
            "pfr": self.pfr,
            "afq": self.afq,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "EvaluationResult":
        """Return the result that `to_dict` has written."""
        errors = {
            f"{name}_error": (data[f"{name}_ci95"][1] - data[f"{name}_ci95"][0]) / 2
            for name in ("roi", "fitness")
        }
        kept = ("name", "fitness", "place", "roi", "vpip", "pfr", "afq")
        return cls(**{name: data[name] for name in kept}, **errors)


def evaluate(
    heroes: dict[str, Brain | str],
    tournaments: int = 100_000,
    *,
    schedule: Schedule = SCHEDULE,
    seed: int = 0,
    batch: int = 25,
    rotations: int = 1,
    executor: JobExecutor | None = None,
    on_progress: Callable[[float], None] = lambda _: None,
    exact: bool = False,
) -> dict[str, EvaluationResult]:
    """Play heroes, usually one, among eleven of each static type; return results by type."""
    if tournaments < 2 or not heroes or tournaments % rotations:
        raise GameError(
            f"{tournaments} tournaments of {len(heroes)} agents measure nothing: give 2 or more, a "
            "whole number of rotations, and an agent"
        )
    players: list[Player] = [*heroes.values()]
    players += [name for name in STATIC.values() for _ in range(_EACH)]
    tournament = Tournament(
        agents=("player",) * len(players), schedule=schedule, seed=seed, rotations=rotations
    )
    job = TournamentBatches(
        tournament=tournament, entrants=tuple(players), count=tournaments, size=batch, exact=exact
    )
    series = run_job(job, Shared(executor or InProcess()), on_progress=on_progress)
    groups = {name: slice(i, i + 1) for i, name in enumerate(heroes)}
    for i, name in enumerate(STATIC):
        groups[name] = slice(len(heroes) + _EACH * i, len(heroes) + _EACH * (i + 1))
    return {name: _result(name, series, tournament, group) for name, group in groups.items()}


def _result(
    name: str, series: TournamentBatch, tournament: Tournament, group: slice
) -> EvaluationResult:
    chips = tournament.schedule.stack * series.entrants
    record = Record.from_series(series, chips, tournament.buy_in)
    fitness = Fitness()
    # Tournaments with the same decks are not independent: they count as one.
    roi = 100 * (series.prizes[:, group].mean(axis=1) / tournament.buy_in - 1)
    places = series.places[:, group].mean(axis=1)
    style = playing_style(series.habits[group].sum(axis=0))
    scale = fitness.place / (series.entrants - 1)
    return EvaluationResult(
        name=name,
        fitness=float(fitness.score(record)[group].mean()),
        place=float(places.mean()),
        roi=float(roi.mean()),
        roi_error=_half_width(roi, tournament.rotations),
        # Places make up all but a thousandth of the fitness.
        fitness_error=scale * _half_width(places, tournament.rotations),
        vpip=style.vpip,
        pfr=style.pfr,
        afq=style.afq,
    )


def _half_width(figures: NDArray[np.float64], rotations: int) -> float:
    means = figures.reshape(-1, rotations).mean(axis=1)
    return _Z * float(means.std(ddof=1)) / float(np.sqrt(len(means)))
