"""Drills: their answers by independent computations, grading, ratings and sets."""

import json
from datetime import date, timedelta
from functools import cache

import numpy as np
import pytest

from fivebet.cards import Card
from fivebet.cards.combos import CLASSES, COMBOS
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving import Spot, solve
from fivebet.solving.preflop_blueprint import nearest_preflop, solve_preflop
from fivebet.study.drills.decision import SolvedDecision
from fivebet.study.drills.preflop import preflop_decision
from fivebet.study.drills.push_fold import heads_up_call, heads_up_jam, table_jam
from fivebet.study.drills.ratings import PAUSES, next_rating, next_repetition
from fivebet.study.drills.river import draw_river
from fivebet.study.drills.sets import daily_set, draw_drill, draw_set, find_drill

SOME_DAY = date(2026, 11, 30)


def made_up(values: list[list[float]], shares: list[list[float]] | None = None) -> SolvedDecision:
    """Return a decision with a fold and a call for the first hands of the classes."""
    rows = np.array(values).T
    wins = (rows == rows.max(axis=0)).astype(float) if shares is None else np.array(shares).T
    hands = CLASSES[: len(values)]
    return SolvedDecision(
        kind="pushfold",
        seed=0,
        title="",
        story="",
        actions=("fold", "call", "all-in 1000")[: len(rows)],
        hands=hands,
        weights=np.ones(len(hands)),
        values=rows,
        shares=wins,
        pot=3,
        to_call=1,
        stack=10,
        method="",
    )


@pytest.mark.parametrize("hand", ["A5s", "K9o", "T7s"])
def test_a_jam_is_worth_what_folds_and_equity_make_of_it(hand: str) -> None:
    drill = heads_up_jam(8).drill(hand)
    calls = heads_up_call(8).shares[1]
    # Class by class: the big blind folds, or shows down for the whole stack.
    won, met = 0.0, 0.0
    held = next(iter(Range(hand)))[0]
    for combo, _ in Range("random").without(held):
        often = calls[CLASSES.index(class_name(combo))]
        share = class_equity(hand, class_name(combo))
        won += (1 - often) * 1.5 + often * (share * 16 - 7.5)
        met += 1
    assert drill.values["fold"] == 0
    assert drill.values["all-in 800"] == pytest.approx(won / met, abs=0.02)


def test_a_call_is_worth_its_equity_against_the_jams() -> None:
    solved = heads_up_call(10)
    jams = Range.from_weights(np.clip(heads_up_jam(10).shares[1], 0, 1))
    share = equity("QJs", jams).equity[0]
    assert solved.drill("QJs").values["call"] == pytest.approx(20 * share - 9, abs=1e-3)


def test_an_all_in_of_a_chart_is_answered_by_equity_against_its_range() -> None:
    strategy = nearest_preflop(20)
    path = ("raise 250", "all-in 2000")
    drill = preflop_decision(strategy, path).drill("A9o")
    jams = Range.from_weights(strategy.nodes[path[:1]][path[1]])
    share = equity("A9o", jams).equity[0]
    assert drill.values == {"fold": 0, "call": pytest.approx(40 * share - 17.5, abs=1e-3)}
    assert (drill.decision.pot, drill.decision.to_call, drill.decision.stack) == (22.5, 17.5, 17.5)


def test_a_chart_with_values_is_drilled_by_them() -> None:
    strategy = solve_preflop(12, iterations=6, responses=1, boards=1, value_boards=4)
    first = preflop_decision(strategy, ())
    assert first.actions == ("fold", "call", "raise 250", "all-in 1200")
    assert first.values[0] == pytest.approx(np.zeros(169))  # the small blind is lost already
    assert first.least_gap >= 2 * strategy.value_errors[()]
    with pytest.raises(SolvingError, match="not known"):
        preflop_decision(nearest_preflop(12).__class__(12, 1, 0, (0, 0), strategy.nodes), ())


def test_a_table_jams_fewer_hands_early_than_late() -> None:
    early, late = table_jam(6, 0, 10), table_jam(6, 4, 10)
    assert (early.values[1] > 0).sum() < (late.values[1] > 0).sum()
    assert early.drill("AA").values["all-in 1000"] > 1.4
    assert "UTG" in early.story
    assert "UTG, HJ, CO, BTN folded. You are SB" in late.story


@pytest.fixture(scope="module")
def river() -> SolvedDecision:
    return draw_river(3)


def test_a_river_is_graded_as_the_solver_values_it(river: SolvedDecision) -> None:
    """The same spot solved anew, to the same target, by the public function."""
    study = river.study
    spot = Spot.from_dict(study["spot"])
    solution = solve(spot, study["target"])
    values = solution.tree.node(study["at"]).action_values()
    assert tuple(values) == river.actions
    numbers = {f"{pair[1]}{pair[0]}": number for number, pair in enumerate(COMBOS)}
    rows = [numbers[hand] for hand in river.hands]
    solved = np.stack([row[rows] for row in values.values()]) / 100
    assert river.values == pytest.approx(solved, abs=1e-3)
    assert solution.exploitability_pct <= study["target"]


def test_a_river_is_a_bet_that_is_faced_and_its_pot_adds_up(river: SolvedDecision) -> None:
    assert river.actions[:2] == ("fold", "call")
    assert river.to_call > 0
    assert len(river.board) == 10
    board = {river.board[i : i + 2] for i in range(0, 10, 2)}
    assert not any(board & {hand[:2], hand[2:]} for hand in river.hands)
    spot = Spot.from_dict(river.study["spot"])
    assert river.pot * 100 == pytest.approx(spot.pot + 100 * river.to_call)
    assert river.stack * 100 <= spot.stack


