"""rlcard's rule model at our tables, next to rlcard's own tables."""

import sys
from collections import Counter

import pytest
import rlcard

from fivebet.agents.hosting.registry import agent_traits, make_agent
from fivebet.errors import AgentError
from fivebet.game import CALL, Game, Hand, raise_to

NAME = "rlcard::limit-holdem-rule-v1"


def ours(card: str) -> str:
    return f"{card[1]}{card[0].lower()}"


def test_it_acts_as_at_rlcards_own_tables() -> None:
    """At every decision of thirty hands in which nobody folds."""
    env = rlcard.make("limit-holdem", config={"seed": 1})
    agent, seen = make_agent(NAME), Counter[str]()
    model = rlcard.models.load("limit-holdem-rule-v1").agents[0]
    for number in range(30):
        state, _ = env.reset()
        while not env.is_over():
            chosen, _ = model.eval_step(state)
            legal = state["raw_legal_actions"]
            view = _facing(state["raw_obs"], legal)
            # Nobody folds for nothing at our tables.
            expected = "check" if chosen == "fold" and "check" in legal else chosen
            assert agent.act(view).action.kind == expected
            seen[expected] += 1
            staying = [each for each in legal if each != "fold"]
            state, _ = env.step(staying[number % len(staying)], raw_action=True)
    assert all(seen[kind] > 5 for kind in ("fold", "check", "call", "raise")), seen


def _facing(seen, legal):  # type: ignore[no-untyped-def]
    """One of our views with the same cards and the same kinds of actions."""
    board = "".join(map(ours, seen["public_cards"]))
    cards = "".join(map(ours, seen["hand"]))
    street = {0: 0, 3: 1, 4: 2, 5: 3}[len(seen["public_cards"])]
    for seat in (0, 1):
        hand = Hand.with_cards(
            Game.named("limit-2p"), [cards, None] if seat == 0 else [None, cards], board
        )
        while hand.street < street:
            hand.act(CALL)
        for _ in range(6):
            names = {"call" if hand.legal.call else "check", "fold"}
            names |= {"raise"} if hand.legal.can_raise else set()
            if hand.actor == seat and names == set(legal):
                return hand.view(seat)
            if hand.legal.can_raise and ("call" in legal):
                hand.act(raise_to(hand.legal.min_raise))
            else:
                hand.act(CALL)
            if hand.actor is None or hand.street != street:
                break
    raise AssertionError(legal)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert agent_traits(NAME).games == ("limit-*",)
    with pytest.raises(AgentError, match="has no model"):
        make_agent("rlcard::limit-holdem-rule-v9")
    with pytest.raises(AgentError, match="does not play hold'em"):
        make_agent("rlcard::uno-rule-v1")
    monkeypatch.setitem(sys.modules, "rlcard.models", None)
    with pytest.raises(AgentError, match=r"fivebet\[rlcard\]"):
        make_agent(NAME)
