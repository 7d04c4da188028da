"""The compiled table against the slow one, on 100,000 hands of random games."""

import random
from fractions import Fraction

import pytest

from fivebet.cards import Card
from fivebet.errors import ActionError
from fivebet.game import CALL, Action, Game, Hand, Legal
from tests.game.random_games import random_game, random_stacks
from tests.game.slow_table import RefusedError, SlowTable

BATCHES = 10
HANDS = 100_000 // BATCHES
HANDS_PER_GAME = 10


@pytest.mark.parametrize("batch", range(BATCHES))
def test_slow_table_agrees_on_random_hands_of_random_games(batch: int) -> None:
    rng = random.Random(batch)
    for _ in range(HANDS // HANDS_PER_GAME):
        game = random_game(rng)
        for number in range(HANDS_PER_GAME):
            stacks = random_stacks(rng, game)
            hand = Hand(game, seed=batch, number=number, stacks=stacks)
            play_both(rng, hand, slow_copy(hand, stacks))


def slow_copy(hand: Hand, stacks: list[int]) -> SlowTable:
    """The same deal at the slow table; the board is read off a hand called down."""
    game = hand.game
    seen = hand.copy()
    while not seen.over:
        seen.act(CALL)
    holes = [[int(card) for card in seen.hole(seat) or ()] for seat in range(game.seats)]
    return SlowTable(game, stacks, holes, [int(card) for card in seen.board])


def play_both(rng: random.Random, hand: Hand, slow: SlowTable) -> None:
    while not slow.over:
        agree(hand, slow)
        kind, to = random_action(rng, slow)
        before = hand.copy()
        try:
            slow.act(kind, to)
        except RefusedError:
            with pytest.raises(ActionError):
                hand.act(Action(kind, to))
            assert str(hand) == str(before)
        else:
            hand.act(Action(kind, to))
    agree(hand, slow)


def agree(hand: Hand, slow: SlowTable) -> None:
    where = (hand.game, hand.starting_stacks, hand.moves)
    assert hand.over == slow.over, where
    assert hand.actor == slow.actor, where
    assert hand.street == slow.street, where
    assert hand.board == tuple(map(Card, slow.board())), where
    assert hand.active == tuple(slow.players_in()), where
    if slow.over:
        assert hand.payoffs == tuple(slow.payoffs()), where
        assert sum(hand.payoffs, Fraction(0)) == 0, where
        assert hand.shown == tuple(slow.shown), where
        assert hand.uncalled == slow.uncalled, where
        assert hand.pot == 0
        assert sum(hand.stacks, Fraction(0)) == sum(hand.starting_stacks)
        return
    assert hand.legal == Legal(*slow.legal()), where
    assert hand.bets == tuple(slow.bets), where
    assert hand.pot == slow.pot(), where
    assert hand.stacks == tuple(map(sum, zip(slow.behind, slow.reserve, strict=True))), where


def random_action(rng: random.Random, slow: SlowTable) -> tuple[str, int]:
    """Mostly legal, mostly not folding, sometimes nonsense."""
    _, call, may_raise, low, high = slow.legal()
    draw = rng.random()
    if draw < 0.03:
        return rng.choice(("bet", "raise")), rng.randint(1, 2 * high + 10)
    if draw < 0.06:
        return "check", 0
    if draw < 0.16:
        return "fold", 0
    if draw < 0.55 or not may_raise:
        return ("call" if call else rng.choice(("call", "check"))), 0
    return "raise", rng.choice((low, high, rng.randint(low, high)))


def test_every_structure_and_both_rule_books_are_drawn() -> None:
    rng = random.Random(0)
    games: list[Game] = [random_game(rng) for _ in range(500)]
    assert {game.structure for game in games} == {
        "no-limit",
        "pot-limit",
        "fixed-limit",
        "spread-limit",
        "cap-limit",
    }
    assert {game.seats for game in games} >= {2, 3, 6, 9, 10}
    assert {len(set(game.antes)) > 1 for game in games} == {True, False}
