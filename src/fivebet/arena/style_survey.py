"""How agents play: their style, how far their luck swings, and how long they think.

Everybody sits down with the same company, the players by rules, so that styles
can be compared.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from fivebet.arena.match import hashed_seed
from fivebet.arena.players import Company, isolated, seat, watching
from fivebet.arena.seatings import one_seating
from fivebet.game import Agent, Decision, Game, Hand, Observer, View
from fivebet.opponents.style import Style, style_of
from fivebet.opponents.tally import Tally
from fivebet.runs.job import Played

__all__ = ["COMPANY", "Conduct", "Manners", "MannersTally"]

COMPANY = ("fair", "tight", "loose", "maniac", "station")


@dataclass(frozen=True, kw_only=True)
class Manners:
    """So many hands of every agent."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    seed: int = 0
    clock: float = 60.0
    """Seconds after which an agent from a file is taken to hang."""

    @property
    def players(self) -> tuple[str, ...]:
        """The agents' names."""
        return self.agents

    @property
    def pieces(self) -> int:
        """One for each agent."""
        return len(self.agents)

    @property
    def hands(self) -> int:
        """How many are played in all."""
        return self.pieces * self.deals

    def follows(self, _: int) -> bool:
        """Agents come one by one."""
        return False

    def may_stop(self, _: int) -> bool:
        """Only at the end."""
        return False

    def isolated(self) -> "Manners":
        """The same with foreign agents in processes of their own."""
        return replace(self, agents=tuple(isolated(name, self.clock) for name in self.agents))

    def play(self, number: int, _: bytes | None, __: int) -> Played:
        """One agent's hands."""
        game, name = self.game, self.agents[number]
        timed = _Timed(seat(name, hashed_seed(f"{self.seed}/manners/{number}"), self.clock))
        others = [
            seat(COMPANY[i % len(COMPANY)], hashed_seed(f"{self.seed}/{number}/{i}"), self.clock)
            for i in range(game.seats - 1)
        ]
        tally, won = Tally(), []
        with watching([name], self.clock) as watch, Company([timed, *others], watch) as company:
            for deal in range(self.deals):
                (seating,) = one_seating(game.seats, deal)
                names = tuple(f"player {each + 1}" for each in seating)
                hand = Hand(game, seed=self.seed, number=deal, players=names)
                company.play(hand, seating)
                tally.observe(hand)
                won.append(float(hand.payoffs[seating.index(0)]) / game.big_blind)
        style = style_of(tally["player 1"])
        data = {
            "vpip": style.vpip,
            "pfr": style.pfr,
            "aggression_factor": style.aggression_factor,
            "spread": float(np.std(won)),
            "drawdown": _drawdown(won),
            "seconds": float(np.mean(timed.seconds)) if timed.seconds else 0.0,
            "slowest": max(timed.seconds, default=0.0),
        }
        return Played(data, number, None, ())

    def tally(self) -> "MannersTally":
        """Collects what was seen."""
        return MannersTally()

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "game": self.game.to_dict(),
            "agents": list(self.agents),
            "deals": self.deals,
            "seed": self.seed,
            "clock": self.clock,
        }


@dataclass(frozen=True, slots=True)
class Conduct:
    """What was seen of one agent."""

    vpip: float | None
    pfr: float | None
    aggression_factor: float | None
    spread: float
    """The standard deviation of a hand, in big blinds."""
    drawdown: float
    """The furthest that it was behind its best, in big blinds."""
    seconds: float
    """A decision, on average."""
    slowest: float
    """The slowest one."""

    @property
    def style(self) -> str:
        """VPIP/PFR/AF, as players write it."""
        return str(Style(self.vpip, self.pfr, self.aggression_factor, 0))


class MannersTally:
    """Conducts in the order of the agents."""

    def __init__(self) -> None:
        self._seen: list[Conduct] = []

    def add(self, data: Mapping[str, Any]) -> None:
        """One agent's."""
        self._seen.append(Conduct(**data))

    def result(self) -> tuple[Conduct, ...]:
        """Those so far."""
        return tuple(self._seen)


@dataclass
class _Timed:
    """An agent with a stop-watch."""

    agent: Agent
    seconds: list[float] = field(default_factory=list)

    def act(self, view: View) -> Decision:
        start = time.perf_counter()
        try:
            return self.agent.act(view)
        finally:
            self.seconds.append(time.perf_counter() - start)

    def observe(self, view: View) -> None:
        if isinstance(self.agent, Observer):
            self.agent.observe(view)


def _drawdown(won: list[float]) -> float:
    """The furthest below an earlier height.

    >>> _drawdown([2.0, -3.0, 1.0, -2.0, 5.0])
    4.0
    """
    heights = np.concatenate([[0.0], np.cumsum(won)])
    return float((np.maximum.accumulate(heights) - heights).max())
