"""Habits: kinds of players, distinguished by how often they fold, call and raise."""

import pytest

from fivebet import make_agent
from fivebet.game import Game, Hand
from fivebet.game.agent import play
from fivebet.opponents.habits import CALLS, FOLDS, RAISES, SOUND, TYPES, HabitCounts


def watched(*names: str, hands: int) -> HabitCounts:
    habits = HabitCounts()
    agents = [make_agent(name) for name in names]
    for number in range(hands):
        hand = Hand(Game.named("limit-6p"), seed=3, number=number, players=names)
        habits.observe(play(hand, agents))
    return habits


def test_players_with_habits_are_known_after_some_hands_and_sound_ones_stay_sound() -> None:
    habits = watched("call", "maniac", "fold", "fair", "timid", "raise", hands=30)
    found = {name: habits.habit(name) for name in ("call", "maniac", "fold", "fair", "raise")}
    assert found == {"call": CALLS, "maniac": RAISES, "fold": FOLDS, "fair": SOUND, "raise": RAISES}


def test_nothing_is_believed_of_strangers() -> None:
    habits = HabitCounts()
    assert habits.habit("somebody") == SOUND
    by_habit = [sum(each.prior for each in TYPES if each.habit == habit) for habit in range(4)]
    assert habits.chances("somebody") == pytest.approx(by_habit)
    assert sum(by_habit) == pytest.approx(1)


def test_one_hand_proves_little() -> None:
    habits = watched("call", "call", "fold", "call", "call", "fair", hands=1)
    assert habits.habit("fold") == SOUND
