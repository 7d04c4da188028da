"""The coach's figures against sums by hand."""

import pytest

from fivebet.game import CALL, CHECK, FOLD, Game, Hand, bet
from fivebet.web.coach import equity_against_random, solve_decision, why_not_solvable


def river(second: str = "7c2d") -> Hand:
    hand = Hand.with_cards(Game.named("cash-2p"), ["AsAh", second], "AcAd4d5h9s")
    hand.act(CALL)
    while hand.street < 3:
        hand.act(CHECK)
    return hand


def test_equity_is_that_against_any_two_cards() -> None:
    hand = river()
    assert equity_against_random(hand.view(0)) == 1.0
    before = Hand.with_cards(Game.named("cash-3p"), ["AsAh", None, None]).view(0)
    # Aces against two random hands.
    assert equity_against_random(before) == pytest.approx(0.7339, abs=0.01)


def test_folding_the_nuts_costs_the_pot_and_the_best_action_costs_nothing() -> None:
    hand = river()
    hand.act(CHECK)
    hand.act(bet(100))
    answer = solve_decision(hand.view(0), FOLD)
    worth = {step.action: step.value for step in answer.steps}
    assert worth["fold"] == pytest.approx(0, abs=1e-3)
    # The pot of 200, the bet of 100, and nobody has anything better.
    assert worth["call"] == pytest.approx(300, rel=0.01)
    assert answer.cost == pytest.approx(max(worth.values()), rel=1e-6)
    assert sum(step.probability for step in answer.steps) == pytest.approx(1)
    best = max(worth, key=lambda name: worth[name])
    assert not best.startswith("fold")
    assert solve_decision(hand.view(0), CALL).cost == pytest.approx(
        max(worth.values()) - 300, rel=0.1
    )


def test_the_chosen_size_is_in_the_tree() -> None:
    hand = river()
    answer = solve_decision(hand.view(0), bet(137))
    assert "bet 137" in {step.action for step in answer.steps}


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (Hand(Game.named("cash-3p"), seed=1), "more are in"),
        (Hand(Game.named("cash-2p"), seed=1), "after the flop"),
    ],
)
def test_what_the_solver_cannot_answer_it_says(hand: Hand, why: str) -> None:
    assert why in why_not_solvable(hand.view(hand.actor or 0))


def test_a_limit_spot_is_not_solved() -> None:
    hand = Hand(Game.named("limit-2p"), seed=1)
    hand.act(CALL)
    hand.act(CHECK)
    assert "no-limit" in why_not_solvable(hand.view(0))
