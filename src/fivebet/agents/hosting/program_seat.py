"""A seat that a program of its own plays: `json::command` and `isolated::agent`.

Both speak the same protocol (`wire`). A program that hangs is killed, one that
dies is started again when it is next asked, so many times; one that talks
nonsense goes on. Each time the decision is lost: it is a SeatError of a kind,
and whoever runs the table settles the hand (`guard`).

An agent in an isolated seat is an agent of ours, or from a file, in a process of
its own (`agent_program`): it can hang, die, print and eat memory there, and knows no
more than its messages. Seats of the same agent share one process, which is sent brief
messages and returns what they remember as bytes that nobody here looks into.
A program that could serve again is put aside after a chunk of a job, for the
next one (`idle_programs`).
"""

import shlex
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from threading import get_ident

from fivebet.agents.hosting.failures import FailureKind, SeatError, readable
from fivebet.agents.hosting.idle_programs import SECONDS_FOR_GOODBYES, idle_programs
from fivebet.agents.hosting.program_process import (
    Deadline,
    PipeClock,
    ProgramProcess,
    SystemPipeClock,
)
from fivebet.agents.hosting.traits import AgentTraits
from fivebet.agents.hosting.wire import (
    PROTOCOL,
    Message,
    brief_view_message,
    encode,
    game_message,
    read_decision,
    read_message,
    read_policy,
    shortened,
    view_message,
)
from fivebet.agents.players.policies import holdings, improbable
from fivebet.errors import AgentError
from fivebet.game.agent import Agent, Decision, Policy
from fivebet.game.game import Game
from fivebet.game.view import View

