"""Agents at many tables of six, with opponents of many kinds, all of them on the same cards.

    python -m fivebet.lab.ring_field champion fair --game limit-6p --tables 40 --deals 8 --seed 29
    python -m fivebet.lab.ring_field champion fair --game nolimit-6p --tables 24 --drawn

At every table sit one of the agents that are compared and five opponents at random: of the fast
agents of this package, or of players drawn by rules. Every deal is played from all six seats.
Each of the compared agents plays at all tables, with opponents who start anew. What it wins is
a mean over tables, without luck taken out. An interrupted comparison is resumed.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.players import Players
from fivebet.agents.hosting.registry import agent_traits, plays
from fivebet.arena.statistics import Interval, interval
from fivebet.errors import GameError
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.lab.command_line import exit_with, percent_printer
from fivebet.machine import core_count
from fivebet.runs.executors import make_executor
from fivebet.runs.group import RunGroup
from fivebet.runs.job import ChunkResult, Collected, Job

FAST = (
    *("aki:simulations=50", "aki+:simulations=50", "plicas", "plicas+", "evolved", "evolved+"),
    *("nash-limit", "push-fold", "fair", "tight", "loose", "maniac", "station", "timid"),
    *("call", "raise", "random", "fold"),
)
"""Agents that decide within milliseconds."""
DRAWN = tuple(f"drawn::991-{number}" for number in range(40))
"""Players by rules that nothing is tuned to."""

_SEATS = 6
_CLOCK = 60.0


@dataclass(frozen=True, kw_only=True)
class RingField(Job["FieldResult"]):
    """A comparison of agents at the same tables; a chunk is a table."""

    agents: tuple[str, ...]
    """The agents that are compared with the first of them."""
    opponents: tuple[str, ...] = FAST
    game: str = "limit-6p"
    tables: int = 40
    deals: int = 8
    """The deals at each table; each is played from all seats."""
    seed: int = 0

    readers: ClassVar = {"agents": tuple, "opponents": tuple}

    def __post_init__(self) -> None:
        if Game.named(self.game).seats != _SEATS:
            raise GameError(f"{self.game} is not for six players: give limit-6p or nolimit-6p")
        if not self.agents or min(self.tables, self.deals) < 1 or len(self.opponents) < _SEATS - 1:
            raise GameError(
                "give an agent, 1 table or more with 1 deal or more, and 5 opponents to draw from"
            )

    @property
    def chunks(self) -> int:
        """One chunk for each table."""
        return self.tables

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all who may sit at a table."""
        return tuple(map(self._seated_name, (*self.agents, *self.opponents)))

    @property
    def hands(self) -> int:
        """The hands that all of the compared agents play."""
        return self.tables * self.deals * _SEATS * len(self.agents)

    def table(self, number: int) -> tuple[str, ...]:
        """Return the opponents at a table."""
        drawn = Random(100_003 * self.seed + number).sample(self.opponents, _SEATS - 1)
        return tuple(map(self._seated_name, drawn))

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Let each of the agents play at a table; return what they win, in mbb a hand."""
        return ChunkResult([self._play(name, number) for name in self.agents], number)

    def reducer(self) -> "Collected[FieldResult]":
        """Return a new reducer."""
        return Collected(partial(FieldResult.of, self.agents))

    def _play(self, name: str, number: int) -> float:
        game = Game.named(self.game)
        names = (self._seated_name(name), *self.table(number))
        seeds = [1000 * number + player for player in range(_SEATS)]
        won = 0.0
        with Players.seated(names, seeds, _CLOCK) as players:
            for deal in range(self.deals):
                for turn in range(_SEATS):
                    seating = [(seat + turn) % _SEATS for seat in range(_SEATS)]
                    hand = Hand(
                        game,
                        seed=7919 * self.seed + 1009 * number + deal,
                        number=deal,
                        players=[f"p{player}" for player in seating],
                    )
                    players.play(hand, seating)
                    won += float(hand.payoffs[seating.index(0)])
        return 1000 * won / game.big_blind / (self.deals * _SEATS)

    def _seated_name(self, name: str) -> str:
        return name if plays(agent_traits(name), self.game) else f"adapted::{name}"


@dataclass(frozen=True)
class FieldResult:
    """What agents won at the same tables."""

    agents: tuple[str, ...]
    won: NDArray[np.float64]
    """In mbb a hand, by table and agent."""

    @classmethod
    def of(cls, agents: tuple[str, ...], tables: Sequence[Any]) -> "FieldResult":
        """Return the result of some tables."""
        return cls(agents, np.array(tables, dtype=np.float64).reshape(-1, len(agents)))

    def intervals(self) -> list[tuple[str, Interval, Interval]]:
        """Return what each agent won, and how much more than the first one, by table."""
        return [
            (name, interval(self.won[:, i]), interval(self.won[:, i] - self.won[:, 0]))
            for i, name in enumerate(self.agents)
        ]


def main(given: Sequence[str]) -> int:
    """Compare agents from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m fivebet.lab.ring_field",
        description="Compare agents at many tables of six with opponents of many kinds.",
    )
    parser.add_argument("agents", nargs="+", help="the others are compared with the first")
    parser.add_argument("--game", default=RingField.game, help="limit-6p or nolimit-6p")
    parser.add_argument("--tables", type=int, default=RingField.tables)
    parser.add_argument("--deals", type=int, default=RingField.deals, help="played six times each")
    parser.add_argument("--drawn", action="store_true", help="opponents drawn by rules")
    parser.add_argument("--seed", type=int, default=RingField.seed)
    parser.add_argument("--workers", type=int, default=core_count())
    parser.add_argument("--store", help="where an interrupted comparison is kept")
    asked = parser.parse_args(given)
    job = RingField(
        agents=tuple(asked.agents),
        opponents=DRAWN if asked.drawn else FAST,
        game=asked.game,
        tables=asked.tables,
        deals=asked.deals,
        seed=asked.seed,
    )
    with RunGroup(
        percent_printer(),
        [job],
        make_executor=lambda job: make_executor(asked.workers, chunks=job.most_workers),
        store=asked.store,
    ) as group:
        result = group.run(job)
    for name, won, ahead in result.intervals():
        print(
            f"{name}: {won.mean:+,.0f} ± {(won.high - won.low) / 2:,.0f} mbb/hand, "
            f"{ahead.mean:+,.0f} ± {(ahead.high - ahead.low) / 2:,.0f} more than {job.agents[0]}"
        )
    return 0


if __name__ == "__main__":
    exit_with(main)
