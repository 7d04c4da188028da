"""Definitions of games: seats, stacks, blinds, betting structure, deck and rule book.

Seats are counted from the button's left, in every hand anew: seat 0 acts first
after the flop and the last seat is the button. Heads-up that makes seat 1 the
button, who posts the small blind and acts first before the flop: `blinds` are
then `(100, 50)`, as in the ACPC's game files ('reverse blinds').
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, cached_property
from typing import Any, Literal, Self, get_args

from fivebet._core import UNLIMITED, GameRules
from fivebet.cards import DECK, Card, CardSet
from fivebet.errors import GameError
from fivebet.game.rules import TDA, RuleBook

__all__ = ["STREETS", "UNLIMITED", "Game", "Structure"]

STREETS = ("preflop", "flop", "turn", "river")
Structure = Literal["no-limit", "pot-limit", "fixed-limit", "spread-limit", "cap-limit"]

_NO_CAP_ON_RAISES = 255  # the ACPC's own way to say so
_HOLDEM_BOARD = (0, 3, 1, 1)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of hold'em, or a small game with the same definition.

    >>> Game(structure="no-limit", seats=6, blinds=(50, 100), stacks=(10_000,) * 6).first
    (2, 0, 0, 0)
    """

    structure: Structure
    seats: int
    blinds: tuple[int, ...] = ()
    """The blinds by seat, 0 where left out; a straddle is one more blind."""
    stacks: tuple[int, ...] = ()
    """The stacks by seat; if left out, nobody can run out of chips."""
    antes: tuple[int, ...] = ()
    """The antes by seat, 0 where left out; what only some pay is dead money."""
    min_bet: int = 0
    """The least bet; if left out, the biggest blind."""
    raise_sizes: tuple[int, ...] = ()
    """The bet of each round in fixed limit, the least bet in spread limit."""
    max_raise_sizes: tuple[int, ...] = ()
    """The most that a bet or raise may add in each round of spread limit."""
    max_raises: tuple[int, ...] = ()
    """The most bets and raises in each round, blinds not counted."""
    uncapped_heads_up: bool = False
    """Whether the last two players may raise without a cap."""
    cap: int = UNLIMITED
    """The most that a player can put into one hand of cap limit."""
    first: tuple[int, ...] = ()
    """The first seat to act in each round; by default after the biggest blind, then seat 0."""
    board_cards: tuple[int, ...] = _HOLDEM_BOARD
    """The number of cards dealt to the board before each round."""
    hole_cards: int = 2
    suits: int = 4
    ranks: int = 13
    rules: RuleBook = TDA
    name: str = ""

    def __post_init__(self) -> None:
        self._normalise()
        _check(self)
        vars(self)["_rules"] = self._compiled()

    @classmethod
    def named(cls, name: str) -> "Game":
        """Return a game by its name.

        >>> Game.named("nolimit-2p").blinds
        (100, 50)
        """
        from fivebet.game.games import named_game  # noqa: PLC0415 - games are made of Game

        return named_game(name)

    @cached_property
    def rounds(self) -> int:
        """Return the number of betting rounds."""
        return len(self.board_cards)

    @cached_property
    def streets(self) -> tuple[str, ...]:
        """Return the names of the streets."""
        if self.board_cards == _HOLDEM_BOARD:
            return STREETS
        return tuple(f"round {number + 1}" for number in range(self.rounds))

    @cached_property
    def big_blind(self) -> int:
        """Return the biggest blind, straddles aside."""
        return self.min_bet if self.min_bet in self.blinds else max(self.blinds)

    @property
    def button(self) -> int:
        """Return the seat that acts last after the flop."""
        return self.seats - 1

    @cached_property
    def deck(self) -> CardSet:
        """Return the cards in play: a short deck keeps the highest ranks and suits."""
        ranks = (1 << 13) - (1 << 13 - self.ranks)
        return CardSet.from_mask(sum(ranks << 13 * suit for suit in range(4 - self.suits, 4)))

    @cached_property
    def is_holdem(self) -> bool:
        """Return whether it is hold'em from a full deck, over four streets."""
        full_deck = self.suits * self.ranks == len(DECK)
        return self.hole_cards == 2 and self.board_cards == _HOLDEM_BOARD and full_deck

    def with_blinds(self, blinds: tuple[int, ...], antes: tuple[int, ...] = ()) -> Self:
        """Return the same game with other blinds, which set the least bet and who acts first."""
        return replace(self, blinds=blinds, antes=antes, min_bet=0, first=())

    def with_big_blind_ante(self, chips: int) -> Self:
        """Return the same game with the big blind paying the antes of all players."""
        seat = self.blinds.index(self.big_blind)
        return replace(self, antes=tuple(chips if i == seat else 0 for i in range(self.seats)))

    def with_straddle(self, chips: int, seat: int | None = None) -> Self:
        """Return the same game with a blind raise by the seat after the big blind, or another."""
        last = self.blinds.index(max(self.blinds))
        seat = (last + 1) % self.seats if seat is None else seat
        if not 0 <= seat < self.seats or self.blinds[seat] or chips < 2 * max(self.blinds):
            raise GameError(
                f"seat {seat} cannot straddle with {chips}: a straddle is at least twice the "
                f"biggest blind ({max(self.blinds)}), by a seat that posts none"
            )
        blinds = tuple(chips if i == seat else blind for i, blind in enumerate(self.blinds))
        return replace(self, blinds=blinds, first=())

    def _normalise(self) -> None:
        def settle(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        if not isinstance(self.seats, int) or not 2 <= self.seats <= 10:
            raise GameError(f"{self.seats!r} players cannot play: there are 2 to 10 seats")
        for name in ("blinds", "stacks", "antes"):
            settle(name, _by_seat(name, getattr(self, name), self.seats))
        for name in ("raise_sizes", "max_raise_sizes", "max_raises", "first", "board_cards"):
            settle(name, tuple(getattr(self, name)))
        if not self.min_bet:
            least = self.raise_sizes[0] if self.raise_sizes else max(self.blinds)
            settle("min_bet", max(least, 1))
        if not self.max_raises:
            settle("max_raises", (_NO_CAP_ON_RAISES,) * self.rounds)
        if not self.first:
            after = (self.blinds.index(max(self.blinds)) + 1) % self.seats
            settle("first", (after if any(self.blinds) else 0, *(0,) * (self.rounds - 1)))

    @cached_property
    def _rules(self) -> GameRules:
        """The rules as the core takes them; no field, so that `asdict` leaves them out."""
        return self._compiled()

    def _compiled(self) -> GameRules:
        least = self.raise_sizes or (self.min_bet,) * self.rounds
        most = {
            "fixed-limit": self.raise_sizes,
            "spread-limit": self.max_raise_sizes,
        }.get(self.structure, (UNLIMITED,) * self.rounds)
        return GameRules(
            seats=self.seats,
            stacks=self.stacks,
            blinds=self.blinds,
            antes=self.antes,
            least=least,
            most=most,
            max_raises=self.max_raises,
            uncapped_heads_up=self.uncapped_heads_up,
            pot_limit=self.structure == "pot-limit",
            cap=self.cap,
            first=self.first,
            board_cards=[sum(self.board_cards[: i + 1]) for i in range(self.rounds)],
            hole_cards=self.hole_cards,
            deck=_in_order(self.deck),
            book=self.rules.to_tuple(),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the game as JSON data, so that it can be played whatever the registry says.

        >>> Game.from_dict(Game.named("cash-6p").to_dict()) == Game.named("cash-6p")
        True
        """
        settings = self.__getstate__() | {"rules": asdict(self.rules)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in settings.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Make the game that `to_dict` described."""
        settings: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**settings | {"rules": RuleBook(**data["rules"])})

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self) if each.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return self.name or f"{self.structure} hold'em, {self.seats} seats"


