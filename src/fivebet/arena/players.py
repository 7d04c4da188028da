"""Agents around a table: they play hands, and a failing agent checks or folds.

What is asked for is noted: reasons to be recorded, policies to take luck out. An
agent that comes from a file or another package may never come back; after so many
seconds it is interrupted. Where it could not be interrupted, in a thread that
gets no signals, it sits in a process of its own.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.agents.hosting.guard import Watch, decide, dismiss, show_end
from fivebet.agents.hosting.registry import make_agent
from fivebet.arena.luck import Floats, Luck, Policy, luck_terms
from fivebet.errors import AgentError
from fivebet.game import Agent, Decision, Hand, Observer, PolicyAgent, View

__all__ = ["HandNotes", "Players", "is_foreign", "isolated", "seat", "watching"]


def is_foreign(name: str) -> bool:
    """Whether an agent comes from a file: nobody here has looked at it."""
    return ".py::" in name and not name.startswith("isolated")


def isolated(name: str, seconds: float) -> str:
    """The same agent in a process of its own, if it is foreign."""
    return f"isolated:seconds={seconds:g}::{name}" if is_foreign(name) else name


def seat(name: str, seed: int, seconds: float) -> Agent:
    """Return an agent that can be interrupted after some seconds, here or in its own process."""
    here = threading.current_thread() is threading.main_thread()
    return make_agent(name if here else isolated(name, seconds), seed=seed)


@contextmanager
def watching(names: Sequence[str], seconds: float) -> Iterator[Watch | None]:
    """A watch over foreign agents of this process, where there can be one."""
    if any(map(is_foreign, names)) and threading.current_thread() is threading.main_thread():
        with Watch(seconds) as watch:
            yield watch
    else:
        yield None


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

    def __exit__(self, *_: object) -> None:
        """Close programs that agents have started."""
        for agent in self.agents:
            dismiss(agent)

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
        except AgentError as error:
            self.failures[seating[stated[0]]].add(FailureKind.NONSENSE, str(error))
            return luck_terms(luck, hand, [None] * len(notes.policies), [], seed)

    def _decide_with_notes(
        self, agent: Agent, view: View, failures: Failures, notes: HandNotes
    ) -> Decision:
        policy = None
        before = failures.times
        if notes.with_policies and isinstance(agent, PolicyAgent):
            try:
                policy = agent.policy(view)
            except (Exception, SystemExit) as error:
                failures.add(FailureKind.RAISED, f"policy: {type(error).__name__}: {error}")
        decision = decide(agent, view, failures, self.watch)
        if failures.times > before or policy is None:
            policy = None
            notes.silent.add(view.seat)
        notes.policies.append(policy)
        notes.decisions.append((view.seat, decision))
        return decision
