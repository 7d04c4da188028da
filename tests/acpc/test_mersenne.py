"""Cards of a seed are those of the ACPC's dealer."""

from collections.abc import Iterator
from itertools import islice

import pytest

from fivebet.acpc.mersenne import deal_hands
from fivebet.errors import GameError
from fivebet.formats.acpc.states import state_text
from fivebet.game import Game

SIZE, MIDDLE = 624, 397


def genrand_int32(seed: int) -> Iterator[int]:
    """Matsumoto and Nishimura's MT19937, from its paper, seeded by init_genrand."""
    state = [seed]
    for i in range(1, SIZE):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) % 2**32)
    while True:
        for i in range(SIZE):
            y = state[i] & 0x80000000 | state[(i + 1) % SIZE] & 0x7FFFFFFF
            state[i] = state[(i + MIDDLE) % SIZE] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        for word in state:
            y = word ^ word >> 11
            y ^= y << 7 & 0x9D2C5680
            y ^= y << 15 & 0xEFC60000
            yield y ^ y >> 18


def slow_deals(game: Game, seed: int) -> Iterator[tuple[list[str], str]]:
    words = genrand_int32(seed)
    while True:
        suits, ranks = "cdhs"[4 - game.suits :], "23456789TJQKA"[13 - game.ranks :]
        deck = [rank + suit for suit in suits for rank in ranks]

        def draw(deck: list[str] = deck) -> str:
            at = next(words) % len(deck)
            card = deck[at]
            deck[at] = deck[-1]
            del deck[-1]
            return card

        holes = ["".join(draw() for _ in range(game.hole_cards)) for _ in range(game.seats)]
        yield holes, "".join(draw() for _ in range(sum(game.board_cards)))


def test_the_twister_is_the_published_one() -> None:
    """The first words of seed 5489 and the ten thousandth, as the C++ standard states it."""
    words = list(islice(genrand_int32(5489), 10_000))
    assert words[0] == 3499211612
    assert words[-1] == 4123659995


# What the ACPC's dealer dealt with seed 0, as printed in public logs of it.
SEED_0 = {
    "limit-2p": {
        0: "5d5c|9hQd/8dAs8s/4h/6d",
        1: "6sKs|5dJd/2sTh2h",
        2: "Ah8s|2h4c",
        3: "4s8s|6hJd/QhJs9d/Qc",
        5: "KhTh|8s7d/9c8d5c/Qd/Td",
        6: "Kc8h|5cAs/9dAh4d/7h",
    },
    "limit-3p": {0: "5d5c|9hQd|8dAs/8s4h6d/5s/Js"},
}


@pytest.mark.parametrize("name", sorted(SEED_0))
def test_seed_0_gives_the_hands_that_the_real_dealer_dealt(name: str) -> None:
    hands = list(islice(deal_hands(Game.named(name), 0), 10))
    for number, cards in SEED_0[name].items():
        hand = hands[number]
        while not hand.over:
            hand.act(hand.legal.passive)
        assert state_text(hand).split(":")[3].startswith(cards)


@pytest.mark.parametrize("name", ["nolimit-2p", "limit-3p", "limit-9p", "leduc", "kuhn"])
@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1])
def test_hands_are_dealt_as_the_dealer_deals_them(name: str, seed: int) -> None:
    game = Game.named(name)
    ours = islice(deal_hands(game, seed), 100)
    for number, (hand, (holes, board)) in enumerate(
        zip(ours, slow_deals(game, seed), strict=False)
    ):
        assert hand.number == number
        assert ["".join(map(str, hand.hole(s) or ())) for s in range(game.seats)] == holes
        while not hand.over:
            hand.act(hand.legal.passive)
        assert "".join(map(str, hand.board)) == board


def test_seeds_are_32_bits() -> None:
    with pytest.raises(GameError, match="4294967296 is no seed"):
        next(deal_hands(Game.named("kuhn"), 2**32))
