import json

import pytest

from fivebet.cards.combos import COMBOS
from fivebet.errors import SolvingError
from fivebet.game import FOLD, Game, Hand
from fivebet.solving import Spot, solve
from fivebet.study.decisions import review_hand
from fivebet.study.drills.own import (
    decision_from_dict,
    decision_from_spot,
    decision_of_hand,
    decision_of_review,
    decision_to_dict,
)

RIVER = Spot.create("Kh8h3dJc5s", 200, 900, "22+, A2s+", "TT+, AKs", "50%", "3x")


def test_a_spot_becomes_a_drill_with_the_values_of_the_solver() -> None:
    decision = decision_from_spot(RIVER, "check, bet 100", "8c8s", big_blind=20)
    drill = decision.drill("8s8c")
    values = solve(RIVER, 0.3).tree.node("check, bet 100").action_values()
    assert set(drill.values) == set(values)
    number = next(i for i, pair in enumerate(COMBOS) if f"{pair[1]}{pair[0]}" == drill.hand)
    for name, row in values.items():
        assert drill.values[name] == pytest.approx(row[number] / 20, abs=0.02)
    assert (decision.pot, decision.to_call, decision.stack) == (15, 5, 45)
    labels = [action["label"] for action in drill.question()["actions"]]
    assert labels == ["Fold", "Call", "Raise to 15"]


def test_what_is_kept_of_a_decision_reads_back() -> None:
    decision = decision_of_hand(
        "AhKd",
        {"fold": 0.0, "call": 1.25},
        title="Turn",
        story="You face a bet.",
        method="Solved.",
        pot=10.0,
        to_call=4.0,
        stack=50.0,
    )
    again = decision_from_dict(json.loads(json.dumps(decision_to_dict(decision))))
    drill = again.drill("AhKd")
    assert drill.question() == decision.drill("AhKd").question()
    assert drill.answer() == decision.drill("AhKd").answer()
    assert drill.id.startswith("own.")
    assert drill.grade("fold").loss == 1.25


def test_a_reviewed_mistake_before_the_flop_becomes_a_drill_with_its_chart() -> None:
    hand = Hand.with_cards(
        Game.named("cash-2p"), ("7s2c", "AhAd"), "Kd9c2hJd3s", players=("Villain", "Hero")
    )
    hand.act(FOLD)
    (reviewed,) = review_hand(hand.record(), "Hero", 0, 0.3)
    decision = decision_of_review(reviewed, hand.record())
    assert decision.story == "You are BTN with 100 big blinds."
    assert decision.actions[:2] == ("fold", "call")
    assert decision.study["page"].startswith("/study/charts?set=preflop&chart=100")
    (held,) = decision.hands
    assert decision.drill(held).grade("fold").loss == reviewed.cost
    assert (decision.pot, decision.to_call, decision.stack) == (1.5, 0.5, 99.5)


@pytest.mark.parametrize(
    ("at", "hand", "message"),
    [
        ("check, check", "8c8s", "nobody decides after check, check"),
        ("check", "7c2s", "'7c2s' is not in the range"),
        ("check", "8c", "'8c' is not in the range"),
    ],
)
def test_what_is_no_drill_is_quoted(at: str, hand: str, message: str) -> None:
    with pytest.raises(SolvingError, match=message):
        decision_from_spot(RIVER, at, hand)
