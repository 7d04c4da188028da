"""Who wins what, and who has to show it."""

from fractions import Fraction

import pytest

from fivebet.errors import ActionError
from fivebet.game import ACPC, CALL, CHECK, FOLD, TDA, Action, Game, Hand, bet, raise_to
from fivebet.game.events import Mucked, Shown, StreetDealt, UncalledReturned, Won

BOARD = "2c3c4d8h9h"


def play(hand: Hand, *actions: Action) -> Hand:
    for action in actions:
        hand.act(action)
    return hand


def checked_down(hand: Hand) -> Hand:
    while not hand.over:
        hand.act(CALL)
    return hand


def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(5, 10), rules=TDA)
    hand = Hand.with_cards(game, ["AsAh", "KsQd", "KhQc"], BOARD, stacks=(100,) * 3)
    checked_down(play(hand, CALL, FOLD))
    assert hand.payoffs == (-5, 3, 2)


def test_the_competition_splits_a_chip() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(5, 10), rules=ACPC)
    hand = Hand.with_cards(game, ["AsAh", "KsQd", "KhQc"], BOARD, stacks=(100,) * 3)
    checked_down(play(hand, CALL, FOLD))
    assert hand.payoffs == (-5, Fraction(5, 2), Fraction(5, 2))


def test_three_all_ins_make_three_pots() -> None:
    game = Game(structure="no-limit", seats=4, blinds=(50, 100))
    holes = ["AsAh", "KsKh", "QsQh", "JsJh"]
    hand = Hand.with_cards(game, holes, BOARD, stacks=(100, 300, 600, 1000))
    play(hand, raise_to(600), raise_to(1000), CALL, CALL)
    assert hand.over
    assert hand.uncalled == (3, 400)
    assert hand.pots == ((400, (0, 1, 2, 3)), (600, (1, 2, 3)), (600, (2, 3)))
    assert hand.awards == ((0, 0, 400), (1, 1, 600), (2, 2, 600))
    assert hand.payoffs == (300, 300, 0, -600)


def test_a_folded_players_chips_stay_in_the_pots() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(50, 100))
    hand = Hand.with_cards(game, ["AsAh", "KsKh", "QsQh"], BOARD, stacks=(300, 1000, 1000))
    play(hand, raise_to(400), CALL, raise_to(900), FOLD)
    assert hand.payoffs == (600, -200, -400)


def test_a_side_pot_is_split_apart_from_the_main_pot() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(5, 10), antes=(1, 1, 1))
    hand = Hand.with_cards(game, ["AsAh", "KsQd", "KhQc"], BOARD, stacks=(4, 28, 28))
    # The small blind is all-in for 4; the others split the rest, 27 each.
    play(hand, raise_to(27), CALL)
    assert hand.payoffs == (8, -4, -4)


def test_the_last_aggressor_shows_first_and_worse_hands_muck() -> None:
    game = Game.named("cash-3p")
    hand = Hand.with_cards(game, ["AsAh", "KsKh", "QsQh"], BOARD)
    play(hand, CALL, CALL, CHECK, *(CHECK,) * 6, CHECK, bet(100), CALL, CALL)
    shows = [event for event in hand.events if isinstance(event, Shown | Mucked)]
    assert [(type(event), event.seat) for event in shows] == [
        (Shown, 1),
        (Mucked, 2),
        (Shown, 0),
    ]


def test_without_a_bet_on_the_river_the_first_left_of_the_button_shows_first() -> None:
    hand = checked_down(Hand.with_cards(Game.named("cash-3p"), ["AsAh", "KsKh", "QsQh"], BOARD))
    assert hand.shown == (0,)
    hand = checked_down(Hand.with_cards(Game.named("cash-3p"), ["QsQh", "AsAh", "KsKh"], BOARD))
    assert hand.shown == (0, 1)


def test_hands_that_tie_are_all_shown() -> None:
    hand = checked_down(Hand.with_cards(Game.named("cash-2p"), ["AsKh", "AhKs"], BOARD))
    assert hand.shown == (0, 1)
    assert hand.payoffs == (0, 0)


