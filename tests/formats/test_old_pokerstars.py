"""PokerStars' files as archives hold them: old, mixed, cut off, with odd names and encodings."""

import pytest

from fivebet.errors import FormatError
from fivebet.formats import (
    ComplaintKind,
    FileRecord,
    differences,
    parse_phh,
    parse_pokerstars,
    read_pokerstars,
    read_text,
    write_phh,
    write_pokerstars,
)
from tests.formats.test_pokerstars import CASH, HANDS, LIMIT, TOURNAMENT, changed

FIRST_OF_2006 = """\
PokerStars Game #4004: Tournament #88, Hold'em No Limit - Match Round I, Level I (15/30) - \
2006/05/06 - 17:00:00 (ET)
Table '88 1' Seat #4 is the button
Seat 1: Ada (1485 in chips)
Seat 4: Bea (1515 in chips)
Bea: posts small blind 15
Ada: posts big blind 30
*** HOLE CARDS ***
Dealt to Ada [Kc 9c]
Bea: raises 45 to 75
Ada: calls 45
*** FLOP *** [2d 7h Js]
Ada: bets 100
Bea: raises 150 to 250
Ada: folds
Bea collected 350 from pot
Bea: doesn't show hand
*** SUMMARY ***
Total pot 350 | Rake 0
Board [2d 7h Js]
Seat 1: Ada (big blind) folded on the Flop
Seat 4: Bea (button) (small blind) collected (350)
"""

SHORT_BLIND = """\
PokerStars Hand #4005: Tournament #89, 500+50 Hold'em No Limit - Level II (15/30) - \
2010/06/07 12:00:00 ET
Table '89 2' 6-max Seat #1 is the button
Seat 1: Cas (900 in chips)
Seat 2: Dan (600 in chips)
Seat 3: Eve (20 in chips)
Seat 5: Flo (700 in chips)
Dan: posts small blind 15
Eve: posts big blind 20 and is all-in
*** HOLE CARDS ***
Dealt to Flo [Ad Qd]
Flo: raises 70 to 90
Cas: folds
Dan: calls 75
*** FLOP *** [2c 8d Th]
Dan: checks
Flo: checks
*** TURN *** [2c 8d Th] [4s]
Dan: checks
Flo: checks
*** RIVER *** [2c 8d Th 4s] [5h]
Dan: checks
Flo: checks
*** SHOW DOWN ***
Dan: shows [Tc 9c] (a pair of Tens)
Flo: mucks hand
Dan collected 140 from side pot
Eve: shows [Jh Jd] (a pair of Jacks)
Eve collected 60 from main pot
*** SUMMARY ***
Total pot 200 Main pot 60. Side pot 140. | Rake 0
Board [2c 8d Th 4s 5h]
Seat 1: Cas (button) folded before Flop (didn't bet)
Seat 2: Dan (small blind) showed [Tc 9c] and won (140) with a pair of Tens
Seat 3: Eve (big blind) showed [Jh Jd] and won (60) with a pair of Jacks
Seat 5: Flo mucked [Ad Qd]
"""

ABSENT = changed(SHORT_BLIND, "(20 in chips)", "(20 in chips) is sitting out")
ABSENT = changed(ABSENT, "Dan: calls 75\n", "Dan: calls 75\nEve: folds\n")
ABSENT = changed(
    ABSENT,
    "Eve: shows [Jh Jd] (a pair of Jacks)\nEve collected 60",
    "Dan collected 60",
)
ABSENT = changed(ABSENT, "won (140)", "won (200)")
ABSENT = changed(
    ABSENT,
    "Eve (big blind) showed [Jh Jd] and won (60) with a pair of Jacks",
    "Eve (big blind) folded before Flop",
)

