"""A league: everybody against everybody, heads-up, each deal with seats switched.

Two rankings of the computer poker competition: by *total bankroll*, what one
wins from all others on average, and by *instant run-off*, in which the last by
bankroll among those left is struck off, round by round, so that nobody ranks
high by exploiting the weak alone.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.contest import Played, play_contest
from fivebet.arena.event import Event, Seats, play_isolated
from fivebet.arena.executors import crew_of
from fivebet.arena.luck import Luck
from fivebet.arena.ratings import Rating, ratings
from fivebet.arena.results import EventTally, Result
from fivebet.arena.statistics import Interval, interval
from fivebet.arena.table import isolated
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.store.games import game_of, plain_game

__all__ = ["League", "LeagueTable", "instant_runoff", "play_league"]


@dataclass(frozen=True, kw_only=True)
class League:
    """What is to be played: so many deals between each two agents."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    seed: int = 0
    matches: int = 1
    """Between each two, each from a fresh start."""
    luck: Luck = Luck.NONE
    """What is taken out of the results."""
    clock: float = 60.0
    """Seconds after which an agent from a file is taken to hang."""

    def __post_init__(self) -> None:
        if self.game.seats != 2:
            raise GameError(f"{self.game} has {self.game.seats} seats: a league is played heads-up")
        if len(self.agents) < 2:
            raise GameError(f"{len(self.agents)} agents make no league: give two or more")

    def pairs(self) -> list[tuple[int, int]]:
        """Everybody against everybody else once."""
        n = len(self.agents)
        return [(i, j) for i in range(n) for j in range(i + 1, n)]

    @property
    def players(self) -> tuple[str, ...]:
        """The agents' names."""
        return self.agents

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """One for each pair, on the same deals."""
        return tuple(
            Event(
                game=self.game,
                agents=(self.agents[i], self.agents[j]),
                deals=self.deals,
                seed=self.seed,
                seats=Seats.ROTATED,
                matches=self.matches,
                luck=self.luck,
                clock=self.clock,
            )
            for i, j in self.pairs()
        )

    @property
    def hands(self) -> int:
        """How many are played in all."""
        return sum(event.hands for event in self.events)

    @property
    def remembers(self) -> bool:
        """Whether any agent does."""
        return any(event.remembers for event in self.events)

    @property
    def by_match(self) -> bool:
        """Whether intervals rest on matches, those of all pairs alike."""
        return self.remembers and self.matches > 1

    def isolated(self) -> "League":
        """The same with foreign agents in processes of their own."""
        return replace(self, agents=tuple(isolated(name, self.clock) for name in self.agents))

    @property
    def pieces(self) -> int:
        """Of all events, one after the other."""
        return self._starts[-1]

    def follows(self, number: int) -> bool:
        """As in the event that the piece is of."""
        event, part = self._piece(number)
        return self.events[event].follows(part)

    def may_stop(self, number: int) -> bool:
        """Only when everybody has played everybody."""
        return number == self.pieces - 1

    def play(self, number: int, state: bytes | None, every: int) -> Played:
        """A piece of one event; hands are numbered on from event to event."""
        event, part = self._piece(number)
        played = self.events[event].play(part, state, every)
        before = sum(each.hands for each in self.events[:event])
        pair = self.pairs()[event]
        hands = tuple(
            hand._replace(
                serial=hand.serial + before, seating=tuple(pair[player] for player in hand.seating)
            )
            for hand in played.hands
        )
        data = played.data | {"event": event}
        return replace(played, data=data, last=played.last + self._starts[event], hands=hands)

    def tally(self) -> "LeagueTally":
        """Adds up all events."""
        return LeagueTally(self)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "game": plain_game(self.game),
            "agents": list(self.agents),
            "deals": self.deals,
            "seed": self.seed,
            "matches": self.matches,
            "luck": self.luck.value,
            "clock": self.clock,
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "League":
        """The way back."""
        told = {
            "game": game_of(plain["game"]),
            "agents": tuple(plain["agents"]),
            "luck": Luck(plain["luck"]),
        }
        return cls(**{**plain, **told})

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The number of each event's first piece, and of all pieces."""
        return tuple(accumulate((event.pieces for event in self.events), initial=0))

    def _piece(self, number: int) -> tuple[int, int]:
        """The event of a piece, and its number there."""
        event = bisect_right(self._starts, number) - 1
        return event, number - self._starts[event]