@cache
def _in_order(deck: CardSet) -> tuple[Card, ...]:
    return tuple(sorted(deck))


def _by_seat(name: str, given: Iterable[int], seats: int) -> tuple[int, ...]:
    chips = tuple(given)
    if name == "stacks" and not chips:
        return (UNLIMITED,) * seats
    if len(chips) > seats or (name == "stacks" and len(chips) < seats):
        raise GameError(f"{name} {chips} do not fit {seats} seats")
    return chips + (0,) * (seats - len(chips))


def _check(game: Game) -> None:
    def need(fine: bool, complaint: str) -> None:
        if not fine:
            raise GameError(f"{complaint}, in {game}")

    rounds = game.rounds
    need(game.structure in get_args(Structure), f"there is no structure {game.structure!r}")
    need(1 <= rounds <= 4, f"a game has 1 to 4 rounds, not {rounds}")
    sizes = (*game.raise_sizes, *game.max_raise_sizes, game.min_bet, game.cap)
    for chips in (game.blinds, game.antes, game.board_cards, game.stacks, sizes):
        fine = all(isinstance(n, int) and 0 <= n <= UNLIMITED for n in chips)
        need(fine, f"{chips} are no whole numbers from 0 to {UNLIMITED}")
    need(min(game.stacks) > 0, f"stacks {game.stacks} cannot play")
    need(game.min_bet >= 1, f"a least bet of {game.min_bet} is none")
    need(game.cap >= 1, f"a cap of {game.cap} lets nobody bet")
    need(
        (game.structure == "cap-limit") == (game.cap < UNLIMITED), "cap limit and a cap go together"
    )
    for name in ("first", "max_raises"):
        need(len(getattr(game, name)) == rounds, f"{name} {getattr(game, name)} are not {rounds}")
    need(all(0 <= seat < game.seats for seat in game.first), f"first {game.first} are no seats")
    need(all(0 <= n <= _NO_CAP_ON_RAISES for n in game.max_raises), f"max_raises {game.max_raises}")
    sized = rounds if game.structure in ("fixed-limit", "spread-limit") else 0
    need(len(game.raise_sizes) == sized, f"{game.structure} has {sized} raise sizes")
    spread = rounds if game.structure == "spread-limit" else 0
    need(len(game.max_raise_sizes) == spread, f"{game.structure} has {spread} biggest raise sizes")
    need(all(size >= 1 for size in game.raise_sizes), f"raise sizes {game.raise_sizes}")
    need(
        all(a < b for a, b in zip(game.raise_sizes, game.max_raise_sizes, strict=False)),
        f"the spread from {game.raise_sizes} to {game.max_raise_sizes} is none",
    )
    _check_cards(game, need)


def _check_cards(game: Game, need: Callable[[bool, str], None]) -> None:
    need(1 <= game.suits <= 4 and 1 <= game.ranks <= 13, "a deck has 1 to 4 suits of 1 to 13 ranks")
    need(1 <= game.hole_cards <= 3, f"{game.hole_cards} hole cards: there are 1 to 3")
    hand = game.hole_cards + sum(game.board_cards)
    need(hand <= 7, f"a hand of {hand} cards cannot be valued: at most 7 can")
    dealt = game.seats * game.hole_cards + sum(game.board_cards)
    need(dealt <= game.suits * game.ranks, f"{dealt} cards cannot be dealt from the deck")