FOUR_WAYS = """\
PokerStars Game #4006:  Hold'em No Limit ($0.25/$0.50 USD) - 2008/03/04 05:06:07 ET
Table 'Leda' 9-max Seat #9 is the button
Seat 2: Gil ($20.35 in chips)
Seat 4: Hal ($50 in chips)
Seat 6: Ida ($12.10 in chips)
Seat 9: Jon ($33.70 in chips)
Gil: posts small blind $0.25
Hal: posts big blind $0.50
*** HOLE CARDS ***
Ida: calls $0.50
Jon: calls $0.50
Gil: calls $0.25
Hal: checks
*** FLOP *** [As Ac Kd]
Gil: checks
Hal: checks
Ida: checks
Jon: checks
*** TURN *** [As Ac Kd] [Kh]
Gil: checks
Hal: checks
Ida: checks
Jon: checks
*** RIVER *** [As Ac Kd Kh] [Qs]
Gil: checks
Hal: checks
Ida: checks
Jon: checks
*** SHOW DOWN ***
Gil: shows [2c 3c] (two pair, Aces and Kings)
Hal: shows [4c 5c] (two pair, Aces and Kings)
Ida: shows [6c 7c] (two pair, Aces and Kings)
Jon: shows [8c 9c] (two pair, Aces and Kings)
Gil collected $0.50 from pot
Hal collected $0.50 from pot
Ida collected $0.45 from pot
Jon collected $0.45 from pot
*** SUMMARY ***
Total pot $2 | Rake $0.10
Board [As Ac Kd Kh Qs]
Seat 2: Gil (small blind) showed [2c 3c] and won ($0.50) with two pair, Aces and Kings
Seat 4: Hal (big blind) showed [4c 5c] and won ($0.50) with two pair, Aces and Kings
Seat 6: Ida showed [6c 7c] and won ($0.45) with two pair, Aces and Kings
Seat 9: Jon (button) showed [8c 9c] and won ($0.45) with two pair, Aces and Kings
"""

CAPPED = """\
PokerStars Game #4007:  Hold'em No Limit ($0.50/$1 - $20 Cap -  USD) - 2010/10/11 12:00:00 ET
Table 'Thebe' 6-max Seat #2 is the button
Seat 2: Kim ($80 in chips)
Seat 3: Lou ($90 in chips)
Seat 4: Mia ($15 in chips)
Lou: posts small blind $0.50
Mia: posts big blind $1
*** HOLE CARDS ***
Kim: raises $19 to $20 and has reached the $20 cap
Lou: calls $19.50 and has reached the $20 cap
Mia: folds
*** FLOP *** [3c 4c 9d]
*** TURN *** [3c 4c 9d] [9s]
*** RIVER *** [3c 4c 9d 9s] [Jd]
*** SHOW DOWN ***
Lou: shows [Ah Kh] (a pair of Nines)
Kim: shows [Qd Qc] (two pair, Queens and Nines)
Kim collected $40 from pot
*** SUMMARY ***
Total pot $41 | Rake $1
Board [3c 4c 9d 9s Jd]
Seat 2: Kim (button) showed [Qd Qc] and won ($40) with two pair, Queens and Nines
Seat 3: Lou (small blind) showed [Ah Kh] and lost with a pair of Nines
Seat 4: Mia (big blind) folded before Flop
"""


def errors(text: str) -> list[FormatError]:
    return [hand for hand in read_pokerstars(text, "f") if isinstance(hand, FormatError)]


def read(text: str) -> list[FileRecord]:
    return [hand for hand in read_pokerstars(text, "f") if isinstance(hand, FileRecord)]


def test_a_returned_bet_need_not_be_mentioned() -> None:
    hand = parse_pokerstars(FIRST_OF_2006)
    assert not differences(hand)
    assert hand.payoffs == (-175, 175)
    assert hand.replay().uncalled == (1, 150)
    # Where it is mentioned, it must be right.
    stated = changed(
        FIRST_OF_2006, "Bea collected", "Uncalled bet (140) returned to Bea\nBea collected"
    )
    assert [each.kind for each in differences(parse_pokerstars(stated))] == ["returned-bet"]


