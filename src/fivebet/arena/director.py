"""The tournament director: draws seats, raises blinds, breaks and balances tables, ranks.

All tables play a hand at a time, a *round*. Whoever drives the director plays
the hands it deals and lets it settle them:

    director = Director(tournament)
    while not director.over:
        for table in director.deal():
            play(table.hand, [agents[entrant] for entrant in table.entrants])
        director.settle()

Players who bust in the same round are ranked by the chips they started the
hand with, whichever table they sat at; those who had as many share their
prizes. A table is broken as soon as its players fit elsewhere, and tables never
differ by more than one player: the next big blind of the fullest table moves,
to the empty chair of the smallest one that will have the big blind soonest.
The button moves by the dead-button rule, so that nobody skips a big blind.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from math import ceil

from fivebet.arena.tournament import Level, Tournament
from fivebet.game import Game, Hand
from fivebet.game.rules import TDA
from fivebet.game.seating import Seating, dead_button, first_seating
from fivebet.streams import Stream

Dealer = Callable[[Game, int, Sequence[int], Sequence[int], int], Hand]
"""Deals a game's hand of a number to stacks and entrants, by seat, when so many are left."""


@dataclass(frozen=True, slots=True)
class TableHand:
    """A hand to be played."""

    table: int
    hand: Hand
    entrants: tuple[int, ...]
    """The entrants by seat of the hand."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a tournament ended for one entrant."""

    place: int
    prize: float
    hands: int
    """The number of hands dealt to the entrant."""


@dataclass(slots=True)
class _TournamentTable:
    number: int
    chairs: dict[int, int] = field(default_factory=dict)
    """The entrants by chair."""
    seating: Seating | None = None


