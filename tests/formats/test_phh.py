"""PHH: what is read, what is written, and that PokerKit agrees."""

import random
from dataclasses import replace
from datetime import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from fivebet.errors import FormatError
from fivebet.formats import FileRecord, differences, parse_phh, read_phh, write_phh
from fivebet.game import ACPC, TDA, Game, Hand, HandRecord, raise_to
from tests.formats.hands import random_plain_hand
from tests.formats.pokerkit_hands import random_hand

CASH = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [100, 81.60, inf]
actions = [
  'd dh p1 AsKs', 'd dh p2 ????', 'd dh p3 2c??',
  # The button opens.
  'p3 cbr 3.00 # after a pause', 'p1 f', '# a word about p2', 'p2 cc',
  'd db QhJd2s', 'p2 cc', 'p3 cc',
  'd db 7c', 'p2 cc', 'p3 cc',
  'd db 7d', 'p2 cbr 4', 'p3 cc',
  'p2 sm QcQd', 'p3 sm',
]
author = "Ann O'Nym"
time = 20:15:00
hand = 12
_note = 'Ωmega'
currency_symbol = '$'
players = ['Ann', 'Bob', '']
seats = [4, 5, 1]
winnings = [0, 14.20, 0]
"""

LIMIT = """\
variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [500, 500]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 20', 'p1 cc', 'd db 2c3c4d', 'p1 cbr 10', \
'p2 cbr 20', 'p1 cc', 'd db 8h', 'p1 cc', 'p2 cbr 20', 'p1 cc', 'd db 9s', 'p1 cc', 'p2 cc', \
'p2 sm KhKd', 'p1 sm AhAd']
finishing_stacks = [560, 440]
"""

SPLIT = """\
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [50, 101, 0]
min_bet = 101
starting_stacks = [10000, 10000, 10000]
actions = ['d dh p1 AhKd', 'd dh p2 AsKc', 'd dh p3 2d7c', 'p3 cbr 301', 'p1 cc', 'p2 cc', \
'd db QhJdTs', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 2h', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 2s', \
'p1 cc', 'p2 cc', 'p3 cc', 'p1 sm AhKd', 'p2 sm AsKc', 'p3 sm 2d7c']
hand = 7
finishing_stacks = [10150.5, 10150.5, 9699]
"""


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def complaints(text: str) -> list[str]:
    return [str(each) for each in differences(parse_phh(text))]


def test_money_is_counted_in_whole_chips_and_the_rest_is_kept() -> None:
    hand = parse_phh(CASH)
    assert hand.scale == 1
    assert hand.game.blinds == (5, 10, 0)
    assert hand.stacks[:2] == (1000, 816)
    assert hand.actions[0] == raise_to(30)
    assert hand.players == ("Ann", "Bob", "")
    assert hand.places == (4, 5, 1)
    assert hand.number == 12
    assert hand.metadata == {
        "author": "Ann O'Nym",
        "time": time(20, 15),
        "hand": 12,
        "_note": "Ωmega",
        "currency_symbol": "$",
    }
    assert not differences(hand)


def test_unknown_and_thrown_cards_are_known_as_such() -> None:
    record = parse_phh(CASH)
    assert [hole is None for hole in record.holes] == [False, False, True]
    assert record.mucked == (2,)
    assert record.payoffs == (-5, 72, -70)


def test_two_players_list_the_big_blind_first() -> None:
    hand = parse_phh(LIMIT)
    assert hand.game.blinds == (10, 5)
    assert hand.game.raise_sizes == (10, 10, 20, 20)
    assert hand.replay().payoffs == (60, -60)
    assert not differences(hand)


def test_pots_in_halves_are_split_exactly() -> None:
    hand = parse_phh(SPLIT)
    assert hand.payoffs == (Fraction(301, 2), Fraction(301, 2), -301)
    assert hand.replay().payoffs == hand.payoffs
    assert not differences(hand)
    odd = changed(SPLIT, "10150.5, 10150.5", "10151, 10150")
    assert not complaints(odd)
    assert complaints(changed(odd, "10151", "10152"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[560, 440]", "[559, 441]", "1: p1 has stack 559, replayed 560"),
        ("'p1 cc', 'd db 2c", "'p1 f', 'd db 2c", "7: p1 acts (raise to 10) after the hand"),
        ("'p2 cbr 20', 'p1 cc', 'd db 2c", "'p2 cbr 25', 'p1 cc', 'd db 2c", "7: p2: raise to 25"),
        (", 'd db 9s'", "", "7: p1 acts (call) on the turn, not river"),
    ],
)
def test_what_did_not_happen_is_a_difference(old: str, new: str, complaint: str) -> None:
    assert complaints(changed(LIMIT, old, new))[0].startswith(complaint)


def test_a_raked_pot_is_right_only_where_money_was_played_for() -> None:
    raked = changed(SPLIT, "[10150.5, 10150.5, 9699]", "[10130, 10130, 9699]")
    assert complaints(raked) == ["1: 862 are collected from a pot of 903"]
    assert not complaints(raked + "currency_symbol = '$'\n")
    greedy = changed(raked, "[10130, 10130, ", "[10030, 10030, ")
    assert complaints(greedy + "currency_symbol = '$'\n")


def test_folds_that_were_left_out_are_filled_in_if_the_results_agree() -> None:
    short = changed(SPLIT, "'p3 cbr 301', 'p1 cc', 'p2 cc'", "'p3 cbr 301', 'p2 cc'")
    stacks = "[9950, 10351, 9699]"
    short = changed(short, "[10150.5, 10150.5, 9699]", stacks)
    for action in ("'p1 cc', 'p2 cc', 'p3 cc', 'd", "'p1 cc', 'p2 cc', 'p3 cc', 'p1 sm AhKd', "):
        short = changed(
            short, action, action.replace("'p1 cc', ", "").replace("'p1 sm AhKd', ", "")
        )
    hand = parse_phh(short)
    assert [action.kind for action in hand.actions[:3]] == ["raise", "fold", "call"]
    assert not differences(hand)
    assert complaints(changed(short, stacks, "[9950, 10350, 9700]"))


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("variant = 'FT'", "variant = 'PO'", 1, "variant 'PO' is not read"),
        ("small_bet = 10\n", "", 1, "the hand has no 'small_bet'"),
        ("antes = [0, 0]", "antes = [0]", 2, "antes has 1 amounts for 2 players"),
        ("antes = [0, 0]", "antes = [0, 'x']", 2, "antes holds 'x'"),
        ("antes = [0, 0]", "antes = [0, nan]", 2, "antes holds"),
        ("[500, 500]", "[500, 1e99]", 6, "is no amount of chips"),
        ("[500, 500]", "[500, 0]", 6, "stacks (500, 0) cannot play"),
        ("[500, 500]", "[500, -1]", 6, "starting_stacks holds -1"),
        ("[500, 500]", "[500]", 6, "1 players cannot play"),
        ("'p2 sm KhKd'", "'p2 xx'", 7, "'p2 xx' is no action"),
        ("'p2 sm KhKd'", "'p3 sm KhKd'", 7, "'p3' is no player"),
        ("'p2 sm KhKd'", "'p2 sm QhQd'", 7, "p2 shows QhQd, but was dealt other cards"),
        ("'d db 9s'", "'d db 9x'", 7, "'9x' in '9x' is no card"),
        ("'d db 9s'", "'d db 9s9d'", 7, "is the board's sixth card"),
        ("'d db 2c3c4d'", "'d db 2c3c'", 7, "with 2 cards on the board"),
        ("finishing_stacks = [560", "finishing_stacks = [[560", 9, "no TOML"),
        ("finishing_stacks = [560", "finishing_stacks = [-560", 8, "no number of chips"),
        ("AhAd', 'd dh", "AhAh', 'd dh", 7, "Ah is dealt twice"),
    ],
)
def test_errors_say_where_and_what(old: str, new: str, line: int, complaint: str) -> None:
    text = changed(LIMIT, old, new)
    try:
        hand = parse_phh(text, "hand.phh")
    except FormatError as error:
        assert complaint in str(error)
        assert error.line == line
        assert str(error).startswith("hand.phh:")
        return
    assert any(complaint in each.what for each in differences(hand))


def test_one_broken_hand_does_not_spoil_the_file() -> None:
    good = write_phh([parse_phh(LIMIT), parse_phh(CASH), parse_phh(SPLIT)])
    assert good.startswith("[1]\nvariant = 'FT'")
    hands = list(read_phh(good))
    assert [hand.name for hand in hands if isinstance(hand, FileRecord)] == [
        "hand 0",
        "hand 12",
        "hand 7",
    ]
    hands = list(read_phh(changed(good, "min_bet = 1\n", "min_bet = '1'\n"), "many.phhs"))
    assert [type(hand) for hand in hands] == [FileRecord, FormatError, FileRecord]
    assert isinstance(hands[1], FormatError)
    assert hands[1].line == good[: good.index("min_bet = 1\n")].count("\n") + 1


@pytest.mark.parametrize("text", [CASH, LIMIT, SPLIT])
def test_what_was_read_is_written_and_read_the_same(text: str) -> None:
    hand = parse_phh(text)
    written = write_phh([hand])
    assert parse_phh(written) == hand
    assert write_phh([parse_phh(written)]) == written


@given(st.integers(0, 2**32))
@settings(max_examples=150)
def test_random_hands_come_back_exactly(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice((TDA, replace(ACPC, splits_fractions=False), ACPC))
    hand = random_plain_hand(rng, ("no-limit", "fixed-limit"), rules)
    text = write_phh([hand.record([f"player {seat}" for seat in range(hand.game.seats)])])
    again = parse_phh(text)
    assert not differences(again)
    assert again.payoffs is not None
    for got, right in zip(again.payoffs, hand.payoffs, strict=True):
        assert abs(got - right) < Fraction(1, 1000)  # a third of a chip is written in decimals
    assert write_phh([again]) == text
    assert parse_phh(write_phh([again])) == again


def test_pokerkit_plays_its_own_hands_to_the_same_payoffs() -> None:
    for seed in range(200):
        text, payoffs = random_hand(random.Random(seed))
        hand = parse_phh(text)
        assert not differences(hand), text
        assert hand.payoffs == payoffs, text
        replayed = hand.replay()
        # PokerKit gives all odd chips of a pot to one player.
        for got, right in zip(replayed.payoffs, payoffs, strict=True):
            assert abs(got - right) < hand.game.seats * len(replayed.pots), text


def test_pokerkit_reads_what_is_written() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        hand = random_plain_hand(rng, ("no-limit", "fixed-limit"))
        if (
            min(hand.starting_stacks) < 2 * max(hand.game.blinds)
            or hand.game.blinds.count(hand.game.big_blind) - 1 > 0
        ):
            continue  # it takes a short blind for the bet to call
        read = HandHistory.loads(write_phh([hand.record()]))
        *_, end = read
        for got, right in zip(end.stacks, hand.stacks, strict=True):
            assert abs(Decimal(got) - int(right)) < hand.game.seats * len(hand.pots)


@pytest.mark.parametrize("name", ["potlimit-3p", "leduc", "kuhn"])
def test_games_without_a_word_in_phh_are_refused(name: str) -> None:
    with pytest.raises(FormatError, match="PHH cannot say"):
        write_phh([Hand(Game.named(name)).record()])


def test_a_hand_that_goes_on_is_written_as_far_as_it_went() -> None:
    hand = Hand(Game.named("cash-3p"), seed=4)
    hand.act(raise_to(300))
    again = parse_phh(write_phh([HandRecord.from_hand(hand)]))
    assert again.actions == (raise_to(300),)
    assert again.payoffs is None
    assert not differences(again)


THIRDS = """\
variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000, 1000]
actions = ['d dh p1 AhKd', 'd dh p2 AsKc', 'd dh p3 AdKh', 'd dh p4 2d7c', 'p3 cbr 1000', \
'p4 cc', 'p1 cc', 'p2 cc', 'd db QhJdTs', 'd db 2h', 'd db 2s']
finishing_stacks = [1333.3333333333333, 1333.3333333333333, 1333.3333333333335, 0]
"""


@pytest.mark.parametrize("money", ["", "currency = 'USD'\n"])
def test_thirds_of_a_chip_are_compared_as_far_as_they_are_written(money: str) -> None:
    assert not complaints(THIRDS + money)
    assert complaints(changed(THIRDS, "1333.3333333333335", "1332.3333333333335"))
    written = write_phh([parse_phh(THIRDS + money)])
    assert "finishing_stacks = [1333.333333, 1333.333333, 1333.333333, 0]" in written
    assert write_phh([parse_phh(written)]) == written


@pytest.mark.parametrize("number", ["1e99999999999999999999", "1e999999", "1e-999999"])
def test_numbers_beyond_counting_are_refused_at_once(number: str) -> None:
    (found,) = read_phh(CASH.replace("min_bet = ", f"min_bet = {number} # "), "big.phh")
    assert isinstance(found, FormatError)
    assert "is no number that can be counted" in str(found)


def test_lists_of_lists_may_stand_anywhere() -> None:
    levels = "_levels = [\n  [1, 2],\n  [2, 4]\n]\n"
    hand = parse_phh(levels + LIMIT)
    assert hand.metadata["_levels"] == [[1, 2], [2, 4]]
    hands = list(read_phh(f"[1]\n{LIMIT}{levels}[2]\n{levels}{SPLIT}"))
    assert [hand.game.seats for hand in hands if isinstance(hand, FileRecord)] == [2, 3]