def test_a_returned_bet_that_is_not_mentioned_may_be_counted_as_won() -> None:
    text = FIRST_OF_2006.replace("350", "500")
    hand = parse_pokerstars(text)
    assert not differences(hand)
    assert hand.payoffs == (-175, 175)
    wrong = parse_pokerstars(FIRST_OF_2006.replace("350", "400"))
    assert {each.kind for each in differences(wrong)} == {"pot", "winnings"}
    half = parse_pokerstars(changed(FIRST_OF_2006, "Total pot 350", "Total pot 500"))
    assert {each.kind for each in differences(half)} == {"winnings"}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("limit", " 2-max Seat", " Seat"),
        ("cash", " 6-max Seat", " 6-max (Real Money) Seat"),
        ("cash", " 6-max Seat", " 6-Max  Seat"),
        ("cash", "Hand #70001", "Hand #RC70001"),
        ("cash", " 6-max Seat", " 6-max (Play Money) Seat"),
        ("tournament", ": Tournament #5005", ": Zoom Tournament #5005"),
        ("tournament", "Hold'em No Limit - L", "Mixed Hold'em (Hold'em No Limit) - L"),
        ("tournament", "Hold'em No Limit - L", "8-Game (Hold'em No Limit) - Match Round I, L"),
        ("tournament", "Level XII", "Level12"),
        ("tournament", "(300/600)", "(300/600) [AAMS ID: N2F1234567890AB1]"),
        ("cash", "USD) -", "USD) [ADM ID: M5C0123456789] -"),
        (
            "tournament",
            "Hold'em No Limit -",
            "Hold'em Pot Limit Pre-Flop, No Limit Post-Flop -",
        ),
        (
            "cash",
            "Hold'em No Limit ($0.50/$1 USD)",
            "Mixed NLH/PLO (Hold'em No Limit, $0.50/$1 USD)",
        ),
        ("limit", "Hold'em Limit (€0.25/€0.50 EUR)", "HORSE (Hold'em Limit, €0.25/€0.50 EUR)"),
        (
            "limit",
            "PokerStars Hand #70003:  Hold'em Limit",
            "POKERSTARS GAME #70003:  HOLD'EM LIMIT",
        ),
    ],
)
def test_headers_of_all_years_and_mixes_are_read(name: str, old: str, new: str) -> None:
    usual = parse_pokerstars(HANDS[name])
    hand = parse_pokerstars(changed(HANDS[name], old, new))
    assert not differences(hand)
    assert (hand.game, hand.payoffs, hand.number) == (usual.game, usual.payoffs, usual.number)
    again = parse_pokerstars(write_pokerstars([hand]))
    assert not differences(again)
    assert again.metadata.keys() - {"seat_count"} == hand.metadata.keys() - {"seat_count"}
    assert parse_phh(write_phh([hand])).payoffs == hand.payoffs


def test_pot_limit_before_the_flop_and_no_limit_after_it() -> None:
    new = "Hold'em Pot Limit Pre-Flop, No Limit Post-Flop"
    hand = parse_pokerstars(changed(CASH, "Hold'em No Limit", new))
    (found,) = differences(hand)
    assert found.kind == "action"
    assert "in pot-limit before the flop" in found.what
    # The first raise goes to 4, the second may add the pot of 0.5 + 1 + 1.5 + 4 and the call.
    assert "at most 14.5 " in found.what
    after = changed(FIRST_OF_2006, "Hold'em No Limit", new)
    assert not differences(parse_pokerstars(after))
    overbet = after.replace("raises 150 to 250", "raises 1340 to 1440 and is all-in")
    assert not differences(parse_pokerstars(overbet))


