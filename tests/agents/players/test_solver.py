"""Agents that solve: Martins's fictitious play and the solver at the table."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.preflop_charts import step_of
from fivebet.agents.players.solver import Solver
from fivebet.cards import Card
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, bet, raise_to
from fivebet.solving.raise_response import RaiseResponse

GAME = Game.named("nolimit-2p")
NAMES = ["fictitious:iterations=20", "solver:iterations=6"]


def walk(name: str, number: int) -> list[Hand]:
    """The decisions of a hand that an agent plays with itself."""
    agent, hand, seen = make_agent(name), Hand(GAME, seed=3, number=number), []
    while (seat := hand.actor) is not None:
        seen.append(hand.copy())
        hand.act(agent.act(hand.view(seat)).action)
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_whole_hands_are_played_by_legal_actions_that_the_policy_names(name: str) -> None:
    agent = make_agent(name)
    for number in range(3):
        for hand in walk(name, number):
            seat = hand.actor
            assert seat is not None
            view = hand.view(seat)
            policy = agent.policy(view)  # type: ignore[attr-defined]
            board = np.uint64(sum(1 << card for card in view.board))
            live = (COMBO_MASKS & board) == 0
            assert sum(policy.values())[live] == pytest.approx(1, abs=1e-3)
            action = agent.act(view).action
            assert action in view.legal
            assert policy[action][combo_index(*view.cards)] > 0


@pytest.mark.parametrize("name", NAMES)
def test_hands_that_would_fold_check_where_both_blinds_are_the_same(name: str) -> None:
    game = Game(structure="no-limit", seats=2, blinds=(100, 100), stacks=(2_000, 2_000))
    view = Hand.with_cards(game, [None, "7d2c"]).view(1)
    assert view.legal.call == 0
    agent = make_agent(name)
    assert all(action in view.legal for action in agent.policy(view))  # type: ignore[attr-defined]
    assert agent.act(view).action == CHECK


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_hand(name: str) -> None:
    assert str(walk(name, 1)[-1]) == str(walk(name, 1)[-1])


def river(ours: str, theirs: str) -> Hand:
    """Checked down to the river, where the other has bet twice the pot."""
    hand = Hand.with_cards(GAME, [theirs, ours], "Kh8h3dJc5s")
    for _ in range(6):
        hand.act(CALL)
    hand.act(bet(400))
    return hand


@pytest.mark.parametrize("name", NAMES)
def test_the_nuts_call_and_nothing_folds(name: str) -> None:
    agent = make_agent(name)
    hand = river("KsKd", "2c2d")
    policy = agent.policy(hand.view(1))  # type: ignore[attr-defined]
    nuts, air = combo_index(*hand.view(1).cards), combo_index(Card("2c"), Card("4d"))
    assert policy[FOLD][nuts] < 0.01
    assert policy[FOLD][air] > 0.5


def test_sizes_outside_the_tree_are_added_to_it() -> None:
    agent = make_agent("solver:iterations=6")
    hand = river("KsKd", "2c2d")
    agent.policy(hand.view(1))  # type: ignore[attr-defined]
    *_, begun = agent._streets.values()  # type: ignore[attr-defined]
    assert "bet 400" in begun.tree.root.actions


def test_nothing_is_kept_from_hand_to_hand() -> None:
    agent = make_agent("solver:iterations=2")
    sizes = []
    for number in range(6):
        hand = Hand(GAME, seed=4, number=number)
        while (seat := hand.actor) is not None:
            hand.act(agent.act(hand.view(seat)).action)
        sizes.append(len(agent._policies) + len(agent._streets))  # type: ignore[attr-defined]
    assert max(sizes) < 40


def test_raises_are_taken_for_their_neighbours_by_pseudo_harmony() -> None:
    options = ("fold", "call", "raise 200", "raise 300")
    # (300 - x) * 201 / (100 * (1 + x)) falls to a half at x = 240.04.
    assert step_of(raise_to(240), options, 1.0) == "raise 200"
    assert step_of(raise_to(241), options, 1.0) == "raise 300"
    assert step_of(raise_to(150), options, 1.0) == "raise 200"
    assert step_of(raise_to(450), options, 1.0) == "raise 300"
    assert step_of(CHECK, ("check", "raise 200"), 1.0) == "check"


def test_raises_far_from_all_sizes_leave_the_strategy() -> None:
    options = ("fold", "call", "raise 200", "all-in 20000")
    assert step_of(raise_to(133), options, 1.0) is None
    assert step_of(raise_to(301), options, 1.0) is None
    assert step_of(raise_to(20000), options, 1.0) == "all-in 20000"


def test_thinking_ends_before_the_budget_does(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """Every look at it takes a hundredth of a second."""

        now = 0.0

        def perf_counter(self) -> float:
            self.now += 0.01
            return self.now

    clock = Clock()
    monkeypatch.setattr("fivebet.agents.players.solver.time", clock)
    agent = make_agent("solver:budget=0.5")
    hand = river("KsKd", "2c2d")
    agent.policy(hand.view(1))  # type: ignore[attr-defined]
    # Asked in mid-hand, it solves three streets, and shares its time among them.
    assert len(agent._streets) == 3  # type: ignore[attr-defined]
    assert all(each.tree.iterations > 1 for each in agent._streets.values())  # type: ignore[attr-defined]
    assert 0.4 < clock.now < 0.5 + 1e-9


def test_a_raise_of_any_size_meets_a_range_that_pot_odds_justify() -> None:
    shares = []
    for to in (600, 1500, 5000, 20_000):
        hand = Hand(GAME, seed=1)
        hand.act(raise_to(to))
        seat = hand.actor
        assert seat is not None
        policy = make_agent("solver").policy(hand.view(seat))  # type: ignore[attr-defined]
        assert sum(policy.values()) == pytest.approx(1)
        shares.append(1 - policy[FOLD].mean())
        aces = combo_index(Card("As"), Card("Ah"))
        assert policy[FOLD][aces] == 0
    assert shares == sorted(shares, reverse=True)
    assert 0.3 < shares[0] < 0.7
    assert shares[-1] < 0.06


@pytest.mark.parametrize(
    "name",
    ["solver:budget=0", "solver:iterations=-1", "fictitious:iterations=0", "fictitious:alpha=0"],
)
def test_senseless_options_are_refused(name: str) -> None:
    with pytest.raises(AgentError, match=name.split(":")[1].split("=", maxsplit=1)[0]):
        make_agent(name)


@pytest.mark.parametrize(("name", "game"), [("solver", "limit-2p"), ("fictitious", "limit-6p")])
def test_other_games_are_refused(name: str, game: str) -> None:
    hand = Hand(Game.named(game), seed=1)
    seat = hand.actor
    assert seat is not None
    with pytest.raises(AgentError, match="not "):
        make_agent(name).act(hand.view(seat))


def test_what_it_was_asked_before_does_not_change_its_policy() -> None:
    """A response asks about many bets before it makes one, and about both seats."""
    hand = Hand.with_cards(GAME, ["2c2d", "KsKd"], "Kh8h3dJc5s")
    for _ in range(6):
        hand.act(CALL)
    asked, fresh = make_agent("solver:iterations=4"), make_agent("solver:iterations=4")
    for to in (100, 250, 400, 700, 1500, 300):
        after = hand.copy()
        after.act(bet(to))
        asked.policy(after.view(1))  # type: ignore[attr-defined]
    asked.policy(hand.view(0))  # type: ignore[attr-defined]
    hand.act(bet(250))
    answered = asked.policy(hand.view(1))  # type: ignore[attr-defined]
    expected = fresh.policy(hand.view(1))  # type: ignore[attr-defined]
    assert answered.keys() == expected.keys()
    assert all((answered[action] == expected[action]).all() for action in answered)


def test_who_may_not_raise_calls_where_the_answer_would_be_all_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = np.full(169, 1 / 3)
    agent = make_agent("solver")
    assert isinstance(agent, Solver)
    monkeypatch.setattr(agent, "_answer", lambda *_: RaiseResponse(row, row, row, row))
    hand = Hand(Game.named("nolimit-2p"), seed=1, stacks=(900, 20_000))
    hand.act(raise_to(900))
    view = hand.view(1)
    assert not view.legal.can_raise
    policy = agent._outside(view, view.moves, view.legal)
    assert set(policy) == {FOLD, CALL}
    assert policy[CALL] == pytest.approx(2 / 3)