def test_an_answer_costs_what_it_wins_less_than_the_best() -> None:
    drill = made_up([[0.0, 1.5, -0.5]]).drill("AA")
    assert drill.grade("call").loss == 0
    assert drill.grade("call").score == 1
    assert drill.grade("fold").loss == 1.5
    assert drill.grade("fold").score == 0.25
    assert drill.grade("all-in 1000").score == 0
    assert drill.grade("fold").sentence(drill) == (
        "Fold costs 1.50 big blinds: it is worth +0.00, and call +1.50; the solution takes it "
        "100 % of the time."
    )
    assert drill.grade("call").sentence(drill) == (
        "Right: call is best by 1.50 big blinds, and the solution takes it 100 % of the time."
    )
    with pytest.raises(SolvingError, match="'raise' is no answer to this drill: fold, call"):
        drill.grade("raise")


def test_only_decisions_that_matter_and_are_solved_are_drilled() -> None:
    values = [[0.0, 1.0], [0.0, 0.01], [0.0, -0.3], [0.0, float("nan")], [0.0, 0.4]]
    shares = [[0.0, 1.0], [0.5, 0.5], [0.9, 0.1], [1.0, 0.0], [0.8, 0.2]]
    drawn = made_up(values, shares)
    assert list(drawn.drillable()) == [0, 2]
    assert drawn.ratings()[0] < drawn.ratings()[2] < drawn.ratings()[1]


def test_ratings_rise_with_good_answers_and_by_less_for_easy_ones() -> None:
    hard, easy = next_rating(1200, 1600, 1, 99), next_rating(1200, 800, 1, 99)
    assert hard > easy > 1200 > next_rating(1200, 1600, 0, 99) > next_rating(1200, 800, 0, 99)
    assert next_rating(1200, 1200, 1, 0) - 1200 == 2 * (next_rating(1200, 1200, 1, 99) - 1200)


def test_mistakes_come_again_after_longer_and_longer_pauses() -> None:
    today, step, pauses = SOME_DAY, None, []
    found = next_repetition(step, True, today)
    while found:
        step, due = found
        pauses.append((due - today).days)
        today = due
        found = next_repetition(step, False, today)
    assert tuple(pauses) == PAUSES
    assert next_repetition(None, False, today) is None
    assert next_repetition(2, True, today) == (0, today + timedelta(days=1))


def test_a_day_has_ten_drills_that_everybody_gets() -> None:
    drills = daily_set(SOME_DAY)
    assert len({drill.id for drill in drills}) == 10
    assert {drill.decision.kind for drill in drills} == {"preflop", "pushfold", "river"}
    assert [drill.id for drill in daily_set(SOME_DAY, 3, 2)] == [drill.id for drill in drills[3:5]]
    assert drills[0].id != daily_set(SOME_DAY + timedelta(days=1))[0].id


def test_a_drill_is_found_by_its_name() -> None:
    drill = draw_drill("pushfold", 4)
    again = find_drill(drill.id)
    assert again.question() == drill.question()
    assert again.answer() == drill.answer()
    assert "values" not in drill.question()
    for name in ("pushfold", "pushfold.x.AA", "pushfold.4", "poker.4.AA", "pushfold.4.A1", ""):
        with pytest.raises(SolvingError):
            find_drill(name)


def test_drills_follow_the_rating_that_is_asked_for() -> None:
    easy, hard = (
        np.mean([drill.rating for drill in draw_set(["pushfold"], 1, 8, rating)])
        for rating in (900, 1900)
    )
    assert easy + 400 < hard


def test_the_command_lists_drills_with_their_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["drill", "--kind", "pushfold,preflop", "--count", "4", "--seed", "3", "--json"]) == 0
    )
    listed = json.loads(capsys.readouterr().out)
    assert [each["kind"] for each in listed] == ["pushfold", "preflop"] * 2
    for each in listed:
        drill = find_drill(each["id"])
        assert each["values"] == drill.values
        assert each["best"] in {action["name"] for action in each["actions"]}
    assert run(["drill", "--kind", "chess"]) == 2
    assert "there are no drills 'chess'" in capsys.readouterr().err
    assert run(["drill", "--day", "tomorrow"]) == 2


def test_the_command_asks_and_adds_up_what_was_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drills = draw_set(["pushfold"], 1, 2)
    right, wrong = (
        str(1 + drill.decision.actions.index(drill.answer()["best"])) for drill in drills
    )
    wrong = {"1": "2", "2": "f"}[wrong]
    typed = iter(["9", right, wrong])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert run(["drill", "--kind", "pushfold", "--count", "2", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    lost = max(abs(value) for value in drills[1].values.values())
    assert "type a number from 1 to 2" in said
    assert f"1 of 2 right, {lost:.2f} big blinds lost in all" in said


def class_name(combo: tuple[Card, Card]) -> str:
    high, low = sorted(combo, key=lambda card: -card.rank)
    ranks = f"{str(high)[0]}{str(low)[0]}"
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if high.suit == low.suit else "o")


@cache
def class_equity(first: str, second: str) -> float:
    """Return the equity of one class against another."""
    return equity(first, second).equity[0]
