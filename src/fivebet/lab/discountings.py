"""Ways to discount regrets, compared on spots that are drawn.

    python -m fivebet.lab.discountings river --spots 150 --seed 9
    python -m fivebet.lab.discountings turn 1.4,0.25,3,0.4,0.25 --spots 40 --seed 9

Boards, chips, ranges and sizes follow from the seed. Every spot is solved in every way to 0.3 and
0.1 % of the pot; flops, which are kept in 16 bits, to 0.3 %. The figures are iterations, where
a measurement of exploitability counts as one too, by those of the first way: the geometric mean
over spots with its 95 % interval. A spot rises if what is measured is some time more than a fifth
above what had been measured before. An interrupted comparison is resumed.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, log
from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.statistics import interval
from fivebet.cards import DECK
from fivebet.errors import SolvingError
from fivebet.lab.command_line import exit_with, percent_printer
from fivebet.machine import core_count
from fivebet.runs.executors import make_executor
from fivebet.runs.group import RunGroup
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.solving.discounting import parse_discounting
from fivebet.solving.solver import solve
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree

_CARDS = {"flop": 3, "turn": 4, "river": 5}
_MOST_STACK = {"flop": 6.0, "turn": 10.0, "river": 10.0}
_BETS = {
    "flop": ("50%", "75%", "33%, 100%"),
    "turn": ("50%", "75%", "33%, 75%", "50%, 100%", "60%, a"),
    "river": ("50%", "75%", "33%, 75%", "50%, 100%", "60%, a"),
}
_RAISES = {"flop": ("100%", "2.5x")}
_ANY_RAISES = ("100%", "2.5x", "50%, 100%")
_RANGES = (12, 15, 20, 25, 30, 40, 50)
_TARGETS = {"flop": (0.3,), "turn": (0.3, 0.1), "river": (0.3, 0.1)}
_MOST_ITERATIONS = 2_000
_MOST_BYTES = 250_000_000
_RISES = 1.2


def draw_spot(street: str, number: int, seed: int) -> Spot:
    """Return a spot of a street: the same for the same number and seed."""
    random = Random(f"{street}-{number}-{seed}")
    while True:
        cards = random.sample([str(card) for card in DECK], _CARDS[street])
        stack = round(100 * exp(random.uniform(log(0.6), log(_MOST_STACK[street]))))
        oop, ip = (f"{random.choice(_RANGES)}%" for _ in range(2))
        bets = random.choice(_BETS[street])
        raises = random.choice(_RAISES.get(street, _ANY_RAISES))
        spot = Spot.create("".join(cards), 100, stack, oop, ip, bets, raises, force_all_in=0.2)
        if Tree(spot, compressed=street == "flop", threads=1).memory <= _MOST_BYTES:
            return spot


@dataclass(frozen=True, kw_only=True)
class DiscountingComparison(Job["ComparedDiscountings"]):
    """A comparison of ways to discount; a chunk is a spot."""

    ways: tuple[str, ...] = ("discounted",)
    """The ways that are compared with the first of them."""
    street: str = "river"
    spots: int = 40
    seed: int = 0

    readers: ClassVar = {"ways": tuple}

    def __post_init__(self) -> None:
        if self.street not in _CARDS:
            raise SolvingError(f"{self.street!r} is no street: give {', '.join(_CARDS)}")
        if self.spots < 1:
            raise SolvingError(f"{self.spots} spots compare nothing: give 1 or more")
        for way in self.ways:
            parse_discounting(way)

    @property
    def chunks(self) -> int:
        """One chunk for each spot."""
        return self.spots

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Solve a spot in every way; return what each target took, and how far it rose."""
        spot = draw_spot(self.street, number, self.seed)
        return ChunkResult([self._solve(spot, way) for way in self.ways], number)

    def reducer(self) -> "Collected[ComparedDiscountings]":
        """Return a new reducer."""
        return Collected(partial(ComparedDiscountings.of, self))

    def _solve(self, spot: Spot, way: str) -> tuple[list[int], float]:
        tree = Tree(
            spot,
            compressed=self.street == "flop",
            threads=1,
            discounting=parse_discounting(way),
        )
        took = []
        for target in _TARGETS[self.street]:
            solve(tree, target, _MOST_ITERATIONS)
            took.append(tree.iterations + len(tree.measured))
        percents = np.array([percent for _, percent in tree.measured])
        return took, float((percents / np.minimum.accumulate(percents)).max())


@dataclass(frozen=True)
class ComparedDiscountings:
    """What spots took with each way to discount."""

    job: DiscountingComparison
    took: NDArray[np.float64]
    """Iterations and measurements by spot, way and target."""
    rises: NDArray[np.float64]
    """By how many times exploitability rose, by spot and way."""

    @classmethod
    def of(cls, job: DiscountingComparison, spots: Sequence[Any]) -> "ComparedDiscountings":
        """Return the result of some spots."""
        took = np.array([[way[0] for way in ways] for ways in spots], dtype=np.float64)
        return cls(job, took, np.array([[way[1] for way in ways] for ways in spots]))

    def lines(self) -> list[str]:
        """Return a sentence for each way."""
        return [self._line(number, way) for number, way in enumerate(self.job.ways)]

    def _line(self, number: int, way: str) -> str:
        parts = []
        for at, target in enumerate(_TARGETS[self.job.street]):
            less = interval(np.log(self.took[:, number, at] / self.took[:, 0, at]))
            mean = float(np.exp(np.log(self.took[:, number, at]).mean()))
            parts.append(
                f"{mean:.0f} to {target} %, {exp(less.mean):.3f} times "
                f"({exp(less.low):.3f} to {exp(less.high):.3f})"
            )
        rises = self.rises[:, number]
        risen = f"{(rises > _RISES).sum()} of {len(rises)} rose, at most {rises.max():.2f} times"
        return f"{way}: {'; '.join(parts)}; {risen}"


def main(given: Sequence[str]) -> int:
    """Compare ways to discount from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m fivebet.lab.discountings",
        description="Compare ways to discount regrets on drawn spots.",
    )
    parser.add_argument("street", help=", ".join(_CARDS))
    parser.add_argument("ways", nargs="*", help="compared with today's, like 1.5,0.25,4,0.4,0.25")
    parser.add_argument("--spots", type=int, default=DiscountingComparison.spots)
    parser.add_argument("--seed", type=int, default=DiscountingComparison.seed)
    parser.add_argument("--workers", type=int, default=core_count())
    parser.add_argument("--store", help="where an interrupted comparison is kept")
    asked = parser.parse_args(given)
    job = DiscountingComparison(
        ways=("discounted", *asked.ways), street=asked.street, spots=asked.spots, seed=asked.seed
    )
    with RunGroup(
        percent_printer(),
        [job],
        make_executor=lambda job: make_executor(asked.workers, chunks=job.most_workers),
        store=asked.store,
    ) as group:
        print("\n".join(group.run(job).lines()))
    return 0


if __name__ == "__main__":
    exit_with(main)
