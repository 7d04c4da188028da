"""Who wins from whom."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings

from fivebet.errors import ActionError, GameError
from fivebet.game import CALL, CHECK, FOLD, TDA, Game, Hand, raise_to
from fivebet.opponents import Ledger, flows
from tests.game.strategies import Player, deals, play_on, players


@settings(max_examples=300)
@given(deals(), players())
def test_what_one_wins_from_all_others_is_exactly_the_payoff(hand: Hand, player: Player) -> None:
    hand = play_on(hand, player)
    assume(hand.decided)
    matrix = flows(hand)
    for seat, row in enumerate(matrix):
        assert sum(row) == hand.payoffs[seat]
        assert row[seat] == 0
        assert all(row[other] == -matrix[other][seat] for other in range(len(matrix)))


@settings(max_examples=200)
@given(deals(), players())
def test_nobody_loses_more_to_all_winners_than_he_has_staked(hand: Hand, player: Player) -> None:
    hand = play_on(hand, player)
    assume(hand.decided)
    for seat, row in enumerate(flows(hand)):
        staked = hand.winnings[seat] - hand.payoffs[seat]
        assert -sum(chips for chips in row if chips < 0) <= staked


def test_a_view_and_a_record_tell_the_same_flows() -> None:
    for number in range(50):
        hand = Hand(Game.named("nolimit-3p"), seed=4, number=number)
        while not hand.over:
            hand.act(CALL if hand.legal.call else CHECK)
        assert flows(hand.view(2)) == flows(hand.record()) == flows(hand)


def all_in(holes: list[str], board: str, stacks: tuple[int, ...]) -> Hand:
    seats = len(stacks)
    blinds = (10, 5) if seats == 2 else (5, 10)
    game = Game(structure="no-limit", seats=seats, blinds=blinds, stacks=stacks, rules=TDA)
    hand = Hand.with_cards(game, holes, board)
    hand.act(raise_to(max(stacks)))
    while not hand.over:
        hand.act(CALL)
    return hand


def test_side_pots_are_lost_to_those_who_win_them() -> None:
    # Seat 0 with aces wins the main pot of 3 × 100; seat 1 with kings 2 × 200 from seat 2.
    hand = all_in(["AsAh", "KsKh", "QsQh"], "2c3d7h8s9c", (100, 300, 300))
    assert flows(hand) == ((0, 100, 100), (-100, 0, 200), (-100, -200, 0))


def test_a_split_pot_takes_from_losers_alone() -> None:
    # Seats 0 and 1 split with the same straight; seat 2 has put in as much.
    game = Game(structure="no-limit", seats=3, blinds=(5, 10), stacks=(500,) * 3, rules=TDA)
    hand = Hand.with_cards(game, ["AsKh", "AdKc", "2s2h"], "TcJdQh8s9c")
    for action in (raise_to(31), CALL, CALL, CHECK, CHECK, CHECK):
        hand.act(action)
    for _ in range(6):
        if not hand.over:
            hand.act(CHECK)
    assert hand.payoffs == (16, 15, -31)
    matrix = flows(hand)
    assert matrix[2] == (Fraction(-31 * 47, 93), Fraction(-31 * 46, 93), 0)
    # The pot of 93 goes 47 to 46: of the odd chip a third comes from the other winner.
    assert matrix[0][1] == Fraction(1, 3)


def test_a_hand_in_progress_has_no_flows() -> None:
    with pytest.raises(ActionError, match="not over"):
        flows(Hand(Game.named("nolimit-2p")))


def folded(number: int, big: int = 100) -> Hand:
    game = Game.named("cash-3p").with_blinds((big // 2, big))
    hand = Hand(game, seed=1, number=number)
    hand.act(FOLD)
    hand.act(FOLD)
    return hand


def test_a_ledger_adds_up_and_forgets() -> None:
    ledger = Ledger(window=2)
    for number in range(3):
        order = [("Ann", "Bob", "Cat"), ("Bob", "Cat", "Ann"), ("Cat", "Ann", "Bob")][number]
        assert ledger.observe(folded(number), order)
    assert ledger.won("Bob", "Ann") == 50 == -ledger.won("Ann", "Bob")
    assert ledger.matrix(["Ann", "Bob", "Cat"]) == [[0, -50, 50], [50, 0, -50], [-50, 50, 0]]
    assert ledger.matrix(["Ann", "Bob"], recent=True) == [[0, 0], [0, 0]]
    assert ledger.won("Cat", "Bob", recent=True) == 50
    assert ledger.won("Ann", "nobody") == 0


def test_a_ledger_in_big_blinds_puts_stakes_on_one_scale() -> None:
    ledger = Ledger(big_blinds=True)
    for big in (10, 1000):
        ledger.observe(folded(0, big), "abc")
    assert ledger.won("b", "a") == 1


def test_a_ledger_says_what_it_cannot_enter() -> None:
    ledger = Ledger()
    assert not ledger.observe(Hand(Game.named("nolimit-2p")), "ab")
    with pytest.raises(GameError, match=r"2 players .* for 3 seats"):
        ledger.observe(folded(0), "ab")
    with pytest.raises(GameError, match="window of 0"):
        Ledger(window=0)
    game = Game.named("nolimit-2p")
    unknown = Hand.with_cards(game, [None, None], "")
    unknown.act(raise_to(20_000))
    unknown.act(CALL)
    assert not ledger.observe(unknown, "ab")
