"""The rules of betting, one example each."""

import pytest

from fivebet.errors import ActionError
from fivebet.game import (
    ACPC,
    CALL,
    CHECK,
    FOLD,
    TDA,
    Action,
    Game,
    Hand,
    Legal,
    RuleBook,
    bet,
    raise_to,
)


def deal(game: Game, stacks: tuple[int, ...], *actions: Action) -> Hand:
    hand = Hand(game, stacks=stacks)
    for action in actions:
        hand.act(action)
    return hand


def no_limit(seats: int, rules: RuleBook = TDA) -> Game:
    blinds = (100, 50) if seats == 2 else (50, 100)
    return Game(structure="no-limit", seats=seats, blinds=blinds, rules=rules)


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop_only() -> None:
    hand = Hand(Game.named("cash-2p"))
    assert hand.game.button == 1
    assert hand.bets == (100, 50)
    assert hand.actor == 1
    hand.act(CALL)
    hand.act(CHECK)
    assert (hand.street, hand.actor) == (1, 0)


def test_in_a_ring_the_seat_after_the_big_blind_acts_first_and_later_the_small_blind() -> None:
    hand = Hand(Game.named("cash-6p"))
    assert hand.actor == 2
    for _ in range(6):
        hand.act(CALL)
    assert (hand.street, hand.actor) == (1, 0)


def test_first_player_of_each_round_can_be_given() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(50, 100), first=(0, 2, 1, 0))
    hand = Hand(game)
    assert hand.actor == 0
    for _ in range(3):
        hand.act(CALL)
    assert hand.actor == 2


def test_the_big_blind_may_raise_when_everybody_has_called() -> None:
    hand = deal(no_limit(3), (1000,) * 3, CALL, CALL)
    assert hand.actor == 1
    assert hand.legal == Legal(True, 0, True, 200, 1000)


def test_a_raise_is_at_least_as_big_as_the_last_one() -> None:
    hand = deal(no_limit(3), (5000,) * 3, raise_to(350))
    assert hand.legal.min_raise == 600
    with pytest.raises(
        ActionError, match=r"raise to 599 .* between 600 and 5000 \(seat 0 in round 1"
    ):
        hand.act(raise_to(599))
    hand.act(raise_to(600))
    assert hand.legal.min_raise == 850


def test_a_bet_on_a_later_street_is_at_least_the_big_blind() -> None:
    hand = deal(no_limit(2), (5000,) * 2, raise_to(1000), CALL)
    assert hand.legal.min_raise == 100
    hand.act(bet(100))
    assert hand.moves[-1].action == bet(100)
    assert hand.legal.min_raise == 200


SHORT_ALL_IN = (CALL, CALL, CHECK, bet(100), CALL, raise_to(150))


def test_short_all_in_does_not_reopen_betting_in_poker_rooms() -> None:
    hand = deal(no_limit(3, TDA), (5000, 5000, 250), *SHORT_ALL_IN)
    assert hand.actor == 0
    assert hand.legal == Legal(True, 50, False, 0, 0)
    with pytest.raises(ActionError, match="a short all-in does not reopen the betting"):
        hand.act(raise_to(1000))


def test_short_all_in_reopens_betting_in_the_competition_and_leaves_the_minimum() -> None:
    hand = deal(no_limit(3, ACPC), (5000, 5000, 250), *SHORT_ALL_IN)
    assert hand.legal == Legal(True, 50, True, 200, 4900)


def test_short_all_in_lets_those_raise_who_have_not_acted() -> None:
    hand = deal(no_limit(3), (250, 5000, 5000), CALL, CALL, CHECK, CHECK, bet(100))
    hand.act(CALL)
    assert hand.actor == 0
    hand = deal(no_limit(3), (5000, 250, 5000), CALL, CALL, CHECK, bet(100), raise_to(150))
    assert hand.actor == 2
    assert hand.legal == Legal(True, 150, True, 250, 4900)


def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    stacks = (5000, 5000, 260, 300)
    start = (CALL, CALL, CALL, CHECK, bet(100), CALL)
    hand = deal(no_limit(4), stacks, *start, raise_to(160), raise_to(200))
    assert hand.actor == 0
    assert hand.legal == Legal(True, 100, True, 300, 4900)


def test_in_limit_half_a_raise_reopens_the_betting() -> None:
    game = Game(structure="fixed-limit", seats=3, blinds=(5, 10), raise_sizes=(10, 10, 20, 20))
    start = (CALL, CALL, CHECK, bet(10), CALL)
    assert deal(game, (500, 500, 24), *start, raise_to(14)).legal.can_raise is False
    assert deal(game, (500, 500, 25), *start, raise_to(15)).legal.can_raise is True


