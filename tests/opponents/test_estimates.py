"""From statistics to ranges, and to one line."""

import numpy as np
import pytest

from fivebet.cards.ranges import Range
from fivebet.game.positions import POSITIONS
from fivebet.opponents import Statistics, estimate_ranges, hud_line, style_of
from fivebet.opponents.definitions import INDEX


def player(**shares: float) -> Statistics:
    """Somebody seen in 100,000 hands on the button and 20 in the big blind."""
    counts = np.zeros((10, 4, len(INDEX), 2))
    for place, hands in (("BTN", 100_000), ("BB", 20)):
        cell = counts[POSITIONS.index(place), 0]
        cell[INDEX["seen"]] = hands
        cell[INDEX["seats"]] = (6 * hands, hands)
        for name, share in shares.items():
            cell[INDEX[name]] = (share * hands if place == "BTN" else hands, hands)
    return Statistics(counts)


def test_much_seen_players_hold_the_top_of_the_order() -> None:
    ranges = estimate_ranges(player(vpip=0.24, pfr=0.18, three_bet=0.06))
    assert ranges.plays.share == pytest.approx(0.24, abs=1e-3)
    assert ranges.raises.share == pytest.approx(0.18, abs=1e-3)
    assert ranges.three_bets.share == pytest.approx(0.06, abs=1e-3)
    assert ranges.raises == Range.top(ranges.raises.share)
    assert ranges.plays["AA"] == ranges.raises["AA"] == 1
    assert ranges.plays["72o"] == 0


def test_calls_lie_between_raises_and_folds() -> None:
    ranges = estimate_ranges(player(vpip=0.5, pfr=0.1, three_bet=0.02))
    assert ranges.calls["AA"] == 0
    assert ranges.calls["72o"] == 0
    assert ranges.calls.share == pytest.approx(0.4, abs=1e-3)
    together = ranges.calls.weights + ranges.raises.weights
    assert together == pytest.approx(ranges.plays.weights)


def test_a_position_with_few_hands_leans_on_the_rest() -> None:
    somebody = player(vpip=0.24, pfr=0.18, three_bet=0.06)
    button, big = (estimate_ranges(somebody, position) for position in ("BTN", "BB"))
    assert button.plays.share == pytest.approx(0.24, abs=1e-3)
    # 20 of 20 there, and 20 more at the overall share.
    assert big.plays.share == pytest.approx((20 + 20 * 0.24) / 40, abs=1e-3)


def test_of_nobody_the_population_is_taken() -> None:
    ranges = estimate_ranges(Statistics(np.zeros((10, 4, len(INDEX), 2))))
    assert ranges.plays.weights == pytest.approx(Range("28%").weights)
    assert ranges.raises.weights == pytest.approx(Range("17%").weights)


def test_raising_more_often_than_playing_is_counting_noise() -> None:
    counts = player(vpip=0.1, pfr=0.12, three_bet=0.5)
    ranges = estimate_ranges(counts)
    assert ranges.raises == ranges.plays == ranges.three_bets
    assert not ranges.calls


def test_another_order_can_be_asked_for() -> None:
    somebody = player(vpip=0.3, pfr=0.2, three_bet=0.05)
    share = estimate_ranges(somebody).plays.share
    other = estimate_ranges(somebody, order="one-random").plays
    assert other.weights == pytest.approx(Range.top(share, "one-random").weights)
    assert other != estimate_ranges(somebody).plays


def test_a_style_is_one_line() -> None:
    somebody = player(vpip=0.22, pfr=0.18, three_bet=0.07)
    assert str(style_of(somebody)) == "22/18/–"
    assert hud_line(somebody) == "22/18/– · 3B 7 · CB – · WTSD – · 100,020 hands"
    somebody.counts[0, 1, INDEX["bet"], 0] = 5
    somebody.counts[0, 1, INDEX["call"], 0] = 2
    assert style_of(Statistics(somebody.counts)).aggression_factor == 2.5
