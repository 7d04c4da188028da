"""The coach's figures against sums by hand."""

import pytest

from fivebet.game import CALL, CHECK, FOLD, Game, Hand, bet, raise_to
from fivebet.web.api.coach import _advisers
from fivebet.web.coach import (
    equity_against_random,
    judge,
    judge_before_flop,
    judge_by_equity,
    solve_decision,
    why_not_solvable,
)


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


def test_a_fold_that_was_free_is_judged_too() -> None:
    hand = river()
    verdict = solve_decision(hand.view(0), FOLD).verdict
    assert verdict.chosen == "fold"
    assert verdict.cost == verdict.value
    # The pot of two big blinds is won by the nuts whatever happens.
    assert verdict.value >= 2 - 1e-6
    assert "a check is free" in verdict.why


def test_the_verdict_is_in_big_blinds_and_says_why() -> None:
    hand = river()
    hand.act(CHECK)
    hand.act(bet(100))
    answer = solve_decision(hand.view(0), FOLD)
    verdict = answer.verdict
    best = max(answer.steps, key=lambda step: step.value)
    assert verdict.best == best.action
    assert verdict.value == pytest.approx(best.value / 100)
    assert verdict.cost == pytest.approx(answer.cost / 100)
    assert verdict.why.startswith("Your hand wins 100% of the pot and a call needs 25%.")
    assert "any two cards" in verdict.method


def test_before_the_flop_a_call_and_a_fold_are_judged_by_equity() -> None:
    view = Hand.with_cards(Game.named("cash-2p"), [None, "7c2d"]).view(1)
    share = equity_against_random(view)
    # 50 to call for a pot of 200.
    worth = (share * 200 - 50) / 100
    folded = judge_by_equity(view, FOLD, share)
    assert folded
    assert (folded.best, folded.value) == ("call", worth)
    assert folded.cost == worth > 0
    called = judge_by_equity(view, CALL, share)
    assert called
    assert called.cost == 0
    raised = judge_by_equity(view, raise_to(300), share)
    assert raised
    assert raised.cost is None


def test_before_the_flop_of_two_players_the_strategy_there_judges() -> None:
    view = Hand.with_cards(Game.named("cash-2p"), [None, "AsAh"]).view(1)
    folded = judge(view, FOLD, 0.85)
    assert folded
    assert folded.chosen == "fold"
    assert folded.cost is not None
    assert folded.cost == folded.value > 0.5
    raised = judge(view, raise_to(250), 0.85)
    assert raised
    assert raised.chosen == raised.best == "raise to 2.5 BB"
    assert raised.cost == 0  # equity alone would say nothing about a raise
    three = Hand.with_cards(Game.named("cash-3p"), ["AsAh", None, None])
    assert judge_before_flop(three.view(three.actor or 0), FOLD) is None


def test_a_check_is_not_judged_by_equity_and_a_free_fold_is() -> None:
    hand = Hand.with_cards(Game.named("cash-2p"), ["AsAh", None])
    hand.act(CALL)
    view = hand.view(0)
    assert judge_by_equity(view, CHECK, 0.85) is None
    folded = judge_by_equity(view, FOLD, 0.85)
    assert folded
    assert (folded.best, folded.cost) == ("check", pytest.approx(1.7))


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


def test_the_champion_is_asked_first_then_the_papers_and_simple_agents_at_the_end() -> None:
    agents, baselines = _advisers("cash-2p")
    assert agents[:2] == ["champion", "solver"]
    assert {"planner", "fictitious", "adapted::aki"} < set(agents[2:])
    assert {"call", "fair"} < set(baselines)
    assert "champion" not in _advisers("potlimit-6p")[0]