def test_fixed_limit_has_one_size_and_a_cap() -> None:
    hand = Hand(Game.named("limit-2p"))
    sizes = []
    while hand.legal.can_raise:
        assert hand.legal.min_raise == hand.legal.max_raise
        sizes.append(hand.legal.min_raise)
        hand.act(raise_to(hand.legal.min_raise))
    assert sizes == [20, 30, 40]
    hand.act(CALL)
    hand.act(CHECK)
    hand.act(CHECK)
    assert hand.legal.min_raise == 20


def test_heads_up_the_cap_can_be_lifted() -> None:
    sizes = (10, 10, 20, 20)
    capped = Game(
        structure="fixed-limit", seats=3, blinds=(5, 10), raise_sizes=sizes, max_raises=(1, 1, 1, 1)
    )
    free = Game(
        structure="fixed-limit",
        seats=3,
        blinds=(5, 10),
        raise_sizes=sizes,
        max_raises=(1, 1, 1, 1),
        uncapped_heads_up=True,
    )
    stacks = (1000,) * 3
    assert not deal(capped, stacks, FOLD, raise_to(20)).legal.can_raise
    assert deal(free, stacks, FOLD, raise_to(20)).legal.can_raise
    assert not deal(free, stacks, raise_to(20)).legal.can_raise
    with pytest.raises(ActionError, match="raises are used up"):
        deal(free, stacks, raise_to(20), raise_to(30))


def test_pot_limit_raises_by_the_pot_after_calling() -> None:
    hand = Hand(Game.named("potlimit-6p"))
    assert hand.legal == Legal(True, 100, True, 200, 350)
    hand.act(raise_to(350))
    # 350 to call make the pot 150 + 350 + 350.
    assert hand.legal.max_raise == 350 + 850


def test_pot_limit_bets_the_pot_on_the_flop() -> None:
    hand = deal(Game.named("potlimit-2p"), (5000,) * 2, raise_to(300), CALL)
    assert (hand.legal.min_raise, hand.legal.max_raise) == (100, 600)


def test_spread_limit_bounds_what_a_raise_adds() -> None:
    game = Game(
        structure="spread-limit",
        seats=2,
        blinds=(10, 5),
        raise_sizes=(10, 10, 10, 10),
        max_raise_sizes=(50, 50, 100, 100),
    )
    hand = deal(game, (1000,) * 2)
    assert (hand.legal.min_raise, hand.legal.max_raise) == (20, 60)
    hand.act(raise_to(40))
    assert (hand.legal.min_raise, hand.legal.max_raise) == (70, 90)


def test_cap_limit_makes_a_player_all_in_at_the_cap_and_keeps_the_rest_of_the_stack() -> None:
    game = Game(structure="cap-limit", seats=2, blinds=(10, 5), cap=300)
    hand = Hand.with_cards(game, ["AsAh", "KsKh"], "2c3c4d8h9h", stacks=(1000, 500))
    assert hand.legal.max_raise == 300
    hand.act(raise_to(300))
    assert hand.all_in == (1,)
    hand.act(CALL)
    assert hand.over
    assert hand.stacks == (1300, 200)


def test_antes_of_all_lie_in_the_pot_and_do_not_count_towards_a_call() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(50, 100), antes=(10, 10, 10))
    hand = deal(game, (1000,) * 3)
    assert hand.pot == 180
    assert hand.bets == (50, 100, 0)
    assert hand.legal == Legal(True, 100, True, 200, 990)


def test_a_player_all_in_for_the_ante_plays_for_the_antes() -> None:
    game = Game(structure="no-limit", seats=3, blinds=(50, 100), antes=(10, 10, 10))
    hand = Hand.with_cards(game, ["AsAh", "KsKh", "QsQh"], "2c3c4d8h9h", stacks=(7, 1000, 1000))
    while not hand.over:
        hand.act(CALL)
    # 7 from each, then 103 from each of the others.
    assert hand.payoffs == (14, 96, -110)


def test_a_big_blind_ante_is_dead_money_for_everybody() -> None:
    game = Game.named("cash-3p").with_big_blind_ante(100)
    assert game.antes == (0, 100, 0)
    hand = Hand.with_cards(game, ["AsAh", "KsKh", "QsQh"], "2c3c4d8h9h", stacks=(30, 1000, 1000))
    assert hand.pot == 100 + 30 + 100
    assert hand.stacks == (0, 800, 1000)
    while not hand.over:
        hand.act(CALL)
    # The short small blind wins 30 from each and the whole ante.
    assert hand.payoffs == (160, -60, -100)


def test_what_one_pays_above_the_common_ante_is_dead_money() -> None:
    """A late entrant's dead small blind, beside antes of all."""
    game = Game(structure="no-limit", seats=3, blinds=(50, 100, 100), antes=(10, 10, 60))
    hand = Hand.with_cards(game, ["AsAh", "KsKh", "QsQh"], "2c3c4d8h9h", stacks=(7, 1000, 1000))
    assert hand.pot == 7 + 110 + 160
    while not hand.over:
        hand.act(CALL)
    # 7 from each and the dead 50, then 103 from each of the others.
    assert hand.payoffs == (64, 96, -160)


