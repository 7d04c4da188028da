"""The champion at tables of three to six: a blueprint, habits, and search once two are left."""

from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.hosting.memory import dump_memory, load_memory
from fivebet.agents.players.champion_ring import RingChampion
from fivebet.agents.players.policies import improbable
from fivebet.agents.players.ring_search import carried_ranges, players_at_start
from fivebet.cards.combos import combo_index
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, raise_to
from fivebet.opponents.habits import CALLS, RAISES
from fivebet.solving.ring_blueprint import (
    RingDecision,
    RingStrategy,
    RingTrainer,
    RingTraining,
)

GAME = Game.named("nolimit-3p")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    trainer = RingTrainer(RingTraining(("nolimit-3p",), (1.0,)), (8, 8, 8), 4_000_000, seed=2)
    trainer.learn(1)
    path: Path = tmp_path_factory.mktemp("ring") / "ring.npz"
    trainer.strategy().save(path)
    return str(path)


def heads_up_flop(seed: int = 4) -> Hand:
    """Button raises, the small blind folds, the big blind calls."""
    hand = Hand(GAME, seed=seed, players=("a", "b", "c"))
    hand.act(raise_to(350))
    hand.act(FOLD)
    hand.act(CALL)
    return hand


def test_its_policies_are_legal_and_it_plays_whole_hands(file: str) -> None:
    agents = [RingChampion(file=file, exploit=bool(seat), search=False) for seat in range(3)]
    for number in range(12):
        hand = Hand(GAME, seed=1, number=number, players=("a", "b", "c"))
        while (seat := hand.actor) is not None:
            view = hand.view(seat)
            assert improbable(agents[seat].policy(view), view) == ""
            hand.act(agents[seat].act(view).action)
        for seat, agent in enumerate(agents):
            agent.observe(hand.view(seat))


def test_lines_that_the_strategy_does_not_know_are_played_by_rules(file: str) -> None:
    hand = Hand(Game.named("cash-6p"), seed=1)
    for to in (200, 300, 400, 500, 600):
        hand.act(raise_to(to))
    assert hand.actor is not None
    view = hand.view(hand.actor)
    assert improbable(RingChampion(file=file).policy(view), view) == ""


def test_habits_choose_the_line_and_are_told_as_reasons(tmp_path: Path) -> None:
    hand = Hand(GAME, seed=4, players=("a", "b", "c"))
    hand.act(raise_to(350))
    lines = [
        RingDecision.of(hand).key,
        RingDecision.of(hand, exploiting=True).key,
        RingDecision.of(hand, exploiting=True, habits=(0, 0, RAISES)).key,
    ]
    # Of fold, call and raise each line always takes another one.
    parts = [np.repeat(np.roll((15, 0, 0), line)[:2], 169) for line in range(3)]
    path = tmp_path / "made.npz"
    made = np.concatenate(parts).astype(np.uint8)
    RingStrategy((8, 8, 8), np.array(lines, np.uint64), made, np.zeros(3, np.int64)).save(path)
    agent = RingChampion(file=str(path), search=False)
    assert agent.act(hand.view(0)).action == CALL
    counts = agent.habits.counts["c"]
    counts.actions, counts.raises, counts.before_flop = 60, 55, 30
    assert agent.habits.habit("c") == RAISES
    decision = agent.act(hand.view(0))
    assert decision.action.kind == "raise"
    assert decision.reasons["believes"] == {"b": "sound", "c": "raises too much"}
    assert decision.reasons["in equilibrium"] == {"fold": 1.0, "call": 0.0, "raise to 1150": 0.0}
    still = RingChampion(file=str(path), exploit=False)
    still.habits = agent.habits
    assert still.act(hand.view(0)).action == FOLD
    assert set(still.act(hand.view(0)).reasons) == {"plays"}


def test_it_remembers_habits_from_chunk_to_chunk(file: str) -> None:
    agent = RingChampion(file=file)
    counts = agent.habits.counts["b"]
    counts.actions, counts.before_flop, counts.bets_faced = 60, 30, 20
    memory = dump_memory([agent])
    assert memory is not None
    fresh = RingChampion(file=file)
    load_memory([fresh], memory)
    assert fresh.habits.habit("b") == CALLS


def test_ranges_follow_from_the_blueprint_by_bayes_rule(file: str) -> None:
    hand = heads_up_flop()
    strategy = RingStrategy.load(file)
    view = hand.view(1)
    assert players_at_start(view) == (1, 2)
    caller, raiser = carried_ranges(view, (1, 2), 3, strategy)
    blocked = combo_index(view.board[0], view.board[1])
    assert caller[blocked] == raiser[blocked] == 0
    assert caller.max() == raiser.max() == 1
    # On the flop nobody has acted: ranges are rows of the two decisions before it.
    only_first = carried_ranges(view, (1, 2), 1, strategy)
    assert np.array_equal(only_first[1], raiser)
    assert set(np.unique(only_first[0])) == {0.0, 1.0}


def test_two_who_are_left_are_solved_for_and_three_are_not(file: str) -> None:
    agent = RingChampion(file=file, exploit=False, iterations=2)
    hand = heads_up_flop()
    view = hand.view(1)
    assert agent.searches(view)
    assert improbable(agent.policy(view), view) == ""
    hand.act(CHECK)
    hand.act(raise_to(333))
    view = hand.view(1)
    assert improbable(agent.policy(view), view) == ""
    three = Hand(GAME, seed=4)
    for _ in range(3):
        three.act(three.legal.passive)
    assert not agent.searches(three.view(0))
    assert not RingChampion(file=file, search=False, exploit=False).searches(view)


def test_players_with_habits_are_not_searched_against(file: str) -> None:
    agent = RingChampion(file=file)
    counts = agent.habits.counts["c"]
    counts.actions, counts.raises, counts.before_flop = 60, 55, 30
    assert not agent.searches(heads_up_flop().view(1))


def test_it_plays_limit_and_no_limit_holdem_only(file: str) -> None:
    hand = Hand(Game.named("potlimit-3p"), seed=1)
    with pytest.raises(AgentError, match="limit and no-limit"):
        RingChampion(file=file).policy(hand.view(2))
