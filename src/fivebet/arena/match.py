"""A match: agents, a game, and a number of deals, each played in one or more seatings.

A match between more than two agents is a ring. Everything random follows from the
seed, the repeat and the deal's number, so that any number of workers gives the same
result. Agents without memory are made anew for every few hundred hands. If any agent
remembers (`remembers = True`), or if stacks are carried over, the deals are played in
order and chunks hand on the agents' state; intervals and parallel play then come from
repeating the match many times (`matches`), each from a fresh start.

An agent that fails, by raising an exception, by hanging or by an illegal action,
checks or folds instead, and the result says how often and why.
"""

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.agents.hosting.guard import isolated_name, seat_agents, traits_at_table
from fivebet.agents.hosting.memory import dump_memory, load_memory
from fivebet.agents.hosting.players import HandNotes, Players
from fivebet.agents.hosting.traits import AgentTraits
from fivebet.agents.players.baselines import play_deals, runs_compiled
from fivebet.arena.luck import Floats, Luck, UnlikelyActionError, check_game, luck_terms
from fivebet.arena.results import MatchReducer, MatchResult
from fivebet.arena.seatings import (
    Seatings,
    all_seatings,
    one_seating,
    rotations,
    sampled_seatings,
)
from fivebet.errors import AgentError, FivebetError, GameError
from fivebet.game import Agent, Game, Hand
from fivebet.game.chips import CHIP_FRACTIONS
from fivebet.game.games import playable_names
from fivebet.runs.executors import make_executor
from fivebet.runs.job import ADDED_LATER, ChunkResult, Job, Result
from fivebet.runs.runner import run_job
from fivebet.store.hands import StoredHand
from fivebet.streams import to_word

_LEAST_HANDS_A_CHUNK = 25  # agents are made anew for each chunk
_CHUNKS_AT_LEAST = 32  # where there are hands enough: work for as many workers
_COMPILED_HANDS_A_CHUNK = 50_000
_LOOKS = 32  # at the result, each time that the number of chunks has doubled


class Seats(StrEnum):
    """The seatings in which each deal is played."""

    PLAIN = "plain"
    ROTATED = "rotated"
    ALL = "all"
    SAMPLED = "sampled"


@dataclass(frozen=True, kw_only=True)
class DealsJob(Job[Result]):
    """A number of deals of a game. Agents are names, so that workers can seat their own."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    """The number of deals of each match."""
    seed: int = 0
    clock: float = 60.0
    """The seconds after which an agent from a file is taken to hang."""

    readers: ClassVar = {"game": Game.from_dict, "agents": tuple, "luck": Luck}

    @property
    def players(self) -> tuple[str, ...]:
        """The agents' names."""
        return self.agents

    def isolated(self) -> Self:
        """Return the same job with agents from files in processes of their own."""
        return replace(self, agents=tuple(isolated_name(name, self.clock) for name in self.agents))


