"""Positions by name."""

from dataclasses import replace

import pytest

from fivebet.game import Game
from fivebet.game.positions import seat_positions
from fivebet.opponents import POSITIONS, positions


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (2, "BB BTN"),
        (3, "SB BB BTN"),
        (4, "SB BB CO BTN"),
        (5, "SB BB UTG CO BTN"),
        (6, "SB BB UTG HJ CO BTN"),
        (7, "SB BB UTG MP HJ CO BTN"),
        (8, "SB BB UTG UTG+1 MP HJ CO BTN"),
        (9, "SB BB UTG UTG+1 MP MP+1 HJ CO BTN"),
        (10, "SB BB UTG UTG+1 UTG+2 MP MP+1 HJ CO BTN"),
    ],
)
def test_every_number_of_players_has_its_names(seats: int, names: str) -> None:
    assert positions(Game.named(f"nolimit-{seats}p")) == tuple(names.split())


def test_names_follow_the_order_of_play() -> None:
    for seats in range(3, 11):
        order = [POSITIONS.index(name) for name in positions(Game.named(f"nolimit-{seats}p"))]
        assert order[2:] + order[:2] == sorted(order)


def test_a_straddle_does_not_move_the_big_blind() -> None:
    game = Game.named("cash-6p")
    straddled = game.with_straddle(200)
    assert positions(straddled) == positions(game)
    assert seat_positions(straddled).unit == 100


def test_a_dead_button_and_a_dead_small_blind_leave_their_names_unused() -> None:
    game = Game.named("cash-4p")
    assert positions(game, button=False) == ("SB", "BB", "UTG", "CO")
    dead_small = replace(game, blinds=(100, 0, 0, 0), first=())
    assert positions(dead_small) == ("BB", "UTG", "CO", "BTN")


def test_thieves_and_blinds_are_told_apart() -> None:
    six = seat_positions(Game.named("nolimit-6p"))
    assert (six.stealing, six.blinds, six.unit) == (0b110001, 0b000011, 100)
    heads_up = seat_positions(Game.named("limit-2p"))
    assert (heads_up.stealing, heads_up.blinds) == (0b10, 0b01)
