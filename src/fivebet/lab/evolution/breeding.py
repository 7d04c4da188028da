"""The thesis's breeding: parents, children and the hall of fame (Moik 2018, figures 4.3 to 4.5).

Players are rows of a matrix of weights. The elite stays as it is and everybody
else is replaced by a child of one to seven of its members: a weighted average of
the parents, with noise on one weight in ten.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import GameError

Floats = NDArray[np.float64]
Genes = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Breeding:
    """The numbers of figures 4.3 and 4.4."""

    elite: int = 5
    parents: tuple[float, ...] = (4, 25, 6, 1, 1, 1, 1)
    """How likely one, two, … parents are; there are never more than the elite has."""
    mutation: float = 0.10
    """The share of the weights that change."""
    noise: float = 0.6
    """The standard deviation of such a change."""

    def __post_init__(self) -> None:
        if self.elite < 1 or not self.parents or min(self.parents) < 0 or not sum(self.parents):
            raise GameError(
                f"an elite of {self.elite} with parents by {self.parents} has no children: give an "
                "elite of 1 or more and weights of which one is above 0"
            )
        if not 0 <= self.mutation <= 1 or self.noise < 0:
            raise GameError(
                f"a mutation of {self.mutation} with noise of {self.noise} is none: give a part of "
                "the weights, and a deviation of 0 or more"
            )


def next_generation(
    players: Genes, fitness: Floats, breeding: Breeding, rng: np.random.Generator, extra: Genes
) -> Genes:
    """Return the elite, best first, and children in the place of all others.

    Players in `extra`, such as members of a hall of fame, may be parents too.
    """
    elite = players[np.argsort(-fitness, kind="stable")[: breeding.elite]]
    pool = np.concatenate([elite, extra.astype(np.float32)])
    children = [
        mutate(average(pool, *draw_parents(len(pool), breeding, rng)), breeding, rng)
        for _ in range(len(players) - len(elite))
    ]
    return np.concatenate([elite, np.array(children, np.float32).reshape(-1, players.shape[1])])


def draw_parents(
    pool: int, breeding: Breeding, rng: np.random.Generator
) -> tuple[NDArray[np.int64], Floats]:
    """Draw different members of the pool, and their shares in the child, which sum to 1."""
    chances = np.array(breeding.parents) / sum(breeding.parents)
    number = min(int(rng.choice(len(chances), p=chances)) + 1, pool)
    shares = 1 - rng.random(number)  # above 0, so that their sum is
    return rng.choice(pool, size=number, replace=False), shares / shares.sum()


def average(pool: Genes, parents: NDArray[np.int64], shares: Floats) -> Floats:
    """Average the parents weight by weight, each by its share."""
    child: Floats = shares @ pool[parents].astype(np.float64)
    return child


def mutate(child: Floats, breeding: Breeding, rng: np.random.Generator) -> Floats:
    """Add noise to some weights, each chosen independently."""
    changed = rng.random(len(child)) < breeding.mutation
    return child + changed * rng.normal(0, breeding.noise, len(child))


def renew_fame(
    fame: Genes, fame_fitness: Floats, players: Genes, fitness: Floats, replacements: int
) -> tuple[Genes, int]:
    """Return the hall of fame with its worst members replaced, and how many were replaced.

    The best player takes the place of the worst member, the second that of the second
    worst, as long as it is fitter than the one it replaces (figure 4.5).
    """
    renewed = fame.copy()
    best, worst = np.argsort(-fitness, kind="stable"), np.argsort(fame_fitness, kind="stable")
    replaced = 0
    for player, member in zip(best[:replacements], worst, strict=False):
        if fitness[player] <= fame_fitness[member]:
            break
        renewed[member] = players[player]
        replaced += 1
    return renewed, replaced
