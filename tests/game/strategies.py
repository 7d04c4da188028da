"""Games, stacks and choices drawn by hypothesis."""

import random
from collections.abc import Callable

from hypothesis import strategies as st

from fivebet.game import Action, Game, Hand, raise_to
from tests.game.random_games import random_game, random_stacks

__all__ = ["deals", "play_on", "players"]


@st.composite
def deals(draw: st.DrawFn) -> Hand:
    """A hand of any game, with any stacks, before its first action."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    game: Game = random_game(rng)
    number = draw(st.integers(0, 1000))
    return Hand(game, seed=1, number=number, stacks=random_stacks(rng, game))


Player = Callable[[Hand], Action]


@st.composite
def players(draw: st.DrawFn) -> Player:
    """Somebody who takes legal actions at random, raises of any size included."""
    rng = random.Random(draw(st.integers(0, 2**32)))

    def choose(hand: Hand) -> Action:
        legal = hand.legal
        if legal.can_raise and rng.random() < 0.4:
            return raise_to(rng.randint(legal.min_raise, legal.max_raise))
        if legal.can_fold and rng.random() < 0.1:
            return Action("fold")
        return legal.passive

    return choose


def play_on(hand: Hand, player: Player) -> Hand:
    while not hand.over:
        hand.act(player(hand))
    return hand
