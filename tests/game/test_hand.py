"""Laws that every hand obeys, whatever is played and however."""

import copy
import pickle
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.cards import Card
from fivebet.errors import ActionError, GameError
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, HandRecord, bet, raise_to
from fivebet.game.events import (
    Acted,
    AntePosted,
    BlindPosted,
    Dealt,
    StreetDealt,
    UncalledReturned,
    Won,
)
from tests.game.strategies import Player, deals, play_on, players


@given(deals(), players())
@settings(max_examples=300)
def test_no_chip_is_made_or_lost(hand: Hand, player: Player) -> None:
    total = sum(hand.starting_stacks)
    while not hand.over:
        assert sum(hand.stacks, Fraction(hand.pot)) == total
        assert sum(chips for chips, _ in hand.pots) == hand.pot
        assert all(stack >= 0 for stack in hand.stacks)
        hand.act(player(hand))
    assert sum(hand.stacks, Fraction(0)) == total
    assert sum(hand.payoffs, Fraction(0)) == 0


@given(deals(), players())
@settings(max_examples=200)
def test_every_legal_action_can_be_taken_and_every_hand_ends(hand: Hand, player: Player) -> None:
    for _ in range(10_000):
        if hand.over:
            break
        for choice in hand.legal.choices:
            assert choice in hand.legal
            branch = hand.copy()
            branch.act(choice)
            taken = branch.moves[-1].action
            assert (taken.kind in ("bet", "raise")) == (choice.kind in ("bet", "raise"))
            assert taken.to == choice.to
        hand.act(player(hand))
    assert hand.over


@given(deals(), players())
@settings(max_examples=200)
def test_events_tell_every_chip(hand: Hand, player: Player) -> None:
    play_on(hand, player)
    chips = [Fraction(stack) for stack in hand.starting_stacks]
    for event in hand.events:
        match event:
            case AntePosted(seat, paid) | BlindPosted(seat, paid) | Acted(seat, _, paid, _):
                chips[seat] -= paid
            case UncalledReturned(seat, back):
                chips[seat] += back
            case Won(seat, won, _):
                chips[seat] += won
            case _:
                pass
    assert tuple(chips) == hand.stacks
    dealt = [
        card for event in hand.events if isinstance(event, StreetDealt) for card in event.cards
    ]
    preflop = hand.game.board_cards[0]
    assert tuple(dealt) == hand.board[preflop:]


@given(deals(), players())
@settings(max_examples=200)
def test_a_record_replays_to_the_same_hand(hand: Hand, player: Player) -> None:
    names = tuple(f"player {seat}" for seat in range(hand.game.seats))
    record = play_on(hand, player).record(names)
    again = record.replay()
    assert again.record(names) == record
    assert again.events == hand.events
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_record_of_half_a_hand_replays_too() -> None:
    hand = Hand(Game.named("cash-3p"), seed=5)
    hand.act(raise_to(300))
    record = hand.record()
    assert record.payoffs is None
    assert record.replay().record() == record


def test_a_record_names_every_seat_or_none() -> None:
    with pytest.raises(GameError, match="1 names"):
        HandRecord.from_hand(Hand(Game.named("cash-3p")), ["Ann"])


@given(deals(), players())
@settings(max_examples=100)
def test_a_copy_goes_its_own_way(hand: Hand, player: Player) -> None:
    before = str(hand)
    other = copy.copy(hand)
    assert type(other) is Hand
    play_on(other, player)
    assert str(hand) == before


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**32))
@settings(max_examples=100)
def test_a_hand_is_named_by_seed_and_number(seed: int, number: int) -> None:
    game = Game.named("nolimit-6p")
    first, again = (Hand(game, seed=seed, number=number) for _ in range(2))
    assert first.events == again.events
    cards = [card for seat in range(6) for card in first.hole(seat) or ()]
    assert len(set(cards)) == 12
    other = Hand(game, seed=seed, number=number + 1)
    assert [other.hole(seat) for seat in range(6)] != [first.hole(seat) for seat in range(6)]


def test_every_card_is_dealt_to_every_place_alike() -> None:
    game, hands = Game.named("cash-2p"), 26_000
    counts = {place: [0] * 52 for place in ("hole", "river")}
    for number in range(hands):
        hand = Hand(game, seed=11, number=number)
        counts["hole"][(hand.hole(0) or ())[0]] += 1
        hand.act(raise_to(10_000))
        hand.act(CALL)
        counts["river"][hand.board[4]] += 1
    for place in counts.values():
        chi_squared = sum((count - hands / 52) ** 2 / (hands / 52) for count in place)
        assert chi_squared < 100  # 51 degrees of freedom: exceeded once in 20,000 seeds


def test_heads_up_is_a_ring_of_two_but_for_the_blinds() -> None:
    """With the blinds and the first seats of a ring given, two play like any number."""
    ring = Game(structure="no-limit", seats=3, blinds=(100, 50, 0), first=(1, 0, 0, 0))
    pair = Game(structure="no-limit", seats=2, blinds=(100, 50))
    rng = random.Random(4)
    for _ in range(200):
        three = Hand.with_cards(ring, ["AsAh", "KsKh", "2s2h"], "3c4c5d8h9h", stacks=(900,) * 3)
        two = Hand.with_cards(pair, ["AsAh", "KsKh"], "3c4c5d8h9h", stacks=(900,) * 2)
        while not two.over:
            if three.actor == 2:
                three.act(FOLD)
                continue
            assert three.actor == two.actor
            # The third player may act behind the first raise, and only folds.
            assert three.legal == two.legal
            action = rng.choice(two.legal.choices)
            two.act(action)
            three.act(action)
            if not three.over and three.actor == 2:
                three.act(FOLD)
        assert three.payoffs == (*two.payoffs, 0)


