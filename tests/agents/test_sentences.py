"""Reasons as sentences: of every agent of ours, and of anybody else's without an error."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.agents.hosting.registry import AGENTS, agent_traits, make_agent, plays
from fivebet.agents.sentences import explain
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, raise_to

QUICK = {"aki": "aki:simulations=20", "aki+": "aki+:simulations=20"}
SLOW = {"champion", "solver", "planner", "planner+"}  # their shapes are below
SILENT = {"call", "fold", "raise"}


@pytest.mark.parametrize("name", [name for name in AGENTS if name not in SLOW])
def test_every_agent_says_why_it_acts(name: str) -> None:
    agent = make_agent(QUICK.get(name, name))
    game = "nolimit-2p" if plays(agent_traits(name), "nolimit-2p") else "limit-2p"
    hand = Hand(Game.named(game), seed=5)
    decisions = 0
    while hand.actor is not None:
        decision = agent.act(hand.view(hand.actor))
        sentence = explain(decision.action, decision.reasons)
        assert sentence.endswith(".")
        assert sentence.startswith(("Folds", "Checks", "Calls", "Bets", "Raises to "))
        assert (": " in sentence) == (name not in SILENT), (sentence, decision.reasons)
        hand.act(decision.action)
        decisions += 1
    assert decisions


PLAN = {
    "attitude": "averse",
    "step": "(!raise small 500.0)",
    "certainty equivalent": 756.9,
    "options": {"(!raise small 500.0)": 756.9, "(!check)": 676.3, "(!raise med 1000.0)": 685.8},
}


@pytest.mark.parametrize(
    ("action", "reasons", "sentence"),
    [
        (CALL, {"equity": 0.42, "price": 0.31}, "Calls: wins 42 % of the time and needs 31 %."),
        (CHECK, {"equity": 0.42, "price": 0}, "Checks: wins 42 % of the time."),
        (
            FOLD,
            {"pot odds": 0.25, "folds below": 0.33, "strength": 0.1},
            "Folds: its hand is better than 10 % of all hands, and it needs 33 % at this price.",
        ),
        (
            raise_to(1500),
            {"check": 0.0707, "raise to 1500": 0.9293, "fold": 0.0},
            "Raises to 1,500: it does so 93 % of the time here, and checks 7 %.",
        ),
        (
            raise_to(500),
            PLAN,
            "Raises to 500: its plan is worth +757 chips, as it shuns risk, and the next best "
            "(raise med) +686.",
        ),
        (
            CALL,
            {
                "expected": {
                    "fold": -1.0,
                    "call": {"value": 0.78, "error": 0.2},
                    "raise": {"value": 0.5, "error": 0.3},
                },
                "simulations": 2000,
            },
            "Calls: in 2,000 simulations it comes to +0.8 small bets, fold -1.0, raise +0.5.",
        ),
        (
            raise_to(20000),
            {
                "expected gain": 12.34,
                "believes": {"plays like": {"call": 0.88, "station": 0.1}},
                "in equilibrium": {"check": 0.6, "raise to 300": 0.398, "raise to 900": 0.002},
            },
            "Raises to 20,000: the opponent plays like call (88 %), and this wins +12.3 big blinds "
            "more than the equilibrium, which checks 60 %, raises to 300 40 %.",
        ),
        (
            CHECK,
            {"expected gain": -0.01, "believes": {"plays like": {"timid": 0.6}}},
            "Checks: the opponent plays like timid (60 %), and the equilibrium does as well.",
        ),
        (
            CHECK,
            {
                "expected big blinds": {"check": 3.25, "bet 500": 1.0},
                "believes": {"plays like": {"timid": 0.6}},
            },
            "Checks: the opponent plays like timid (60 %), and this wins +3.2 big blinds on "
            "average.",
        ),
        (FOLD, {}, "Folds."),
        (FOLD, {"equity": "high", "price": 0.1}, "Folds."),
        (CALL, {"call": 7.0}, "Calls."),
    ],
)
def test_a_sentence_has_the_figures_that_decide(
    action: Action, reasons: dict[str, Any], sentence: str
) -> None:
    assert explain(action, reasons) == sentence


WORDS = st.sampled_from(
    [
        *("equity", "price", "strength", "expected", "simulations", "step", "options", "unit"),
        *("triple", "opponent", "call", "fold", "raise", "probability", "attitude", "hands"),
        *("pot odds", "bucket sequence", "certainty equivalent", "raise to 300"),
        *("expected gain", "expected big blinds", "believes", "plays like"),
        "in equilibrium",
    ]
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
REASONS = st.dictionaries(
    WORDS,
    st.recursive(PLAIN, lambda each: st.lists(each) | st.dictionaries(WORDS, each), max_leaves=4),
)


@settings(max_examples=60)
@given(reasons=REASONS, action=st.sampled_from([FOLD, CHECK, CALL, raise_to(300)]))
def test_no_reasons_of_strangers_are_an_error(reasons: dict[str, Any], action: Action) -> None:
    assert explain(action, reasons).endswith(".")
