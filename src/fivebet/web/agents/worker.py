"""A process in which agents think, one question at a time.

Questions and answers are pickled, each after its length in four bytes; they come
from the card room that has started the process, and from nobody else.
"""

import signal
import socket
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import decide, show_end
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.policies import holding_index
from fivebet.errors import FivebetError
from fivebet.game import Agent, PolicyAgent, View
from fivebet.messages import pack_message, read_message
from fivebet.store.hands import reasons_text

__all__ = ["Answer", "Chance", "Failed", "Question", "Work", "think"]

_MOST_AGENTS = 256
_SHARED_BETWEEN = 12  # actions of a policy that are told one by one


@dataclass(frozen=True, slots=True)
class Question:
    """What to do, or that a hand is over; without a view, whether the agent can sit down."""

    key: str
    """The same for the same seat: agents that remember are known again by it."""
    agent: str
    seed: int
    view: View | None = None
    over: bool = False
    chances: bool = False
    """Whether the agent's probabilities are wanted too."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that takes long: a function of a module and its arguments."""

    call: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """Work that could not be done, in one sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely an agent takes an action with the cards that it holds."""

    action: str
    to: int
    probability: float


@dataclass(frozen=True, slots=True)
class Answer:
    """An action and why; if the agent failed, the rule's action and how it failed."""

    action: str
    to: int
    reasons: str
    """JSON, or nothing."""
    failure: str = ""
    """In the agent's words, which may tell what it holds, unless the house saw it itself."""
    chances: tuple[Chance, ...] = ()
    seen_by_house: bool = False


def think(line: socket.socket) -> None:
    """Answer until the card room hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the card room says when to stop
    agents: OrderedDict[str, Agent] = OrderedDict()
    with line, line.makefile("rwb") as stream:
        while True:
            try:
                asked: Question | Work = read_message(stream)
            except EOFError:
                return
            answer = _do(asked) if isinstance(asked, Work) else _answer(asked, agents)
            stream.write(pack_message(answer))
            stream.flush()


def _do(work: Work) -> Any:
    try:
        return work.call(*work.arguments)
    except FivebetError as error:
        return Failed(str(error))


def _answer(question: Question, agents: OrderedDict[str, Agent]) -> Answer:
    view = question.view
    try:
        agent = _seated(question, agents)
    except FivebetError as error:
        passes = view is None or view.over or not view.legal.call
        return Answer("check" if passes else "fold", 0, "", str(error))
    if view is None:
        return Answer("check", 0, "")
    failures = Failures()
    if question.over:
        show_end(agent, view, failures)
        return Answer("", 0, "", failures.first)
    decision = decide(agent, view, failures)
    chances: tuple[Chance, ...] = ()
    if question.chances and isinstance(agent, PolicyAgent):
        chances = _chances(agent, view)
    action = decision.action
    return Answer(action.kind, action.to, reasons_text(decision.reasons), failures.first, chances)


def _seated(question: Question, agents: OrderedDict[str, Agent]) -> Agent:
    key = question.key
    if key not in agents:
        agents[key] = make_agent(question.agent, seed=question.seed)
        if len(agents) > _MOST_AGENTS:
            agents.popitem(last=False)
    agents.move_to_end(key)
    return agents[key]


def _chances(agent: PolicyAgent, view: View) -> tuple[Chance, ...]:
    """The likeliest actions; raises to thousands of amounts are told as one."""
    holding = holding_index(view.cards)
    told: list[Chance] = []
    others: dict[str, tuple[int, float]] = {}
    listed: list[tuple[Any, float]] = [
        (action, float(chances[holding])) for action, chances in agent.policy(view).items()
    ]
    for action, chance in sorted(listed, key=lambda each: -each[1]):
        if chance <= 0:
            continue
        if len(told) < _SHARED_BETWEEN:
            told.append(Chance(action.kind, action.to, chance))
        else:
            _, before = others.get(action.kind, (0, 0.0))
            others[action.kind] = (0, before + chance)
    return (*told, *(Chance(kind, to, chance) for kind, (to, chance) in others.items()))
