"""What stacks are worth in a tournament, by how fast the others go out."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from fivebet.errors import SolvingError
from fivebet.solving import field_value
from fivebet.solving.field_value import StackWorth, TournamentField, stack_worth

PRIZES = (31.0, 21.5, 16.5, 12.5, 9.0, 6.0, 3.5)
FIELD = TournamentField(
    left=20,
    prizes=PRIZES,
    chips=67_500,
    blinds=90,
    ante=6,
    seats=9,
    rate=0.02,
    growth=0.03,
    others=(3375,) * 8,
)


def worth(field: TournamentField, chips: float) -> float:
    return float(stack_worth(field)([chips])[0])


def test_two_players_play_for_the_first_prize_by_their_chips() -> None:
    two = replace(FIELD, left=2, others=(30_000,))
    values = stack_worth(two)([16_875.0, 50_625.0])
    assert values == pytest.approx([21.5 + 9.5 / 4, 21.5 + 9.5 * 3 / 4], rel=0.01)


def test_more_chips_and_fewer_players_are_worth_more() -> None:
    table = stack_worth(FIELD)
    prizes = table.prizes
    assert np.all(np.diff(prizes[2:], axis=1) >= -1e-9)
    some = (table.stacks > 0) & (table.stacks <= FIELD.chips / FIELD.left)
    assert np.all(np.diff(prizes[2:, some], axis=0) <= 1e-9)
    assert prizes.min() >= 0
    assert prizes.max() <= PRIZES[0]


def test_players_go_out_as_a_sum_by_hand_says() -> None:
    # With blinds of next to nothing only the rate that was seen counts, and it fades.
    field = replace(FIELD, chips=10**9, blinds=1, ante=0, rate=0.2, others=(5 * 10**7,) * 8)
    times = field.hands_until()
    fades = field_value._FADES
    for left in (19, 15, 11, 8):
        hands = times[left]
        seen = field_value._AS_SEEN * field.rate * fades * (1 - exp(-hands / fades))
        assert 19 * exp(-seen) == pytest.approx(left - 0.5, rel=0.02)


def test_short_stacks_go_when_blinds_have_taken_them() -> None:
    field = replace(FIELD, left=9, others=(400,) * 4 + (16_000,) * 4, rate=0.0)
    growth = 1 + field.growth
    hand, left = 0, 400.0
    while left > 0:
        left -= field.cost(9) * growth**hand
        hand += 1
    times = field.hands_until()
    assert times[8] < hand < times[5]
    assert times[7] == pytest.approx(hand, abs=6)


def test_where_players_go_out_fast_a_short_stack_is_worth_nearly_as_much_as_a_big_one() -> None:
    fast, slow = (replace(FIELD, rate=rate, blinds=30, ante=2) for rate in (0.3, 0.0))
    assert worth(fast, 1500) > 0.8 * worth(fast, 3000)
    assert worth(slow, 1500) < 0.75 * worth(slow, 3000)
    assert worth(fast, 1500) > worth(slow, 1500)


def test_who_goes_out_has_the_prize_of_the_place() -> None:
    table = stack_worth(replace(FIELD, left=6))
    before, after = table([1000, 2000]), table([0, 3000])
    assert after[0] == PRIZES[5]
    assert after[1] > before[1]
    assert isinstance(table, StackWorth)
    assert table.left == 6


def test_chances_to_win_chips_are_taken_only_if_they_gain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_them = stack_worth(FIELD).prizes
    stack_worth.cache_clear()
    monkeypatch.setattr(field_value, "_CHANCES", ())
    without = stack_worth(FIELD).prizes
    stack_worth.cache_clear()
    assert np.all(with_them >= without - 1e-9)
    assert with_them[20].sum() > 1.02 * without[20].sum()


def test_fields_that_are_none_are_refused() -> None:
    with pytest.raises(SolvingError, match="1 players at tables of 9"):
        replace(FIELD, left=1)
    with pytest.raises(SolvingError, match="chips and blinds of 1 or more"):
        replace(FIELD, blinds=0)