def test_lines_of_the_archive_are_numbered_and_indented() -> None:
    texts = [
        f"*********** # {number} **************\n"
        + "".join(f" {line}\n" for line in text.split("\n"))
        for number, text in enumerate(HANDS.values(), 1)
    ]
    hands = read("\ufeff" + "\n".join(texts))
    assert [hand.payoffs for hand in hands] == [parse_pokerstars(t).payoffs for t in HANDS.values()]
    assert not any(map(differences, hands))


def test_a_raise_may_be_counted_from_a_blind_that_is_all_in_for_less() -> None:
    hand = parse_pokerstars(SHORT_BLIND)
    assert not differences(hand)
    assert hand.game.blinds == (15, 30, 0, 0)
    assert hand.payoffs == (50, 40, -90, 0)
    usual = parse_pokerstars(changed(SHORT_BLIND, "raises 70 to 90", "raises 60 to 90"))
    assert not differences(usual)
    wrong = parse_pokerstars(changed(SHORT_BLIND, "raises 70 to 90", "raises 65 to 90"))
    assert [each.kind for each in differences(wrong)] == ["amount"]


def test_an_absent_player_who_is_all_in_by_a_blind_folds_and_cannot_win() -> None:
    hand = parse_pokerstars(ABSENT)
    assert not differences(hand)
    assert hand.payoffs == (110, -20, -90, 0)
    dealt = changed(ABSENT, "Dealt to Flo [Ad Qd]", "Dealt to Eve [Jh Jd]")
    assert parse_pokerstars(dealt).payoffs == hand.payoffs
    assert not differences(parse_pokerstars(dealt))
    all_fold = changed(ABSENT[: ABSENT.index("*** FLOP")], "Dan: calls 75", "Dan: folds")
    all_fold += """\
Uncalled bet (70) returned to Flo
Flo collected 55 from pot
*** SUMMARY ***
Total pot 55 | Rake 0
Seat 5: Flo collected (55)
"""
    alone = parse_pokerstars(all_fold)
    assert not differences(alone)
    assert alone.payoffs == (-15, -20, 35, 0)


NO_SMALL_BLIND = """\
PokerStars Hand #4008: Tournament #90, $1+$0.10 USD Hold'em No Limit - Level X (200/400) - \
2016/05/06 10:11:12 ET
Table '90 1' 9-max Seat #2 is the button
Seat 1: Noa (3000 in chips)
Seat 2: Oda (3000 in chips)
Seat 4: Pim (40 in chips)
Seat 5: Quy (3000 in chips)
Noa: posts the ante 50
Oda: posts the ante 50
Pim: posts the ante 40 and is all-in
Quy: posts the ante 50
*** HOLE CARDS ***
Quy: calls 400
Noa: folds
Oda: folds
Uncalled bet (400) returned to Quy
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Jd]
*** RIVER *** [2c 7d 9h Jd] [4s]
*** SHOW DOWN ***
Quy: shows [As Ah] (a pair of Aces)
Quy collected 30 from side pot
Pim: shows [Kc Ks] (a pair of Kings)
Quy collected 160 from main pot
*** SUMMARY ***
Total pot 190 Main pot 160. Side pot 30. | Rake 0
Board [2c 7d 9h Jd 4s]
"""


def test_a_big_blind_whom_the_ante_puts_all_in_may_have_no_small_blind_before_it() -> None:
    hand = parse_pokerstars(NO_SMALL_BLIND)
    assert not differences(hand)
    assert hand.players == ("Pim", "Quy", "Noa", "Oda")
    assert hand.game.blinds == (400, 0, 0, 0)
    assert hand.payoffs == (-40, 140, -50, -50)
    posted = changed(NO_SMALL_BLIND, "*** HOLE", "Quy: posts big blind 400\n*** HOLE")
    hand = parse_pokerstars(changed(posted, "Quy: calls 400\n", ""))
    assert not differences(hand)
    assert hand.game.blinds == (200, 400, 0, 0)


