"""Agents around a table: they play hands, and a failing agent checks or folds.

Notes are taken where they are asked for: reasons to be recorded, and policies to take
luck out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.agents.hosting.guard import Watch, ask_policy, decide, dismiss, show_end
from fivebet.arena.luck import Floats, Luck, Policy, UnlikelyActionError, luck_terms
from fivebet.game import Agent, Decision, Hand, Observer, PolicyAgent, View

__all__ = ["HandNotes", "Players"]


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
        self._states_policy = [isinstance(agent, PolicyAgent) for agent in agents]
        self._observes = [isinstance(agent, Observer) for agent in agents]

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

    def luck(
        self, luck: Luck, hand: Hand, seating: Sequence[int], notes: HandNotes, seed: int
    ) -> Floats:
        """Return the luck terms of a finished hand, by seat."""
        stated = [
            seat
            for seat, player in enumerate(seating)
            if seat not in notes.silent and self._states_policy[player]
        ]
        try:
            return luck_terms(luck, hand, notes.policies, stated, seed)
        except UnlikelyActionError as error:
            self.failures[seating[error.seat]].add(FailureKind.NONSENSE, str(error))
            return luck_terms(luck, hand, [None] * len(notes.policies), [], seed)

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
