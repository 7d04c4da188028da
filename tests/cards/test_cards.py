import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    CardSet,
    as_board,
    as_cards,
    canonical_suits,
    parse_cards,
)
from fivebet.errors import CardError

masks = st.integers(0, DECK.mask)


def test_cards_are_numbered_by_suit_then_rank() -> None:
    assert [str(Card(i)) for i in range(52)] == [r + s for s in SUITS for r in RANKS]


@pytest.mark.parametrize("text", ["Ts", "10s", "10♠", "ts", "TS", "T♠", "10♤", "T♠️", " Ts "])
def test_a_card_is_read_in_every_common_spelling(text: str) -> None:
    assert Card(text) == Card("Ts")


@pytest.mark.parametrize("text", ["AsKh10♦", "As Kh Td", "As,Kh,Td", "[As, Kh, Td]", "As/Kh|Td"])
def test_cards_are_read_with_anything_between(text: str) -> None:
    assert parse_cards(text) == [Card("As"), Card("Kh"), Card("Td")]


@pytest.mark.parametrize("bad", ["Xx", "A", "1s", "Asd", "", "sA"])
def test_what_is_no_card_is_quoted(bad: str) -> None:
    with pytest.raises(CardError, match=repr(bad)):
        Card(bad)


def test_the_place_of_a_bad_card_in_a_list_is_named() -> None:
    with pytest.raises(CardError, match="'Zz' at position 5 of 'AsKhZz'"):
        parse_cards("AsKhZz")


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_numbers_beyond_the_deck_are_no_cards(number: int) -> None:
    with pytest.raises(CardError, match=str(number)):
        Card(number)


@pytest.mark.parametrize("number", [1.0, 5.5, True, None, b"As"])
def test_what_is_neither_text_nor_a_whole_number_is_no_card(number: object) -> None:
    for make in (Card, lambda card: CardSet([card])):
        with pytest.raises(CardError, match="give a text like As or a number from 0 to 51"):
            make(number)  # type: ignore[arg-type]


def test_numpy_numbers_and_texts_are_cards() -> None:
    assert as_cards(np.array([12, 51])) == as_cards(np.array(["Ac", "As"])) == CardSet("AcAs")
    assert Card(np.uint8(51)) == Card("As")  # type: ignore[arg-type]


def test_a_card_that_stands_twice_is_named() -> None:
    with pytest.raises(CardError, match="As stands twice in 'AsKhAs'"):
        CardSet("AsKhAs")


@given(masks)
def test_a_set_survives_text_and_pickle(mask: int) -> None:
    cards = CardSet.from_mask(mask)
    assert CardSet(str(cards)) == cards
    assert CardSet(cards.pretty) == cards
    assert pickle.loads(pickle.dumps(cards)) == cards
    assert len(cards) == len(list(cards)) == mask.bit_count()


@given(masks, masks)
def test_set_operations_are_those_of_sets(a: int, b: int) -> None:
    one, two = CardSet.from_mask(a), CardSet.from_mask(b)
    left, right = set(one), set(two)
    assert set(one | two) == left | right
    assert set(one & two) == left & right
    assert set(one - two) == left - right
    assert set(one ^ two) == left ^ right
    assert set(~one) == set(DECK) - left
    assert (one <= two) == (left <= right)
    assert one.isdisjoint(two) == left.isdisjoint(right)


def test_a_set_does_not_change() -> None:
    with pytest.raises(AttributeError, match="does not change"):
        CardSet("As").mask = 3  # type: ignore[misc]


@pytest.mark.parametrize("board", ["As", "AsKs", "AsKsQsJsTs9s", "AhKhQhJhTh9h8h7h6h"])
def test_a_board_has_none_three_four_or_five_cards(board: str) -> None:
    with pytest.raises(CardError, match=f"{board}.* is no board: it has {len(board) // 2} cards"):
        as_board(board)


@given(st.permutations(range(4)), masks, masks)
def test_renaming_suits_does_not_change_the_canonical_form(
    order: list[int], a: int, b: int
) -> None:
    def rename(mask: int) -> CardSet:
        cards = CardSet.from_mask(mask)
        return CardSet([Card(13 * order[card.suit] + card.rank) for card in cards])

    original = canonical_suits(CardSet.from_mask(a), CardSet.from_mask(b))
    assert canonical_suits(rename(a), rename(b)) == original
    assert canonical_suits(*original) == original


def test_different_suit_patterns_stay_different() -> None:
    assert canonical_suits("AhKh") != canonical_suits("AhKs")
    flops = {
        canonical_suits(CardSet.from_mask(1 << a | 1 << b | 1 << c))
        for a in range(52)
        for b in range(a)
        for c in range(b)
    }
    assert len(flops) == 1755


@given(st.text())
def test_any_text_gives_cards_or_a_clear_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError as error:
        assert "is no card" in str(error)
    else:
        assert all(0 <= card < 52 for card in cards)
