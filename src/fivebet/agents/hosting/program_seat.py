"""A seat that a program of its own plays: `json::command` and `isolated::agent`.

Both speak the same protocol (`wire`). A program that hangs is killed, one that
dies is started again when it is next asked, so many times; one that talks
nonsense goes on. Each time the decision is lost: it is a SeatError of a kind,
and whoever runs the table settles the hand (`guard`).

An agent in an isolated seat is an agent of ours, or from a file, in a process of
its own (`agent_program`): it can hang, die and eat memory there.
A program that remembers nothing is put aside after a chunk of a job, and serves the
next one (`idle_programs`).
"""

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.agents.hosting.idle_programs import SECONDS_FOR_GOODBYES, idle_programs
from fivebet.agents.hosting.program_process import (
    Deadline,
    PipeClock,
    ProgramProcess,
    SystemPipeClock,
)
from fivebet.agents.hosting.registry import AgentTraits
from fivebet.agents.hosting.wire import (
    PROTOCOL,
    Message,
    encode,
    game_message,
    read_decision,
    read_message,
    read_policy,
    shortened,
    view_message,
)
from fivebet.agents.players.policies import holdings
from fivebet.errors import AgentError
from fivebet.game.agent import Agent, Decision, Policy
from fivebet.game.game import Game
from fivebet.game.view import View

_GOODBYE = encode({"type": "goodbye"})


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """The time and memory that a program may take: `json:seconds=2,restarts=0::command`."""

    seconds: float = 5.0
    """The seconds for one decision."""
    start: float = 30.0
    """The seconds until it says hello."""
    restarts: int = 3
    """How often a program that has died or was killed is started again."""
    memory: int = 0
    """The mebibytes of address space that it may use; 0 sets no limit."""

    def __post_init__(self) -> None:
        if not (self.seconds > 0 and self.start > 0 and self.restarts >= 0 and self.memory >= 0):
            raise AgentError(
                f"{self} cannot be kept: seconds and start are above 0, the others 0 or more"
            )


DEFAULT_LIMITS = ProgramLimits()


class Conversation:
    """Questions to a program and its answers; a program that is lost is started again."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        limits: ProgramLimits,
        seed: int | None = None,
        clock: PipeClock | None = None,
    ) -> None:
        self.name, self.command, self.limits, self.seed = name, tuple(command), limits, seed
        self._clock = clock or SystemPipeClock()
        self._program: ProgramProcess | None = None
        self._starts = 0
        self._asked = 0
        self._game: Game | None = None
        self._complaint: SeatError | None = None
        self._ignored_up_to = 0
        self._has_failed = False
        try:
            self.hello = self._start()
        except SeatError as error:
            raise AgentError(f"{name!r} cannot be seated: it {error}") from error

    @property
    def is_fresh(self) -> bool:
        """Whether the program has not been asked anything yet."""
        return not self._asked and self.is_sound

    @property
    def is_sound(self) -> bool:
        """Whether the program runs and has never failed."""
        return not self._has_failed and self._program is not None and self._program.is_running

    def begin_again(self) -> None:
        """Forget what the program may still say of hands before."""
        self._complaint, self._ignored_up_to = None, self._asked

    def ask(self, view: View, question: str, answer: str) -> Message:
        """Return the program's answer, of the type that the question asks for."""
        program = self._running()
        deadline = Deadline.after(self.limits.seconds, self._clock)
        try:
            self._send(program, view, question, deadline)
            line = program.receive(deadline)
            # An older id belongs to a question that was given up, or to the end of a hand.
            while 0 < (id_ := _id(message := read_message(line))) < self._asked:
                if id_ > self._ignored_up_to:
                    self._complaint = _reported(message) or self._complaint
                line = program.receive(deadline)
            if complaint := _reported(message):
                raise complaint
            if id_ != self._asked or message["type"] != answer:
                raise SeatError(
                    FailureKind.NONSENSE,
                    f"answered {shortened(line)} where type {answer!r} with id {self._asked} "
                    "was asked for",
                )
            return message
        except SeatError as error:
            raise self._lost(program, error) from None

    def send_end(self, view: View) -> None:
        """Let the program see the end of a hand.

        Nobody waits for an answer: what it says of the last hand's end is raised now.
        """
        program = self._running()
        try:
            self._send(program, view, "observe", Deadline.after(self.limits.seconds, self._clock))
            if complaint := self._complaint:
                self._complaint = None
                raise complaint
        except SeatError as error:
            raise self._lost(program, error) from None

    def say_goodbye(self) -> None:
        """Let the program end, without waiting for it."""
        if self._program:
            self._program.hang_up(_GOODBYE)

    def close(self, patience: float = SECONDS_FOR_GOODBYES) -> None:
        """Say goodbye and end the program; it is not started again."""
        if self._program:
            self._program.close(_GOODBYE, patience)
        self._program, self._starts = None, self.limits.restarts + 1

    def _send(self, program: ProgramProcess, view: View, type_: str, deadline: Deadline) -> None:
        self._asked += 1
        data = encode(view_message(view, type_, self._asked))
        if view.game is not self._game:
            data = encode(game_message(view.game)) + data
            self._game = view.game
        program.send(data, deadline)

    def _running(self) -> ProgramProcess:
        if self._program is None:
            if self._starts > self.limits.restarts:
                raise SeatError(
                    FailureKind.DIED,
                    f"{self.name!r} was started {self._starts} times and is not started again",
                )
            try:
                self._start()
            except SeatError as error:
                raise SeatError(error.kind, f"{self.name!r} {error}") from None
        assert self._program is not None
        return self._program

    def _lost(self, program: ProgramProcess, error: SeatError) -> SeatError:
        self._has_failed = True
        if program.ended:
            self._program = None
        return SeatError(error.kind, f"{self.name!r} {error}")

    def _start(self) -> Message:
        self._starts += 1
        self._game = None
        try:
            program = ProgramProcess(self.command, self.limits.memory, self._clock)
        except (OSError, ValueError, IndexError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise SeatError(FailureKind.DIED, f"names no program that starts ({why})") from error
        deadline = Deadline.after(self.limits.start, self._clock)
        try:
            program.send(encode(self._greeting()), deadline)
            line = program.receive(deadline)
            answer = read_message(line)
            if complaint := _reported(answer):
                raise complaint
            if answer["type"] != "hello" or answer.get("protocol") != PROTOCOL:
                raise SeatError(
                    FailureKind.NONSENSE,
                    f"began with {shortened(line)} where type 'hello' with protocol {PROTOCOL} "
                    "was asked for",
                )
        except SeatError:
            program.close()
            raise
        self._program = program
        return answer

    def _greeting(self) -> Message:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "dealer": f"fivebet {version('fivebet')}",
        }
        return hello if self.seed is None else hello | {"seed": self.seed}


