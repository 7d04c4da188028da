"""Sessions of a live table, hand after hand: a cash game, a sit-and-go or one of a tournament.

The state of each follows from the hands that were played, so that a table is restored
from the store by settling its hands again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fivebet.arena.director import Director, Finish
from fivebet.arena.tournament import SCHEDULES, Level, Tournament
from fivebet.game import Game, Hand
from fivebet.game.seating import Seating, first_seating, moving_button
from fivebet.web.tables.settings import TableSettings

Dealer = Callable[[Game, int, Sequence[int], Sequence[str], int], Hand]
"""Deals the hand of a game and number to stacks and names, which are by seat.

In a tournament the last number says how many players are left at all tables, elsewhere it is 0.
"""


class CashGame:
    """A cash game; whoever has lost everything gets a new stack, or has bought in before."""

    def __init__(self, settings: TableSettings) -> None:
        self.settings = settings
        self.players: tuple[int, ...] = ()
        """The players of the current or last hand, by seat."""
        self.dealt = 0
        """The number of hands that were settled."""
        self.over = False
        """Whether no more hands can be dealt."""
        self.places: Sequence[int] = range(len(settings.names))
        """The chair of each player around the table."""
        self.stacks = [settings.stack] * len(settings.names)
        """The chips of each player before the current hand."""
        self._game = settings.game()
        self._seating: Seating | None = None

    @property
    def level(self) -> str:
        """The blinds, or the bets of a limit game."""
        return self.settings.stakes

    @property
    def next_number(self) -> int:
        """The number of the next hand."""
        return self.dealt + 1

    def deal(self, dealer: Dealer) -> Hand:
        """Deal the next hand to everybody."""
        last = self._seating
        seats = range(len(self.stacks))
        # The first button is left of player 0, so that they start in the best position to learn.
        seating = first_seating(seats, 0) if last is None else moving_button(last, seats)
        self.players = seating.order
        self.stacks = [stack or self.settings.stack for stack in self.stacks]
        stacks = [self.stacks[player] for player in self.players]
        names = [self.settings.names[player] for player in self.players]
        hand = dealer(self._game, self.dealt + 1, stacks, names, 0)
        self._seating = seating
        return hand

    def settle(self, hand: Hand) -> None:
        """Move the chips, and fill up empty stacks, unless their players choose a stack.

        The hand knows with how many chips it began, whoever has bought in before.
        """
        choosing = self.settings.humans if self.settings.rebuys == "ask" else ()
        for seat, player in enumerate(self.players):
            left = hand.starting_stacks[seat] + int(hand.payoffs[seat])
            self.stacks[player] = left if left or player in choosing else self.settings.stack
        self.dealt += 1

    def buy_in(self, player: int, chips: int) -> None:
        """Fill up a player's stack to a number of chips, between hands."""
        self.stacks[player] = max(self.stacks[player], chips)

    def is_broke(self, player: int) -> bool:
        """Return whether a player has no chips, between hands."""
        return not self.stacks[player]

    def named(self, agent: str) -> str:
        """Return the name by which an agent is asked here: its own."""
        return agent

    def finishes(self) -> Sequence[Finish | None]:
        """Return None for everybody: nobody is out of a cash game."""
        return [None] * len(self.stacks)


class _TournamentSession:
    """What a table knows of the tournament that it belongs to."""

    def __init__(self, settings: TableSettings, director: Director, table: int) -> None:
        self.settings, self.director, self.table = settings, director, table
        self.players: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether somebody has all chips."""
        return self.director.over

    @property
    def stacks(self) -> Sequence[int]:
        """The chips of each player."""
        return self.director.stacks

    @property
    def dealt(self) -> int:
        """The number of rounds of hands that were settled."""
        return self.director.round

    @property
    def level(self) -> str:
        """The blinds of the current level, and the ante."""
        return level_text(self.director.level)

    def deal(self, dealer: Dealer) -> Hand:
        """Deal the next hand to those who have chips."""

        def deal(
            game: Game, number: int, stacks: Sequence[int], players: Sequence[int], left: int
        ) -> Hand:
            names = [self.settings.names[player] for player in players]
            return dealer(game, number + 1, stacks, names, left)

        played = self.director.deal_at(self.table, deal)
        self.players = played.entrants
        return played.hand

    def is_broke(self, player: int) -> bool:
        """Return whether a player is out."""
        return not self.stacks[player]

    def named(self, agent: str) -> str:
        """Return the name by which an agent is asked here: with the prizes that are paid."""
        return self.director.tournament.named_prizes(agent)

    def finishes(self) -> Sequence[Finish | None]:
        """Return places and prizes so far."""
        return self.director.places_so_far()


class SitAndGo(_TournamentSession):
    """A tournament of one table, run by the tournament director."""

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(settings, make_director(settings), 0)
        chairs = {player: chair for chair, player in self.director.tables[0].items()}
        self.places: Sequence[int] = tuple(chairs[player] for player in range(len(chairs)))

    @property
    def next_number(self) -> int:
        """The number of the next hand."""
        return self.director.round + 1

    def settle(self, hand: Hand) -> None:  # noqa: ARG002 - the director has dealt it
        """Pay out the hand; the director ranks those who are out."""
        self.director.settle()


class TournamentTableSession(_TournamentSession):
    """One of several tables of a tournament.

    All tables play a hand at a time; whoever runs the tournament lets the director settle the
    round when the last of them is over.
    """

    @property
    def places(self) -> Mapping[int, int]:
        """The chairs of those who sit here, by player."""
        chairs = self.director.tables.get(self.table, {})
        return {player: chair for chair, player in chairs.items()}

    @property
    def next_number(self) -> int:
        """The number of the next hand; no other table has a hand of the same number."""
        return self.director.round * self.director.tournament.tables + self.table + 1

    def settle(self, hand: Hand) -> None:
        """Leave the hand to the end of the round."""


Session = CashGame | SitAndGo | TournamentTableSession
"""A series of hands between the same players."""


def make_session(settings: TableSettings) -> Session:
    """Return a new session of the table's format; of a tournament, that of its first table."""
    if settings.format == "tournament":
        return TournamentTableSession(settings, make_director(settings), 0)
    return SitAndGo(settings) if settings.format == "sit-and-go" else CashGame(settings)


def make_director(settings: TableSettings) -> Director:
    """Return the director of a tournament between a table's players."""
    tournament = Tournament(
        agents=settings.names,
        seats=settings.chairs,
        schedule=replace(SCHEDULES[settings.schedule], stack=settings.stack),
        seed=settings.seat_draw,
    )
    return Director(tournament)


def level_text(level: Level) -> str:
    """Return blinds and ante as people write them."""
    ante = f", ante {level.ante}" if level.ante else ""
    return f"{level.small_blind}/{level.big_blind}{ante}"
