"""An event: agents, a game, and so many deals, each played in one or more seatings.

Everything random follows from the event's seed, the match and the deal's number,
so that any number of workers gives the same result. Agents without memory are
made anew for every few hundred hands. If any keeps memory (`remembers = True`),
a match is played in order, and its pieces hand on the agents' state; intervals
and parallel play then come from many independent matches.

An agent that fails, by raising an exception or by an action that is none, checks
or folds instead, and the result says how often and why.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.registry import make_agent
from fivebet.arena.contest import Played, play_contest
from fivebet.arena.executors import crew_of
from fivebet.arena.memory import load_memory, memory_of
from fivebet.arena.schedule import (
    Seatings,
    all_seatings,
    one_seating,
    rotations,
    sampled_seatings,
)
from fivebet.arena.statistics import Interval, interval
from fivebet.errors import GameError
from fivebet.game import FOLD, Agent, Decision, Game, Hand, Observer, View
from fivebet.game.action import Action
from fivebet.store.games import game_of, plain_game
from fivebet.store.hands import KeptHand, kept_hand

__all__ = ["Event", "Result", "Seats", "Standing", "play_event"]

_MOST_HANDS_A_PIECE = 500
_LEAST_HANDS_A_PIECE = 25  # agents are made anew for each piece
_PIECES_AT_LEAST = 32  # where there are hands enough: work for as many workers


Note = Callable[[int, Decision], None]
"""Told the seat and its decision, action by action."""


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
    """Of each match."""
    seed: int = 0
    seats: Seats = Seats.PLAIN
    samples: int = 1
    """Sampled seatings: how many orders of the players, each rotated."""
    matches: int = 1
    """Each from a fresh start, with deals and agents' seeds of its own."""

    def __post_init__(self) -> None:
        if len(self.agents) != self.game.seats:
            raise GameError(
                f"{self.game} is played by {self.game.seats}, not by {len(self.agents)} agents"
            )
        if self.deals < 1:
            raise GameError(f"{self.deals} deals cannot be played: give 1 or more")
        if self.matches < 1:
            raise GameError(f"{self.matches} matches cannot be played: give 1 or more")
        self.seatings(0)

    @property
    def players(self) -> tuple[str, ...]:
        """The agents' names."""
        return self.agents

    @cached_property
    def remembers(self) -> bool:
        """Whether any agent does, so that matches are played in order."""
        return any(getattr(agent, "remembers", False) for agent in self.seated())

    @cached_property
    def hands(self) -> int:
        """How many are played in all."""
        return self.deals * self.matches * len(self.seatings(0))

    def seatings(self, number: int, match: int = 0) -> Seatings:
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
                return sampled_seatings(players, self.samples, self.match_seed(match), number)

    def seated(self, match: int = 0) -> list[Agent]:
        """Fresh agents; those that take a seed and have none get one of their own."""
        return [
            make_agent(name, seed=_hashed(f"{self.match_seed(match)}/agent/{player}"))
            for player, name in enumerate(self.agents)
        ]

    def match_seed(self, match: int) -> int:
        """The first match has the event's own seed."""
        return _hashed(f"{self.seed}/match/{match}") if match else self.seed

    @property
    def pieces(self) -> int:
        """Of all matches."""
        return self.matches * self._pieces_a_match

    def follows(self, number: int) -> bool:
        """Within a match, if anybody remembers."""
        return self.remembers and number % self._pieces_a_match != 0

    def may_stop(self, number: int) -> bool:
        """After any deal, or after any match if matches are what intervals rest on."""
        return not self.by_match or (number + 1) % self._pieces_a_match == 0

    @property
    def by_match(self) -> bool:
        """Whether intervals rest on matches."""
        return self.remembers and self.matches > 1

    def play(self, number: int, state: bytes | None, every: int) -> Played:
        """Some deals of a match; to its end, if the agents' state cannot be handed on."""
        match, part = divmod(number, self._pieces_a_match)
        agents = self.seated(match)
        if state is not None:
            load_memory(agents, state)
        table = _Table(self, match, agents, every)
        handed_on = None
        while True:
            start = part * self._deals_a_piece
            table.play(start, min(start + self._deals_a_piece, self.deals))
            part += 1
            if not self.remembers or part == self._pieces_a_match:
                break
            handed_on = memory_of(agents)
            if handed_on is not None:
                break
        last = match * self._pieces_a_match + part - 1
        return Played(table.data(), last, handed_on, tuple(table.kept))

    def tally(self, by_match: bool | None = None) -> "EventTally":
        """Adds up pieces; intervals rest on deals or on matches."""
        return EventTally(self, self.by_match if by_match is None else by_match)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "game": plain_game(self.game),
            "agents": list(self.agents),
            "deals": self.deals,
            "seed": self.seed,
            "seats": self.seats.value,
            "samples": self.samples,
            "matches": self.matches,
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Event":
        """The way back."""
        told = {
            "game": game_of(plain["game"]),
            "agents": tuple(plain["agents"]),
            "seats": Seats(plain["seats"]),
        }
        return cls(**{**plain, **told})

    @cached_property
    def _deals_a_piece(self) -> int:
        hands = self.hands // self.matches
        if not self.remembers:
            hands = min(hands // _PIECES_AT_LEAST, _MOST_HANDS_A_PIECE)
        hands = min(max(hands, _LEAST_HANDS_A_PIECE), _MOST_HANDS_A_PIECE)
        return max(1, hands // len(self.seatings(0)))

    @cached_property
    def _pieces_a_match(self) -> int:
        return -(-self.deals // self._deals_a_piece)


def _hashed(text: str) -> int:
    # Hashed, so that a seed does not tell those it is made from.
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


@dataclass(slots=True)
class Failures:
    """How often an agent had to be helped out, and the first reason."""

    times: int = 0
    first: str = ""

    def add(self, times: int, first: str) -> None:
        """Count some more."""
        self.times += times
        self.first = self.first or first

    def copy(self) -> "Failures":
        """As they are now."""
        return Failures(self.times, self.first)


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
    """What came of an event, or of as much of it as was played."""

    event: Event
    deals: int
    """How many were played, over all matches."""
    hands: int
    standings: tuple[Standing, ...]
    winnings: NDArray[np.float64] = field(repr=False)
    """Chips a hand, by unit and player."""
    unit: Literal["deal", "match"] = "deal"
    """What is independent of what: intervals rest on it."""

    @property
    def note(self) -> str:
        """What has to be known of the intervals, if anything."""
        if self.event.remembers and self.unit == "deal":
            return (
                "agents that remember played one match: intervals are within it and take its "
                "deals as independent"
            )
        return ""


def play_event(
    event: Event,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
    until: Callable[[Result], bool] | None = None,
) -> Result:
    """Play an event to its end, or until a rule that looks at the result so far says so."""
    crew = crew_of(workers, executor, event.pieces)
    return play_contest(event, crew, progress=progress, until=until)


class EventTally:
    """Adds up an event, piece by piece."""

    def __init__(self, event: Event, by_match: bool) -> None:
        self._event, self._by_match = event, by_match
        players = len(event.agents)
        self._totals = [Fraction(0)] * players
        self._failures = [Failures() for _ in range(players)]
        self._deals = 0
        self._units: list[NDArray[np.float64]] = []
        self._matches: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * players)

    def add(self, data: Mapping[str, Any]) -> None:
        """Some deals of a match."""
        blocks = [[_chips(each) for each in block] for block in data["chips"]]
        self._deals += len(blocks)
        match = self._matches[data["match"]]
        for player, failures in enumerate(self._failures):
            won = sum(block[player] for block in blocks)
            self._totals[player] += won
            match[player] += won
            failures.add(*data["failures"][player])
        if not self._by_match:
            self._units.append(np.array(blocks, dtype=np.float64))

    def result(self) -> Result:
        """The standings so far."""
        event = self._event
        hands = self._deals * len(event.seatings(0))
        chips = (
            np.array([[float(won) for won in match] for match in self._matches.values()])
            if self._by_match
            else np.concatenate(self._units)
        )
        winnings = chips / (hands / len(chips))
        standings = tuple(
            Standing(name, self._totals[i], interval(winnings[:, i]), self._failures[i].copy())
            for i, name in enumerate(event.agents)
        )
        unit: Literal["deal", "match"] = "match" if self._by_match else "deal"
        return Result(event, self._deals, hands, standings, winnings, unit)


class _Table:
    """Plays the deals of one match, and notes what comes of them."""

    def __init__(self, event: Event, match: int, agents: Sequence[Agent], every: int) -> None:
        self.event, self.match, self.agents, self.every = event, match, agents, every
        self.failures = [Failures() for _ in agents]
        self.chips: list[list[Fraction | int]] = []
        self.kept: list[KeptHand] = []
        self._observers = [agent if isinstance(agent, Observer) else None for agent in agents]

    def play(self, start: int, stop: int) -> None:
        """The deals of these numbers, in order."""
        for number in range(start, stop):
            sums: list[Fraction | int] = [0] * len(self.agents)
            recorded = self.every and number % self.every == 0
            for turn, seating in enumerate(self.event.seatings(number, self.match)):
                hand = (
                    self._play_recorded(number, turn, seating)
                    if recorded
                    else self._play(number, seating)
                )
                for seat, player in enumerate(seating):
                    sums[player] += hand.payoffs[seat]
            self.chips.append(sums)

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "match": self.match,
            "chips": [[_plain_chips(each) for each in sums] for sums in self.chips],
            "failures": [[each.times, each.first] for each in self.failures],
        }

    def _play(self, number: int, seating: Sequence[int], note: Note | None = None) -> Hand:
        seed = self.event.match_seed(self.match) % (1 << 64)
        hand = Hand(self.event.game, seed=seed, number=number)
        agents = [self.agents[player] for player in seating]
        failures = [self.failures[player] for player in seating]
        while (seat := hand.actor) is not None:
            decision = _decide(agents[seat], hand.view(seat), failures[seat])
            hand.act(decision.action)
            if note:
                note(seat, decision)
        for seat, player in enumerate(seating):
            agent = self._observers[player]
            if agent is not None:
                try:
                    agent.observe(hand.view(seat))
                except (Exception, SystemExit) as error:
                    failures[seat].add(1, f"{type(error).__name__}: {error}")
        return hand

    def _play_recorded(self, number: int, turn: int, seating: Sequence[int]) -> Hand:
        decisions: list[tuple[int, Mapping[str, Any]]] = []
        hand = self._play(
            number, seating, lambda seat, taken: decisions.append((seat, taken.reasons))
        )
        deal = self.match * self.event.deals + number
        self.kept.append(
            kept_hand(
                hand,
                serial=deal * len(self.event.seatings(0)) + turn,
                seed=self.event.match_seed(self.match),
                seating=seating,
                decisions=decisions,
            )
        )
        return hand


def _decide(agent: Agent, view: View, failures: Failures) -> Decision:
    legal = view.legal
    try:
        decision = agent.act(view)
        action = decision.action
        if action in legal or (isinstance(action, Action) and action.kind in ("check", "call")):
            return decision
        why = f"{action} is not legal: {legal}"
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
    failures.add(1, why)
    return Decision(FOLD if legal.call else legal.passive, {"failure": why})


def _plain_chips(chips: Fraction | int) -> int | str:
    return chips if isinstance(chips, int) else str(chips)


def _chips(plain: int | str) -> Fraction | int:
    return plain if isinstance(plain, int) else Fraction(plain)