class ProgramSeat:
    """An agent that asks a program what to do."""

    def __init__(self, program: Conversation) -> None:
        self.program = program
        self.remembers = program.hello.get("remembers") is True
        self.games = _games(program.hello)
        self._observes = program.hello.get("observes") is True

    def act(self, view: View) -> Decision:
        """Return the program's decision."""
        return read_decision(self.program.ask(view, "view", "action"))

    def observe(self, view: View) -> None:
        """Tell the program how the hand has ended, if it wants to know."""
        if self._observes:
            self.program.send_end(view)

    def close(self) -> None:
        """Say goodbye and end the program."""
        self.program.close()

    @property
    def key(self) -> tuple[object, ...]:
        """What a seat must share with another to take over its program."""
        program = self.program
        return program.name, program.command, program.limits, program.seed

    def put_aside(self) -> None:
        """Keep the program for a seat like this one; close it if it would not be as new."""
        if self.program.is_fresh or (self.program.is_sound and not self.remembers):
            idle_programs().put(self)
        else:
            self.close()

    def __reduce__(self) -> tuple[object, ...]:
        if self.remembers:
            name = self.program.name
            raise AgentError(f"{name!r} cannot be copied: its program keeps its memory")
        return seat_program, self.key


class PolicySeat(ProgramSeat):
    """A seat whose program has said that it can state its policy."""

    def policy(self, view: View) -> Policy:
        """Return the probabilities that the program states for each holding."""
        return read_policy(self.program.ask(view, "policy", "policy"), holdings(view.game))


def seat_program(
    name: str,
    command: Sequence[str],
    limits: ProgramLimits,
    seed: int | None = None,
    clock: PipeClock | None = None,
) -> ProgramSeat:
    """Seat a program as what its hello says it is: one that was put aside, or a new one."""
    if clock is None:
        idle = idle_programs().take((name, tuple(command), limits, seed))
        if isinstance(idle, ProgramSeat):
            idle.program.begin_again()
            return idle
    program = Conversation(name, command, limits, seed, clock)
    return (PolicySeat if program.hello.get("policy") is True else ProgramSeat)(program)


def json_seat(
    command: str,
    limits: ProgramLimits = DEFAULT_LIMITS,
    seed: int | None = None,
    clock: PipeClock | None = None,
) -> ProgramSeat:
    """Seat a program that speaks the protocol, by its command line."""
    name = f"json::{command}"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise AgentError(f"{name!r} cannot be seated: {error}") from error
    return seat_program(name, words, limits, seed, clock)


def isolated_seat(
    agent: str,
    limits: ProgramLimits = DEFAULT_LIMITS,
    seed: int | None = None,
    clock: PipeClock | None = None,
) -> ProgramSeat:
    """Seat an agent by name in a process of its own."""
    command = (sys.executable, "-P", "-m", "fivebet.agents.hosting.agent_program", agent)
    return seat_program(f"isolated::{agent}", command, limits, seed, clock)


def program_traits(name: str, make: Callable[[], Agent]) -> AgentTraits:
    """Return what a program says of itself; it is made and put aside if nobody has asked yet."""
    known = idle_programs().traits
    if name not in known:
        seat = make()
        assert isinstance(seat, ProgramSeat)
        known[name] = AgentTraits(
            seat.games, seat.remembers, isinstance(seat, PolicySeat), takes_seed=True
        )
        seat.put_aside()
    return known[name]


def _games(hello: Message) -> tuple[str, ...]:
    games = hello.get("games")
    given = games if isinstance(games, list) else []
    return tuple(each for each in given if isinstance(each, str)) or ("*",)


def _reported(message: Message) -> SeatError | None:
    """Return the failure that a program reports, if it does."""
    if message["type"] != "error":
        return None
    kind = FailureKind.NONSENSE if message.get("kind") == "nonsense" else FailureKind.RAISED
    return SeatError(kind, f"says: {message.get('error')}")


def _id(message: Message) -> int:
    id_ = message.get("id")
    return id_ if isinstance(id_, int) else 0