def test_a_straddle_is_a_third_blind_that_may_still_raise() -> None:
    game = Game.named("cash-4p").with_straddle(200)
    hand = deal(game, (10_000,) * 4)
    assert hand.bets == (50, 100, 200, 0)
    assert hand.actor == 3
    assert hand.legal.min_raise == 400
    for _ in range(3):
        hand.act(CALL)
    assert hand.actor == 2
    assert hand.legal.can_raise
    hand.act(CHECK)
    assert hand.legal.min_raise == 100


def test_the_button_may_straddle_and_the_small_blind_then_begins() -> None:
    hand = deal(Game.named("cash-4p").with_straddle(200, seat=3), (10_000,) * 4)
    assert hand.actor == 0


def test_a_big_blind_posted_short_is_called_in_full() -> None:
    hand = deal(no_limit(3), (1000, 60, 1000))
    assert hand.legal.call == 100
    assert hand.legal.min_raise == 200


def test_nobody_calls_more_than_the_last_opponent_has() -> None:
    hand = deal(no_limit(3), (1000, 60, 1000), FOLD)
    assert hand.legal == Legal(True, 10, False, 0, 0)


def test_no_decision_is_asked_of_a_player_who_owes_nothing_to_players_all_in() -> None:
    hand = deal(no_limit(2), (30, 1000))
    assert hand.over
    assert hand.uncalled == (1, 20)
    assert hand.moves == ()


def test_the_competition_asks_also_a_player_who_owes_nothing_to_players_all_in() -> None:
    hand = deal(no_limit(2, ACPC), (1000, 100), CALL)
    assert hand.actor == 0
    assert hand.legal == Legal(False, 0, False, 0, 0)
    hand.act(CHECK)
    assert hand.over


def test_the_board_is_run_out_when_all_are_all_in() -> None:
    hand = deal(no_limit(2), (1000, 1000), raise_to(1000), CALL)
    assert hand.over
    assert len(hand.board) == 5
    assert hand.shown == (0, 1)


def test_an_uncalled_bet_goes_back() -> None:
    hand = deal(no_limit(2), (1000, 1000), raise_to(700), FOLD)
    assert hand.uncalled == (1, 600)
    assert hand.payoffs == (-100, 100)
    hand = deal(no_limit(2), (1000, 400), raise_to(400), CALL)
    assert hand.uncalled is None
    hand = deal(no_limit(2), (400, 1000), raise_to(1000), CALL)
    assert hand.uncalled == (1, 600)


def test_checking_into_a_bet_is_an_error_that_names_the_rule_and_the_state() -> None:
    with pytest.raises(ActionError) as error:
        deal(no_limit(2), (1000, 1000), CHECK)
    assert str(error.value) == (
        "check is against the rules: there is a bet to call "
        "(seat 1 in round 1 of 4, pot 150, 50 to call, 950 behind)"
    )


def test_a_refused_action_changes_nothing() -> None:
    hand = Hand(no_limit(2), stacks=(1000, 1000))
    before = str(hand)
    with pytest.raises(ActionError):
        hand.act(raise_to(150))
    assert str(hand) == before
    assert hand.moves == ()


def test_raising_when_nobody_could_call_is_refused() -> None:
    hand = deal(no_limit(2), (300, 1000), CALL, raise_to(300))
    with pytest.raises(ActionError, match="nobody is left who could call"):
        hand.act(raise_to(900))


def test_the_competition_moves_raises_into_their_bounds() -> None:
    low = deal(Game.named("nolimit-2p"), (20_000,) * 2, raise_to(101))
    assert low.moves[-1].action == raise_to(200)
    high = deal(Game.named("nolimit-2p"), (20_000,) * 2, raise_to(30_000))
    assert high.moves[-1].action == raise_to(20_000)


def test_the_competition_takes_a_free_fold_and_a_raise_too_many_for_a_call() -> None:
    hand = deal(Game.named("limit-2p"), (1000,) * 2, CALL, FOLD)
    assert hand.moves[-1].action == CHECK
    hand = Hand(Game.named("limit-2p"))
    for _ in range(4):
        hand.act(raise_to(1))
    assert [move.action.kind for move in hand.moves] == ["raise", "raise", "raise", "call"]


def test_poker_rooms_let_one_fold_for_nothing() -> None:
    hand = deal(no_limit(2), (1000,) * 2, CALL, FOLD)
    assert hand.payoffs == (-100, 100)


def test_nobody_acts_when_the_hand_is_over() -> None:
    hand = deal(no_limit(2), (1000,) * 2, FOLD)
    with pytest.raises(ActionError, match="the hand is over"):
        hand.act(CHECK)
    with pytest.raises(ActionError, match="the hand is over"):
        _ = hand.legal