class Director:
    """One tournament in progress; `number` says which of a series."""

    def __init__(self, tournament: Tournament, number: int = 0) -> None:
        self.tournament = tournament
        self.round = 0
        self.hands = 0
        self.stacks = [tournament.schedule.stack] * len(tournament.agents)
        self._decks, rotation = divmod(number, tournament.rotations)
        self._deck_seed = deck_seed(tournament.seed, self._decks)
        self._dealt = [0] * len(self.stacks)
        self._names = tuple(f"player {entrant + 1}" for entrant in range(len(self.stacks)))
        self._finish: dict[int, Finish] = {}
        self._playing: list[TableHand] = []
        self._draw_seats(rotation)

    def __repr__(self) -> str:
        return (
            f"<Director of {self.tournament}: round {self.round}, {len(self.left)} of "
            f"{len(self.stacks)} entrants left>"
        )

    @property
    def over(self) -> bool:
        """Whether one entrant has all chips."""
        return len(self._finish) == len(self.stacks)

    @property
    def level(self) -> Level:
        """The blinds of the present round."""
        return self.tournament.schedule.level(self.round)

    @property
    def left(self) -> tuple[int, ...]:
        """The entrants who still have chips."""
        return tuple(entrant for entrant, stack in enumerate(self.stacks) if stack)

    @property
    def tables(self) -> dict[int, dict[int, int]]:
        """The entrants by table and chair."""
        return {table.number: dict(table.chairs) for table in self._tables}

    def finishes(self) -> tuple[Finish, ...]:
        """Return places and prizes by entrant, when the tournament is over."""
        return tuple(self._finish[entrant] for entrant in range(len(self.stacks)))

    def places_so_far(self) -> tuple[Finish | None, ...]:
        """Return places and prizes by entrant; None for those who still play."""
        return tuple(self._finish.get(entrant) for entrant in range(len(self.stacks)))

    @property
    def undealt(self) -> list[int]:
        """The tables at which this round's hand was not dealt yet; who sits alone waits."""
        dealt = {played.table for played in self._playing}
        return [
            table.number
            for table in self._tables
            if len(table.chairs) > 1 and table.number not in dealt
        ]

    def deal(self) -> list[TableHand]:
        """Deal the round's hands, one at each table; a player who sits alone waits."""
        for number in self.undealt:
            self.deal_at(number)
        return self._playing

    def deal_at(self, number: int, dealer: Dealer | None = None) -> TableHand:
        """Deal the round's hand at one table, by a dealer of its own if there is one."""
        table = next(table for table in self._tables if table.number == number)
        played = self._deal_at(table, dealer or self._from_seed)
        self._playing.append(played)
        self.hands += 1
        return played

    def current_stacks(self) -> list[int]:
        """Return the stacks after those hands of this round that are over."""
        stacks = list(self.stacks)
        for played in self._playing:
            if played.hand.over:
                for entrant, payoff in zip(played.entrants, played.hand.payoffs, strict=True):
                    stacks[entrant] += int(payoff)
        return stacks

    def settle(self) -> None:
        """Take the round's results, once all its hands are over."""
        busted: list[tuple[int, int]] = []
        for played in self._playing:
            for entrant, payoff in zip(played.entrants, played.hand.payoffs, strict=True):
                before = self.stacks[entrant]
                self.stacks[entrant] = before + int(payoff)
                self._dealt[entrant] += 1
                if not self.stacks[entrant]:
                    busted.append((before, entrant))
        for table in self._tables:
            table.chairs = {
                chair: entrant for chair, entrant in table.chairs.items() if self.stacks[entrant]
            }
        self._rank(busted)
        self._playing = []
        self.round += 1
        if not self.over:
            self._break_tables()
            self._balance()

    def _draw_seats(self, rotation: int) -> None:
        stream = Stream(self.tournament.seed, "seat draw", self._decks)
        chairs = [
            (number, chair)
            for chair in range(self.tournament.seats)
            for number in range(self.tournament.tables)
        ][: len(self.stacks)]
        entrants = stream.shuffled(range(len(self.stacks)))
        self._tables = [_TournamentTable(number) for number in range(self.tournament.tables)]
        for i, (number, chair) in enumerate(chairs):
            self._tables[number].chairs[chair] = entrants[(i + rotation) % len(entrants)]
        self._buttons = [stream.below(len(table.chairs)) for table in self._tables]

    def _deal_at(self, table: _TournamentTable, dealer: Dealer) -> TableHand:
        if table.seating is None:
            drawn = self._buttons[table.number]
            table.seating = first_seating(table.chairs, _next_chair(table.chairs, drawn))
        else:
            table.seating = dead_button(table.seating, table.chairs)
        entrants = tuple(table.chairs[chair] for chair in table.seating.order)
        level = self.level
        blinds = table.seating.blinds(level.small_blind, level.big_blind)
        number = self.round * self.tournament.tables + table.number
        stacks = [self.stacks[entrant] for entrant in entrants]
        hand = dealer(_game(blinds, level.ante), number, stacks, entrants, len(self.left))
        return TableHand(table.number, hand, entrants)

    def _from_seed(
        self, game: Game, number: int, stacks: Sequence[int], entrants: Sequence[int], left: int
    ) -> Hand:
        names = [self._names[entrant] for entrant in entrants]
        return Hand(
            game,
            seed=self._deck_seed,
            number=number,
            stacks=stacks,
            players=names,
            players_left=left,
        )

    def _rank(self, busted: Sequence[tuple[int, int]]) -> None:
        players = len(self.left) + len(busted)
        for entrant, place, prize in self.tournament.rank(busted, players):
            self._finish[entrant] = Finish(place, prize, self._dealt[entrant])
        if len(self.left) == 1:
            winner = self.left[0]
            self._finish[winner] = Finish(1, self.tournament.prize(1), self._dealt[winner])

    def _break_tables(self) -> None:
        while len(self._tables) > ceil(len(self.left) / self.tournament.seats):
            broken = min(self._tables, key=lambda table: (len(table.chairs), -table.number))
            self._tables.remove(broken)
            for _, entrant in sorted(broken.chairs.items()):
                self._seat(entrant, min(self._tables, key=lambda table: len(table.chairs)))

    def _balance(self) -> None:
        while True:
            fullest = max(self._tables, key=lambda table: len(table.chairs))
            smallest = min(self._tables, key=lambda table: len(table.chairs))
            if len(fullest.chairs) - len(smallest.chairs) < 2:
                return
            chair = _after_big_blind(fullest, fullest.chairs)
            self._seat(fullest.chairs.pop(chair), smallest)

    def _seat(self, entrant: int, table: _TournamentTable) -> None:
        free = set(range(self.tournament.seats)) - set(table.chairs)
        table.chairs[_after_big_blind(table, free)] = entrant


def _after_big_blind(table: _TournamentTable, chairs: Iterable[int]) -> int:
    """Return the first of some chairs that will have the big blind."""
    return _next_chair(chairs, table.seating.big_blind + 1 if table.seating else 0)


def _next_chair(chairs: Iterable[int], chair: int) -> int:
    """Return the first of some chairs at or after one, around the table."""
    return min(chairs, key=lambda each: (each < chair, each))


@lru_cache(maxsize=4096)
def _game(blinds: tuple[int, ...], ante: int) -> Game:
    seats = len(blinds)
    return Game(
        structure="no-limit",
        seats=seats,
        blinds=blinds,
        antes=(ante,) * seats,
        rules=TDA,
        name=f"tournament-{seats}p",
    )


def deck_seed(seed: int, number: int) -> int:
    """Return the seed of a tournament's decks."""
    # Hashed, so that the decks of two tournaments have nothing in common.
    text = f"{seed}/tournament/{number}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
