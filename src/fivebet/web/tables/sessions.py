"""Sessions of a live table, hand after hand: a cash game or a sit-and-go.

The state of both follows from the hands that were played, so that a table is restored
from the store by settling its hands again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fivebet.arena.director import Director, Finish
from fivebet.arena.tournament import SCHEDULES, Tournament
from fivebet.game import Game, Hand
from fivebet.game.seating import Seating, first_seating, moving_button
from fivebet.web.tables.settings import TableSettings

Dealer = Callable[[Game, int, Sequence[int], Sequence[str]], Hand]
"""Deals the hand of a game and number to stacks and names, which are by seat."""


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
        hand = dealer(self._game, self.dealt + 1, stacks, names)
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

    def finishes(self) -> Sequence[Finish | None]:
        """Return None for everybody: nobody is out of a cash game."""
        return [None] * len(self.stacks)


class SitAndGo:
    """A tournament of one table, run by the tournament director."""

    def __init__(self, settings: TableSettings) -> None:
        self.settings = settings
        self.players: tuple[int, ...] = ()
        tournament = Tournament(
            agents=settings.names,
            seats=max(2, len(settings.names)),
            schedule=replace(SCHEDULES[settings.schedule], stack=settings.stack),
            seed=settings.seat_draw,
        )
        self._director = Director(tournament, dealer=self._deal)
        chairs = self._director.tables[0]
        self.places = tuple(
            next(chair for chair, sitting in chairs.items() if sitting == player)
            for player in range(len(settings.names))
        )
        self._dealer: Dealer | None = None
        self._hand: Hand | None = None

    @property
    def over(self) -> bool:
        """Whether somebody has all chips."""
        return self._director.over

    @property
    def stacks(self) -> Sequence[int]:
        """The chips of each player."""
        return self._director.stacks

    @property
    def dealt(self) -> int:
        """The number of hands that were settled."""
        return self._director.round

    @property
    def level(self) -> str:
        """The blinds of the current level, and the ante."""
        level = self._director.level
        ante = f", ante {level.ante}" if level.ante else ""
        return f"{level.small_blind}/{level.big_blind}{ante}"

    def deal(self, dealer: Dealer) -> Hand:
        """Deal the next hand to those who have chips."""
        self._dealer = dealer
        (played,) = self._director.deal()
        self.players, self._hand = played.entrants, played.hand
        return played.hand

    def settle(self, hand: Hand) -> None:
        """Pay out the hand; the director ranks those who are out."""
        assert hand is self._hand
        self._director.settle()

    def is_broke(self, player: int) -> bool:
        """Return whether a player is out."""
        return not self.stacks[player]

    def finishes(self) -> Sequence[Finish | None]:
        """Return places and prizes so far."""
        return self._director.places_so_far()

    def _deal(self, game: Game, _: int, stacks: Sequence[int], players: Sequence[int]) -> Hand:
        assert self._dealer is not None
        names = [self.settings.names[player] for player in players]
        # Agents tell by the game's name whether they play it, and know no tournaments.
        known = replace(game, name=f"cash-{game.seats}p")
        return self._dealer(known, self._director.round + 1, stacks, names)


Session = CashGame | SitAndGo
"""A series of hands between the same players."""


def make_session(settings: TableSettings) -> Session:
    """Return a new session of the table's format."""
    return SitAndGo(settings) if settings.format == "sit-and-go" else CashGame(settings)