def test_odd_cents_of_a_split_pot_are_of_the_smallest_coin() -> None:
    hand = parse_pokerstars(FOUR_WAYS)
    assert not differences(hand)
    assert hand.payoffs == (0, 0, -5, -5)
    wrong = FOUR_WAYS.replace("Gil collected $0.50", "Gil collected $0.60")
    wrong = wrong.replace("Hal collected $0.50", "Hal collected $0.40")
    found = differences(parse_pokerstars(wrong))
    assert {each.kind for each in found} == {"winnings"}
    assert len(found) == 2


def test_the_cap_of_a_cap_game_is_all_that_can_be_lost() -> None:
    hand = parse_pokerstars(CAPPED)
    assert not differences(hand)
    assert hand.stacks == (2000, 1500, 2000)
    assert hand.payoffs == (-2000, -100, 2000)


@pytest.mark.parametrize("sign", ["£", "¥", "₹", "C$", "R$", "kr", "\ufffd", "â‚¬"])
def test_all_currencies_are_read_even_misspelt_by_an_encoding(sign: str) -> None:
    hand = parse_pokerstars(LIMIT.replace("€", sign))
    assert not differences(hand)
    assert hand.metadata["currency_symbol"] == sign


def test_amounts_below_one_may_begin_with_their_point() -> None:
    hand = parse_pokerstars(LIMIT.replace("€0.", "€."))
    assert not differences(hand)
    assert hand.payoffs == parse_pokerstars(LIMIT).payoffs


@pytest.mark.parametrize(
    "name",
    [
        "*** FLOP ***",
        "Seat 3",
        "Table 'Io'",
        "Dealt to Max",
        "Max: folds",
        "Uncalled bet",
        "Total pot €1",
        "Board [Ah]",
        "collected",
        "\xa0Nia\xa0",
        "N\xa0ia",
        "PokerStars",
        "Hand cancelled",
        "名前",
    ],
)
def test_names_may_look_like_anything(name: str) -> None:
    hand = parse_pokerstars(LIMIT.replace("Nia", name))
    assert not differences(hand)
    assert hand.players == ("Max", name)
    assert hand.payoffs == (-100, 91)


def test_a_name_may_begin_with_the_name_of_another() -> None:
    name = "Max: raises"
    text = changed(
        LIMIT.replace("Nia", name), f"{name}: bets", f"{name} has timed out\n{name}: bets"
    )
    hand = parse_pokerstars(changed(text, "*** FLOP", f'{name} said, "Max: folds"\n*** FLOP'))
    assert not differences(hand)
    assert hand.payoffs == (-100, 91)


def test_lines_may_end_as_on_any_system() -> None:
    text = CASH + "\n\n" + TOURNAMENT
    for end in ("\r\n", "\r"):
        assert [hand.payoffs for hand in read(text.replace("\n", end))] == [
            hand.payoffs for hand in read(text)
        ]


def test_a_hand_that_is_cut_off_does_not_take_the_next_with_it() -> None:
    cut = CASH[: CASH.index(" 2h 7h] [3s]")]
    for text in (cut + TOURNAMENT, cut + "\n\n" + TOURNAMENT):
        (error,) = errors(text)
        assert error.kind == ComplaintKind.CUT_OFF
        assert error.line == cut.count("\n") + 1
        (hand,) = read(text)
        assert hand.number == 70002
        assert not differences(hand)
    (error,) = errors(CASH + "\n\n" + TOURNAMENT[: TOURNAMENT.index("*** FLOP")])
    assert (error.kind, error.line) == (ComplaintKind.CUT_OFF, CASH.count("\n") + 3)


def test_chat_may_quote_a_hand() -> None:
    quoted = CASH.splitlines()[0]
    text = changed(CASH, '"well: folds"', f'"{quoted}"')
    assert not differences(parse_pokerstars(text))


