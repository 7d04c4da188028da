import numpy as np
import pytest
from scipy.optimize import minimize

from fivebet.arena.ratings import ratings
from fivebet.errors import GameError


def test_three_wins_in_four_are_191_points() -> None:
    many = ratings(np.array([[0, 75_000.0], [25_000.0, 0]]))
    assert many[0].points - many[1].points == pytest.approx(400 * np.log10(3), abs=0.1)


def test_ratings_make_the_games_likeliest() -> None:
    generator = np.random.default_rng(4)
    wins = generator.integers(5, 60, (5, 5)).astype(float)
    np.fill_diagonal(wins, 0)
    scale = 400 / np.log(10)

    def unlikelihood(points: np.ndarray) -> float:
        odds = np.log1p(np.exp((points[None, :] - points[:, None]) / scale))
        return float((wins * odds).sum() + (points**2).sum() / 2 / 800**2)

    best = minimize(unlikelihood, np.zeros(5), method="BFGS", options={"gtol": 1e-7}).x
    assert [each.points for each in ratings(wins)] == pytest.approx(
        best - best.mean() + 1500, abs=0.5
    )


def test_errors_shrink_with_the_root_of_the_games() -> None:
    wins = np.array([[0, 600.0], [400.0, 0]])
    few, many = ratings(wins)[0].error, ratings(100 * wins)[0].error
    assert few / many == pytest.approx(10, rel=0.02)
    # Half of the error of a difference: 1 / sqrt(n p q) in log-odds.
    assert many == pytest.approx(400 / np.log(10) / (100_000 * 0.24) ** 0.5 / 2, rel=0.02)


def test_one_who_never_lost_has_a_rating_all_the_same() -> None:
    first, second = ratings(np.array([[0, 10.0], [0.0, 0]]))
    assert 1600 < first.points < 2500
    assert first.points + second.points == pytest.approx(3000)


def test_nonsense_is_no_table_of_wins() -> None:
    with pytest.raises(GameError, match="wins are a square table"):
        ratings(np.array([[1.0, 2.0], [3.0, 0.0]]))
