"""The planner's opponents by a model that was learned from play."""

import pickle

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.planner.agent import PlannerPlus
from fivebet.agents.players.planner.learned import LearnedOpponents
from fivebet.cards.combos import combo_index
from fivebet.game import CALL, Game, Hand, bet, play, raise_to
from fivebet.game.view import View

GAME = Game.named("nolimit-2p")


def watched(name: str, hands: int = 60) -> LearnedOpponents:
    """What is learned of a player from hands against `fair`, in both seats."""
    known = LearnedOpponents()
    player, other = make_agent(name), make_agent("fair")
    for number in range(hands):
        seat = number % 2
        hand = Hand(GAME, seed=4, number=number)
        play(hand, (player, other) if seat == 0 else (other, player))
        known.of(hand.view(1 - seat)).observe(hand.view(1 - seat))
    return known


@pytest.fixture
def facing_a_bet() -> View:
    hand = Hand.with_cards(GAME, [None, "AhKd"], "Kh8h3dJc")
    for action in (CALL, raise_to(300), CALL, bet(400), CALL, bet(1000)):
        hand.act(action)
    return hand.view(1)


def test_callers_and_folders_are_told_apart(facing_a_bet: View) -> None:
    station, tight, raiser = (
        watched(name).of(facing_a_bet).habits(facing_a_bet)
        for name in ("station", "tight", "raise")
    )
    assert station.folds(0.3) < 0.1 < tight.folds(0.3)
    assert raiser.raises > 0.5 > tight.raises
    assert (raiser.bets or 0.0) > 0.5 > (tight.bets or 1.0)


def test_a_bet_means_more_from_the_tight_than_from_the_wild(facing_a_bet: View) -> None:
    three, air = combo_index(*_cards("3h3s")), combo_index(*_cards("7s2c"))
    tight, raiser = (
        watched(name).of(facing_a_bet).holdings(facing_a_bet) for name in ("tight", "raise")
    )
    assert tight[air] / tight[three] < raiser[air] / raiser[three]
    assert not tight[combo_index(*_cards("Kh8h"))]  # on the board


def test_it_plays_on_what_it_has_learned_and_forgets_nobody(facing_a_bet: View) -> None:
    fresh, agent = PlannerPlus(learned=True), PlannerPlus(learned=True)
    assert agent.remembers
    assert PlannerPlus.remembers_with(statistics=False, learned=True)
    for number in range(40):
        hand = Hand(GAME, seed=6, number=number)
        hand.act(raise_to(300))
        while not hand.over:
            hand.act(hand.legal.passive)
        agent.observe(hand.view(1))
    before, after = (each._habits(facing_a_bet)[0] for each in (fresh, agent))
    assert before != after
    again = pickle.loads(pickle.dumps(agent))
    assert again._habits(facing_a_bet)[0] == after
    assert np.isfinite(list(agent.act(facing_a_bet).reasons["options"].values())).all()  # type: ignore[union-attr]


def test_limit_has_types_of_its_own_and_full_tables_have_none() -> None:
    limit = Hand(Game.named("limit-2p"), seed=1)
    assert PlannerPlus(learned=True).act(limit.view(1)).action
    six = Hand(Game.named("nolimit-6p"), seed=1)
    while six.actor != 5:
        six.act(six.legal.passive)
    learned, counted = (PlannerPlus(learned=on).act(six.view(5)) for on in (True, False))
    assert learned.action == counted.action


def _cards(text: str) -> tuple[int, int]:
    low, high = sorted(Hand.with_cards(GAME, [text, None]).view(0).cards)
    return int(low), int(high)
