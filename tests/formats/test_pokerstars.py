"""PokerStars' layout: what is read, what is written, what is refused."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.errors import FormatError
from fivebet.formats import (
    FileRecord,
    differences,
    parse_phh,
    parse_pokerstars,
    read_pokerstars,
    write_phh,
    write_pokerstars,
)
from fivebet.game import ACPC, TDA, Game, Hand
from tests.formats.hands import random_plain_hand

CASH = """\
PokerStars Hand #70001:  Hold'em No Limit ($0.50/$1 USD) - 2021/03/04 20:15:00 CET \
[2021/03/04 14:15:00 ET]
Table 'Vesta II' 6-max Seat #2 is the button
Seat 1: a: folds ($80.25 in chips)
Seat 2: Dora (button) ($100 in chips)
Seat 3: Ivo ($42.50 in chips)
Seat 4: Kay ($150 in chips)
Seat 5: back again ($99.50 in chips)
Seat 6: Away ($10 in chips) is sitting out
Ivo: posts small blind $0.50
Kay: posts big blind $1
back again: posts small & big blinds $1.50
*** HOLE CARDS ***
Dealt to Kay [Qs Qh]
back again: checks
a: folds: raises $3 to $4
Dora (button) has timed out
Dora (button): folds
Ivo: raises $38.50 to $42.50 and is all-in
Kay: calls $41.50
Kay said, "well: folds"
back again: folds
a: folds: calls $38.50
*** FLOP *** [Qd 7c 2h]
Kay: bets $30
a: folds: calls $30
*** TURN *** [Qd 7c 2h] [7h]
Kay: bets $77.50 and is all-in
a: folds: folds
Uncalled bet ($77.50) returned to Kay
*** RIVER *** [Qd 7c 2h 7h] [3s]
*** SHOW DOWN ***
Kay: shows [Qs Qh] (a full house, Queens full of Sevens)
Kay collected $59 from side pot
Ivo: shows [As Ks] (a pair of Sevens)
Kay collected $126 from main pot
Away leaves the table
*** SUMMARY ***
Total pot $189 Main pot $129. Side pot $60. | Rake $4
Board [Qd 7c 2h 7h 3s]
Seat 1: a: folds folded on the Turn
Seat 2: Dora (button) (button) folded before Flop (didn't bet)
Seat 3: Ivo (small blind) showed [As Ks] and lost with a pair of Sevens
Seat 4: Kay (big blind) showed [Qs Qh] and won ($185) with a full house, Queens full of Sevens
Seat 5: back again folded before Flop
"""

TOURNAMENT = """\
PokerStars Hand #70002: Tournament #5005, $10+$1 USD Hold'em No Limit - Level XII (300/600) - \
2021/03/04 20:15:00 ET
Table '5005 3' 9-max Seat #9 is the button
Seat 1: Ann (3000 in chips)
Seat 2: Ben (40 in chips)
Seat 4: Cid (5000 in chips)
Seat 9: Dot (700 in chips)
Ann: posts the ante 75
Ben: posts the ante 40
Cid: posts the ante 75
Dot: posts the ante 75
Ann: posts small blind 300
*** HOLE CARDS ***
Dealt to Cid [Ah Ad]
Cid: calls 600
Dot: raises 25 to 625 and is all-in
Ann: folds
Cid: calls 25
*** FLOP *** [2c 3d 9h]
*** TURN *** [2c 3d 9h] [Jc]
*** RIVER *** [2c 3d 9h Jc] [4s]
*** SHOW DOWN ***
Cid: shows [Ah Ad] (a pair of Aces)
Dot: shows [Kh Ks] (a pair of Kings)
Cid collected 1655 from side pot
Ben: shows [2h 2d] (three of a kind, Deuces)
Ben collected 160 from main pot
Dot finished the tournament in 4th place
*** SUMMARY ***
Total pot 1815 Main pot 160. Side pot 1655. | Rake 0
Board [2c 3d 9h Jc 4s]
Seat 1: Ann (small blind) folded before Flop
Seat 2: Ben (big blind) showed [2h 2d] and won (160) with three of a kind, Deuces
Seat 4: Cid showed [Ah Ad] and won (1655) with a pair of Aces
Seat 9: Dot (button) showed [Kh Ks] and lost with a pair of Kings
"""

LIMIT = """\
PokerStars Hand #70003:  Hold'em Limit (€0.25/€0.50 EUR) - 2021/03/04 20:15:00 ET
Table 'Io' 2-max Seat #5 is the button
Seat 2: Max (€5 in chips)
Seat 5: Nia (€7.10 in chips)
Nia: posts small blind €0.10
Max: posts big blind €0.25
*** HOLE CARDS ***
Nia: raises €0.25 to €0.50
Max: calls €0.25
*** FLOP *** [5h 6h 7h]
Max: bets €0.25
Nia: raises €0.25 to €0.50
Max: calls €0.25
*** TURN *** [5h 6h 7h] [8c]
Max: checks
Nia: bets €0.50
Max: folds
Uncalled bet (€0.50) returned to Nia
Nia collected €1.91 from pot
Nia: doesn't show hand
*** SUMMARY ***
Total pot €2 | Rake €0.09
Board [5h 6h 7h 8c]
Seat 2: Max (big blind) folded on the Turn
Seat 5: Nia (button) (small blind) collected (€1.91)
"""

HANDS = {"cash": CASH, "tournament": TOURNAMENT, "limit": LIMIT}


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def test_a_cash_game_with_a_dead_blind_side_pots_and_rake() -> None:
    hand = parse_pokerstars(CASH)
    record = hand
    assert not differences(hand)
    assert record.players == ("Ivo", "Kay", "back again", "a: folds", "Dora (button)")
    assert record.places == (3, 4, 5, 1, 2)
    assert record.game.blinds == (50, 100, 100, 0, 0)
    assert record.game.antes == (0, 0, 50, 0, 0)
    assert record.payoffs == (-4250, 11250, -150, -7250, 0)
    assert hand.rake == -sum(record.payoffs) == 400
    assert hand.metadata["currency_symbol"] == "$"
    assert hand.metadata["table"] == "Vesta II"


def test_a_tournament_where_the_ante_takes_the_big_blinds_last_chips() -> None:
    hand = parse_pokerstars(TOURNAMENT)
    assert not differences(hand)
    assert hand.game.blinds == (300, 600, 0, 0)
    assert hand.game.antes == (75, 75, 75, 75)
    assert hand.game.first[0] == 2
    assert hand.payoffs == (-375, 120, 955, -700)
    assert hand.metadata["_tournament"] == "5005"
    assert hand.metadata["_buy_in"] == "$10+$1 USD"


def test_limit_bets_stand_in_the_first_line_and_two_players_turn_the_blinds() -> None:
    hand = parse_pokerstars(LIMIT)
    assert not differences(hand)
    assert hand.game.raise_sizes == (25, 25, 50, 50)
    assert hand.game.blinds == (25, 10)
    assert hand.payoffs == (-100, 91)


@pytest.mark.parametrize("name", HANDS)
def test_what_was_read_is_written_and_read_the_same(name: str) -> None:
    hand = parse_pokerstars(HANDS[name])
    written = write_pokerstars([hand])
    assert parse_pokerstars(written) == hand
    assert write_pokerstars([parse_pokerstars(written)]) == written


@pytest.mark.parametrize("name", HANDS)
def test_hands_survive_the_way_through_phh(name: str) -> None:
    hand = parse_pokerstars(HANDS[name])
    again = parse_phh(write_phh([hand]))
    assert not differences(again)
    assert again.payoffs == hand.payoffs
    assert again.actions == tuple(move.action for move in again.replay().moves)
    assert again.metadata["_stakes"] == hand.metadata["_stakes"]


@given(st.integers(0, 2**32))
@settings(max_examples=150)
def test_random_hands_come_back_exactly(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice((TDA, replace(ACPC, splits_fractions=False)))
    hand = random_plain_hand(rng, ("no-limit", "pot-limit", "fixed-limit"), rules)
    text = write_pokerstars([hand.record()])
    again = parse_pokerstars(text)
    assert not differences(again)
    assert again.payoffs == hand.payoffs
    assert again.holes == tuple(hand.hole(seat) for seat in range(hand.game.seats))
    assert write_pokerstars([again]) == text


def test_many_hands_windows_lines_and_a_byte_order_mark() -> None:
    text = "\ufeff" + "\n\n\n".join(HANDS.values()) + "\n*********** # 4 **************\n"
    hands = list(read_pokerstars(text.replace("\n", "\r\n"), "session.txt"))
    assert [hand.name for hand in hands if isinstance(hand, FileRecord)] == [
        "hand 70001",
        "hand 70002",
        "hand 70003",
    ]
    assert all(isinstance(hand, FileRecord) and not differences(hand) for hand in hands)
    assert hands[1].line == CASH.count("\n") + 4


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("cash", "collected $59", "collected $58", "184 are collected from a pot of 189"),
        ("cash", "won ($185)", "won ($186)", "186 are collected"),
        ("cash", "Total pot $189", "Total pot $190", "the pot is 190, replayed 189"),
        ("cash", "Rake $4", "Rake $3", "185 are collected from a pot of 189"),
        ("cash", "($77.50) returned", "($70) returned", "returned is 70 to Kay, replayed 77.5"),
        ("cash", "Kay: calls $41.50", "Kay: calls $41", "Kay pays 41, but call costs 41.5"),
        ("cash", "raises $3 to $4", "raises $2 to $4", "raises by 2, but a raise to 4 is by 3"),
        ("cash", "raises $3 to $4", "raises $3 to $1.10", "(seat 3 in round 1 of 4, pot 300"),
        ("cash", "raises $3 to $4", "raises $3 to $1.10", "behind), in chips of 0.01"),
        (
            "cash",
            "Ivo: raises $38.50 to $42.50",
            "Kay: raises $3.50 to $7.50",
            "(raise to 7.5), but",
        ),
        ("tournament", "Ann: folds\n", "", "Cid acts (call), but it is the turn of Ann"),
        ("tournament", "raises 25 to 625", "raises 26 to 626", "raise to 626 is against the rules"),
        ("limit", "Nia: bets €0.50\n", "Nia: bets €0.60\n", "against the rules"),
        ("limit", "Max: folds\n", "", "the hand ends while it is the turn of Max"),
    ],
)
def test_what_did_not_happen_is_a_difference(name: str, old: str, new: str, complaint: str) -> None:
    found = differences(parse_pokerstars(changed(HANDS[name], old, new)))
    assert any(complaint in each.what for each in found), [str(each) for each in found]


@pytest.mark.parametrize("by", ["€0.25", "€0.40", "€0.50"])
def test_converters_may_write_the_whole_raise_or_what_it_costs(by: str) -> None:
    first = "*** HOLE CARDS ***\nNia: raises "
    text = changed(LIMIT, f"{first}€0.25", f"{first}{by}")
    assert not differences(parse_pokerstars(text))


def test_converters_may_state_the_pot_without_the_rake() -> None:
    assert not differences(parse_pokerstars(changed(LIMIT, "Total pot €2 ", "Total pot €1.91 ")))


def test_a_card_that_is_dealt_twice_makes_no_sense() -> None:
    (found,) = differences(parse_pokerstars(CASH.replace("[As Ks]", "[As 3s]")))
    assert found.kind == "malformed"


def test_a_difference_names_its_line() -> None:
    wrong = parse_pokerstars(changed(CASH, "Kay: bets $30\n", "Kay: bets $0.30\n"))
    (found,) = differences(wrong)
    assert found.line == CASH[: CASH.index("Kay: bets $30")].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("Hold'em Limit", "Omaha Pot Limit", 1, "'Omaha Pot Limit (€0.25/€0.50 EUR)"),
        ("Seat #5 is the button", "", 2, "has no button"),
        ("Seat 5: Nia (€7.10", "Seat 2: Nia (€7.10", 1, "two players have the same seat"),
        ("Max: bets €0.25", "Max: bats €0.25", None, "an action is expected"),
        ("[5h 6h 7h]\nMax: bets", "[5h 6h]\nMax: bets", None, "there are 2 cards on the flop"),
        ("[5h 6h 7h]\nMax: bets", "[5h 6h 1h]\nMax: bets", None, "'1h' is no card"),
        ("Board [5h 6h 7h 8c]", "Board [5h 6h 7h 8d]", None, "is not the board that was dealt"),
        ("*** TURN ***", "*** FIRST TURN ***", None, "run twice"),
        ("Total pot €2 | Rake €0.09", "", 1, "no '*** SUMMARY ***'"),
        ("returned to Nia", "returned to Nobody", None, "'Nobody' sits at no seat"),
        ("Seat 2: Max (€5 in", "Seat 2: Max (€0 in", 1, "cannot play"),
        ("*** TURN ***", "*** TORN ***", None, "is no part of a hand"),
    ],
)
def test_errors_say_where_and_what(old: str, new: str, line: int | None, complaint: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_pokerstars(changed(LIMIT, old, new), "limit.txt")
    assert complaint in str(caught.value)
    assert caught.value.line == (line or LIMIT[: LIMIT.index(old)].count("\n") + 1)


def test_a_straddle_makes_the_next_player_begin() -> None:
    text = changed(
        CASH, "back again: posts small & big blinds $1.50", "back again: posts straddle $2"
    )
    game = parse_pokerstars(text).game
    assert game.blinds == (50, 100, 200, 0, 0)
    assert game.first[0] == 3


def test_a_straddle_with_dead_money_is_refused() -> None:
    game = Game(
        structure="no-limit",
        seats=4,
        stacks=(100,) * 4,
        blinds=(5, 10, 20, 0),
        antes=(0, 0, 5, 0),
        min_bet=10,
        first=(3, 0, 0, 0),
    )
    hand = Hand(game, seed=1)
    while not hand.over:
        hand.act(hand.legal.passive)
    with pytest.raises(FormatError, match="the straddle's dead money"):
        write_pokerstars([hand.record()])


def test_a_big_blind_behind_no_small_blind_may_be_all_in_by_the_ante() -> None:
    game = Game(
        structure="no-limit",
        seats=3,
        stacks=(100, 3, 100),
        blinds=(0, 10, 0),
        antes=(5, 5, 5),
        min_bet=10,
        first=(2, 0, 0, 0),
    )
    hand = Hand(game, seed=1)
    while not hand.over:
        hand.act(hand.legal.passive)
    again = parse_pokerstars(write_pokerstars([hand.record()]))
    assert not differences(again)
    assert again.game.blinds == (0, 10, 0)
    assert again.payoffs == hand.payoffs


NEWCOMERS = """\
PokerStars Hand #70004:  Hold'em No Limit ($0.50/$1 USD) - 2021/03/04 20:15:00 ET
Table 'Io' 6-max Seat #1 is the button
Seat 1: Ana ($100 in chips)
Seat 2: Bix ($100 in chips)
Seat 3: Cob ($100 in chips)
Seat 5: Dax ($100 in chips)
Dax: posts {dax}
{bix}Cob: posts big blind $1
*** HOLE CARDS ***
Dax: {plays}
Ana: folds
{folds}Cob: checks
*** FLOP *** [2c 8d Th]
Cob: bets $2
Dax: folds
Uncalled bet ($2) returned to Cob
Cob collected $2.50 from pot
*** SUMMARY ***
Total pot $2.50 | Rake $0
Board [2c 8d Th]
Seat 3: Cob (big blind) collected ($2.50)
"""


def test_the_big_blind_sits_next_to_the_button_whoever_posts_first() -> None:
    posts, folds = "Bix: posts small blind $0.50\n", "Bix: folds\n"
    text = NEWCOMERS.format(dax="big blind $1", bix=posts, plays="checks", folds=folds)
    hand = parse_pokerstars(text)
    assert not differences(hand)
    assert hand.players == ("Bix", "Cob", "Dax", "Ana")
    assert hand.game.blinds == (50, 100, 100, 0)
    assert hand.game.first[0] == 2
    assert hand.payoffs == (-50, 150, -100, 0)


def test_a_small_blind_behind_the_big_one_is_dead_even_if_nobody_else_posts_one() -> None:
    text = NEWCOMERS.format(dax="small blind $0.50", bix="", plays="calls $1", folds="")
    hand = parse_pokerstars(text)
    assert not differences(hand)
    assert hand.players == ("Cob", "Dax", "Ana")
    assert (hand.game.blinds, hand.game.antes) == ((100, 0, 0), (0, 50, 0))
    assert hand.payoffs == (150, -150, 0)
    written = write_pokerstars([hand])
    assert "Dax: posts small blind $0.50" in written
    assert parse_pokerstars(written) == hand


def test_hands_whose_end_is_not_known_are_refused() -> None:
    hand = Hand(Game.named("cash-3p"), seed=4)
    with pytest.raises(FormatError, match="unfinished"):
        write_pokerstars([hand.record()])
    with pytest.raises(FormatError, match="cannot tell the game"):
        write_pokerstars([Hand(Game.named("leduc")).record()])


def test_a_hand_that_the_room_bought_is_won_all_the_same() -> None:
    text = changed(TOURNAMENT, "Ben collected 160 from main pot\n", "")
    text = changed(
        text,
        "with three of a kind, Deuces\nSeat 4",
        "with three of a kind, Deuces (pot not awarded as player cashed out)\nSeat 4",
    )
    sold = "Ben cashed out the hand for 158 | Cash Out Fee 2\n"
    text = changed(text, "*** FLOP ***", sold + "*** FLOP ***")
    hand = parse_pokerstars(text)
    assert not differences(hand)
    assert hand.payoffs == (-375, 120, 955, -700)
