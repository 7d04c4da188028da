"""Agents that are objects, classes and functions."""

import threading

import pytest

from fivebet.agents.hosting.local import is_local, name_agent
from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, Action, Decision, Game, Hand, View


class Caller:
    def __init__(self, seed: int = 0) -> None:
        self.seed, self.asked = seed, 0

    def act(self, view: View) -> Decision:
        self.asked += 1
        return Decision(CALL if view.legal.call else CHECK, {"asked": self.asked})


def passive(view: View) -> Action:
    return CALL if view.legal.call else CHECK


def first_view() -> View:
    hand = Hand(Game.named("limit-2p"), seed=1)
    assert hand.actor is not None
    return hand.view(hand.actor)


def test_a_class_is_made_anew_with_its_defaults() -> None:
    agent = make_agent(Caller, seed=9)
    assert isinstance(agent, Caller)
    assert agent.seed == 9
    assert make_agent(Caller) is not agent


def test_an_object_is_copied_as_it_was() -> None:
    ours = Caller(seed=4)
    agent = make_agent(ours, seed=9)
    agent.act(first_view())
    assert isinstance(agent, Caller)
    assert (agent.seed, agent.asked, ours.asked) == (4, 1, 0)


def test_what_cannot_be_copied_is_used_as_it_is() -> None:
    ours = Caller()
    ours.lock = threading.Lock()  # type: ignore[attr-defined]
    assert make_agent(ours) is ours


def test_functions_return_actions_or_decisions() -> None:
    assert make_agent(passive).act(first_view()).action == CALL
    stated = make_agent(lambda view: Decision(passive(view), {"why": "always"}))
    assert stated.act(first_view()).reasons == {"why": "always"}
    assert repr(make_agent(passive)) == "FunctionAgent(passive)"


def test_names_are_stable_and_differ() -> None:
    class Other(Caller):
        pass

    other = Other
    other.__name__ = "Caller"
    assert name_agent("aki+") == "aki+"
    assert name_agent(Caller) == name_agent(Caller) == "local::Caller"
    assert name_agent(other).startswith("local::Caller-")
    assert is_local(name_agent(passive))
    assert not is_local("examples/fifteen_lines.py::PotOdds")
    assert make_agent(f"adapted::{name_agent(Caller)}").act(first_view()).action == CALL


@pytest.mark.parametrize("agent", [7, int, object()])
def test_what_is_no_agent_is_refused(agent: object) -> None:
    with pytest.raises(AgentError, match="is no agent"):
        make_agent(agent)  # type: ignore[arg-type]


def test_names_of_other_processes_are_refused() -> None:
    with pytest.raises(AgentError, match="in this process"):
        make_agent("local::Nobody")