_GOODBYE = encode({"type": "goodbye"})
_SAYS = "says: "
_DISCREET = {
    FailureKind.RAISED: "has raised an exception",
    FailureKind.HUNG: "has not answered in time",
    FailureKind.ILLEGAL: "has answered with what the rules do not allow",
    FailureKind.NONSENSE: "has answered with what is no action",
    FailureKind.DIED: "has died",
}


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
    """Questions to a program and its answers; a program that is lost is started again.

    A program of ours (`agent_program`) plays for any number of agents of one name. Any other
    plays for one, with the seed that it was started with.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        limits: ProgramLimits,
        seed: int | None = None,
        clock: PipeClock | None = None,
        is_ours: bool = False,
        is_discreet: bool = False,
    ) -> None:
        self.name, self.command, self.limits = name, tuple(command), limits
        self.is_ours = is_ours
        self.is_discreet = is_discreet
        """Whether errors tell only what kind they are: strangers may read them."""
        self.key = program_key(name, command, limits, seed, is_ours)
        self.hello: Message | None = None
        """The first answer of a program that is not ours."""
        self._clock = clock or SystemPipeClock()
        self._program: ProgramProcess | None = None
        self._starts = 0
        self._asked = 0
        self._game: Game | None = None
        self._joined = 0
        self._seeds: dict[int, int | None] = {}
        """The seeds of the agents that are seated, by their numbers in the program."""
        self._greeted: set[int] = set()
        """The agents that the program has made since it was last started."""
        self._complaints: dict[int, SeatError] = {}
        self._ignored_up_to = 0
        self._has_failed = False

    @property
    def is_fresh(self) -> bool:
        """Whether the program has not been asked anything yet."""
        return not self._asked and self.is_sound

    @property
    def is_sound(self) -> bool:
        """Whether the program runs and has never failed."""
        return not self._has_failed and self._program is not None and self._program.is_running

    @property
    def is_in_use(self) -> bool:
        """Whether any agent is seated."""
        return bool(self._seeds)

    def join(self, seed: int | None) -> tuple[int, Message]:
        """Seat an agent; return its number in the program, and its hello."""
        # What the program may still say of hands before is of no interest.
        self._ignored_up_to = self._asked
        number = self._joined if self.is_ours else 0
        self._joined += 1
        self._complaints.pop(number, None)
        self._seeds[number] = seed
        if self.hello is not None:
            return number, self.hello
        try:
            hello = self._greet(self._running(), number)
        except SeatError as error:
            del self._seeds[number]
            raise self._unseated(error) from error
        if not self.is_ours:
            self.hello = hello
        return number, hello

    def leave(self, number: int) -> None:
        """Let an agent go; the program stays."""
        del self._seeds[number]
        if self.is_ours and self._program and number in self._greeted:
            self._greeted.discard(number)
            deadline = Deadline.after(self.limits.seconds, self._clock)
            try:
                self._program.send(encode({"type": "leave", "agent": number}), deadline)
            except SeatError as error:
                self._lost(self._program, error)

    def ask_traits(self) -> Message:
        """Return what the class of the agents says, in a program of ours; none is made."""
        try:
            program, start = self._running(), self.limits.start
            return self._exchange(program, "traits", lambda: self._data("traits"), start)
        except SeatError as error:
            raise self._unseated(error) from error

    def ask(self, view: View, question: str, answer: str, number: int = 0) -> Message:
        """Return the program's answer, of the type that the question asks for."""
        return self._ask(number, answer, lambda: self._view_data(view, question, number))

    def dump_memory(self, number: int) -> bytes | None:
        """Return what an agent in a program of ours remembers, if it can be written down."""
        said = self._ask(number, "memory", lambda: self._data("dump", agent=number))
        memory = said.get("memory")
        try:
            return b64decode(memory, validate=True) if isinstance(memory, str) else None
        except ValueError:
            return None

    def load_memory(self, number: int, memory: bytes) -> None:
        """Let an agent in a program of ours continue with what another has remembered."""
        text = b64encode(memory).decode()
        self._ask(number, "loaded", lambda: self._data("load", agent=number, memory=text))

    def send_end(self, view: View, number: int = 0) -> None:
        """Let the program see the end of a hand.

        Nobody waits for an answer: what it says of the last hand's end is raised now.
        """
        program = self._ready(number)
        try:
            deadline = Deadline.after(self.limits.seconds, self._clock)
            program.send(self._view_data(view, "observe", number), deadline)
            if complaint := self._complaints.pop(number, None):
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

    def _ask(self, number: int, answer: str, question: Callable[[], bytes]) -> Message:
        """Ask an agent, and return its answer if it is of the type that was asked for."""
        program = self._ready(number)
        try:
            return self._exchange(program, answer, question, self.limits.seconds)
        except SeatError as error:
            raise self._lost(program, error) from None

    def _exchange(
        self, program: ProgramProcess, answer: str, question: Callable[[], bytes], seconds: float
    ) -> Message:
        deadline = Deadline.after(seconds, self._clock)
        program.send(question(), deadline)
        line = program.receive(deadline)
        # An older id belongs to a question that was given up, or to the end of a hand.
        while 0 < (id_ := _whole(message := read_message(line), "id")) < self._asked:
            if id_ > self._ignored_up_to and (complaint := _reported(message)):
                self._complaints[_whole(message, "agent")] = complaint
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

    def _view_data(self, view: View, type_: str, number: int) -> bytes:
        self._asked += 1
        if self.is_ours:
            message = brief_view_message(view, type_, self._asked)
            message["agent"] = number
        else:
            message = view_message(view, type_, self._asked)
        data = encode(message)
        if view.game is not self._game:
            data = encode(game_message(view.game)) + data
            self._game = view.game
        return data

    def _data(self, type_: str, **more: object) -> bytes:
        self._asked += 1
        return encode({"type": type_, "id": self._asked, **more})

    def _ready(self, number: int) -> ProgramProcess:
        """Return the program, started again if need be, with the agent of that number."""
        try:
            program = self._running()
            if number not in self._greeted:
                self._greet(program, number)
        except SeatError as error:
            raise self._worded(error) from None
        return program

    def _worded(self, error: SeatError) -> SeatError:
        """Return an error that names the seat, in words for whoever may read them."""
        what = _DISCREET[error.kind] if self.is_discreet else error
        return SeatError(error.kind, f"{self.name!r} {what}")

    def _running(self) -> ProgramProcess:
        if self._program is None:
            if self._starts > self.limits.restarts:
                raise SeatError(
                    FailureKind.DIED, f"was started {self._starts} times and is not started again"
                )
            self._starts += 1
            self._game = None
            self._greeted.clear()
            try:
                self._program = ProgramProcess(self.command, self.limits.memory, self._clock)
            except (OSError, ValueError, IndexError, OverflowError) as error:
                why = getattr(error, "strerror", None) or error
                raise SeatError(
                    FailureKind.DIED, f"names no program that starts ({why})"
                ) from error
        return self._program

    def _unseated(self, error: SeatError) -> AgentError:
        if self.is_discreet:
            return AgentError(f"{self.name!r} cannot be seated: it {_DISCREET[error.kind]}")
        if self.is_ours and error.reason.startswith(_SAYS):  # the sentence of our own code there
            return AgentError(error.reason.removeprefix(_SAYS))
        return AgentError(f"{self.name!r} cannot be seated: it {error}")

    def _lost(self, program: ProgramProcess, error: SeatError) -> SeatError:
        # An exception of an agent does not make a program of ours unsound.
        self._has_failed |= not self.is_ours or error.kind is not FailureKind.RAISED
        if program.ended:
            self._program = None
        return self._worded(error)

    def _greet(self, program: ProgramProcess, number: int) -> Message:
        """Let the program make an agent, and return what it says of it."""
        seed = self._seeds[number]
        hello: Message = {"protocol": PROTOCOL, "dealer": f"fivebet {version('fivebet')}"}
        if seed is not None:
            hello["seed"] = seed
        try:
            answer = self._say_hello(program, number, hello)
        except SeatError as error:
            self._has_failed = True
            # An agent that cannot be made does not end the others, if there are any.
            if not (self.is_ours and self._greeted and error.reason.startswith(_SAYS)):
                self._program = None
                program.close()
            raise
        self._greeted.add(number)
        return answer

    def _say_hello(self, program: ProgramProcess, number: int, hello: Message) -> Message:
        if self.is_ours:  # it may still have something to say of hands before
            question = partial(self._data, "hello", agent=number, **hello)
            return self._exchange(program, "hello", question, self.limits.start)
        deadline = Deadline.after(self.limits.start, self._clock)
        program.send(encode({"type": "hello"} | hello), deadline)
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
        return answer


