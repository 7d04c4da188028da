"""The coach's figures against sums by hand."""

import pytest

from fivebet.cards.ranges import Range
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, bet, raise_to
from fivebet.solving import Spot
from fivebet.study.decisions import review_hand
from fivebet.web.api.coach import _advisers
from fivebet.web.api.reviews import find_spot
from fivebet.web.coach import (
    SolverAnswer,
    assess,
    believed_ranges,
    equity_against,
    judge_before_flop,
    judge_by_equity,
    solve_decision,
    why_not_solvable,
)

RAISED = (raise_to(250), raise_to(750), CALL, CHECK, CHECK, CHECK, CHECK)
"""A 3-bet pot of eleven blinds, checked to the river."""


def river(cards: str = "QcQd", *more: Action) -> Hand:
    """A river on which queens are the nuts, out of position."""
    hand = Hand.with_cards(
        Game.named("cash-2p"), [cards, "7c2d"], "QsQh8h3dJc", stacks=(1100, 1100)
    )
    for action in (*RAISED, *more):
        hand.act(action)
    return hand


def test_equity_is_that_against_the_ranges_of_the_line() -> None:
    hand = river()
    ranges, against = believed_ranges(hand.view(0))
    assert against == "the range that saw the flop"
    # Trash does not call a 3-bet, and what was seen is not held.
    assert ranges[0]["72o"] == ranges[0]["QsQh"] == 0
    assert 0 < ranges[0].share < 0.5
    assert equity_against(hand.view(0), ranges) == 1.0
    limit = Hand.with_cards(Game.named("limit-2p"), ["AsAh", None])
    limit.act(CALL)
    ranges, against = believed_ranges(limit.view(0))
    assert against == "a random hand"
    assert equity_against(limit.view(0), ranges) == pytest.approx(0.852, abs=0.01)


def test_at_a_full_table_ranges_follow_from_the_blueprint() -> None:
    hand = Hand.with_cards(Game.named("cash-6p"), [None, "7h7d", *[None] * 4], "Qs8h3dJc5s")
    view = hand.view(1)
    first = believed_ranges(view)[0]
    assert len(first) == 5
    assert all(each["72o"] == 1 for each in first)  # nobody has acted yet
    for action in (raise_to(250), FOLD, FOLD, FOLD, FOLD, CALL):
        hand.act(action)
    (opener,), against = believed_ranges(hand.view(1))
    assert against == "the range of this line"
    assert opener["AsAh"] > 0
    assert opener["72o"] < 0.01
    assert opener.share < 0.4
    assert why_not_solvable(hand.view(1)) == ""


def test_multiway_calls_are_judged_against_the_ranges_of_the_line() -> None:
    cards = ["AhAd", None, None]
    hand = Hand.with_cards(Game.named("cash-3p"), cards, "As8h3dJc5s")
    for action in (CALL, CALL, CHECK, CHECK, bet(200), CALL):
        hand.act(action)
    assessed = assess(hand.view(0), FOLD)
    assert assessed.against == "the 2 ranges of this line"
    assert assessed.verdict
    assert assessed.verdict.best == "call"
    assert assessed.verdict.cost == assessed.verdict.value > 4
    assert "more are in" in assessed.solver_note
    # Before the flop of three nothing of ours knows values: the champion is asked.
    before = Hand.with_cards(Game.named("cash-3p"), [None, None, "AhAd"])
    assert assess(before.view(2), FOLD).verdict is None


@pytest.fixture(scope="module")
def folded() -> SolverAnswer:
    hand = river("QcQd", CHECK, bet(100))
    return solve_decision(hand.view(0), FOLD)


def test_folding_the_nuts_costs_the_pot_and_the_best_action_costs_nothing(
    folded: SolverAnswer,
) -> None:
    worth = {step.action: step.value for step in folded.steps}
    assert worth["fold"] == pytest.approx(0, abs=1e-3)
    # The pot of 1,500, the bet of 100, and nobody has anything better.
    assert worth["call"] == pytest.approx(1600, rel=0.01)
    assert folded.cost == pytest.approx(max(worth.values()), rel=1e-6)
    assert sum(step.probability for step in folded.steps) == pytest.approx(1)
    hand = river("QcQd", CHECK, bet(100))
    assert solve_decision(hand.view(0), CALL).cost == pytest.approx(
        max(worth.values()) - 1600, abs=1
    )


