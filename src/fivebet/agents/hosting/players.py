"""Agents around a table: they play hands, and a failing agent checks or folds.

Notes are taken where they are asked for: reasons to be recorded, and policies to take
luck out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import (
    Watch,
    ask_policy,
    decide,
    dismiss,
    seat_agents,
    show_end,
    watch_foreign,
)
from fivebet.game.agent import Agent, Decision, Observer, Policy, PolicyAgent
from fivebet.game.hand import Hand
from fivebet.game.view import View


@dataclass(slots=True)
class HandNotes:
    """What is noted about a hand, decision by decision."""

    with_policies: bool = False
    """Whether policies are asked for."""
    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    policies: list[Policy | None] = field(default_factory=list)
    silent: set[int] = field(default_factory=set)
    """The seats whose policy is missing."""


class Players:
    """The agents of one match, and how often each has failed."""

    def __init__(self, agents: Sequence[Agent], watch: Watch | None = None) -> None:
        self.agents, self.watch = agents, watch
        self.failures = [Failures() for _ in agents]
        self.states_policy = [isinstance(agent, PolicyAgent) for agent in agents]
        self._observes = [isinstance(agent, Observer) for agent in agents]

    @classmethod
    @contextmanager
    def seated(cls, names: Sequence[str], seeds: Sequence[int], seconds: float) -> Iterator[Self]:
        """Seat fresh agents, each with its seed, who have that many seconds to decide."""
        with (
            watch_foreign(names, seconds) as watch,
            cls(seat_agents(names, seeds, seconds), watch) as players,
        ):
            yield players

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        """Close programs that agents have started, or put them aside for the next chunk."""
        for agent in self.agents:
            dismiss(agent, reusable=error is None)

    def play(self, hand: Hand, seating: Sequence[int], notes: HandNotes | None = None) -> None:
        """Play a hand to its end; the seating names the player on each seat."""
        agents = [self.agents[player] for player in seating]
        failures = [self.failures[player] for player in seating]
        while (turn := hand.actor) is not None:
            view = hand.view(turn)
            if notes is None:
                decision = decide(agents[turn], view, failures[turn], self.watch)
            else:
                decision = self._decide_with_notes(agents[turn], view, failures[turn], notes)
            hand.act(decision.action)
        for seat, player in enumerate(seating):
            if self._observes[player]:
                show_end(agents[seat], hand.view(seat), failures[seat], self.watch)

    def _decide_with_notes(
        self, agent: Agent, view: View, failures: Failures, notes: HandNotes
    ) -> Decision:
        policy = None
        before = failures.times
        if notes.with_policies and isinstance(agent, PolicyAgent):
            policy = ask_policy(agent, view, failures, self.watch)
        decision = decide(agent, view, failures, self.watch)
        if failures.times > before or policy is None:
            policy = None
            notes.silent.add(view.seat)
        notes.policies.append(policy)
        notes.decisions.append((view.seat, decision))
        return decision
