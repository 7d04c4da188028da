import pytest

from fivebet.errors import GameError
from fivebet.lab.evolution.calibration import (
    PRINTED_ROI,
    Calibration,
    after_fee,
    calibrate,
    implied_call_roi,
    implied_fee,
    rising_schedule,
    schedules_to_compare,
)
from fivebet.lab.evolution.experiment import SCHEDULE, STATIC


def test_the_printed_returns_leave_a_fee_or_a_slip() -> None:
    # 11 (21.95 + 14.34 - 1.01 - 74.02) + 82.94 = -343.2 % of a buy-in, of 45 buy-ins.
    assert 100 * implied_fee() == pytest.approx(343.2 / 45, abs=1e-9)
    # 31.2 more for each caller make up for it.
    assert implied_call_roi() == pytest.approx(14.34 + 343.2 / 11, abs=1e-9)


def test_distances_are_from_the_print_with_and_without_a_fee() -> None:
    fee = implied_fee()
    before = {name: (100 + roi) / (1 - fee) - 100 for name, roi in PRINTED_ROI.items()}
    fitness = {"fold": 0.65, "call": 0.3124, "raise": 0.2467 + 0.03, "random": 0.3595}
    taxed = Calibration(SCHEDULE, before, fitness)
    assert taxed.distance_with_fee == pytest.approx(0, abs=1e-9)
    assert taxed.distance > 5
    assert taxed.fitness_distance == pytest.approx(0.03 / 3**0.5)
    free = Calibration(SCHEDULE, PRINTED_ROI | {"call": implied_call_roi()}, fitness)
    assert free.distance == 0
    assert free.distance_with_fee > 5
    assert after_fee(before["fold"], fee) == pytest.approx(21.95)


def test_blinds_rise_by_the_factor_and_antes_with_them() -> None:
    levels = rising_schedule(50, 20, 1.5, 0.1).levels
    assert [(each.small_blind, each.big_blind, each.ante) for each in levels[:4]] == [
        (10, 20, 2), (15, 30, 3), (22, 44, 4), (34, 68, 7)
    ]  # fmt: skip
    with pytest.raises(GameError, match="no schedule"):
        rising_schedule(50, 20, 1, 0.1)


def test_schedules_are_played_by_static_players_whose_returns_sum_to_nothing() -> None:
    shares: list[float] = []
    found = calibrate(schedules_to_compare()[:2], 6, seed=1, on_progress=shares.append)
    assert shares == [0.5, 1]
    assert [each.schedule.name for each in found] == ["moik", "moik-shallow"]
    for each in found:
        assert list(each.roi) == list(STATIC)
        assert -100 <= min(each.roi.values()) < 0 < max(each.roi.values())
        assert each.fitness["fold"] == max(each.fitness.values())
    assert len({each.name for each in schedules_to_compare()}) == 74