def test_a_card_that_a_street_leaves_out_is_that_of_the_summary() -> None:
    text = changed(CASH, "[Qd 7c 2h] [7h]", "[Qd 7c 2h] []")
    text = changed(text, "*** RIVER *** [Qd 7c 2h 7h]", "*** RIVER *** [Qd 7c 2h]")
    assert parse_pokerstars(text) == parse_pokerstars(CASH)
    (error,) = errors(changed(text, "Board [Qd 7c 2h 7h 3s]", ""))
    assert "there are 3 cards on the turn" in str(error)


def test_hidden_cards_are_not_known() -> None:
    text = changed(CASH, "Ivo: shows [As Ks] (a pair of Sevens)", "Ivo: shows [XX Ks]")
    text = changed(text, "showed [As Ks] and lost with a pair of Sevens", "mucked [XX Ks]")
    text = changed(text, "Dealt to Kay [Qs Qh]", "Dealt to Dora (button) [XX XX]")
    hand = parse_pokerstars(text)
    assert hand.holes[0] is None
    assert hand.holes[4] is None
    assert not differences(hand)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("*** TURN *** [", "*** FIRST TURN *** [", "run-twice"),
        ("Nia: doesn't show hand", "Hand cancelled", "cancelled"),
        ("Hold'em Limit", "Omaha Hi/Lo Limit", "other-game"),
        ("Hold'em Limit", "6+ Hold'em Limit", "other-game"),
        (" Hold'em", "Tournament #7, 6+ Hold'em", "other-game"),
        (" Hold'em", "Tournament #7, €4.50+€0.50 EUR 6+ Hold'em", "other-game"),
        (" Hold'em", "Tournament #7, €4.50+€0.50 EUR Deep Water Hold'em", "other-game"),
        ("€0.25/€0.50 EUR", "€0,25/€0,50 EUR", "malformed"),
        ("Max: posts big blind €0.25", "Max: posts big blind €0.25.5", "malformed"),
        ("Table 'Io' 2-max Seat #5 is the button", "Tisch 'Io' 2-max Platz #5", "other-language"),
        ("2-max Seat #5 is the button", "2-max Siège #5 est le bouton", "other-language"),
        ("Max: checks", "Max: chucks", "malformed"),
        ("Max: checks", "Mac: checks", "malformed"),
        ("Seat 2: Max (€5 in chips)", "Seat 2: Max (five in chips)", "malformed"),
        ("Total pot €2 ", "Total pot two ", "malformed"),
        ("*** SUMMARY ***", "*** SUMMERY ***", "malformed"),
    ],
)
def test_what_cannot_be_read_has_a_kind(old: str, new: str, kind: str) -> None:
    (error,) = errors(changed(LIMIT, old, new))
    assert error.kind == kind


def test_another_language_is_said_to_be_one_whatever_the_first_line_is() -> None:
    table = "Table 'Io' 2-max Seat #5 is the button"
    text = changed(LIMIT, table, "Mesa 'Io' 2-max Lugar #5 é o botão")
    (error,) = errors(changed(text, "PokerStars Hand", "PokerStars Mão"))
    assert (error.kind, error.line) == (ComplaintKind.OTHER_LANGUAGE, 2)


@pytest.mark.parametrize("buy_in", ["10+1 ", "Freeroll  ", "€9.00+€1.00 EUR ", "230FPP ", ""])
def test_tournaments_of_all_buy_ins_are_read(buy_in: str) -> None:
    hand = parse_pokerstars(changed(TOURNAMENT, "$10+$1 USD ", buy_in))
    assert not differences(hand)
    assert hand.metadata.get("_buy_in", "") == buy_in.strip()


def test_a_seat_of_the_summary_is_known_by_its_number() -> None:
    text = changed(
        FIRST_OF_2006.replace("Ada", "Bea (button)"), "Seat 4: Bea (button)", "Seat 4: Bea"
    )
    text = changed(text, "Seat 4: Bea (small blind)", "Seat 4: Bea (button) (small blind)")
    hand = parse_pokerstars(text)
    assert hand.players == ("Bea (button)", "Bea")
    assert not differences(hand)


