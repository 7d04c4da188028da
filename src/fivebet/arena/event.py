"""An event: agents, a game, and so many deals, each played in one or more seatings.

Everything random follows from the event's seed and the deal's number, so that
any number of workers gives the same result. Agents without memory are spread
over a process pool; if any keeps memory (`remembers = True`), one worker plays
all deals in order.

An agent that fails, by raising an exception or by an action that is none, checks
or folds instead, and the result says how often and why.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import blake2b
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.registry import make_agent
from fivebet.arena.schedule import (
    Seatings,
    all_seatings,
    one_seating,
    rotations,
    sampled_seatings,
)
from fivebet.arena.statistics import Interval, interval
from fivebet.errors import AgentError, GameError
from fivebet.game import FOLD, Action, Agent, Game, Hand, Observer, View

__all__ = ["Event", "Result", "Seats", "Standing", "play_event"]

_HANDS_A_PIECE = 500  # of work between two looks at the clock and the keyboard


class Seats(StrEnum):
    """In which seatings each deal is played."""

    PLAIN = "plain"
    ROTATED = "rotated"
    ALL = "all"
    SAMPLED = "sampled"


@dataclass(frozen=True, kw_only=True)
class Event:
    """What is to be played. Agents are names, so that workers can seat their own."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    seed: int = 0
    seats: Seats = Seats.PLAIN
    samples: int = 1
    """Sampled seatings: how many orders of the players, each rotated."""

    def __post_init__(self) -> None:
        if len(self.agents) != self.game.seats:
            raise GameError(
                f"{self.game} is played by {self.game.seats}, not by {len(self.agents)} agents"
            )
        if self.deals < 1:
            raise GameError(f"{self.deals} deals cannot be played: give 1 or more")
        self.seatings(0)

    def seatings(self, number: int) -> Seatings:
        """Those of one deal."""
        players = len(self.agents)
        match self.seats:
            case Seats.PLAIN:
                return one_seating(players, number)
            case Seats.ROTATED:
                return rotations(players)
            case Seats.ALL:
                return all_seatings(players)
            case Seats.SAMPLED:
                return sampled_seatings(players, self.samples, self.seed, number)

    def seated(self) -> list[Agent]:
        """Fresh agents; those that take a seed and have none get one of their own."""
        return [make_agent(name, seed=self._agent_seed(i)) for i, name in enumerate(self.agents)]

    def _agent_seed(self, player: int) -> int:
        # Hashed, so that it does not tell the seed of the cards.
        text = f"{self.seed}/agent/{player}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


@dataclass(slots=True)
class Failures:
    """How often an agent had to be helped out, and the first reason."""

    times: int = 0
    first: str = ""

    def add(self, times: int, first: str) -> None:
        """Count some more."""
        self.times += times
        self.first = self.first or first


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did: chips a hand, over independent blocks."""

    name: str
    chips: Fraction
    per_hand: Interval
    failures: Failures

    def mbb_per_hand(self, game: Game) -> Interval:
        """In thousandths of a big blind."""
        scale = 1000 / game.big_blind
        each = self.per_hand
        return Interval(
            each.mean * scale,
            each.standard_error * scale,
            each.low * scale,
            each.high * scale,
            each.units,
        )


@dataclass(frozen=True)
class Result:
    """What came of an event."""

    event: Event
    hands: int
    standings: tuple[Standing, ...]
    winnings: NDArray[np.float64] = field(repr=False)
    """Chips a hand, by block and player."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some blocks played: chips by block and player, and what went wrong."""

    start: int
    chips: list[list[Fraction | int]]
    hands: int
    failures: list[tuple[int, str]]


