"""Moik's evolved networks: `Title`, bachelor's thesis, Graz 2018.

    4.1.2  the inputs of a network        Evolved.inputs
    4.2    hand strength                  fivebet.cards.showdown_strength
    4.2.3  probability triple, bet sizes  Evolved.act
    4.1.2  VPIP, PFR, AFq of opponents    fivebet.opponents

`evolved` is the agent of the thesis's third experiment, hall of fame and opponent models,
`evolved:experiment=hof` and `evolved:experiment=base` those of the other two;
`evolved:weights=file.npz` plays any network. The same player runs compiled in
tournaments (native/tournaments/network_player.hpp).
"""

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import cos, log, pi, sqrt
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import FileName, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.networks import MODEL_INPUTS, TABLE_INPUTS, Brain
from fivebet.cards.showdown_strength import MAX_OPPONENTS, strengths_on_demand
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Legal, raise_to
from fivebet.game.agent import Decision
from fivebet.game.view import View
from fivebet.opponents import Ratio, Tally

Experiment = Literal["base", "hof", "hof-opm", "plus"]

BET_SIZES = ((0.3, 0.05), (0.45, 0.1), (0.8, 0.05))
"""Mean and standard deviation of small, medium and large bets, in stacks (4.2.3)."""
UNKNOWN = -1.0
"""The input for an empty seat, and for a player who has not acted yet."""
STRENGTH_STRETCH = np.float32(20)
"""How far the input of hand strength reaches, whatever the scaling of the others."""
_HALF_STACK = 20  # big blinds that are scaled to a half
_PLAYERS = 45
_PURPOSE = purpose_key("evolved")


