from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import GameError
from fivebet.lab.evolution.breeding import (
    Breeding,
    average,
    draw_parents,
    mutate,
    next_generation,
    renew_fame,
)

NO_FAME = np.empty((0, 4), np.float32)


def genes(*rows: list[float]) -> np.ndarray:
    return np.array(rows, np.float32)


def test_a_child_is_the_average_of_its_parents_by_their_shares() -> None:
    pool = genes([1, 0, 2], [3, 4, 6], [100, 100, 100])
    assert average(pool, np.array([0, 1]), np.array([0.25, 0.75])).tolist() == [2.5, 3, 5]


@given(pool=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_parents_are_different_and_their_shares_convex(pool: int, seed: int) -> None:
    parents, shares = draw_parents(pool, Breeding(), np.random.default_rng(seed))
    assert len(set(parents.tolist())) == len(parents) == len(shares) <= min(pool, 7)
    assert (shares > 0).all()
    assert shares.sum() == pytest.approx(1)


def test_the_number_of_parents_follows_the_weights_and_stops_at_the_elite() -> None:
    rng = np.random.default_rng(1)
    drawn = Counter(len(draw_parents(5, Breeding(), rng)[0]) for _ in range(39_000))
    expected = {1: 4000, 2: 25_000, 3: 6000, 4: 1000, 5: 3000}  # five, six and seven
    assert drawn.keys() == expected.keys()
    for parents, times in expected.items():
        assert drawn[parents] == pytest.approx(times, abs=5 * times**0.5)


def test_one_weight_in_ten_changes_by_the_noise() -> None:
    changed = mutate(np.zeros(200_000), Breeding(), np.random.default_rng(2))
    different = changed[changed != 0]
    assert len(different) / len(changed) == pytest.approx(0.1, abs=0.003)
    assert different.std() == pytest.approx(0.6, abs=0.01)
    assert different.mean() == pytest.approx(0, abs=0.02)
    still = mutate(np.ones(10), Breeding(mutation=0), np.random.default_rng(2))
    assert still.tolist() == [1] * 10


def test_the_elite_stays_best_first_and_all_others_are_children_of_it() -> None:
    players = genes(*[[float(i)] * 4 for i in range(8)])
    fitness = np.array([0, 7, 1, 6, 2, 5, 3, 4], np.float64)
    breeding = Breeding(elite=3, mutation=0)
    after = next_generation(players, fitness, breeding, np.random.default_rng(0), NO_FAME)
    assert after.shape == players.shape
    assert after[:3].tolist() == players[[1, 3, 5]].tolist()
    assert (after[3:] >= 1).all()
    assert (after[3:] <= 5).all()


def test_members_of_the_hall_of_fame_can_be_parents() -> None:
    players = genes(*[[0.0] * 4] * 40)
    fame = genes([100.0] * 4)
    breeding = Breeding(mutation=0)
    rng = np.random.default_rng(0)
    after = next_generation(players, np.zeros(40), breeding, rng, fame)
    assert (after[:5] == 0).all()
    assert (after[5:] > 0).any()


def test_the_worst_of_the_hall_give_way_to_the_best_who_are_fitter() -> None:
    fame, players = genes([1], [2], [3]), genes([10], [20], [30])
    hall = np.array([0.5, 0.2, 0.3])
    renewed, replaced = renew_fame(fame, hall, players, np.array([0.4, 0.1, 0.6]), 2)
    assert (renewed.tolist(), replaced) == ([[1], [30], [10]], 2)
    # The second best is no fitter than the second worst.
    renewed, replaced = renew_fame(fame, hall, players, np.array([0.3, 0.1, 0.6]), 2)
    assert (renewed.tolist(), replaced) == ([[1], [30], [3]], 1)
    renewed, replaced = renew_fame(fame, hall, players, np.array([0.1, 0.1, 0.2]), 2)
    assert (renewed.tolist(), replaced) == (fame.tolist(), 0)


def test_breeding_that_has_no_children_is_refused() -> None:
    with pytest.raises(GameError, match="has no children"):
        Breeding(elite=0)
    with pytest.raises(GameError, match="mutation of 2"):
        Breeding(mutation=2)
