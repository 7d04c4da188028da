"""Agents that are objects, classes or functions of this program, for scripts and notebooks.

    name_agent(MyBot)              a class: each match gets new ones
    name_agent(MyBot(margin=0.1))  an object: each match gets copies, as it was when named
    name_agent(lambda view: CALL)  a function of a view that returns an action or a decision

Each gets a name, `local::MyBot`, by which the arena seats it like any other agent. The
name is known to this process alone, so that matches with such agents are played here.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from fivebet.errors import AgentError
from fivebet.game.action import Action
from fivebet.game.agent import Agent, Decision
from fivebet.game.view import View

AgentLike = str | Agent | type[Agent] | Callable[[View], Decision | Action]
"""What the arena can seat: a name, an object, a class or a function."""

_SCHEME = "local::"
_AGENTS: dict[str, Any] = {}


class FunctionAgent:
    """An agent that plays by a function from a view to an action or a decision."""

    def __init__(self, function: Callable[[View], Decision | Action]) -> None:
        self.function = function

    def act(self, view: View) -> Decision:
        """Ask the function."""
        answer = self.function(view)
        return answer if isinstance(answer, Decision) else Decision(answer)

    def __repr__(self) -> str:
        return f"FunctionAgent({getattr(self.function, '__name__', self.function)})"


def name_agent(agent: AgentLike) -> str:
    """Return a name by which this process can seat an agent; names stay as they are."""
    if isinstance(agent, str):
        return agent
    if not callable(agent) and not isinstance(agent, Agent):
        raise AgentError(
            f"{agent!r} is no agent: give a name, a function, or a class or object with "
            "a method act(view) -> Decision"
        )
    if isinstance(agent, type) and not callable(getattr(agent, "act", None)):
        raise AgentError(f"{agent.__name__} is no agent: it has no method act(view) -> Decision")
    title = str(getattr(agent, "__name__", type(agent).__name__)).strip("<>")
    number, name = 1, f"{_SCHEME}{title}"
    while name in _AGENTS and _AGENTS[name] is not agent:
        number += 1
        name = f"{_SCHEME}{title}-{number}"
    _AGENTS[name] = agent
    return name


def is_local(name: str) -> bool:
    """Return whether an agent is known to this process alone."""
    return _SCHEME in name


def local_maker(title: str) -> Callable[..., object]:
    """Return what makes the agent that was named, fresh for each match."""
    name = f"{_SCHEME}{title}"
    if name not in _AGENTS:
        raise AgentError(f"there is no agent {name!r} in this process: name_agent gives such names")
    agent = _AGENTS[name]
    if isinstance(agent, type):
        return agent
    if isinstance(agent, Agent):
        return lambda: _copied(agent)
    return lambda: FunctionAgent(agent)


def _copied(agent: Agent) -> Agent:
    try:
        return deepcopy(agent)
    except Exception:  # what holds files, sockets or locks can only be used as it is
        return agent
