"""Reviews: ranges from the line, costs equal to the solver's, files, totals, what is not judged."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fivebet.cards.combos import combo_index
from fivebet.cli.app import run
from fivebet.errors import FivebetError
from fivebet.formats import WRITERS, FileRecord, read_text
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, HandRecord, bet, raise_to
from fivebet.game.action import Action
from fivebet.runs.runner import run_job
from fivebet.solving import Lock, Spot, Tree, solve
from fivebet.solving.preflop_blueprint import nearest_preflop
from fivebet.study import line_solving
from fivebet.study.decisions import ReviewedDecision, review_hand
from fivebet.study.review import Review, ReviewResult, review_to_dict

GAME = Game.named("cash-2p")
NAMES = ("Hero", "Villain")
SHALLOW = (1100, 1100)
LINE = (raise_to(250), raise_to(750), CALL, CHECK, bet(100), CALL, CHECK, CHECK, bet(100), FOLD)
"""A 3-bet pot of eleven blinds: the big blind calls the flop, and bets the river."""
CARDS = ("AhQd", "7s7c")
BOARD = "Qs8h3dJc5s"
FAST = 0.5


def played(
    actions: tuple[Action, ...] = LINE,
    cards: tuple[str, str] = CARDS,
    stacks: tuple[int, int] = SHALLOW,
) -> HandRecord:
    hand = Hand.with_cards(GAME, cards, BOARD, stacks=stacks, players=NAMES)
    for action in actions:
        hand.act(action)
    return hand.record()


@pytest.fixture(scope="module")
def decisions() -> list[ReviewedDecision]:
    return review_hand(played(), "Hero", 0, FAST)


def test_every_decision_of_the_player_is_there(decisions: list[ReviewedDecision]) -> None:
    said = [(each.street, each.kind, each.action) for each in decisions]
    assert said == [
        ("preflop", "facing a raise", "raise to 750"),
        ("flop", "first to act", "check"),
        ("flop", "facing a bet", "call"),
        ("turn", "first to act", "check"),
        ("river", "first to act", "bet 100"),
    ]
    assert [each.step for each in decisions] == [1, 3, 5, 6, 8]
    assert {each.position for each in decisions} == {"BB"}
    assert decisions[1].pot == 15.0


def test_costs_are_those_of_a_solve_on_the_same_ranges(decisions: list[ReviewedDecision]) -> None:
    index = combo_index(*played().holes[0])  # type: ignore[misc]
    trees: dict[str, Tree] = {}
    for decision in decisions[1:]:
        assert decision.spot is not None
        tree = trees.get(decision.street)
        if tree is None:
            tree = Tree(Spot.from_dict(dict(decision.spot)), compressed=True, threads=1)
            tree.apply_locks(Lock.from_dict(each) for each in decision.locks)
            solve(tree, target=0.3)
            trees[decision.street] = tree
        values = {
            name: float(row[index]) / 100
            for name, row in tree.node(decision.path).action_values().items()
        }
        cost = max(values.values()) - values[decision.chosen]
        assert decision.cost == pytest.approx(cost, abs=0.1)
        assert decision.best in values


def test_ranges_follow_from_the_line(decisions: list[ReviewedDecision]) -> None:
    flop, river = decisions[1].spot, decisions[-1].spot
    assert flop is not None
    assert river is not None
    start, end = Spot.from_dict(dict(flop)), Spot.from_dict(dict(river))
    # Trash has folded before the flop.
    assert start.ip["72o"] == start.oop["72o"] == 0
    assert start.oop["AQo"] > 0
    assert start.ip.share < 0.3
    # Calling a bet on the flop narrows the range further.
    assert end.oop.share < start.oop.share
    assert (end.pot, end.stack) == (1700, 250)
    assert (start.pot, start.stack) == (1500, 350)
    assert end.oop["AhQd"] > 0


def test_the_same_hands_from_a_pokerstars_file_cost_the_same(
    decisions: list[ReviewedDecision],
) -> None:
    (again,) = read_text(WRITERS["pokerstars"]([played()]), "stars")
    assert isinstance(again, FileRecord)
    assert [each.to_dict() for each in review_hand(again, "Hero", 0, FAST)] == [
        each.to_dict() for each in decisions
    ]


def test_an_action_that_the_solution_hardly_takes_is_locked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody knows with which hands the opponent leads: with all of them alike."""
    monkeypatch.setattr(line_solving, "_RARE", 1.01)
    line = (raise_to(250), raise_to(750), CALL, bet(350), FOLD)
    decision = review_hand(played(line), "Villain", 0, FAST)[-1]
    assert decision.kind == "facing a bet"
    (lock,) = decision.locks
    assert lock["at"] == ""
    assert lock["strategy"]["all-in 350"] == 1.0
    assert decision.line_share == pytest.approx(1.0)
    assert decision.values["fold"] == pytest.approx(0.0)