@dataclass(eq=False)
class Evolved:
    """A network evolved in tournaments; experiment=base, hof or hof-opm, or weights=file.npz."""

    paper: ClassVar[str] = "Moik, TU Graz (2018): no-limit tournaments"
    made_for: ClassVar[tuple[str, ...]] = ("tournament-*",)

    experiment: Experiment = "hof-opm"
    """The experiment of the thesis whose network plays."""
    weights: FileName = ""
    """A file with the weights of another network."""
    seed: Seed = 0
    """The seed of its random numbers."""
    remembers: bool = field(init=False)

    def __post_init__(self) -> None:
        self.brain = self._brain(self.experiment, self.weights)
        self.seed = checked_seed(self.seed)
        self.seen = Tally()
        """What opponents have been seen to do."""
        self.remembers = self.brain.models

    @classmethod
    def remembers_with(
        cls, experiment: Experiment | None = None, weights: str = "", **_: object
    ) -> bool:
        """Return whether an agent with these options remembers."""
        return cls._brain(experiment or cls.experiment, weights).models

    @staticmethod
    def _brain(experiment: Experiment, weights: str) -> Brain:
        return Brain.load(Path(weights)) if weights else published(experiment)

    def observe(self, view: View) -> None:
        """Count what everybody has done, if they can be known again."""
        if self.brain.models and view.players:
            self.seen.observe(view, view.players)

    def act(self, view: View) -> Decision:
        """Ask the network, draw one of its three moves, and a size if it is a raise."""
        legal = view.legal
        inputs = self.inputs(view)
        triple = self.brain.network.forward(inputs)
        fold, call, raise_ = map(float, triple)
        reasons = {
            "strength": float(inputs[0] / STRENGTH_STRETCH),
            "fold": fold,
            "call": call,
            "raise": raise_,
        }
        stream = Stream(self.seed, _PURPOSE, view.number, len(view.moves))
        draw = np.float32(stream.uniform())
        if draw < triple[0]:
            return Decision(FOLD if legal.call else legal.passive, reasons)
        if draw < triple[0] + triple[1] or not legal.can_raise:
            return Decision(legal.passive, reasons)
        return Decision(raise_to(self._size(view, legal, raise_, stream)), reasons)

    def inputs(self, view: View) -> NDArray[np.float32]:
        """Return the inputs of the network, in the order of section 4.1.2."""
        seat, seats = view.seat, view.game.seats
        stretch = np.float32(self.brain.stretch)
        started, behind = view.starting_stacks, view.stacks
        most = started[seat]  # of each player's chips, what one can win
        pot = sum(min(int(was - now), most) for was, now in zip(started, behind, strict=True))
        opponents = len(view.active) - 1
        inputs = np.full(MODEL_INPUTS if self.brain.models else TABLE_INPUTS, UNKNOWN, np.float32)
        inputs[:8] = (
            STRENGTH_STRETCH * np.float32(_strength(view, opponents)),
            stretch * np.float32(view.street) / 3,
            _scaled(int(behind[seat]), view, stretch),
            _scaled(pot, view, stretch),
            _scaled(view.legal.call, view, stretch),
            stretch * np.float32(opponents) / MAX_OPPONENTS,
            stretch * np.float32(view.players_left or seats) / _PLAYERS,
            stretch * np.float32(seat) / np.float32(seats - 1),
        )
        for k in range(min(seats - 1, MAX_OPPONENTS)):
            other = (seat + k + 1) % seats
            inputs[8 + k] = _scaled(int(behind[other]), view, stretch)
            if self.brain.models:
                start = TABLE_INPUTS + 3 * k
                inputs[start : start + 3] = self._habits(view, other)
        return inputs

    def _habits(self, view: View, seat: int) -> tuple[float, float, float]:
        if not view.players or view.players[seat] not in self.seen:
            return UNKNOWN, UNKNOWN, UNKNOWN
        known = self.seen[view.players[seat]]
        entered, aggression = known.vpip, known.aggression_frequency_by_hands
        # Equation 4.2 divides raises by all hands, not by those in which a raise was possible.
        raised = Ratio(known.pfr.times, entered.opportunities)
        vpip, pfr, afq = (
            self.brain.stretch * ratio.times / ratio.opportunities
            if ratio.opportunities
            else UNKNOWN
            for ratio in (entered, raised, aggression)
        )
        return vpip, pfr, afq

    def _size(self, view: View, legal: Legal, raise_: float, stream: Stream) -> int:
        medium, large = map(np.float32, self.brain.thresholds)
        mean, deviation = BET_SIZES[2 if raise_ >= large else int(raise_ >= medium)]
        radius = sqrt(-2 * log(1 - stream.uniform()))
        part = mean + deviation * radius * cos(2 * pi * stream.uniform())
        chips = _rounded(part * view.stack)
        return min(max(view.bets[view.seat] + chips, legal.min_raise), legal.max_raise)


@dataclass(eq=False)
class EvolvedPlus(Evolved):
    """The best of what section 6.1 leaves to be done: CMA-ES for the return itself."""

    experiment: Experiment = field(default="plus", init=False)
    weights: FileName = field(default="", init=False)


@cache
def published(experiment: str) -> Brain:
    """Return the network that ships as the result of an experiment."""
    file = resources.files("fivebet.data").joinpath(f"evolved-{experiment}.npz")
    if not file.is_file():
        raise AgentError(f"the experiment {experiment!r} has no weights: give weights=file.npz")
    with resources.as_file(file) as path:
        return Brain.load(path)


def _strength(view: View, opponents: int) -> float:
    if view.game.hole_cards != 2 or len(view.game.deck) != 52:
        raise AgentError(f"an evolved network plays hold'em with two hole cards, not {view.game}")
    hole = sum(1 << card for card in view.cards)
    board = sum(1 << card for card in view.board)
    return strengths_on_demand().strength(hole, board, min(opponents, MAX_OPPONENTS))


def _scaled(chips: int, view: View, stretch: np.float32) -> np.float32:
    amount = np.float32(chips)
    return stretch * amount / (amount + np.float32(_HALF_STACK * view.game.big_blind))


def _rounded(chips: float) -> int:
    """Return chips rounded with halves away from zero, as compiled code does."""
    return int(chips + 0.5) if chips >= 0 else -int(0.5 - chips)