def play_event(
    event: Event,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
) -> Result:
    """Play an event to its end."""
    if workers < 1:
        raise GameError(f"{workers} workers cannot play: give 1 or more")
    pieces: list[_Piece] = []

    def keep(piece: _Piece) -> None:
        pieces.append(piece)
        progress(sum(len(each.chips) for each in pieces) / event.deals)

    step = max(1, _HANDS_A_PIECE // len(event.seatings(0)))
    starts = range(0, event.deals, step)
    if any(getattr(agent, "remembers", False) for agent in event.seated()):
        agents = event.seated()
        for start in starts:
            keep(_play_piece(event, agents, start, min(start + step, event.deals)))
    elif executor is not None:
        _spread(event, executor, starts, step, keep)
    elif workers == 1 or len(starts) == 1:
        for start in starts:
            keep(_play_fresh(event, start, min(start + step, event.deals)))
    else:
        try:
            with ProcessPoolExecutor(min(workers, len(starts)), get_context("forkserver")) as pool:
                _spread(event, pool, starts, step, keep)
        except BrokenProcessPool as error:
            raise AgentError(
                f"a worker died while {' and '.join(event.agents)} were playing: "
                "one of them ends its process"
            ) from error
    return _add_up(event, sorted(pieces, key=lambda piece: piece.start))


def default_workers() -> int:
    """One for each core."""
    return os.cpu_count() or 1


def _spread(
    event: Event, executor: Executor, starts: range, step: int, keep: Callable[[_Piece], None]
) -> None:
    futures = [
        executor.submit(_play_fresh, event, start, min(start + step, event.deals))
        for start in starts
    ]
    try:
        for future in futures:
            keep(future.result())
    except BaseException:
        for future in futures:
            future.cancel()
        raise


def _play_fresh(event: Event, start: int, stop: int) -> _Piece:
    return _play_piece(event, event.seated(), start, stop)


def _play_piece(event: Event, agents: Sequence[Agent], start: int, stop: int) -> _Piece:
    failures = [Failures() for _ in agents]
    chips: list[list[Fraction | int]] = []
    hands = 0
    for number in range(start, stop):
        sums: list[Fraction | int] = [0] * len(agents)
        for seating in event.seatings(number):
            hand = Hand(event.game, seed=event.seed % (1 << 64), number=number)
            _play_hand(hand, [agents[player] for player in seating], [failures[p] for p in seating])
            for seat, player in enumerate(seating):
                sums[player] += hand.payoffs[seat]
            hands += 1
        chips.append(sums)
    return _Piece(start, chips, hands, [(each.times, each.first) for each in failures])


def _play_hand(hand: Hand, agents: Sequence[Agent], failures: Sequence[Failures]) -> None:
    while (seat := hand.actor) is not None:
        hand.act(_decide(agents[seat], hand.view(seat), failures[seat]))
    for seat, agent in enumerate(agents):
        if isinstance(agent, Observer):
            try:
                agent.observe(hand.view(seat))
            except (Exception, SystemExit) as error:
                failures[seat].add(1, f"{type(error).__name__}: {error}")


def _decide(agent: Agent, view: View, failures: Failures) -> Action:
    legal = view.legal
    try:
        action = agent.act(view).action
        if action in legal or (isinstance(action, Action) and action.kind in ("check", "call")):
            return action
        failures.add(1, f"{action} is not legal: {legal}")
    except (Exception, SystemExit) as error:
        failures.add(1, f"{type(error).__name__}: {error}")
    return FOLD if legal.call else legal.passive


def _add_up(event: Event, pieces: Sequence[_Piece]) -> Result:
    blocks = [sums for piece in pieces for sums in piece.chips]
    hands = sum(piece.hands for piece in pieces)
    a_block = hands / len(blocks)
    winnings = np.array([[float(chips) / a_block for chips in sums] for sums in blocks])
    standings = []
    for player, name in enumerate(event.agents):
        failures = Failures()
        for piece in pieces:
            failures.add(*piece.failures[player])
        total = sum((Fraction(sums[player]) for sums in blocks), Fraction(0))
        standings.append(Standing(name, total, interval(winnings[:, player]), failures))
    return Result(event, hands, tuple(standings), winnings)