def test_a_free_fold_costs_what_the_pot_is_worth() -> None:
    line = (raise_to(250), raise_to(750), CALL, CHECK, CHECK, CHECK, CHECK, FOLD)
    *_, last = review_hand(played(line), "Hero", 0, FAST)
    assert last.chosen == "fold"
    assert last.values["fold"] == 0
    assert last.cost == max(last.values.values()) > 1


@pytest.mark.parametrize("has_values", [True, False])
def test_before_the_flop_the_strategy_is_compared(
    monkeypatch: pytest.MonkeyPatch, has_values: bool
) -> None:
    strategy = nearest_preflop(100)
    path = ("raise 250",)
    won = {"fold": -1.0, "call": 2.5, "raise 875": 4.0}
    values = {path: {name: np.full(169, each) for name, each in won.items()}}
    known = replace(strategy, values=values if has_values else {}, value_errors={path: 0.03})
    monkeypatch.setattr(line_solving, "nearest_preflop", lambda _: known)
    line = (raise_to(250), FOLD)
    (decision,) = review_hand(played(line, ("AsAh", "7s7c"), (10_000, 10_000)), "Hero", 0, 0.3)
    assert decision.chosen == "fold"
    assert decision.shares["fold"] < 0.01
    result = ReviewResult("Hero", 1, (decision,))
    if has_values:
        assert decision.values == {"fold": 0.0, "call": 3.5, "raise 875": 5.0}
        assert (decision.best, decision.cost) == ("raise 875", 5.0)
        assert "less than 0.06 big blinds may be chance" in decision.method
        assert result.rare == []
    else:
        assert decision.best != "fold"
        assert decision.cost is None
        assert result.rare == [decision]


def test_before_the_flop_what_may_be_chance_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ("raise 250",)
    values = {path: {"fold": np.full(169, -1.0), "call": np.full(169, -0.5)}}
    known = replace(nearest_preflop(100), values=values, value_errors={path: 0.26})
    monkeypatch.setattr(line_solving, "nearest_preflop", lambda _: known)
    hand = played((raise_to(250), FOLD), ("AsAh", "7s7c"), (10_000, 10_000))
    (decision,) = review_hand(hand, "Hero", 0, 0.3)
    assert (decision.best, decision.cost) == ("call", 0.0)


def test_what_is_checked_for_nothing_is_compared_with_a_free_fold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strategy = nearest_preflop(100)
    won = {"check": -0.5, "raise 250": -0.8}
    values = {("call",): {name: np.full(169, each) for name, each in won.items()}}
    known = replace(strategy, values=values)
    monkeypatch.setattr(line_solving, "nearest_preflop", lambda _: known)
    (decision,) = review_hand(played((CALL, FOLD), stacks=(10_000, 10_000)), "Hero", 0, 0.3)
    assert decision.values == pytest.approx({"check": 0.5, "raise 250": 0.2, "fold": 0.0})
    assert (decision.best, decision.cost) == ("check", 0.5)


def test_a_raise_unlike_all_others_is_not_judged() -> None:
    line = (raise_to(2500), FOLD)
    (decision,) = review_hand(played(line, stacks=(10_000, 10_000)), "Hero", 0, 0.3)
    assert not decision.is_judged
    assert "does not know such a raise" in decision.method


@pytest.mark.parametrize(
    ("game", "reason"), [("limit-3p", "fixed-limit"), ("limit-2p", "fixed-limit")]
)
def test_what_cannot_be_judged_says_why(game: str, reason: str) -> None:
    hand = Hand(Game.named(game), seed=1, players=("Hero", "A", "B")[: Game.named(game).seats])
    while hand.actor is not None:
        hand.act(CALL if hand.legal.call else CHECK)
    result = run_job(Review.of_hands([hand.record()], "Hero"))
    assert result.decisions
    assert all(reason in each.method and not each.is_judged for each in result.decisions)
    assert sum(result.not_judged().values()) == len(result.decisions)


def ring(*actions: Action) -> HandRecord:
    """A hand of three: the button and the big blind, who is the hero, are in."""
    names, cards = ("Small", "Hero", "Button"), ["2c2h", "7s7c", "AhQd"]
    game = Game.named("cash-3p")
    hand = Hand.with_cards(game, cards, BOARD, stacks=(2000,) * 3, players=names)
    for action in actions:
        hand.act(action)
    return hand.record()


