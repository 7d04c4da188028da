import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.cards.combos import CLASSES
from fivebet.cards.ranges import Range, as_range
from fivebet.errors import RangeError

weights = st.sampled_from([0.0, 0.0, 0.25, 0.5, 1 / 3, 1.0])
class_ranges = st.lists(weights, min_size=169, max_size=169).map(Range.from_weights)


@st.composite
def combo_ranges(draw: st.DrawFn) -> Range:
    array = draw(class_ranges).weights.copy()
    for index in draw(st.lists(st.integers(0, 1325), max_size=30)):
        array[index] = draw(weights)
    return Range.from_weights(array)


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("22+", 78),
        ("QQ-99", 24),
        ("99-QQ", 24),
        ("A2s+", 48),
        ("KTs-K8s", 12),
        ("AKo", 12),
        ("AK", 16),
        ("ak", 16),
        ("A2+", 192),
        ("54s+", 4),
        ("JTs-54s", 28),
        ("T8s-86s", 12),
        ("76s:0.5", 2),
        ("AhKh", 1),
        ("A♥K♥", 1),
        ("KhAh", 1),
        ("random", 1326),
        ("100%", 1326),
        ("15%", 198.9),
        ("4%", 53.04),
        ("5%-15%", 132.6),
        ("15%@one-random", 198.9),
        ("QQ+ AKs;AKo", 34),
        ("QQ+, QQ:0.5", 15),
        ("0%", 0),
    ],
)
def test_the_notation_players_use_is_read(text: str, combos: float) -> None:
    assert Range(text).combos == pytest.approx(combos, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "empty range"),
        (" , ", "empty range"),
        ("Xx", "'Xx'"),
        ("AsAs", "'AsAs' is no combo"),
        ("AhKhQh", "'AhKhQh' is no combo"),
        ("AAs", "'AAs' has a pair that is 's'"),
        ("KTs-K8o", "'KTs-K8o'"),
        ("KTs-Q7s", "'KTs-Q7s' has ends that do not match"),
        ("AA:2", "'2' in 'AA:2'"),
        ("AA:x", "'x' in 'AA:x'"),
        ("AA:nan", "'nan'"),
        ("101%", "'101%'"),
        ("20%-10%", "'20%-10%'"),
        ("15%@alphabet", "'alphabet'"),
        ("AA+KK", "'AA+KK'"),
    ],
)
def test_what_cannot_be_read_is_quoted(text: str, quoted: str) -> None:
    with pytest.raises(RangeError) as caught:
        Range(text)
    assert quoted in str(caught.value)


def test_the_thesis_range_of_four_per_cent_weighs_its_last_class() -> None:
    """Martins, figure 5: 53.04 combos, called 3 % there, are 4 %."""
    range_ = Range("AA,KK,QQ,JJ,TT,AKs,AKo,AQs,99:0.5067")
    assert range_.combos == pytest.approx(53.04, abs=1e-3)
    assert range_.share == pytest.approx(0.04, abs=1e-5)
    assert Range("4%").share == pytest.approx(0.04, abs=1e-15)


@given(combo_ranges())
def test_a_range_survives_its_text_and_pickle(range_: Range) -> None:
    if range_:
        assert Range(str(range_)) == range_
    assert pickle.loads(pickle.dumps(range_)) == range_


@given(combo_ranges(), combo_ranges())
def test_set_operations_hold_their_laws(a: Range, b: Range) -> None:
    assert a | b == b | a
    assert a & b == b & a
    assert (a & b).combos + (a | b).combos == pytest.approx(a.combos + b.combos)
    assert (~~a).weights == pytest.approx(a.weights, abs=1e-15)
    assert not a - a
    assert hash(a | a) == hash(a)


@given(class_ranges)
def test_class_weights_are_seen_where_combos_agree(range_: Range) -> None:
    assert range_.class_weights is not None
    assert Range.from_weights(range_.class_weights) == range_
    assert np.array_equal(range_.grid().reshape(169), range_.class_weights)


def test_uneven_combos_have_no_class_weights() -> None:
    assert Range("AhKh").class_weights is None
    assert Range("AhKh").grid()[0, 1] == 0.25


@given(st.floats(0, 1))
def test_a_share_is_met_exactly_with_one_class_in_part(share: float) -> None:
    range_ = Range.top(share)
    assert range_.share == pytest.approx(share, abs=1e-12)
    held = range_.grid()
    assert ((held > 0) & (held < 1)).sum() <= 1


def test_dead_cards_take_their_combos_away() -> None:
    assert Range("AA").without("As").combos == 3
    assert Range("AKs").without("AsKh").combos == 2
    assert not Range("AsAh").without("As")


def test_a_class_or_combo_can_be_asked_for() -> None:
    range_ = Range("AKs, 76s:0.5, AhQh")
    assert (range_["AKs"], range_["76s"], range_["AhQh"], range_["AQs"]) == (1, 0.5, 1, 0.25)


def test_iterating_gives_combos_and_weights() -> None:
    assert {f"{high}{low}": weight for (low, high), weight in Range("22:0.5")} == {
        f"2{a}2{b}": 0.5 for a, b in ("dc", "hc", "hd", "sc", "sd", "sh")
    }


def test_two_cards_are_a_range_of_one_combo() -> None:
    assert as_range(["Ah", "Kh"]) == as_range("AhKh") == Range("AhKh")


@pytest.mark.parametrize(
    ("hands", "held"),
    [("AA", True), ("AhAd", True), ("AKs", True), ("AA,KK", False), ("AKo", False), ("22+", False)],
)
def test_a_range_says_which_hands_it_holds(hands: str, held: bool) -> None:
    range_ = Range("AA,QQ,AKs:0.5")
    assert (hands in range_) == (Range(hands) in range_) == held


def test_only_hands_are_looked_for_in_a_range() -> None:
    with pytest.raises(RangeError, match="'XX' is no part of a range"):
        "XX" in Range("AA")  # noqa: B015 - the question is refused


@pytest.mark.parametrize(
    "bad", [[1.0], [[0.5] * 5], [2.0] * 169, [-0.1] * 1326, [float("nan")] * 169]
)
def test_bad_weights_are_refused(bad: list[float]) -> None:
    with pytest.raises(RangeError):
        Range.from_weights(bad)


def test_a_range_does_not_change() -> None:
    range_ = Range("AA")
    with pytest.raises(AttributeError, match="does not change"):
        range_.weights = np.zeros(1326)  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        range_.weights[0] = 1


@given(st.text(alphabet="AKQJT98765432sohdc+-:,.%@ 01random", max_size=20))
def test_any_text_gives_a_range_or_a_clear_error(text: str) -> None:
    try:
        range_ = Range(text)
    except RangeError as error:
        assert str(error)
    else:
        assert ((range_.weights >= 0) & (range_.weights <= 1)).all()


def test_whole_classes_are_written_as_runs() -> None:
    assert str(Range("AA,KK,QQ,A5s,A4s,T9s,98s,K9o+")) == "QQ+, A5s-A4s, T9s, 98s, K9o+"
    assert str(Range(", ".join(CLASSES))) == "random"
