"""The button moves on, by either rule."""

import pytest

from fivebet.errors import GameError
from fivebet.game import Game, Hand
from fivebet.game.seating import Seating, dead_button, first_seating, moving_button

FIVE = (1, 3, 4, 6, 9)


def test_the_first_hand_counts_from_the_buttons_left() -> None:
    seating = first_seating(FIVE, button=6)
    assert seating == Seating(6, 9, 1, (9, 1, 3, 4, 6))
    assert seating.blinds(50, 100) == (50, 100, 0, 0, 0)


def test_while_nobody_leaves_both_rules_agree() -> None:
    moving = dead = first_seating(FIVE, button=6)
    for _ in range(12):
        moving, dead = moving_button(moving, FIVE), dead_button(dead, FIVE)
        assert moving == dead


def test_when_the_small_blind_leaves_the_dead_button_lies_on_an_empty_place() -> None:
    last = first_seating(FIVE, button=6)
    players = (1, 3, 4, 6)
    assert dead_button(last, players) == Seating(9, 1, 3, (1, 3, 4, 6))
    assert moving_button(last, players) == Seating(1, 3, 4, (3, 4, 6, 1))


def test_when_the_big_blind_leaves_nobody_posts_the_small_blind() -> None:
    last = first_seating(FIVE, button=6)
    players = (3, 4, 6, 9)
    seating = dead_button(last, players)
    assert seating == Seating(9, 1, 3, (3, 4, 6, 9))
    assert seating.blinds(50, 100) == (100, 0, 0, 0)
    assert moving_button(last, players).blinds(50, 100) == (50, 100, 0, 0)


def test_a_hand_without_small_blind_is_begun_by_the_next_seat() -> None:
    game = Game.named("cash-4p").with_blinds((100,))
    assert Hand(game).actor == 1


def test_nobody_skips_the_big_blind_with_a_dead_button() -> None:
    seating = first_seating(FIVE, button=6)
    players = set(FIVE)
    bigs = [seating.big_blind]
    for leaver in (9, 3, None, None, None):
        players.discard(leaver or -1)
        seating = dead_button(seating, players)
        bigs.append(seating.big_blind)
    assert bigs == [1, 3, 4, 6, 1, 4]


def test_heads_up_the_button_is_the_small_blind_and_nobody_is_big_blind_twice() -> None:
    last = first_seating((2, 5, 8), button=2)
    assert last.big_blind == 8
    seating = dead_button(last, (5, 8))
    assert seating == Seating(8, 8, 5, (5, 8))
    assert seating.blinds(50, 100) == (100, 50)
    assert dead_button(seating, (5, 8)) == Seating(5, 5, 8, (8, 5))


def test_a_third_player_joins_heads_up_play() -> None:
    last = first_seating((2, 5), button=2)
    seating = dead_button(last, (2, 5, 8))
    assert seating == Seating(2, 5, 8, (5, 8, 2))


def test_the_button_starts_at_a_player_and_it_takes_two() -> None:
    with pytest.raises(GameError, match="cannot start at 2"):
        first_seating((1, 3), button=2)
    with pytest.raises(GameError, match="it takes two"):
        first_seating((1,), button=1)
