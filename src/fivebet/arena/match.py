"""An event: agents, a game, and so many deals, each played in one or more seatings.

Everything random follows from the event's seed, the match and the deal's number,
so that any number of workers gives the same result. Agents without memory are
made anew for every few hundred hands. If any keeps memory (`remembers = True`),
or if stacks are carried over, a match is played in order, and its pieces hand on
the agents' state; intervals and parallel play then come from many independent
matches.

An agent that fails, by raising an exception, by hanging or by an action that is
none, checks or folds instead, and the result says how often and why.
"""

import pickle
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.agents.hosting.memory import load_memory, memory_of
from fivebet.agents.hosting.registry import check_plays
from fivebet.agents.players.baselines import compiled_players, play_deals
from fivebet.arena.luck import Luck, check_game
from fivebet.arena.players import Company, Notes, isolated, seat, watching
from fivebet.arena.results import EventTally, Result, plain_failures
from fivebet.arena.seatings import (
    Seatings,
    all_seatings,
    one_seating,
    rotations,
    sampled_seatings,
)
from fivebet.errors import GameError
from fivebet.game import Agent, Game, Hand
from fivebet.game.chips import CHIP_FRACTIONS
from fivebet.runs.executors import crew_of
from fivebet.runs.job import Played, play_contest
from fivebet.store.hands import KeptHand, kept_hand

__all__ = ["Event", "Seats", "hashed_seed", "play_event", "play_isolated"]