@dataclass(frozen=True)
class LeagueTable:
    """Who won how much from whom, in thousandths of a big blind a hand."""

    league: League
    hands: int
    cross: dict[tuple[int, int], Interval]
    """Row's winnings from column, both ways round."""
    bankrolls: tuple[Interval, ...]
    """Each agent's average over its opponents."""
    ratings: tuple[Rating, ...]
    """A deal with seats switched is a game, won by whoever won chips."""
    spread_left: float
    """The standard deviation that is left without luck, as a share, on average."""
    failures: tuple[int, ...]

    def matrix(self) -> NDArray[np.float64]:
        """Means of the cross table, with zeros on the diagonal."""
        n = len(self.league.agents)
        means = np.zeros((n, n))
        for (i, j), found in self.cross.items():
            means[i, j] = found.mean
        return means

    def by_bankroll(self) -> list[int]:
        """Players, best first."""
        return sorted(range(len(self.bankrolls)), key=lambda i: -self.bankrolls[i].mean)

    def by_runoff(self) -> list[int]:
        """Players, best first."""
        return instant_runoff(self.matrix())


class LeagueTally:
    """Adds up a league, piece by piece."""

    def __init__(self, league: League) -> None:
        self.league = league
        self._events: dict[int, EventTally] = {}

    def add(self, data: Mapping[str, Any]) -> None:
        """Some deals of one event."""
        number = data["event"]
        if number not in self._events:
            self._events[number] = self.league.events[number].tally(self.league.by_match)
        self._events[number].add(data)

    def results(self) -> dict[tuple[int, int], Result]:
        """Of each pair that has played so far."""
        pairs = self.league.pairs()
        return {pairs[number]: tally.result() for number, tally in self._events.items()}

    def result(self) -> LeagueTable:
        """The table, once everybody has played everybody."""
        return _add_up(self.league, self.results())


def play_league(
    league: League,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
) -> LeagueTable:
    """Play all matches of a league."""
    crew = crew_of(workers, executor, league.pieces)
    return play_contest(league, crew, progress=progress, rescue=play_isolated)


def instant_runoff(winnings: NDArray[np.float64]) -> list[int]:
    """Players by the round in which they are struck off, the last one left first.

    >>> instant_runoff(np.array([[0, -1, 9], [1, 0, 2], [-9, -2, 0]]))
    [1, 0, 2]
    """
    left = list(range(len(winnings)))
    struck: list[int] = []
    while left:
        totals = winnings[np.ix_(left, left)].sum(axis=1)
        struck.append(left.pop(int(np.argmin(totals))))
    return struck[::-1]


def _add_up(league: League, results: dict[tuple[int, int], Result]) -> LeagueTable:
    n = len(league.agents)
    wins = np.zeros((n, n))
    cross: dict[tuple[int, int], Interval] = {}
    blocks: list[list[NDArray[np.float64]]] = [[] for _ in range(n)]
    failures = [0] * n
    for (i, j), result in results.items():
        ours = result.mbb[:, 0]
        wins[i, j], wins[j, i] = _games_won(result.winnings[:, 0])
        cross[i, j], cross[j, i] = interval(ours), interval(-ours)
        blocks[i].append(ours)
        blocks[j].append(-ours)
        for player, standing in zip((i, j), result.standings, strict=True):
            failures[player] += standing.failures.times
    return LeagueTable(
        league=league,
        hands=sum(result.hands for result in results.values()),
        cross=cross,
        bankrolls=tuple(_average(parts) for parts in blocks),
        ratings=ratings(wins),
        spread_left=float(
            np.mean([result.standings[0].spread_left for result in results.values()])
        ),
        failures=tuple(failures),
    )


def _games_won(winnings: NDArray[np.float64]) -> tuple[float, float]:
    drawn = 0.5 * float((winnings == 0).sum())
    return float((winnings > 0).sum()) + drawn, float((winnings < 0).sum()) + drawn


def _average(parts: Sequence[NDArray[np.float64]]) -> Interval:
    # The same deals are dealt in every match: a deal is the unit, over all opponents.
    return interval(np.mean(parts, axis=0))
