"""Provably fair dealing: the server shuffles and commits, the players cut, seen cards are opened.

Before a hand the server publishes a salted commitment to each of the 52 cards of its
shuffled deck. Only then the players' seeds become known, and they alone decide
which place of the deck each dealt card comes from. The server cannot choose a deck
for a cut that it does not know, and no player can cut to a card that they cannot see.
After the hand the cards that a player has seen are opened, each with its salt:
the page checks every one of them, and no other card is given away. Whoever asks gets a
proof that the 52 places hold 52 different cards (`deck_proof`), which shows none of them.

    commitment  the point card·G + salt·H of a curve (`curve`), cards 0 to 51: clubs from the
                deuce to the ace, then diamonds, hearts and spades
    cut         an order of the 52 places, drawn from SHA-256 of "cut:hand:seeds:n"
    dealt       hole cards by seat from the button's left, then the board, in that order
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from random import Random, SystemRandom

from fivebet.cards import Card
from fivebet.errors import FormatError, GameError
from fivebet.game import Game, Hand
from fivebet.web.curve import ORDER, commit_all, encode_point

LONGEST_SEED = 64
_DECK = 52
_WORD = 1 << 32


@dataclass(frozen=True, slots=True)
class Opening:
    """A card that a player has seen, with the proof that it was committed."""

    dealt: int
    """Its index among the dealt cards: hole cards by seat, then the board."""
    place: int
    """Its place in the committed deck."""
    card: str
    salt: str


@dataclass(frozen=True)
class Deck:
    """A shuffled deck; only its commitments are published."""

    cards: tuple[Card, ...]
    salts: tuple[int, ...]

    @cached_property
    def commitments(self) -> tuple[str, ...]:
        """One commitment for each place; they reveal nothing without the salts."""
        return tuple(map(encode_point, commit_all(list(zip(self.cards, self.salts, strict=True)))))

    def deal(
        self,
        game: Game,
        order: Sequence[int],
        number: int,
        stacks: Sequence[int],
        names: Sequence[str],
        players_left: int = 0,
    ) -> Hand:
        """Deal the hand that this deck and this cut give; `players_left` are a tournament's."""
        if len(game.deck) != _DECK or game.hole_cards != 2:
            raise GameError(f"{game} is not dealt from 52 cards, two to each seat")
        dealt = [self.cards[place] for place in order]
        holes = [dealt[2 * seat : 2 * seat + 2] for seat in range(game.seats)]
        board = dealt[2 * game.seats : 2 * game.seats + sum(game.board_cards)]
        return Hand.with_cards(
            game,
            holes,
            board,
            stacks=stacks,
            number=number,
            players=names,
            players_left=players_left,
        )

    def open(self, order: Sequence[int], dealt: int) -> Opening:
        """Reveal one dealt card with its proof."""
        place = order[dealt]
        return Opening(dealt, place, str(self.cards[place]), f"{self.salts[place]:064x}")


def shuffled_deck(random: Random | None = None) -> Deck:
    """Return a fresh deck in a secret order; a given generator is for tests only."""
    cards = [Card(number) for number in range(_DECK)]
    (random or SystemRandom()).shuffle(cards)
    draw = random.randrange if random else secrets.randbelow
    return Deck(tuple(cards), tuple(draw(ORDER) for _ in range(_DECK)))


def commitment(card: str, salt: str) -> str:
    """Return the commitment to one card with its salt, as an opening gives them."""
    number = int(salt, 16) if len(salt) == 64 else ORDER
    if number >= ORDER:
        raise FormatError(f"{salt[:80]!r} is no salt")
    return encode_point(commit_all([(Card(card), number)])[0])


def cut_order(hand: int, seeds: Sequence[str]) -> tuple[int, ...]:
    """Return the places of the deck in the order in which they are dealt; seeds are by player."""
    key = "|".join(seeds)
    order = list(range(_DECK))
    words: list[int] = []
    blocks = 0
    for last in range(_DECK - 1, 0, -1):
        while True:
            if not words:
                block = sha256(f"cut:{hand}:{key}:{blocks}".encode()).digest()
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                blocks += 1
            word = words.pop(0)
            # Words beyond the last whole multiple would favour low places.
            if word < _WORD - _WORD % (last + 1):
                break
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
