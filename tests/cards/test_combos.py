import pytest

from fivebet.cards import Card
from fivebet.cards.combos import (
    CLASS_OF_COMBO,
    CLASS_SIZES,
    CLASSES,
    COMBO_MASKS,
    COMBOS,
    as_hole,
    class_name,
    combo_index,
    combos_of_class,
)
from fivebet.errors import CardError


def test_every_combo_stands_at_its_index() -> None:
    assert len(set(COMBOS)) == 1326
    for index, (low, high) in enumerate(COMBOS):
        assert combo_index(low, high) == combo_index(high, low) == index
        assert COMBO_MASKS[index] == 1 << low | 1 << high


def test_the_grid_reads_from_aces_down_with_suited_classes_on_the_right() -> None:
    assert CLASSES[:3] == ("AA", "AKs", "AQs")
    assert CLASSES[13:16] == ("AKo", "KK", "KQs")
    assert CLASSES[-2:] == ("32o", "22")


def test_a_class_holds_six_four_or_twelve_combos() -> None:
    sizes = {name: 6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in CLASSES}
    assert dict(zip(CLASSES, CLASS_SIZES, strict=True)) == sizes
    for name in CLASSES:
        combos = combos_of_class(name)
        assert len(combos) == sizes[name]
        assert all(class_name(COMBOS[i]) == name for i in combos)
    assert len(CLASS_OF_COMBO) == 1326


@pytest.mark.parametrize("bad", ["", "As", "AsKsQs"])
def test_hole_cards_are_two(bad: str) -> None:
    with pytest.raises(CardError, match="there are two of them"):
        as_hole(bad)


def test_one_card_twice_is_no_combo() -> None:
    with pytest.raises(CardError, match="two different cards"):
        combo_index(Card("As"), Card("As"))


def test_an_unknown_class_is_quoted() -> None:
    with pytest.raises(CardError, match="'KAs'"):
        combos_of_class("KAs")
