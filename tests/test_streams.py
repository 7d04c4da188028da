from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fivebet.errors import FivebetError
from fivebet.streams import Stream

numbers = st.integers(0, 2**64 - 1)


@given(numbers, st.text(max_size=10), numbers, numbers)
def test_our_words_are_those_of_numpy(seed: int, purpose: str, index: int, part: int) -> None:
    """NumPy's Philox is the independent implementation."""
    ours = Stream(seed, purpose, index, part)
    theirs = Stream(seed, purpose, index, part).numpy().bit_generator
    assert np.array_equal(ours.words(9), theirs.random_raw(9))  # type: ignore[attr-defined]


@given(st.lists(st.integers(0, 40), max_size=8))
def test_a_stream_can_be_read_from_any_place(places: list[int]) -> None:
    words = Stream(1, "test").words(50)
    stream = Stream(1, "test")
    for place in places:
        stream.position = place
        assert stream.word() == words[place]
        assert stream.position == place + 1


def test_streams_with_different_names_differ() -> None:
    names = [(1, "a", 0, 0), (2, "a", 0, 0), (1, "b", 0, 0), (1, "a", 1, 0), (1, "a", 0, 1)]
    firsts = {Stream(*name).word() for name in names}
    assert len(firsts) == len(names)
    parent = Stream(1, "a")
    assert parent.child("x", 3).word() == Stream(1, "a").child("x", 3).word()
    assert parent.child("x", 3).word() != parent.child("x", 4).word()
    assert parent.child("x").word() != Stream(1, "x").word()


@pytest.mark.parametrize("n", [2, 3, 7, 52, 1326])
def test_numbers_below_n_are_uniform(n: int) -> None:
    stream = Stream(2024, "uniform", n)
    counts = np.bincount([stream.below(n) for _ in range(60_000)], minlength=n)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_fractions_are_uniform() -> None:
    stream = Stream(2024, "fractions")
    draws = [stream.uniform() for _ in range(50_000)]
    assert 0 <= min(draws) <= max(draws) < 1
    assert stats.kstest(draws, "uniform").pvalue > 1e-4


def test_bits_are_balanced_and_neighbouring_streams_independent() -> None:
    words = np.array([Stream(7, "deal", i).word() for i in range(20_000)], dtype=np.uint64)
    bits = np.unpackbits(words.view(np.uint8)).reshape(len(words), 64)
    z = (bits.mean(axis=0) - 0.5) * 2 * np.sqrt(len(words))
    assert np.abs(z).max() < 5
    lag = np.corrcoef(words[:-1].astype(float), words[1:].astype(float))[0, 1]
    assert abs(lag) * np.sqrt(len(words)) < 4


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream = Stream(3, "shuffle")
    seen = Counter[tuple[int, ...]]()
    for _ in range(24_000):
        seen[tuple(stream.shuffled(range(4)))] += 1
    assert set(seen) == set(permutations(range(4)))
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_nothing_lies_below_zero() -> None:
    with pytest.raises(FivebetError, match="below 0"):
        Stream(1, "x").below(0)