def test_a_fee_for_a_jackpot_is_part_of_what_the_room_takes() -> None:
    text = changed(LIMIT, "| Rake €0.09", "| Rake €0.06 | Jackpot Fee €0.02 | Tax €0.01")
    hand = parse_pokerstars(text)
    assert not differences(hand)
    assert hand.rake == 9


def test_amounts_have_commas_before_thousands() -> None:
    for stack in ("€1,005", "€12,34,005.50"):
        hand = parse_pokerstars(changed(LIMIT, "(€5 in", f"({stack} in"))
        assert not differences(hand)
        assert hand.stacks[0] == round(100 * float(stack[1:].replace(",", "")))
    (error,) = errors(changed(LIMIT, "(€5 in", "(€5,50 in"))
    assert error.kind == ComplaintKind.MALFORMED


def test_what_comes_before_the_first_hand_is_not_passed_over() -> None:
    other = "Poker Hand #RC7: Hold'em No Limit ($1/$2) - 2021/01/02 03:04:05\nSeat 1: Max ($5)\n"
    headless = LIMIT.partition("\n")[2]
    for before, kind in ((other, ComplaintKind.OTHER_ROOM), (headless, ComplaintKind.CUT_OFF)):
        text = f"{before}\n\n{TOURNAMENT}"
        (error,) = errors(text)
        assert (error.kind, error.line) == (kind, 1)
        assert [hand.number for hand in read(text)] == [70002]
    assert not errors(f"Hands that Ada asked for\n\n{TOURNAMENT}")


def test_a_hand_without_its_first_line_is_not_taken_for_the_end_of_another() -> None:
    headless = LIMIT.partition("\n")[2]
    before_flop = headless[: headless.index("*** FLOP")] + headless[headless.index("*** SUMMARY") :]
    for text in (headless, before_flop):
        (error,) = errors(f"{LIMIT}\n\n{text}")
        assert error.kind == ComplaintKind.MALFORMED
        assert "'*** HOLE CARDS ***' is part of another hand" in str(error)
        assert error.line == LIMIT.count("\n") + 8


def test_other_rooms_are_named() -> None:
    (error,) = read_text("Full Tilt Poker Game #12: Table Ash (6 max) - $1/$2", "some.txt")
    assert isinstance(error, FormatError)
    assert error.kind == ComplaintKind.OTHER_ROOM
    assert "looks like a hand history of Full Tilt Poker" in str(error)
    (error,) = read_text("Dear diary", "some.txt")
    assert isinstance(error, FormatError)
    assert error.kind == ComplaintKind.UNKNOWN_FORMAT


def test_hands_of_another_room_in_the_same_file_are_named() -> None:
    other = "Full Tilt Poker Game #12: Table Ash - $1/$2\nSeat 2: Max ($5)\nSeat 2: Max won ($9)\n"
    text = "\n\n".join((LIMIT, other, TOURNAMENT))
    hands = read(text)
    assert [hand.number for hand in hands] == [70003, 70002]
    assert not any(map(differences, hands))
    (error,) = errors(text)
    assert error.kind == ComplaintKind.OTHER_ROOM
    assert "what follows looks like a hand history of Full Tilt Poker" in str(error)
    assert error.line == text[: text.index("Full Tilt")].count("\n") + 1


def test_hands_in_phh_in_the_same_file_are_named() -> None:
    hand = read(LIMIT)[0]
    phh = write_phh([hand])
    for text, line in ((f"{phh}\n\n{LIMIT}", 1), (f"{LIMIT}\n\n{phh}", LIMIT.count("\n") + 3)):
        assert read(text) == [hand]
        (error,) = errors(text)
        assert (error.kind, error.line) == (ComplaintKind.OTHER_ROOM, line)
        assert "looks like hands in PHH" in str(error)
