"""Random hands of games that the formats can tell."""

import random

from fivebet.game import FOLD, TDA, Game, Hand, raise_to
from fivebet.game.rules import RuleBook
from tests.game.random_games import random_stacks

__all__ = ["random_plain_hand"]


def random_plain_hand(
    rng: random.Random, structures: tuple[str, ...], rules: RuleBook = TDA
) -> Hand:
    """A hand to its end, with antes, straddles and stacks that make side pots."""
    seats = rng.randint(2, 10)
    big = rng.choice((2, 10, 100))
    blinds = (big, big // 2) if seats == 2 else (big // 2, big)
    if seats > 3 and rng.random() < 0.15:
        blinds = (*blinds, 0, big)
    structure = rng.choice(structures)
    limit = structure == "fixed-limit"
    game = Game(
        structure=structure,  # type: ignore[arg-type]
        seats=seats,
        blinds=blinds,
        antes=(big // 2,) * seats if rng.random() < 0.5 else (),
        raise_sizes=(big, big, 2 * big, 2 * big) if limit else (),
        max_raises=(3, 4, 4, 4) if limit else (),
        first=((blinds.index(big) + 1) % seats, 0, 0, 0),
        rules=rules,
    )
    number = rng.randrange(10**6)
    hand = Hand(game, seed=2, number=number, stacks=random_stacks(rng, game))
    while not hand.over:
        legal = hand.legal
        if legal.can_raise and rng.random() < 0.35:
            hand.act(raise_to(rng.randint(legal.min_raise, legal.max_raise)))
        elif legal.call and rng.random() < 0.2:
            hand.act(FOLD)
        else:
            hand.act(legal.passive)
    return hand
