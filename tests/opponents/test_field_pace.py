"""How fast players go out and blinds rise, as one of them sees it."""

import pytest

from fivebet.game import FOLD, Game, Hand
from fivebet.opponents.field_pace import FieldPace

PRIZES = (50.0, 30.0, 20.0)


def hand_of(left: int, seats: int = 9, blind: int = 20) -> Hand:
    game = Game(
        structure="no-limit",
        seats=seats,
        blinds=(blind // 2, blind),
        antes=(blind // 10,) * seats,
        name=f"tournament-{seats}p",
    )
    hand = Hand(game, seed=1, stacks=(1500,) * seats, players_left=left)
    while hand.actor is not None:
        hand.act(FOLD)
    return hand


def test_the_rate_follows_who_went_out_lately() -> None:
    pace = FieldPace()
    before = pace.field(hand_of(45), 0, PRIZES)
    assert before.rate == pytest.approx(0.06)
    for left in (45, 41, 37, 33, 30):
        pace.observe(hand_of(left))
    fast = pace.field(hand_of(30), 0, PRIZES)
    assert 0.06 < fast.rate < 15 / (45 + 41 + 37 + 33 + 30)
    for _ in range(40):
        pace.observe(hand_of(30))
    slow = pace.field(hand_of(30), 0, PRIZES)
    assert slow.rate < 0.015


def test_chips_seats_and_the_growth_of_blinds_are_known_from_the_first_hand_on() -> None:
    pace = FieldPace()
    for number in range(40):
        pace.observe(hand_of(45 - number // 4, blind=20 if number < 20 else 80))
    field = pace.field(hand_of(36, seats=8, blind=80), 3, PRIZES)
    assert (field.left, field.chips, field.seats) == (36, 67_500, 9)
    assert (field.blinds, field.ante, len(field.others)) == (120, 8, 7)
    assert field.growth == pytest.approx((0.6 + 1.386294) / 60)


def test_another_tournament_starts_anew() -> None:
    pace = FieldPace()
    for left in (45, 30, 20):
        pace.observe(hand_of(left))
    pace.observe(hand_of(27))
    assert (pace.hands, pace.left, pace.chips, pace.out) == (1, 27, 40_500, 0.0)
