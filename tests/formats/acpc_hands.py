"""Random games and hands that the ACPC's dealer could have dealt."""

import random

from fivebet.acpc.mersenne import deal_hands
from fivebet.game import ACPC, Action, Game, Hand, raise_to


def random_acpc_game(rng: random.Random, seats: int | None = None) -> Game:
    seats = seats or rng.randint(2, 9)
    big = rng.choice((2, 10, 100))
    blinds = (big, big // 2) if seats == 2 else (big // 2, big)
    deep = tuple(rng.randint(big, big * rng.choice((2, 10, 200))) for _ in range(seats))
    if rng.random() < 0.5:
        return Game(
            name="random", structure="no-limit", seats=seats, blinds=blinds, stacks=deep, rules=ACPC
        )
    return Game(
        name="random",
        structure="fixed-limit",
        seats=seats,
        blinds=blinds,
        stacks=deep if rng.random() < 0.3 else (),
        raise_sizes=(big, big, 2 * big, 2 * big),
        max_raises=(3, 4, 4, 4),
        rules=ACPC,
    )


def random_action(rng: random.Random, hand: Hand) -> Action:
    legal = hand.legal
    if legal.can_raise and rng.random() < 0.3:
        most = legal.max_raise if rng.random() < 0.2 else min(3 * legal.min_raise, legal.max_raise)
        return raise_to(rng.randint(legal.min_raise, max(most, legal.min_raise)))
    if legal.can_fold and rng.random() < 0.2:
        return Action("fold")
    return legal.passive


def random_hands(rng: random.Random, game: Game, hands: int, seed: int = 1) -> list[Hand]:
    deals = deal_hands(game, seed)
    played = []
    for _ in range(hands):
        hand = next(deals)
        while not hand.over:
            hand.act(random_action(rng, hand))
        played.append(hand)
    return played
