"""Compiled kernels of fivebet; use the modules that wrap them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, Self, final, overload

import numpy
from numpy.typing import NDArray

from fivebet.cards import Card
from fivebet.game.game import Game
from fivebet.game.legal import Legal

@overload
def evaluate(cards: int) -> int:
    """
    The value of the best five of five to seven cards: higher is better, 1 to 7462.
    """

@overload
def evaluate(cards: object) -> int: ...
def evaluate_many(
    hands: NDArray[numpy.uint64],
    threads: int,
) -> NDArray[numpy.uint16]: ...
def count_values(cards: int, threads: int) -> NDArray[numpy.uint64]: ...
def category_starts() -> list[int]: ...
def heads_up(
    first: NDArray[numpy.float64],
    second: NDArray[numpy.float64],
    board: int,
    dead: int,
    threads: int,
) -> tuple[
    NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]
]: ...
def multiway(
    ranges: Sequence[NDArray[numpy.float64]],
    board: int,
    dead: int,
    start: int,
    stop: int,
    threads: int,
) -> tuple[
    NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]
]: ...
def deal_chunks(
    ranges: Sequence[NDArray[numpy.float64]],
    board: int,
    dead: int,
    seed: int,
    start: int,
    stop: int,
    per_combo: bool,
    threads: int,
) -> tuple[int, NDArray[numpy.uint64], NDArray[numpy.uint64], NDArray[numpy.uint64]]: ...
def matchup_table(threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint32]]: ...
def count_matchups() -> int: ...
def standing(
    hole: int,
    range: NDArray[numpy.float64],
    board: int,
    dead: int,
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]: ...
def field_points(start: int, stop: int, threads: int) -> NDArray[numpy.int64]: ...

class Stream:
    def __init__(self, seed: int, purpose: int, index: int, part: int) -> None: ...
    def word(self) -> int: ...
    def words(self, n: int) -> NDArray[numpy.uint64]: ...
    def below(self, n: int) -> int: ...
    def uniform(self) -> float: ...
    @property
    def position(self) -> int: ...
    @position.setter
    def position(self, arg: int, /) -> None: ...

def purpose_key(purpose: str) -> int: ...
def level() -> str:
    """The instruction-set level of the kernels in use."""

def use_level(level: str) -> bool:
    """
    Switches the kernels to another level that this machine can run; false if it cannot.
    """

class GameRules:
    def __init__(
        self,
        seats: int,
        stacks: Sequence[int],
        blinds: Sequence[int],
        antes: Sequence[int],
        least: Sequence[int],
        most: Sequence[int],
        max_raises: Sequence[int],
        uncapped_heads_up: bool,
        pot_limit: bool,
        cap: int,
        first: Sequence[int],
        board_cards: Sequence[int],
        hole_cards: int,
        deck: Sequence[int],
        book: Sequence[bool],
    ) -> None: ...

@final
class Action:
    def __init__(self, kind: str, to: int = 0) -> None: ...
    @property
    def kind(self) -> Literal["fold", "check", "call", "bet", "raise"]: ...
    @property
    def to(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    @property
    def action(self) -> Action: ...
    @property
    def paid(self) -> int: ...
    @property
    def street(self) -> int: ...
    @property
    def seat(self) -> int: ...

class Seen:
    @property
    def game(self) -> Game: ...
    @property
    def number(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def decided(self) -> bool: ...
    @property
    def actor(self) -> int | None: ...
    @property
    def street(self) -> int: ...
    @property
    def legal(self) -> Legal: ...
    @property
    def board(self) -> tuple[Card, ...]: ...
    @property
    def _cards(self) -> bytes: ...
    def hole(self, seat: int) -> tuple[Card, ...] | None: ...
    @property
    def starting_stacks(self) -> tuple[int, ...]: ...
    @property
    def stacks(self) -> tuple[int | Fraction, ...]: ...
    @property
    def bets(self) -> tuple[int, ...]: ...
    @property
    def base(self) -> int: ...
    @property
    def pot(self) -> int: ...
    @property
    def pots(self) -> tuple[tuple[int, tuple[int, ...]], ...]: ...
    @property
    def active(self) -> tuple[int, ...]: ...
    @property
    def all_in(self) -> tuple[int, ...]: ...
    @property
    def aggressor(self) -> int | None: ...
    @property
    def shown(self) -> tuple[int, ...]: ...
    @property
    def uncalled(self) -> tuple[int, int] | None: ...
    @property
    def awards(self) -> tuple[tuple[int, int, int | Fraction], ...]: ...
    @property
    def winnings(self) -> tuple[int | Fraction, ...]: ...
    @property
    def payoffs(self) -> tuple[int | Fraction, ...]: ...
    @property
    def moves(self) -> tuple[Move, ...]: ...

class Hand(Seen):
    def __init__(
        self,
        game: Game,
        seed: int = 0,
        number: int = 0,
        stacks: Sequence[int] | None = None,
        cards: bytes | None = None,
        mucked: int = 0,
    ) -> None: ...
    def act(self, action: Action, /) -> None: ...
    def copy(self) -> Self: ...

class View(Seen):
    def __init__(self, hand: Hand, seat: int) -> None: ...
    @property
    def seat(self) -> int: ...

def play_baselines(
    game: GameRules, players: Sequence[int], seed: int, start: int, stop: int
) -> tuple[list[int], int]: ...

UNLIMITED: int = 1099511627776

CHUNK_DEALS: int = 4096

WHOLE_POT: int = 2520

PREFLOP_BOARDS: int = 1712304

DISTINCT_BOARDS: int = 134459

FIELD_TRIPLES: int = 122175900