@dataclass(frozen=True, kw_only=True)
class Match(DealsJob[MatchResult]):
    """Agents, one for each seat of a game, who play a number of deals."""

    seats: Seats = Seats.PLAIN
    samples: int = 1
    """The number of random orders of the players, each rotated, if seatings are sampled."""
    matches: int = 1
    """How often the match is repeated, each time with deals and agents' seeds of its own."""
    luck: Luck = Luck.NONE
    """The kind of luck that is taken out of the result."""
    carried: bool = False
    """Whether stacks are carried over from hand to hand; a broke player buys in again."""
    chunk_hands: int = field(default=500, metadata=ADDED_LATER)
    """The most hands of a chunk, after which the result so far is stored and agents' state is
    handed on; a match of compiled agents has larger ones."""

    readers: ClassVar = {**DealsJob.readers, "seats": Seats}

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise GameError(f"{self.game!r} is no Game: take Game.named('nolimit-2p')")
        for agent in self.agents:
            if not isinstance(agent, str):
                raise AgentError(f"{agent!r} is no agent's name: fivebet.play_match takes objects")
        for name, given, known in (("seats", self.seats, Seats), ("luck", self.luck, Luck)):
            if given not in list(known):
                raise GameError(f"{name}={given!r} is none: give {', '.join(known)}")
        if len(self.agents) != self.game.seats:
            raise GameError(
                f"{self.game} is played by {self.game.seats}, not by {len(self.agents)} agents"
            )
        if self.deals < 1:
            raise GameError(f"{self.deals} deals cannot be played: give 1 or more")
        if self.matches < 1:
            raise GameError(f"{self.matches} matches cannot be played: give 1 or more")
        if self.chunk_hands < 1:
            raise GameError(f"chunks of {self.chunk_hands} hands are none: give 1 or more")
        if not 0 < self.clock < float("inf"):
            raise GameError(f"a clock of {self.clock} seconds is none: give a number above 0")
        if self.luck is not Luck.NONE:
            check_game(self.game)
        if self.carried:
            # Only whole chips can be carried over.
            rules = replace(self.game.rules, splits_fractions=False)
            object.__setattr__(self, "game", replace(self.game, rules=rules))
        self.seatings(0)

    @cached_property
    def remembers(self) -> bool:
        """Whether any agent remembers, so that deals are played in order."""
        return any(traits.remembers for traits in self.traits())

    @cached_property
    def compiled(self) -> bool:
        """Whether the match runs in the core, without entering Python for every action."""
        is_plain = self.luck is Luck.NONE and not self.carried
        return is_plain and all(runs_compiled(each.maker, each.options) for each in self.traits())

    @property
    def in_order(self) -> bool:
        """Whether each hand depends on those before."""
        return self.remembers or self.carried

    @cached_property
    def hands(self) -> int:
        """The number of hands, over all repeats."""
        return self.deals * self.matches * len(self.seatings(0))

    def seatings(self, number: int, repeat: int = 0) -> Seatings:
        """Return the seatings of one deal."""
        players = len(self.agents)
        match self.seats:
            case Seats.PLAIN:
                return one_seating(players, number)
            case Seats.ROTATED:
                return rotations(players)
            case Seats.ALL:
                return all_seatings(players)
            case Seats.SAMPLED:
                return sampled_seatings(players, self.samples, self.repeat_seed(repeat), number)

    def seated(self, repeat: int = 0) -> list[Agent]:
        """Return fresh agents; those that take a seed and have none get one of their own."""
        return seat_agents(self.agents, self.agent_seeds(repeat), self.clock)

    def traits(self) -> list[AgentTraits]:
        """Return what the agents say of themselves, if they all play the game."""
        return traits_at_table(
            self.agents, self.agent_seeds(0), self.clock, *playable_names(self.game)
        )

    def agent_seeds(self, repeat: int) -> list[int]:
        """Return a seed for each agent that takes one and has none in its name."""
        seed = self.repeat_seed(repeat)
        return [hashed_seed(f"{seed}/agent/{player}") for player in range(len(self.agents))]

    def repeat_seed(self, repeat: int) -> int:
        """Return the seed of a repeat; the first has the match's own."""
        return hashed_seed(f"{self.seed}/match/{repeat}") if repeat else self.seed

    @cached_property
    def chunks(self) -> int:
        """The number of chunks, over all repeats."""
        return self.matches * self._chunks_a_repeat

    def continues(self, number: int) -> bool:
        """Return whether a chunk needs the state of the one before, within a repeat."""
        return self.in_order and number % self._chunks_a_repeat != 0

    def is_checkpoint(self, number: int) -> bool:
        """Return whether to look at the result: now and then, or after each repeat."""
        if self.by_match:
            return (number + 1) % self._chunks_a_repeat == 0
        return (number + 1) % max(1, (1 << (number + 1).bit_length()) // (2 * _LOOKS)) == 0

    @property
    def by_match(self) -> bool:
        """Whether intervals rest on repeats, not on deals."""
        return self.in_order and self.matches > 1

    def run_chunk(self, number: int, state: bytes | None, record_every: int) -> ChunkResult:
        """Play some deals; all that are left, if the agents' state cannot be handed on."""
        repeat, part = divmod(number, self._chunks_a_repeat)
        if self.compiled and not record_every:
            start = part * self._deals_a_chunk
            stop = min(start + self._deals_a_chunk, self.deals)
            return ChunkResult(self._play_compiled(repeat, start, stop), number)
        with Players.seated(self.agents, self.agent_seeds(repeat), self.clock) as players:
            table = _MatchTable(self, repeat, players, record_every)
            if state is not None:
                table.restore(state)
            handed_on = None
            while True:
                start = part * self._deals_a_chunk
                table.play(start, min(start + self._deals_a_chunk, self.deals))
                part += 1
                if not self.in_order or part == self._chunks_a_repeat:
                    break
                handed_on = table.state()
                if handed_on is not None:
                    break
        last = repeat * self._chunks_a_repeat + part - 1
        return ChunkResult(table.data(), last, handed_on, tuple(table.recorded))

    def reducer(self, by_match: bool | None = None) -> MatchReducer:
        """Return a new reducer; intervals rest on deals or on repeats."""
        return MatchReducer(self, self.by_match if by_match is None else by_match)

    def _play_compiled(self, repeat: int, start: int, stop: int) -> dict[str, Any]:
        seatings = self._seating_table(repeat, start, stop)
        seed = to_word(self.repeat_seed(repeat))
        parts, flows = play_deals(self.game, self.seated(repeat), seatings, seed, start)
        return {
            "match": repeat,
            "parts": parts.tolist(),
            "luck": [],
            "flows": flows.tolist(),
            "failures": [Failures().to_dict()] * len(self.agents),
        }

    def _seating_table(self, repeat: int, start: int, stop: int) -> NDArray[np.uint8]:
        """Return the player on each seat, by deal and seating."""
        players = len(self.agents)
        if self.seats is Seats.PLAIN:
            turns = np.arange(players) + np.arange(start, stop)[:, None, None]
            return (turns % players).astype(np.uint8)
        if self.seats is not Seats.SAMPLED:
            return np.tile(np.array(self.seatings(0), dtype=np.uint8), (stop - start, 1, 1))
        numbers = range(start, stop)
        return np.array([self.seatings(number, repeat) for number in numbers], dtype=np.uint8)

    @cached_property
    def _deals_a_chunk(self) -> int:
        hands = self.hands // self.matches
        most = _COMPILED_HANDS_A_CHUNK if self.compiled else self.chunk_hands
        if not self.in_order:
            hands = min(hands // _CHUNKS_AT_LEAST, most)
        hands = min(max(hands, _LEAST_HANDS_A_CHUNK), most)
        return max(1, hands // len(self.seatings(0)))

    @cached_property
    def _chunks_a_repeat(self) -> int:
        return -(-self.deals // self._deals_a_chunk)


def play_match(
    match: Match,
    workers: int = 1,
    on_progress: Callable[[float], None] = lambda _: None,
    executor: Executor | None = None,
    until: Callable[[MatchResult], bool] | None = None,
    trust: bool = False,
) -> MatchResult:
    """Play a match to its end, or until a rule that looks at the result so far says so.

    Agents from files have processes of their own, unless somebody says to trust them.
    """
    workers_of = make_executor(workers, executor, match.chunks, trust=trust)
    return run_job(match, workers_of, on_progress=on_progress, until=until)


def with_luck(match: Match, text: str) -> Match:
    """Return the match with that luck taken out; auto: cards, unless all players run compiled."""
    luck = _find_luck(text, match.game)
    if luck is None:
        luck = Luck.NONE if match.compiled else _default_luck(match.game)
    if luck is Luck.AIVAT and not any(each.states_policy for each in match.traits()):
        raise FivebetError(
            f"none of {', '.join(match.agents)} states its policy, which aivat needs: "
            "give luck cards"
        )
    return replace(match, luck=luck)


def hashed_seed(text: str) -> int:
    """Return a seed made from a text, from which nobody can tell the seeds in the text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class _MatchTable:
    """Plays the deals of one repeat, and adds up what they come to."""

    def __init__(self, match: Match, repeat: int, players: Players, record_every: int) -> None:
        self.match, self.repeat, self.players, self.record_every = (
            match,
            repeat,
            players,
            record_every,
        )
        self.seed = to_word(match.repeat_seed(repeat))
        count = len(match.agents)
        self.names = tuple(f"player {player + 1}" for player in range(count))
        self.parts: list[list[int]] = []
        self.terms: list[list[list[float]]] = []
        self.flows = np.zeros((count, count))
        self.stacks = [list(match.game.stacks) for _ in match.seatings(0)]
        self.recorded: list[StoredHand] = []

    def play(self, start: int, stop: int) -> None:
        """Play the deals from one number to another, in order."""
        luck = self.match.luck
        for number in range(start, stop):
            sums = [0] * len(self.names)
            terms: Any = 0.0
            recorded = bool(self.record_every and number % self.record_every == 0)
            for turn, seating in enumerate(self.match.seatings(number, self.repeat)):
                hand = self._deal(number, turn, seating)
                wanted = recorded or luck is not Luck.NONE
                notes = HandNotes(with_policies=luck is Luck.AIVAT) if wanted else None
                self.players.play(hand, seating, notes)
                payoffs = hand.payoffs
                for place, player in enumerate(seating):
                    sums[player] += int(payoffs[place] * CHIP_FRACTIONS)
                _core.add_flows(hand, self.flows, seating)
                if self.match.carried:
                    self._carry(turn, seating, payoffs)
                if notes and luck is not Luck.NONE:
                    of_hand = self._luck_terms(hand, seating, notes)
                    terms = terms + of_hand[:, np.argsort(seating)]
                if notes and recorded:
                    self._record(hand, number, turn, seating, notes)
            self.parts.append(sums)
            if luck is not Luck.NONE:
                self.terms.append(terms.tolist())

    def data(self) -> dict[str, Any]:
        """Return the sums as JSON data."""
        return {
            "match": self.repeat,
            "parts": self.parts,
            "luck": self.terms,
            "flows": self.flows.tolist(),
            "failures": [each.to_dict() for each in self.players.failures],
        }

    def state(self) -> bytes | None:
        """Return what the next chunk continues from, or None if it cannot be written down."""
        memory = dump_memory(self.players.agents) if self.match.remembers else b""
        return None if memory is None else pickle.dumps((memory, self.stacks))

    def restore(self, state: bytes) -> None:
        """Continue where the chunk before has stopped."""
        memory, self.stacks = pickle.loads(state)
        if memory:
            load_memory(self.players.agents, memory)

    def _deal(self, number: int, turn: int, seating: Sequence[int]) -> Hand:
        stacks = self.stacks[turn]
        return Hand(
            self.match.game,
            seed=self.seed,
            number=number,
            stacks=[stacks[player] for player in seating] if self.match.carried else None,
            players=[self.names[player] for player in seating],
        )

    def _luck_terms(self, hand: Hand, seating: Sequence[int], notes: HandNotes) -> Floats:
        """Return the luck terms of a finished hand, by seat; a nonsensical policy is a failure."""
        luck, players = self.match.luck, self.players
        stated = [
            seat
            for seat, player in enumerate(seating)
            if seat not in notes.silent and players.states_policy[player]
        ]
        try:
            return luck_terms(luck, hand, notes.policies, stated, self.seed)
        except UnlikelyActionError as error:
            players.failures[seating[error.seat]].add(FailureKind.NONSENSE, str(error))
            return luck_terms(luck, hand, [None] * len(notes.policies), [], self.seed)

    def _carry(self, turn: int, seating: Sequence[int], payoffs: Sequence[Fraction | int]) -> None:
        stacks = self.stacks[turn]
        for place, player in enumerate(seating):
            stacks[player] += int(payoffs[place])
            if stacks[player] <= 0:
                stacks[player] = self.match.game.stacks[player]

    def _record(
        self, hand: Hand, number: int, turn: int, seating: Sequence[int], notes: HandNotes
    ) -> None:
        deal = self.repeat * self.match.deals + number
        self.recorded.append(
            StoredHand.from_hand(
                hand,
                serial=deal * len(self.match.seatings(0)) + turn,
                seed=self.match.repeat_seed(self.repeat),
                seating=seating,
                decisions=[(place, decision.reasons) for place, decision in notes.decisions],
            )
        )


def _find_luck(text: str, game: Game) -> Luck | None:
    """Return the luck of that name, or None to let the match decide."""
    if text == "auto":
        return None
    try:
        luck = Luck(text)
    except ValueError:
        known = ", ".join(each.value for each in Luck)
        raise FivebetError(f"luck {text!r} is none: give auto, {known}") from None
    if luck is not Luck.NONE:
        check_game(game)
    return luck


def _default_luck(game: Game) -> Luck:
    try:
        check_game(game)
    except GameError:
        return Luck.NONE
    return Luck.CARDS
