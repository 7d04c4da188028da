"""A survey of playing styles: VPIP and the like, swings, and how long agents think.

Every agent plays the same opponents, the rule players, so that styles can be compared.
"""

import time
from dataclasses import dataclass, field

import numpy as np

from fivebet.agents.hosting.guard import dismiss, seat_agents, watch_foreign
from fivebet.agents.hosting.players import Players
from fivebet.arena.match import DealsJob, hashed_seed
from fivebet.arena.seatings import one_seating
from fivebet.game import Agent, Decision, Hand, Observer, View
from fivebet.opponents.statistics import StyleFigures, style_of
from fivebet.opponents.tally import Tally
from fivebet.runs.job import ChunkResult, Collected

OPPONENTS = ("fair", "tight", "loose", "maniac", "station")


@dataclass(frozen=True, kw_only=True)
class StyleSurvey(DealsJob["tuple[AgentStyle, ...]"]):
    """A number of hands of every agent."""

    @property
    def chunks(self) -> int:
        """One chunk for each agent."""
        return len(self.agents)

    @property
    def hands(self) -> int:
        """The number of hands of all agents."""
        return self.chunks * self.deals

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Play one agent's hands."""
        game, name = self.game, self.agents[number]
        names = [name, *(OPPONENTS[i % len(OPPONENTS)] for i in range(game.seats - 1))]
        seeds = [f"manners/{number}", *(f"{number}/{i}" for i in range(game.seats - 1))]
        agent, *others = seat_agents(
            names, [hashed_seed(f"{self.seed}/{each}") for each in seeds], self.clock
        )
        timed = _Timed(agent)
        tally, won = Tally(), []
        with (
            watch_foreign([name], self.clock) as watch,
            Players([timed, *others], watch) as players,
        ):
            for deal in range(self.deals):
                (seating,) = one_seating(game.seats, deal)
                labels = tuple(f"player {each + 1}" for each in seating)
                hand = Hand(game, seed=self.seed, number=deal, players=labels)
                players.play(hand, seating)
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
        return ChunkResult(data, number, None, ())

    def reducer(self) -> "Collected[tuple[AgentStyle, ...]]":
        """Return a new reducer, which collects styles in the order of the agents."""
        return Collected(lambda styles: tuple(AgentStyle(**style) for style in styles))


@dataclass(frozen=True, slots=True)
class AgentStyle:
    """How one agent plays."""

    vpip: float | None
    pfr: float | None
    aggression_factor: float | None
    spread: float
    """The standard deviation of a hand, in big blinds."""
    drawdown: float
    """The largest fall from an earlier height, in big blinds."""
    seconds: float
    """The mean time of a decision."""
    slowest: float
    """The time of the slowest decision."""

    @property
    def style(self) -> str:
        """The style as players write it, VPIP/PFR/AF."""
        return str(StyleFigures(self.vpip, self.pfr, self.aggression_factor, 0))


@dataclass
class _Timed:
    """Times the decisions of an agent."""

    agent: Agent
    seconds: list[float] = field(default_factory=list)

    def act(self, view: View) -> Decision:
        start = time.perf_counter()
        try:
            return self.agent.act(view)
        finally:
            self.seconds.append(time.perf_counter() - start)

    def close(self) -> None:
        dismiss(self.agent)

    def observe(self, view: View) -> None:
        if isinstance(self.agent, Observer):
            self.agent.observe(view)


def _drawdown(won: list[float]) -> float:
    """Return the largest fall from an earlier height.

    >>> _drawdown([2.0, -3.0, 1.0, -2.0, 5.0])
    4.0
    """
    heights = np.concatenate([[0.0], np.cumsum(won)])
    return float((np.maximum.accumulate(heights) - heights).max())
