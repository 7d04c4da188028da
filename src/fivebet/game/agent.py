"""The agent protocol: an agent sees a view and takes a decision.

An agent is any object with `act(view) -> Decision`; no base class is needed.
What else it can do, it says by having the method: `policy` if it knows its own
probabilities, `observe` if it wants to see how hands end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from fivebet.errors import GameError
from fivebet.game.action import Action
from fivebet.game.hand import Hand
from fivebet.game.view import View

Reason = bool | int | float | str | Sequence["Reason"] | Mapping[str, "Reason"]
"""Reasons are plain data: numbers and short labels, nested at will."""
Policy = Mapping[Action, NDArray[np.float64]]
"""The probability of each action for each of the 1,326 hole cards."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action with its reasons, as JSON data that a page, a terminal or a store can show."""

    action: Action
    reasons: Mapping[str, Reason] = field(default_factory=dict)


@runtime_checkable
class Agent(Protocol):
    """An object that can take a seat: it decides what to do in a view."""

    def act(self, view: View) -> Decision:
        """Decide what to do; it is the turn of the view's seat."""
        ...


@runtime_checkable
class PolicyAgent(Agent, Protocol):
    """An agent that knows how it would have played any hole cards."""

    def policy(self, view: View) -> Policy:
        """Return the probability of each action for each of the 1,326 hole cards."""
        ...


@runtime_checkable
class Observer(Protocol):
    """An agent that learns from what it has seen."""

    def observe(self, view: View) -> None:
        """Learn from a hand that is over, as the agent's seat has seen it."""
        ...


def play(hand: Hand, agents: Sequence[Agent]) -> Hand:
    """Let agents, by seat, play a hand to its end; show the end to those who observe."""
    if len(agents) != hand.game.seats:
        raise GameError(
            f"{len(agents)} agents cannot play {hand.game}: give one for each of its "
            f"{hand.game.seats} seats"
        )
    while (seat := hand.actor) is not None:
        hand.act(agents[seat].act(hand.view(seat)).action)
    for seat, agent in enumerate(agents):
        if isinstance(agent, Observer):
            agent.observe(hand.view(seat))
    return hand
