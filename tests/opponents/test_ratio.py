"""Shares and what they may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fivebet.opponents import Ratio
from fivebet.opponents.ratio import beta_cdf


@given(st.integers(1, 5000), st.data())
def test_intervals_are_wilsons(n: int, data: st.DataObject) -> None:
    times = data.draw(st.integers(0, n))
    confidence = data.draw(st.sampled_from([0.8, 0.95, 0.99]))
    expected = stats.binomtest(times, n).proportion_ci(confidence, "wilson")
    assert Ratio(times, n).interval(confidence) == pytest.approx(tuple(expected), abs=1e-12)


def test_nothing_seen_means_anything_is_possible() -> None:
    nothing = Ratio(0, 0)
    assert nothing.value is None
    assert nothing.interval() == (0.0, 1.0)
    assert str(nothing) == "– (0/0)"


def test_a_prior_fades_as_opportunities_come() -> None:
    assert Ratio(0, 0).shrunk(0.3, 20) == pytest.approx(0.3)
    assert Ratio(10, 20).shrunk(0.3, 20) == pytest.approx(0.4)
    assert Ratio(5000, 10000).shrunk(0.3, 20) == pytest.approx(0.5, abs=1e-3)


@given(st.floats(0, 1), st.floats(0.05, 20_000), st.floats(0.05, 20_000))
def test_the_beta_distribution_is_the_one_of_the_books(x: float, a: float, b: float) -> None:
    assert beta_cdf(x, a, b) == pytest.approx(stats.beta.cdf(x, a, b), abs=1e-9)
