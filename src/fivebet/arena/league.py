"""A league: everybody against everybody, each deal in rotated seats.

Heads-up each two play a match, on cards of their own: an average over opponents
is surer than on cards that all of them share. At bigger tables as many tables are drawn as make
everybody sit at some number of them, such that all meet about equally often.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations
from typing import Any

import numpy as np

from fivebet.arena.league_table import LeagueTable, LeagueTally
from fivebet.arena.luck import Luck
from fivebet.arena.match import Event, Seats, hashed_seed, play_isolated
from fivebet.arena.players import isolated
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.runs.executors import crew_of
from fivebet.runs.job import Played, play_contest
from fivebet.streams import Stream

__all__ = ["League", "Pace", "play_league"]


@dataclass(frozen=True)
class Pace:
    """How much is played at a table where any of these agents sits."""

    agents: tuple[str, ...]
    deals: int
    matches: int = 1


@dataclass(frozen=True, kw_only=True)
class League:
    """What is to be played: so many deals between each two agents, or at each table."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    seed: int = 0
    matches: int = 1
    """At each table, each from a fresh start."""
    by_deal: bool = False
    """Whether intervals rest on deals even if agents remember those before in a match."""
    slow: Pace | None = None
    """Those who think for long, and play less."""
    rounds: int = 10
    """How many tables everybody sits at, if they have more than two seats."""
    luck: Luck = Luck.NONE
    """What is taken out of the results."""
    clock: float = 60.0
    """Seconds after which an agent from a file is taken to hang."""

    def __post_init__(self) -> None:
        if len(self.agents) < self.game.seats:
            raise GameError(
                f"{len(self.agents)} agents make no league of {self.game}: "
                f"give {self.game.seats} or more"
            )
        if self.rounds < 1:
            raise GameError(f"{self.rounds} rounds cannot be played: give 1 or more")

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Who sits together: everybody with everybody else, or drawn."""
        players, seats = len(self.agents), self.game.seats
        if seats == 2:
            return tuple(combinations(range(players), 2))
        return _drawn(players, seats, -(-players * self.rounds // seats), self.seed)

    @property
    def players(self) -> tuple[str, ...]:
        """The agents' names."""
        return self.agents

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """One for each table, with deals of its own."""
        return tuple(
            self._event(hashed_seed(f"{self.seed}/table/{number}"), table)
            for number, table in enumerate(self.tables)
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
        """Whether intervals rest on matches, those of all tables alike."""
        return self.remembers and self.matches > 1 and not self.by_deal

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
        table = self.tables[event]
        hands = tuple(
            hand._replace(
                serial=hand.serial + before, seating=tuple(table[player] for player in hand.seating)
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
            "game": self.game.to_dict(),
            "agents": list(self.agents),
            "deals": self.deals,
            "seed": self.seed,
            "matches": self.matches,
            "by_deal": self.by_deal,
            "slow": self.slow and asdict(self.slow),
            "rounds": self.rounds,
            "luck": self.luck.value,
            "clock": self.clock,
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "League":
        """The way back."""
        slow = plain.get("slow")
        told = {
            "game": Game.from_dict(plain["game"]),
            "agents": tuple(plain["agents"]),
            "luck": Luck(plain["luck"]),
            "slow": slow and Pace(tuple(slow["agents"]), slow["deals"], slow["matches"]),
        }
        return cls(**{**plain, **told})

    def _event(self, seed: int, table: tuple[int, ...]) -> Event:
        agents = tuple(self.agents[player] for player in table)
        slow = self.slow if self.slow and not set(agents).isdisjoint(self.slow.agents) else None
        return Event(
            game=self.game,
            agents=agents,
            deals=slow.deals if slow else self.deals,
            seed=seed,
            seats=Seats.ROTATED,
            matches=slow.matches if slow else self.matches,
            luck=self.luck,
            clock=self.clock,
        )

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The number of each event's first piece, and of all pieces."""
        return tuple(accumulate((event.pieces for event in self.events), initial=0))

    def _piece(self, number: int) -> tuple[int, int]:
        """The event of a piece, and its number there."""
        event = bisect_right(self._starts, number) - 1
        return event, number - self._starts[event]


def play_league(
    league: League,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
) -> LeagueTable:
    """Play all matches of a league."""
    crew = crew_of(workers, executor, league.pieces)
    return play_contest(league, crew, progress=progress, rescue=play_isolated)


def _drawn(players: int, seats: int, tables: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Tables at which all sit about equally often, and each two together too."""
    sat = np.zeros(players, dtype=np.int64)
    met = np.zeros((players, players), dtype=np.int64)
    drawn = []
    for number in range(tables):
        order = Stream(seed, "tables", number).shuffled(range(players))
        table: list[int] = []
        while len(table) < seats:
            free = (player for player in order if player not in table)
            table.append(min(free, key=lambda player: (sat[player], met[player, table].sum())))
        sat[table] += 1
        met[np.ix_(table, table)] += 1
        drawn.append(tuple(table))
    return tuple(drawn)
