"""Agents in the same tournaments of 45: two chairs are taken by one of them after another.

    python -m fivebet.lab.tournament_field fold champion --field home --tournaments 60 --seed 99
    python -m fivebet.lab.tournament_field fold champion --field drawn --tournaments 60 --seed 99

The company is that of a season's tournaments, everybody or those at home, or players drawn by
rules with some of this package's agents. Slow agents are left out and others think less, unless
`--slow` asks for the season's own. Cards and seats are the same for each of the compared
agents, so that the difference to the first of them is counted by tournament. An interrupted
comparison is resumed.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar, Literal, get_args

import numpy as np

from fivebet.arena.season import ENTRANTS, Scale, Season
from fivebet.arena.statistics import Interval, interval
from fivebet.arena.tournament import Tournament
from fivebet.arena.tournament_series import TournamentSeries
from fivebet.errors import GameError
from fivebet.lab.command_line import exit_with, percent_printer
from fivebet.machine import core_count
from fivebet.runs.executors import make_executor
from fivebet.runs.group import RunGroup
from fivebet.runs.job import ChunkResult, Collected, Job

FieldName = Literal["everybody", "home", "drawn"]
_COMPARED = "champion"
"""Whose chairs in a season are those of the compared agents."""
_CHEAP = {
    "adapted::aki:simulations=100": "adapted::aki:simulations=50",
    "adapted::aki+:simulations=100": "adapted::aki+:simulations=50",
    "push-fold": "push-fold:iterations=8",
}
_HOUSE = ("fold", "fair", "tight", "push-fold:iterations=8", "evolved+")
"""Who sits with drawn players, on two chairs each."""
_DRAWN = 33


@dataclass(frozen=True, kw_only=True)
class TournamentComparison(Job["TournamentComparisonResult"]):
    """A comparison of agents in the same tournaments; a chunk is a tournament."""

    agents: tuple[str, ...]
    """The agents that are compared with the first of them."""
    field: FieldName = "home"
    tournaments: int = 40
    seed: int = 0
    drawn: int = 991
    """The seed of the drawn players."""
    slow: bool = False
    """Whether a season's slow agents take part, and everybody thinks as long as there."""

    readers: ClassVar = {"agents": tuple}

    def __post_init__(self) -> None:
        if self.field not in get_args(FieldName):
            raise GameError(f"no field {self.field!r}: give everybody, home or drawn")
        if not self.agents or self.tournaments < 1:
            raise GameError("give an agent or more, and 1 tournament or more")

    @property
    def chunks(self) -> int:
        """One chunk for each tournament."""
        return self.tournaments

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all who may take part."""
        return (*self.agents, *self.company)

    @property
    def hands(self) -> int:
        """About as many hands as all of the compared agents play in."""
        return sum(self.series(agent).hands for agent in self.agents)

    @cached_property
    def company(self) -> tuple[str, ...]:
        """The other 43 players."""
        return tuple(name for name in self.chairs if name)

    @cached_property
    def chairs(self) -> tuple[str, ...]:
        """All players, with empty names on the chairs of the compared agents."""
        if self.field == "drawn":
            drawn = (f"drawn::{self.drawn}-{number}" for number in range(_DRAWN))
            return ("", "", *_HOUSE, *_HOUSE, *drawn)
        entrants = (name for name, budget in ENTRANTS.items() if self.slow or not budget.slow)
        names = tuple(dict.fromkeys((*entrants, _COMPARED)))
        season = Season(Scale.FULL if self.slow else Scale.QUICK, entrants=names)
        series = season.series() if self.field == "everybody" else season.home_series()
        chairs = series.players if series else ()
        if not self.slow:
            chairs = tuple(_CHEAP.get(name, name) for name in chairs)
        return tuple("" if name.partition(":")[0] == _COMPARED else name for name in chairs)

    def series(self, agent: str) -> TournamentSeries:
        """Return the tournaments with an agent on the chairs of the compared ones."""
        chairs = tuple(name or agent for name in self.chairs)
        return TournamentSeries(
            tournament=Tournament(agents=chairs, count=self.tournaments, seed=self.seed)
        )

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Play a tournament with each of the agents; return what every chair won, in buy-ins."""
        returns = []
        for agent in self.agents:
            series = self.series(agent)
            prizes = series.run_chunk(number, None, 0).data["prizes"]
            returns.append([prize / series.tournament.buy_in - 1 for prize in prizes])
        return ChunkResult(returns, number)

    def reducer(self) -> "Collected[TournamentComparisonResult]":
        """Return a new reducer."""
        return Collected(partial(TournamentComparisonResult.of, self))


@dataclass(frozen=True)
class TournamentComparisonResult:
    """What agents made of the same tournaments."""

    returns: Mapping[str, Interval]
    """The return on a buy-in by compared agent."""
    ahead: Mapping[str, Interval]
    """How much more that is than the return of the first of them, by tournament."""
    company: Mapping[str, Mapping[str, Interval]]
    """The returns of the others, by compared agent and name."""

    @classmethod
    def of(cls, job: TournamentComparison, played: Sequence[Any]) -> "TournamentComparisonResult":
        """Return the result of some tournaments."""
        won = np.array(played, dtype=np.float64)  # by tournament, compared agent and chair
        chairs = np.array(job.chairs)
        own = won[:, :, chairs == ""].mean(axis=2)
        return cls(
            {name: interval(own[:, i]) for i, name in enumerate(job.agents)},
            {name: interval(own[:, i] - own[:, 0]) for i, name in enumerate(job.agents)},
            {
                agent: {
                    name: interval(won[:, i, chairs == name].mean(axis=1))
                    for name in dict.fromkeys(job.company)
                }
                for i, agent in enumerate(job.agents)
            },
        )

    def lines(self) -> list[str]:
        """Return what to print: the compared agents, and who of the others did best with each."""
        first = next(iter(self.returns))
        lines = []
        for name, own in self.returns.items():
            best = sorted(self.company[name].items(), key=lambda pair: -pair[1].mean)[:3]
            others = ", ".join(f"{other} {each.scaled(100):+.0f} %" for other, each in best)
            lines.append(
                f"{name}: {own.scaled(100):+.0f} %, {self.ahead[name].scaled(100):+.0f} % more "
                f"than {first}; best of the others: {others}"
            )
        return lines


def main(given: Sequence[str]) -> int:
    """Compare agents from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m fivebet.lab.tournament_field",
        description="Compare agents in the same tournaments of 45.",
    )
    parser.add_argument("agents", nargs="+", help="the others are compared with the first")
    parser.add_argument("--field", choices=get_args(FieldName), default=TournamentComparison.field)
    parser.add_argument("--tournaments", type=int, default=TournamentComparison.tournaments)
    parser.add_argument("--seed", type=int, default=TournamentComparison.seed)
    parser.add_argument("--drawn", type=int, default=TournamentComparison.drawn, metavar="SEED")
    parser.add_argument("--slow", action="store_true", help="slow agents too, as in a season")
    parser.add_argument("--workers", type=int, default=core_count())
    parser.add_argument("--store", help="where an interrupted comparison is kept")
    asked = vars(parser.parse_args(given))
    workers, store = asked.pop("workers"), asked.pop("store")
    job = TournamentComparison(**asked | {"agents": tuple(asked["agents"])})
    with RunGroup(
        percent_printer(),
        [job],
        make_executor=lambda job: make_executor(workers, chunks=job.most_workers),
        store=store,
    ) as group:
        for line in group.run(job).lines():
            print(line)
    return 0


if __name__ == "__main__":
    exit_with(main)
