"""What a table plays, hand after hand: a cash game or a sit-and-go.

Both follow from the hands that were played, so that a table which the store holds
is set up again by letting its hands be dealt once more.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from fivebet.arena.director import Director, Finish
from fivebet.arena.tournament import SCHEDULES, Tournament
from fivebet.game import Game, Hand
from fivebet.game.seating import Seating, first_seating, moving_button
from fivebet.web.tables.plan import TablePlan

__all__ = ["CashGame", "Dealer", "Session", "SitAndGo", "session_of"]

Dealer = Callable[[Game, int, Sequence[int], Sequence[str]], Hand]
"""Deals a game's hand of a number to stacks and names, by seat."""


class Session(Protocol):
    """A series of hands between the same players."""

    players: tuple[int, ...]
    """Who sits in the present hand, or sat in the last one, by seat."""

    @property
    def over(self) -> bool:
        """Whether no more hands can be dealt."""
        ...

    @property
    def stacks(self) -> Sequence[int]:
        """Chips by player, before the present hand."""
        ...

    @property
    def places(self) -> Sequence[int]:
        """Where each player sits, around the table."""
        ...

    @property
    def level(self) -> str:
        """The blinds, in words."""
        ...

    @property
    def dealt(self) -> int:
        """How many hands were settled."""
        ...

    def deal(self, dealer: Dealer) -> Hand:
        """The next hand."""
        ...

    def settle(self, hand: Hand) -> None:
        """Take a hand's result."""
        ...

    def finishes(self) -> Sequence[Finish | None]:
        """Places and prizes by player, for those who are out or have won."""
        ...


def session_of(plan: TablePlan) -> Session:
    """What a plan asks for."""
    return SitAndGo(plan) if plan.format == "sit-and-go" else CashGame(plan)


class CashGame:
    """The button moves on; whoever has lost everything gets a new stack."""

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.players: tuple[int, ...] = ()
        self.dealt = 0
        self.over = False
        self.places: Sequence[int] = range(len(plan.names))
        self.stacks = [plan.stack] * len(plan.names)
        self._game = plan.game()
        self._seating: Seating | None = None

    @property
    def level(self) -> str:
        """The blinds; in limit games the bets are told."""
        return self.plan.stakes

    def deal(self, dealer: Dealer) -> Hand:
        """The next hand, with everybody in it."""
        last = self._seating
        seats = range(len(self.stacks))
        # The first button is left of player 0, so that he starts in the best place to learn.
        seating = first_seating(seats, 0) if last is None else moving_button(last, seats)
        self.players = seating.order
        stacks = [self.stacks[player] for player in self.players]
        names = [self.plan.names[player] for player in self.players]
        hand = dealer(self._game, self.dealt + 1, stacks, names)
        self._seating = seating
        return hand

    def settle(self, hand: Hand) -> None:
        """Chips change hands; empty stacks are filled up."""
        for player, payoff in zip(self.players, hand.payoffs, strict=True):
            left = self.stacks[player] + int(payoff)
            self.stacks[player] = left or self.plan.stack
        self.dealt += 1

    def finishes(self) -> Sequence[Finish | None]:
        """A cash game ends for nobody."""
        return [None] * len(self.stacks)


class SitAndGo:
    """A tournament of one table, by the tournament director."""

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.players: tuple[int, ...] = ()
        tournament = Tournament(
            agents=plan.names,
            seats=max(2, len(plan.names)),
            schedule=replace(SCHEDULES[plan.schedule], stack=plan.stack),
            seed=plan.seat_draw,
        )
        self._director = Director(tournament, dealer=self._deal)
        chairs = self._director.tables[0]
        self.places = tuple(
            next(chair for chair, sitting in chairs.items() if sitting == player)
            for player in range(len(plan.names))
        )
        self._dealer: Dealer | None = None
        self._hand: Hand | None = None

    @property
    def over(self) -> bool:
        """Whether somebody has all chips."""
        return self._director.over

    @property
    def stacks(self) -> Sequence[int]:
        """Chips by player."""
        return self._director.stacks

    @property
    def dealt(self) -> int:
        """How many hands were settled."""
        return self._director.round

    @property
    def level(self) -> str:
        """The blinds of the present level, and the ante."""
        level = self._director.level
        ante = f", ante {level.ante}" if level.ante else ""
        return f"{level.small_blind}/{level.big_blind}{ante}"

    def deal(self, dealer: Dealer) -> Hand:
        """The next hand, among those who have chips."""
        self._dealer = dealer
        (played,) = self._director.deal()
        self.players, self._hand = played.entrants, played.hand
        return played.hand

    def settle(self, hand: Hand) -> None:
        """The director ranks those who are out."""
        assert hand is self._hand
        self._director.settle()

    def finishes(self) -> Sequence[Finish | None]:
        """Places and prizes so far."""
        return self._director.places_so_far()

    def _deal(self, game: Game, _: int, stacks: Sequence[int], players: Sequence[int]) -> Hand:
        assert self._dealer is not None
        names = [self.plan.names[player] for player in players]
        # Agents say by the game's name whether they play it, and know no tournaments.
        known = replace(game, name=f"cash-{game.seats}p")
        return self._dealer(known, self._director.round + 1, stacks, names)
