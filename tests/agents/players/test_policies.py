"""Agents that know their own probabilities state them for all hole cards, and act so."""

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from fivebet._core import Stream, purpose_key, strength_counts
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.baselines import Random
from fivebet.agents.players.policies import SpreadRaises, holding_index, holdings
from fivebet.agents.players.relative_strength import relative_strengths
from fivebet.cards.combos import COMBOS
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, View, raise_to
from fivebet.game.agent import Policy
from tests.agents.players.slow_rules import slow_action, slow_strength

RULES = ("tight", "loose", "maniac", "station", "fair")
BASELINES = ("fold", "call", "raise", "random", "random:mix=moik", "random:mix=0/1/1/2")
GRID = 200


def views(game: str, hands: int, seed: int = 3) -> Iterator[tuple[Hand, View]]:
    """What those see who are to act in random hands."""
    player = Random(seed=seed, mix="10/30/58/2")
    for number in range(hands):
        hand = Hand(Game.named(game), seed=seed, number=number)
        while (seat := hand.actor) is not None:
            yield hand, hand.view(seat)
            hand.act(player.act(hand.view(seat)).action)


def stated(name: str, view: View) -> Policy:
    return make_agent(name).policy(view)  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("game", ["limit-2p", "nolimit-2p", "cash-6p"])
def test_a_rules_policy_is_what_the_rule_does_with_each_holding(name: str, game: str) -> None:
    """For random holdings: the share of draws, on a grid, with which the slow rule does it."""
    rng = random.Random(5)
    for _, view in islice(views(game, 8), 40):
        policy = stated(name, view)
        possible = [pair for pair in COMBOS if not set(pair) & set(view.board)]
        for cards in rng.sample(possible, 4):
            strength = slow_strength(cards, view)
            drawn = [slow_action(name, strength, view, (i + 0.5) / GRID) for i in range(GRID)]
            assert set(drawn) <= policy.keys()
            for action, chances in policy.items():
                share = drawn.count(action) / GRID
                assert chances[holding_index(cards)] == pytest.approx(share, abs=1 / GRID)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("game", ["limit-2p", "nolimit-3p", "limit-6p", "potlimit-4p"])
def test_players_by_rules_act_as_the_slow_rule_does_with_their_draw(name: str, game: str) -> None:
    agent = make_agent(f"{name}:seed=8")
    for _, view in views(game, 15):
        draw = Stream(8, purpose_key("rules"), view.number, len(view.moves)).uniform()
        assert agent.act(view).action == slow_action(
            name, slow_strength(view.cards, view), view, draw
        )


@pytest.mark.parametrize("streets", [1, 2, 3])
def test_shares_of_all_holdings_are_those_of_each(streets: int) -> None:
    for number in range(4):
        hand = Hand(Game.named("limit-2p"), seed=6, number=number)
        while hand.street < streets:
            hand.act(CALL)
        view = hand.view(0)
        shares = relative_strengths(view)
        board = sum(1 << card for card in view.board)
        for index, (low, high) in enumerate(COMBOS):
            if (hole := 1 << low | 1 << high) & board:
                assert shares[index] == 0
                continue
            ahead, tied, behind = strength_counts(hole, board)
            assert shares[index] == (ahead + tied / 2) / (ahead + tied + behind)


@pytest.mark.parametrize("name", [*RULES, *BASELINES])
@pytest.mark.parametrize("game", ["limit-2p", "nolimit-2p", "cash-4p", "kuhn", "leduc"])
def test_policies_are_probabilities_over_legal_actions(name: str, game: str) -> None:
    if name in RULES and game in ("kuhn", "leduc"):
        with pytest.raises(AgentError, match="plays hold'em"):
            stated(name, Hand(Game.named(game)).view(0))
        return
    for _, view in islice(views(game, 10), 12):
        policy = stated(name, view)
        total = np.zeros(holdings(view.game))
        for action, chances in policy.items():
            assert action in view.legal
            total += chances
        assert np.allclose(total, 1)
        assert policy[make_agent(name).act(view).action][holding_index(view.cards)] > 0


@pytest.mark.parametrize("name", RULES)
def test_policies_do_not_depend_on_the_cards_one_holds(name: str) -> None:
    game = Game.named("limit-2p")
    policies = []
    for hole in ("AsAh", "7d2c"):
        hand = Hand.with_cards(game, ["KcKd", hole], "Qh9s4d")
        while hand.street == 0:
            hand.act(CALL)
        hand.act(CHECK)
        policies.append(stated(name, hand.view(1)))
    assert policies[0].keys() == policies[1].keys()
    assert all(np.array_equal(policies[0][action], policies[1][action]) for action in policies[0])


def test_any_amount_of_a_random_raise_is_as_likely() -> None:
    view = Hand(Game.named("nolimit-2p")).view(1)
    policy = stated("random", view)
    assert isinstance(policy, SpreadRaises)
    assert len(policy) == len(list(policy)) == 2 + 19_801
    assert policy[raise_to(200)][0] == policy[raise_to(20_000)][5] == 1 / 3 / 19_801
    assert policy[FOLD][0] == policy[CALL][0] == 1 / 3
    for absent in (raise_to(199), raise_to(20_001), CHECK):
        assert absent not in policy


def test_the_thesis_mix_folds_raises_calls_and_goes_all_in() -> None:
    """Moik 2018, 5.1.4: 25 % folds or checks, 30 % raises, 44 % calls, 1 % all-in."""
    facing_a_bet = Hand(Game.named("nolimit-2p")).view(1)
    policy = stated("random:mix=moik", facing_a_bet)
    expected = {FOLD: 0.25, raise_to(200): 0.3, CALL: 0.44, raise_to(20_000): 0.01}
    assert {action: chances[0] for action, chances in policy.items()} == pytest.approx(expected)
    free = Hand(Game.named("limit-2p"))
    free.act(CALL)
    policy = stated("random:mix=moik", free.view(0))
    expected = {CHECK: 0.69, raise_to(20): 0.31}
    assert {action: chances[0] for action, chances in policy.items()} == pytest.approx(expected)


def test_the_thesis_mix_is_drawn_as_it_says() -> None:
    counts = {"fold": 0, "call": 0, "raise to 200": 0, "raise to 20000": 0}
    agent = make_agent("random:mix=moik,seed=1")
    for number in range(10_000):
        view = Hand(Game.named("nolimit-2p"), number=number).view(1)
        counts[str(agent.act(view).action)] += 1
    for action, share in zip(counts, (0.25, 0.44, 0.3, 0.01), strict=True):
        assert abs(counts[action] - 10_000 * share) < 6 * (10_000 * share * (1 - share)) ** 0.5


@pytest.mark.parametrize("mix", ["moick", "1/2/3", "1/1/1/-1", "0/0/0/0", "nan/1/1/1", "1/1/1/inf"])
def test_what_is_no_mix_says_so(mix: str) -> None:
    with pytest.raises(AgentError, match=r"is no mix: give uniform, moik or four shares"):
        make_agent(f"random:mix={mix}")


def test_three_hole_cards_have_no_policy() -> None:
    game = Game(
        structure="no-limit",
        seats=2,
        blinds=(2, 1),
        hole_cards=3,
        board_cards=(0, 3, 1),
        stacks=(9, 9),
    )
    with pytest.raises(AgentError, match="no policies for 3 hole cards"):
        stated("call", Hand(game).view(1))
