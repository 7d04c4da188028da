"""Cards as the ACPC dealer deals them: same seed, same hands.

Its Mersenne Twister is the 32-bit stream of NumPy's RandomState. Every hand
takes a new deck, clubs to spades and deuces to aces, and draws hole cards
player by player and then the whole board, whether or not it will be seen.
"""

from collections.abc import Iterator

import numpy as np

from fivebet.cards import Card
from fivebet.errors import GameError
from fivebet.game.game import Game
from fivebet.game.hand import Hand

_WORD = 1 << 32


def deal_hands(game: Game, seed: int) -> Iterator[Hand]:
    """Yield the hands of a match, one after the other, without end.

    >>> next(deal_hands(Game.named("nolimit-2p"), 0)).hole(0)
    (Card('5d'), Card('5c'))
    """
    if not 0 <= seed < _WORD:
        raise GameError(f"{seed} is no seed of the ACPC's dealer: seeds go from 0 to {_WORD - 1}")
    stream = np.random.RandomState(seed)
    size, on_board = game.hole_cards, sum(game.board_cards)
    held = game.seats * size
    full = sorted(game.deck)
    number = 0
    while True:
        deck, cards = list(full), []
        for word in stream.randint(0, _WORD, size=held + on_board, dtype=np.uint32).tolist():
            cards.append(_draw(deck, word))
        holes = [cards[seat : seat + size] for seat in range(0, held, size)]
        yield Hand.with_cards(game, holes, cards[held:], number=number)
        number += 1


def _draw(deck: list[Card], word: int) -> Card:
    at = word % len(deck)
    deck[at], deck[-1] = deck[-1], deck[at]
    return deck.pop()
