"""Hands: deals in progress, from the blinds to the payoffs.

    hand = Hand(Game.named("nolimit-2p"), seed=7)
    while not hand.over:
        hand.act(CALL if hand.legal.call else CHECK)
    print(hand)

The state lives in the compiled table, so that reading and acting cost tens of
nanoseconds and a copy a tenth of a microsecond: to look ahead, copy and act.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self

from fivebet import _core
from fivebet.cards import Card, CardsLike, as_cards, parse_cards
from fivebet.errors import GameError
from fivebet.game.drawing import draw, summarise
from fivebet.game.events import Event, hand_events
from fivebet.game.game import Game
from fivebet.game.pickling import hand_state, restore_hand
from fivebet.notebook import preformatted_html

if TYPE_CHECKING:
    from fivebet.game.record import HandRecord

_UNKNOWN = 255


class Hand(_core.Hand):
    """A hand in progress.

    `Hand(game, seed=, number=, stacks=, players=, players_left=)` deals the cards that
    belong to the number-th hand of a seed; `Hand.with_cards` takes given ones. Players
    are names by seat, by which opponents who change seats can be known again;
    `players_left` are those left in the tournament, at all tables, or 0 outside of one.
    `hand.view(seat)` is what a seat may know at this moment.
    """

    __slots__ = ()

    @classmethod
    def with_cards(
        cls,
        game: Game,
        holes: Sequence[CardsLike | None],
        board: CardsLike = "",
        *,
        stacks: Sequence[int] | None = None,
        number: int = 0,
        mucked: Iterable[int] = (),
        players: Sequence[str] = (),
        players_left: int = 0,
    ) -> Self:
        """Make a hand with given cards.

        Hole cards may be None and the board may be short where cards are not
        known; the hand can be played all the same and its result stays open if it
        comes to a showdown of unknown cards. Seats in `mucked` threw theirs away
        at the showdown unseen, and lose there.
        """
        if len(holes) != game.seats:
            raise GameError(f"there are hole cards for {len(holes)} of {game.seats} seats")
        board_size = sum(game.board_cards)
        on_board = _ordered(board)
        if len(on_board) > board_size:
            raise GameError(f"the board {_text(on_board)} has more than {board_size} cards")
        dealt = bytearray()
        for seat, hole in enumerate(holes):
            cards = [_UNKNOWN] * game.hole_cards if hole is None else _ordered(hole)
            if len(cards) != game.hole_cards:
                raise GameError(
                    f"seat {seat} has {_text(cards)}: there are {game.hole_cards} hole cards"
                )
            dealt += bytes(cards)
        dealt += bytes(on_board) + bytes([_UNKNOWN]) * (board_size - len(on_board))
        _check_deck(game, dealt)
        thrown = sum(1 << seat for seat in set(mucked) if 0 <= seat < game.seats)
        return cls(
            game,
            number=number,
            stacks=stacks,
            cards=bytes(dealt),
            mucked=thrown,
            players=players,
            players_left=players_left,
        )

    @property
    def events(self) -> tuple[Event, ...]:
        """Return everything that has happened, in order."""
        return hand_events(self)

    def record(self, players: Sequence[str] = ()) -> "HandRecord":
        """Return the record of the hand, with other players' names if they are given."""
        from fivebet.game.record import HandRecord  # noqa: PLC0415 - records replay hands

        return HandRecord.from_hand(self, players)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return restore_hand, (type(self), *hand_state(self))

    def __str__(self) -> str:
        return draw(self)

    def __repr__(self) -> str:
        return f"<Hand {summarise(self)}>"

    def _repr_html_(self) -> str:
        return preformatted_html(draw(self))


def _ordered(cards: CardsLike) -> list[Card]:
    if isinstance(cards, str):
        return parse_cards(cards)
    listed = list(cards)
    if all(type(card) is Card for card in listed):
        return listed  # type: ignore[return-value]
    as_cards(listed)
    return [Card(card) for card in listed]


def _text(cards: Iterable[int]) -> str:
    return " ".join("??" if card == _UNKNOWN else str(Card(card)) for card in cards)


def _check_deck(game: Game, dealt: bytearray) -> None:
    deck = left = game.deck.mask
    for card in dealt:
        if card == _UNKNOWN:
            continue
        if not deck >> card & 1:
            raise GameError(f"{Card(card)} is not in the deck of {game}")
        if not left >> card & 1:
            raise GameError(f"{Card(card)} is dealt twice in {_text(dealt)}")
        left ^= 1 << card