def test_the_verdict_is_in_big_blinds_and_says_why(folded: SolverAnswer) -> None:
    verdict = folded.verdict
    best = max(folded.steps, key=lambda step: step.value)
    assert verdict.best == best.action != "fold"
    assert verdict.value == pytest.approx(best.value / 100)
    assert verdict.cost == pytest.approx(folded.cost / 100)
    assert verdict.why.startswith("Your hand wins 100% of the pot and a call needs 6%.")
    assert "the ranges that follow from the line" in verdict.method


def test_the_coach_and_a_review_say_the_same(folded: SolverAnswer) -> None:
    hand = river("QcQd", CHECK, bet(100), FOLD)
    record = hand.record(("Hero", "Villain"))
    last = review_hand(record, "Hero", 0, 1.0)[-1]
    assert last.cost == pytest.approx(folded.verdict.cost, rel=0.02)
    assert last.spot is not None
    study = find_spot(hand, len(hand.moves) - 1)
    reviewed = Spot.from_dict(dict(last.spot))
    assert (study["pot"], study["stack"]) == (reviewed.pot, reviewed.stack)
    assert Range(study["ip"]).share == pytest.approx(reviewed.ip.share, abs=0.05)


def test_a_fold_that_was_free_is_judged_too() -> None:
    verdict = solve_decision(river().view(0), FOLD).verdict
    assert verdict.chosen == "fold"
    assert verdict.cost == verdict.value
    # The pot of fifteen big blinds is won by the nuts whatever happens.
    assert verdict.value >= 15 - 1e-6
    assert "a check is free" in verdict.why


def test_before_the_flop_a_call_and_a_fold_are_judged_by_equity() -> None:
    view = Hand.with_cards(Game.named("cash-2p"), [None, "7c2d"]).view(1)
    share, against = 0.35, "the range of this line"
    # 50 to call for a pot of 200.
    worth = (share * 200 - 50) / 100
    folded = judge_by_equity(view, FOLD, share, against)
    assert folded
    assert (folded.best, folded.value) == ("call", worth)
    assert folded.cost == worth > 0
    called = judge_by_equity(view, CALL, share, against)
    assert called
    assert called.cost == 0
    raised = judge_by_equity(view, raise_to(300), share, against)
    assert raised
    assert raised.cost is None


def test_before_the_flop_of_two_players_the_strategy_there_judges() -> None:
    view = Hand.with_cards(Game.named("cash-2p"), [None, "AsAh"]).view(1)
    folded = judge_before_flop(view, FOLD)
    assert folded
    assert folded.chosen == "fold"
    assert folded.cost is not None
    assert folded.cost == folded.value > 0.5
    raised = judge_before_flop(view, raise_to(250))
    assert raised
    assert raised.chosen == raised.best == "raise to 2.5 BB"
    assert raised.cost == 0  # equity alone would say nothing about a raise
    three = Hand.with_cards(Game.named("cash-3p"), ["AsAh", None, None])
    assert judge_before_flop(three.view(three.actor or 0), FOLD) is None


def test_a_check_is_not_judged_by_equity_and_a_free_fold_is() -> None:
    hand = Hand.with_cards(Game.named("cash-2p"), ["AsAh", None])
    hand.act(CALL)
    view = hand.view(0)
    assert judge_by_equity(view, CHECK, 0.85, "a range") is None
    folded = judge_by_equity(view, FOLD, 0.85, "a range")
    assert folded
    assert (folded.best, folded.cost) == ("check", pytest.approx(1.7))


def test_the_chosen_size_is_in_the_tree() -> None:
    answer = solve_decision(river().view(0), bet(137))
    assert "bet 137" in {step.action for step in answer.steps}


@pytest.mark.parametrize(
    ("hand", "why"),
    [
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