def test_a_street_that_two_of_three_see_is_solved_with_the_blueprints_ranges() -> None:
    record = ring(raise_to(250), FOLD, raise_to(750), CALL, bet(1250), FOLD)
    before, flop = review_hand(record, "Hero", 0, 3.0)
    assert (before.street, before.cost) == ("preflop", None)
    assert before.chosen in before.shares
    assert sum(before.shares.values()) == pytest.approx(1)
    assert "three and more" in before.method
    assert flop.cost is not None
    assert flop.spot is not None
    spot = Spot.from_dict(dict(flop.spot))
    # 750 each, and the small blind's 50.
    assert (spot.pot, spot.stack) == (1550, 1250)
    assert spot.oop["7s7c"] > 0
    assert spot.ip["72o"] == 0
    assert spot.ip.share < 0.3


def test_a_street_that_three_see_is_not_judged_and_the_next_may_be() -> None:
    record = ring(CALL, CALL, CHECK, CHECK, bet(100), FOLD, CALL, bet(200), FOLD)
    decisions = review_hand(record, "Hero", 0, FAST)
    methods = {each.street: each.method for each in decisions}
    assert methods["flop"] == "3 players saw the flop, and ranges are known for two"
    assert "solved to" in methods["turn"] or "does not know this line" in methods["turn"]


def test_totals_and_the_worst() -> None:
    def decision(hand: int, street: str, cost: float | None) -> ReviewedDecision:
        return ReviewedDecision(
            hand=hand,
            step=0,
            street=street,
            position="BB",
            kind="facing a bet",
            cards="AhQd",
            board="",
            pot=2.0,
            action="call",
            method="",
            best="call",
            cost=cost,
            shares={"call": 0.5},
            chosen="call",
        )

    given = (
        decision(0, "flop", 0.5),
        decision(0, "turn", 0.0),
        decision(12, "flop", 2.0),
        decision(24, "river", 1.0),
        decision(24, "preflop", None),
    )
    result = ReviewResult("Hero", 25, given)
    assert [each.cost for each in result.worst()] == [2.0, 1.0, 0.5]
    assert [(each.name, each.cost) for each in result.totals("street")] == [
        ("flop", 2.5),
        ("river", 1.0),
        ("turn", 0.0),
    ]
    trend = result.trend()
    assert (trend[0].name, trend[-1].name, len(trend)) == ("1–3", "25", 9)
    assert [each.cost for each in trend if each.cost] == [0.5, 2.0, 1.0]
    data = review_to_dict(result)
    assert data["cost_per_100"] == pytest.approx(14.0)
    assert data["worst"] == [2, 3, 0]


def test_a_job_travels_as_json() -> None:
    job = Review.of_hands([played()], "Hero", target=FAST)
    again = Review.from_dict(json.loads(json.dumps(job.to_dict())))
    assert again == job
    assert again.record(0).actions == played().actions
    with pytest.raises(FivebetError, match="has played none of these hands: there are Hero"):
        Review.of_hands([played()], "Nobody")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "session.phhs", tmp_path / "review.html"
    short = played((raise_to(250), FOLD), stacks=(10_000, 10_000))
    file.write_text(WRITERS["phh"]([short, short]), "utf-8")
    given = ["review", str(file), "--player", "Hero", "--workers", "1", "--store", "none"]
    assert run([*given, "--json", "--report", str(page)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["hands"], data["judged"]) == (2, 2)
    assert "Hero" in page.read_text("utf-8")
    assert run(given) == 0
    assert f"Hero lost {data['cost']:.2f} BB" in " ".join(capsys.readouterr().out.split())
    assert run([*given, "--target", "nan"]) == 2
    assert "a target of nan cannot be reached" in capsys.readouterr().err
    named = replace(short, players=("He[/b]ro", short.players[1]))
    file.write_text(WRITERS["phh"]([named]), "utf-8")
    assert run([*given[:2], "--player", "He[/b]ro", *given[4:]]) == 0
    assert "He[/b]ro lost" in capsys.readouterr().out
    assert run(["review", "--player", "Hero"]) == 2


def test_actions_are_shown_in_big_blinds_whatever_the_chips() -> None:
    turn = ReviewedDecision(
        0,
        4,
        "turn",
        "BB",
        "first to act",
        "AcKd",
        "2c3d4h5s",
        6.0,
        "raise to 250",
        "",
        big_blind=20,
    )
    assert turn.played() == "raise to 12.5 BB"
    assert [turn.text(name) for name in ("check", "bet 75", "all-in 2000")] == [
        "check",
        "bet 3.75 BB",
        "all-in for 100 BB",
    ]
    assert replace(turn, street="preflop").text("raise 250") == "raise to 2.5 BB"
    assert replace(turn, big_blind=0).text("bet 75") == "bet 75"  # kept before it was known