_MOST_HANDS_A_PIECE = 500
_LEAST_HANDS_A_PIECE = 25  # agents are made anew for each piece
_PIECES_AT_LEAST = 32  # where there are hands enough: work for as many workers
_COMPILED_HANDS_A_PIECE = 50_000
_LOOKS = 32  # at the result, each time that the number of pieces has doubled


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
    luck: Luck = Luck.NONE
    """What is taken out of the result."""
    carried: bool = False
    """Whether stacks are carried over from hand to hand; who is broke buys in again."""
    clock: float = 60.0
    """Seconds after which an agent from a file is taken to hang."""

    def __post_init__(self) -> None:
        if len(self.agents) != self.game.seats:
            raise GameError(
                f"{self.game} is played by {self.game.seats}, not by {len(self.agents)} agents"
            )
        if self.deals < 1:
            raise GameError(f"{self.deals} deals cannot be played: give 1 or more")
        if self.matches < 1:
            raise GameError(f"{self.matches} matches cannot be played: give 1 or more")
        if not 0 < self.clock < float("inf"):
            raise GameError(f"a clock of {self.clock} seconds is none: give a number above 0")
        if self.luck is not Luck.NONE:
            check_game(self.game)
        if self.carried:
            # Only whole chips can be carried over.
            rules = replace(self.game.rules, splits_fractions=False)
            object.__setattr__(self, "game", replace(self.game, rules=rules))
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
    def compiled(self) -> bool:
        """Whether it runs without entering Python for every action."""
        plain = self.luck is Luck.NONE and not self.carried
        return plain and compiled_players(self.seated()) is not None

    @property
    def in_order(self) -> bool:
        """Whether each hand of a match depends on those before."""
        return self.remembers or self.carried

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
        agents = [
            seat(name, hashed_seed(f"{self.match_seed(match)}/agent/{player}"), self.clock)
            for player, name in enumerate(self.agents)
        ]
        for name, agent in zip(self.agents, agents, strict=True):
            check_plays(name, agent, self.game.name)
        return agents

    def match_seed(self, match: int) -> int:
        """The first match has the event's own seed."""
        return hashed_seed(f"{self.seed}/match/{match}") if match else self.seed

    def isolated(self) -> "Event":
        """The same with foreign agents in processes of their own, where they may die."""
        return replace(self, agents=tuple(isolated(name, self.clock) for name in self.agents))

    @property
    def pieces(self) -> int:
        """Of all matches."""
        return self.matches * self._pieces_a_match

    def follows(self, number: int) -> bool:
        """Within a match that is played in order."""
        return self.in_order and number % self._pieces_a_match != 0

    def may_stop(self, number: int) -> bool:
        """After some deals, or after any match if matches are what intervals rest on."""
        if self.by_match:
            return (number + 1) % self._pieces_a_match == 0
        return (number + 1) % max(1, (1 << (number + 1).bit_length()) // (2 * _LOOKS)) == 0

    @property
    def by_match(self) -> bool:
        """Whether intervals rest on matches."""
        return self.in_order and self.matches > 1

    def play(self, number: int, state: bytes | None, every: int) -> Played:
        """Some deals of a match; to its end, if the agents' state cannot be handed on."""
        match, part = divmod(number, self._pieces_a_match)
        if self.compiled and not every:
            start = part * self._deals_a_piece
            stop = min(start + self._deals_a_piece, self.deals)
            return Played(self._play_compiled(match, start, stop), number)
        with (
            watching(self.agents, self.clock) as watch,
            Company(self.seated(match), watch) as company,
        ):
            table = _EventTable(self, match, company, every)
            if state is not None:
                table.go_on(state)
            handed_on = None
            while True:
                start = part * self._deals_a_piece
                table.play(start, min(start + self._deals_a_piece, self.deals))
                part += 1
                if not self.in_order or part == self._pieces_a_match:
                    break
                handed_on = table.state()
                if handed_on is not None:
                    break
        last = match * self._pieces_a_match + part - 1
        return Played(table.data(), last, handed_on, tuple(table.kept))

    def tally(self, by_match: bool | None = None) -> EventTally:
        """Adds up pieces; intervals rest on deals or on matches."""
        return EventTally(self, self.by_match if by_match is None else by_match)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "game": self.game.to_dict(),
            "agents": list(self.agents),
            "deals": self.deals,
            "seed": self.seed,
            "seats": self.seats.value,
            "samples": self.samples,
            "matches": self.matches,
            "luck": self.luck.value,
            "carried": self.carried,
            "clock": self.clock,
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Event":
        """The way back."""
        told = {
            "game": Game.from_dict(plain["game"]),
            "agents": tuple(plain["agents"]),
            "seats": Seats(plain["seats"]),
            "luck": Luck(plain["luck"]),
        }
        return cls(**{**plain, **told})

    def _play_compiled(self, match: int, start: int, stop: int) -> dict[str, Any]:
        seatings = self._seating_table(match, start, stop)
        seed = self.match_seed(match) % (1 << 64)
        parts, flows = play_deals(self.game, self.seated(match), seatings, seed, start)
        nobody: dict[str, Any] = {"kinds": {}, "first": ""}
        return {
            "match": match,
            "parts": parts.tolist(),
            "luck": [],
            "flows": flows.tolist(),
            "failures": [nobody] * len(self.agents),
        }

    def _seating_table(self, match: int, start: int, stop: int) -> NDArray[np.uint8]:
        """The player on each seat, by deal and turn."""
        players = len(self.agents)
        if self.seats is Seats.PLAIN:
            turns = np.arange(players) + np.arange(start, stop)[:, None, None]
            return (turns % players).astype(np.uint8)
        if self.seats is not Seats.SAMPLED:
            return np.tile(np.array(self.seatings(0), dtype=np.uint8), (stop - start, 1, 1))
        numbers = range(start, stop)
        return np.array([self.seatings(number, match) for number in numbers], dtype=np.uint8)

    @cached_property
    def _deals_a_piece(self) -> int:
        hands = self.hands // self.matches
        most = _COMPILED_HANDS_A_PIECE if self.compiled else _MOST_HANDS_A_PIECE
        if not self.in_order:
            hands = min(hands // _PIECES_AT_LEAST, most)
        hands = min(max(hands, _LEAST_HANDS_A_PIECE), most)
        return max(1, hands // len(self.seatings(0)))

    @cached_property
    def _pieces_a_match(self) -> int:
        return -(-self.deals // self._deals_a_piece)


def play_event(
    event: Event,
    workers: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
    until: Callable[[Result], bool] | None = None,
) -> Result:
    """Play an event to its end, or until a rule that looks at the result so far says so."""
    crew = crew_of(workers, executor, event.pieces)
    return play_contest(event, crew, progress=progress, until=until, rescue=play_isolated)


def play_isolated(contest: Any, number: int, state: bytes | None, every: int) -> Played:
    """A piece in which a worker has died: now foreign agents die alone."""
    played: Played = contest.isolated().play(number, state, every)
    return played


def hashed_seed(text: str) -> int:
    """A seed that is named by words; it does not tell the seeds it is made from."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class _EventTable:
    """Plays the deals of one match, and notes what comes of them."""

    def __init__(self, event: Event, match: int, company: Company, every: int) -> None:
        self.event, self.match, self.company, self.every = event, match, company, every
        self.seed = event.match_seed(match) % (1 << 64)
        players = len(event.agents)
        self.names = tuple(f"player {player + 1}" for player in range(players))
        self.parts: list[list[int]] = []
        self.terms: list[list[list[float]]] = []
        self.flows = np.zeros((players, players))
        self.stacks = [list(event.game.stacks) for _ in event.seatings(0)]
        self.kept: list[KeptHand] = []

    def play(self, start: int, stop: int) -> None:
        """The deals of these numbers, in order."""
        luck = self.event.luck
        for number in range(start, stop):
            sums = [0] * len(self.names)
            terms: Any = 0.0
            recorded = bool(self.every and number % self.every == 0)
            for turn, seating in enumerate(self.event.seatings(number, self.match)):
                hand = self._deal(number, turn, seating)
                wanted = recorded or luck is not Luck.NONE
                notes = Notes(stated=luck is Luck.AIVAT) if wanted else None
                self.company.play(hand, seating, notes)
                payoffs = hand.payoffs
                for place, player in enumerate(seating):
                    sums[player] += int(payoffs[place] * CHIP_FRACTIONS)
                _core.add_flows(hand, self.flows, seating)
                if self.event.carried:
                    self._carry(turn, seating, payoffs)
                if notes and luck is not Luck.NONE:
                    found = self.company.luck(luck, hand, seating, notes, self.seed)
                    terms = terms + found[:, np.argsort(seating)]
                if notes and recorded:
                    self._keep(hand, number, turn, seating, notes)
            self.parts.append(sums)
            if luck is not Luck.NONE:
                self.terms.append(terms.tolist())

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "match": self.match,
            "parts": self.parts,
            "luck": self.terms,
            "flows": self.flows.tolist(),
            "failures": [plain_failures(each) for each in self.company.failures],
        }

    def state(self) -> bytes | None:
        """What the next piece needs to go on, or None if it cannot be written down."""
        memory = memory_of(self.company.agents) if self.event.remembers else b""
        return None if memory is None else pickle.dumps((memory, self.stacks))

    def go_on(self, state: bytes) -> None:
        """From where the piece before has left off."""
        memory, self.stacks = pickle.loads(state)
        if memory:
            load_memory(self.company.agents, memory)

    def _deal(self, number: int, turn: int, seating: Sequence[int]) -> Hand:
        stacks = self.stacks[turn]
        return Hand(
            self.event.game,
            seed=self.seed,
            number=number,
            stacks=[stacks[player] for player in seating] if self.event.carried else None,
            players=[self.names[player] for player in seating],
        )

    def _carry(self, turn: int, seating: Sequence[int], payoffs: Sequence[Fraction | int]) -> None:
        stacks = self.stacks[turn]
        for place, player in enumerate(seating):
            stacks[player] += int(payoffs[place])
            if stacks[player] <= 0:
                stacks[player] = self.event.game.stacks[player]

    def _keep(
        self, hand: Hand, number: int, turn: int, seating: Sequence[int], notes: Notes
    ) -> None:
        deal = self.match * self.event.deals + number
        self.kept.append(
            kept_hand(
                hand,
                serial=deal * len(self.event.seatings(0)) + turn,
                seed=self.event.match_seed(self.match),
                seating=seating,
                decisions=[(place, decision.reasons) for place, decision in notes.decisions],
            )
        )