def test_the_table_is_drawn_for_people() -> None:
    hand = Hand.with_cards(Game.named("cash-3p"), ["AsAh", "KsKh", None], "2c3c4d")
    hand.act(raise_to(300))
    hand.act(FOLD)
    hand.act(CALL)
    assert str(hand) == (
        "cash-3p, hand 0, flop\n"
        "  board  2♣ 3♣ 4♦\n"
        "  pot    650\n"
        "  seat 0             9,950         A♠ A♥  folded\n"
        "→ seat 1             9,700         K♠ K♥\n"
        "  seat 2  button     9,700         ?? ??\n"
        "  fold, check, raise to 100 to 9700"
    )
    hand.act(bet(100))
    hand.act(FOLD)
    assert "over" in str(hand)
    assert "+350" in str(hand)


def test_given_cards_are_checked() -> None:
    game = Game.named("cash-2p")
    with pytest.raises(GameError, match="As is dealt twice"):
        Hand.with_cards(game, ["AsAh", "KsKh"], "As")
    with pytest.raises(GameError, match="seat 1 has Ks: there are 2 hole cards"):
        Hand.with_cards(game, ["AsAh", "Ks"])
    with pytest.raises(GameError, match="more than 5 cards"):
        Hand.with_cards(game, ["AsAh", "KsKh"], "2c3c4c5c6c7c")
    with pytest.raises(GameError, match="1 of 2 seats"):
        Hand.with_cards(game, ["AsAh"])
    with pytest.raises(GameError, match="2c is not in the deck of leduc"):
        Hand.with_cards(Game.named("leduc"), ["2c", "As"])


def test_stacks_are_checked() -> None:
    with pytest.raises(GameError, match="1 stacks for 2 seats"):
        Hand(Game.named("cash-2p"), stacks=(100,))
    with pytest.raises(GameError, match="are no stacks: give whole chips"):
        Hand(Game.named("cash-2p"), stacks=(10**30, 100))
    with pytest.raises(GameError, match="a stack of 0 cannot play"):
        Hand(Game.named("cash-2p"), stacks=(100, 0))


def test_a_board_that_is_not_known_further_is_shown_as_far_as_it_is() -> None:
    hand = Hand.with_cards(Game.named("cash-2p"), ["AsAh", None], "2c3c4d")
    hand.act(raise_to(10_000))
    hand.act(CALL)
    assert hand.over
    assert hand.board == (Card("2c"), Card("3c"), Card("4d"))


def test_actions_are_values() -> None:
    assert raise_to(300) == Action("raise", 300) != bet(300)
    assert len({CALL, Action("call"), CHECK}) == 2
    assert pickle.loads(pickle.dumps(raise_to(300))) == raise_to(300)
    assert str(raise_to(300)) == "raise to 300"
    assert CALL != "call"


def test_what_is_no_action_says_why() -> None:
    with pytest.raises(ActionError, match="'limp' is no action"):
        Action("limp")
    with pytest.raises(ActionError, match="a call has no amount, this one to 5"):
        Action("call", 5)
    with pytest.raises(ActionError, match="a raise goes to at least 1 chip, this one to 0"):
        raise_to(0)
    with pytest.raises(ActionError, match="nobody has so many chips"):
        raise_to(10**30)
    with pytest.raises(ActionError, match="'call' is no Action"):
        Hand(Game.named("cash-2p")).act("call")  # type: ignore[arg-type]


def test_moves_tell_street_seat_and_price() -> None:
    hand = Hand(Game.named("cash-2p"))
    hand.act(CALL)
    hand.act(CHECK)
    hand.act(bet(200))
    assert [(m.street, m.seat, str(m.action), m.paid) for m in hand.moves] == [
        (0, 1, "call", 50),
        (0, 0, "check", 0),
        (1, 0, "bet 200", 200),
    ]
    dealt = [event for event in hand.events if isinstance(event, Dealt)]
    assert [event.seat for event in dealt] == [0, 1]


def test_names_travel_with_the_hand_to_views_copies_and_records() -> None:
    hand = Hand(Game.named("limit-3p"), seed=1, players=("ann", "bob", "cat"))
    assert hand.view(1).players == hand.copy().players == ("ann", "bob", "cat")
    assert pickle.loads(pickle.dumps(hand.view(2))).players == ("ann", "bob", "cat")
    assert hand.record().players == hand.record().start().players == ("ann", "bob", "cat")
    assert hand.record(("x", "y", "z")).players == ("x", "y", "z")
    assert Hand(Game.named("limit-3p")).players == ()


def test_players_left_travel_with_the_hand_to_views_and_copies() -> None:
    hand = Hand(Game.named("limit-3p"), seed=1, players_left=27)
    assert hand.view(1).players_left == hand.copy().players_left == 27
    assert pickle.loads(pickle.dumps(hand.view(2))).players_left == 27
    assert Hand(Game.named("limit-3p")).players_left == 0
    with pytest.raises(GameError, match="2 players left has no table of 3"):
        Hand(Game.named("limit-3p"), players_left=2)


def test_as_many_names_as_seats() -> None:
    with pytest.raises(GameError, match="there are 2 names for 3 seats"):
        Hand(Game.named("limit-3p"), players=("ann", "bob"))
