"""Tournaments of players that run compiled, hundreds of times faster than the director.

The four baselines and networks play whole tournaments without entering Python;
the hands are those that the director deals and they end as it ends them. Some
tournaments follow one another in a *batch*: in it players' habits are counted, for
the networks that look at them, and forgotten at its end. Other agents play with the
director, a hundred times slower.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.baselines import Call, Fold, Raise, Random
from fivebet.agents.players.evolved import Evolved
from fivebet.agents.players.networks import Brain
from fivebet.arena.director import deck_seed
from fivebet.arena.tournament import Tournament
from fivebet.cards.showdown_strength import strength_table, strengths_on_demand
from fivebet.errors import AgentError, GameError
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.streams import Stream, to_word

Player = str | Brain
"""A name, or a network."""

HABITS = ("decided", "entered", "raised_first", "raised", "called", "folded")
"""What is counted of each entrant: see Habits in native/tournaments/network_player.hpp."""

_KINDS = ("fold", "call", "raise", "random", "mix", "network")
_NO_MIX = (0.0, 0.0, 0.0, 0.0)
_NO_THRESHOLDS = (0.0, 0.0)


@dataclass(frozen=True)
class Compiled:
    """A player as the core takes it."""

    kind: str
    brain: Brain | None = None
    mix: tuple[float, ...] = _NO_MIX


def compiled_player(player: Player) -> Compiled:
    """Return a player as the core takes it, if it can run compiled."""
    if isinstance(player, Brain):
        return Compiled("network", player)
    match make_agent(player):
        case Fold():
            return Compiled("fold")
        case Call():
            return Compiled("call")
        case Raise():
            return Compiled("raise")
        case Random(shares=shares):
            return Compiled("mix", mix=shares) if shares else Compiled("random")
        case Evolved(brain=brain):
            return Compiled("network", brain)
        case _:
            raise AgentError(
                f"{player!r} does not run compiled: fold, call, raise, random and evolved do"
            )


@dataclass(frozen=True, eq=False)
class TournamentBatch:
    """What a batch comes to, by tournament and entrant."""

    places: NDArray[np.int32]
    prizes: NDArray[np.float64]
    counts: NDArray[np.int64]
    """Hands dealt, won and lost, chips won and lost."""
    habits: NDArray[np.uint32]
    """The numbers named in HABITS, by entrant, over all tournaments."""
    dealt: int
    """Hands at all tables."""
    trace: NDArray[np.int64]
    """For each hand, if asked for: table, seats, actions, then entrant and payoff by seat."""

    @cached_property
    def entrants(self) -> int:
        """The number of entrants."""
        return int(self.places.shape[1])

    @classmethod
    def concatenate(cls, parts: Sequence["TournamentBatch"]) -> "TournamentBatch":
        """Return several batches that follow one another, as one."""
        return cls(
            np.concatenate([part.places for part in parts]),
            np.concatenate([part.prizes for part in parts]),
            np.concatenate([part.counts for part in parts]),
            np.sum([part.habits for part in parts], axis=0, dtype=np.uint32),
            sum(part.dealt for part in parts),
            np.concatenate([part.trace for part in parts]),
        )


def play_batch(
    tournament: Tournament,
    players: Sequence[Player] = (),
    *,
    start: int = 0,
    count: int = 1,
    exact: bool = False,
    trace: bool = False,
    progress: Callable[[float], None] = lambda _: None,
) -> TournamentBatch:
    """Play a batch of a tournament's numbers from `start` on.

    Players are by default the tournament's agents, by name. Hand strength is looked
    up in a table, which is made on first use; `exact` works it out hand by hand.
    """
    if count < 1:
        raise GameError(f"{count} tournaments cannot be played: give 1 or more")
    entrants = players or tournament.agents
    # Most fields have a few names many times over, and making agents takes a while.
    names = {name for name in entrants if isinstance(name, str)}
    named = {name: compiled_player(name) for name in names}
    seated = [
        named[player] if isinstance(player, str) else compiled_player(player) for player in entrants
    ]
    if len(seated) != len(tournament.agents):
        raise AgentError(f"{len(seated)} players for {len(tournament.agents)} entrants")
    schedule = tournament.schedule
    numbers = range(start, start + count)
    places, prizes, counts, habits, dealt, written = _core.play_tournaments(
        seats=tournament.seats,
        stack=schedule.stack,
        hands=schedule.hands,
        levels=[(each.small_blind, each.big_blind, each.ante) for each in schedule.levels],
        payouts=list(tournament.payouts),
        prize_pool=float(tournament.prize_pool),
        seed=to_word(tournament.seed),
        kinds=[_KINDS.index(each.kind) for each in seated],
        networks=[each.brain.network if each.brain else None for each in seated],
        mixes=[each.mix for each in seated],
        thresholds=[each.brain.thresholds if each.brain else _NO_THRESHOLDS for each in seated],
        stretches=[each.brain.stretch if each.brain else 0.0 for each in seated],
        numbers=np.array([_number(tournament, number) for number in numbers], np.uint64),
        seeds=np.stack([entrant_seeds(tournament, number) for number in numbers]),
        strengths=_strengths(seated, exact, progress),
        trace=trace,
    )
    return TournamentBatch(places, prizes, counts, habits, dealt, written)


@dataclass(frozen=True, kw_only=True, eq=False)
class TournamentBatches(Job[TournamentBatch]):
    """Tournaments from `start` on, in batches of equal size."""

    tournament: Tournament
    entrants: tuple[Player, ...]
    start: int = 0
    count: int
    size: int
    exact: bool = False

    attempts = 3

    @property
    def chunks(self) -> int:
        """One chunk for each batch."""
        return -(-self.count // self.size)

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Play a batch."""
        first = number * self.size
        batch = play_batch(
            self.tournament,
            self.entrants,
            start=self.start + first,
            count=min(self.size, self.count - first),
            exact=self.exact,
        )
        return ChunkResult(batch, number)

    def reducer(self) -> Collected[TournamentBatch]:
        """Return a new reducer, which puts batches together."""
        return Collected(TournamentBatch.concatenate)

    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON data, without the networks' weights."""
        return {
            "tournament": asdict(self.tournament),
            "start": self.start,
            "count": self.count,
            "size": self.size,
        }


def entrant_seeds(tournament: Tournament, number: int) -> NDArray[np.uint64]:
    """Return the seeds of the entrants' own draws in one tournament."""
    return Stream(tournament.seed, "entrants", number).words(len(tournament.agents))


def _number(tournament: Tournament, number: int) -> tuple[int, int, int]:
    decks, rotation = divmod(number, tournament.rotations)
    return decks, rotation, deck_seed(tournament.seed, decks)


def _strengths(
    seated: Sequence[Compiled], exact: bool, progress: Callable[[float], None]
) -> _core.StrengthTables:
    if exact or not any(each.brain for each in seated):
        return strengths_on_demand()
    return strength_table(progress)