def test_with_somebody_all_in_and_in_the_competition_all_hands_are_shown() -> None:
    hand = Hand.with_cards(Game.named("cash-2p"), ["AsAh", "KsKh"], BOARD)
    assert play(hand, raise_to(10_000), CALL).shown == (0, 1)
    hand = Hand.with_cards(Game.named("nolimit-2p"), ["AsAh", "KsKh"], BOARD)
    assert checked_down(hand).shown == (0, 1)


def test_an_uncalled_bet_goes_back_before_the_board_is_run_out() -> None:
    game = Game(structure="no-limit", seats=2, blinds=(100, 50))
    hand = Hand.with_cards(game, ["AsAh", "KsKh"], BOARD, stacks=(400, 1000))
    play(hand, raise_to(1000), CALL)
    kinds = [type(event) for event in hand.events]
    assert kinds.index(UncalledReturned) < kinds.index(StreetDealt)
    assert hand.events[-1] == Won(seat=0, chips=800, pot=0)


def test_a_fold_shows_nothing() -> None:
    hand = play(Hand(Game.named("cash-2p")), FOLD)
    assert hand.shown == ()
    assert hand.board == ()
    assert hand.payoffs == (50, -50)


def test_a_showdown_of_unknown_cards_has_no_result() -> None:
    hand = checked_down(Hand.with_cards(Game.named("cash-2p"), ["AsAh", None], BOARD))
    assert hand.over
    assert not hand.decided
    with pytest.raises(ActionError, match="the result is unknown"):
        _ = hand.payoffs
    assert hand.pot == 200


def test_unknown_cards_that_were_mucked_lose() -> None:
    game = Game.named("cash-3p")
    hand = Hand.with_cards(game, ["2s7h", None, None], BOARD, mucked=[1, 2])
    checked_down(hand)
    assert hand.payoffs == (200, -100, -100)
    assert hand.shown == (0,)


def test_a_fold_needs_no_cards() -> None:
    hand = play(Hand.with_cards(Game.named("cash-2p"), [None, None]), raise_to(300), FOLD)
    assert hand.payoffs == (-100, 100)


def test_leduc_is_played_with_six_cards_and_a_pair_beats_an_ace() -> None:
    game = Game.named("leduc")
    assert str(game.deck) == "AsAhKsKhQsQh"
    hand = Hand.with_cards(game, ["Qs", "As"], "Qh")
    play(hand, raise_to(3), CALL, raise_to(4), CALL)
    assert hand.payoffs == (7, -7)
    hand = Hand.with_cards(game, ["Qs", "As"], "Kh")
    assert checked_down(hand).payoffs == (-1, 1)


def test_kuhn_is_played_with_three_cards_and_one_bet() -> None:
    game = Game.named("kuhn")
    assert str(game.deck) == "AsKsQs"
    hand = Hand.with_cards(game, ["Ks", "Qs"])
    play(hand, CHECK, raise_to(2))
    assert not hand.legal.can_raise
    assert play(hand, CALL).payoffs == (2, -2)
    assert hand.board == ()


def test_kuhns_tree_has_as_many_ends_as_it_should() -> None:
    ends = 0
    waiting = [Hand.with_cards(Game.named("kuhn"), ["Ks", "Qs"])]
    while waiting:
        hand = waiting.pop()
        if hand.over:
            ends += 1
            continue
        for action in hand.legal.choices:
            branch = hand.copy()
            branch.act(action)
            waiting.append(branch)
    assert ends == 5


def test_a_hand_of_an_acpc_log_ends_as_logged() -> None:
    """STATE:1:cr253c/r9880r19775r20000c//:6c9h|4h5c/5s2hAd/3c/Kh:-20000|20000."""
    hand = Hand.with_cards(Game.named("nolimit-2p"), ["6c9h", "4h5c"], "5s2hAd3cKh")
    play(hand, CALL)
    for total in (253, None, 9880, 19775, 20000, None):
        hand.act(CALL if total is None else raise_to(total - hand.base))
    assert hand.payoffs == (-20000, 20000)
