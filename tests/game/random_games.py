"""Random games of every kind, with stacks that make trouble."""

import random

from fivebet.game.game import Game
from fivebet.game.rules import ACPC, TDA, RuleBook

STRUCTURES = ("no-limit", "pot-limit", "fixed-limit", "spread-limit", "cap-limit")
BOARDS = ((0, 3, 1, 1), (0, 3, 1, 1), (0, 3, 1, 1), (0,), (0, 1), (0, 3), (0, 2, 1), (1, 1, 1, 1))


def random_game(rng: random.Random) -> Game:
    seats = rng.choice((2, 2, 3, 3, 4, 5, 6, 8, 9, 10))
    structure = rng.choice(STRUCTURES)
    board = rng.choice(BOARDS)
    rounds = len(board)
    big = rng.choice((2, 10, 100))
    options: dict[str, object] = {
        "structure": structure,
        "seats": seats,
        "blinds": random_blinds(rng, seats, big),
        "antes": random_antes(rng, seats, big),
        "board_cards": board,
        "hole_cards": rng.choice((2, 2, 2, 1, 3)) if sum(board) <= 4 else 2,
        "min_bet": rng.choice((0, 0, big, big // 2, 1)),
        "rules": random_rules(rng),
        "uncapped_heads_up": rng.random() < 0.3,
    }
    if structure in ("fixed-limit", "spread-limit"):
        options["min_bet"] = 0
        options["raise_sizes"] = sizes = tuple(big * rng.choice((1, 1, 2)) for _ in range(rounds))
        if structure == "spread-limit":
            options["max_raise_sizes"] = tuple(size + rng.randint(1, 3 * big) for size in sizes)
    if structure == "cap-limit":
        options["cap"] = rng.randint(1, 20 * big)
    if rng.random() < 0.6:
        options["max_raises"] = tuple(rng.choice((0, 1, 2, 3, 4, 4, 255)) for _ in range(rounds))
    if rng.random() < 0.2:
        options["first"] = tuple(rng.randrange(seats) for _ in range(rounds))
    if seats * 3 + 5 <= 16 and rng.random() < 0.3:
        options["suits"], options["ranks"] = rng.choice(((2, 13), (4, 5), (3, 8)))
    return Game(**options)  # type: ignore[arg-type]


def random_blinds(rng: random.Random, seats: int, big: int) -> tuple[int, ...]:
    blinds = [big, big // 2] if seats == 2 else [big // 2, big]
    extra = rng.random()
    if extra < 0.15 and seats > 2:
        blinds.append(2 * big)
    elif extra < 0.25 and seats > 3:
        blinds += [0, big]
    elif extra < 0.3:
        blinds = [rng.randint(0, big) for _ in range(seats)]
    elif extra < 0.35:
        blinds = [big]
    elif extra < 0.4:
        blinds = []
    return tuple(blinds)


def random_antes(rng: random.Random, seats: int, big: int) -> tuple[int, ...]:
    kind = rng.random()
    if kind < 0.5:
        return ()
    if kind < 0.7:
        return (max(1, big // 4),) * seats
    if kind < 0.9:
        return (big, 0) if seats == 2 else (0, big)
    return tuple(rng.randint(big // 4, big) for _ in range(seats))


def random_rules(rng: random.Random) -> RuleBook:
    if rng.random() < 0.8:
        return rng.choice((TDA, ACPC))
    names = RuleBook.__dataclass_fields__
    return RuleBook(**{name: rng.random() < 0.5 for name in names})


def random_stacks(rng: random.Random, game: Game) -> list[int]:
    big = max(1, *game.blinds, *game.antes)
    depth = rng.choice((1, 3, 10, 100))
    return [rng.randint(1, depth * big + rng.choice((0, big))) for _ in range(game.seats)]
