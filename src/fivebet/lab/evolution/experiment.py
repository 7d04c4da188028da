"""Experiments: the three of the thesis, and any variation of them."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

import numpy as np

from fivebet.agents.players.networks import (
    MODEL_INPUTS,
    TABLE_INPUTS,
    THRESHOLDS,
    Brain,
    Scaling,
    weights_needed,
)
from fivebet.arena.tournament import Level, Schedule, Tournament
from fivebet.errors import GameError
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.fitness import Fitness

_SHALLOW = (
    *(60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800),
    *(1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000),
)
Strategy = Literal["moik", "cma"]
STRATEGIES: tuple[Strategy, ...] = ("moik", "cma")
STATIC: dict[str, str] = {
    "fold": "fold",
    "call": "call",
    "raise": "raise",
    "random": "random:mix=moik",
}
"""The static types of the benchmark (5.1), by their names here."""
SCHEDULE = Schedule("moik", 2000, 20, (Level(10, 20, 4),))
"""A hundred big blinds, doubling: calibrated on the printed ROIs of the static players."""
SHALLOW = Schedule(
    "moik-shallow", 1500, 20, tuple(Level(big // 2, big, big // 5) for big in _SHALLOW)
)
"""Twenty-five big blinds: static players return the same, evolved ones do not. See
docs/open-values.md."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """One evolution, from random networks to the last generation."""

    name: str
    layers: tuple[int, ...] = (TABLE_INPUTS, 12, 3)
    generations: int = 1000
    tournaments: int = 200
    """The number of tournaments in each generation."""
    players: int = 45
    fame: int = 0
    """How many of the players are in the hall of fame."""
    replacements: int = 2
    """How many members of the hall of fame a generation may replace, as in figure 4.5."""
    fame_breeds: bool = False
    """Whether members of the hall of fame may be parents (section 6.1)."""
    rivals: tuple[str, ...] = ()
    """Agents at the tables of those who evolve, who then play in groups (6.1)."""
    strategy: Strategy = "moik"
    """How the next generation is made: by the thesis's breeding, or by CMA-ES (6.1)."""
    breeding: Breeding = field(default_factory=Breeding)
    fitness: Fitness = field(default_factory=Fitness)
    spread: float = 1.0
    """The standard deviation of the first generation's weights."""
    thresholds: tuple[float, float] = THRESHOLDS
    scaling: Scaling = "stretched"
    """How inputs are scaled, which the thesis leaves open: see `STRETCHES`."""
    schedule: Schedule = SCHEDULE
    batch: int = 25
    """The number of tournaments in a row over which habits are counted."""
    rotations: int = 1
    """How often the same decks are played, everybody one seat further each time (6.1)."""
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.generations, self.tournaments, self.batch) < 1:
            raise GameError(
                f"{self.generations} generations of {self.tournaments} tournaments in batches of "
                f"{self.batch} cannot be played: each must be at least 1"
            )
        if self.rotations < 1 or not 0 < self.spread < math.inf:
            raise GameError(
                f"{self.rotations} rotations, or weights with a spread of {self.spread}, are none: "
                "give 1 rotation or more, and a spread above 0"
            )
        if self.rivals and (self.fame or self.group < 1 or self.evolving % self.group):
            raise GameError(
                f"{len(self.rivals)} rivals leave {self.group} of {self.players} seats, to which "
                f"{self.players} players without a hall of fame must come in whole groups"
            )
        if self.strategy not in STRATEGIES or (self.strategy == "cma" and self.fame_breeds):
            raise GameError(
                f"there is no strategy {self.strategy!r} of which a hall of fame is part: there "
                f"are {', '.join(STRATEGIES)}, and only the first has parents"
            )
        if not 0 <= self.fame < self.players or self.evolving <= self.breeding.elite:
            raise GameError(
                f"{self.players} players with {self.fame} in the hall of fame leave no room for "
                f"an elite of {self.breeding.elite} and a child"
            )
        if self.tournaments % self.batch or self.batch % self.rotations:
            raise GameError(
                f"{self.tournaments} tournaments are no whole number of batches of "
                f"{self.batch}, or those of {self.rotations} rotations"
            )
        if self.fame and not 1 <= self.replacements <= self.fame:
            raise GameError(f"{self.replacements} of {self.fame} members cannot be replaced")
        # Making a network checks the layers and the thresholds, making a tournament the rotations.
        self.brain(np.zeros(max(weights_needed(self.layers), 0), np.float32))
        assert self.tournament.rotations == self.rotations

    @property
    def evolving(self) -> int:
        """Return how many players are not in the hall of fame."""
        return self.players - self.fame

    @property
    def group(self) -> int:
        """Return how many of those who evolve sit in one tournament."""
        return self.players - len(self.rivals) if self.rivals else self.evolving

    @property
    def tournament(self) -> Tournament:
        """Return the tournament; generation g plays the numbers from g × tournaments on."""
        return Tournament(
            agents=("network",) * self.players,
            schedule=self.schedule,
            rotations=self.rotations,
            seed=self.seed,
            count=self.tournaments,
        )

    def brain(self, weights: Any) -> Brain:
        """Return a player with these weights."""
        return Brain(self.layers, weights, self.thresholds, self.scaling)

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the result depends on, as JSON data."""
        data = asdict(self)
        if self.scaling == "stretched":
            del data["scaling"]  # which evolutions that older versions began do not name
        return data | {"sitting": data.pop("batch")}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Experiment":
        """Return the experiment that `to_dict` has written."""
        schedule, breeding = dict(data["schedule"]), dict(data["breeding"])
        schedule["levels"] = tuple(Level(**level) for level in schedule["levels"])
        breeding["parents"] = tuple(breeding["parents"])
        read = {
            "batch": data["sitting"],
            "schedule": Schedule(**schedule),
            "breeding": Breeding(**breeding),
            "fitness": Fitness(**data["fitness"]),
            **{name: tuple(data[name]) for name in ("layers", "rivals", "thresholds")},
        }
        return cls(**{name: data[name] for name in data if name != "sitting"} | read)


EXPERIMENTS: dict[str, Experiment] = {
    each.name: each
    for each in (
        Experiment(name="base"),
        Experiment(name="hof", fame=13),
        Experiment(name="hof-opm", fame=13, layers=(MODEL_INPUTS, 22, 3)),
    )
}
"""The experiments without a hall of fame, with one, and with one and opponent models."""

PLUS = Experiment(
    name="plus",
    strategy="cma",
    fitness=Fitness(place=0, hands_won=0, mean_money=0, roi=1),
    rivals=(
        *(name for name in STATIC.values() for _ in range(5)),
        *("evolved:experiment=base",) * 8,
        *("evolved:experiment=hof-opm",) * 8,
    ),
)
"""The origin of evolved+: CMA-ES for the return, among static and the thesis's players."""


def experiment_named(name: str, **changes: Any) -> Experiment:
    """Return one of the three experiments, with other values where they are given."""
    if name not in EXPERIMENTS:
        raise GameError(f"there is no experiment {name!r}: there are {', '.join(EXPERIMENTS)}")
    return replace(EXPERIMENTS[name], **changes)