class ProgramSeat:
    """An agent that asks a program what to do."""

    def __init__(
        self, program: Conversation, number: int, hello: Message, seed: int | None
    ) -> None:
        self.program, self.number, self.seed = program, number, seed
        self.remembers = hello.get("remembers") is True
        self.games = _games(hello)
        self._observes = hello.get("observes") is True
        self._is_seated = True

    def act(self, view: View) -> Decision:
        """Return the program's decision."""
        return read_decision(self.program.ask(view, "view", "action", self.number))

    def observe(self, view: View) -> None:
        """Tell the program how the hand has ended, if it wants to know."""
        if self._observes:
            self.program.send_end(view, self.number)

    def dump_memory(self) -> bytes | None:
        """Return what the agent remembers, as bytes that only its program can read."""
        return self.program.dump_memory(self.number) if self.program.is_ours else None

    def load_memory(self, memory: bytes) -> None:
        """Let the agent continue with what another one has remembered."""
        self.program.load_memory(self.number, memory)

    def close(self) -> None:
        """Say goodbye, and end the program if nobody else is seated in it."""
        self._leave(reusable=False)

    def put_aside(self) -> None:
        """Keep the program for a seat like this one; close it if it would not be as new."""
        self._leave(reusable=True)

    def _leave(self, reusable: bool) -> None:
        if not self._is_seated:
            return
        self._is_seated = False
        program, idle = self.program, idle_programs()
        program.leave(self.number)
        if program.is_in_use:
            return
        for key in [key for key, each in idle.in_use.items() if each is program]:
            del idle.in_use[key]
        is_as_new = program.is_fresh or (
            program.is_sound and (program.is_ours or not self.remembers)
        )
        if reusable and is_as_new:
            idle.put(program)
        else:
            program.close()

    def __reduce__(self) -> tuple[object, ...]:
        if self.remembers:
            name = self.program.name
            raise AgentError(f"{name!r} cannot be copied: its program keeps its memory")
        program = self.program
        given = program.name, program.command, program.limits, self.seed
        return seat_program, (*given, program.is_ours, program.is_discreet)


