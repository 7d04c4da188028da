"""Results in PHH as collections of real hands state them: unknown, raked, with posts."""

import pytest

from fivebet.errors import FormatError
from fivebet.formats import (
    ComplaintKind,
    FileRecord,
    differences,
    parse_phh,
    parse_pokerstars,
    read_phh,
    read_text,
    write_phh,
    write_pokerstars,
)
from tests.formats.test_phh import changed

OPENED = """\
variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, 0]
min_bet = 10
starting_stacks = [500, 800, 700, 600]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', \
'p3 f', 'p4 cbr 30', 'p1 f', 'p2 f']
winnings = [0, 0, 0, 25]
currency = 'USD'
"""
"""Everybody folds to a raise: 20 of it are returned, and the pot is 25."""

CALLED = changed(
    OPENED,
    "'p2 f']",
    "'p2 cc', 'd db 2c7d9h', 'p2 cc', 'p4 cbr 40', 'p2 f']",
)
CALLED = changed(CALLED, "winnings = [0, 0, 0, 25]", "winnings = [0, 0, 0, 62]")
"""A pot of 65, a bet of 40 that is returned, and a rake of 3."""


def kinds(text: str) -> list[str]:
    return [each.kind for each in differences(parse_phh(text))]


def test_winnings_that_are_all_zero_are_not_known() -> None:
    hand = parse_phh(changed(OPENED, "0, 0, 0, 25", "0, 0, 0, 0"))
    assert hand.stated.winnings is None
    assert not differences(hand)
    assert hand.payoffs == (-5, -10, 0, 15)
    written = write_pokerstars([hand])
    assert "Total pot 25 | Rake 0" in written
    assert not differences(parse_pokerstars(written))
    assert parse_phh(write_phh([hand])).payoffs == hand.payoffs


def test_who_won_an_unknown_showdown_stays_unknown() -> None:
    shown = changed(CALLED, "'p4 cbr 40', 'p2 f']", "'p4 cc', 'd db Js', 'd db 3c']")
    shown = changed(
        shown, "'d db Js', 'd db 3c'", "'d db Js', 'p2 cc', 'p4 cc', 'd db 3c', 'p2 cc', 'p4 cc'"
    )
    hand = parse_phh(changed(shown, "[0, 0, 0, 62]", "[0, 0, 0, 0]"))
    assert not differences(hand)
    assert hand.payoffs is None
    known = parse_phh(shown)
    assert known.payoffs == (-5, -30, 0, 32)


@pytest.mark.parametrize(
    ("won", "payoff"),
    [
        (62, 32),  # a rake of 3
        (102, 32),  # the same, and the returned bet is counted as won
        (105, 35),  # without a rake
        (55, 25),  # a rake of 6 and a jackpot drop of 4
        (95, 25),
    ],
)
def test_rooms_take_a_rake_and_put_aside_for_jackpots(won: int, payoff: int) -> None:
    hand = parse_phh(changed(CALLED, "[0, 0, 0, 62]", f"[0, 0, 0, {won}]"))
    assert not differences(hand)
    assert hand.payoffs == (-5, -30, 0, payoff)


@pytest.mark.parametrize("won", [45, 70, 90, 110])
def test_no_room_takes_more_or_gives_away(won: int) -> None:
    assert kinds(changed(CALLED, "[0, 0, 0, 62]", f"[0, 0, 0, {won}]")) == ["winnings"]


