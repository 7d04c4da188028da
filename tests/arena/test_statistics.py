import numpy as np
import pytest
from scipy import stats

from fivebet.arena import interval, student_quantile
from fivebet.arena.statistics import averaged


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 10, 30, 100, 10_000])
@pytest.mark.parametrize("probability", [0.9, 0.95, 0.975])
def test_quantiles_are_those_of_students_distribution(degrees: int, probability: float) -> None:
    exact = stats.t.ppf(probability, degrees)
    assert student_quantile(probability, degrees) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("units", [5, 20, 100])
def test_intervals_hold_the_truth_95_times_in_100(units: int) -> None:
    rng = np.random.default_rng(units)
    held = 0
    for _ in range(2000):
        found = interval(rng.normal(3, 2, units))
        held += found.low <= 3 <= found.high
    assert 0.935 < held / 2000 < 0.965


def test_an_average_of_two_means_has_welchs_interval() -> None:
    rng = np.random.default_rng(7)
    one, other = rng.normal(3, 2, 12), rng.normal(-1, 9, 40)
    found = averaged([interval(one), interval(other)])
    exact = stats.ttest_ind(one, -other, equal_var=False).confidence_interval()
    assert found.mean == pytest.approx((one.mean() + other.mean()) / 2)
    assert (found.low, found.high) == pytest.approx((exact.low / 2, exact.high / 2), rel=0.01)
    assert found.units == 52


def test_averages_hold_the_truth_95_times_in_100() -> None:
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(2000):
        parts = [rng.normal(k, 1 + k**2, 6 + k) for k in range(4)]
        found = averaged([interval(part) for part in parts])
        held += found.low <= 1.5 <= found.high
    assert 0.935 < held / 2000 < 0.97


def test_an_average_is_as_unsure_as_its_parts() -> None:
    assert averaged([interval([4.0]), interval([1.0, 2.0])]).high == float("inf")
    sure = averaged([interval([4.0, 4.0]), interval([2.0, 2.0])])
    assert (sure.low, sure.mean, sure.high) == (3.0, 3.0, 3.0)


def test_one_observation_says_nothing_of_its_error() -> None:
    assert interval([4.0]).mean == 4
    assert interval([4.0]).high == float("inf")
    assert f"{interval([4.0]):+.1f}" == "+4.0"


def test_an_interval_is_told_as_its_mean_and_reach() -> None:
    found = interval([0.0, 2.0, 4.0, 2_002.0])
    reach = found.high - found.mean
    assert f"{found:+,.1f}" == f"+502.0 ± {reach:,.1f}"
    assert f"{found.scaled(0.01):.0%}" == f"502% ± {reach:.0f}%"
    assert f"{found}" == str(found)