class PolicySeat(ProgramSeat):
    """A seat whose program has said that it can state its policy."""

    def policy(self, view: View) -> Policy:
        """Return the probabilities that the program states for each holding."""
        stated = self.program.ask(view, "policy", "policy", self.number)
        policy = read_policy(stated, holdings(view.game))
        if complaint := improbable(policy, view):
            raise SeatError(FailureKind.NONSENSE, f"{self.program.name!r}: {complaint}")
        return policy


def program_key(
    name: str, command: Sequence[str], limits: ProgramLimits, seed: int | None, is_ours: bool
) -> tuple[object, ...]:
    """Return what a program must share with another to take over its seats."""
    return name, tuple(command), limits, None if is_ours else seed


def seat_program(
    name: str,
    command: Sequence[str],
    limits: ProgramLimits,
    seed: int | None = None,
    is_ours: bool = False,
    is_discreet: bool = False,
    clock: PipeClock | None = None,
) -> ProgramSeat:
    """Seat a program as what its hello says it is.

    It is one of ours in which such an agent is seated, one that was put aside, or a new one.
    """
    if clock is None:
        program = _find_or_start(name, command, limits, seed, is_ours, is_discreet)
    else:
        program = Conversation(name, command, limits, seed, clock, is_ours, is_discreet)
    number, hello = program.join(seed)
    if is_ours and clock is None:
        idle_programs().in_use[get_ident(), *program.key] = program
    kind = PolicySeat if hello.get("policy") is True else ProgramSeat
    return kind(program, number, hello, seed)


def _find_or_start(
    name: str,
    command: Sequence[str],
    limits: ProgramLimits,
    seed: int | None = None,
    is_ours: bool = True,
    is_discreet: bool = False,
) -> Conversation:
    key, idle = program_key(name, command, limits, seed, is_ours), idle_programs()
    program = idle.in_use.get((get_ident(), *key)) or idle.take(key)
    if isinstance(program, Conversation):
        return program
    return Conversation(name, command, limits, seed, None, is_ours, is_discreet)


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
    return seat_program(name, words, limits, seed, clock=clock)


def isolated_seat(
    agent: str,
    limits: ProgramLimits = DEFAULT_LIMITS,
    seed: int | None = None,
    clock: PipeClock | None = None,
) -> ProgramSeat:
    """Seat an agent by name in a process of its own."""
    command = agent_command(agent)
    return seat_program(f"isolated::{agent}", command, limits, seed, is_ours=True, clock=clock)


def agent_command(agent: str) -> tuple[str, ...]:
    """Return the command that plays an agent in a process of its own."""
    return sys.executable, "-P", "-m", "fivebet.agents.hosting.agent_program", agent


def isolated_traits(agent: str, limits: ProgramLimits) -> AgentTraits:
    """Return what the class of an agent says in a process of its own, where one may be made."""
    known = idle_programs().traits
    if agent not in known:
        program = _find_or_start(f"isolated::{agent}", agent_command(agent), limits)
        try:
            said = program.ask_traits()
        except AgentError:
            program.close()
            raise
        known[agent] = AgentTraits(
            _games(said),
            remembers=said.get("remembers") is True,
            states_policy=said.get("policy") is True,
        )
        if not program.is_in_use:
            idle_programs().put(program)
    return known[agent]


def program_traits(name: str, make: Callable[[], Agent]) -> AgentTraits:
    """Return what a program says of itself; it is made and put aside if nobody has asked yet."""
    known = idle_programs().traits
    if name not in known:
        seat = make()
        assert isinstance(seat, ProgramSeat)
        known[name] = AgentTraits(seat.games, seat.remembers, isinstance(seat, PolicySeat))
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
    return SeatError(kind, f"{_SAYS}{readable(str(message.get('error')))}")


def _whole(message: Message, name: str) -> int:
    number = message.get(name)
    return number if isinstance(number, int) else 0