def test_a_returned_bet_may_be_the_winnings_of_who_lost() -> None:
    text = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [300, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 30', 'p1 cbr 300', 'p2 cc', \
'd db 2c7d9h', 'd db Js', 'd db 3c', 'p1 sm AhKh', 'p2 sm QcQd']
winnings = [100, 390]
currency_symbol = '$'
"""
    hand = parse_phh(text)
    assert not differences(hand)
    assert hand.payoffs == (-200, 190)
    assert kinds(changed(text, "[100, 390]", "[90, 390]")) == ["winnings"]


@pytest.mark.parametrize(
    ("posted", "acts", "end"),
    [
        ("-10", "'p3 f'", 690),  # a live big blind
        ("-5", "'p3 f'", 695),  # a small blind
        ("-5", "'p3 f'", 685),  # a dead small blind and a live big one, of which the file says half
        ("-15", "'p3 f'", 685),  # all of it
        ("-5", "'p3 cc'", 685),  # the same, who then checks
    ],
)
def test_posts_of_newcomers_are_live_or_dead_by_the_results(
    posted: str, acts: str, end: int
) -> None:
    text = changed(OPENED, "[5, 10, 0, 0]", f"[5, 10, {posted}, 0]")
    more = "'p2 f', 'p3 f']" if "cc" in acts else "'p2 f']"
    text = changed(changed(text, "'p3 f'", acts), "'p2 f']", more)
    stacks = f"finishing_stacks = [495, 790, {end}, {615 + 700 - end}]\n"
    text = changed(text, "winnings = [0, 0, 0, 25]\n", stacks)
    hand = parse_phh(text)
    assert not differences(hand)
    assert hand.payoffs == (-5, -10, end - 700, 15 + 700 - end)
    assert parse_phh(write_phh([hand])).payoffs == hand.payoffs
    assert set(kinds(changed(text, f" {end},", f" {end - 4},"))) == {"stack"}


def test_odd_chips_are_of_the_smallest_coin() -> None:
    text = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [25, 50, 0]
min_bet = 50
starting_stacks = [5000, 5000, 5000]
actions = ['d dh p1 8c9c', 'd dh p2 AhKd', 'd dh p3 AsKc', 'p3 cbr 150', 'p1 f', 'p2 cc', \
'd db QhJdTs', 'p2 cc', 'p3 cc', 'd db 2h', 'p2 cc', 'p3 cc', 'd db 2s', 'p2 cc', 'p3 cc', \
'p2 sm AhKd', 'p3 sm AsKc']
finishing_stacks = [4975, 5025, 5000]
"""
    assert not kinds(text)
    assert kinds(changed(text, "5025, 5000", "5050, 4975")) == ["stack", "stack"]


def test_errors_have_kinds() -> None:
    def kind(text: str) -> str:
        *_, last = read_phh(text)
        assert isinstance(last, FormatError)
        return last.kind

    assert kind(changed(OPENED, "'NT'", "'PO'")) == ComplaintKind.OTHER_GAME
    assert kind(f"[1]\n{OPENED}\n[2]\n{OPENED[:250]}") == ComplaintKind.CUT_OFF
    assert kind(changed(OPENED, "min_bet = 10", "min_bet = 'ten'")) == ComplaintKind.MALFORMED
    assert kinds(changed(OPENED, "'p3 f', ", "'p4 f', ")) == ["turn"]
    assert kinds(changed(OPENED, "'p4 cbr 30'", "'p4 cbr 15'")) == ["action"]


@pytest.mark.parametrize(
    "odd", ["currency_symbol = 'chips of '", "year = 2020\nmonth = [3]\nday = 1", "hand = -4"]
)
def test_fields_that_pokerstars_layout_does_not_know_are_left_out_of_it(odd: str) -> None:
    hand = parse_phh(f"{OPENED}{odd}\n")
    again = parse_pokerstars(write_pokerstars([hand]))
    assert not differences(again)
    assert again.payoffs == hand.payoffs


def test_a_rake_that_the_file_states_is_taken() -> None:
    raked = changed(CALLED, "currency = 'USD'\n", "rake = 3\n")
    hand = parse_phh(raked)
    assert not differences(hand)
    assert (hand.rake, hand.payoffs) == (3, (-5, -30, 0, 32))
    assert kinds(changed(raked, "rake = 3", "rake = 4")) == ["winnings"]
    for nonsense in ("true", "nan", "-3", "'three'"):
        assert kinds(changed(raked, "rake = 3", f"rake = {nonsense}")) == ["winnings"]


def test_cards_that_were_dealt_may_be_shown_by_a_dash() -> None:
    shown = changed(CALLED, "p2 ????", "p2 AhKh")
    shown = changed(shown, "p4 ????", "p4 QcQd")
    checked = "'d db Js', 'p2 cc', 'p4 cc', 'd db 3c', 'p2 cc', 'p4 cc', 'p2 sm -', 'p4 sm -']"
    shown = changed(shown, "'p4 cbr 40', 'p2 f']", f"'p4 cc', {checked}")
    assert not differences(parse_phh(shown))
    assert parse_phh(shown).payoffs == (-5, -30, 0, 32)


@pytest.mark.parametrize(
    ("old", "new"),
    [("\n", "\r\n"), ("\n", "\r"), ("variant", "\ufeffvariant"), ("variant", '"variant"')],
)
def test_texts_are_recognised_however_they_begin_and_end_lines(old: str, new: str) -> None:
    (hand,) = read_text(OPENED.replace(old, new))
    assert isinstance(hand, FileRecord)
    assert not differences(hand)
