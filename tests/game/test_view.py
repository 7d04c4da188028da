"""A view holds what its seat may know, and nothing else."""

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.cards import Card
from fivebet.errors import ActionError
from fivebet.game import CALL, Game, Hand, View, raise_to
from tests.game.random_games import random_game, random_stacks
from tests.game.strategies import Player, deals, play_on, players


def readable(view: View) -> dict[str, object]:
    """Everything that can be read off a view, by whatever name."""
    found: dict[str, object] = {"text": str(view)}
    for name in dir(view):
        if name.startswith("__") or name == "game":
            continue
        try:
            value = getattr(view, name)
        except ActionError as error:
            value = str(error)
        if not callable(value):
            found[name] = repr(value)
    found["holes"] = [view.hole(seat) for seat in range(view.game.seats)]
    return found


@given(st.integers(0, 2**32))
@settings(max_examples=200)
def test_hidden_cards_change_nothing_that_a_view_tells(seed: int) -> None:
    """Two deals that differ only in what a seat cannot see look the same to it."""
    rng = random.Random(seed)
    game = random_game(rng)
    stacks = random_stacks(rng, game)
    size, on_board = game.hole_cards, sum(game.board_cards)
    deck = list(game.deck)
    rng.shuffle(deck)
    me = rng.randrange(game.seats)
    street = rng.randrange(game.rounds)
    seen = sum(game.board_cards[: street + 1])

    def deal(hidden: list[Card]) -> Hand:
        holes = [
            mine if seat == me else [hidden.pop() for _ in range(size)]
            for seat in range(game.seats)
        ]
        board = flop + [hidden.pop() for _ in range(on_board - seen)]
        return Hand.with_cards(game, holes, board, stacks=stacks)

    mine, flop, rest = deck[:size], deck[size : size + seen], deck[size + seen :]
    first = deal(list(rest))
    rng.shuffle(rest)
    second = deal(list(rest))
    while not first.over and first.street <= street:
        assert readable(first.view(me)) == readable(second.view(me))
        action = rng.choice(first.legal.choices)
        first.act(action)
        second.act(action)
    if len(first.active) == 1 and first.street <= street:
        assert readable(first.view(me)) == readable(second.view(me))


@given(deals(), players())
@settings(max_examples=200)
def test_a_view_shows_its_own_cards_and_those_shown(hand: Hand, player: Player) -> None:
    play_on(hand, player)
    for seat in range(hand.game.seats):
        view = hand.view(seat)
        assert view.cards == hand.hole(seat)
        for other in range(hand.game.seats):
            known = other == seat or other in hand.shown
            assert view.hole(other) == (hand.hole(other) if known else None)
        assert view.payoffs == hand.payoffs
        assert view.awards == hand.awards


@given(deals(), players(), st.integers(0, 20))
@settings(max_examples=200)
def test_hands_and_views_survive_pickling(hand: Hand, player: Player, actions: int) -> None:
    for _ in range(actions):
        if not hand.over:
            hand.act(player(hand))
    for seat in range(hand.game.seats):
        view = hand.view(seat)
        assert readable(pickle.loads(pickle.dumps(view))) == readable(view)
    again = pickle.loads(pickle.dumps(hand))
    assert type(again) is Hand
    assert (
        play_on(again, lambda h: h.legal.passive).events
        == play_on(copy.deepcopy(hand), lambda h: h.legal.passive).events
    )


def test_a_view_reads_like_the_hand_and_does_not_change_with_it() -> None:
    hand = Hand(Game.named("cash-3p"), seed=2)
    view = hand.view(2)
    assert view.to_act
    assert view.legal == hand.legal
    assert view.stack == 10_000
    hand.act(raise_to(300))
    assert view.moves == ()
    assert view.pot == 150
    later = hand.view(2)
    assert not later.to_act
    assert (later.pot, later.bets, later.actor) == (450, (50, 100, 300), 0)


def test_a_view_cannot_act() -> None:
    view = Hand(Game.named("cash-2p")).view(1)
    assert not hasattr(view, "act")
    assert not hasattr(view, "copy")


def test_views_are_of_seats_that_there_are() -> None:
    with pytest.raises(ActionError, match="there is no seat 2: seats go from 0 to 1"):
        Hand(Game.named("cash-2p")).view(2)


def test_a_views_events_hide_what_was_dealt_to_others() -> None:
    hand = Hand(Game.named("cash-2p"), seed=2)
    hand.act(CALL)
    events = hand.view(0).events
    assert "cards=None" in repr(events)
    assert repr(hand.hole(0)) in repr(events)
    assert repr(hand.hole(1)) not in repr(events)
