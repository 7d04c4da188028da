"""The champion's limit: by its blueprint first, then by solving at the table."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.players.champion import Champion
from fivebet.agents.players.champion_limit import LimitChampion
from fivebet.agents.players.policies import improbable
from fivebet.cards import parse_cards
from fivebet.cards.combos import combo_index
from fivebet.errors import AgentError, FivebetError
from fivebet.game import FOLD, Game, Hand, View, raise_to
from fivebet.solving.board_buckets import make_board_buckets
from fivebet.solving.exact_response import response_gains
from fivebet.solving.limit_blueprint import BlueprintTraining

LIMIT = Game.named("limit-2p")


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory: pytest.TempPathFactory) -> str:
    buckets = make_board_buckets((12, 10, 9), seed=2, drawn_boards=(2, 20, 20))
    training = BlueprintTraining(buckets, seed=1)
    for _ in range(6):
        training.iterate(1)
    path: Path = tmp_path_factory.mktemp("blueprint") / "small.limit"
    training.strategy(2).save(path)
    return str(path)


def at_street(street: int, number: int = 0, raises: int = 1) -> Hand:
    """Return a hand at the start of a street, with some raises before the flop."""
    hand = Hand(LIMIT, seed=3, number=number)
    while hand.street < street:
        legal = hand.legal
        hand.act(raise_to(legal.min_raise) if raises else legal.passive)
        raises -= raises > 0
    return hand


def own_view(hand: Hand) -> View:
    assert hand.actor is not None
    return hand.view(hand.actor)


def test_it_states_probabilities_at_every_decision(blueprint: str) -> None:
    champion = Champion(iterations=1, limit_file=blueprint)
    streets = set()
    for number in range(2):
        hand = at_street(0, number)
        while hand.actor is not None:
            view = own_view(hand)
            assert improbable(champion.policy(view), view) == ""
            decision = champion.act(view)
            assert decision.action in view.legal
            likely = decision.reasons["opponent holds"]
            assert isinstance(likely, dict)
            assert 0 < sum(likely.values()) <= 1 + 1e-9
            streets.add(view.street)
            # Hands are played to the end.
            folds = decision.action.kind == "fold"
            hand.act(view.legal.passive if folds else decision.action)
    assert streets == {0, 1, 2, 3}


def test_without_solving_it_plays_the_blueprint_to_the_end(blueprint: str) -> None:
    agent = LimitChampion(solving="none", limit_file=blueprint)
    hand = at_street(3)
    view = own_view(hand)
    policy = agent.policy(view)
    strategy = agent._blueprint
    place = strategy.place([2, 1, 1, 1, 1, 1])
    _, raises = strategy.chances(place, strategy.bucket_row(view.board))
    np.testing.assert_array_equal(policy[raise_to(20)], raises)
    np.testing.assert_array_equal(policy[view.legal.passive], 1.0 - raises)
    assert "solved from" not in agent.act(view).reasons


def test_ranges_follow_the_blueprint_by_bayes(blueprint: str) -> None:
    agent = LimitChampion(limit_file=blueprint)
    hand = at_street(2)
    view = own_view(hand)
    first = Hand(LIMIT, seed=3, number=0)
    opening = agent.policy(own_view(first))[raise_to(20)]
    ranges = agent._ranges(view, 2, 0)
    expected = np.maximum(opening, 1e-3)
    np.testing.assert_allclose(ranges[1], expected / expected.max())


def test_the_river_is_played_by_the_solution_of_the_turn(blueprint: str) -> None:
    agent = LimitChampion(iterations=2, gadget=False, limit_file=blueprint)
    hand = at_street(2)
    agent.policy(own_view(hand))
    (solved,) = agent._solved.values()
    for _ in range(2):
        hand.act(hand.legal.passive)
    view = own_view(hand)
    policy = agent.policy(view)
    assert list(agent._solved.values()) == [solved]
    strategy = (solved.tree.root / "check" / "check" / str(view.board[-1])).strategy
    np.testing.assert_array_equal(policy[raise_to(20)], np.nan_to_num(strategy["bet 20"]))


def test_a_safe_solution_is_for_one_seat(blueprint: str) -> None:
    safe = LimitChampion(iterations=1, limit_file=blueprint)
    plain = LimitChampion(iterations=1, gadget=False, limit_file=blueprint)
    hand = at_street(2)
    for agent in (safe, plain):
        agent.policy(own_view(hand))
    after = hand.copy()
    after.act(after.legal.passive)
    for agent in (safe, plain):
        agent.policy(own_view(after))
    assert [solved.tree.alternatives for solved in safe._solved.values()] == [1, 0]
    assert [solved.tree.alternatives for solved in plain._solved.values()] == [None]


def test_solving_leaves_a_best_response_little_on_the_river(blueprint: str) -> None:
    gains = {
        solving: sum(response_gains(agent, at_street(3)))
        for solving in ("none", "river")
        for agent in [LimitChampion(solving=solving, iterations=100, limit_file=blueprint)]
    }
    assert gains["none"] > 4
    assert gains["river"] < 0.5


def test_a_copy_plays_the_same(blueprint: str) -> None:
    champion = Champion(iterations=1, limit_file=blueprint)
    view = own_view(at_street(1))
    policy = champion.policy(view)
    copy = pickle.loads(pickle.dumps(champion))
    assert list(copy.policy(view)) == list(policy)
    for action, row in copy.policy(view).items():
        np.testing.assert_array_equal(row, policy[action])


def test_the_blueprint_that_ships_is_read() -> None:
    hand = Hand(LIMIT, seed=3)
    policy = LimitChampion(solving="none").policy(own_view(hand))
    aces, offsuit = (combo_index(*parse_cards(cards)) for cards in ("AsAh", "7s2h"))
    assert policy[raise_to(20)][aces] > 0.8
    assert policy[FOLD][aces] == 0
    assert policy[FOLD][offsuit] > 0.5


def test_what_it_cannot_do_is_refused(blueprint: str) -> None:
    for options in ({"solving": "flop"}, {"budget": 0.0}, {"iterations": -1}):
        with pytest.raises(AgentError):
            LimitChampion(limit_file=blueprint, **options)
    with pytest.raises(AgentError, match="does not play"):
        Champion(limit_file=blueprint).act(own_view(Hand(Game.named("potlimit-2p"), seed=3)))
    no_limit = Hand(Game.named("nolimit-2p"), seed=3)
    with pytest.raises(FivebetError, match="plays heads-up limit"):
        LimitChampion(limit_file=blueprint).act(own_view(no_limit))
